// Requests for places of a large picture, while a pass goes over it and once it has.

import Dispatch
import Foundation
import Synchronization
import Testing
import Tiling

@testable import Catalog
@testable import Imaging
@testable import Pixels
@testable import Platform
@testable import Tiles

@Suite struct RestartPipelineTests {
    private static let items = StagedCollection(
        sizes: Array(repeating: PixelSize(width: 16384, height: 16384), count: 4), measured: 0..<4, isTiled: true)

    /// Makes tiles whose bytes are their names; passes over a whole picture and, on demand, over a part wait for the test.
    private final class EnteredTileMaker: TileMaker {
        private struct State {
            var begun: [String] = []
            var coveredRows = 0
        }

        private let state = Mutex(State())
        private let hasBegun = DispatchSemaphore(value: 0)
        private let mayGoOn = DispatchSemaphore(value: 0)
        private let partMayGoOn = DispatchSemaphore(value: 0)
        private let smallMayGoOn = DispatchSemaphore(value: 0)
        private let waitsInParts: Bool

        init(waitsInParts: Bool = false) {
            self.waitsInParts = waitsInParts
        }

        /// What has begun: an item's name for the whole of it, with a line's number for a part.
        var begun: [String] { state.withLock { $0.begun } }
        func waitForBegin() -> Bool { hasBegun.wait(timeout: .now() + .seconds(20)) == .success }
        /// Lets a pass over a whole picture come so many rows of tiles further.
        func letGo(_ count: Int = 1) { for _ in 0..<count { mayGoOn.signal() } }
        func letSmallGo() { smallMayGoOn.signal() }
        func letPartsGo(_ count: Int = 1) { for _ in 0..<count { partMayGoOn.signal() } }

        func byteEstimate(for pass: TilePass) -> Int { 1 }

        func part(of pass: TilePass, for position: TilePosition) -> TilePass? {
            guard pass.isLarge, position.row < state.withLock({ $0.coveredRows }) else { return nil }
            return pass.line(position.row, level: position.level)
        }

        func make(_ pass: TilePass, to output: TileOutput) throws(ImageError) {
            state.withLock { $0.begun.append(pass.item + (pass.line.map { " line \($0)" } ?? "")) }
            let columns = 0..<4
            if let line = pass.line {
                let level = pass.levels.lowerBound
                let positions = columns.map { TilePosition(level: level, column: $0, row: line) }.filter(
                    output.isWanted)
                hasBegun.signal()
                if waitsInParts { _ = partMayGoOn.wait(timeout: .now() + .seconds(20)) }
                for position in positions { output.emit(position, PlainTileMaker.tile(pass, column: position.column)) }
                return
            }
            hasBegun.signal()
            guard pass.isLarge else {
                _ = smallMayGoOn.wait(timeout: .now() + .seconds(20))
                for column in columns {
                    output.emit(
                        TilePosition(level: 0, column: column, row: 0), PlainTileMaker.tile(pass, column: column))
                }
                return
            }
            for row in 0..<8 {
                _ = mayGoOn.wait(timeout: .now() + .seconds(20))
                state.withLock { $0.coveredRows = max($0.coveredRows, row + 1) }
                output.progress(Double(row + 1) / 8)
            }
        }
    }

    private final class Bench: Sendable {
        typealias Outcome = Promise<Result<EncodedTile, ImageError>>
        let maker: EnteredTileMaker
        let pipeline: TilePipeline

        init(_ maker: EnteredTileMaker = EnteredTileMaker()) throws {
            self.maker = maker
            pipeline = try TilePipeline(
                maker: maker, memory: MemoryCache(byteLimit: 1 << 20), disk: nil, workers: 1, byteLimit: 1000)
        }

        deinit {
            maker.letGo(100)
            maker.letPartsGo(100)
            maker.letSmallGo()
            pipeline.stop()
        }

        func ask(
            row: Int, column: Int = 0, item: Int = 0, side: Int = 16384
        ) -> (outcome: Outcome, request: Cancellation) {
            let pass = TilePass(
                items, item: "i\(item)", version: "v1", size: PixelSize(width: side, height: side), format: .png,
                level: 0)
            let outcome = Outcome()
            let request = pipeline.request(TilePosition(level: 0, column: column, row: row), of: pass) {
                outcome.keep($0)
            }
            return (outcome, request)
        }
    }

    private static func isMade(_ outcome: Bench.Outcome) -> Bool {
        if case .success? = outcome.wait() { true } else { false }
    }

    @Test("What a pass has come by is made beside it, the rest when it is there")
    func beside() throws {
        let bench = try Bench()
        let (near, far) = (bench.ask(row: 0), bench.ask(row: 6))
        #expect(bench.maker.waitForBegin())
        bench.maker.letGo()
        #expect(Self.isMade(near.outcome))
        #expect(bench.maker.begun == ["i0", "i0 line 0"])
        #expect(far.outcome.current == nil)
        // Whoever comes later asks for the part at once.
        let late = bench.ask(row: 0, column: 2)
        #expect(Self.isMade(late.outcome))
        #expect(bench.maker.begun == ["i0", "i0 line 0", "i0 line 0"])
        bench.maker.letGo(7)
        #expect(Self.isMade(far.outcome))
        #expect(bench.maker.begun.last == "i0 line 6" && bench.maker.begun.count == 4)
        // Once all is known, no pass goes over the whole.
        #expect(Self.isMade(bench.ask(row: 3).outcome))
        #expect(bench.maker.begun.filter { $0 == "i0" }.count == 1)
        #expect(eventually { bench.pipeline.queueDepths.all == 0 })
    }

    @Test("A request that has gone to a part can be cancelled there")
    func cancelled() throws {
        let bench = try Bench()
        let asked = bench.ask(row: 1)
        #expect(bench.maker.waitForBegin())
        // A small picture has the other thread.
        let small = bench.ask(row: 0, item: 1, side: 512)
        #expect(bench.maker.waitForBegin())
        bench.maker.letGo(2)
        #expect(eventually { bench.pipeline.queueDepths.all == 1 })
        asked.request.cancel()
        asked.request.cancel()
        #expect(bench.pipeline.queueDepths.all == 0 && bench.pipeline.counters.passesDropped == 1)
        bench.maker.letSmallGo()
        #expect(Self.isMade(small.outcome))
        bench.maker.letGo(6)
        #expect(eventually { bench.pipeline.progress(collection: RestartPipelineTests.items.id, item: "i0") == nil })
        #expect(bench.maker.begun == ["i0", "i1"])
        #expect(asked.outcome.current == nil)
    }

    @Test("A request that joins a part that runs is answered, too")
    func late() throws {
        let bench = try Bench(EnteredTileMaker(waitsInParts: true))
        let first = bench.ask(row: 0)
        #expect(bench.maker.waitForBegin())
        bench.maker.letGo()
        #expect(bench.maker.waitForBegin())
        // The part has looked for its requests by now.
        let second = bench.ask(row: 0, column: 1)
        bench.maker.letPartsGo(2)
        #expect(Self.isMade(first.outcome) && Self.isMade(second.outcome))
        #expect(bench.maker.begun == ["i0", "i0 line 0", "i0 line 0"])
    }

    @Test(
        "A place of a large file is opened without the rest of it, after a second start, too",
        .optimised(), arguments: ["a.jpg", "a.png"])
    func secondStart(name: String) throws {
        let (folder, cache) = (try TemporaryFolder(), try TemporaryFolder())
        let picture = FileTilesTests.picture(width: 9000, height: 7200)
        try folder.write(name, name == "a.jpg" ? JPEGEncoder.encode(picture, quality: 80) : PNGEncoder.encode(picture))
        var first: EncodedTile?
        for start in 0..<2 {
            let disk = try DiskCache(folder: cache.path, byteLimit: 64 << 20)
            let pipeline = try TilePipeline(
                maker: PictureTileMaker(points: RestartTable(disk: disk)), memory: MemoryCache(byteLimit: 0),
                disk: disk, workers: 1, byteLimit: 1 << 30)
            defer { pipeline.stop() }
            let collection = try folder.scanned()
            collection.measure([0])
            let item = try #require(collection.summary(at: 0))
            let pass = try #require(TilePass(collection, item, level: 0))
            #expect(pass.isLarge)
            for (column, row) in [(9, 9), (3, 13), (17, 0)] {
                let made = pipeline.counters.tilesMade
                let outcome = Promise<Result<EncodedTile, ImageError>>()
                _ = pipeline.request(TilePosition(level: 0, column: column, row: row), of: pass) { outcome.keep($0) }
                let tile = try #require(outcome.wait()).get()
                // A request that came while another one of the picture is looked up would be made anew.
                #expect(eventually { pipeline.state.withLock { $0.jobs.isEmpty } })
                if (column, row) == (9, 9) {
                    if let first { #expect(first.bytes == tile.bytes) } else { first = tile }
                } else {
                    // Two to each side go to the disk beside it.
                    #expect(pipeline.counters.tilesMade - made <= 5)
                }
            }
            // Another place, which no start has seen.
            let made = pipeline.counters
            let outcome = Promise<Result<EncodedTile, ImageError>>()
            _ = pipeline.request(TilePosition(level: 0, column: 4 + 8 * start, row: 6), of: pass) {
                outcome.keep($0)
            }
            #expect(try #require(outcome.wait()).get().bytes.count > 100)
            #expect(eventually { pipeline.state.withLock { $0.jobs.isEmpty } })
            #expect(pipeline.counters.passesStarted == made.passesStarted + 1)
            #expect(pipeline.counters.tilesMade - made.tilesMade <= 5)
            if start == 1 { #expect(pipeline.counters.passesStarted == 1) }
        }
    }
}
