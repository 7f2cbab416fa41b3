// Sources that are read page by page, as the API shows them: the rules one by one.

import Foundation
import Testing
import Tiling

@testable import Catalog
@testable import HTTP
@testable import Platform
@testable import ScrollServer

@Suite struct PagedPlanTests {
    /// The endless feed with a clock of the test's own.
    private final class Bench {
        let hand = HandTimer()
        let feed: EndlessFeed
        let client: APIClient

        init() throws {
            feed = try #require(EndlessFeed(timer: hand.timer))
            client = try APIClient([feed])
        }

        static let page = EndlessFeed.Script.pageSize
        static let path = "/api/collections/endless-feed"

        func plan(_ query: String = "", layout: String = "grid", order: String = "name") throws -> PlanDocument {
            try client.get(
                "\(Self.path)/plan?width=400&height=300&columns=4&layout=\(layout)&order=\(order)&\(query)"
            ).plan()
        }

        /// At the very end.
        func end(layout: String = "grid") throws -> PlanDocument { try plan("x=1e9&y=1e9", layout: layout) }

        func retry() throws -> CollectionDocument {
            let reply = try client.ask(.post, "\(Self.path)/retry")
            #expect(reply.status == 200 || reply.status == 202)
            return try reply.decoded()
        }

        /// Until so many pages are there.
        func load(_ pages: Int) throws {
            while feed.status.count < pages * Self.page {
                _ = feed.footer?.state == .failed ? try retry().count : try end().count
                hand.advance(1)
            }
        }
    }

    @Test func nothingIsFetchedBeforeSomebodyLooks() throws {
        let bench = try Bench()
        let document: CollectionDocument = try bench.client.get(Bench.path).decoded()
        #expect(document.count == 0 && !document.complete && document.footer?.state == "more")
        bench.hand.advance(60)
        #expect(bench.feed.status.count == 0 && bench.hand.count == 0)
    }

    @Test func theFirstPlanFetchesTheFirstPage() throws {
        let bench = try Bench()
        let empty = try bench.plan()
        #expect(empty.count == 0 && empty.hasMore && empty.visible == nil && empty.footer?.state == "loading")
        #expect(bench.hand.count == 1)
        bench.hand.advance(1)
        let first = try bench.plan()
        #expect(first.count == Bench.page && first.hasMore && first.revision > empty.revision)
    }

    @Test func aPageIsFetchedWhenTheLastItemIsWithinAWindow() throws {
        let bench = try Bench()
        try bench.load(1)
        // Rows of four, some 100 points each: 15 rows; the window with its overscan has 5 rows.
        let far = try bench.plan("y=0")
        #expect(far.footer == nil && far.hasMore)
        #expect(bench.hand.count == 0, "the end is far away")
        var seen: [(last: Int, isFetching: Bool)] = []
        for y in stride(from: 0, through: 1500, by: 50) {
            let window = try #require(try bench.plan("y=\(y)").window)
            seen.append((window.last, bench.hand.count > 0))
            let length = window.last - window.first + 1
            #expect(
                (bench.hand.count > 0) == (seen.contains { $0.isFetching } || window.last + 1 + length >= Bench.page))
        }
        #expect(seen.contains { !$0.isFetching } && seen.contains { $0.isFetching && $0.last < Bench.page - 1 })
        #expect(bench.hand.count == 1, "never two at once")
    }

    @Test func whoAsksAgainGetsOn() throws {
        let bench = try Bench()
        var counts: [Int] = []
        var states: Set<String> = []
        var revision = 0
        for _ in 0..<400 {
            let plan = try bench.end()
            states.insert(try #require(plan.footer?.state))
            counts.append(plan.count)
            #expect(plan.revision >= revision)
            revision = plan.revision
            if plan.footer?.state == "failed", plan.footer?.retryAfter == nil { _ = try bench.retry() }
            if !plan.hasMore { break }
            bench.hand.advance(0.25)
        }
        #expect(counts == counts.sorted() && counts.last == EndlessFeed.Script.count)
        #expect(states == ["loading", "failed", "end"])
        let last = try bench.end()
        #expect(!last.hasMore && last.footer?.state == "end" && last.footer?.message == nil)
        #expect(last.edges.bottom)
        // Never after the end.
        _ = try bench.retry()
        bench.hand.advance(60)
        #expect(bench.hand.count == 0 && bench.feed.status.count == EndlessFeed.Script.count)
        let document: CollectionDocument = try bench.client.get(Bench.path).decoded()
        #expect(document.complete)
    }

    @Test func aFailedPageSaysSoAndComesByItself() throws {
        let bench = try Bench()
        try bench.load(EndlessFeed.Script.unsteady.page)
        let before = try bench.end()
        #expect(before.footer?.state == "loading")
        bench.hand.advance(0.7)
        let failed = try bench.end()
        let footer = try #require(failed.footer)
        #expect(footer.state == "failed" && footer.message?.contains("Page 4") == true)
        #expect(try #require(footer.retryAfter) > 0 && footer.retryAfter ?? 9 <= 1)
        #expect(failed.count == before.count && failed.hasMore, "what was loaded stays")
        #expect(failed.tiles == before.tiles && failed.contentSize == before.contentSize)
        #expect(bench.hand.count == 1, "asking is no retry")
        bench.hand.advance(20)
        #expect(bench.feed.status.count == (EndlessFeed.Script.unsteady.page + 1) * Bench.page)
    }

    @Test func theReaderAsksForAPageThatHasFailed() throws {
        let bench = try Bench()
        try bench.load(EndlessFeed.Script.stuck)
        _ = try bench.end()
        bench.hand.advance(1)
        let failed = try bench.end()
        #expect(failed.footer?.state == "failed" && failed.footer?.retryAfter == nil)
        bench.hand.advance(600)
        #expect(try bench.end() == failed, "it waits for the reader")
        let first = try bench.client.ask(.post, "\(Bench.path)/retry")
        #expect(first.status == 202)
        let document: CollectionDocument = try first.decoded()
        #expect(document.footer?.state == "loading" && !document.complete)
        // Again while it is under way: the same.
        #expect(try bench.client.ask(.post, "\(Bench.path)/retry").status == 202)
        #expect(bench.hand.count == 1)
        bench.hand.advance(1)
        #expect(bench.feed.status.count == failed.count + Bench.page)
    }

    @Test func retryIsAPostAndForAnyCollection() throws {
        let bench = try Bench()
        let reply = try bench.client.get("\(Bench.path)/retry")
        #expect(reply.status == 405 && reply.headers["Allow"] == "POST")
        _ = try bench.client.ask(.post, "/api/collections/none/retry").problem(404)
        let demo = try APIClient(demo: 10).ask(.post, "/api/collections/demo/retry")
        let document: CollectionDocument = try demo.decoded()
        #expect(demo.status == 200 && document.footer == nil && document.complete)
    }

    @Test(arguments: ["grid", "justified", "stack"]) func whatIsOnScreenStaysWhilePagesArrive(layout: String) throws {
        let bench = try Bench()
        try bench.load(1)
        var plan = try bench.end(layout: layout)
        for _ in 0..<6 {
            let count = plan.count
            let anchor = try #require(plan.anchor)
            while bench.feed.status.count == count {
                if bench.feed.footer?.state == .failed { _ = try bench.retry() }
                bench.hand.advance(0.3)
            }
            let (x, y) = (plan.contentOffset.x, plan.contentOffset.y)
            let query =
                "x=\(x)&y=\(y)&anchor=\(anchor.item)&anchorX=\(anchor.x)&anchorY=\(anchor.y)&revision=\(plan.revision)"
            let next = try bench.plan(query, layout: layout)
            #expect(next.count > count && next.anchor?.item == anchor.item)
            #expect(abs((next.anchor?.y ?? 0) - anchor.y) <= 0.5)
            for tile in plan.tiles where tile.index < count - 8 {
                let same = next.tiles.first { $0.url == tile.url }
                #expect(same.map { abs($0.y - tile.y) <= 0.5 && abs($0.x - tile.x) <= 0.5 } ?? false)
            }
            plan = try bench.end(layout: layout)
        }
    }

    @Test func backwardsTheNextPageComesBeforeTheFirst() throws {
        let bench = try Bench()
        try bench.load(1)
        _ = try bench.plan("y=1e9", order: "-name")
        #expect(bench.hand.count == 0, "the last loaded item is far away at the other end")
        let top = try bench.plan("y=0", order: "-name")
        #expect(top.footer == nil && bench.hand.count == 1)
    }

    @Test func pagesAndPicturesFetchToo() throws {
        for layout in ["pages", "strip"] {
            let bench = try Bench()
            try bench.load(1)
            let plan = try bench.end(layout: layout)
            #expect(bench.hand.count == 1, "\(layout)")
            #expect(plan.footer?.state == "loading")
        }
        let bench = try Bench()
        try bench.load(1)
        let last = try #require(bench.feed.summary(at: Bench.page - 1)).id
        #expect(try bench.plan("item=\(last)", layout: "item").footer == nil)
        #expect(bench.hand.count == 1)
    }

    @Test func theListOfItemsHasMoreUntilTheEnd() throws {
        let bench = try Bench()
        try bench.load(2)
        let page: ItemPage = try bench.client.get("\(Bench.path)/items?limit=1000").decoded()
        #expect(page.items.count == 2 * Bench.page && page.hasNextPage && page.nextCursor == page.items.last?.id)
    }

    @Test func aScanInProgressSaysSoInTheSameFields() throws {
        let sizes = Array(repeating: PixelSize(width: 40, height: 30), count: 50)
        let staged = StagedCollection(sizes: sizes, measured: 0..<50, isComplete: false)
        let client = try APIClient([staged])
        func plan() throws -> PlanDocument {
            try client.get("/api/collections/staged/plan?width=400&height=300&y=1e9").plan()
        }
        let scanning = try plan()
        #expect(scanning.hasMore && scanning.footer?.state == "loading" && scanning.footer?.message == nil)
        staged.append([], isComplete: true)
        let complete = try plan()
        #expect(!complete.hasMore && complete.footer == nil)
        #expect(complete.contentSize.height < scanning.contentSize.height)
    }

    /// Over a session nobody has to ask again: what comes is said.
    @Test func aSessionHearsOfEachPage() throws {
        let state = try ScratchFolder()
        let application = try Application(
            try Options(["--port=0", "--cache-limit=0", "--state=\(state.path)"]), page: .program)
        defer { application.stop(within: 0) }
        let socket = try WebSocketClient(
            port: try application.start().port, path: "\(Bench.path)/session")
        socket.send(.text(#"{"report":1,"plan":"width=400&height=300&columns=4"}"#))
        var counts: [Int] = []
        while counts.last ?? 0 < Bench.page {
            let frame = try #require(socket.receive(), "the session ended")
            guard frame.opcode == 1, let message = try? JSONReader.value(of: frame.payload) else { continue }
            guard let count = message["place"]?["count"]?.integer else { continue }
            counts.append(count)
            if count == 0 { #expect(message["place"]?["footer"]?["state"]?.text == "loading") }
        }
        #expect(counts == counts.sorted() && counts.last == Bench.page)
    }
}
