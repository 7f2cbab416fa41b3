// What the README says to type, typed.

import Foundation
import Testing

@testable import ScrollServer

@Suite struct ReadmeTests {
    /// A command as the README has it, and what it prints there; nil where the README leaves that out.
    private struct Example {
        var line: Int
        var command: String
        var output: String?
    }

    private static let readme: URL = {
        var folder = URL(fileURLWithPath: #filePath)
        for _ in 0..<4 { folder.deleteLastPathComponent() }
        return folder.appendingPathComponent("README.md")
    }()

    /// All lines that begin with a prompt, with the lines below them that begin with as many spaces.
    private static func examples() throws -> [Example] {
        var examples: [Example] = []
        var isOpen = false
        for (number, line) in try String(contentsOf: readme, encoding: .utf8).components(separatedBy: "\n").enumerated()
        {
            if line.hasPrefix("    $ ") {
                examples.append(Example(line: number + 1, command: String(line.dropFirst(6))))
                isOpen = true
            } else if line.hasPrefix("    "), isOpen, let last = examples.last {
                let before = last.output.map { $0 + "\n" } ?? ""
                examples[examples.count - 1].output = before + line.dropFirst(4)
            } else {
                isOpen = false
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

    /// Every example with `curl` does what the README says, word for word. Where it shows what a folder of its own answers,
    /// the answer to ours has the same members.
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
        let examples = try Self.examples().filter { $0.command.contains("curl") }
        #expect(examples.count > 15)
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
            let place = "README, line \(example.line): \(example.command)"
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
