// The memory cache beside a naive model of it.

import Testing

@testable import Pixels
@testable import Tiles

@Suite struct MemoryCacheTests {
    private static func key(_ number: Int) -> TileKey {
        TileKey(collection: "c", item: "i\(number)", version: "v", level: 0, column: 0, row: 0)
    }

    private static func tile(_ number: Int, byteCount: Int) -> EncodedTile {
        EncodedTile(
            bytes: [UInt8](repeating: UInt8(truncatingIfNeeded: number), count: byteCount), mediaType: "image/png")
    }

    /// Least recently used first, by a plain array.
    private struct Model {
        let byteLimit: Int
        var entries: [(number: Int, tile: EncodedTile)] = []
        var byteCount: Int { entries.reduce(0) { $0 + $1.tile.bytes.count + MemoryCache.overhead } }

        mutating func tile(_ number: Int) -> EncodedTile? {
            guard let place = entries.firstIndex(where: { $0.number == number }) else { return nil }
            entries.append(entries.remove(at: place))
            return entries.last?.tile
        }

        mutating func store(_ tile: EncodedTile, _ number: Int) {
            guard tile.bytes.count + MemoryCache.overhead <= byteLimit else { return }
            entries.removeAll { $0.number == number }
            entries.append((number, tile))
            while byteCount > byteLimit { entries.removeFirst() }
        }
    }

    @Test(arguments: [0, 255, 256, 300, 2000, 10_000]) func isLeastRecentlyUsed(byteLimit: Int) {
        var noise = RepeatableNoise(seed: UInt64(byteLimit))
        let cache = MemoryCache(byteLimit: byteLimit)
        var model = Model(byteLimit: byteLimit)
        for _ in 0..<3000 {
            let number = Int.random(in: 0..<24, using: &noise)
            if Bool.random(using: &noise) {
                let tile = Self.tile(number, byteCount: [0, 1, 40, 300, 900].randomElement(using: &noise) ?? 0)
                cache.store(tile, for: Self.key(number))
                model.store(tile, number)
            } else {
                #expect(cache.tile(Self.key(number)) == model.tile(number))
            }
            #expect(cache.byteCount == model.byteCount && cache.byteCount <= byteLimit)
            #expect(cache.count == model.entries.count)
        }
        for (number, tile) in model.entries { #expect(cache.tile(Self.key(number)) == tile) }
    }

    /// What is fetched ahead has a room of its own: it never pushes out what was shown, the oldest of it goes first,
    /// and each of it is a hit or a waste in the end.
    ///
    /// Beside two plain arrays.
    @Test(arguments: 0..<6) func aheadOfNeed(seed: UInt64) {
        var noise = RepeatableNoise(seed: seed)
        let (byteLimit, aheadLimit) = ([3000, 10_000][Int(seed) % 2], [0, 1200, 5000][Int(seed) % 3])
        let cache = MemoryCache(byteLimit: byteLimit, aheadLimit: aheadLimit)
        var shown = Model(byteLimit: byteLimit)
        var ahead = Model(byteLimit: aheadLimit)
        var counts = MemoryCache.AheadCounts()
        /// What is ahead and wanted goes over to what is shown.
        func use(_ number: Int) {
            guard let place = ahead.entries.firstIndex(where: { $0.number == number }) else { return }
            counts.hits += 1
            shown.store(ahead.entries.remove(at: place).tile, number)
        }
        for _ in 0..<2000 {
            let number = Int.random(in: 0..<24, using: &noise)
            let tile = Self.tile(number, byteCount: [0, 40, 300, 900][number % 4])
            let isKnown = (shown.entries + ahead.entries).contains { $0.number == number }
            let before = shown.entries.map(\.number)
            switch Int.random(in: 0..<5, using: &noise) {
            case 0, 1:
                cache.store(ahead: tile, for: Self.key(number))
                guard !isKnown else { break }
                let held = ahead.entries.count
                ahead.store(tile, number)
                counts.stored += 1
                counts.wasted += held + 1 - ahead.entries.count
                #expect(before.allSatisfy { cache.contains(Self.key($0)) })
            case 2:
                use(number)
                cache.store(tile, for: Self.key(number))
                shown.store(tile, number)
            case 3:
                #expect(cache.tile(ahead: Self.key(number)) == (isKnown ? tile : nil), "no use of it")
            default:
                use(number)
                #expect(cache.tile(Self.key(number)) == shown.tile(number))
            }
            #expect(cache.aheadByteCount == ahead.byteCount && ahead.byteCount <= aheadLimit)
            #expect(cache.byteCount - cache.aheadByteCount == shown.byteCount && shown.byteCount <= byteLimit)
            #expect(cache.aheadCounts == counts)
        }
        #expect(counts.stored == counts.hits + counts.wasted + ahead.entries.count)
        #expect((counts.hits > 0) == (aheadLimit > 0) && (counts.wasted > 0 || aheadLimit > 1200))
    }

    @Test func whatThePageHasAlreadyIsUsedAllTheSame() {
        let cache = MemoryCache(byteLimit: 1000, aheadLimit: 1000)
        cache.store(ahead: Self.tile(1, byteCount: 10), for: Self.key(1))
        cache.noteUse(Self.key(1))
        cache.noteUse(Self.key(1))
        cache.noteUse(Self.key(2))
        #expect(cache.aheadCounts == .init(stored: 1, hits: 1, wasted: 0))
        #expect(cache.aheadByteCount == 0 && cache.count == 1)
    }

    /// Every part of a key tells tiles apart.
    @Test func keys() {
        let cache = MemoryCache(byteLimit: 1 << 20)
        let base = Self.key(1)
        var others = [TileKey](repeating: base, count: 6)
        others[0].collection = "d"
        others[1].item = "x"
        others[2].version = "w"
        others[3].level = 1
        others[4].column = 1
        others[5].row = 1
        cache.store(Self.tile(1, byteCount: 3), for: base)
        for key in others { #expect(cache.tile(key) == nil) }
        #expect(Set(others.map(\.entityTag)).count >= 4)
        #expect(cache.tile(base) != nil)
    }

    @Test func oneCacheForManyThreads() async {
        let cache = MemoryCache(byteLimit: 20_000)
        let isHeld = await withTaskGroup(of: Bool.self) { group in
            for thread in 0..<6 {
                group.addTask {
                    var noise = RepeatableNoise(seed: UInt64(thread))
                    var isHeld = true
                    for _ in 0..<2000 {
                        let number = Int.random(in: 0..<60, using: &noise)
                        if Bool.random(using: &noise) {
                            cache.store(Self.tile(number, byteCount: 500 + number), for: Self.key(number))
                        } else if let tile = cache.tile(Self.key(number)) {
                            isHeld = isHeld && tile == Self.tile(number, byteCount: 500 + number)
                        }
                        isHeld = isHeld && cache.byteCount <= 20_000
                    }
                    return isHeld
                }
            }
            return await group.allSatisfy { $0 }
        }
        #expect(isHeld)
    }
}
