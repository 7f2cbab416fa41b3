// One request, as the router sees it: parsed, decoded once, checked.

/// A complete request: the target decoded, the body read.
struct Request: Sendable {
    /// The protocol's minor version; the major one is always 1.
    enum Version: Sendable, Equatable {
        case http10
        case http11
    }

    /// What the client asks for.
    var method: Method
    /// The request target as sent, not decoded; in absolute form without scheme and authority. `*` for `OPTIONS *`.
    var target: String
    /// The path's segments, each percent-decoded once: `/a%20b/c` is `["a b", "c"]`, `/` is `[]`, `/a/` is `["a", ""]`.
    ///
    /// No segment is `.` or `..` and none holds a NUL (the parser refuses them), but one may hold `/`, from `%2F`:
    /// who builds a file name from segments has to refuse those.
    var pathSegments: [String]
    /// The query's parameters, decoded once, in order.
    var query: Query
    var version: Version
    var headers: RequestHeaders
    /// The authority the client means: from the target in absolute form, else from `Host`. Empty only in HTTP/1.0.
    var host: String
    /// The content, at most as long as the parser's limit allows.
    var body: [UInt8]
    /// Whether the client is willing to send another request on this connection (RFC 9112 §9.3).
    var keepsAlive: Bool

    /// The decoded path, for messages and logs; segments with an encoded slash cannot be told apart in it.
    var path: String { target == "*" ? "*" : "/" + pathSegments.joined(separator: "/") }
}

extension Request {
    /// A request made in the program rather than read from a socket, through the same parser.
    ///
    /// - Parameters:
    ///   - method: the method's token.
    ///   - target: the request target, percent-encoded.
    ///   - headers: more fields; `Host` is added where it is missing, and `Content-Length` where there is a body.
    /// - Throws: what the parser finds wrong with it.
    init(
        _ method: Method, _ target: String, headers: [(String, String)] = [], body: [UInt8] = []
    ) throws(RequestError) {
        var text = "\(method.name) \(target) HTTP/1.1\r\n"
        var hasHost = false
        for (name, value) in headers {
            hasHost = hasHost || name.lowercased() == "host"
            text += "\(name): \(value)\r\n"
        }
        if !hasHost { text += "Host: localhost\r\n" }
        if !body.isEmpty || method.bringsContent { text += "Content-Length: \(body.count)\r\n" }
        var parser = RequestParser()
        parser.append(Array((text + "\r\n").utf8))
        parser.append(body)
        while let event = try parser.next() {
            if case .request(let request) = event {
                self = request
                return
            }
        }
        throw RequestError(400, "the request is incomplete", offset: 0)
    }
}
