// What the documentation says to type, typed.

import Foundation
import Testing

@testable import HTTP
@testable import ScrollServer

@Suite struct ExampleTests {
    /// A command as a page has it, and what it prints there; nil where the page leaves that out.
    private struct Example {
        var place: String
        var command: String
        var output: String?
    }

    /// All lines behind a prompt in blocks of a console, with the lines below them.
    ///
    /// A command ends where its last line has no backslash.
    private static func examples() -> [Example] {
        var examples: [Example] = []
        for page in Guide.pages {
            for block in page.blocks where block.language == "console" {
                var isCommand = false
                for (number, line) in block.text.split(separator: "\n").enumerated() {
                    if line.hasPrefix("$ ") {
                        examples.append(
                            Example(
                                place: "\(page.name), line \(block.line + number)", command: String(line.dropFirst(2))))
                        isCommand = true
                    } else if isCommand {
                        examples[examples.count - 1].command += "\n\(line)"
                    } else {
                        let before = examples[examples.count - 1].output.map { $0 + "\n" } ?? ""
                        examples[examples.count - 1].output = before + line
                    }
                    isCommand = isCommand && line.hasSuffix("\\")
                }
            }
        }
        return examples
    }

    private static func start(_ arguments: [String], _ folder: TemporaryFolder) throws -> (Application, port: Int) {
        let application = try Application(
            try Options(
                ["--port=0", "--cache-limit=0", "--state=\(folder.path)/state-\(arguments.count)"] + arguments),
            page: .program)
        return (application, try application.start().port)
    }

    /// Every example with `curl` does what the page says, word for word.
    ///
    /// Where it shows what a folder of its own answers, the answer to ours has the same members.
    @Test(.needs(.curl)) func everyExample() throws {
        let folder = try TemporaryFolder()
        for name in ["2021/italy/beach.png", "2021/italy/b.png", "2022/c.png"] { try folder.write("pictures/\(name)") }
        let (demos, port) = try Self.start([], folder)
        defer { demos.stop(within: 1) }
        // The weather is computed behind the first answers.
        struct Weather: Decodable { var complete: Bool }
        #expect(
            try eventually {
                try APIClient.ask(demos.router, .get, "/api/collections/weather").decoded(Weather.self).complete
            })
        let (pictures, picturesPort) = try Self.start(["\(folder.path)/pictures"], folder)
        defer { pictures.stop(within: 1) }
        let examples = Self.examples().filter { $0.command.contains("curl") }
        #expect(examples.count > 50)
        // All in one shell: what one says, a later one may use. Each answer comes behind a line of its own.
        var script = "cd '\(folder.path)'\ncurl() { command curl --fail-with-body --max-time 60 \"$@\"; }\n"
        for example in examples {
            let isOfPictures = example.command.contains("/collections/pictures/")
            let address = "localhost:\(isOfPictures ? picturesPort : port)"
            script += example.command.replacingOccurrences(of: "localhost:8080", with: address)
            script += "\nprintf '\\n--- %d ---\\n' $?\n"
        }
        let shell = Process()
        shell.executableURL = URL(fileURLWithPath: "/bin/sh")
        shell.arguments = ["-c", script]
        let output = Pipe()
        shell.standardOutput = output
        try shell.run()
        var rest = String(decoding: try output.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self)[...]
        shell.waitUntilExit()
        for example in examples {
            let place = "\(example.place): \(example.command)"
            let end = try #require(rest.range(of: #"\n--- \d+ ---\n"#, options: .regularExpression), "\(place)")
            let printed = rest[..<end.lowerBound].trimmingCharacters(in: .newlines)
            let status = rest[end].filter(\.isNumber)
            rest = rest[end.upperBound...]
            let isMistake = example.output?.contains(#""status":400"#) ?? false
            #expect(status == (isMistake ? "22" : "0"), "\(place): \(printed)")
            guard let expected = example.output else { continue }
            if example.command.contains("/collections/pictures/") {
                #expect(try Self.shape(printed) == Self.shape(expected), "\(place): \(printed)")
            } else {
                #expect(printed == expected, "\(place)")
            }
        }
    }

    /// The names of all members of a JSON text.
    private static func shape(_ text: String) throws -> Set<String> {
        func names(_ value: Any) -> Set<String> {
            switch value {
            case let object as [String: Any]: object.reduce(into: Set(object.keys)) { $0.formUnion(names($1.value)) }
            case let list as [Any]: list.reduce(into: []) { $0.formUnion(names($1)) }
            default: []
            }
        }
        return names(try JSONSerialization.jsonObject(with: Data(text.utf8)))
    }
}
