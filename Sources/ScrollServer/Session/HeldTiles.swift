// What a page holds, as far as the server has sent it.

/// The tiles of one page by their numbers, within the budget that it has said. Nothing in it is sent again.
///
/// The server decides what goes: the page is told the numbers of tiles to let go of, and keeps all others. Tiles sent
/// ahead of need have a share of the budget, and never take the place of what a plan needs.
struct HeldTiles: Sendable {
    private struct Entry {
        let byteCount: Int32
        /// The last plan that needed it, or the one before the last that had it ahead.
        var needed: Int32
        /// Whether no plan has needed it yet.
        var isAhead: Bool
    }

    /// Tiles that the page is to let go of.
    struct Gone: Sendable, Equatable {
        var numbers: [Int] = []
        /// Of these, the ones that no plan has needed.
        var wasted = 0
    }

    /// Tiles remembered at most, beside what the newest plan needs: a session is to stay small.
    static let countLimit = 4096

    /// Bytes that the page can hold. What the newest plan needs is held whatever it takes.
    var budget: Int
    private(set) var byteCount = 0
    /// Bytes of tiles that no plan has needed yet.
    private(set) var aheadByteCount = 0
    private var entries: [UInt32: Entry] = [:]
    private var plan: Int32 = 0
    /// Bytes of what the newest plan needs, and of what it has ahead.
    private var neededByteCount = 0
    private var nextByteCount = 0

    init(budget: Int) {
        self.budget = budget
    }

    var count: Int { entries.count }
    /// Tiles that no plan has needed yet. O(count).
    var aheadCount: Int { entries.values.count(where: \.isAhead) }
    /// Bytes of tiles ahead that may come now: a quarter of the budget, and what the plan itself leaves of it.
    var roomAhead: Int { min(budget / 4, budget - budget / 8 - neededByteCount) - nextByteCount }

    func holds(_ number: Int) -> Bool { entries[UInt32(truncatingIfNeeded: number)] != nil }

    /// There is a new plan; what it needs and what it has ahead is noted from here on.
    mutating func begin(plan: Int) {
        self.plan = Int32(truncatingIfNeeded: plan)
        (neededByteCount, nextByteCount) = (0, 0)
    }

    /// The newest plan needs this tile; nothing happens when it is not held.
    ///
    /// - Returns: whether it was sent ahead of need, and is needed for the first time.
    mutating func note(_ number: Int) -> Bool {
        let key = UInt32(truncatingIfNeeded: number)
        guard var entry = entries[key] else { return false }
        let wasAhead = entry.isAhead
        if wasAhead { aheadByteCount -= Int(entry.byteCount) }
        neededByteCount += Int(entry.byteCount)
        (entry.needed, entry.isAhead) = (plan, false)
        entries[key] = entry
        return wasAhead
    }

    /// The newest plan has this tile ahead; nothing happens when it is not held.
    mutating func note(ahead number: Int) {
        let key = UInt32(truncatingIfNeeded: number)
        guard var entry = entries[key] else { return }
        entry.needed = plan - 1
        entries[key] = entry
        nextByteCount += Int(entry.byteCount)
    }

    /// The page has been sent this tile, which it did not hold, or had it before the first plan.
    mutating func hold(_ number: Int, byteCount: Int, isAhead: Bool = false) {
        self.byteCount += byteCount
        if isAhead {
            aheadByteCount += byteCount
            nextByteCount += byteCount
        } else {
            neededByteCount += byteCount
        }
        entries[UInt32(truncatingIfNeeded: number)] = Entry(
            byteCount: Int32(clamping: byteCount), needed: isAhead ? plan - 1 : plan, isAhead: isAhead)
    }

    /// Lets go of tiles until at most 7/8 of the budget is used, when it is exceeded, so that the next tiles do not each
    /// have to look for one to go: first those sent ahead in vain, then the least recently needed. The same for the share
    /// of those sent ahead. What the newest plan needs stays. O(tiles held × log) then, else O(1).
    mutating func shrink() -> Gone {
        var gone = Gone()
        if aheadByteCount > budget / 4 {
            let goal = budget / 4 - budget / 32
            let vain = entries.filter { $0.value.isAhead && $0.value.needed < plan - 1 }
                .sorted { ($0.value.needed, $0.key) < ($1.value.needed, $1.key) }
            for (number, entry) in vain where aheadByteCount > goal { remove(number, entry, &gone) }
        }
        guard byteCount > budget || count > Self.countLimit else { return gone }
        let goal = budget - budget / 8
        let countGoal = Self.countLimit - Self.countLimit / 8
        func isVain(_ entry: Entry) -> Int { entry.isAhead && entry.needed < plan - 1 ? 0 : 1 }
        let candidates = entries.filter { $0.value.needed < plan }
            .sorted { (isVain($0.value), $0.value.needed, $0.key) < (isVain($1.value), $1.value.needed, $1.key) }
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
