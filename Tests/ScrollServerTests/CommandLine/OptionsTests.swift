// The command line by the GNU conventions.

import Testing

@testable import ScrollServer

@Suite struct OptionsTests {
    @Test func nothing() throws {
        let options = try Options([String]())
        #expect(options.paths.isEmpty && options.host == "127.0.0.1" && options.port == 8080 && options.demo == nil)
        #expect(options.cacheLimit == 2_000_000_000 && options.cache == nil && !options.opensBrowser)
    }

    /// What is written, and what that changes.
    private static let sound: [([String], @Sendable (inout Options) -> Void)] = [
        (["--port=0"], { $0.port = 0 }), (["--port", "65535"], { $0.port = 65535 }), (["-p", "81"], { $0.port = 81 }),
        (["-p81"], { $0.port = 81 }), (["--port=1", "--port=2"], { $0.port = 2 }),
        (["a", "--port=1", "b"], { ($0.port, $0.paths) = (1, ["a", "b"]) }),
        (["--", "--port=1", "-x", "--"], { $0.paths = ["--port=1", "-x", "--"] }), (["-"], { $0.paths = ["-"] }),
        (["a", "--", "b"], { $0.paths = ["a", "b"] }), (["a=b", "c d", "ü"], { $0.paths = ["a=b", "c d", "ü"] }),
        (["--host=::1"], { $0.host = "::1" }), (["--host", "a=b"], { $0.host = "a=b" }),
        (["--host=a=b"], { $0.host = "a=b" }), (["--host", "--port"], { $0.host = "--port" }),
        (["--demo=1"], { $0.demo = 1 }), (["--demo", "1000000000"], { $0.demo = 1_000_000_000 }),
        (["--marks=m.csv"], { $0.marks = "m.csv" }), (["--facts", "f.csv"], { $0.facts = "f.csv" }),
        (["--open"], { $0.opensBrowser = true }),
        (["--cache", "/x"], { $0.cache = "/x" }),
        (["--public=P"], { $0.publicFolder = "P" }), (["--root=a", "--root", "b"], { $0.roots = ["a", "b"] }),
        (["--allow-host=a", "--allow-host", "b"], { $0.access.hosts = ["a", "b"] }),
        (["--token"], { $0.access.token = .always }), (["--no-token"], { $0.access.token = .never }),
        (["--token", "x"], { ($0.access.token, $0.paths) = (.always, ["x"]) }),
        (
            ["--token=0123456789abcdef"],
            { $0.access.token = AccessToken("0123456789abcdef").map { .given($0) } ?? .never }
        ),
        (["--token", "--no-token"], { $0.access.token = .never }),
        (["--read-only"], { $0.access.isReadOnly = true }), (["--unix-socket", "s"], { $0.unixSocket = "s" }),
        (["--base-path", "/p/"], { $0.access.base = BasePath("p") ?? BasePath() }), (["--base-path=/"], { _ in }),
        (
            ["--trusted-proxy=10.0.0.0/8", "--trusted-proxy", "unix"],
            { $0.access.proxies = [NetworkRange("10.0.0.0/8").map { .addresses($0) } ?? .socket, .socket] }
        ),
        (["-h"], { $0.wantsHelp = true }), (["--help"], { $0.wantsHelp = true }),
        (["--version"], { $0.wantsVersion = true }), (["--cache-limit=0"], { $0.cacheLimit = 0 }),
        (["--cache-limit=500M"], { $0.cacheLimit = 500_000_000 }), (["--cache-limit=1k"], { $0.cacheLimit = 1000 }),
        (["--cache-limit=2GB"], { $0.cacheLimit = 2_000_000_000 }),
        (["--cache-limit=2GiB"], { $0.cacheLimit = 2 << 30 }), (["--cache-limit=3Ki"], { $0.cacheLimit = 3072 }),
        (["--cache-limit", "1T"], { $0.cacheLimit = 1_000_000_000_000 }), (["--cache-limit=7B"], { $0.cacheLimit = 7 }),
    ]

    @Test func understood() throws {
        for (arguments, change) in Self.sound {
            var expected = try Options([String]())
            change(&expected)
            #expect(try Options(arguments) == expected, "\(arguments)")
        }
    }

    @Test(arguments: [
        (["--none"], "--none"), (["-x"], "-x"), (["--por=1"], "--por"), (["---"], "---"), (["--=1"], "--"),
        (["--port"], "--port"), (["--port="], "--port"), (["--port", ""], "--port"), (["--port=65536"], "0 to 65535"),
        (["--port=-1"], "-1"), (["--port", "-1"], "-1"), (["--port=80a"], "80a"), (["--port=0x50"], "0x50"),
        (["--port= 80"], " 80"), (["--port=99999999999999999999"], "65535"), (["-p"], "-p"), (["-px"], "'x'"),
        (["--demo=0"], "1 to 1000000000"), (["--demo=1000000001"], "1000000000"), (["--demo=-5"], "-5"),
        (["--demo"], "--demo"), (["--help=yes"], "--help"), (["--version=1"], "--version"), (["--open=no"], "--open"),
        (["--host"], "--host"), (["--host="], "--host"), (["--cache"], "--cache"), (["--public="], "--public"),
        (["--cache-limit=x"], "'x'"), (["--cache-limit=-1"], "'-1'"), (["--cache-limit=1.5G"], "1.5G"),
        (["--cache-limit=1X"], "1X"), (["--cache-limit=9999999999G"], "more than"), (["--cache-limit=G"], "'G'"),
        (["--cache-limit=99999999999999999999"], "99999999999999999999"), (["-h", "--none"], "--none"),
        (["-ho"], "-h"), (["--token="], "16"), (["--token=fifteen-letters"], "16"),
        (["--token=with a space...."], "16"),
        (["--no-token=x"], "--no-token"), (["--read-only=x"], "--read-only"), (["--base-path"], "--base-path"),
        (["--base-path=/a/../b"], "/a/../b"), (["--base-path=http://x"], "http://x"), (["--trusted-proxy=me"], "'me'"),
        (["--unix-socket="], "--unix-socket"), (["--unix-socket=s", "--open"], "--open"),
        (["--port=1", "--unix-socket=s"], "--port"), (["--unix-socket=s", "--host=::1"], "--host"),
    ]) func refused(arguments: [String], named: String) {
        let mistake = #expect(throws: Options.Mistake.self) { try Options(arguments) }
        #expect(mistake?.message.contains(named) == true, "\(arguments): \(mistake?.message ?? "")")
        #expect(mistake?.message.contains("\n") == false)
    }

    /// A variable of the environment says it as well, and the command line has the last word.
    @Test func tokenOfTheEnvironment() throws {
        let token = try #require(AccessToken("0123456789abcdef"))
        #expect(try Options([], token: token.secret).access.token == .given(token))
        #expect(try Options([], token: "").access.token == .whereOthersReach)
        #expect(try Options(["--no-token"], token: token.secret).access.token == .never)
        let mistake = #expect(throws: Options.Mistake.self) { try Options([], token: "secret") }
        #expect(
            mistake?.message.contains("SCROLLSERVER_TOKEN") == true && mistake?.message.contains("'secret") == false)
    }

    /// Every option is in the help, in lines that fit a terminal.
    @Test func help() {
        for name in [
            "--host", "--allow-host", "--port", "--demo", "--open", "--cache", "--cache-limit", "--root", "--public",
            "--help",
            "--version", "-h", "-p", "--token", "--no-token", "--read-only", "--unix-socket", "--base-path",
            "--trusted-proxy", Options.tokenVariable,
        ] {
            #expect(Options.help.contains(name), "\(name)")
        }
        #expect(Options.help.split(separator: "\n").allSatisfy { $0.count <= 100 })
        #expect(Options.help.hasSuffix("\n"))
    }
}
