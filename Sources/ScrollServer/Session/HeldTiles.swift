// What a page holds, as far as the server has sent it.

/// The tiles of one page, within the budget that it has said. Nothing in it is sent again.
///
/// The server decides what goes: the page is told the numbers of tiles to let go of, and keeps all others.
struct HeldTiles: Sendable {
    private struct Entry {
        let number: Int
        let byteCount: Int
        /// The last plan that needed it.
        var needed: Int
    }

    /// Bytes that the page can hold. What the newest plan needs is held whatever it takes.
    var budget: Int
    private(set) var byteCount = 0
    private var entries: [TileKey: Entry] = [:]

    init(budget: Int) {
        self.budget = budget
    }

    var count: Int { entries.count }

    /// The page's number for a tile that it holds.
    func number(of key: TileKey) -> Int? { entries[key]?.number }

    /// A plan needs this tile; nothing happens when it is not held.
    mutating func note(_ key: TileKey, neededBy plan: Int) {
        entries[key]?.needed = plan
    }

    /// The page has been sent this tile.
    mutating func hold(_ key: TileKey, number: Int, byteCount: Int, neededBy plan: Int) {
        self.byteCount += byteCount - (entries[key]?.byteCount ?? 0)
        entries[key] = Entry(number: number, byteCount: byteCount, needed: plan)
    }

    /// Lets go of the tiles least recently needed until at most 7/8 of the budget is used, when it is exceeded: so that
    /// the next tiles do not each have to look for one to go. O(tiles held × log) then, else O(1).
    ///
    /// - Parameter plan: the newest plan; what it needs stays.
    /// - Returns: the numbers of the tiles that go.
    mutating func shrink(keepingPlan plan: Int) -> [Int] {
        guard byteCount > budget else { return [] }
        let goal = budget - budget / 8
        let candidates = entries.filter { $0.value.needed < plan }
            .sorted { ($0.value.needed, $0.value.number) < ($1.value.needed, $1.value.number) }
        var gone: [Int] = []
        for (key, entry) in candidates {
            guard byteCount > goal else { break }
            entries[key] = nil
            byteCount -= entry.byteCount
            gone.append(entry.number)
        }
        return gone
    }
}
