// The tiles that a page holds.

/// The server's record of the tiles that one page holds, by number; these are not sent again.
///
/// The server decides which tiles the page drops: it sends their numbers, and the page keeps all others. Their bytes
/// stay within the budget that the page has reported. Tiles sent ahead of need get a quarter of the budget, and never
/// displace a tile that the newest plan needs. The page decodes them, so their pixels have a budget of their own; the
/// pixels of a needed tile are painted on the page's canvases and freed.
struct ClientTiles: Sendable {
    private struct Entry {
        let byteCount: Int32
        /// Number of the last plan that needed the tile.
        ///
        /// A plan that has the tile ahead counts as the previous plan, so that such a tile ranks below the needed ones.
        var needed: Int32
        /// Bytes of the tile's decoded pixels while no plan has needed it yet; nil afterwards, when they are painted
        /// and freed.
        var pixelByteCount: Int32?

        var isAhead: Bool { pixelByteCount != nil }
    }

    /// Tiles that the page is to drop.
    struct Gone: Sendable, Equatable {
        var numbers: [Int] = []
        /// How many of them no plan has ever needed.
        var wasted = 0
    }

    /// The largest number of tiles remembered, which bounds a session's memory; tiles that the newest plan needs may
    /// exceed it.
    static let countLimit = 4096

    /// Bytes that the page can hold; tiles that the newest plan needs may exceed it.
    var budget: Int
    /// Limit on the decoded bytes of tiles that the newest plan has ahead and no plan has needed yet.
    ///
    /// The page frees the pixels of tiles that are no longer ahead, and keeps their encoded bytes.
    var pixelBudget: Int
    private(set) var byteCount = 0
    /// Bytes of tiles that no plan has needed yet.
    private(set) var aheadByteCount = 0
    private var entries: [UInt32: Entry] = [:]
    private var plan: Int32 = 0
    /// Bytes of the page's tiles that the newest plan needs, and of those that it has ahead.
    private var neededByteCount = 0
    private var nextByteCount = 0
    /// Bytes of decoded pixels of those that the newest plan has ahead and no plan has needed yet.
    private var nextPixelByteCount = 0

    init(budget: Int, pixelBudget: Int = .max) {
        self.budget = budget
        self.pixelBudget = pixelBudget
    }

    var count: Int { entries.count }
    /// Tiles that no plan has needed yet.
    ///
    /// O(count).
    var aheadCount: Int { entries.values.count(where: \.isAhead) }
    /// Bytes of tiles ahead that may be sent now.
    ///
    /// All tiles ahead may take a quarter of the budget, and no more than 7/8 of it less the bytes of the tiles that
    /// the newest plan needs.
    var roomAhead: Int { min(budget / 4, budget - budget / 8 - neededByteCount) - nextByteCount }

    /// Bytes of decoded pixels of tiles ahead that may be sent now.
    var pixelRoomAhead: Int { pixelBudget - nextPixelByteCount }

    func contains(_ number: Int) -> Bool { entries[UInt32(truncatingIfNeeded: number)] != nil }

    /// Starts a new plan.
    ///
    /// The `note` calls that follow name the tiles it needs and those it has ahead.
    mutating func begin(plan: Int) {
        self.plan = Int32(truncatingIfNeeded: plan)
        (neededByteCount, nextByteCount, nextPixelByteCount) = (0, 0, 0)
    }

    /// Notes that the newest plan needs this tile.
    ///
    /// Does nothing when the page does not hold it.
    ///
    /// - Returns: whether the tile was sent ahead of need and this is the first plan that needs it.
    mutating func note(_ number: Int) -> Bool {
        let key = UInt32(truncatingIfNeeded: number)
        guard var entry = entries[key] else { return false }
        let wasAhead = entry.isAhead
        if wasAhead { aheadByteCount -= Int(entry.byteCount) }
        neededByteCount += Int(entry.byteCount)
        (entry.needed, entry.pixelByteCount) = (plan, nil)
        entries[key] = entry
        return wasAhead
    }

    /// Notes that the newest plan has this tile ahead.
    ///
    /// Does nothing when the page does not hold it.
    mutating func note(ahead number: Int) {
        let key = UInt32(truncatingIfNeeded: number)
        guard var entry = entries[key] else { return }
        entry.needed = plan - 1
        entries[key] = entry
        nextByteCount += Int(entry.byteCount)
        nextPixelByteCount += Int(entry.pixelByteCount ?? 0)
    }

    /// Adds a tile that has just been sent, or that the page held from an earlier connection.
    ///
    /// `pixelByteCount` are the bytes of its decoded pixels where it is sent ahead of need; nil where it is needed.
    ///
    /// - Precondition: the page does not hold the tile yet.
    mutating func add(_ number: Int, byteCount: Int, pixelByteCount: Int? = nil) {
        self.byteCount += byteCount
        if let pixelByteCount {
            aheadByteCount += byteCount
            nextByteCount += byteCount
            nextPixelByteCount += pixelByteCount
        } else {
            neededByteCount += byteCount
        }
        entries[UInt32(truncatingIfNeeded: number)] = Entry(
            byteCount: Int32(clamping: byteCount), needed: pixelByteCount != nil ? plan - 1 : plan,
            pixelByteCount: pixelByteCount.map { Int32(clamping: $0) })
    }

    /// Drops tiles when the budget is exceeded, down to 7/8 of it, so that the next tile does not cause another search.
    ///
    /// Tiles sent ahead and never needed go first, then the least recently needed; those that the newest plan needs
    /// stay. Tiles ahead that exceed their quarter of the budget are cut to 7/8 of that quarter. O(1) when nothing is
    /// exceeded, else O(n log n) in the tiles held.
    mutating func shrink() -> Gone {
        var gone = Gone()
        if aheadByteCount > budget / 4 {
            let goal = budget / 4 - budget / 32
            let unneeded = entries.filter { $0.value.isAhead && $0.value.needed < plan - 1 }
                .sorted { ($0.value.needed, $0.key) < ($1.value.needed, $1.key) }
            for (number, entry) in unneeded where aheadByteCount > goal { remove(number, entry, &gone) }
        }
        guard byteCount > budget || count > Self.countLimit else { return gone }
        let goal = budget - budget / 8
        let countGoal = Self.countLimit - Self.countLimit / 8
        func evictionRank(_ entry: Entry) -> Int { entry.isAhead && entry.needed < plan - 1 ? 0 : 1 }
        let candidates = entries.filter { $0.value.needed < plan }
            .sorted {
                (evictionRank($0.value), $0.value.needed, $0.key) < (evictionRank($1.value), $1.value.needed, $1.key)
            }
        for (number, entry) in candidates where byteCount > goal || count > countGoal { remove(number, entry, &gone) }
        return gone
    }

    private mutating func remove(_ number: UInt32, _ entry: Entry, _ gone: inout Gone) {
        entries[number] = nil
        byteCount -= Int(entry.byteCount)
        if entry.isAhead {
            aheadByteCount -= Int(entry.byteCount)
            gone.wasted += 1
        }
        gone.numbers.append(Int(number))
    }
}
