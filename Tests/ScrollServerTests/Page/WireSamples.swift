// What the server says, as a TypeScript file that the compiler holds against Tests/Page/wire.d.ts.

import Foundation
import Testing

@testable import Platform

/// Answers and messages of the server, each as a constant of the type that the page takes it for.
///
/// The compiler refuses a literal that lacks a member, has one too many, or has a value of another type.
struct WireSamples {
    /// Where the page's types and what reads them are.
    static let folder: URL = {
        var tests = URL(fileURLWithPath: #filePath)
        for _ in 0..<3 { tests.deleteLastPathComponent() }
        return tests.appendingPathComponent("Page")
    }()
    private static let tool = folder.appendingPathComponent("conform.cjs")

    private var text = ""
    /// What each constant is of, in their order.
    private var origins: [String] = []
    /// The shapes of the objects in all constants.
    private var known: Set<String> = []

    var count: Int { origins.count }

    /// Adds a JSON object, unless constants of its type have objects of the same members in the same places.
    ///
    /// `origin` says what was asked.
    mutating func add(_ type: String, _ json: [UInt8], of origin: String) throws {
        let value = try JSONReader.value(of: json)
        let shapes = Self.shapes(of: value, at: type)
        guard !shapes.isSubset(of: known) else { return }
        known.formUnion(shapes)
        origins.append("\(type) of \(origin)")
        text += "const sample\(origins.count): Wire.\(type) = \(Self.literal(of: value));\n"
    }

    /// Of each object in a value its place and its members with the kinds of their values.
    private static func shapes(of value: JSONValue, at place: String) -> Set<String> {
        switch value {
        case .null, .bool, .number, .text: return ["\(place) \(kind(of: value))"]
        case .list(let values): return values.reduce(into: []) { $0.formUnion(shapes(of: $1, at: "\(place)[]")) }
        case .object(let members):
            let own = members.map { "\($0.key):\(kind(of: $0.value))" }.sorted().joined(separator: " ")
            return members.reduce(into: ["\(place) {\(own)}"]) {
                $0.formUnion(shapes(of: $1.value, at: "\(place).\($1.key)"))
            }
        }
    }

    private static func kind(of value: JSONValue) -> String {
        switch value {
        case .null: "null"
        case .bool: "bool"
        case .number: "number"
        // A word may be one of an enumeration.
        case .text(let text): text.utf8.allSatisfy { (0x61...0x7A).contains($0) } ? text : "text"
        case .list: "list"
        case .object: "object"
        }
    }

    /// A value as JSON; of a list's elements only those that differ in their shapes, since compiling takes long.
    private static func literal(of value: JSONValue) -> String {
        switch value {
        case .null: return "null"
        case .bool(let flag): return "\(flag)"
        case .number(let number): return "\(number)"
        case .text(let text): return String(decoding: JSONWriter.bytes { $0.value(text) }, as: UTF8.self)
        case .list(let values):
            var known: Set<Set<String>> = []
            let different = values.filter { known.insert(shapes(of: $0, at: "")).inserted }
            return "[\(different.map(literal).joined(separator: ","))]"
        case .object(let members):
            let own = members.sorted { $0.key < $1.key }
            return "{\(own.map { "\(literal(of: .text($0.key))):\(literal(of: $0.value))" }.joined(separator: ","))}"
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
