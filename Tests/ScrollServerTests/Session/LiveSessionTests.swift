// What a session does, one event after the other.

import Testing

@testable import HTTP
@testable import Imaging
@testable import ScrollServer
@testable import Tiles

@Suite struct LiveSessionTests {
    @Test func aReportIsAnsweredWithAPlanAndThenWithTiles() {
        var bench = SessionBench()
        bench.report(first: 3, count: 4)
        #expect(bench.page.plan == 0)
        bench.plan()
        #expect(bench.page.plan == 1)
        #expect(bench.page.report == 1)
        #expect(bench.page.slots.values.map(\.index).sorted() == [3, 4, 5, 6])
        #expect(bench.page.held.isEmpty)
        // The pipeline takes the newest request first.
        #expect(bench.asked.map(\.key.item) == ["i6", "i5", "i4", "i3"])
        bench.make(1)
        #expect(bench.page.batches == [1])
        bench.make()
        #expect(bench.page.batches == [1, 3])
        #expect(bench.page.wrongs == [])
        for shown in bench.page.slots.values {
            #expect(bench.page.held[shown.number]?.first == UInt8(shown.index))
        }
    }

    @Test func whatStaysIsNotSaidAgain() {
        var bench = SessionBench()
        bench.move(first: 0, count: 10)
        bench.settle()
        let before = bench.page
        bench.move(first: 2, count: 10, offset: 30)
        #expect(bench.asked.map(\.key.item) == ["i11", "i10"])
        // The slots that became free are used again; no other changes.
        let changed = bench.page.slots.filter { before.slots[$0.key] != $0.value }
        #expect(changed.values.map(\.index).sorted() == [10, 11])
        #expect(bench.page.slots.count == 10)
        bench.settle()
        bench.move(first: 0, count: 10)
        #expect(bench.asked.isEmpty, "what the page holds is not made again")
        #expect(bench.page.wrongs == [])
    }

    /// When more becomes known of items, a mosaic is planned again; nothing is said where it looks the same, and other plans
    /// are not made again.
    @Test func mosaicsAreRefreshed() {
        var bench = SessionBench()
        bench.move(first: 0, count: 3)
        bench.settle()
        bench.handle(.refreshed)
        #expect(bench.planning.isEmpty)
        bench.isMosaic = true
        bench.move(first: 0, count: 3)
        let plans = bench.page.plan
        bench.handle(.refreshed, .refreshed)
        #expect(bench.planning.count == 1)
        bench.plan()
        #expect(bench.page.plan == plans && bench.planning.isEmpty && bench.asked.isEmpty)
        // One of the tiles looks different now: it alone is sent, and takes the place of the old one.
        bench.version = "w"
        bench.handle(.refreshed)
        bench.plan()
        #expect(bench.page.plan == plans + 1 && bench.asked.map(\.key.version) == ["w"])
        bench.settle()
        #expect(bench.page.slots.count == 3 && bench.page.wrongs == [])
        // A report that waits is answered at once, and counts as a look.
        bench.handle(.refreshed)
        bench.report(first: 5, count: 3)
        bench.plan()
        #expect(bench.planning.count == 1)
        bench.plan()
        #expect(bench.planning.isEmpty && bench.page.report == 3)
    }

    @Test func onlyTheNewestReportWaits() {
        var bench = SessionBench()
        for first in 0..<10 { bench.report(first: first, count: 5) }
        #expect(bench.planning.map(\.query) == ["0 5 0.0"])
        bench.plan()
        #expect(bench.planning.map(\.query) == ["9 5 0.0"])
        bench.plan()
        #expect(bench.planning.isEmpty)
        #expect(bench.page.report == 10)
        #expect(bench.session.counts.reportsReplaced == 8)
    }

    @Test func whatLeftTheWindowIsCancelledOrDropped() {
        var bench = SessionBench()
        bench.move(first: 0, count: 8)
        bench.handle(.blocked(true))
        bench.make(4)
        #expect(bench.page.held.isEmpty)
        bench.report(first: 100, count: 8)
        bench.handle(.blocked(false))
        // The socket took what was ready for the plan that still held.
        #expect(bench.page.held.count == 4)
        bench.handle(.blocked(true))
        bench.handle(.blocked(false))
        while !bench.planning.isEmpty { bench.plan() }
        #expect(bench.cancelled == 4)
        bench.settle()
        #expect(bench.page.held.count == 12)
        #expect(bench.session.counts.cancelled == 4)
    }

    @Test func whatIsReadyAndNotWantedIsNotSent() {
        var bench = SessionBench()
        bench.handle(.report(SessionReport(room: 1000)))
        bench.move(first: 0, count: 5)
        bench.make()
        // One message is under way, and fills the room.
        #expect(bench.page.batches == [1])
        bench.move(first: 50, count: 5)
        #expect(bench.session.counts.droppedReady == 4)
        bench.settle()
        #expect(bench.page.held.count == 6)
        #expect(bench.page.wrongs == [])
    }

    @Test func noMoreIsUnderWayThanThePageHasRoomFor() {
        var bench = SessionBench()
        bench.byteCount = { _ in 1000 }
        bench.handle(.report(SessionReport(room: 5000)))
        bench.move(first: 0, count: 12)
        bench.make()
        #expect(bench.page.lastMessage == 1)
        #expect(bench.page.batches == [5], "five tiles have room")
        bench.make()
        #expect(bench.page.lastMessage == 1)
        bench.acknowledge()
        #expect(bench.page.batches == [5, 5])
        bench.acknowledge(1)
        #expect(bench.page.batches == [5, 5], "acknowledged before")
        bench.acknowledge()
        #expect(bench.page.batches == [5, 5, 2])
    }

    @Test func aTileLargerThanTheRoomGoesAlone() {
        var bench = SessionBench()
        bench.byteCount = { _ in 100_000 }
        bench.handle(.report(SessionReport(room: 0)))
        bench.move(first: 0, count: 3)
        bench.settle()
        #expect(bench.page.batches == [1, 1, 1])
    }

    /// Nothing is made for a page that takes nothing.
    @Test func aPageThatStopsAcknowledgingBoundsWhatIsReady() {
        var limits = LiveSession.Limits()
        limits.queue.readyBytes = 10_000
        limits.queue.asked = 4
        var bench = SessionBench(limits: limits)
        bench.byteCount = { _ in 1000 }
        bench.handle(.report(SessionReport(room: 3000)))
        bench.move(first: 0, count: 500)
        var made = 0
        while !bench.asked.isEmpty {
            made += bench.asked.count
            bench.make()
        }
        #expect(made <= 3 + 10 + 4)
        #expect(bench.session.readyByteCount <= 10_000 + 4000)
        #expect(bench.page.lastMessage == 1)
        bench.settle()
        #expect(bench.page.held.count == 500)
    }

    @Test func aTileThatCannotBeMadeIsSaidOnce() {
        var bench = SessionBench()
        bench.move(first: 0, count: 2)
        bench.handle(.made(bench.asked[0].request, .failure(.unreadable("gone"))))
        bench.asked.removeFirst()
        bench.settle()
        bench.move(first: 0, count: 2, offset: 10)
        #expect(bench.asked.isEmpty)
        #expect(bench.page.failed == [bench.page.slots.values.first { $0.index == 1 }?.number])
        // When it comes into view again it may have been mended.
        bench.move(first: 10, count: 2)
        bench.move(first: 0, count: 2)
        #expect(bench.asked.map(\.key.item).contains("i1"))
    }

    /// The items elsewhere have moved, those of the sheet have not: it keeps its name, and is wanted again.
    @Test func aSheetOfAnOlderRevisionIsAskedForAgain() throws {
        var bench = SessionBench()
        bench.revision = 1
        bench.move(first: 0, count: 2)
        let sheet = try #require(bench.asked.first { $0.key.item == "i0" })
        bench.asked.removeAll { $0.request == sheet.request }
        bench.handle(.made(sheet.request, .failure(.unavailable("the items have moved"))))
        bench.settle()
        bench.revision = 2
        bench.move(first: 0, count: 2, offset: 10)
        #expect(bench.asked.map(\.key.item) == ["i0"])
        bench.settle()
        #expect(bench.page.failed.isEmpty && bench.page.held.count == 2)
    }

    @Test func thePagesBudgetIsKept() {
        var bench = SessionBench()
        bench.byteCount = { _ in 1000 }
        bench.handle(.report(SessionReport(budget: 20_000)))
        for first in stride(from: 0, to: 200, by: 5) {
            bench.move(first: first, count: 10)
            bench.settle()
            #expect(bench.page.heldByteCount <= 20_000)
            #expect(bench.page.heldByteCount == bench.session.clientTileByteCount)
        }
        #expect(bench.page.wrongs == [])
        // Least recently needed first: the last window's neighbours are still there.
        bench.move(first: 190, count: 10)
        #expect(bench.asked.isEmpty)
        bench.move(first: 0, count: 10)
        #expect(bench.asked.count == 10)
        // What one plan needs is held whatever it takes.
        bench.move(first: 300, count: 40)
        bench.settle()
        #expect(bench.page.slots.values.allSatisfy { bench.page.held[$0.number] != nil })
    }

    @Test func aChangedCollectionIsPlannedAnew() {
        var bench = SessionBench()
        bench.handle(.changed(revision: 1))
        #expect(bench.planning.isEmpty, "nobody has asked for anything")
        bench.move(first: 0, count: 5)
        #expect(bench.page.plan == 1)
        bench.handle(.changed(revision: 2))
        bench.handle(.changed(revision: 3))
        #expect(bench.planning.count == 1)
        bench.plan()
        bench.plan()
        #expect(bench.page.plan == 3, "it changed again while it was planned")
        #expect(bench.planning.isEmpty)
        #expect(bench.page.report == 1)
        bench.handle(.changed(revision: 0))
        #expect(bench.planning.isEmpty, "that revision has been planned")
    }

    /// What was reported while a plan was made is where the reader is now, not what that plan was asked for.
    @Test func aChangeDuringAPlanIsPlannedWhereTheReaderIs() {
        var bench = SessionBench()
        bench.move(first: 0, count: 5)
        bench.report(first: 9, count: 5)
        bench.handle(.changed(revision: 1))
        bench.plan()
        #expect(bench.planning.map(\.query) == ["9 5 0.0"])
    }

    @Test func aQuestionWithoutAPlanIsAnswered() {
        var bench = SessionBench()
        bench.report(first: 0, count: 1)
        let (number, _) = bench.planning.removeFirst()
        bench.handle(.planned(number, .failure(.badParameter("width", "is missing"))))
        #expect(bench.page.problems == ["width: is missing"])
        bench.move(first: 0, count: 1)
        #expect(bench.page.plan == 1)
    }

    @Test func whatWasNotSentCannotBeAcknowledged() {
        var bench = SessionBench()
        bench.acknowledge(1)
        #expect(bench.failure != nil)
    }

    @Test func timesAreCounted() {
        var bench = SessionBench()
        bench.report(first: 0, count: 2)
        bench.plan()
        bench.make()
        let counts = bench.session.removeCounts()
        #expect(counts.planTimes == [1_000_000])
        #expect(counts.completionTimes == [2_000_000])
        #expect(bench.session.removeCounts() == SessionCounts())
    }

    // MARK: Any order

    /// Reports, plans, tiles, acknowledgements and full sockets in any order: the page is always told what it can make
    /// sense of, nothing it holds is sent, and in the end it shows what the last plan says.
    @Test(arguments: 0..<12) func anyOrderOfEvents(seed: UInt64) {
        var numbers = RepeatableNumbers(seed: seed)
        var limits = LiveSession.Limits()
        limits.budget = 40_000
        limits.room = 9000
        limits.queue = SendQueue.Limits(asked: 6, readyBytes: 8000, batchTiles: 5, batchBytes: 6000)
        var bench = SessionBench(limits: limits)
        var place = (first: 0, count: 10, offset: 0.0)
        var isBlocked = false
        for _ in 0..<400 {
            switch Int.random(in: 0..<12, using: &numbers) {
            case 0...2:
                place.first = max(0, place.first + Int.random(in: -8...8, using: &numbers))
                if Int.random(in: 0..<10, using: &numbers) == 0 {
                    place.first = Int.random(in: 0..<300, using: &numbers)
                }
                place.count = Int.random(in: 0...20, using: &numbers)
                place.offset = Double.random(in: 0..<100, using: &numbers).rounded()
                bench.report(first: place.first, count: place.count, offset: place.offset)
            case 3...5: if !bench.planning.isEmpty { bench.plan() }
            case 6...8: bench.make(Int.random(in: 1...4, using: &numbers))
            case 9: bench.acknowledge(Int.random(in: 0...bench.page.lastMessage, using: &numbers))
            case 10:
                isBlocked.toggle()
                bench.handle(.blocked(isBlocked))
            default:
                guard let ask = bench.asked.popLast() else { continue }
                bench.handle(.made(ask.request, .failure(.unreadable("by chance"))))
            }
            #expect(bench.page.wrongs == [])
            #expect(bench.planning.count <= 1)
            #expect(bench.asked.count <= 6)
            #expect(bench.session.readyByteCount <= 8000 + 6 * 1700)
            #expect(bench.page.heldByteCount == bench.session.clientTileByteCount)
            guard bench.page.wrongs.isEmpty else { return }
        }
        bench.handle(.blocked(false))
        bench.settle()
        bench.move(first: 500, count: 1)
        bench.move(first: place.first, count: place.count, offset: place.offset)
        bench.settle()
        let shown = bench.page.slots.values
        #expect(shown.map(\.index).sorted() == Array(place.first..<place.first + place.count))
        for tile in shown {
            #expect(abs(tile.y - Double(tile.index) * 100) < 0.01)
            #expect(
                bench.page.held[tile.number] == bench.tile(SessionBench.plan("\(tile.index) 1 0").tiles[0].key).bytes)
        }
        #expect(bench.page.wrongs == [])
    }
}
