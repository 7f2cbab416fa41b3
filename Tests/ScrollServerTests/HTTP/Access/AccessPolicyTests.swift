// Who may ask what: one request at a time, without a socket.

import Testing

@testable import HTTP
@testable import Platform

@Suite struct AccessPolicyTests {
    private static let secret = "correct-horse-battery"

    /// A request as a browser or a program sends it, and the status of what it gets; 200 for one that is let in.
    private func status(
        _ method: HTTP.Method = .get, _ target: String = "/", _ fields: [(String, String)] = [],
        _ settings: AccessSettings = AccessSettings(), token: String? = nil, from peer: String? = "127.0.0.1"
    ) throws -> Int {
        try answer(method, target, fields, settings, token: token, from: peer)?.status ?? 200
    }

    private func answer(
        _ method: HTTP.Method = .get, _ target: String = "/", _ fields: [(String, String)] = [],
        _ settings: AccessSettings = AccessSettings(), token: String? = nil, from peer: String? = "127.0.0.1"
    ) throws -> Response? {
        let hosts = HostPolicy(boundHost: "127.0.0.1", boundAddress: "127.0.0.1", allowedHosts: settings.hosts)
        let policy = AccessPolicy(settings, token: token.flatMap { AccessToken($0) }, hosts: hosts)
        var request = try Request(method, target, headers: [("Host", "localhost:8080")] + fields)
        return policy.refusal(of: &request, from: peer.flatMap { NetworkAddress($0) })
    }

    private static let upgrade = [("Upgrade", "websocket"), ("Connection", "Upgrade")]

    /// Pages may ask for what is theirs; those of others may only lead a reader here.
    ///
    /// Without the fields it is no browser.
    @Test(
        arguments: [
            (nil, nil, nil, 200, 200), ("none", "navigate", "document", 200, 200),
            ("same-origin", "cors", "empty", 200, 200), ("same-origin", "no-cors", "image", 200, 200),
            ("cross-site", "navigate", "document", 200, 403), ("same-site", "navigate", "document", 200, 403),
            ("cross-site", "navigate", nil, 200, 403), ("cross-site", "navigate", "iframe", 403, 403),
            ("cross-site", "navigate", "object", 403, 403), ("same-site", "navigate", "embed", 403, 403),
            ("cross-site", "no-cors", "image", 403, 403), ("same-site", "no-cors", "image", 403, 403),
            ("cross-site", "no-cors", "script", 403, 403), ("same-site", "cors", "empty", 403, 403),
            ("cross-site", "cors", "empty", 403, 403), ("cross-site", nil, nil, 403, 403),
            ("odd", "cors", nil, 403, 403),
        ] as [(String?, String?, String?, Int, Int)])
    func pagesOfOthers(site: String?, mode: String?, destination: String?, reading: Int, writing: Int) throws {
        let fields = [("Sec-Fetch-Site", site), ("Sec-Fetch-Mode", mode), ("Sec-Fetch-Dest", destination)]
            .compactMap { name, value in value.map { (name, $0) } }
        for target in ["/", "/api/collections/x/items/y", "/main.js", "/metrics"] {
            #expect(try status(.get, target, fields) == reading, "\(target)")
            #expect(try status(.head, target, fields) == reading, "\(target)")
        }
        for method in [HTTP.Method.post, .put, .patch, .delete] {
            #expect(try status(method, "/api/state/page", fields) == writing)
        }
        #expect(try status(.get, "/api/collections/x/session", fields + Self.upgrade) == writing)
    }

    /// A browser lets pages of any origin open a WebSocket, so that its origin counts as if it wrote.
    @Test(arguments: [
        ("http://localhost:8080", 200), ("http://front.example", 200), ("http://evil.example", 403),
        ("http://localhost:9090", 403), ("null", 403), ("", 403),
    ])
    func sessionsOfOthers(origin: String, expected: Int) throws {
        var settings = AccessSettings()
        settings.hosts = ["front.example"]
        #expect(try status(.get, "/x", Self.upgrade + [("Origin", origin)], settings) == expected)
        #expect(try status(.get, "/x", [("Origin", origin)], settings) == 200)
    }

    @Test(
        arguments: [
            ([], 401), ([("Authorization", "Bearer correct-horse-battery")], 200),
            ([("Authorization", "bearer  correct-horse-battery")], 200),
            ([("Authorization", "Bearer correct-horse-batterx")], 401),
            ([("Authorization", "Bearer correct-horse")], 401),
            ([("Authorization", "Bearer correct-horse-battery-staple")], 401), ([("Authorization", "Bearer ")], 401),
            ([("Authorization", "Basic correct-horse-battery")], 401),
            ([("Cookie", "scrollserver-8080=correct-horse-battery")], 200),
            ([("Cookie", "a=b; scrollserver-8080=wrong; scrollserver-8080=correct-horse-battery")], 200),
            ([("Cookie", "scrollserver-8081=correct-horse-battery")], 401),
            ([("Cookie", "xscrollserver-8080=correct-horse-battery")], 401), ([("Cookie", "scrollserver-8080=")], 401),
            // A header that is wrong is not made good by a cookie.
            ([("Authorization", "Bearer wrong"), ("Cookie", "scrollserver-8080=correct-horse-battery")], 401),
        ] as [([(String, String)], Int)])
    func tokens(fields: [(String, String)], expected: Int) throws {
        for target in ["/", "/api/collections", "/main.js", "/metrics", "/none"] {
            #expect(try status(.get, target, fields, token: Self.secret) == expected, "\(target)")
        }
        #expect(try status(.put, "/api/state/page", fields, token: Self.secret) == expected)
        #expect(try status(.get, "/x", fields + Self.upgrade, token: Self.secret) == expected)
        #expect(try status(.get, "/healthz", fields, token: Self.secret) == 200)
        #expect(try status(.get, "/", fields) == 200)
    }

    /// The token in an address is exchanged for a cookie, and is not in the address that the reader is sent to.
    @Test(arguments: [
        ("/?token=correct-horse-battery", "/"), ("/?live=0&token=correct-horse-battery&runway=5", "/?live=0&runway=5"),
        ("/?%74oken=correct%2Dhorse-battery", "/"), ("/a%20b?&&x=%26&token=correct-horse-battery", "/a%20b?x=%26"),
        ("//evil.example/?token=correct-horse-battery", "/evil.example/"),
    ])
    func exchange(target: String, location: String) throws {
        for method in [HTTP.Method.get, .head] {
            let response = try #require(try answer(method, target, token: Self.secret))
            #expect(response.status == 303 && response.headers["Location"] == location)
            #expect(
                response.headers["Set-Cookie"]
                    == "scrollserver-8080=correct-horse-battery; Path=/; HttpOnly; SameSite=Strict")
        }
        #expect(try status(.post, target, token: Self.secret) == 401)
        #expect(try status(.get, target, Self.upgrade, token: Self.secret) == 401)
        // Where no token is needed nobody looks at it.
        #expect(try status(.get, target) == 200)
    }

    /// A wrong one in the address, as an old bookmark has it, does no harm to who has the right cookie.
    @Test func wrongTokens() throws {
        let cookie = ("Cookie", "scrollserver-8080=correct-horse-battery")
        #expect(try answer(.get, "/?token=old", [cookie], token: Self.secret)?.headers["Location"] == "/")
        let answer = try #require(try answer(.get, "/?token=correct-horse-batter", token: Self.secret))
        #expect(answer.status == 401 && answer.headers["Set-Cookie"] == nil)
        #expect(answer.headers["WWW-Authenticate"]?.contains("invalid_token") == true)
    }

    @Test func whoIsRefusedIsTold() throws {
        let problem = try #require(try answer(token: Self.secret))
        #expect(problem.headers["Content-Type"] == "application/problem+json")
        #expect(problem.headers["WWW-Authenticate"] == #"Bearer realm="ScrollServer""#)
        let page = try #require(try answer(.get, "/", [("Accept", "text/html,*/*")], token: Self.secret))
        #expect(page.status == 401 && page.headers["Content-Type"]?.hasPrefix("text/html") == true)
        guard case .bytes(let bytes) = page.body, case .bytes(let json) = problem.body else {
            Issue.record("no text")
            return
        }
        #expect(String(decoding: bytes, as: UTF8.self).contains("?token="))
        #expect(String(decoding: json, as: UTF8.self).contains("Authorization: Bearer"))
        for text in [bytes, json] { #expect(!String(decoding: text, as: UTF8.self).contains(Self.secret)) }
    }

    /// A strict cookie is kept back where another site led here, and sent where our own page leads on: once.
    @Test(arguments: [("cross-site", true), ("same-site", true), ("same-origin", false), ("none", false)])
    func linksFromElsewhere(site: String, again: Bool) throws {
        let fields = [
            ("Accept", "text/html"), ("Sec-Fetch-Site", site), ("Sec-Fetch-Mode", "navigate"),
            ("Sec-Fetch-Dest", "document"),
        ]
        guard case .bytes(let bytes)? = try answer(.get, "/", fields, token: Self.secret)?.body else {
            Issue.record("no text")
            return
        }
        #expect(String(decoding: bytes, as: UTF8.self).contains("<script>") == again)
    }

    @Test func readOnly() throws {
        var settings = AccessSettings()
        settings.isReadOnly = true
        for method in [HTTP.Method.get, .head, .options] {
            #expect(try status(method, "/api/state/page", [], settings) == 200)
        }
        #expect(try status(.get, "/x", Self.upgrade, settings) == 200)
        for method in [HTTP.Method.post, .put, .patch, .delete] {
            let answer = try #require(try answer(method, "/api/state/page", [], settings))
            #expect(answer.status == 403)
        }
        // Who has no token is not told more than that.
        #expect(try status(.put, "/api/state/page", [], settings, token: Self.secret) == 401)
    }

    /// What a proxy says counts where it is trusted, and never makes a name ours.
    @Test(
        arguments: [
            ("127.0.0.1", "127.0.0.1", [("X-Forwarded-Host", "p.example")], 200),
            ("127.0.0.1", "127.0.0.2", [("X-Forwarded-Host", "p.example")], 403),
            ("127.0.0.0/8", "127.9.9.9", [("X-Forwarded-Host", "p.example")], 200),
            ("10.0.0.0/8", "::ffff:10.1.2.3", [("X-Forwarded-Host", "p.example")], 200),
            ("::1", "127.0.0.1", [("X-Forwarded-Host", "p.example")], 403),
            ("unix", nil, [("X-Forwarded-Host", "p.example")], 200),
            ("unix", "127.0.0.1", [("X-Forwarded-Host", "p.example")], 403),
            ("127.0.0.1", nil, [("X-Forwarded-Host", "p.example")], 403),
            ("127.0.0.1", "127.0.0.1", [("Forwarded", "for=1.2.3.4;host=p.example;proto=https")], 200),
            ("127.0.0.1", "127.0.0.1", [("Forwarded", "host=evil.example, Host=\"p.example\"")], 200),
            ("127.0.0.1", "127.0.0.1", [("Forwarded", "host=p.example, host=evil.example")], 421),
            ("127.0.0.1", "127.0.0.1", [("X-Forwarded-Host", "evil.example, p.example")], 200),
            ("127.0.0.1", "127.0.0.1", [("X-Forwarded-Host", "evil.example")], 421),
            ("127.0.0.1", "127.0.0.2", [("X-Forwarded-Host", "evil.example")], 403),
            ("127.0.0.1", "127.0.0.1", [], 403),
        ] as [(String, String?, [(String, String)], Int)])
    func proxies(trusted: String, peer: String?, fields: [(String, String)], expected: Int) throws {
        var settings = AccessSettings()
        settings.proxies = [try #require(AccessSettings.TrustedProxy(trusted))]
        // The name is ours, but not as an origin that may write under another name.
        let hosts = HostPolicy(boundHost: "p.example", boundAddress: "127.0.0.1", allowedHosts: [])
        let policy = AccessPolicy(settings, token: nil, hosts: hosts)
        var request = try Request(
            .put, "/", headers: [("Host", "127.0.0.1:8080"), ("Origin", "https://p.example")] + fields)
        let status = policy.refusal(of: &request, from: peer.flatMap { NetworkAddress($0) })?.status ?? 200
        #expect(status == expected)
    }

    /// The cookie goes by the reader's own port, below the base path, and over TLS alone where the reader uses that.
    @Test(
        arguments: [
            ([("X-Forwarded-Host", "p.example"), ("X-Forwarded-Proto", "https")], "scrollserver-443", true),
            ([("X-Forwarded-Host", "p.example:8443"), ("X-Forwarded-Proto", "HTTPS")], "scrollserver-8443", true),
            ([("X-Forwarded-Host", "p.example"), ("X-Forwarded-Proto", "http")], "scrollserver-80", false),
            ([("X-Forwarded-Host", "p.example"), ("X-Forwarded-Proto", "http, https")], "scrollserver-443", true),
            ([], "scrollserver-8080", false),
        ] as [([(String, String)], String, Bool)])
    func cookieBehindAProxy(fields: [(String, String)], name: String, isSecure: Bool) throws {
        var settings = AccessSettings()
        settings.hosts = ["p.example"]
        settings.base = try #require(BasePath("/pictures/"))
        settings.proxies = [try #require(AccessSettings.TrustedProxy("127.0.0.1"))]
        let target = "/pictures/?token=\(Self.secret)"
        let answer = try #require(try answer(.get, target, fields, settings, token: Self.secret))
        #expect(answer.headers["Location"] == "/pictures/")
        let attributes = "; Path=/pictures/; HttpOnly; SameSite=Strict" + (isSecure ? "; Secure" : "")
        #expect(answer.headers["Set-Cookie"] == "\(name)=\(Self.secret)\(attributes)")
        #expect(try status(.get, "/pictures/healthz", fields, settings, token: Self.secret) == 200)
        #expect(try status(.get, "/healthz", fields, settings, token: Self.secret) == 401)
    }

    /// What needs a token is for nobody else's cache.
    @Test func caching() throws {
        let hosts = HostPolicy(boundHost: "", boundAddress: "", allowedHosts: [])
        let open = AccessPolicy(AccessSettings(), token: nil, hosts: hosts)
        let closed = AccessPolicy(AccessSettings(), token: AccessToken(), hosts: hosts)
        #expect(open.caching("public, max-age=5, immutable") == "public, max-age=5, immutable")
        #expect(closed.caching("public, max-age=5, immutable") == "private, max-age=5, immutable")
        #expect(closed.caching("no-store") == "no-store")
    }
}
