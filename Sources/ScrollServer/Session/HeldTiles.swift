// What a page holds, as far as the server has sent it.

/// The tiles of one page by their numbers, within the budget that it has said. Nothing in it is sent again.
///
/// The server decides what goes: the page is told the numbers of tiles to let go of, and keeps all others.
struct HeldTiles: Sendable {
    private struct Entry {
        let byteCount: Int32
        /// The last plan that needed it.
        var needed: Int32
    }

    /// Tiles remembered at most, beside what the newest plan needs: a session is to stay small.
    static let countLimit = 4096

    /// Bytes that the page can hold. What the newest plan needs is held whatever it takes.
    var budget: Int
    private(set) var byteCount = 0
    private var entries: [UInt32: Entry] = [:]

    init(budget: Int) {
        self.budget = budget
    }

    var count: Int { entries.count }

    func holds(_ number: Int) -> Bool { entries[UInt32(truncatingIfNeeded: number)] != nil }

    /// A plan needs this tile; nothing happens when it is not held.
    mutating func note(_ number: Int, neededBy plan: Int) {
        entries[UInt32(truncatingIfNeeded: number)]?.needed = Int32(truncatingIfNeeded: plan)
    }

    /// The page has been sent this tile, which it did not hold.
    mutating func hold(_ number: Int, byteCount: Int, neededBy plan: Int) {
        self.byteCount += byteCount
        entries[UInt32(truncatingIfNeeded: number)] = Entry(
            byteCount: Int32(clamping: byteCount), needed: Int32(truncatingIfNeeded: plan))
    }

    /// Lets go of the tiles least recently needed until at most 7/8 of the budget is used, when it is exceeded: so that
    /// the next tiles do not each have to look for one to go. O(tiles held × log) then, else O(1).
    ///
    /// - Parameter plan: the newest plan; what it needs stays.
    /// - Returns: the numbers of the tiles that go.
    mutating func shrink(keepingPlan plan: Int) -> [Int] {
        guard byteCount > budget || count > Self.countLimit else { return [] }
        let goal = budget - budget / 8
        let countGoal = Self.countLimit - Self.countLimit / 8
        let candidates = entries.filter { Int($0.value.needed) < plan }
            .sorted { ($0.value.needed, $0.key) < ($1.value.needed, $1.key) }
        var gone: [Int] = []
        for (number, entry) in candidates {
            guard byteCount > goal || count > countGoal else { break }
            entries[number] = nil
            byteCount -= Int(entry.byteCount)
            gone.append(Int(number))
        }
        return gone
    }
}
