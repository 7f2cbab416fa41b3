// One address of the server: path, methods with their descriptions, and handler.

import HTTP

/// A row of the table of routes, from which requests are answered and checked, and the API is described.
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
    /// What is at the address, as the list of all addresses says it.
    let summary: String
    /// The segments in the order of the path.
    let path: [Segment]
    let operations: [Operation]
    /// All allowed methods; HEAD wherever GET is.
    let methods: [Method]
    /// Whether the handler checks the parameters itself.
    let checksItself: Bool
    let answer: @Sendable (Request) throws(Problem) -> Answer
    /// The group of addresses that it belongs to.
    private(set) var subject = ""

    /// Makes a route; parts of `template` in braces stand for any text, and so does all before the last of a segment.
    init(
        _ template: String, _ summary: String, _ operations: [Operation], checksItself: Bool = false,
        _ answer: @escaping @Sendable (Request) throws(Problem) -> Answer
    ) {
        self.template = template.count > 1 && template.hasSuffix("/") ? String(template.dropLast()) : template
        path = template.split(separator: "/").map { segment in
            guard segment.hasPrefix("{"), let brace = segment.lastIndex(of: "}") else { return .fixed(String(segment)) }
            let ending = segment[brace...].dropFirst()
            return ending.isEmpty ? .any : .ending(String(ending))
        }
        (self.summary, self.operations, self.checksItself, self.answer) = (summary, operations, checksItself, answer)
        methods = operations.flatMap { $0.method == .get ? [.get, .head] : [$0.method] }
    }

    /// The same as one of a group of addresses.
    func about(_ subject: String) -> Route {
        var route = self
        route.subject = subject
        return route
    }

    /// The names of all parameters of all methods.
    var parameters: [String] {
        operations.reduce(into: []) { names, operation in
            names += operation.parameters.map(\.name).filter { !names.contains($0) }
        }
    }

    /// Answers a request whose path is this one's.
    ///
    /// - Throws: a 405 that names the allowed methods, a 400 for an unknown parameter, and what the handler throws.
    func respond(to request: Request) throws(Problem) -> Answer {
        let method = request.method == .head ? .get : request.method
        guard operations.contains(where: { $0.method == method }) else {
            throw .methodNotAllowed(request.method, allowed: methods)
        }
        if !checksItself { try Self.check(request, operations) }
        return try answer(request)
    }

    /// Checks the parameters of a request for one of some operations.
    ///
    /// - Throws: a 400 that names the first that is unknown, or not what it may be.
    static func check(_ request: Request, _ operations: [Operation]) throws(Problem) {
        if request.query.parameters.isEmpty { return }
        let method = request.method == .head ? .get : request.method
        guard let place = operations.firstIndex(where: { $0.method == method }), !operations[place].takesAnyParameter
        else { return }
        try operations[place].table.check(request.query)
    }
}
