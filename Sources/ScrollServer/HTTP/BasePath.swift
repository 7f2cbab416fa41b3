// The path prefix of the server, for proxies that also serve other things.

/// The common prefix of all the server's URL paths: empty, or a path such as `/pictures`.
///
/// A proxy forwards paths unchanged. The prefix is removed here before routing, and added to each URL that is written.
package struct BasePath: Sendable, Equatable {
    /// Empty, or a slash before each segment and none at the end.
    let text: String
    /// The segments as they appear in a request's path.
    private let segments: [String]

    /// An empty path: the server has the origin for itself.
    package init() { (text, segments) = ("", []) }

    /// Parses a path that a user entered, ignoring slashes at its ends.
    ///
    /// - Returns: nil for a path with an empty segment, `.` or `..`, or a character that URLs must encode (RFC 3986
    ///   §2.3), since such a path may arrive in several spellings.
    package init?(_ text: String) {
        var rest = text[...]
        while rest.first == "/" { rest.removeFirst() }
        while rest.last == "/" { rest.removeLast() }
        guard !text.isEmpty else { return nil }
        let parts = rest.isEmpty ? [] : rest.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
        let areSound = parts.allSatisfy { part in
            !part.isEmpty && part != "." && part != ".." && part.utf8.allSatisfy(Self.isUnreserved)
        }
        guard areSound else { return nil }
        self.text = parts.map { "/" + $0 }.joined()
        segments = parts
    }

    package var isEmpty: Bool { segments.isEmpty }

    /// Returns the URL path for one of the server's own paths, which begins with a slash.
    package func address(_ path: String) -> String { text + path }

    /// Returns the segments after the base path; nil for paths outside it.
    ///
    /// `/pictures` without a final slash is outside, since relative links on its page would be wrong.
    package func inside(_ path: [String]) -> [String]? {
        guard !segments.isEmpty else { return path }
        guard path.count > segments.count, path.starts(with: segments) else { return nil }
        let rest = Array(path[segments.count...])
        return rest == [""] ? [] : rest
    }

    /// Returns a redirection from the origin's root, or the base path without its final slash; else nil.
    package func redirection(of request: Request) -> Response? {
        guard !segments.isEmpty, request.method == .get || request.method == .head,
            request.pathSegments.isEmpty || request.pathSegments == segments
        else { return nil }
        let query = request.target.firstIndex(of: "?").map { String(request.target[$0...]) } ?? ""
        return Response(302, headers: ["Location": address("/") + query, "Cache-Control": "no-cache"])
    }

    private static func isUnreserved(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x2D, 0x2E, 0x5F, 0x7E: true
        default: false
        }
    }
}
