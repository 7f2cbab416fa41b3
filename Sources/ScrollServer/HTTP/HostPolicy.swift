// Whether a request is meant for us and comes from one of our own pages.

/// Checks of `Host`, against DNS rebinding, and of `Origin`, against writing by other sites' pages.
///
/// A page of another site can make the browser resolve its own name to 127.0.0.1, and is then same-origin with us; but
/// its requests bear that name in `Host`.
struct HostPolicy: Sendable {
    /// Names under which we are known, in lower case, any port.
    private let names: Set<String>
    /// Names that were given on purpose, under which another front may stand before us.
    private let givenNames: Set<String>
    /// Whether we listen on every address, so that any numeric one may be ours.
    private let allowsNumeric: Bool

    init(boundHost: String, boundAddress: String, allowedHosts: [String]) {
        func name(_ text: String) -> String {
            text.contains(":") && !text.hasPrefix("[") ? "[\(text.lowercased())]" : text.lowercased()
        }
        givenNames = Set(allowedHosts.map(name))
        names = givenNames.union(["localhost", "127.0.0.1", "[::1]", name(boundHost), name(boundAddress)])
        allowsNumeric = boundAddress == "0.0.0.0" || boundAddress == "::"
    }

    /// The problem with a request's origin or destination; nil when it may be answered.
    func objection(to request: Request) -> Problem? {
        // Without Host in HTTP/1.0; no browser sends such a request.
        if request.host.isEmpty { return nil }
        guard let authority = Authority(request.host), isOurs(authority) else {
            return Problem(
                421,
                "this server is not known as '\(request.host)'; use localhost, or start it with --allow-host and that name",
                kind: "unknown-host")
        }
        guard !request.method.isSafe, let origin = request.headers["origin"] else { return nil }
        guard isOurs(origin: origin, host: authority) else {
            return Problem(403, "pages of '\(origin)' may not change anything here", kind: "foreign-origin")
        }
        return nil
    }

    /// Whether a WebSocket or a writing request may come from this origin.
    func isOurs(origin: String, host: Authority) -> Bool {
        let scheme = origin.hasPrefix("https://") ? "https://" : "http://"
        guard origin.hasPrefix(scheme), let authority = Authority(String(origin.dropFirst(scheme.count))) else {
            return false
        }
        // The same name with another port is another program's page; a front we were told of may have any.
        let standard = scheme == "https://" ? 443 : 80
        return authority.host == host.host && (authority.port ?? standard) == (host.port ?? standard)
            || givenNames.contains(authority.host)
    }

    private func isOurs(_ authority: Authority) -> Bool {
        names.contains(authority.host) || allowsNumeric && authority.isNumeric
    }
}
