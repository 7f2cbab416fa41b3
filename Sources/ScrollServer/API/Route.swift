// One address of the server: path, methods, parameters and handler.

import HTTP

/// A row of the table of routes.
struct Route: Sendable {
    /// A part of a path between two slashes.
    enum Segment: Sendable, Equatable {
        case fixed(String)
        /// Any text, such as an id.
        case any
        /// Any text with this ending, such as `.dzi`.
        case ending(String)
    }

    /// The path as in documentation: `/api/collections/{collection}/plan`.
    let template: String
    /// The segments in the order of the path.
    let path: [Segment]
    /// All allowed methods; HEAD wherever GET is.
    let methods: [Method]
    /// The names of the query's parameters.
    let parameters: [String]
    /// Whether the handler checks the parameters itself.
    let checksItself: Bool
    let answer: @Sendable (Request) throws(Problem) -> Answer

    /// Makes a route; parts of `template` in braces stand for any text, and so does all before the last of a segment.
    init(
        _ template: String, _ methods: [Method] = [.get], parameters: [String] = [], checksItself: Bool = false,
        _ answer: @escaping @Sendable (Request) throws(Problem) -> Answer
    ) {
        self.template = template.count > 1 && template.hasSuffix("/") ? String(template.dropLast()) : template
        path = template.split(separator: "/").map { segment in
            guard segment.hasPrefix("{"), let brace = segment.lastIndex(of: "}") else { return .fixed(String(segment)) }
            let ending = segment[brace...].dropFirst()
            return ending.isEmpty ? .any : .ending(String(ending))
        }
        self.methods = methods.contains(.get) ? [.get, .head] + methods.filter { $0 != .get } : methods
        self.parameters = parameters
        self.checksItself = checksItself
        self.answer = answer
    }

    /// Whether a request's path matches this one.
    ///
    /// O(segments).
    func matches(_ segments: [String]) -> Bool {
        guard segments.count == path.count else { return false }
        for index in path.indices {
            switch path[index] {
            case .fixed(let text): if text != segments[index] { return false }
            case .any: break
            case .ending(let text): if !segments[index].hasSuffix(text) { return false }
            }
        }
        return true
    }

    /// Answers a request whose path matches this one.
    ///
    /// - Throws: a 405 that names the allowed methods, a 400 for an unknown parameter, and what the handler throws.
    func respond(to request: Request) throws(Problem) -> Answer {
        guard methods.contains(request.method) else { throw .methodNotAllowed(request.method, allowed: methods) }
        if !checksItself, !request.query.parameters.isEmpty { _ = try Parameters(request.query, known: parameters) }
        return try answer(request)
    }
}
