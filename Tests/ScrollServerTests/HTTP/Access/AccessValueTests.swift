// Tokens, base paths, addresses and accounts: what is one, and what it says.

import Testing

@testable import HTTP
@testable import Platform

@Suite struct AccessValueTests {
    @Test func madeTokens() {
        var seen: Set<String> = []
        for _ in 0..<100 { seen.insert(AccessToken().secret) }
        #expect(seen.count == 100)
        // 5 bits a character, but for the first of each half, which has 4.
        #expect(seen.allSatisfy { $0.utf8.count == 26 && AccessToken($0) != nil })
    }

    @Test(arguments: [
        ("", false), ("short", false), ("fifteen-letters", false), ("sixteen.letters_", true),
        ("with a space....", false),
        ("semicolon;;;;;;;;", false), ("ünïcödé-ünïcödé-", false), ("~-._ABCabc012345", true),
        ("quote\"quote\"quote", false),
    ])
    func chosenTokens(text: String, isSound: Bool) {
        #expect((AccessToken(text) != nil) == isSound)
    }

    @Test func aTokenIsNotPrintedByAccident() throws {
        let token = try #require(AccessToken("correct-horse-battery"))
        var address = HTTPServer.Address(host: "::", port: 80)
        address.token = token
        let requirement = AccessSettings.TokenRequirement.given(token)
        for text in [
            "\(token)", String(reflecting: token), "\(address)", "\(requirement)", String(reflecting: requirement),
        ] {
            #expect(!text.contains("horse"), "\(text)")
        }
        var dumped = ""
        dump(address, to: &dumped)
        #expect(!dumped.contains("horse"))
    }

    @Test func whereATokenIsNeeded() throws {
        let token = try #require(AccessToken("correct-horse-battery"))
        for (requirement, here, elsewhere) in [
            (AccessSettings.TokenRequirement.whereOthersReach, false, true), (.always, true, true),
            (.never, false, false),
            (.given(token), true, true),
        ] {
            #expect((requirement.token(isLocal: true) != nil) == here)
            #expect((requirement.token(isLocal: false) != nil) == elsewhere)
        }
        #expect(AccessSettings.TokenRequirement.given(token).token(isLocal: true) == token)
    }

    @Test(arguments: [
        ("/pictures", "/pictures"), ("pictures", "/pictures"), ("/pictures/", "/pictures"), ("//a/b//", "/a/b"),
        ("/", ""), ("//", ""), ("/~me/p.1_2-3", "/~me/p.1_2-3"), ("", nil), ("/a//b", nil), ("/a/../b", nil),
        ("/.", nil),
        ("/a?b", nil), ("/a#b", nil), ("/a%20b", nil), ("/a b", nil), ("/ä", nil), ("/a;b", nil), ("https://x/y", nil),
    ])
    func basePaths(text: String, expected: String?) {
        #expect(BasePath(text)?.text == expected)
    }

    @Test(
        arguments: [
            ("/pictures", ["pictures", ""], []), ("/pictures", ["pictures", "api", ""], ["api", ""]),
            ("/pictures", ["pictures"], nil), ("/pictures", [], nil), ("/pictures", ["picturesque", "api"], nil),
            ("/pictures", ["api"], nil), ("/a/b", ["a", "b", "c"], ["c"]), ("/a/b", ["a", "c", "b"], nil),
            ("/", ["a"], ["a"]),
            ("/", [], []),
        ] as [(String, [String], [String]?)])
    func insideABasePath(base: String, path: [String], expected: [String]?) throws {
        #expect(try #require(BasePath(base)).inside(path) == expected)
    }

    @Test(arguments: [
        ("127.0.0.1", true), ("127.9.9.9", true), ("::1", true), ("::ffff:127.0.0.1", true), ("0.0.0.0", false),
        ("::", false), ("192.168.0.2", false), ("fe80::1%eth0", false), ("126.255.255.255", false), ("::2", false),
    ])
    func loopback(text: String, expected: Bool) throws {
        #expect(try #require(NetworkAddress(text)).isLoopback == expected)
    }

    @Test(arguments: [
        ("10.0.0.0/8", "10.255.0.1", true), ("10.0.0.0/8", "11.0.0.1", false), ("10.0.0.0/8", "::ffff:10.0.0.1", true),
        ("192.168.4.0/22", "192.168.7.255", true), ("192.168.4.0/22", "192.168.8.0", false),
        ("0.0.0.0/0", "1.2.3.4", true),
        ("0.0.0.0/0", "2001:db8::1", false), ("::/0", "2001:db8::1", true), ("2001:db8::/33", "2001:db8:7fff::", true),
        ("2001:db8::/33", "2001:db8:8000::", false), ("172.17.0.1", "172.17.0.1", true),
        ("172.17.0.1", "172.17.0.2", false),
    ])
    func ranges(range: String, address: String, expected: Bool) throws {
        #expect(try #require(NetworkRange(range)).contains(try #require(NetworkAddress(address))) == expected)
    }

    @Test(arguments: [
        "", "localhost", "10.0.0", "10.0.0.0/33", "10.0.0.0/-1", "10.0.0.0/", "10.0.0.0/8/8", "::/129", "/8",
    ])
    func noRanges(text: String) {
        #expect(NetworkRange(text) == nil)
        #expect(AccessSettings.TrustedProxy(text) == nil)
    }

    @Test(arguments: [
        (1000, "/bin/bash", true), (70_000, "/usr/bin/fish", true), (999, "/bin/bash", false), (0, "/bin/bash", false),
        (1001, "/usr/sbin/nologin", false), (1001, "/bin/false", false), (1001, "", false), (65534, "/bin/sh", false),
    ])
    func accounts(user: UInt32, shell: String, expected: Bool) {
        #expect(Account(user: user, shell: shell).isPersons == expected)
    }
}
