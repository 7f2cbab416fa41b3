// What the server says, as a TypeScript file that the compiler holds against Tests/Page/wire.d.ts.

import Foundation
import Testing

@testable import Platform

/// Answers and messages of the server, each as a constant of the type that the page takes it for.
///
/// The compiler refuses a literal that lacks a member, has one too many, or has a value of another type.
struct WireSamples {
    private static let tool: URL = {
        var tests = URL(fileURLWithPath: #filePath)
        for _ in 0..<3 { tests.deleteLastPathComponent() }
        return tests.appendingPathComponent("Page/conform.cjs")
    }()

    private var text = ""
    /// What each constant is of, in their order.
    private var origins: [String] = []
    private var shapes: Set<String> = []

    var count: Int { origins.count }

    /// Adds a JSON object, unless there is one of its type with the same members.
    ///
    /// `origin` says what was asked.
    mutating func add(_ type: String, _ json: [UInt8], of origin: String) throws {
        guard shapes.insert("\(type) \(Self.shape(of: try JSONReader.value(of: json)))").inserted else { return }
        origins.append("\(type) of \(origin)")
        let literal = String(decoding: json, as: UTF8.self).replacing("\n", with: " ")
        text += "const sample\(origins.count): Wire.\(type) = \(literal);\n"
    }

    /// The members of a value and the kinds of their values.
    private static func shape(of value: JSONValue) -> String {
        switch value {
        case .null: "null"
        case .bool: "bool"
        case .number: "number"
        // A word may be one of an enumeration.
        case .text(let text): text.utf8.allSatisfy { (0x61...0x7A).contains($0) } ? text : "text"
        case .list(let values): "[\(Set(values.map(shape)).sorted().joined(separator: " "))]"
        case .object(let members):
            "{\(members.map { "\($0.key):\(shape(of: $0.value))" }.sorted().joined(separator: " "))}"
        }
    }

    /// Returns what the compiler says against the samples, and the members of the types that no sample has.
    func judge() throws -> (errors: [String], unseen: [String]) {
        let folder = try TemporaryFolder()
        let run = try ToolRun("node", [Self.tool.path, try folder.write("samples.ts", Array(text.utf8))])
        var (errors, unseen): ([String], [String]) = ([], [])
        for line in run.output.split(separator: "\n") {
            let parts = line.split(separator: " ", maxSplits: 2).map(String.init)
            switch parts.first {
            case "unseen" where parts.count == 2: unseen.append(parts[1])
            case "error" where parts.count == 3:
                let number = Int(parts[1]) ?? 0
                errors.append((1...count).contains(number) ? "\(origins[number - 1]): \(parts[2])" : String(line))
            default: errors.append(String(line))
            }
        }
        return (errors, unseen)
    }
}
