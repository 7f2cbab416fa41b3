// Annotations in live sessions, also many at once.

import Foundation
import Testing

@testable import HTTP
@testable import Platform
@testable import ScrollServer

@Suite struct AnnotationNewsTests {
    /// A live session is told without asking.
    @Test func sessionsFollow() throws {
        let files = try TemporaryFolder()
        for name in ["a.png", "b.png"] { try files.write(name) }
        let bench = try SessionRouteTests.Bench(try files.scanned())
        let page = try bench.connect()
        page.report(1, "width=300&height=300&layout=grid&q=flag%3Apick")
        try page.receive { $0.report == 1 }
        #expect(page.page.slots.isEmpty)
        let reply = try bench.client.value.ask(
            .patch, "/api/collections/f/annotations", body: Array(#"{"all":true,"flag":"pick"}"#.utf8))
        try #require(reply.status == 200, "\(reply.text)")
        try page.receive { !$0.slots.isEmpty }
        #expect(page.page.wrongs == [])
    }

    /// Where many change at once, arrangements are made again, and live sessions and all answers are right nevertheless.
    @Test func manyAtOnce() throws {
        let files = try TemporaryFolder()
        let first = try files.write("0.png")
        for number in 1..<1500 {
            try FileManager.default.linkItem(atPath: first, toPath: files.path + "/\(number).png")
        }
        let bench = try SessionRouteTests.Bench(try files.scanned())
        let client = bench.client.value
        let page = try bench.connect()
        page.report(1, "width=300&height=300&layout=grid&q=rating%3A4")
        try page.receive { $0.report == 1 }
        #expect(page.page.slots.isEmpty)
        func count(_ query: String) throws -> Int? {
            let plan = try JSONReader.value(
                of: client.get("/api/collections/f/plan?width=300&height=300&\(query)").body)
            return plan["count"]?.integer
        }
        func leader(_ order: String) throws -> String? {
            let items = try JSONReader.value(of: client.get("/api/collections/f/items?limit=1&order=\(order)").body)
            return items["items"]?.elements.first?["name"]?.text
        }
        // Arrangements that follow the rating, and some that do not.
        let queries = ["q=rating%3A4", "q=stars%3A4", "q=-rating%3A4", "q=format%3Apng", "order=-rating"]
        for query in queries { _ = try count(query) }
        let path = "/api/collections/f/annotations"
        func change(_ body: String) throws {
            let reply = try client.ask(.patch, path, body: Array(body.utf8))
            try #require(reply.status == 200, "\(reply.text)")
        }
        try change(#"{"all":true,"rating":4}"#)
        try page.receive { !$0.slots.isEmpty }
        #expect(try queries.map(count) == [1500, 1500, 0, 1500, 1500])
        let items = try JSONReader.value(of: client.get("/api/collections/f/items?limit=1&q=name%3A1499").body)
        let last = try #require(items["items"]?.elements.first?["id"]?.text)
        try change(#"{"items":["\#(last)"],"rating":5}"#)
        #expect(try leader("-rating") == "1499.png" && leader("name") == "0.png")
        #expect(try queries.map(count) == [1499, 1499, 1, 1500, 1500])
        for _ in 0..<2 { #expect(try client.ask(.post, "\(path)/undo").status == 200) }
        try page.receive { $0.slots.isEmpty }
        #expect(try queries.map(count) == [0, 0, 1500, 1500, 1500])
        #expect(page.page.wrongs == [])
    }
}
