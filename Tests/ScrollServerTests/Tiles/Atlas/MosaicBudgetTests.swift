// What an event loop does for the versions of a mosaic's tiles, counted.

import Synchronization
import Testing
import Tiling

@testable import Catalog
@testable import Pixels
@testable import Tiles

@Suite struct MosaicBudgetTests {
    /// However many tiles a plan has, an event loop looks up as many items for their versions as for one.
    @Test func allVersionsOfAPlanShareABudget() throws {
        let counted = CountedView(100_000)
        let mosaics = Mosaics()
        let view = CatalogView(counted)
        // The first look takes over the order, which is no work for an event loop.
        _ = mosaics.pixels(
            MosaicScene(
                size: PixelSize(width: 1, height: 1), side: 1, pitch: 1, rows: [MosaicRow(items: 0..<1, x: 0, y: 0)]),
            of: view, in: counted)
        let before = counted.lookedAt
        var budget = MosaicColours.Budget()
        let versions = (0..<60).map { tile in
            mosaics.version(ofItems: tile * 1600..<(tile + 1) * 1600, of: view, in: counted, within: &budget)
        }
        #expect(counted.lookedAt - before <= MosaicColours.Budget().items)
        // Those that the budget is enough for are as they will be; the others say no more than that they are of this run.
        #expect(!versions[0].hasPrefix("~") && versions.count { $0.hasPrefix("~") } > 40)
    }
}

/// Items without pictures that count how many of them are looked at.
private final class CountedView: ItemCollection {
    private let staged: StagedCollection
    private let looked = Mutex(0)

    init(_ count: Int) {
        staged = StagedCollection(sizes: [PixelSize](repeating: PixelSize(width: 4, height: 3), count: count))
    }

    var lookedAt: Int { looked.withLock { $0 } }

    var id: String { staged.id }
    var name: String { staged.name }
    var kind: CollectionKind { staged.kind }
    var source: String { staged.source }
    var status: CollectionStatus { staged.status }

    func index(ofItem id: String) -> Int? { staged.index(ofItem: id) }
    func details(at index: Int) -> ItemDetails? { staged.details(at: index) }
    func measure(_ indices: [Int]) -> [Int] { staged.measure(indices) }
    func original(ofItem id: String) throws(ImageError) -> Original { try staged.original(ofItem: id) }

    func summaries(in range: Range<Int>) -> [ItemSummary] {
        looked.withLock { $0 += range.count }
        return staged.summaries(in: range)
    }

    func numbers(in range: Range<Int>) -> [ItemNumbers] {
        looked.withLock { $0 += range.count }
        return staged.numbers(in: range)
    }
}
