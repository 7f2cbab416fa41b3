// Who may ask, and under which name.

import Testing

@testable import HTTP

@Suite struct HostPolicyTests {
    private static let local = HostPolicy(
        boundHost: "127.0.0.1", boundAddress: "127.0.0.1", allowedHosts: ["Pictures.Example"])

    private func status(
        _ policy: HostPolicy = local, _ method: HTTP.Method = .get, host: String, origin: String? = nil
    ) throws -> Int {
        var fields = [("Host", host)]
        if let origin { fields.append(("Origin", origin)) }
        let access = AccessPolicy(AccessSettings(), token: nil, hosts: policy)
        var request = try Request(method, "/", headers: fields)
        return access.refusal(of: &request, from: nil)?.status ?? 200
    }

    @Test(arguments: [
        ("localhost", 200), ("LOCALHOST:8080", 200), ("127.0.0.1:1", 200), ("[::1]:8080", 200),
        ("pictures.example", 200), ("pictures.example:9", 200), ("evil.example", 421), ("localhost.evil.example", 421),
        ("evil.localhost", 421), ("127.0.0.2", 421), ("192.168.0.2", 421), ("localhost.", 421),
    ])
    func names(host: String, expected: Int) throws {
        #expect(try status(host: host) == expected)
    }

    /// Bound to every address, any numeric one may be ours; a name still has to be one we were told.
    @Test(arguments: [("192.168.0.2:8080", 200), ("[fe80::1]", 200), ("evil.example", 421), ("1.2.3.4.example", 421)])
    func everyAddress(host: String, expected: Int) throws {
        let policy = HostPolicy(boundHost: "0.0.0.0", boundAddress: "0.0.0.0", allowedHosts: [])
        #expect(try status(policy, host: host) == expected)
    }

    @Test(
        arguments: [
            (nil, 200), ("http://localhost:8080", 200), ("http://LOCALHOST:8080", 200),
            ("https://pictures.example", 200),
            ("http://localhost", 403), ("http://localhost:3000", 403), ("http://127.0.0.1:8080", 403),
            ("http://evil.example", 403), ("null", 403), ("", 403), ("file://", 403),
            ("http://localhost:8080.evil.example", 403), ("https://localhost:8080/x", 403),
        ] as [(String?, Int)])
    func writingPages(origin: String?, expected: Int) throws {
        for method in [HTTP.Method.post, .put, .patch, .delete] {
            #expect(try status(Self.local, method, host: "localhost:8080", origin: origin) == expected)
        }
        #expect(try status(Self.local, .get, host: "localhost:8080", origin: origin) == 200)
    }

    @Test func standardPortsMayBeLeftOut() throws {
        #expect(try status(Self.local, .post, host: "localhost:80", origin: "http://localhost") == 200)
        #expect(try status(Self.local, .post, host: "localhost", origin: "http://localhost:80") == 200)
        #expect(try status(Self.local, .post, host: "localhost", origin: "http://localhost:81") == 403)
    }
}

@Suite struct ProblemTests {
    @Test func aProblemIsOneJSONDocument() {
        let problem = Problem.badParameter("zoom", "\"a\\b\"\n is not a number from 0.01 to 64")
        #expect(
            problem.json
                == #"{"type":"urn:scrollserver:problem:bad-parameter","title":"Bad Request","status":400,"#
                + #""detail":"zoom: \"a\\b\"\u000a is not a number from 0.01 to 64","parameter":"zoom"}"# + "\n")
        #expect(problem.response.headers["content-type"] == "application/problem+json")
    }

    @Test func methodNotAllowedNamesTheAllowedOnes() {
        let response = Problem.methodNotAllowed(.put, allowed: [.get, .head]).response
        #expect(response.status == 405)
        #expect(response.headers["Allow"] == "GET, HEAD")
    }
}
