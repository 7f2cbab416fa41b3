// Lists read page by page while items come and go.

import Foundation
import Synchronization
import Testing

@testable import Catalog
@testable import HTTP

@Suite struct ItemWalkTests {
    private static let base = "/api/collections/staged/items"

    /// What is there all the time is in the walk once, in its order, whatever is removed, put in and moved meanwhile: the
    /// items that cursors name among them.
    @Test(arguments: ["name", "-name"], [1, 2, 3] as [UInt64]) func nothingIsLostOrDoubled(order: String, seed: UInt64)
        throws
    {
        var numbers = SeededNumbers(state: seed)
        let collection = StagedGroups(groups: (0..<20).map { (number: $0 * 10, count: 17) })
        let client = try APIClient([collection])
        var stable = collection.ids
        if order == "-name" { stable.reverse() }
        var walk: [String] = []
        var cursor: String?
        var isLast = false
        while !isLast {
            let limit = Int.random(in: 1...9, using: &numbers)
            let after = cursor.map { "&after=\($0)" } ?? ""
            let page: ItemPage = try client.get("\(Self.base)?order=\(order)&limit=\(limit)\(after)").decoded()
            walk += page.items.map(\.id)
            (cursor, isLast) = (page.nextCursor, !page.hasNextPage)
            for _ in 0..<Int.random(in: 0...4, using: &numbers) { collection.change(&numbers) }
            // The cursor's own item goes, or goes elsewhere.
            if let last = page.items.last, let index = collection.index(ofItem: last.id), Bool.random(using: &numbers) {
                if Bool.random(using: &numbers) {
                    collection.remove(at: index)
                } else {
                    collection.move(from: index, to: Int.random(in: 0..<collection.status.count, using: &numbers))
                    stable.removeAll { $0 == last.id }
                }
            }
            let left = Set(collection.ids)
            stable.removeAll { !left.contains($0) }
        }
        let found = walk.filter(Set(stable).contains)
        #expect(found == stable, "\(stable.count) of \(walk.count)")
    }

    /// Another thread changes the list all the time: each page is of one moment.
    @Test(arguments: ["name", "-name"]) func aPageIsOfOneMoment(order: String) throws {
        let collection = StagedGroups(groups: (0..<10).map { (number: $0 * 10, count: 8) })
        let client = try APIClient([collection])
        let isOver = Mutex(false)
        let (turn, ended) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
        Thread.detachNewThread {
            var numbers = SeededNumbers(state: 3)
            while !isOver.withLock({ $0 }) {
                let index = Int.random(in: 0..<60, using: &numbers)
                // Moves keep the count, and so what a page may have.
                collection.move(from: index, to: Int.random(in: 0..<60, using: &numbers))
                turn.wait()
            }
            ended.signal()
        }
        var revisions: Set<Int> = []
        for _ in 0..<60 {
            // Some moves, while the page is read.
            for _ in 0..<5 { turn.signal() }
            let page = try client.get("\(Self.base)?order=\(order)&limit=80").object()
            let items = try #require(page["items"] as? [[String: Any]])
            #expect(items.map { $0["index"] as? Int } == (0..<80).map { $0 })
            #expect(Set(items.compactMap { $0["id"] as? String }).count == 80)
            revisions.insert(try #require(page["revision"] as? Int))
        }
        #expect(revisions.count > 1)
        isOver.withLock { $0 = true }
        turn.signal()
        ended.wait()
    }

    /// A page that has not changed need not be sent again.
    @Test func entityTags() throws {
        let collection = StagedGroups(groups: [(number: 1, count: 9)])
        let client = try APIClient([collection])
        let first = try client.get("\(Self.base)?limit=4")
        let tag = try #require(first.headers["ETag"])
        let same = try client.get("\(Self.base)?limit=4", [("If-None-Match", tag)])
        #expect(same.status == 304 && same.body.isEmpty)
        collection.insert(1, at: 0)
        let other = try client.get("\(Self.base)?limit=4", [("If-None-Match", tag)])
        #expect(other.status == 200 && other.headers["ETag"] != tag)
        #expect(try other.object()["revision"] as? Int == collection.status.revision)
    }

    /// Cursors of another run, of lists that have changed too much, and what is none.
    @Test func cursorsFromElsewhere() throws {
        let collection = StagedGroups(groups: [(number: 1, count: 9)])
        let client = try APIClient([collection])
        let page: ItemPage = try client.get("\(Self.base)?limit=3").decoded()
        let cursor = try #require(page.nextCursor)
        let run = try #require(cursor.split(separator: ".").last)
        // Of another run: by its item.
        let other = cursor.replacingOccurrences(of: ".\(run)", with: ".0000")
        let next: ItemPage = try client.get("\(Self.base)?limit=3&after=\(other)").decoded()
        #expect(next.items.map(\.index) == [3, 4, 5])
        collection.remove(at: 2)
        #expect(try client.get("\(Self.base)?after=\(other)").problem(410).detail.contains("begin again"))
        let rest: ItemPage = try client.get("\(Self.base)?after=\(cursor)").decoded()
        #expect(rest.items.map(\.index) == [2, 3, 4, 5, 6, 7])
        let revision = collection.status.revision
        for bad in [
            "a.b.c.\(run)", "x.\(Int.max).1.\(run)", "x.\(Int.max - 1).1.\(run)", "77.1.\(revision + 9).\(run)", "...",
            ".",
        ] {
            let reply = try client.get("\(Self.base)?after=\(bad)")
            #expect([400, 410].contains(reply.status), "\(bad): \(reply.status) \(reply.text)")
        }
        // Far behind the end is the end.
        let end: ItemPage = try client.get("\(Self.base)?after=5.4000000000.\(revision).\(run)").decoded()
        #expect(end.items.isEmpty && !end.hasNextPage)
    }
}
