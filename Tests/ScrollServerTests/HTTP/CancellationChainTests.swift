// Work of several pieces that nobody waits for any more.

import Synchronization
import Testing

@testable import Catalog
@testable import HTTP
@testable import Pixels
@testable import Platform
@testable import ScrollServer
@testable import Tiles

@Suite struct CancellationChainTests {
    /// Counts how often it is cancelled.
    private final class Piece: Sendable {
        let count = Atomic(0)
        var cancellation: Cancellation { Cancellation { [self] in count.add(1, ordering: .relaxed) } }
        var isCancelled: Bool { count.load(ordering: .relaxed) > 0 }
    }

    @Test func piecesBeforeAndAfterAreCancelled() {
        let (chain, before, after) = (CancellationChain(), Piece(), Piece())
        chain.add(before.cancellation)
        #expect(!before.isCancelled)
        chain.cancellation.cancel()
        #expect(before.isCancelled)
        chain.add(after.cancellation)
        #expect(after.isCancelled)
    }

    /// A connection that closes cancels what a pool thread has begun for it elsewhere, not just the thread's own work.
    @Test func theWorkBehindAPoolThreadIsCancelled() throws {
        let pool = try WorkerPool(threads: 1)
        defer { pool.stop() }
        let (inner, hasBegun) = (Piece(), Promise<Bool>())
        let deferred = Deferred.answer(on: pool) {
            .later(
                Deferred { _ in
                    hasBegun.keep(true)
                    return inner.cancellation
                })
        }
        let cancellation = deferred.start { _ in }
        #expect(hasBegun.wait() == true)
        cancellation.cancel()
        // The thread may be just about to add it.
        #expect(eventually { inner.isCancelled })
    }

    /// The decode of a tile whose connection has closed is not begun, also where the file had to be looked at first.
    @Test func aTileThatNobodyWaitsForIsNotDecoded() throws {
        let folder = try ScratchFolder()
        for number in 0..<4 {
            try folder.write("\(number).png", PNGEncoder.encode(PixelBuffer(width: 30, height: 20, format: .gray)))
        }
        let collection = try FolderCollection(root: folder.path, id: "f", name: "f")
        collection.waitForScan()
        let maker = GatedTileMaker(columns: 0..<1)
        let client = try APIClient([collection], maker: maker)
        var cancellations: [Cancellation] = []
        for item in collection.summaries(in: 0..<4) {
            let target = "/api/collections/f/tiles/\(item.id)/0/0/0"
            guard case .later(let deferred) = client.router.answer(try Request(.get, target)) else { continue }
            cancellations.append(deferred.start { _ in })
        }
        #expect(cancellations.count == 4)
        // As many are made as there are workers; the others wait, and are given up.
        #expect(maker.waitForBegin() && maker.waitForBegin())
        for cancellation in cancellations { cancellation.cancel() }
        maker.letGo(4)
        #expect(eventually { !client.pipeline.isBusy })
        #expect(maker.begun.count == 2)
    }
}
