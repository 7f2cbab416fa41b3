// Measures how long it takes to make a tile or to read it from disk.

import Catalog

/// Running means over about the last 32 measurements, per collection, and per collection and picture size.
package struct TilePace: Sendable {
    /// The maximum number of pixels of each size class.
    static let pixelClasses = [1_000_000, 4_000_000, 16_000_000, 64_000_000, Int.max]
    /// The maximum number of collections; when another one comes, all are forgotten.
    private static let capacity = 64
    /// The approximate number of measurements that a mean covers.
    private static let memory = 32.0

    struct Mean: Sendable, Equatable {
        private(set) var count = 0.0
        var seconds = 0.0
        var byteCount = 0.0

        fileprivate mutating func add(_ seconds: Double, _ bytes: Double) {
            count = min(count + 1, TilePace.memory)
            self.seconds += (seconds - self.seconds) / count
            byteCount += (bytes - byteCount) / count
        }
    }

    private struct Entry {
        /// Over all tiles made or read, except those of large pictures, whose passes make a thousand tiles each.
        var all = Mean()
        /// Over passes that made tiles, by the picture's size class.
        var made = [Mean](repeating: Mean(), count: TilePace.pixelClasses.count)
    }

    private var entries: [String: Entry] = [:]
    /// The number of measurements so far; never decreases.
    private(set) var count = 0

    /// Mean seconds per pass by collection and size class (`pixels` is its maximum), sorted by collection.
    package var made: [(collection: String, pixels: Int, seconds: Double)] {
        entries.sorted { $0.key < $1.key }.flatMap { collection, entry in
            zip(Self.pixelClasses, entry.made).filter { $0.1.count > 0 }.map { (collection, $0.0, $0.1.seconds) }
        }
    }

    /// Returns the mean cost of an item of the collection that is not in memory; zeros without measurements.
    func mean(of collection: String) -> Mean { entries[collection]?.all ?? Mean() }

    /// Records that a pass was made.
    mutating func noteMade(nanoseconds: UInt64, byteCount: Int, of pass: TilePass) {
        let (pixels, overflow) = pass.size.width.multipliedReportingOverflow(by: pass.size.height)
        let index = Self.pixelClasses.firstIndex { !overflow && pixels <= $0 } ?? Self.pixelClasses.count - 1
        let seconds = Double(nanoseconds) / 1e9
        change(pass.collection.id) { entry in
            entry.made[index].add(seconds, Double(byteCount))
            if !pass.isLarge { entry.all.add(seconds, Double(byteCount)) }
        }
    }

    /// Records that a tile was read from the disk cache.
    mutating func noteRead(nanoseconds: UInt64, byteCount: Int, of pass: TilePass) {
        change(pass.collection.id) { $0.all.add(Double(nanoseconds) / 1e9, Double(byteCount)) }
    }

    private mutating func change(_ collection: String, _ body: (inout Entry) -> Void) {
        count += 1
        if entries[collection] == nil, entries.count >= Self.capacity { entries = [:] }
        body(&entries[collection, default: Entry()])
    }
}
