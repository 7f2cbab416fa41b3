// The description of the API: OpenAPI 3.1, written from the table of routes.

import HTTP
import Platform
import Synchronization

/// Describes routes as an OpenAPI document.
final class APIDescription: Sendable {
    private let routes: [Route]
    private let base: BasePath
    private let written = Mutex<[UInt8]?>(nil)

    init(of routes: [Route], base: BasePath) { (self.routes, self.base) = (routes, base) }

    /// The document as JSON, which is written when it is first asked for.
    var json: [UInt8] {
        written.withLock { written in
            let json = written ?? write()
            written = json
            return json
        }
    }

    private static let about = """
        Every address of the server, with its parameters, their ranges and defaults, its answers and errors. \
        HEAD is answered wherever GET is. Parameters that an address does not know are refused. \
        An OPTIONS, and what comes from programs that may not ask, is answered before an address is looked at.
        """

    private func write() -> [UInt8] {
        let names = schemaNames()
        let shared = SharedParameters(routes)
        return JSONWriter.object(capacity: 1 << 17) { json in
            json.member("openapi", "3.1.0")
            json.object("info") { json in
                json.member("title", "ScrollServer")
                json.member("version", Build.version)
                json.member("description", Self.about)
            }
            json.array("servers") { json in json.object { $0.member("url", base.isEmpty ? "/" : base.address("")) } }
            // A token is asked for only where the program was started with one.
            json.array("security") { json in
                json.object { _ in }
                json.object { $0.array("token") { _ in } }
            }
            json.object("paths") { json in
                for route in routes {
                    json.key(route.template)
                    json.object { json in
                        json.member("summary", Self.sentence(route.summary))
                        for operation in route.operations { write(operation, of: route, shared, into: &json) }
                    }
                }
            }
            json.object("components") { json in
                json.object("securitySchemes") { json in
                    json.object("token") { json in
                        json.member("type", "http")
                        json.member("scheme", "bearer")
                    }
                }
                json.object("parameters") { shared.write(into: &$0) }
                json.object("responses") { json in
                    for status in DescribedErrors.meanings.keys.sorted() {
                        json.key("\(status)")
                        json.object { DescribedErrors.write(status, into: &$0) }
                    }
                }
                json.object("schemas") { json in
                    for name in names {
                        json.key(name)
                        json.value(written: Array((Self.schema(name) ?? "{}").utf8))
                    }
                }
            }
        }
    }

    /// A text as a sentence.
    static func sentence(_ text: String) -> String {
        guard let first = text.first, first != "`" else { return text.isEmpty ? text : text + "." }
        return first.uppercased() + text.dropFirst() + "."
    }

    // MARK: Operations

    private func write(
        _ operation: Operation, of route: Route, _ shared: SharedParameters, into json: inout JSONWriter
    ) {
        json.key(operation.method.name.lowercased())
        json.object { json in
            json.member("operationId", operation.id)
            json.member("summary", Self.sentence(operation.summary))
            json.member("tags", [route.subject])
            json.array("parameters") { json in
                for parameter in PathParameters.parameters(of: route.template) {
                    json.object { $0.write(parameter, in: "path") }
                }
                for parameter in operation.parameters { shared.write(parameter, in: "query", into: &json) }
                for field in operation.fields { shared.write(field, in: "header", into: &json) }
                if operation.takesAnyParameter { Self.writeAnyParameter(into: &json) }
            }
            if let body = operation.body {
                json.object("requestBody") { json in
                    json.member("required", body.isRequired)
                    json.object("content") { $0.write(["application/json"], schema: body.schema) }
                }
            }
            json.object("responses") { json in
                write(operation.answers, into: &json)
                for status in DescribedErrors.statuses(of: operation, at: route.template) {
                    json.key("\(status)")
                    json.object { $0.member("$ref", "#/components/responses/\(status)") }
                }
            }
        }
    }

    private static func writeAnyParameter(into json: inout JSONWriter) {
        json.object { json in
            json.member("name", "others")
            json.member("in", "query")
            json.member("description", "Parameters of any name are ignored.")
            json.object("schema") { json in
                json.member("type", "object")
                json.member("additionalProperties", true)
            }
        }
    }

    /// Answers of one status are written as one.
    private func write(_ answers: [DescribedAnswer], into json: inout JSONWriter) {
        var done: Set<Int> = []
        for answer in answers where done.insert(answer.status).inserted {
            json.key("\(answer.status)")
            json.object { json in
                json.member("description", Self.sentence(answer.meaning))
                let own = answers.filter { $0.status == answer.status && !$0.mediaTypes.isEmpty }
                if own.isEmpty { return }
                json.object("content") { json in
                    for one in own { json.write(one.mediaTypes, schema: one.schema) }
                }
            }
        }
    }

    // MARK: Schemas

    private static func schema(_ name: String) -> String? { DescribedSchemas.all[name] ?? WireSchemas.all[name] }

    /// The names of all schemas that the operations use, and of those that these use, sorted.
    private func schemaNames() -> [String] {
        let operations = routes.flatMap(\.operations)
        var open = operations.flatMap { [$0.body?.schema].compactMap(\.self) + $0.answers.compactMap(\.schema) }
        open.append(DescribedErrors.schema)
        var names: Set<String> = []
        while let name = open.popLast() {
            guard names.insert(name).inserted else { continue }
            let parts = (Self.schema(name) ?? "").split(separator: "#/components/schemas/").dropFirst()
            open += parts.map { String($0.prefix { $0 != "\"" }) }
        }
        return names.sorted()
    }
}

/// The parameters that several operations have, which are described once.
struct SharedParameters {
    /// How often each description occurs, and where it is.
    private var keys: [[UInt8]: String] = [:]

    init(_ routes: [Route]) {
        var counts: [[UInt8]: Int] = [:]
        var first: [(name: String, written: [UInt8])] = []
        for operation in routes.flatMap(\.operations) {
            let all =
                operation.parameters.map { ($0.name, Self.written($0, in: "query")) }
                + operation.fields.map { ($0.name, Self.written($0, in: "header")) }
            for (name, written) in all {
                counts[written, default: 0] += 1
                if counts[written] == 1 { first.append((name, written)) }
            }
        }
        var taken: [String: Int] = [:]
        for (name, written) in first where (counts[written] ?? 0) > 1 {
            let number = (taken[name] ?? 0) + 1
            taken[name] = number
            keys[written] = number == 1 ? name : "\(name)\(number)"
        }
    }

    private static func written(_ parameter: any Parameter, in place: StaticString) -> [UInt8] {
        JSONWriter.object { $0.write(parameter, in: place) }
    }

    /// Writes a parameter, or where it is described.
    func write(_ parameter: any Parameter, in place: StaticString, into json: inout JSONWriter) {
        let written = Self.written(parameter, in: place)
        guard let key = keys[written] else { return json.value(written: written) }
        json.object { $0.member("$ref", "#/components/parameters/\(key)") }
    }

    /// Writes all descriptions, by name.
    func write(into json: inout JSONWriter) {
        for (written, key) in keys.sorted(by: { $0.value < $1.value }) {
            json.key(key)
            json.value(written: written)
        }
    }
}

extension JSONWriter {
    /// Writes the members of a parameter's description.
    mutating func write(_ parameter: any Parameter, in place: StaticString) {
        member("name", parameter.name)
        member("in", "\(place)")
        member("description", APIDescription.sentence(parameter.meaning))
        if parameter.isRequired { member("required", true) }
        if case .list = parameter.shape {
            member("style", "form")
            member("explode", false)
        }
        object("schema") { $0.write(parameter.shape) }
    }

    /// Writes the members of the schema of a parameter.
    mutating func write(_ shape: ParameterShape) {
        switch shape {
        case .number(let range, let standard):
            member("type", "number")
            member("minimum", exactly: range.lowerBound)
            member("maximum", exactly: range.upperBound)
            if let standard { member("default", exactly: standard) }
        case .whole(let range, let standard):
            member("type", "integer")
            member("minimum", range.lowerBound)
            member("maximum", range.upperBound)
            if let standard { member("default", standard) }
        case .flag:
            member("type", "boolean")
            member("default", false)
        case .word(let words, let standard):
            member("type", "string")
            member("enum", words)
            if let standard { member("default", standard) }
        case .text(let pattern):
            member("type", "string")
            if let pattern { member("pattern", pattern) }
        case .name:
            member("type", "string")
            member("minLength", 1)
        case .list(let element, let count):
            member("type", "array")
            object("items") { $0.write(element) }
            member("minItems", count.lowerBound)
            member("maxItems", count.upperBound)
        case .wholeOrWord(let range, let words):
            array("anyOf") { json in
                json.object { $0.write(.whole(range, default: nil)) }
                json.object { $0.write(.word(words, default: nil)) }
            }
        }
    }

    /// Writes content of media types.
    fileprivate mutating func write(_ mediaTypes: [String], schema: String?) {
        for type in mediaTypes {
            key(type)
            object { json in
                guard let schema else { return }
                json.object("schema") { $0.member("$ref", "#/components/schemas/\(schema)") }
            }
        }
    }
}
