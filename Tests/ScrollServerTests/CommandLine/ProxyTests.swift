// Behind a real nginx, below a path: the page, the API, tiles and a live session.

import Foundation
import Testing

@testable import ScrollServer

@Suite(.needs(.builtProgram), .needs(.curl), .needs(.nginx))
struct ProxyTests {
    private static let token = "a-token-of-our-own"

    /// Over a port and over a Unix socket: what the program is told, and what nginx is told of it.
    private func start(overSocket: Bool, _ folder: ScratchFolder, _ more: [String]) throws -> (ProgramRun, NginxRun) {
        let path = folder.path + "/socket"
        let place =
            overSocket ? ["--unix-socket", path, "--trusted-proxy=unix"] : ["--port=0", "--trusted-proxy=127.0.0.1"]
        let run = try ProgramRun(
            place + ["--demo=50", "--base-path=/pictures", "--allow-host=pictures.example"] + more)
        let line = try run.line()
        let upstream = overSocket ? "unix:\(path):" : "127.0.0.1:\(try #require(URL(string: line)?.port))"
        return (run, try NginxRun(upstream: upstream))
    }

    @Test(arguments: [false, true]) func pageAndAPI(overSocket: Bool) throws {
        let folder = try ScratchFolder()
        let (run, nginx) = try start(overSocket: overSocket, folder, ["--no-token"])
        defer { withExtendedLifetime((run, nginx)) {} }
        let origin = "http://127.0.0.1:\(nginx.port)"
        for name in [""] + EmbeddedPage.files.keys.sorted() {
            let reply = try Curl.ask("\(origin)/pictures/\(name)")
            #expect(reply.status == 200, "\(name)")
            #expect(reply.text == EmbeddedPage.files[name.isEmpty ? "index.html" : name], "\(name)")
        }
        let plan = try Curl.ask("\(origin)/pictures/api/collections/demo/plan?width=400&height=300")
        let urls = plan.text.matches(of: /"url":"([^"]*\/tiles\/[^"]*)"/).map { String($0.output.1) }
        #expect(plan.status == 200 && urls.count > 1)
        for url in urls.prefix(3) {
            let tile = try Curl.ask(origin + url)
            #expect(tile.status == 200 && tile.body.starts(with: [0x89, 0x50]), "\(url)")
        }
        // What viewers of other programs are told to ask for is what they can reach.
        let picture = "\(origin)/pictures/iiif/3/demo~0"
        #expect(try Curl.ask("\(picture)/info.json").text.contains("\"id\":\"\(picture)\""))
        #expect(try Curl.ask(picture).fields["location"] == "\(picture)/info.json")
        let manifest = try Curl.ask("\(origin)/pictures/iiif/3/demo/manifest.json")
        #expect(manifest.text.contains("\"id\":\"\(origin)/pictures/iiif/3/demo/manifest.json\""))
        let canvases = try Curl.ask("\(origin)/pictures/iiif/3/demo/manifest.json?page=1")
        #expect(canvases.text.contains("\"id\":\"\(picture)/canvas\""))
        let image = try Curl.ask("\(picture)/full/,50/0/default.jpg")
        #expect(image.status == 200 && image.fields["link"]?.hasPrefix("<\(picture)/full/") == true)
        // A page of the site itself may write; the same page under another port, or of another site, may not.
        let state = try Curl.ask("\(origin)/pictures/api/collections")
        #expect(state.status == 200)
        for (host, from, status) in [
            ("127.0.0.1:\(nginx.port)", origin, 201), ("pictures.example", "http://pictures.example", 201),
            ("pictures.example", "http://evil.example", 403), ("127.0.0.1:\(nginx.port)", "http://127.0.0.1:1", 403),
            ("evil.example", "http://evil.example", 421),
        ] {
            let arguments = ["-H", "Host: \(host)", "-H", "Origin: \(from)", "-d", "{\"name\":\"x\"}"]
            let reply = try Curl.ask("\(origin)/pictures/api/collections", arguments)
            #expect(reply.status == status, "\(host) \(from): \(reply.text)")
            if status == 201 {
                #expect(reply.fields["location"]?.hasPrefix("/pictures/api/collections/x") == true)
            }
        }
    }

    @Test(arguments: [false, true]) func tokenAndSession(overSocket: Bool) throws {
        let folder = try ScratchFolder()
        let (run, nginx) = try start(overSocket: overSocket, folder, ["--token=\(Self.token)"])
        defer { withExtendedLifetime((run, nginx)) {} }
        let origin = "http://127.0.0.1:\(nginx.port)"
        #expect(try Curl.ask("\(origin)/pictures/").status == 401)
        let exchange = try Curl.ask("\(origin)/pictures/?token=\(Self.token)")
        #expect(exchange.status == 303 && exchange.fields["location"] == "/pictures/")
        let cookie = "scrollserver-\(nginx.port)=\(Self.token)"
        #expect(exchange.fields["set-cookie"] == "\(cookie); Path=/pictures/; HttpOnly; SameSite=Strict")
        #expect(try Curl.ask("\(origin)/pictures/", ["-b", cookie]).status == 200)
        // The session: without a cookie, from another site's page, then as the page opens it.
        let path = "/pictures/api/collections/demo/session"
        let own = "Origin: http://localhost\r\n"
        let withCookie = "Cookie: scrollserver-80=\(Self.token)\r\n"
        #expect(try WebSocketClient(port: nginx.port, path: path, fields: own).status == 401)
        let foreign = withCookie + "Origin: http://evil.example\r\n"
        #expect(try WebSocketClient(port: nginx.port, path: path, fields: foreign).status == 403)
        let socket = try WebSocketClient(port: nginx.port, path: path, fields: own + withCookie)
        #expect(socket.status == 101)
        let session = SessionClient(socket)
        session.report(1, "width=400&height=300&columns=4&scale=1")
        try session.receive { page in
            page.plan == 1 && page.slots.values.allSatisfy { page.held[$0.number] != nil }
        }
        #expect(!session.page.slots.isEmpty && session.page.wrongs == [])
        for tile in session.page.slots.values {
            #expect(tile.url.hasPrefix("/pictures/api/collections/demo/tiles/"))
            let reply = try Curl.ask(origin + tile.url, ["-H", "Authorization: Bearer \(Self.token)"])
            #expect(reply.status == 200 && reply.body == session.page.held[tile.number])
        }
        // A page that comes back says by their addresses which tiles it holds, and gets none of them again.
        let again = try WebSocketClient(port: nginx.port, path: path, fields: own + withCookie)
        let holds = session.page.slots.values.map { "\"\($0.url)\":\(session.page.held[$0.number]?.count ?? 0)" }
        again.send(.text("{\"holds\":{\(holds.joined(separator: ","))}}"))
        let second = SessionClient(again)
        second.report(1, "width=400&height=300&columns=4&scale=1")
        try second.receive { $0.plan == 1 }
        #expect(second.page.held.isEmpty && second.page.slots.count == session.page.slots.count)
    }
}
