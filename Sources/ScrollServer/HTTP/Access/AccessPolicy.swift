// Who may ask what: the one check that every request passes before it is routed.

import Platform

/// Decides whether a request is answered at all. Checks, in this order: the host's name, what pages of others ask for,
/// the token, and whether anything may be changed. A request for a WebSocket counts as one that writes, since browsers
/// let pages of any origin open one.
///
/// A class, since every request passes it, and a copy would count seven references.
final class AccessPolicy: Sendable {
    let hosts: HostPolicy
    /// nil where requests need none.
    let token: AccessToken?
    /// Whether requests need a token: asked for each answer, and cheaper than a look at the token.
    let needsToken: Bool
    private let settings: AccessSettings
    private let once: OneTimeToken?

    /// - Parameter once: lets in once as `token` does; nil where no browser is opened.
    init(_ settings: AccessSettings, token: AccessToken?, once: AccessToken? = nil, hosts: HostPolicy) {
        (self.settings, self.token, self.hosts) = (settings, token, hosts)
        needsToken = token != nil
        self.once = once.map { OneTimeToken($0) }
    }

    /// Whether a proxy may tell who asked, and for what name.
    var hasProxies: Bool { !settings.proxies.isEmpty }

    /// Checks a request that comes from the reader itself.
    ///
    /// - Parameter hostIsKnown: whether the same host was admitted before, on the same connection.
    /// - Returns: nil for a request that may be answered, else the answer to give instead.
    func refusal(of request: Request, hostIsKnown: Bool) -> Response? {
        refusalOfHost(request, isKnown: hostIsKnown) ?? refusal(of: request, isSecure: false)
    }

    /// Checks a request that a proxy may have passed on: from a trusted one, its `host` becomes the one that the reader
    /// used.
    ///
    /// - Parameter peer: the other end of the connection; nil where it is a Unix socket's.
    func refusal(of request: inout Request, from peer: NetworkAddress?, hostIsKnown: Bool = false) -> Response? {
        if let response = refusalOfHost(request, isKnown: hostIsKnown) { return response }
        guard settings.isProxy(peer) else { return refusal(of: request, isSecure: false) }
        let forwarded = ForwardedFields(request.headers)
        if let host = forwarded.host {
            request.host = host
            // The proxy's word says which name was used, not that the name is ours.
            if let problem = hosts.objection(toHostOf: request) { return problem.response }
        }
        return refusal(of: request, isSecure: forwarded.isSecure)
    }

    private func refusalOfHost(_ request: Request, isKnown: Bool) -> Response? {
        isKnown && request.method.isSafe ? nil : hosts.objection(toHostOf: request)?.response
    }

    /// The checks besides that of the name.
    private func refusal(of request: Request, isSecure: Bool) -> Response? {
        let writes = !request.method.isSafe || request.headers["upgrade"] != nil
        if let problem = objection(toOriginOf: request, writes: writes) { return problem.response }
        if let token, settings.base.inside(request.pathSegments) != ["healthz"] {
            let gate = TokenGate(token: token, once: once, base: settings.base, isSecure: isSecure)
            if let response = gate.refusal(of: request) { return response }
        }
        guard settings.isReadOnly, !request.method.isSafe else { return nil }
        return Problem(
            403, "this server was started with --read-only: nothing can be changed here", kind: "read-only"
        ).response
    }

    /// How long others may keep an answer: what needs a token is not for caches that several readers share (RFC 9111
    /// §3.5).
    func caching(_ field: String) -> String {
        guard token != nil, field.hasPrefix("public") else { return field }
        return "private" + field.dropFirst("public".utf8.count)
    }

    /// The problem with what another origin's page asks for; nil where no such page asks, or where it only links here.
    ///
    /// Such a page cannot read an answer, but it could learn from an image that loads or fails which names there are.
    /// So it gets nothing but what a reader goes to in a window or tab of its own. Another port of the same host is
    /// another origin as well, `same-site` in the words of Fetch Metadata (https://www.w3.org/TR/fetch-metadata/); a
    /// client that sends no such fields is no current browser.
    private func objection(toOriginOf request: Request, writes: Bool) -> Problem? {
        if writes, let problem = hosts.objection(toOriginOf: request) { return problem }
        guard let site = request.headers["sec-fetch-site"], site != "same-origin", site != "none" else { return nil }
        let goesThere =
            request.headers["sec-fetch-mode"] == "navigate"
            && ["document", nil].contains(request.headers["sec-fetch-dest"])
        guard writes || !goesThere else { return nil }
        return Problem(
            403, "pages of other origins may link here, but neither embed what is here nor change it",
            kind: "foreign-page")
    }
}
