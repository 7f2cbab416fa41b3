// Several programs with one folder for lists and states.

import Foundation
import Testing

@testable import ScrollServer

@Suite(.needs(.builtProgram))
struct SharedFolderTests {
    private struct Instance {
        let run: ProgramRun
        let address: URL

        init(_ state: String) throws {
            run = try ProgramRun(["--port=0", "--demo=50", "--state", state, "--cache-limit=0"])
            address = try run.address()
        }

        func send(_ method: String, _ target: String, _ body: String = "", _ header: String = "") throws -> (
            status: Int, head: String, body: [UInt8]
        ) {
            try Self.send(address, method, target, body, header)
        }

        static func send(
            _ address: URL, _ method: String, _ target: String, _ body: String = "", _ header: String = ""
        ) throws -> (status: Int, head: String, body: [UInt8]) {
            let connection = try PlainConnection(address)
            connection.send(
                "\(method) \(target) HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n\(header)"
                    + "Content-Length: \(body.utf8.count)\r\n\r\n\(body)")
            return try #require(connection.receive())
        }

        func count(_ list: String) throws -> Int? {
            let reply = try send("GET", "/api/collections/\(list)")
            return (try JSONSerialization.jsonObject(with: Data(reply.body)) as? [String: Any])?["count"] as? Int
        }
    }

    /// Two programs that make lists of one name and edit them at the same time lose nothing.
    @Test func listsOfTwoPrograms() throws {
        let folder = try ScratchFolder()
        let (first, second) = (try Instance(folder.path), try Instance(folder.path))
        #expect(try first.send("POST", "/api/collections", #"{"name":"mine"}"#).status == 201)
        let box = #"{"items":[{"width":30,"height":20}]}"#
        #expect(try first.send("POST", "/api/collections/mine/items", box).status == 201)
        // The other program makes one of the same name: it is another list, and the first one's item stays.
        let other = try second.send("POST", "/api/collections", #"{"name":"mine"}"#)
        #expect(other.status == 201 && other.head.contains("/api/collections/mine-2"), "\(other.head)")
        #expect(try first.count("mine") == 1)
        // Each sees what the other does.
        #expect(try eventually { try second.count("mine") == 1 && first.count("mine-2") == 0 })
        let edits = 40
        let addresses = [first.address, second.address]
        DispatchQueue.concurrentPerform(iterations: 2) { number in
            for _ in 0..<edits {
                let reply = try? Instance.send(addresses[number], "POST", "/api/collections/mine/items", box)
                #expect(reply?.status == 201)
            }
        }
        #expect(try eventually { try first.count("mine") == 1 + 2 * edits && second.count("mine") == 1 + 2 * edits })
        // An edit that was meant for an older revision is refused, whoever made the newer one.
        let stale = try first.send("DELETE", "/api/collections/mine/items", "", "If-Match: \"2\"\r\n")
        #expect(stale.status == 412)
        #expect(try second.send("DELETE", "/api/collections/mine/items").status == 204)
        #expect(try eventually { try first.count("mine") == 0 })
        // And a program that starts later finds all of it.
        let third = try Instance(folder.path)
        #expect(try third.count("mine") == 0 && third.count("mine-2") == 0)
    }

    @Test func statesOfTwoPrograms() throws {
        let folder = try ScratchFolder()
        let (first, second) = (try Instance(folder.path), try Instance(folder.path))
        let state = #"{"collection":"demo","layout":"grid"}"#
        let put = try first.send("PUT", "/api/state/here", state)
        #expect((200..<300).contains(put.status), "\(put.head)")
        let saved = try first.send("GET", "/api/state/here").body
        #expect(try eventually { try second.send("GET", "/api/state/here").body == saved })
    }
}
