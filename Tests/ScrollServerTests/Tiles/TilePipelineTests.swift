// Requests for tiles: made once, in order, dropped, admitted, answered.

import Foundation
import Synchronization
import Testing
import Tiling

@testable import Pixels
@testable import Platform
@testable import Tiles

@Suite struct TilePipelineTests {
    private static let items = StagedCollection(
        sizes: Array(repeating: PixelSize(width: 2048, height: 512), count: 64), measured: 0..<64, isTiled: true)

    /// One pipeline with its maker, stopped at the end.
    private final class Bench: Sendable {
        typealias Outcome = Promise<Result<EncodedTile, ImageError>>
        let maker: GatedTileMaker
        let pipeline: TilePipeline
        let memory: MemoryCache

        init(
            _ maker: GatedTileMaker = GatedTileMaker(), workers: Int = 1, byteLimit: Int = 1000,
            memory: Int = 1 << 20, disk: DiskCache? = nil
        ) throws {
            self.maker = maker
            self.memory = MemoryCache(byteLimit: memory)
            pipeline = try TilePipeline(
                maker: maker, memory: self.memory, disk: disk, workers: workers, byteLimit: byteLimit)
        }

        deinit {
            maker.letGo(100)
            pipeline.stop()
        }

        static func pass(_ index: Int, level: Int = 0) -> TilePass {
            TilePass(
                items, item: "i\(index)", version: "v1", size: PixelSize(width: 4096, height: 512),
                format: .png, level: level)
        }

        func ask(_ index: Int, column: Int = 0, level: Int = 0) -> (outcome: Outcome, request: Cancellation) {
            let outcome = Outcome()
            let request = pipeline.request(
                TilePosition(level: level, column: column, row: 0), of: Self.pass(index, level: level)
            ) {
                outcome.keep($0)
            }
            return (outcome, request)
        }

        /// Waits until so many passes wait for a worker.
        func waiting(_ count: Int) -> Bool { eventually { pipeline.queueDepths.all == count } }
    }

    private func bytes(_ outcome: Bench.Outcome) -> String? {
        guard case .success(let tile) = outcome.wait() else { return nil }
        return String(decoding: tile.bytes, as: UTF8.self)
    }

    @Test func oneDecodeForManyAskers() throws {
        let bench = try Bench(workers: 2)
        let early = (0..<8).map { _ in bench.ask(0).outcome }
        #expect(bench.maker.waitForBegin())
        let late = (0..<8).map { _ in bench.ask(0).outcome }
        bench.maker.letGo()
        #expect((early + late).allSatisfy { bytes($0) == "i0 0 0 0" })
        #expect(bench.maker.begun == ["i0"])
        // Somebody who looked into the cache just before the tile came finds it there.
        #expect(bytes(bench.ask(0).outcome) == "i0 0 0 0")
        #expect(bench.maker.begun == ["i0"])
        let counters = bench.pipeline.counters
        #expect(counters.requests == 17 && counters.passesStarted == 1 && counters.tilesMade == 1)
        #expect(counters.memoryHits == 1 && counters.tilesMadeForCache == 0)
    }

    @Test func newestFirst() throws {
        let bench = try Bench()
        let first = bench.ask(0)
        #expect(bench.maker.waitForBegin())
        let others = [1, 2, 3, 4].map { bench.ask($0).outcome }
        #expect(bench.waiting(4))
        // Asking again makes an old request new.
        let again = bench.ask(2)
        bench.maker.letGo(5)
        for outcome in others + [first.outcome, again.outcome] { #expect(bytes(outcome) != nil) }
        #expect(bench.maker.begun == ["i0", "i2", "i4", "i3", "i1"])
    }

    @Test func cancelledWhileQueuedIsNeverMade() throws {
        let bench = try Bench()
        let first = bench.ask(0)
        #expect(bench.maker.waitForBegin())
        let dropped = bench.ask(1)
        let (one, other) = (bench.ask(2), bench.ask(2))
        #expect(bench.waiting(2))
        dropped.request.cancel()
        dropped.request.cancel()
        one.request.cancel()
        #expect(bench.waiting(1))
        bench.maker.letGo(3)
        #expect(bytes(first.outcome) != nil && bytes(other.outcome) != nil)
        #expect(bench.maker.begun == ["i0", "i2"])
        #expect(bench.pipeline.counters.passesDropped == 1)
        #expect(dropped.outcome.current == nil && one.outcome.current == nil)
    }

    @Test func cancelledWhileRunningIsKept() throws {
        let bench = try Bench(GatedTileMaker(asksFirst: true))
        let running = bench.ask(0)
        #expect(bench.maker.waitForBegin())
        running.request.cancel()
        bench.maker.letGo()
        #expect(eventually { bench.memory.tile(Bench.pass(0).key(TilePosition(level: 0, column: 0, row: 0))) != nil })
        #expect(running.outcome.current == nil)
        expectEventually(1) { bench.pipeline.counters.tilesMadeForCache }
        #expect(bench.pipeline.counters.passesDropped == 0)
    }

    /// A cancellation that comes late knows its own request alone.
    @Test func lateCancellation() throws {
        let bench = try Bench(memory: 0)
        let old = bench.ask(0)
        #expect(bench.maker.waitForBegin())
        bench.maker.letGo()
        #expect(bytes(old.outcome) != nil)
        let new = bench.ask(0)
        old.request.cancel()
        #expect(bench.maker.waitForBegin())
        old.request.cancel()
        bench.maker.letGo()
        #expect(bytes(new.outcome) == "i0 0 0 0")
        // The same while the newer request waits.
        let blocker = bench.ask(1)
        #expect(bench.maker.waitForBegin())
        let queued = bench.ask(2)
        queued.request.cancel()
        let newer = bench.ask(2)
        queued.request.cancel()
        bench.maker.letGo(2)
        #expect(bytes(newer.outcome) == "i2 0 0 0" && bytes(blocker.outcome) != nil)
    }

    /// A request that joins a pass which has gone past its tile, or has left it out, gets a pass of its own.
    @Test(arguments: [1 << 20, 0]) func lateRequests(memory: Int) throws {
        let bench = try Bench(GatedTileMaker(asksFirst: true), memory: memory)
        let first = bench.ask(0, column: 0)
        #expect(bench.maker.waitForBegin())
        let late = [bench.ask(0, column: 1), bench.ask(0, column: 2), bench.ask(0, column: 0)]
        bench.maker.letGo(2)
        #expect(bytes(first.outcome) == "i0 0 0 0")
        #expect(bytes(late[0].outcome) == "i0 0 1 0")
        #expect(bytes(late[1].outcome) == "i0 0 2 0")
        #expect(bytes(late[2].outcome) == "i0 0 0 0")
        #expect(bench.maker.begun == ["i0", "i0"])
        #expect(bench.pipeline.counters.passesFailed == 0)
    }

    @Test func tilesThatNeverCome() throws {
        let bench = try Bench(GatedTileMaker(columns: 0..<2))
        let requests = [bench.ask(0, column: 0), bench.ask(0, column: 3)]
        bench.maker.letGo(2)
        #expect(bytes(requests[0].outcome) != nil)
        guard case .failure = requests[1].outcome.wait() else {
            Issue.record("a tile that nobody made")
            return
        }
    }

    /// Passes run beside one another up to the limit in bytes; one that is over it runs alone.
    @Test func gate() throws {
        let maker = GatedTileMaker(costs: ["i0": 40, "i1": 40, "i2": 150, "i3": 160, "i4": 30, "i5": 20])
        let bench = try Bench(maker, workers: 4, byteLimit: 100)
        let small = [bench.ask(0), bench.ask(1)]
        #expect(maker.waitForBegin() && maker.waitForBegin())
        let large = [bench.ask(2), bench.ask(3)]
        #expect(bench.waiting(2))
        let beside = bench.ask(5)
        #expect(maker.waitForBegin())
        #expect(maker.begun.last == "i5")
        let third = bench.ask(4)
        #expect(bench.waiting(3))
        maker.letGo(100)
        for (outcome, _) in small + large + [beside, third] { #expect(bytes(outcome) != nil) }
        #expect(Set(maker.begun) == ["i0", "i1", "i2", "i3", "i4", "i5"])
        #expect(maker.highestCost <= 160)
        #expect(maker.ranBesideOther.isDisjoint(with: ["i2", "i3"]))
        #expect(bench.waiting(0))
    }

    /// Nothing that waits is forgotten, however many wait at the gate.
    @Test func gateForgetsNobody() throws {
        var noise = RepeatableNoise(seed: 3)
        var costs: [String: Int] = [:]
        for index in 0..<60 { costs["i\(index)"] = Int.random(in: 1...130, using: &noise) }
        let bench = try Bench(GatedTileMaker(costs: costs), workers: 3, byteLimit: 100)
        let outcomes = (0..<60).map { bench.ask($0).outcome }
        bench.maker.letGo(60)
        #expect(outcomes.allSatisfy { bytes($0) != nil })
        #expect(bench.maker.begun.count == 60)
        #expect(bench.maker.highestCost <= 130)
    }

    @Test func failureReachesEveryone() throws {
        let bench = try Bench(GatedTileMaker(failing: ["i0": .damaged("bad code", offset: 7)]))
        let early = [bench.ask(0), bench.ask(0, column: 1)]
        #expect(bench.maker.waitForBegin())
        let late = bench.ask(0, column: 2)
        bench.maker.letGo(2)
        for (outcome, _) in early + [late] {
            guard case .failure(.damaged("bad code", 7)) = outcome.wait() else {
                Issue.record("\(String(describing: outcome.current))")
                continue
            }
        }
        #expect(bench.pipeline.counters.tilesMade == 0)
        // The next one may fare better.
        #expect(bench.memory.count == 0)
    }

    @Test func stopAnswersAll() throws {
        let bench = try Bench()
        let running = bench.ask(0)
        #expect(bench.maker.waitForBegin())
        let queued = [bench.ask(1), bench.ask(2)]
        bench.pipeline.stop()
        bench.pipeline.stop()
        let after = bench.ask(3)
        for (outcome, _) in queued + [running, after] {
            guard case .failure = outcome.wait() else {
                Issue.record("a tile after the stop")
                continue
            }
        }
        bench.maker.letGo(10)
        #expect(bench.maker.begun == ["i0"])
    }

    /// A second start finds on disk what the first one made.
    @Test func disk() throws {
        let folder = try ScratchFolder()
        let first = try Bench(disk: DiskCache(folder: folder.path, byteLimit: 1 << 20))
        first.maker.letGo()
        #expect(bytes(first.ask(0).outcome) == "i0 0 0 0")
        // Under its final name: one still being written is nobody's yet.
        // Looked at once: between two looks an attempt may have failed, for want of the folder, and another begun.
        #expect(
            eventually {
                let files = folder.files()
                return files.count == 1 && !files.contains { $0.hasSuffix(".part") }
            })
        let second = try Bench(disk: DiskCache(folder: folder.path, byteLimit: 1 << 20))
        #expect(bytes(second.ask(0).outcome) == "i0 0 0 0")
        #expect(second.maker.begun.isEmpty)
        #expect(second.pipeline.counters.diskHits == 1 && second.pipeline.counters.passesStarted == 0)
        #expect(second.pipeline.counters.passesDropped == 0)
    }
}
