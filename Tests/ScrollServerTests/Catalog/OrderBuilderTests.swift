// Orders that are made while the folder changes, and layouts that are in use.

import Testing
import Tiling

@testable import Catalog
@testable import Platform

@Suite struct OrderBuilderTests {
    private static func finding(_ noise: inout RepeatableNoise) -> ItemStore.Finding {
        var finding = ItemStore.Finding()
        // Few different values, so that names decide often.
        finding.byteCount = Int.random(in: 0..<6, using: &noise)
        finding.modified = FileTime(seconds: Int.random(in: 0..<6, using: &noise) * 1000, nanoseconds: 0)
        return finding
    }

    private static func change(_ items: inout FolderItems, _ count: Int, _ noise: inout RepeatableNoise) {
        items.changing { items in
            for _ in 0..<count {
                let name = [UInt8]("img\(Int.random(in: 0..<3000, using: &noise)).jpg".utf8)
                if Int.random(in: 0..<3, using: &noise) == 0 {
                    items.remove(name[...], in: DirectoryTree.root)
                } else {
                    items.put(name[...], in: DirectoryTree.root, finding(&noise))
                }
            }
        }
    }

    /// Between any two steps of the walk and of catching up files come, go and change; in the end the order is the one that
    /// is made in one go of what is there then.
    @Test(arguments: [ItemOrder.Key.date, .size], 0..<6) func changesBetweenTheStepsAreInIt(
        key: ItemOrder.Key, seed: UInt64
    ) {
        var noise = RepeatableNoise(seed: seed)
        var items = FolderItems(zone: .universal)
        Self.change(&items, 4000, &noise)
        var making = OrderBuilder(key)
        let isBegun = items.begin(making)
        #expect(isBegun)
        var steps = 0
        // As many removals as may take away the item that the walk has got to.
        while items.walk(&making) {
            steps += 1
            Self.change(&items, Int.random(in: 0...400, using: &noise), &noise)
        }
        #expect(steps > 3)
        making.sort()
        Self.change(&items, 1500, &noise)
        while items.catchUp(&making) { Self.change(&items, Int.random(in: 0...60, using: &noise), &noise) }
        #expect(items.read(key) { $0.handles(in: 0..<$0.count) } == Self.sorted(items, key))
        // From then on it follows.
        Self.change(&items, 500, &noise)
        #expect(items.read(key) { $0.handles(in: 0..<$0.count) } == Self.sorted(items, key))
    }

    /// By rank, and within a rank by name.
    private static func sorted(_ items: FolderItems, _ key: ItemOrder.Key) -> [UInt32] {
        items.names.handles(in: 0..<items.names.count).enumerated().sorted { first, second in
            let ranks = (items.rank(first.element, key), items.rank(second.element, key))
            return ranks.0 == ranks.1 ? first.offset < second.offset : ranks.0 < ranks.1
        }.map(\.element)
    }

    /// What an event loop asks for is not waited for.
    @Test(arguments: [LayoutKind.stack, .strip, .justified]) func aLayoutInUseIsNotWaitedFor(kind: LayoutKind) throws {
        let collection = StagedCollection(
            sizes: Array(repeating: PixelSize(width: 400, height: 300), count: 50), measured: 0..<50, isTiled: true)
        let layouts = LayoutIndex(collection)
        let request = LayoutRequest(kind: kind, viewport: Size(width: 800, height: 600), spacing: 4)
        let inner: Int?? = layouts.withLayout(request) { _ in
            layouts.withLayout(request, .ifFree) { $0.count }
        }
        #expect(inner == .some(nil))
        #expect(layouts.withLayout(request, .ifFree) { $0.count } == 50)
    }
}
