// Checks whether a request is addressed to this server and comes from one of its own pages.

/// Checks `Host` against DNS rebinding, and `Origin` against changes by other sites' pages.
///
/// DNS rebinding: another site makes its name resolve to 127.0.0.1, so that its page counts as same-origin with this
/// server. Its requests then have that name in `Host`, and are refused.
struct HostPolicy: Sendable {
    /// The server's host names in lower case, valid with any port.
    private let names: Set<String>
    /// The names given with `--allow-host`, valid with any port, which a reverse proxy may use.
    private let givenNames: Set<String>
    /// Whether the server listens on all addresses, so that any numeric host may be its own.
    private let allowsNumeric: Bool

    init(boundHost: String, boundAddress: String, allowedHosts: [String]) {
        func name(_ text: String) -> String {
            text.contains(":") && !text.hasPrefix("[") ? "[\(text.lowercased())]" : text.lowercased()
        }
        givenNames = Set(allowedHosts.map(name))
        names = givenNames.union(["localhost", "127.0.0.1", "[::1]", name(boundHost), name(boundAddress)])
        allowsNumeric = boundAddress == "0.0.0.0" || boundAddress == "::"
    }

    /// Returns the problem with a request's host (421); nil if the request is addressed to this server.
    func problem(toHostOf request: Request) -> Problem? {
        // Only HTTP/1.0 requests may lack Host, and no browser sends those.
        if request.host.isEmpty { return nil }
        if let authority = Authority(request.host), isOurs(authority) { return nil }
        return Problem(
            421,
            "this server is not known as '\(request.host)'; use localhost, or start it with --allow-host and that name",
            kind: "unknown-host")
    }

    /// Returns the problem with the origin (403) of a request that writes or opens a WebSocket.
    ///
    /// Requests without `Origin` do not come from pages, and are allowed (RFC 6455 §10.2).
    func problem(toOriginOf request: Request) -> Problem? {
        guard let origin = request.headers["origin"] else { return nil }
        if let host = Authority(request.host), isOurs(origin: origin, host: host) { return nil }
        return Problem(
            403, "pages of '\(origin)' may neither change anything here nor connect", kind: "foreign-origin")
    }

    /// Returns whether pages of this origin may write or open a WebSocket.
    private func isOurs(origin: String, host: Authority) -> Bool {
        let scheme = origin.hasPrefix("https://") ? "https://" : "http://"
        guard origin.hasPrefix(scheme), let authority = Authority(String(origin.dropFirst(scheme.count))) else {
            return false
        }
        // The same host with another port is another program's page, unless its name was given with --allow-host.
        let standard = scheme == "https://" ? 443 : 80
        return authority.host == host.host && (authority.port ?? standard) == (host.port ?? standard)
            || givenNames.contains(authority.host)
    }

    private func isOurs(_ authority: Authority) -> Bool {
        names.contains(authority.host) || allowsNumeric && authority.isNumeric
    }
}
