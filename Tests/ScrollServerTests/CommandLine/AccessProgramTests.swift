// Who may ask, from outside: the program with its options, and curl as the client.

import Foundation
import Testing

@testable import Platform
@testable import ScrollServer

@Suite(.needs(.builtProgram), .needs(.curl))
struct AccessProgramTests {
    private static let chosen = "a-token-of-our-own"

    /// What the program printed and wrote never has the secret in it, but for the first line.
    private func expectSilence(_ run: ProgramRun, about secret: String, _ location: SourceLocation = #_sourceLocation)
        throws
    {
        run.send(SIGTERM)
        let ending = try run.ending()
        #expect(ending.status == 0, sourceLocation: location)
        #expect(ending.output.split(separator: "\n").count == 1, sourceLocation: location)
        #expect(!ending.errors.contains(secret), "\(ending.errors)", sourceLocation: location)
    }

    /// Pages of other sites read pictures where that was asked for, which the line at the start says.
    @Test func otherSites() throws {
        for origin in ["https://viewer.example", "*"] {
            let run = try ProgramRun(["--port=0", "--demo=5", "--allow-origin=\(origin)"])
            let base = "http://127.0.0.1:\(try #require(try run.address().port))"
            let fields = ["-H", "Origin: https://viewer.example", "-H", "Sec-Fetch-Site: cross-site"]
            for path in [
                "/iiif/3/demo~0/info.json", "/dzi/demo~0.dzi", "/api/collections/demo/tiles/0/3/0/0",
                "/iiif/3/demo/manifest.json",
            ] {
                let reply = try Curl.ask(base + path, fields)
                #expect(reply.status == 200 && reply.fields["access-control-allow-origin"] == origin, "\(path)")
                #expect(reply.fields["cross-origin-resource-policy"] == "cross-origin", "\(path)")
            }
            #expect(try Curl.ask(base + "/api/collections", fields).status == 403)
            let other = try Curl.ask(
                base + "/dzi/demo~0.dzi", ["-H", "Origin: https://other.example"] + fields.suffix(2))
            #expect(other.status == (origin == "*" ? 200 : 403))
            run.send(SIGTERM)
            let told = origin == "*" ? "every page" : "pages of https://viewer.example"
            #expect(try run.ending().status == 0)
            #expect(run.log.contains { $0.contains("; \(told) may list and show pictures of it; Ctrl-C stops") })
        }
    }

    @Test func aTokenFromTheAddressToTheCookie() throws {
        let run = try ProgramRun(["--port=0", "--demo=5", "--token"])
        let page = try run.address()
        let secret = try #require(page.query?.split(separator: "=").last.map(String.init))
        #expect(page.query == "token=\(secret)" && secret.utf8.count >= 26)
        let port = try #require(page.port)
        let base = "http://127.0.0.1:\(port)"
        for target in ["/", "/main.js", "/api/collections", "/metrics", "/api/collections/demo/items/0/original", "/x"]
        {
            let reply = try Curl.ask(base + target)
            #expect(reply.status == 401 && reply.fields["www-authenticate"] == #"Bearer realm="ScrollServer""#)
            #expect(reply.fields["content-type"] == "application/problem+json" && !reply.text.contains(secret))
        }
        #expect(try Curl.ask(base + "/healthz").status == 200)
        let exchange = try Curl.ask(page.absoluteString)
        #expect(exchange.status == 303 && exchange.fields["location"] == "/")
        let cookie = try #require(exchange.fields["set-cookie"])
        #expect(cookie == "scrollserver-\(port)=\(secret); Path=/; HttpOnly; SameSite=Strict")
        let pair = String(cookie.prefix { $0 != ";" })
        #expect(try Curl.ask(base + "/", ["-b", pair]).text.contains("<title>ScrollServer"))
        #expect(try Curl.ask(base + "/", ["-b", "scrollserver-\(port)=x"]).status == 401)
        let bearer = ["-H", "Authorization: Bearer \(secret)"]
        #expect(try Curl.ask(base + "/api/collections", bearer).status == 200)
        #expect(try Curl.ask(base + "/api/collections", ["-H", "Authorization: Bearer \(secret)x"]).status == 401)
        // What needs a token is not for caches that others share.
        let tile = try Curl.ask(base + "/api/collections/demo/tiles/0/3/0/0?v=2", bearer)
        #expect(tile.status == 200 && tile.fields["cache-control"]?.hasPrefix("private") == true)
        // The session, which is asked for like anything else, and an upload that waits for leave.
        let upgrade = [
            "-H", "Upgrade: websocket", "-H", "Connection: Upgrade", "-H", "Sec-WebSocket-Version: 13", "-H",
            "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==", "--max-time", "2",
        ]
        #expect(try Curl.ask(base + "/api/collections/demo/session", upgrade).status == 401)
        #expect(try Curl.ask(base + "/api/collections/demo/session", upgrade + ["-b", pair]).status == 101)
        let upload = ["-X", "POST", "-H", "Expect: 100-continue", "-d", "{}"]
        #expect(try Curl.ask(base + "/api/collections", upload).status == 401)
        try expectSilence(run, about: secret)
    }

    /// Where a file lies is for those alone who are on this machine, and ask for it.
    @Test(arguments: [
        [], ["--host=localhost"], ["--allow-host=pictures.example"], ["--trusted-proxy=127.0.0.1"],
        ["--base-path=/pics"],
    ])
    func whereFilesLie(more: [String]) throws {
        let folder = try ScratchFolder()
        for name in ["in/a/b c.svg", "in/é.svg", "in/gone.svg"] { try folder.write(name, TinyImage.svg("")) }
        // A file of an unknown format also has a path.
        try folder.write("in/unknown.png", Array("no picture at all".utf8))
        let run = try ProgramRun(["--port=0", "--no-token", "\(folder.path)/in"] + more)
        let prefix = more.first?.hasPrefix("--base-path") == true ? "/pics" : ""
        let base = "http://127.0.0.1:\(try #require(try run.address().port))\(prefix)/api/collections/in/items"
        #expect(eventually { (try? Curl.ask(base).text.contains("\"revision\"")) == true })
        let list = try JSONReader.value(of: Array(Curl.ask(base).text.utf8))["items"]?.elements ?? []
        #expect(list.count == 4)
        try FileManager.default.removeItem(atPath: "\(folder.path)/in/gone.svg")
        for item in list {
            let (id, name) = (item["id"]?.text ?? "", item["name"]?.text ?? "")
            #expect(item["path"] == nil)
            let plain = try JSONReader.value(of: Array(Curl.ask("\(base)/\(id)").text.utf8))
            #expect(plain["path"] == nil)
            let reply = try JSONReader.value(of: Array(Curl.ask("\(base)/\(id)?path=true").text.utf8))["path"]?.text
            guard name != "gone.svg", more.isEmpty || more[0].hasPrefix("--host") else {
                #expect(reply == nil, "\(name)")
                continue
            }
            #expect(reply == FileSystem.realPath("\(folder.path)/in/\(name)"))
            // A proxy that nobody has told of says that it is one.
            for field in ["X-Forwarded-For: 8.8.8.8", "Forwarded: for=8.8.8.8", "Via: 1.1 near"] {
                #expect(try !Curl.ask("\(base)/\(id)?path=true", ["-H", field]).text.contains("\"path\""))
            }
        }
        #expect(try Curl.ask("\(base)/\(list[0]["id"]?.text ?? "")?path=x").status == 400)
    }

    /// A machine without a browser: said once, whatever the program that looks for one writes.
    @Test func noBrowserIsSaidOnce() throws {
        let folder = try ScratchFolder()
        for name in ["xdg-open", "open"] {
            try folder.write(
                "bin/\(name)", Array("#!/bin/sh\necho tried; echo tried >&2; : >\(folder.path)/asked; exit 3\n".utf8))
            try FileManager.default.setAttributes(
                [.posixPermissions: 0o755], ofItemAtPath: "\(folder.path)/bin/\(name)")
        }
        for path in ["\(folder.path)/bin:\(ProcessInfo.processInfo.environment["PATH"] ?? "")", "/nowhere"] {
            let run = try ProgramRun(["--port=0", "--demo=5", "--open"], environment: ["PATH": path])
            _ = try run.address()
            #expect(run.says("no browser could be opened"))
            run.send(SIGTERM)
            let ending = try run.ending()
            #expect(ending.status == 0 && !ending.output.contains("tried"), "\(ending)")
            #expect(ending.errors.split(separator: "\n").count == 1, "\(ending)")
        }
        #expect(folder.files().contains("asked"))
    }

    /// Arguments can be listed by others, so that what the browser is opened with is of no use to them.
    @Test func theOpenedBrowserHasATokenForOnce() throws {
        let folder = try ScratchFolder()
        let program =
            "#!/bin/sh\nprintf '%s\\n' \"$1\" >\(folder.path)/new && mv \(folder.path)/new \(folder.path)/opened\n"
        for name in ["xdg-open", "open"] {
            try folder.write("bin/\(name)", Array(program.utf8))
            try FileManager.default.setAttributes(
                [.posixPermissions: 0o755], ofItemAtPath: "\(folder.path)/bin/\(name)")
        }
        let path = "\(folder.path)/bin:\(ProcessInfo.processInfo.environment["PATH"] ?? "")"
        let run = try ProgramRun(["--port=0", "--demo=5", "--token", "--open"], environment: ["PATH": path])
        let page = try run.address()
        let secret = try #require(page.query?.split(separator: "=").last.map(String.init))
        #expect(eventually { folder.files().contains("opened") })
        let opened = String(decoding: try folder.bytes("opened"), as: UTF8.self).trimmingCharacters(in: .newlines)
        #expect(opened.hasPrefix("http://127.0.0.1:\(try #require(page.port))/?token=") && !opened.contains(secret))
        let first = try Curl.ask(opened)
        #expect(first.status == 303 && first.fields["set-cookie"]?.contains("=\(secret);") == true)
        #expect(try Curl.ask(opened).status == 401)
        #expect(try Curl.ask(page.absoluteString).status == 303)
        let code = opened.split(separator: "=").last ?? ""
        #expect(
            try Curl.ask("http://127.0.0.1:\(try #require(page.port))/", ["-H", "Authorization: Bearer \(code)"]).status
                == 401)
    }

    @Test func aTokenOfOnesOwn() throws {
        for (arguments, environment) in [
            (["--token=\(Self.chosen)"], [:]), ([], ["SCROLLSERVER_TOKEN": Self.chosen]),
        ] as [([String], [String: String])] {
            let run = try ProgramRun(["--port=0", "--demo=5"] + arguments, environment: environment)
            let page = try run.address()
            #expect(page.query == "token=\(Self.chosen)")
            let reply = try Curl.ask("http://localhost:\(try #require(page.port))/api/collections")
            #expect(reply.status == 401)
            try expectSilence(run, about: Self.chosen)
        }
        let short = try ProgramRun(["--port=0", "--token=too-short"]).ending()
        #expect(short.status == 2 && short.errors.contains("16") && !short.errors.contains("too-short"))
    }

    /// Where other machines can ask, a token is needed unless somebody says otherwise.
    @Test(arguments: ["0.0.0.0", "::"]) func addressesOfOthers(host: String) throws {
        let run = try ProgramRun(["--port=0", "--demo=5", "--host", host])
        let page = try run.address()
        let secret = try #require(page.query?.split(separator: "=").last.map(String.init))
        #expect(try Curl.ask("http://127.0.0.1:\(try #require(page.port))/api/collections").status == 401)
        try expectSilence(run, about: secret)
        let open = try ProgramRun(["--port=0", "--demo=5", "--no-token", "--host", host])
        let port = try #require(try open.address().port)
        #expect(try Curl.ask("http://127.0.0.1:\(port)/api/collections").status == 200)
        open.send(SIGTERM)
        let ending = try open.ending()
        #expect(ending.errors == "ScrollServer: \(Command.openToMachines)\n" && !ending.saysThatOthersMayAsk)
    }

    /// The line about other accounts is there where the user database has any, and nowhere else.
    @Test func otherAccounts() throws {
        let own = geteuid()
        let others = try String(contentsOfFile: "/etc/passwd", encoding: .utf8).split(separator: "\n").contains {
            line in
            let parts = line.split(separator: ":", omittingEmptySubsequences: false).map(String.init)
            guard parts.count == 7, let user = UInt32(parts[2]), user != own else { return false }
            return Account(user: user, shell: parts[6]).isPersons
        }
        for (arguments, expected) in [
            ([], others), (["--no-token"], false), (["--token"], false), (["--host=127.0.0.1"], others),
        ] as [([String], Bool)] {
            let run = try ProgramRun(["--port=0", "--demo=5"] + arguments)
            _ = try run.address()
            run.send(SIGTERM)
            #expect(try run.ending().saysThatOthersMayAsk == expected, "\(arguments)")
        }
    }

    @Test func readOnly() throws {
        let run = try ProgramRun(["--port=0", "--demo=5", "--read-only"])
        let base = try run.address().absoluteString.dropLast()
        for arguments in [
            ["-X", "PUT", "-d", "{}", "\(base)/api/state/page"], ["-d", "{\"name\":\"x\"}", "\(base)/api/collections"],
            ["-X", "DELETE", "\(base)/api/collections/demo/items/0"], ["-d", "", "\(base)/api/collections/demo/retry"],
            ["-X", "PATCH", "-d", "{}", "\(base)/api/collections/demo/items/0"],
        ] {
            let reply = try Curl.ask(String(arguments.last ?? ""), Array(arguments.dropLast()))
            #expect(reply.status == 403 && reply.text.contains("--read-only"), "\(arguments)")
        }
        let list = try Curl.ask("\(base)/api/collections")
        #expect(list.status == 200 && list.text.contains("\"readOnly\":true") && !list.text.contains("\"retry\""))
    }

    /// Below a path: every address that is given leads to something, and nothing lies outside.
    @Test func basePath() throws {
        let run = try ProgramRun(["--port=0", "--demo=5", "--base-path=pictures/"])
        let page = try run.address()
        #expect(page.path == "/pictures/" || page.path == "/pictures")
        let origin = "http://127.0.0.1:\(try #require(page.port))"
        for target in ["/", "/?a=b", "/pictures"] {
            let reply = try Curl.ask(origin + target)
            #expect(reply.status == 302 && reply.fields["location"] == "/pictures/" + (target == "/?a=b" ? "?a=b" : ""))
        }
        for target in ["/api/collections", "/main.js", "/healthz", "/picturesque/", "/pictures/none"] {
            #expect(try Curl.ask(origin + target).status == 404, "\(target)")
        }
        for target in [
            "/", "/index.html", "/main.js", "/healthz", "/metrics", "/api/collections", "/api/collections/demo",
        ] {
            #expect(try Curl.ask(origin + "/pictures" + target).status == 200, "\(target)")
        }
        // Every address in JSON.
        for target in [
            "/pictures/api/collections", "/pictures/api/collections/demo", "/pictures/api/collections/demo/items",
            "/pictures/api/collections/demo/plan?width=400&height=300", "/pictures/api/collections/demo/items/0",
        ] {
            let text = try Curl.ask(origin + target).text
            let addresses = text.matches(of: /"([^"]*\/api\/[^"]*)"/).map { String($0.output.1) }
            #expect(!addresses.isEmpty)
            for address in Set(addresses) where !address.hasSuffix("/session") && !address.hasSuffix("/retry") {
                #expect(address.hasPrefix("/pictures/api/collections"), "\(address)")
                let needsSize = ["/plan", "/marks", "/picture", "/cell"].contains { address.hasSuffix($0) }
                let query = needsSize ? "?width=90&height=90" + (address.hasSuffix("/cell") ? "&at=0" : "") : ""
                // Which item is for who asks to say.
                let status = address.hasSuffix("/item") ? 400 : 200
                #expect(try Curl.ask(origin + address + query).status == status, "\(address)")
            }
        }
        let made = try Curl.ask("\(origin)/pictures/api/collections", ["-d", "{\"name\":\"Picks\"}"])
        #expect(made.status == 201 && made.fields["location"] == "/pictures/api/collections/picks")
        let item = try Curl.ask(
            "\(origin)/pictures/api/collections/picks/items",
            ["-d", "{\"items\":[{\"collection\":\"demo\",\"item\":\"0\"}]}"])
        let location = try #require(item.fields["location"])
        #expect(try Curl.ask(origin + location).status == 200)
        for wrong in ["--base-path=/a/../b", "--base-path=/a?b", "--base-path=http://x/y"] {
            #expect(try ProgramRun(["--port=0", wrong]).ending().status == 2)
        }
    }

    /// Whatever is answered says who may show it.
    @Test func everyAnswerSaysWhoMayShowIt() throws {
        let run = try ProgramRun(["--port=0", "--demo=5"])
        let base = try run.address().absoluteString.dropLast()
        let tag = try #require(try Curl.ask("\(base)/main.js").fields["etag"])
        for (target, arguments, status) in [
            ("/", [], 200), ("/none", [], 404), ("/api/collections", [], 200), ("/healthz", [], 200),
            ("/metrics", [], 200),
            ("/main.js", ["-H", "If-None-Match: \(tag)"], 304), ("/", ["-I"], 200), ("/", ["-X", "DELETE"], 405),
            ("/api/collections/demo/tiles/0/3/0/0?v=2", [], 200), ("/%zz", [], 400),
            ("/api/collections/demo/items/0/original", [], 200), ("/", ["-H", "Host: evil.example"], 421),
            ("/main.js", ["-H", "Range: bytes=0-3"], 206), ("/api/state/none", [], 404),
            ("/", ["-H", "Sec-Fetch-Site: cross-site"], 403), ("/api/state/page", ["-X", "PUT", "-d", "{"], 400),
        ] as [(String, [String], Int)] {
            let reply = try Curl.ask(base + target, arguments)
            #expect(reply.status == status, "\(target) \(arguments)")
            #expect(reply.lines.contains("content-security-policy: frame-ancestors 'none'"), "\(target)")
            #expect(reply.fields["cross-origin-resource-policy"] == "same-origin", "\(target)")
            #expect(reply.fields["x-content-type-options"] == "nosniff", "\(target)")
            #expect(reply.fields["referrer-policy"] == "no-referrer", "\(target)")
        }
        let original = try Curl.ask("\(base)/api/collections/demo/items/0/original")
        #expect(original.lines.contains { $0.hasPrefix("content-security-policy:") && $0.contains("sandbox") })
    }

    /// A folder `Public` beside the program, or where it is started from, is not the page: only what is named is.
    @Test func thePageIsTheProgramsOwn() throws {
        let folder = try ScratchFolder()
        for name in ["index.html", "main.js", "input/scroller.js"] {
            try folder.write("Public/\(name)", Array("somebody else's".utf8))
        }
        let run = try ProgramRun(["--port=0", "--demo=5"], in: folder.path)
        #expect(try Curl.ask(try run.address().absoluteString).text == EmbeddedPage.files["index.html"])
        let other = try ProgramRun(["--port=0", "--demo=5", "--public", "Public"], in: folder.path)
        #expect(try Curl.ask(try other.address().absoluteString).text == "somebody else's")
    }
}
