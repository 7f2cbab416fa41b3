// The path below which the server is reached, where a proxy serves other things beside it.

/// What every address of the server begins with: nothing, or a path such as `/pictures`. A proxy passes that path on as
/// it is; it is removed here before a request is routed, and put before each address that is written.
package struct BasePath: Sendable, Equatable {
    /// Empty, or with a slash before each segment and none at the end.
    let text: String
    /// As they stand in a request's path.
    private let segments: [String]

    /// No path: the server has its origin for itself.
    package init() { (text, segments) = ("", []) }

    /// Reads what a user writes: slashes at its ends do not matter.
    ///
    /// - Returns: nil for a path with an empty segment, `.` or `..`, or a character that an address would have to
    ///   encode (RFC 3986 §2.3): such a path may reach the server in several spellings.
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

    /// The address of a path of the server's own, which begins with a slash.
    package func address(_ path: String) -> String { text + path }

    /// The segments behind the base path; nil where the path lies elsewhere. `/pictures` itself, without a slash at its
    /// end, lies elsewhere, since relative addresses on its page would.
    package func inside(_ path: [String]) -> [String]? {
        guard !segments.isEmpty else { return path }
        guard path.count > segments.count, path.starts(with: segments) else { return nil }
        let rest = Array(path[segments.count...])
        return rest == [""] ? [] : rest
    }

    /// Where to send a reader who asks for the origin's root, or for the base path without its last slash; nil for any
    /// other path.
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
