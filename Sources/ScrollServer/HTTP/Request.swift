// A request as the router receives it: parsed, decoded once, checked.

/// A complete request, with its target decoded and its body read.
package struct Request: Sendable {
    /// The protocol's minor version; the major one is always 1.
    enum Version: Sendable, Equatable {
        case http10
        case http11
    }

    package var method: Method
    /// The request target as received, not decoded; without scheme and authority if it was in absolute form.
    ///
    /// `*` for `OPTIONS *`.
    package var target: String
    /// The path's segments, each percent-decoded once: `/a%20b/c` is `["a b", "c"]`, `/` is `[]`, `/a/` is `["a", ""]`.
    ///
    /// The parser rejects the segments `.` and `..`, and NUL. A segment may contain `/`, from `%2F`: code that builds a
    /// file name from segments must refuse that.
    package var pathSegments: [String]
    /// The query's parameters, decoded once, in order.
    package var query: Query
    var version: Version
    package var headers: RequestHeaders
    /// The requested authority (host and port): from a target in absolute form, else from `Host`.
    ///
    /// Empty only in HTTP/1.0.
    package var host: String
    /// The content, within the parser's limit.
    package var body: [UInt8]
    /// Whether the client may send another request on this connection (RFC 9112 §9.3).
    var keepsAlive: Bool
    /// Whether the client's connection is encrypted, as a trusted proxy says.
    package var isSecure = false

    /// The decoded path, only for messages and logs: an encoded slash looks like a separator in it.
    package var path: String { target == "*" ? "*" : "/" + pathSegments.joined(separator: "/") }
}

extension Request {
    /// Makes a request within the program with the same parser as for sockets; `target` is percent-encoded.
    ///
    /// `Host` is added if missing, and `Content-Length` if there is a body.
    ///
    /// - Throws: the parser's error.
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
