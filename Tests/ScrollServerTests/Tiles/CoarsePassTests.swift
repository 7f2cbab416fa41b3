// The coarse levels of a large picture, while a pass over its fine levels runs.

import Dispatch
import Synchronization
import Testing
import Tiling

@testable import Pixels
@testable import Tiles

@Suite struct CoarsePassTests {
    private static let items = StagedCollection(
        sizes: Array(repeating: PixelSize(width: 16384, height: 16384), count: 4), measured: 0..<4, isTiled: true)
    private static let (fine, coarse) = (
        TilePosition(level: 0, column: 0, row: 0), TilePosition(level: 3, column: 0, row: 0)
    )

    /// Makes tiles when the test lets it, each pass by itself: a pass over fine levels gives a coarse tile first.
    private final class SteppedTileMaker: TileMaker {
        private struct State {
            var begun: [String] = []
            var gates: [String: DispatchSemaphore] = [:]
        }

        private let state = Mutex(State())

        /// What has begun: an item's name and the pass's finest level.
        var begun: [String] { state.withLock { $0.begun } }

        private func gate(_ name: String) -> DispatchSemaphore {
            state.withLock { state in
                let gate = state.gates[name] ?? DispatchSemaphore(value: 0)
                state.gates[name] = gate
                return gate
            }
        }

        /// Lets a pass make so many more tiles.
        func letGo(_ name: String, _ count: Int = 1) { for _ in 0..<count { gate(name).signal() } }

        func byteEstimate(for pass: TilePass) -> Int { 1 }

        func make(_ pass: TilePass, to output: TileOutput) throws(ImageError) {
            let level = pass.levels.lowerBound
            let name = "\(pass.item) \(level)"
            state.withLock { $0.begun.append(name) }
            let own = TilePosition(level: level, column: 0, row: 0)
            for position in pass.isLarge && level == 0 ? [coarse, own] : [own] {
                _ = gate(name).wait(timeout: .now() + .seconds(20))
                output.emit(position, PlainTileMaker.tile(pass, column: 0))
            }
        }
    }

    private final class Bench: Sendable {
        typealias Outcome = Promise<Result<EncodedTile, ImageError>>
        let maker = SteppedTileMaker()
        let pipeline: TilePipeline

        init(workers: Int, disk: DiskCache? = nil) throws {
            pipeline = try TilePipeline(
                maker: maker, memory: MemoryCache(byteLimit: 1 << 20), disk: disk, workers: workers, byteLimit: 1000)
        }

        deinit {
            for item in 0..<4 { for level in [0, 3] { maker.letGo("i\(item) \(level)", 9) } }
            pipeline.stop()
        }

        private static func pass(_ position: TilePosition, item: Int, side: Int) -> TilePass {
            TilePass(
                items, item: "i\(item)", version: "v1", size: PixelSize(width: side, height: side), format: .jpeg,
                level: position.level)
        }

        func ask(_ position: TilePosition, item: Int = 0, side: Int = 16384) -> Outcome {
            let outcome = Outcome()
            _ = pipeline.request(position, of: Self.pass(position, item: item, side: side)) { outcome.keep($0) }
            return outcome
        }

        func begins(_ names: [String]) -> Bool { eventually { maker.begun == names } }

        /// Whether a tile is in memory.
        func contains(_ position: TilePosition, item: Int = 0) -> Bool {
            pipeline.contains(Self.pass(position, item: item, side: 16384).key(position))
        }
    }

    private static func isMade(_ outcome: Bench.Outcome) -> Bool {
        if case .success? = outcome.wait() { true } else { false }
    }

    @Test(
        "Coarse levels are made beside fine ones of the same picture, and a small picture beside both", arguments: 1...3
    )
    func beside(workers: Int) throws {
        let bench = try Bench(workers: workers)
        let fine = bench.ask(Self.fine)
        #expect(bench.begins(["i0 0"]))
        let coarse = bench.ask(Self.coarse)
        #expect(bench.begins(["i0 0", "i0 3"]))
        let small = bench.ask(Self.fine, item: 1, side: 512)
        #expect(bench.begins(["i0 0", "i0 3", "i1 0"]))
        bench.maker.letGo("i1 0")
        #expect(Self.isMade(small))
        bench.maker.letGo("i0 3")
        #expect(Self.isMade(coarse))
        #expect(fine.current == nil)
        bench.maker.letGo("i0 0", 2)
        #expect(Self.isMade(fine))
        #expect(bench.pipeline.counters.passesStarted == 3)
    }

    @Test("Coarse levels begin while all workers are busy, one pass at a time")
    func busy() throws {
        let bench = try Bench(workers: 2)
        let fine = bench.ask(Self.fine)
        #expect(bench.begins(["i0 0"]))
        let small = bench.ask(Self.fine, item: 1, side: 512)
        #expect(bench.begins(["i0 0", "i1 0"]))
        let coarse = [bench.ask(Self.coarse, item: 2), bench.ask(Self.coarse, item: 3)]
        #expect(eventually { bench.maker.begun.count == 3 && bench.pipeline.queueDepths.all == 1 })
        let first = bench.maker.begun.last == "i2 3" ? 2 : 3
        bench.maker.letGo("i\(first) 3")
        #expect(Self.isMade(coarse[first - 2]))
        #expect(eventually { bench.maker.begun.last == "i\(5 - first) 3" })
        bench.maker.letGo("i\(5 - first) 3")
        #expect(coarse.allSatisfy(Self.isMade))
        #expect(fine.current == nil && small.current == nil)
    }

    @Test(
        "A coarse tile that a pass over fine levels makes is given to whoever waits for it", arguments: [false, true])
    func given(hasDisk: Bool) throws {
        let folder = try TemporaryFolder()
        let bench = try Bench(
            workers: 2, disk: hasDisk ? DiskCache(folder: folder.path, byteLimit: 1 << 20) : nil)
        let fine = bench.ask(Self.fine)
        #expect(bench.begins(["i0 0"]))
        let other = bench.ask(Self.coarse, item: 1)
        #expect(bench.begins(["i0 0", "i1 3"]))
        // The only place for a pass over coarse levels is taken.
        let coarse = bench.ask(Self.coarse)
        #expect(eventually { bench.pipeline.queueDepths.all == 1 })
        bench.maker.letGo("i0 0")
        #expect(Self.isMade(coarse))
        #expect(fine.current == nil && other.current == nil)
        #expect(bench.pipeline.queueDepths.all == 0)
        // It is in memory a moment later, as a tile that somebody wanted.
        #expect(eventually { bench.contains(Self.coarse) })
        #expect(bench.pipeline.memoryByteCounts.ahead == 0)
        #expect(bench.maker.begun == ["i0 0", "i1 3"])
    }
}
