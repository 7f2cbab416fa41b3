// Accepts the token in a cookie, in a header field, or in a URL that is then redirected.

/// Checks the token of one request.
struct TokenGate {
    let token: AccessToken
    let once: OneTimeToken?
    let base: BasePath
    /// Whether the client's connection is encrypted, so that the cookie can be restricted to such connections.
    let isSecure: Bool

    private static let parameter = "token"

    /// Checks a request's token.
    ///
    /// - Returns: nil if the token is right. If it is in the URL, a redirection to the URL without it, with a cookie,
    ///   so that the token does not stay in the address bar or the history, and is not passed on.
    func refusal(of request: Request) -> Response? {
        let reads = request.method == .get || request.method == .head
        if reads, request.headers["upgrade"] == nil, let given = request.query[Self.parameter] {
            let isRight = token.isEqual(to: given) || once?.use(given) == true || hasCookie(request)
            return isRight ? exchange(request) : question(request, isWrong: true)
        }
        if let given = bearer(request) { return token.isEqual(to: given) ? nil : question(request, isWrong: true) }
        return hasCookie(request) ? nil : question(request, isWrong: false)
    }

    /// Returns the token after `Bearer` in `Authorization` (RFC 6750 §2.1).
    private func bearer(_ request: Request) -> Substring? {
        guard let field = request.headers["authorization"] else { return nil }
        let parts = field.split(separator: " ", maxSplits: 1)
        guard parts.count == 2, parts[0].lowercased() == "bearer" else { return nil }
        return parts[1].drop { $0 == " " }
    }

    /// Returns whether one of our cookies contains the token (RFC 6265 §5.4).
    ///
    /// There may be several, since another server on the same host can set the same name for a parent path.
    private func hasCookie(_ request: Request) -> Bool {
        guard let field = request.headers["cookie"] else { return false }
        let start = cookieName(request) + "="
        return field.split(separator: ";").contains { cookie in
            let cookie = cookie.drop { $0 == " " }
            return cookie.hasPrefix(start) && token.isEqual(to: cookie.dropFirst(start.count))
        }
    }

    /// Returns the cookie's name, which contains the port that the browser uses.
    ///
    /// Cookies are shared by all ports of a host, so those of other servers, also behind tunnels, would collide.
    private func cookieName(_ request: Request) -> String {
        "scrollserver-\(Authority(request.host)?.port ?? (isSecure ? 443 : 80))"
    }

    private func exchange(_ request: Request) -> Response {
        let attributes = "; Path=\(base.address("/")); HttpOnly; SameSite=Strict" + (isSecure ? "; Secure" : "")
        var response = Response(303, headers: ["Location": address(of: request), "Cache-Control": "no-store"])
        response.headers["Set-Cookie"] = "\(cookieName(request))=\(token.secret)\(attributes)"
        return response
    }

    /// Returns the request's path and query without the token.
    private func address(of request: Request) -> String {
        let parts = request.target.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
        // A location that begins with two slashes would name another host.
        let path = "/" + parts[0].drop { $0 == "/" }
        let pieces = parts.count > 1 ? parts[1].split(separator: "&") : []
        // The query has one parameter per non-empty piece, in the same order.
        let kept = zip(pieces, request.query.parameters).filter { $1.name != Self.parameter }.map(\.0)
        return kept.isEmpty ? path : "\(path)?\(kept.joined(separator: "&"))"
    }

    // MARK: Who has none

    /// Answers 401: with a problem for programs, with a page for browsers.
    private func question(_ request: Request, isWrong: Bool) -> Response {
        let what = isWrong ? "this is not the server's token" : "this server answers only who has its token"
        var problem = Problem(
            401,
            "\(what); open the address that it printed when it was started, "
                + "or send the token as 'Authorization: Bearer TOKEN'",
            kind: "token")
        // RFC 6750 §3: report an error only if a token was given.
        problem.headers["WWW-Authenticate"] =
            #"Bearer realm="ScrollServer""# + (isWrong ? #", error="invalid_token""# : "")
        guard request.method == .get || request.method == .head,
            request.headers["accept"]?.contains("text/html") == true
        else { return problem.response }
        // After a link from another site, the browser withholds the SameSite=Strict cookie. It sends the cookie when
        // our own page requests the address, so this page reloads itself.
        let site = request.headers["sec-fetch-site"]
        let comesFromElsewhere = !isWrong && (site == "cross-site" || site == "same-site")
        var response = problem.response
        response.headers["Content-Type"] = "text/html; charset=utf-8"
        response.headers["Content-Security-Policy"] =
            "default-src 'none'; script-src '\(Self.scriptHash)'; style-src 'unsafe-inline'; form-action 'self'; "
            + "base-uri 'none'"
        response.body = .bytes(Array(Self.page(isWrong: isWrong, reloads: comesFromElsewhere).utf8))
        return response
    }

    /// Navigates to the current page from within the page itself.
    ///
    /// The question mark makes it a different address: with a mere fragment a browser would only scroll, and a reload
    /// would again count as initiated by the other site.
    private static let script =
        #"location.replace(location.pathname+(location.search?location.search+"&":"?")+location.hash)"#
    /// The script's hash, so that the page runs no other script (Content Security Policy Level 3 §8.3).
    private static let scriptHash = "sha256-SZtT+FzkUZ0DXSIFZQvzE+5l05gPKSxdpwISUVOmlRA="

    private static func page(isWrong: Bool, reloads: Bool) -> String {
        """
        <!doctype html>
        <html lang="en">
        <meta charset="utf-8">
        <title>ScrollServer: token needed</title>
        <meta name="viewport" content="width=device-width, initial-scale=1">
        <meta name="color-scheme" content="light dark">\(reloads ? "\n<script>\(script)</script>" : "")
        <style>body { font: 1rem/1.5 system-ui, sans-serif; max-width: 34rem; margin: 4rem auto; padding: 0 1rem }</style>
        <h1>\(isWrong ? "That is not the token" : "These pictures need a token")</h1>
        <p>Open the address that the server printed when it was started, with <code>?token=</code> at its end, or give the
        token here. It is kept until the browser is closed.</p>
        <form><label>Token <input type="password" name="token" autocomplete="current-password" autofocus required></label>
        <button>Open</button></form>

        """
    }
}
