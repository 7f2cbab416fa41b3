// Requests ahead of need: below everything else, bounded, dropped, and of use.

import Foundation
import Testing
import Tiling

@testable import Pixels
@testable import Platform
@testable import Tiles

@Suite struct PrefetchPipelineTests {
    private static let items = StagedCollection(
        sizes: Array(repeating: PixelSize(width: 512, height: 512), count: 64), measured: 0..<64, isTiled: true)
    private static let position = TilePosition(level: 0, column: 0, row: 0)

    private final class Bench: Sendable {
        typealias Outcome = Promise<Result<EncodedTile, ImageError>>
        let maker: GatedTileMaker
        let pipeline: TilePipeline
        let memory: MemoryCache

        init(
            _ maker: GatedTileMaker = GatedTileMaker(), workers: Int = 1, byteLimit: Int = 1000,
            aheadLimit: Int = 1 << 20
        ) throws {
            self.maker = maker
            memory = MemoryCache(byteLimit: 1 << 20, aheadLimit: aheadLimit)
            pipeline = try TilePipeline(
                maker: maker, memory: memory, disk: nil, workers: workers, byteLimit: byteLimit)
        }

        deinit {
            maker.letGo(1000)
            pipeline.stop()
        }

        static func pass(_ index: Int) -> TilePass {
            TilePass(
                items, item: "i\(index)", version: "v1", size: PixelSize(width: 512, height: 512),
                format: .png, level: 0)
        }

        /// A request that is needed now, as HTTP has them, or ahead of need.
        func ask(_ index: Int, ahead rank: Int? = nil, turn: Int = 0) throws -> (outcome: Outcome, request: TileRequest)
        {
            let outcome = Outcome()
            let urgency = rank.map { TileUrgency(isAhead: true, turn: turn, rank: $0) }
            let request = pipeline.request(position, of: Self.pass(index), urgency: urgency) { outcome.keep($0) }
            return (outcome, try #require(request))
        }

        func key(_ index: Int) -> TileKey { Self.pass(index).key(position) }

        /// Waits until so many passes wait for a worker.
        func waiting(_ count: Int) -> Bool { eventually { pipeline.queueDepths.all == count } }
    }

    private func isMade(_ asked: (outcome: Bench.Outcome, request: TileRequest)) -> Bool {
        if case .success? = asked.outcome.wait() { true } else { false }
    }

    /// Nothing ahead is begun while something needed waits; among themselves they keep their order.
    @Test func givesWayAtOnce() throws {
        let bench = try Bench()
        let first = try bench.ask(0)
        #expect(bench.maker.waitForBegin())
        let ahead = try [3, 1, 2].map { try bench.ask(10 + $0, ahead: $0, turn: 1) }
        #expect(bench.waiting(3))
        let needed = try [1, 2].map { try bench.ask($0) }
        #expect(bench.waiting(5))
        #expect(bench.pipeline.queueDepths == (5, 3))
        bench.maker.letGo(6)
        for asked in ahead + needed + [first] { #expect(isMade(asked)) }
        #expect(bench.maker.begun == ["i0", "i2", "i1", "i11", "i12", "i13"])
        let counters = bench.pipeline.counters
        #expect(counters.requests == 6 && counters.requestsAhead == 3)
        #expect(counters.passesStarted == 6 && counters.passesStartedAhead == 3)
    }

    /// One worker is left for what is needed.
    @Test func neverAllWorkers() throws {
        let bench = try Bench(workers: 3)
        let ahead = try (0..<6).map { try bench.ask(10 + $0, ahead: $0, turn: 1) }
        #expect(bench.maker.waitForBegin() && bench.maker.waitForBegin())
        #expect(bench.waiting(4))
        // The third worker has looked and found nothing for it, or will; either way this one begins beside them.
        let needed = try bench.ask(0)
        #expect(bench.maker.waitForBegin())
        // The first took what came first; what the second found had been looked up before the others.
        #expect(bench.maker.begun.count == 3 && bench.maker.begun.contains("i0"))
        bench.maker.letGo(7)
        for asked in ahead + [needed] { #expect(isMade(asked)) }
        #expect(bench.maker.mostRunning == 3)
    }

    /// Passes ahead of need together take half of the memory for passes at most, and large ones none.
    @Test func onlyWhereThereIsRoomToSpare() throws {
        let maker = GatedTileMaker(costs: ["i10": 30, "i11": 30, "i12": 60, "i13": 20, "i0": 60])
        let bench = try Bench(maker, workers: 4, byteLimit: 100)
        let ahead = try (10...13).map { try bench.ask($0, ahead: $0, turn: 1) }
        // 30 and 20 fit into 50.
        #expect(maker.waitForBegin() && maker.waitForBegin())
        #expect(bench.waiting(2))
        #expect(maker.highestCost <= 50)
        maker.letGo(2)
        #expect(maker.waitForBegin(), "the one that had to wait")
        #expect(bench.waiting(1))
        maker.letGo(1)
        for asked in [ahead[0], ahead[1], ahead[3]] { #expect(isMade(asked)) }
        #expect(!maker.begun.contains("i12"))
        // Needed after all: then it may have all of it.
        let needed = try bench.ask(12)
        #expect(maker.waitForBegin())
        maker.letGo(1)
        #expect(isMade(needed) && isMade(ahead[2]))
    }

    @Test func whatIsNotExpectedAnyMoreIsDropped() throws {
        let bench = try Bench(GatedTileMaker(asksFirst: true))
        let running = try bench.ask(10, ahead: 0, turn: 1)
        #expect(bench.maker.waitForBegin())
        let queued = try (11...13).map { try bench.ask($0, ahead: $0, turn: 1) }
        #expect(bench.waiting(3))
        for asked in queued.dropLast() + [running] { asked.request.cancel() }
        #expect(bench.waiting(1))
        bench.maker.letGo(2)
        #expect(isMade(queued[2]))
        // What ran finished into the cache, as something that nobody has wanted yet.
        #expect(bench.maker.begun == ["i10", "i13"])
        #expect(bench.memory.contains(bench.key(10)) && running.outcome.current == nil)
        #expect(bench.pipeline.counters.passesDroppedAhead == 2 && bench.pipeline.counters.tilesMadeForCache == 1)
        #expect(bench.memory.aheadCounts.hits == 0 && bench.memory.aheadByteCount > 0)
        // Wanted now: a hit, once.
        #expect(bench.pipeline.cached(bench.key(10), isAhead: true) != nil)
        #expect(bench.memory.aheadCounts.hits == 0)
        for _ in 0..<2 { #expect(bench.pipeline.cached(bench.key(10)) != nil) }
        #expect(bench.memory.aheadCounts.hits == 1)
    }

    /// A request becomes more urgent and less.
    @Test func urgencyChanges() throws {
        let bench = try Bench()
        let first = try bench.ask(0)
        #expect(bench.maker.waitForBegin())
        let ahead = try (1...3).map { try bench.ask($0, ahead: $0, turn: 1) }
        let needed = try bench.ask(4)
        #expect(bench.waiting(4))
        ahead[2].request.change(TileUrgency(turn: bench.pipeline.newTurn(), rank: 1))
        needed.request.change(TileUrgency(isAhead: true, turn: 2, rank: 7))
        bench.maker.letGo(5)
        for asked in ahead + [needed, first] { #expect(isMade(asked)) }
        #expect(bench.maker.begun == ["i0", "i3", "i4", "i1", "i2"])
        // Too late, and for nothing.
        first.request.change(TileUrgency(turn: 99))
        first.request.cancel()
        #expect(bench.waiting(0))
    }

    /// Somebody comes to need what is being made ahead of need: it is no prefetch any more.
    @Test func whatIsNeededWhileItIsMadeIsKeptAsThat() throws {
        let bench = try Bench(workers: 2)
        let ahead = try bench.ask(10, ahead: 0, turn: 1)
        #expect(bench.maker.waitForBegin())
        let second = try bench.ask(11, ahead: 1, turn: 1)
        #expect(bench.waiting(1))
        let needed = try bench.ask(10)
        #expect(bench.maker.waitForBegin(), "the other worker may make something ahead now")
        bench.maker.letGo(2)
        #expect(isMade(ahead) && isMade(needed) && isMade(second))
        #expect(bench.maker.begun == ["i10", "i11"])
        #expect(bench.memory.aheadCounts == .init(stored: 1, hits: 0, wasted: 0), "the other one alone")
    }

    @Test func theMemoryAheadHasItsOwnBound() throws {
        let cost = MemoryCache.overhead + "i10 0 0 0".utf8.count
        let bench = try Bench(GatedTileMaker(columns: 0..<1), aheadLimit: 3 * cost)
        let shown = try (0..<5).map { try bench.ask($0) }
        bench.maker.letGo(30)
        for asked in shown { #expect(isMade(asked)) }
        for index in 10..<20 { #expect(isMade(try bench.ask(index, ahead: 0, turn: index))) }
        #expect(bench.memory.aheadByteCount == 3 * cost)
        #expect((0..<5).allSatisfy { bench.memory.contains(bench.key($0)) })
        #expect((17..<20).allSatisfy { bench.memory.contains(bench.key($0)) })
        #expect(bench.memory.aheadCounts == .init(stored: 10, hits: 0, wasted: 7))
    }

    /// However requests come, change and go: never more decodes than workers, and whoever waits is answered.
    @Test(arguments: 0..<6) func anyOrderOfRequests(seed: UInt64) throws {
        var noise = RepeatableNoise(seed: seed)
        let workers = Int(seed) % 3 + 1
        let maker = GatedTileMaker(columns: 0..<1)
        let bench = try Bench(maker, workers: workers)
        var open: [(outcome: Bench.Outcome, request: TileRequest)] = []
        for step in 0..<300 {
            let index = Int.random(in: 0..<40, using: &noise)
            switch Int.random(in: 0..<6, using: &noise) {
            case 0, 1: open.append(try bench.ask(index))
            case 2, 3: open.append(try bench.ask(index, ahead: index, turn: step))
            case 4:
                guard let place = open.indices.randomElement(using: &noise) else { break }
                if Bool.random(using: &noise) {
                    open.remove(at: place).request.cancel()
                } else {
                    open[place].request.change(TileUrgency(isAhead: Bool.random(using: &noise), turn: step))
                }
            default: maker.letGo()
            }
        }
        maker.letGo(700)
        for asked in open { #expect(isMade(asked)) }
        #expect(maker.mostRunning <= workers)
        #expect(bench.waiting(0))
    }

    @Test func theTimeThatTilesTakeIsMeasured() throws {
        let bench = try Bench(GatedTileMaker(columns: 0..<2), workers: 3)
        #expect(bench.pipeline.pace(of: "staged").secondsPerItem == 0)
        bench.maker.letGo(8)
        for index in 0..<4 { #expect(isMade(try bench.ask(index))) }
        expectEventually(4) { bench.pipeline.makeTimes.count }
        let pace = bench.pipeline.pace(of: "staged")
        #expect(pace.secondsPerItem > 0)
        #expect(pace.bytesPerItem == Double("i0 0 0 0".utf8.count), "one tile was wanted of each")
        #expect(bench.pipeline.pace.made.map(\.collection) == ["staged"])
        #expect(bench.pipeline.pace(of: "other").secondsPerItem == 0)
    }

    @Test func meansAreOfTheLastTilesAndCollectionsAreBounded() {
        var pace = TilePace()
        let pass = Bench.pass(0)
        for _ in 0..<200 { pace.noteMade(nanoseconds: 8_000_000, byteCount: 1000, of: pass) }
        #expect(abs(pace.mean(of: "staged").seconds - 0.008) < 1e-9)
        for _ in 0..<200 { pace.noteRead(nanoseconds: 1_000_000, byteCount: 3000, of: pass) }
        #expect(abs(pace.mean(of: "staged").seconds - 0.001) < 1e-4)
        #expect(abs(pace.mean(of: "staged").byteCount - 3000) < 10)
        #expect(pace.made.count == 1 && abs((pace.made.first?.seconds ?? 0) - 0.008) < 1e-9)
        #expect(pace.made.first?.pixels == 1_000_000)
        for number in 0..<500 {
            let other = StagedCollection(id: "c\(number)", sizes: [])
            let size = PixelSize(width: 5000, height: 4000)
            pace.noteMade(
                nanoseconds: 1, byteCount: 1,
                of: TilePass(other, item: "i", version: "v", size: size, format: .png, level: 0))
        }
        #expect(pace.made.count <= 64 && pace.made.allSatisfy { $0.pixels == 64_000_000 })
    }

    @Test func urgenciesAreInOrder() {
        let order = [
            TileUrgency(isAhead: true, turn: 1, rank: 3), TileUrgency(isAhead: true, turn: 1, rank: 2),
            TileUrgency(isAhead: true, turn: 2, rank: 9_999_999), TileUrgency(isAhead: true, turn: 2),
            TileUrgency(turn: 0, rank: 1), TileUrgency(turn: 0), TileUrgency(turn: 1, rank: 99), TileUrgency(turn: 1),
            TileUrgency(turn: 1 << 40, rank: 5),
        ]
        #expect(order.sorted() == order)
        #expect(order.map(\.isAhead) == [true, true, true, true, false, false, false, false, false])
    }
}
