// What a session sends ahead of need, one event after the other.

import Testing

@testable import ScrollServer
@testable import Tiles

@Suite struct SessionPrefetchTests {
    @Test func whatComesNextIsSentWhenNothingElseIs() {
        var bench = SessionBench()
        bench.byteCount = { _ in 1000 }
        // A quarter of the room is what the four that are needed take.
        bench.handle(.report(SessionReport(room: 16_000)))
        bench.ahead = 3
        bench.move(first: 0, count: 4)
        #expect(bench.asked.filter { !$0.isAhead }.count == 4 && bench.asked.filter(\.isAhead).count == 3)
        // What is ahead is there first, and waits.
        bench.make(where: \.isAhead)
        #expect(bench.page.held.isEmpty && bench.session.readyByteCount > 0)
        bench.make(3)
        #expect(bench.page.held.count == 3)
        bench.make()
        #expect(bench.page.held.count == 4, "the connection is busy")
        bench.acknowledge()
        #expect(bench.page.held.count == 7)
        #expect(bench.page.slots.count == 4)
        let counts = bench.session.counts
        #expect(counts.tilesSent == 7 && counts.tilesSentAhead == 3 && counts.aheadHits == 0)
        // They are shown in the same frame as their plan, and count as of use, once.
        bench.ahead = 0
        bench.move(first: 2, count: 5, offset: 10)
        #expect(bench.asked.isEmpty && bench.page.slots.values.allSatisfy { bench.page.held[$0.number] != nil })
        #expect(bench.session.counts.aheadHits == 3 && bench.used.sorted() == ["i4", "i5", "i6"])
        bench.move(first: 2, count: 5, offset: 20)
        #expect(bench.session.counts.aheadHits == 3)
        #expect(bench.page.wrongs == [])
    }

    /// The order in which tiles are made is that of the newest plan.
    @Test func whatComesIntoViewIsMoreUrgent() {
        var bench = SessionBench()
        bench.ahead = 4
        bench.move(first: 0, count: 2)
        #expect(bench.asked.filter(\.isAhead).map(\.key.item).sorted() == ["i2", "i3", "i4", "i5"])
        bench.move(first: 2, count: 2)
        #expect(bench.cancelled == 2, "nobody looks at the first two any more")
        #expect(bench.asked.filter { !$0.isAhead }.map(\.key.item).sorted() == ["i2", "i3"])
        #expect(bench.asked.filter(\.isAhead).map(\.key.item).sorted() == ["i4", "i5", "i6", "i7"])
        // And back: what may come is less urgent again, not dropped.
        bench.move(first: 1, count: 1)
        #expect(bench.asked.filter { !$0.isAhead }.map(\.key.item) == ["i1"])
        #expect(bench.asked.filter(\.isAhead).map(\.key.item).sorted() == ["i2", "i3", "i4", "i5"])
        // Ready ahead of need, and needed before it was sent: of use to the pipeline, nothing to the page.
        bench.make(where: \.isAhead)
        bench.move(first: 1, count: 2)
        #expect(bench.used == ["i2"] && bench.session.counts.aheadHits == 0)
        bench.settle()
        #expect(bench.page.wrongs == [])
    }

    @Test func whatIsNotExpectedAnyMoreIsDroppedFirst() {
        var bench = SessionBench()
        bench.ahead = 5
        bench.move(first: 0, count: 2)
        bench.make(where: { $0.key.item == "i3" })
        bench.move(first: 100, count: 2)
        #expect(bench.session.counts.droppedReady == 1 && bench.cancelled == 6)
        #expect(bench.asked.allSatisfy { Int($0.key.item.dropFirst()) ?? 0 >= 100 })
        bench.settle()
        #expect(bench.page.held.count == 7 && bench.page.wrongs == [])
    }

    /// Of what lies ahead only so much is asked for, and made, as there is room for.
    @Test func theQueueAheadIsBounded() {
        var limits = LiveSession.Limits()
        limits.queue.askedAhead = 3
        limits.queue.readyAheadBytes = 5000
        var bench = SessionBench(limits: limits)
        bench.byteCount = { _ in 1000 }
        bench.ahead = 40
        bench.move(first: 0, count: 1)
        // The one that is needed does not come: nothing ahead is sent.
        var made = 0
        while bench.asked.contains(where: \.isAhead) {
            #expect(bench.asked.count(where: \.isAhead) <= 3)
            made += bench.asked.count(where: \.isAhead)
            bench.make(where: \.isAhead)
        }
        #expect(made <= 5 + 3 && bench.session.readyByteCount <= 5000 + 3000)
        #expect(bench.page.held.isEmpty)
        bench.settle()
        #expect(bench.page.held.count == 41 && bench.page.wrongs == [])
    }

    /// A quarter of the page's budget at the most, and never in place of what it needs.
    @Test func thePagesBudgetIsKept() {
        var bench = SessionBench()
        bench.byteCount = { _ in 1000 }
        bench.handle(.report(SessionReport(budget: 20_000)))
        bench.ahead = 12
        for first in stride(from: 0, to: 300, by: 4) {
            bench.move(first: first, count: 8)
            bench.settle()
            #expect(bench.page.heldByteCount <= 20_000)
            #expect(bench.page.slots.values.allSatisfy { bench.page.held[$0.number] != nil })
        }
        #expect(bench.session.counts.aheadHits > 50)
        #expect(bench.page.wrongs == [])
        // All of it is taken by the plan.
        let sent = bench.session.counts.tilesSentAhead
        bench.move(first: 1000, count: 25)
        bench.settle()
        #expect(bench.session.counts.tilesSentAhead == sent)
        #expect(bench.page.wrongs == [])
    }

    /// Decoded, the tiles that a plan has ahead stay within the pixels that the page can hold, also after the reader has
    /// gone elsewhere; what is needed is sent all the same.
    @Test(arguments: [0, 399, 400, 2000, 3999])
    func thePagesPixelsAreKept(pixels: Int) {
        var bench = SessionBench()
        // Tells which tile it is.
        bench.byteCount = { $0 + 1 }
        bench.handle(.report(SessionReport(pixels: pixels)))
        bench.ahead = 12
        for first in Array(stride(from: 0, to: 300, by: 4)) + Array(stride(from: 1000, to: 9000, by: 100)) {
            bench.move(first: first, count: 8)
            bench.settle()
            let page = bench.page
            let ahead = page.held.count { number, bytes in
                (first + 8..<first + 20).contains(bytes.count - 1) && !page.shownNumbers.contains(number)
            }
            // A tile of 10 × 10 pixels.
            #expect(ahead == min(12, pixels / 400))
            #expect(page.slots.values.allSatisfy { page.held[$0.number] != nil })
        }
        #expect(bench.page.wrongs == [])
    }

    @Test func whatWasSentInVainIsCounted() {
        var bench = SessionBench()
        bench.byteCount = { _ in 1000 }
        bench.handle(.report(SessionReport(budget: 40_000)))
        bench.ahead = 6
        for first in stride(from: 0, to: 3000, by: 100) {
            bench.move(first: first, count: 6)
            bench.settle()
        }
        let counts = bench.session.counts
        #expect(counts.tilesSentAhead == 6 * 30 && counts.aheadHits == 0)
        #expect(counts.aheadWasted > 100)
        bench.session.end()
        #expect(bench.session.counts.aheadWasted == 6 * 30)
        #expect(bench.page.wrongs == [])
    }

    /// Nothing is said of a picture that cannot be made before it is to be seen, and it is not tried again and again.
    @Test func whatCannotBeMadeIsSaidWhenItIsSeen() {
        var bench = SessionBench()
        bench.ahead = 1
        bench.move(first: 0, count: 1)
        bench.fail(where: \.isAhead)
        bench.settle()
        bench.move(first: 0, count: 1, offset: 5)
        #expect(bench.asked.isEmpty && bench.page.failed == [])
        bench.ahead = 0
        bench.move(first: 1, count: 1)
        #expect(bench.asked.map(\.key.item) == ["i1"])
        bench.fail(where: { _ in true })
        #expect(bench.page.failed == bench.page.slots.values.map(\.number))
    }

    @Test func theLastDirectionIsRemembered() {
        var bench = SessionBench()
        bench.move(first: 5, count: 1)
        #expect(bench.travel == .zero)
        bench.move(first: 9, count: 1)
        bench.move(first: 9, count: 1)
        #expect(bench.travel.y > 0)
        bench.move(first: 2, count: 1)
        bench.move(first: 2, count: 1)
        #expect(bench.travel.y < 0)
    }

    /// What left the window 300 ms ago is not sent any more: with the newer plan it is out of the queue.
    @Test(arguments: 0..<8) func nothingThatLeftLongAgoIsSent(seed: UInt64) {
        var noise = RepeatableNoise(seed: seed)
        var bench = SessionBench()
        bench.ahead = 8
        bench.handle(.report(SessionReport(room: 6000)))
        /// When each item was last in the window, or ahead of it, in nanoseconds.
        var wanted: [Int: UInt64] = [:]
        var (first, waits) = (0, 0)
        // Items stay below 256, so that the bytes of a tile say whose it is.
        for frame in 0..<50 {
            // A frame of 16 ms, with some tiles made and acknowledged meanwhile; a plan may take a few of them.
            bench.time += 16_000_000
            first += Int.random(in: 0...4, using: &noise)
            bench.report(first: first, count: 12)
            for index in first..<first + 12 + bench.ahead { wanted[index] = bench.time }
            let sent = Set(bench.page.held.keys)
            if Bool.random(using: &noise) { bench.make(Int.random(in: 1...5, using: &noise)) }
            waits += 1
            if waits > 8 || Bool.random(using: &noise) {
                while !bench.planning.isEmpty { bench.plan() }
                waits = 0
                // With the newer plan all that it does not want is out of the queue.
                let window = first..<first + 12 + bench.ahead
                for asked in bench.asked {
                    #expect(window.contains(Int(asked.key.item.dropFirst()) ?? -1), "frame \(frame)")
                }
                #expect(bench.session.queuedNumbers.count <= window.count)
            }
            if Int.random(in: 0..<4, using: &noise) == 0 { bench.acknowledge() }
            for (number, bytes) in bench.page.held where !sent.contains(number) {
                let last = wanted[Int(bytes.first ?? 0)] ?? 0
                #expect(bench.time - last < 300_000_000, "frame \(frame)")
            }
        }
        #expect(bench.page.held.count > 20 && bench.cancelled > 0)
        #expect(bench.page.wrongs == [])
    }

    /// As `anyOrderOfEvents`, with tiles ahead.
    @Test(arguments: 0..<12) func anyOrderOfEvents(seed: UInt64) {
        var noise = RepeatableNoise(seed: seed)
        var limits = LiveSession.Limits()
        limits.budget = 60_000
        limits.room = 9000
        limits.queue = SendQueue.Limits(
            asked: 6, readyBytes: 8000, askedAhead: 4, readyAheadBytes: 4000, batchTiles: 5, batchBytes: 6000)
        var bench = SessionBench(limits: limits)
        var place = (first: 0, count: 10)
        for _ in 0..<400 {
            switch Int.random(in: 0..<12, using: &noise) {
            case 0...2:
                bench.ahead = Int.random(in: 0...15, using: &noise)
                place.first = max(0, place.first + Int.random(in: -8...8, using: &noise))
                if Int.random(in: 0..<10, using: &noise) == 0 { place.first = Int.random(in: 0..<300, using: &noise) }
                place.count = Int.random(in: 0...20, using: &noise)
                bench.report(first: place.first, count: place.count)
            case 3...5: if !bench.planning.isEmpty { bench.plan() }
            case 6...8: bench.make(Int.random(in: 1...4, using: &noise))
            case 9: bench.acknowledge(Int.random(in: 0...bench.page.lastMessage, using: &noise))
            case 10:
                bench.handle(.blocked(true))
                bench.handle(.blocked(false))
            default: bench.fail(where: { $0.request % 3 == 0 })
            }
            #expect(bench.page.wrongs == [])
            #expect(bench.asked.count(where: \.isAhead) <= 4 + 6 && bench.asked.count <= 10 + 6)
            #expect(bench.session.readyByteCount <= 8000 + 4000 + 20 * 1700)
            #expect(bench.page.heldByteCount == bench.session.clientTileByteCount)
            guard bench.page.wrongs.isEmpty else { return }
        }
        bench.settle()
        bench.ahead = 0
        bench.move(first: 500, count: 1)
        bench.move(first: place.first, count: place.count)
        bench.settle()
        #expect(bench.page.slots.values.map(\.index).sorted() == Array(place.first..<place.first + place.count))
        #expect(bench.page.slots.values.allSatisfy { bench.page.held[$0.number] != nil })
        let counts = bench.session.counts
        bench.session.end()
        #expect(counts.tilesSentAhead == counts.aheadHits + bench.session.counts.aheadWasted)
        #expect(bench.page.wrongs == [])
    }
}
