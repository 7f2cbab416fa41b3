// Annotations over the ends of programs, and among several programs.

import Foundation
import Testing

@testable import Platform
@testable import ScrollServer

@Suite(.needs(.builtProgram)) struct AnnotationProgramTests {
    /// A program that shows a folder of pictures.
    private struct Instance {
        static let path = "/api/collections/pictures"

        let run: ProgramRun
        let address: URL

        init(_ folder: ScratchFolder) throws {
            run = try ProgramRun(
                ["--port=0", "--state=\(folder.path)/state", "--cache-limit=0", "\(folder.path)/pictures"])
            address = try run.address()
        }

        static func send(_ address: URL, _ method: String, _ target: String, _ body: String = "") throws
            -> PlainConnection
        {
            let connection = try PlainConnection(address)
            connection.send(
                "\(method) \(target) HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
                    + "Content-Length: \(body.utf8.count)\r\n\r\n\(body)")
            return connection
        }

        func json(_ target: String) throws -> JSONValue {
            let reply = try #require(try Self.send(address, "GET", target).receive())
            return try JSONReader.value(of: reply.body)
        }

        func ids() throws -> [String] {
            try json("\(Self.path)/items?limit=1000")["items"]?.elements.compactMap { $0["id"]?.text } ?? []
        }

        func annotation(_ id: String) throws -> JSONValue? { try json("\(Self.path)/items/\(id)")["annotation"] }

        /// How many items a query finds.
        func count(_ query: String) throws -> Int? {
            try json("\(Self.path)/items?limit=1000&q=\(query)")["items"]?.elements.count
        }

        static func annotate(_ address: URL, _ body: String) throws -> Int? {
            try send(address, "PATCH", "\(path)/annotations", body).receive()?.status
        }
    }

    private static func folder(_ count: Int) throws -> ScratchFolder {
        let folder = try ScratchFolder()
        for number in 0..<count { try folder.write("pictures/\(number).png", TinyImage.png()) }
        return folder
    }

    /// Whatever was acknowledged is there after the program was killed; what was not is there as a whole or not at all.
    @Test func killed() throws {
        let count = 50
        let folder = try Self.folder(count)
        var (rating, changes) = (0, 0)
        for _ in 0..<6 {
            let instance = try Instance(folder)
            #expect(try eventually { try instance.ids().count == count })
            let found = try instance.annotation(try #require(try instance.ids().first))?["rating"]?.integer ?? 0
            // The one that was under way may have been made.
            #expect(changes == 0 || found == rating || found == rating % 5 + 1, "\(found) after \(rating)")
            rating = found
            if rating > 0 { #expect(try eventually { try instance.count("rating:\(rating)") == count }) }
            for _ in 0..<4 {
                rating = rating % 5 + 1
                #expect(try Instance.annotate(instance.address, #"{"all":true,"rating":\#(rating)}"#) == 200)
                changes += 1
            }
            let next = rating % 5 + 1
            let last = try Instance.send(
                instance.address, "PATCH", "\(Instance.path)/annotations", #"{"all":true,"rating":\#(next)}"#)
            instance.run.send(SIGKILL)
            instance.run.wait()
            _ = last.receive()
        }
    }

    /// Two programs that annotate the same pictures at the same time lose nothing, and see what the other one does.
    @Test func twoPrograms() throws {
        let folder = try Self.folder(40)
        let instances = [try Instance(folder), try Instance(folder)]
        for instance in instances { #expect(try eventually { try instance.ids().count == 40 }) }
        let ids = try instances[0].ids()
        #expect(try instances[1].ids() == ids)
        let addresses = instances.map(\.address)
        DispatchQueue.concurrentPerform(iterations: 2) { number in
            for (place, id) in ids.enumerated() {
                // Both change each picture, in other parts.
                let part = number == 0 ? #""rating":\#(place % 5 + 1)"# : #""flag":"pick""#
                let status = try? Instance.annotate(addresses[number], #"{"items":["\#(id)"],\#(part)}"#)
                #expect(status == 200)
            }
        }
        for instance in instances + [try Instance(folder)] {
            #expect(try eventually { try instance.count("flag:pick") == 40 && instance.count("rating:3") == 8 })
            for (place, id) in ids.enumerated() {
                let annotation = try instance.annotation(id)
                #expect(annotation?["rating"]?.integer == place % 5 + 1 && annotation?["flag"] == .text("pick"))
            }
        }
    }
}
