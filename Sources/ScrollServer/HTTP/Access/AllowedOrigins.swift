// Which other origins' pages may show pictures (CORS: https://fetch.spec.whatwg.org/#http-cors-protocol).

/// The origins whose pages may use the addresses of pictures: tiles, IIIF and Deep Zoom, and nothing else.
package struct AllowedOrigins: Sendable, Equatable {
    /// Whether pages of every origin may.
    package private(set) var isAny = false
    /// As browsers write them: `https://viewer.example`.
    private(set) var origins: [String] = []

    /// No other origin.
    package init() {}

    package var isEmpty: Bool { !isAny && origins.isEmpty }

    /// Adds an origin, or all of them for `*`.
    ///
    /// - Returns: false for a text that is neither.
    package mutating func add(_ text: String) -> Bool {
        if text == "*" {
            isAny = true
        } else if let origin = Self.origin(text), text.split(separator: "/").count == 2,
            !text.contains(where: { $0 == "?" || $0 == "#" })
        {
            origins.append(origin)
        } else {
            return false
        }
        return true
    }

    /// The origins in words, for the line at the start.
    package var description: String { isAny ? "every page" : "pages of " + origins.joined(separator: ", ") }

    /// Whether a path, without the base path, is that of a picture's parts.
    static func areShared(_ path: [String]) -> Bool {
        switch path.first {
        case "iiif", "dzi": path.count > 1
        case "api": path.count > 4 && path[1] == "collections" && path[3] == "tiles"
        default: false
        }
    }

    /// Returns the value of `Access-Control-Allow-Origin` for a request of such a path; nil where its page may not.
    ///
    /// A picture that a page shows without asking for its bytes comes without `Origin`. Then the referrer tells, which
    /// pages can leave out, but not forge.
    func allowed(_ request: Request) -> String? {
        guard request.method.isSafe, request.headers["upgrade"] == nil else { return nil }
        if isAny { return "*" }
        guard let origin = (request.headers["origin"] ?? request.headers["referer"]).flatMap(Self.origin) else {
            return nil
        }
        return origins.contains(origin) ? origin : nil
    }

    /// Returns scheme, host and port of an address, in lower case and without the scheme's own port; nil for none.
    private static func origin(_ address: String) -> String? {
        for (scheme, standard) in [("https://", 443), ("http://", 80)] where address.lowercased().hasPrefix(scheme) {
            let rest = address.dropFirst(scheme.count)
            guard let authority = Authority(String(rest.prefix { $0 != "/" && $0 != "?" && $0 != "#" })) else {
                return nil
            }
            let port = authority.port.map { $0 == standard ? "" : ":\($0)" } ?? ""
            return scheme + authority.host + port
        }
        return nil
    }
}

extension AccessPolicy {
    /// Lets the page that asked read the response to its request, where it may.
    ///
    /// - Returns: whether it may.
    func share(_ response: inout Response, to request: Request) -> Bool {
        guard let (origin, dependsOnOrigin) = sharing(with: request) else { return false }
        if dependsOnOrigin {
            response.headers["Vary"] = response.headers["Vary"].map { "\($0), Origin" } ?? "Origin"
        }
        guard let origin else { return false }
        response.headers["Access-Control-Allow-Origin"] = origin
        response.headers["Access-Control-Expose-Headers"] = "ETag, Link"
        return true
    }
}

extension Response {
    /// The answer to the question whether pages of an origin may send a request with fields of their own.
    static var preflight: Response {
        var response = Response(204)
        response.headers["Access-Control-Allow-Methods"] = "GET, HEAD"
        response.headers["Access-Control-Allow-Headers"] =
            "Authorization, Content-Type, If-None-Match, X-Requested-With"
        response.headers["Access-Control-Max-Age"] = "86400"
        return response
    }
}
