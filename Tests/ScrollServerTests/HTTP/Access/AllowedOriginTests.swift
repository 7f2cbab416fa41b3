// Which pages of other origins may show pictures.

import Foundation
import Testing

@testable import HTTP
@testable import Platform

@Suite struct AllowedOriginTests {
    private static let viewer = "https://viewer.example"

    private static func policy(_ origins: String..., token: String? = nil, base: String = "") throws -> AccessPolicy {
        var settings = AccessSettings()
        for origin in origins {
            let isOrigin = settings.origins.add(origin)
            #expect(isOrigin, "\(origin)")
        }
        if !base.isEmpty { settings.base = try #require(BasePath(base)) }
        let hosts = HostPolicy(boundHost: "127.0.0.1", boundAddress: "127.0.0.1", allowedHosts: [])
        return AccessPolicy(settings, token: token.flatMap { AccessToken($0) }, hosts: hosts)
    }

    private static func status(
        _ policy: AccessPolicy, _ method: HTTP.Method, _ target: String, _ fields: [(String, String)]
    ) throws -> Int {
        var request = try Request(method, target, headers: [("Host", "localhost:8080")] + fields)
        return policy.refusal(of: &request, from: NetworkAddress("127.0.0.1"))?.status ?? 200
    }

    private static func from(_ origin: String?, mode: String = "cors") -> [(String, String)] {
        [("Sec-Fetch-Site", "cross-site"), ("Sec-Fetch-Mode", mode), ("Sec-Fetch-Dest", "image")]
            + (origin.map { [("Origin", $0)] } ?? [])
    }

    private static let shared = [
        "/iiif/3/a~b/info.json", "/iiif/2/a~b", "/iiif/3/a~b/full/max/0/default.jpg", "/dzi/a~b.dzi",
        "/dzi/a~b_files/0/0_0.jpg", "/api/collections/a/tiles/b/0/0/0", "/iiif/3/a/manifest.json",
    ]
    private static let others = [
        "/", "/iiif", "/api/collections", "/api/collections/a", "/api/collections/a/items/b",
        "/api/collections/a/items/b/original", "/api/collections/a/plan", "/api/state/x", "/metrics", "/main.js",
        "/api/collections/tiles/tiles",
    ]

    @Test func nothingIsSharedUnlessAsked() throws {
        let policy = try Self.policy()
        #expect(!policy.sharesPictures)
        for target in Self.shared + Self.others {
            #expect(try Self.status(policy, .get, target, Self.from(Self.viewer)) == 403, "\(target)")
            #expect(policy.sharing(with: try Request(.get, target)) == nil)
        }
    }

    @Test func picturesAreSharedWithNamedOrigins() throws {
        let policy = try Self.policy(Self.viewer, "http://localhost:3000")
        for origin in [Self.viewer, "http://localhost:3000"] {
            for target in Self.shared {
                #expect(try Self.status(policy, .get, target, Self.from(origin)) == 200, "\(target)")
                #expect(try Self.status(policy, .head, target, Self.from(origin)) == 200, "\(target)")
                // A picture in a page comes without an origin, but with the page's address.
                let image = Self.from(nil, mode: "no-cors") + [("Referer", origin + "/page?x=http://evil.example/")]
                #expect(try Self.status(policy, .get, target, image) == 200, "\(target)")
                let request = try Request(.get, target, headers: [("Origin", origin)])
                #expect(policy.sharing(with: request)?.origin == origin)
            }
            for target in Self.others {
                #expect(try Self.status(policy, .get, target, Self.from(origin)) == 403, "\(target)")
                #expect(policy.sharing(with: try Request(.get, target, headers: [("Origin", origin)])) == nil)
            }
            for method in [HTTP.Method.post, .put, .patch, .delete] {
                #expect(try Self.status(policy, method, "/iiif/3/a~b/info.json", Self.from(origin)) == 403)
            }
        }
        for origin in [
            "http://viewer.example", "https://viewer.example:8443", "https://viewer.example.evil.example", "null",
            "https://a.viewer.example", "http://localhost:3001", "",
        ] {
            #expect(try Self.status(policy, .get, Self.shared[0], Self.from(origin)) == 403, "\(origin)")
            let image = Self.from(nil, mode: "no-cors") + [("Referer", origin + "/")]
            #expect(try Self.status(policy, .get, Self.shared[0], image) == 403, "\(origin)")
        }
        #expect(try Self.status(policy, .get, Self.shared[0], Self.from(nil)) == 403)
        // Our own page, and programs, as before.
        #expect(try Self.status(policy, .get, "/", [("Sec-Fetch-Site", "same-origin")]) == 200)
        #expect(try Self.status(policy, .get, Self.shared[0], []) == 200)
    }

    @Test func everyPageMayBeLet() throws {
        let policy = try Self.policy("*", base: "/pictures")
        for target in Self.shared {
            #expect(try Self.status(policy, .get, "/pictures" + target, Self.from("null")) == 200, "\(target)")
            #expect(try Self.status(policy, .get, "/pictures" + target, Self.from(nil, mode: "no-cors")) == 200)
            #expect(policy.sharing(with: try Request(.get, "/pictures" + target))?.origin == "*")
            #expect(try Self.status(policy, .get, target, Self.from(Self.viewer)) == 403, "outside of the base path")
        }
        for target in Self.others {
            #expect(try Self.status(policy, .get, "/pictures" + target, Self.from(Self.viewer)) == 403, "\(target)")
        }
    }

    /// The question before a request with fields of its own comes without the token.
    @Test func preflight() throws {
        let policy = try Self.policy(Self.viewer, token: "correct-horse-battery")
        let question = [("Access-Control-Request-Method", "GET"), ("Access-Control-Request-Headers", "authorization")]
        let target = Self.shared[0]
        #expect(try Self.status(policy, .options, target, Self.from(Self.viewer) + question) == 204)
        #expect(try Self.status(policy, .options, target, Self.from("https://other.example") + question) == 403)
        #expect(try Self.status(policy, .options, "/api/collections", Self.from(Self.viewer) + question) == 403)
        #expect(try Self.status(policy, .options, target, Self.from(Self.viewer)) == 401)
        #expect(try Self.status(policy, .get, target, Self.from(Self.viewer)) == 401)
        let token = [("Authorization", "Bearer correct-horse-battery")]
        #expect(try Self.status(policy, .get, target, Self.from(Self.viewer) + token) == 200)
    }

    @Test func whatIsAnOrigin() {
        var origins = AllowedOrigins()
        for text in [
            "https://viewer.example", "http://localhost:3000", "HTTPS://Viewer.Example:443", "http://127.0.0.1:80",
            "http://[::1]:8080", "https://viewer.example/",
        ] {
            let isOrigin = origins.add(text)
            #expect(isOrigin, "\(text)")
        }
        for text in [
            "", "viewer.example", "https://", "https://viewer.example/page", "ftp://viewer.example", "**", "null",
            "https://viewer.example?x", "https://a b",
        ] {
            let isOrigin = origins.add(text)
            #expect(!isOrigin, "\(text)")
        }
        #expect(!origins.isAny && !origins.isEmpty)
        #expect(origins.description.hasPrefix("pages of https://viewer.example, http://localhost:3000"))
    }

    /// The fields of whole answers, over a socket.
    @Test func fieldsOfAnswers() throws {
        let server = try TestServer { configuration in
            _ = configuration.access.origins.add(Self.viewer)
        }
        let client = try server.client()
        client.get("/dzi/x", fields: "Origin: \(Self.viewer)\r\n")
        let shared = try #require(client.receive())
        #expect(shared.status == 404 && shared.headers["access-control-allow-origin"] == Self.viewer)
        #expect(shared.headers["vary"] == "Origin")
        #expect(shared.headers["cross-origin-resource-policy"] == "cross-origin")
        client.get("/dzi/x")
        let own = try #require(client.receive())
        #expect(own.headers["access-control-allow-origin"] == nil && own.headers["vary"] == "Origin")
        #expect(own.headers["cross-origin-resource-policy"] == "same-origin")
        client.get("/hello", fields: "Origin: \(Self.viewer)\r\n")
        let other = try #require(client.receive())
        #expect(other.headers["access-control-allow-origin"] == nil && other.headers["vary"] == nil)
        #expect(other.headers["cross-origin-resource-policy"] == "same-origin")
    }
}
