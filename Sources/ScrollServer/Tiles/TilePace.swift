// How long it takes to have a tile.

/// Running means by collection, and by collection and size of picture: what the last thirty or so tiles took.
struct TilePace: Sendable {
    /// Pictures up to so many pixels, and no fewer than the class before.
    static let pixelClasses = [1_000_000, 4_000_000, 16_000_000, 64_000_000, Int.max]
    /// Collections that are remembered at most.
    private static let capacity = 64
    /// How many of the last tiles a mean is of, about.
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
        /// Of all that was made or read, but for large pictures' passes, of which one gives a thousand tiles.
        var all = Mean()
        /// Of what was made, by the picture's size.
        var made = [Mean](repeating: Mean(), count: TilePace.pixelClasses.count)
    }

    private var entries: [String: Entry] = [:]
    /// Measurements so far.
    private(set) var count = 0

    /// Means of what was made: collection, the most pixels of the class, seconds a pass. In the order of their names.
    var made: [(collection: String, pixels: Int, seconds: Double)] {
        entries.sorted { $0.key < $1.key }.flatMap { collection, entry in
            zip(Self.pixelClasses, entry.made).filter { $0.1.count > 0 }.map { (collection, $0.0, $0.1.seconds) }
        }
    }

    /// What an item of the collection takes that is not in memory; zeros where nothing is known.
    func mean(of collection: String) -> Mean { entries[collection]?.all ?? Mean() }

    /// A pass was made.
    mutating func noteMade(nanoseconds: UInt64, byteCount: Int, of pass: TilePass) {
        let (pixels, overflow) = pass.size.width.multipliedReportingOverflow(by: pass.size.height)
        let place = Self.pixelClasses.firstIndex { !overflow && pixels <= $0 } ?? Self.pixelClasses.count - 1
        let seconds = Double(nanoseconds) / 1e9
        change(pass.collection.id) { entry in
            entry.made[place].add(seconds, Double(byteCount))
            if !pass.isLarge { entry.all.add(seconds, Double(byteCount)) }
        }
    }

    /// A tile was read from the disk's cache.
    mutating func noteRead(nanoseconds: UInt64, byteCount: Int, of pass: TilePass) {
        change(pass.collection.id) { $0.all.add(Double(nanoseconds) / 1e9, Double(byteCount)) }
    }

    private mutating func change(_ collection: String, _ body: (inout Entry) -> Void) {
        count += 1
        if entries[collection] == nil, entries.count >= Self.capacity { entries = [:] }
        body(&entries[collection, default: Entry()])
    }
}
