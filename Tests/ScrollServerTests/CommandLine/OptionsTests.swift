// The command line by the GNU conventions.

import Testing

@testable import HTTP
@testable import Platform
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
        (["--separator=bar", "--header-line", "0"], { ($0.separator, $0.headerLine) = (.bar, 0) }),
        (["--marks=m.csv"], { $0.marks = "m.csv" }), (["--facts", "f.csv"], { $0.facts = "f.csv" }),
        (["--with=w.csv"], { $0.with = "w.csv" }),
        (["--follow-links"], { $0.followsLinks = true }), (["--all-folders"], { $0.listsAllFolders = true }),
        (["--open"], { $0.opensBrowser = true }), (["--write-sidecars"], { $0.writesSidecars = true }),
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
        (
            ["--allow-origin=https://viewer.example", "--allow-origin", "http://localhost:3000"],
            {
                _ = $0.access.origins.add("https://viewer.example")
                _ = $0.access.origins.add("http://localhost:3000")
            }
        ),
        (["--allow-origin=*"], { _ = $0.access.origins.add("*") }),
        (["-h"], { $0.action = .help }), (["--help"], { $0.action = .help }), (["--man"], { $0.action = .manual }),
        (["--check", "--help"], { $0.action = .help }),
        (["--check", "a"], { ($0.action, $0.paths) = (.check, ["a"]) }),
        (
            ["export", "a", "--output", "o"],
            { ($0.action, $0.paths, $0.export.output) = (.export, ["a"], "o") }
        ),
        (
            ["export", "--output=o", "--format=iiif", "--base-url=HTTPS://x.example/y//", "--quality=100", "export"],
            {
                ($0.action, $0.paths) = (.export, ["export"])
                ($0.export.output, $0.export.format, $0.export.quality) = ("o", .iiif, 100)
                $0.export.baseURL = "HTTPS://x.example/y"
            }
        ),
        (["export", "--help"], { $0.action = .help }), (["./export"], { $0.paths = ["./export"] }),
        (["a", "export"], { $0.paths = ["a", "export"] }),
        (["--completions=zsh"], { $0.action = .completions(.zsh) }),
        (["--version"], { $0.action = .version }), (["--cache-limit=0"], { $0.cacheLimit = 0 }),
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
        (["--none"], "--none"), (["-x"], "-x"), (["--por=1"], "did you mean --port?"),
        (["--completions=csh"], "bash, zsh or fish"), (["--completions"], "--completions"), (["--man=1"], "--man"),
        (["--check=x"], "--check"), (["--date-order=ddd"], "dmy, mdy or ymd"), (["--decimal-mark=x"], "point or comma"),
        (["--separator=;"], "comma, semicolon, tab, bar or blank"), (["--header-line=-1"], "0 to 2000"),
        (["--log-level=loud"], "error, warning, info or debug"), (["--memory-limit=1M"], "192M"), (["---"], "---"),
        (["--=1"], "--"),
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
        (["--allow-origin=viewer.example"], "'viewer.example'"), (["--allow-origin"], "--allow-origin"),
        (["--allow-origin=https://viewer.example/page"], "or '*'"),
        (["--unix-socket="], "--unix-socket"), (["--unix-socket=s", "--open"], "--open"),
        (["--output=o", "a"], "export PATH"), (["a", "--quality=9"], "--quality belongs to an export"),
        (["export"], "--output"), (["export", "a"], "./export"), (["export", "--output=o"], "one PATH"),
        (["export", "a", "b", "--output=o"], "one PATH"), (["export", "a", "--output=o", "--quality=0"], "1 to 100"),
        (["export", "a", "--output=o", "--format=x"], "dzi, iiif or site"),
        (["export", "a", "--output=o", "--format=iiif"], "--base-url"),
        (["export", "a", "--output=o", "--base-url=x.example"], "'x.example'"),
        (["export", "a", "--output=o", "--base-url=https:///x"], "https:///x"),
        (["export", "a", "--output=o", "--base-url=https://x?y"], "https://x?y"),
        (["--port=1", "--unix-socket=s"], "--port"), (["--unix-socket=s", "--host=::1"], "--host"),
    ]) func refused(arguments: [String], named: String) {
        let mistake = #expect(throws: Options.Mistake.self) { try Options(arguments) }
        #expect(mistake?.message.contains(named) == true, "\(arguments): \(mistake?.message ?? "")")
        #expect(mistake?.message.contains("\n") == false)
    }

    private static let token = "0123456789abcdef"

    /// What variables say, and what that changes; an empty one says nothing.
    private static let variables: [([String: String], [String], @Sendable (inout Options) -> Void)] = [
        (["SCROLLSERVER_PORT": "81"], [], { $0.port = 81 }), (["SCROLLSERVER_PORT": ""], [], { _ in }),
        (["SCROLLSERVER_PORT": "81"], ["--port=82"], { $0.port = 82 }),
        (["SCROLLSERVER_PORT": "81"], ["-p82"], { $0.port = 82 }),
        (["SCROLLSERVER_PORT": "no number"], ["-p82"], { $0.port = 82 }),
        (["SCROLLSERVER_OPEN": "1"], [], { $0.opensBrowser = true }), (["SCROLLSERVER_OPEN": "off"], [], { _ in }),
        (["SCROLLSERVER_READ_ONLY": "Yes"], [], { $0.access.isReadOnly = true }),
        (["SCROLLSERVER_CACHE_LIMIT": "1G"], ["--pair"], { ($0.cacheLimit, $0.pairs) = (1_000_000_000, true) }),
        (["SCROLLSERVER_ALLOW_HOST": "a,b"], [], { $0.access.hosts = ["a", "b"] }),
        (["SCROLLSERVER_ALLOW_HOST": "a,b"], ["--allow-host=c"], { $0.access.hosts = ["c"] }),
        (["SCROLLSERVER_CHECK": "1", "SCROLLSERVER_HELP": "1", "SCROLLSERVER_FUZZ": "9"], [], { _ in }),
        (["SCROLLSERVER_TOKEN": token], [], { $0.access.token = AccessToken(token).map { .given($0) } ?? .never }),
        (["SCROLLSERVER_TOKEN": ""], [], { _ in }), (["SCROLLSERVER_NO_TOKEN": "1"], [], { $0.access.token = .never }),
        (["SCROLLSERVER_TOKEN": token], ["--no-token"], { $0.access.token = .never }),
        (["SCROLLSERVER_TOKEN": token], ["--token"], { $0.access.token = .always }),
        (["SCROLLSERVER_NO_TOKEN": "1"], ["--token"], { $0.access.token = .always }),
        // Where both are set, the safer one counts.
        (
            ["SCROLLSERVER_NO_TOKEN": "1", "SCROLLSERVER_TOKEN": token], [],
            { $0.access.token = AccessToken(token).map { .given($0) } ?? .never }
        ),
    ]

    @Test func variablesOfTheEnvironment() throws {
        for (variables, arguments, change) in Self.variables {
            var expected = try Options(["--pair"].filter(arguments.contains))
            change(&expected)
            #expect(try Options(arguments) { variables[$0] } == expected, "\(variables) \(arguments)")
        }
        for (variable, value, named) in [
            ("SCROLLSERVER_TOKEN", "secret", "SCROLLSERVER_TOKEN"), ("SCROLLSERVER_PORT", "70000", "SCROLLSERVER_PORT"),
            ("SCROLLSERVER_OPEN", "maybe", "1 or 0"), ("SCROLLSERVER_DATE_ORDER", "x", "dmy, mdy or ymd"),
        ] {
            let mistake = #expect(throws: Options.Mistake.self) {
                try Options([]) { $0 == variable ? value : nil }
            }
            #expect(mistake?.message.contains(named) == true && mistake?.message.contains("'secret") == false)
        }
    }

    @Test func misspeltVariables() {
        let lines = Options.misspelt(among: [
            "SCROLLSERVER_PROT", "SCROLLSERVER_PORT", "SCROLLSERVER_FUZZ", "SCROLLSERVER_SEED", "SCROLLSERVER_CORPUS",
            "PROT", "SCROLLSERVER_",
        ])
        #expect(lines == ["the variable SCROLLSERVER_PROT is not read; did you mean SCROLLSERVER_PORT?"])
    }

    /// Every option is in the help, in lines that fit a terminal.
    @Test func help() {
        for row in OptionRow.all { #expect(Options.help.contains("  \(row.synopsis)"), "\(row.name)") }
        #expect(Options.help.split(separator: "\n").allSatisfy { $0.count <= 80 && $0.last != " " })
        #expect(Options.help.hasSuffix("\n"))
        let names = OptionRow.all.flatMap { [$0.name, $0.letter].compactMap(\.self) }
        #expect(Set(names).count == names.count)
        #expect(OptionRow.all.allSatisfy { !$0.help.hasSuffix(".") })
    }
}
