// The disk cache: what it keeps, what it throws away, and what it survives.

import Foundation
import Synchronization
import Testing

@testable import Charts
@testable import Pixels
@testable import Platform
@testable import Tiles

@Suite struct DiskCacheTests {
    private static func key(_ number: Int, source: String = "/photos") -> DiskKey {
        DiskKey(
            source: source,
            TileKey(collection: "c", item: "i\(number)", version: "v", level: 2, column: 1, row: 0))
    }

    private static func tile(_ number: Int, byteCount: Int = 100) -> EncodedTile {
        var noise = RepeatableNoise(seed: UInt64(number))
        return EncodedTile(bytes: noise.bytes(byteCount), mediaType: number % 2 == 0 ? "image/jpeg" : "image/png")
    }

    private func cache(_ folder: ScratchFolder, byteLimit: Int = 1 << 20) throws -> DiskCache {
        try DiskCache(folder: folder.path, byteLimit: byteLimit)
    }

    private func byteCount(_ folder: ScratchFolder) throws -> Int {
        try folder.files().reduce(0) { try $0 + folder.bytes($1).count }
    }

    @Test func roundTrip() throws {
        let folder = try ScratchFolder()
        let first = try cache(folder)
        for number in 0..<40 { first.store(Self.tile(number, byteCount: number), for: Self.key(number)) }
        let second = try cache(folder)
        second.sweep()
        for number in 0..<40 {
            #expect(first.tile(Self.key(number)) == Self.tile(number, byteCount: number))
            #expect(second.tile(Self.key(number)) == Self.tile(number, byteCount: number))
        }
        #expect(first.tile(Self.key(40)) == nil)
        #expect(first.tile(Self.key(0, source: "/other")) == nil)
        // A tile that is stored again replaces the old one.
        first.store(Self.tile(7, byteCount: 5), for: Self.key(0))
        #expect(second.tile(Self.key(0)) == Self.tile(7, byteCount: 5))
        #expect(folder.files().count == 40)
        #expect(!folder.files().contains { $0.hasSuffix(".part") })
    }

    /// Each tile that was stored once added two calls between the cache and what shares its limit.
    @Test func whatSharesTheLimitIsAskedDirectly() throws {
        let folder = try ScratchFolder()
        let cache = try cache(folder)
        let depths = Mutex<[Int]>([])
        cache.share {
            depths.withLock { $0.append(Thread.callStackReturnAddresses.count) }
            return 0
        }
        for number in 0..<40 { cache.store(Self.tile(number), for: Self.key(number)) }
        let seen = depths.withLock { $0 }
        let (least, most) = (try #require(seen.min()), try #require(seen.max()))
        #expect(seen.count >= 40 && most < least + 20, "\(seen)")
    }

    /// One bit anywhere, and the entry is thrown away.
    @Test func flippedBits() throws {
        let folder = try ScratchFolder()
        let cache = try cache(folder)
        cache.store(Self.tile(1, byteCount: 20), for: Self.key(1))
        let name = try #require(folder.files().first)
        let sound = try folder.bytes(name)
        for bit in 0..<sound.count * 8 {
            var damaged = sound
            damaged[bit / 8] ^= 1 << (bit % 8)
            try folder.write(name, damaged)
            // The media type is one of two, and not under the checksum's eye alone.
            #expect(cache.tile(Self.key(1)) == nil, "bit \(bit)")
            #expect(folder.files().isEmpty, "bit \(bit)")
        }
        try folder.write(name, sound)
        #expect(cache.tile(Self.key(1)) == Self.tile(1, byteCount: 20))
    }

    @Test func cutAndForeignEntries() throws {
        let folder = try ScratchFolder()
        let cache = try cache(folder)
        cache.store(Self.tile(1, byteCount: 30), for: Self.key(1))
        let name = try #require(folder.files().first)
        let sound = try folder.bytes(name)
        var wrong = (0..<sound.count).map { Array(sound.prefix($0)) }
        wrong += [sound + [0], sound + sound, [UInt8](repeating: 0xFF, count: 400)]
        for bytes in wrong {
            try folder.write(name, bytes)
            #expect(cache.tile(Self.key(1)) == nil, "\(bytes.count) bytes")
            #expect(folder.files().isEmpty, "\(bytes.count) bytes")
        }
        // Another key's sound entry under this one's name.
        cache.store(Self.tile(2), for: Self.key(2))
        let other = try folder.bytes(try #require(folder.files().first))
        try folder.write(name, other)
        #expect(cache.tile(Self.key(1)) == nil)
        #expect(cache.tile(Self.key(2)) == Self.tile(2))
    }

    private func setUse(_ folder: ScratchFolder, _ name: String, hoursAgo: Int) throws {
        try FileManager.default.setAttributes(
            [.modificationDate: Date(timeIntervalSinceNow: -3600 * Double(hoursAgo))],
            ofItemAtPath: "\(folder.path)/\(name)")
    }

    @Test func leastRecentlyUsedGoesFirst() throws {
        let folder = try ScratchFolder()
        let cache = try cache(folder)
        var names: [String] = []
        for number in 0..<20 {
            let before = Set(folder.files())
            cache.store(Self.tile(number, byteCount: 1000), for: Self.key(number))
            names.append(try #require(Set(folder.files()).subtracting(before).first))
        }
        for (number, name) in names.enumerated() { try setUse(folder, name, hoursAgo: 100 - number) }
        // Reading makes the oldest one the newest.
        #expect(cache.tile(Self.key(0)) != nil)
        let small = try self.cache(folder, byteLimit: 11_000)
        small.sweep()
        #expect(try byteCount(folder) <= 11_000)
        let kept = (0..<20).filter { small.tile(Self.key($0)) != nil }
        #expect(kept == [0] + Array(20 - (kept.count - 1)..<20))
        #expect(kept.count > 8)
    }

    @Test(arguments: [0, 2000, 20_000]) func theLimitHolds(byteLimit: Int) throws {
        let folder = try ScratchFolder()
        let cache = try cache(folder, byteLimit: byteLimit)
        cache.sweep()
        var noise = RepeatableNoise(seed: 1)
        for number in 0..<200 {
            let byteCount = Int.random(in: 0...3000, using: &noise)
            cache.store(Self.tile(number, byteCount: byteCount), for: Self.key(number % 50))
            #expect(try self.byteCount(folder) <= byteLimit, "after \(number)")
        }
        #expect(byteLimit < 20_000 || folder.files().count > 3)
    }

    /// What was written before or while the folder was counted counts, too.
    @Test func theLimitHoldsAfterALateSweep() throws {
        let folder = try ScratchFolder()
        let cache = try cache(folder, byteLimit: 20_000)
        for number in 0..<60 { cache.store(Self.tile(number, byteCount: 1000), for: Self.key(number)) }
        cache.sweep()
        #expect(try byteCount(folder) <= 20_000)
    }

    @Test func concurrentWriters() async throws {
        let folder = try ScratchFolder()
        let limit = 60_000
        let caches = try [cache(folder, byteLimit: limit), cache(folder, byteLimit: limit)]
        for cache in caches { cache.sweep() }
        let isSound = await withTaskGroup(of: Bool.self) { group in
            for task in 0..<6 {
                group.addTask {
                    let cache = caches[task % 2]
                    var noise = RepeatableNoise(seed: UInt64(task))
                    var isSound = true
                    for round in 0..<60 {
                        let number = Int.random(in: 0..<40, using: &noise)
                        if Bool.random(using: &noise) {
                            cache.store(Self.tile(number, byteCount: 2000), for: Self.key(number))
                        } else if let tile = cache.tile(Self.key(number)) {
                            isSound = isSound && tile == Self.tile(number, byteCount: 2000)
                        }
                        if round == 30, task == 0 { cache.sweep() }
                    }
                    return isSound
                }
            }
            return await group.allSatisfy { $0 }
        }
        #expect(isSound)
        caches[0].sweep()
        #expect(try byteCount(folder) <= limit)
        #expect(!folder.files().contains { $0.hasSuffix(".part") })
    }

    /// What a crash left is removed once it is certain that nobody writes it any more; what is not ours stays.
    @Test func leftovers() throws {
        let folder = try ScratchFolder()
        let cache = try cache(folder)
        cache.store(Self.tile(1), for: Self.key(1))
        let entry = try #require(folder.files().first)
        let shelf = entry.split(separator: "/").dropLast().joined(separator: "/")
        let home = entry.split(separator: "/").first.map(String.init) ?? ""
        try folder.write("\(shelf)/scrollserver-1.part", [1, 2, 3])
        // A running writer holds the lock.
        try folder.write("\(shelf)/scrollserver-2.part", [1, 2, 3])
        let writer = try #require(SeriesFile.open("\(folder.path)/\(shelf)/scrollserver-2.part"))
        try folder.write("notes.txt", [1])
        try folder.write("\(home)/notes/mine.txt", [1])
        try folder.write("\(shelf)/mine.txt", [UInt8](repeating: 1, count: 500))
        try self.cache(folder, byteLimit: 0).sweep()
        #expect(
            Set(folder.files()) == [
                "\(shelf)/scrollserver-2.part", "notes.txt", "\(home)/notes/mine.txt", "\(shelf)/mine.txt",
            ])
        withExtendedLifetime(writer) {}
    }

    /// The entries of other versions of the program would never be used or counted again.
    @Test func entriesOfOtherVersions() throws {
        let folder = try ScratchFolder()
        let old = "tiles-0/ab/ab" + String(repeating: "0", count: 30)
        try folder.write(old, [1, 2, 3])
        try folder.write("tiles-mine/ab/x", [1])
        let cache = try cache(folder)
        cache.store(Self.tile(1), for: Self.key(1))
        cache.sweep()
        #expect(!folder.files().contains(old))
        #expect(folder.files().contains("tiles-mine/ab/x"))
        #expect(cache.tile(Self.key(1)) == Self.tile(1))
    }

    // MARK: Where nothing can be written

    @Test(.needs(.permissions)) func readOnlyFolder() throws {
        let folder = try ScratchFolder()
        let cache = try cache(folder)
        cache.store(Self.tile(1), for: Self.key(1))
        for name in [""] + (FileManager.default.subpaths(atPath: folder.path) ?? []) {
            try FileManager.default.setAttributes([.posixPermissions: 0o500], ofItemAtPath: "\(folder.path)/\(name)")
        }
        cache.store(Self.tile(2), for: Self.key(2))
        #expect(cache.tile(Self.key(1)) == Self.tile(1))
        #expect(cache.tile(Self.key(2)) == nil)
        cache.sweep()
    }

    /// As on a full disk: nothing can be written for a while, and nothing is lost but tiles.
    @Test func folderThatBecomesAFile() throws {
        let folder = try ScratchFolder()
        let cache = try cache(folder)
        cache.store(Self.tile(1), for: Self.key(1))
        let home = "\(folder.path)/\(folder.files().first?.split(separator: "/").first ?? "")"
        try FileManager.default.removeItem(atPath: home)
        try Data().write(to: URL(fileURLWithPath: home))
        cache.store(Self.tile(2), for: Self.key(2))
        #expect(cache.tile(Self.key(1)) == nil && cache.tile(Self.key(2)) == nil)
        cache.sweep()
        try FileManager.default.removeItem(atPath: home)
        // It is tried again after a while.
        let isBack = (0..<2000).contains { _ in
            cache.store(Self.tile(3), for: Self.key(3))
            return cache.tile(Self.key(3)) != nil
        }
        #expect(isBack)
    }

    /// Somebody empties the cache while we run.
    @Test func folderThatIsEmptied() throws {
        let folder = try ScratchFolder()
        let cache = try cache(folder)
        cache.store(Self.tile(1), for: Self.key(1))
        for name in try FileManager.default.contentsOfDirectory(atPath: folder.path) {
            try FileManager.default.removeItem(atPath: "\(folder.path)/\(name)")
        }
        #expect(cache.tile(Self.key(1)) == nil)
        cache.store(Self.tile(1), for: Self.key(1))
        #expect(cache.tile(Self.key(1)) == Self.tile(1))
    }

    @Test func foldersThatCannotBe() throws {
        let folder = try ScratchFolder()
        try folder.write("file", [1])
        #expect(throws: SystemError.self) { try DiskCache(folder: folder.path + "/file", byteLimit: 1) }
        #expect(throws: SystemError.self) { try DiskCache(folder: folder.path + "/file/below", byteLimit: 1) }
    }
}
