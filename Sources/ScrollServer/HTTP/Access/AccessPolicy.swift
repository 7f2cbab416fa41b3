// Access control: the check that every request passes before it is routed.

import Platform

/// Decides whether a request is answered at all.
///
/// Checks in this order: the host name, requests of other sites' pages, the token, and read-only mode. A WebSocket
/// request counts as writing, since browsers let pages of any origin open one.
///
/// A class, since every request uses it, and a copy would retain seven references.
final class AccessPolicy: Sendable {
    let hosts: HostPolicy
    /// nil if requests need no token.
    let token: AccessToken?
    /// Whether requests need a token; cheaper to read for each answer than `token`.
    let needsToken: Bool
    /// Whether pages of other origins may show pictures.
    let sharesPictures: Bool
    private let settings: AccessSettings
    private let once: OneTimeToken?

    /// Makes a policy; `once` grants access once as `token` does, and is nil if no browser is opened.
    init(_ settings: AccessSettings, token: AccessToken?, once: AccessToken? = nil, hosts: HostPolicy) {
        (self.settings, self.token, self.hosts) = (settings, token, hosts)
        needsToken = token != nil
        sharesPictures = !settings.origins.isEmpty
        self.once = once.map { OneTimeToken($0) }
    }

    /// Whether proxies are trusted to report the client's host name.
    var hasProxies: Bool { !settings.proxies.isEmpty }

    /// Checks a request that comes directly from a client.
    ///
    /// `hostIsKnown` tells whether the same host was admitted before on the same connection.
    ///
    /// - Returns: nil if the request may be answered, else the answer to give instead.
    func refusal(of request: Request, hostIsKnown: Bool) -> Response? {
        refusalOfHost(request, isKnown: hostIsKnown) ?? refusal(of: request, isSecure: false)
    }

    /// Checks a request from `peer` (nil for a Unix socket), whose forwarded `host` counts if trusted.
    func refusal(of request: inout Request, from peer: NetworkAddress?, hostIsKnown: Bool = false) -> Response? {
        if let response = refusalOfHost(request, isKnown: hostIsKnown) { return response }
        guard settings.isProxy(peer) else { return refusal(of: request, isSecure: false) }
        let forwarded = ForwardedFields(request.headers)
        request.isSecure = forwarded.isSecure
        if let host = forwarded.host {
            request.host = host
            // The proxy tells which name was used, not that the name is ours.
            if let problem = hosts.problem(toHostOf: request) { return problem.response }
        }
        return refusal(of: request, isSecure: forwarded.isSecure)
    }

    private func refusalOfHost(_ request: Request, isKnown: Bool) -> Response? {
        isKnown && request.method.isSafe ? nil : hosts.problem(toHostOf: request)?.response
    }

    /// Performs the checks after that of the host.
    private func refusal(of request: Request, isSecure: Bool) -> Response? {
        let writes = !request.method.isSafe || request.headers["upgrade"] != nil
        let isShared = sharesPictures && sharing(with: request)?.origin != nil
        if !isShared, let problem = problem(toOriginOf: request, writes: writes) { return problem.response }
        // Browsers ask before they send a token, and without it.
        if isShared, request.method == .options, request.headers["access-control-request-method"] != nil {
            return .preflight
        }
        if let token, settings.base.inside(request.pathSegments) != ["healthz"] {
            let gate = TokenGate(token: token, once: once, base: settings.base, isSecure: isSecure)
            if let response = gate.refusal(of: request) { return response }
        }
        guard settings.isReadOnly, !request.method.isSafe else { return nil }
        return Problem(
            403, "this server was started with --read-only: nothing can be changed here", kind: "read-only"
        ).response
    }

    /// Returns a `Cache-Control` value: content that needs a token becomes private (RFC 9111 §3.5).
    func caching(_ field: String) -> String {
        guard token != nil, field.hasPrefix("public") else { return field }
        return "private" + field.dropFirst("public".utf8.count)
    }

    /// What other origins may do with the answer to a request: nil where it is not shared with any.
    ///
    /// `origin` is the one that may read it, `*` for all, and nil for none of this request.
    func sharing(with request: Request) -> (origin: String?, dependsOnOrigin: Bool)? {
        guard sharesPictures, let path = settings.base.inside(request.pathSegments), AllowedOrigins.areShared(path)
        else { return nil }
        return (settings.origins.allowed(request), !settings.origins.isAny)
    }

    /// Returns the problem with a request from another origin; nil if there is none, or it only links here.
    ///
    /// Such a page cannot read an answer, but images that load or fail could tell it which names exist. So it may only
    /// open documents in a window or tab. Another port of the same host is another origin as well, `same-site` in Fetch
    /// Metadata (https://www.w3.org/TR/fetch-metadata/); clients that send no such fields are not current browsers.
    private func problem(toOriginOf request: Request, writes: Bool) -> Problem? {
        if writes, let problem = hosts.problem(toOriginOf: request) { return problem }
        guard let site = request.headers["sec-fetch-site"], site != "same-origin", site != "none" else { return nil }
        let isNavigation =
            request.headers["sec-fetch-mode"] == "navigate"
            && ["document", nil].contains(request.headers["sec-fetch-dest"])
        guard writes || !isNavigation else { return nil }
        return Problem(
            403, "pages of other origins may link here, but neither embed what is here nor change it",
            kind: "foreign-page")
    }
}
