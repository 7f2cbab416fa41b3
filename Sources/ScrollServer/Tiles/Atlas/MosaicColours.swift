// Keeps what a mosaic shows of a view's items up to date with the view and the atlas.

import Catalog
import Synchronization

/// The cells of one view.
///
/// Thread-safe.
///
/// Changes of the order are applied as differences, and only changed atlas entries are looked up again. Items that no
/// client views are never looked up.
package final class MosaicColours: Sendable {
    /// Items requested together, and items looked up while the lock is held once (0.5 ms).
    private static let (runCount, stepCount) = (512, 4096)
    /// The fixed cost of a run, in items.
    private static let runCost = 32
    /// The work that an event loop may do per turn for all tiles of a plan.
    ///
    /// Looking up all these items takes 1.6 ms, and hashing all these blocks, too.
    package struct Budget {
        fileprivate(set) var items = 16_384
        fileprivate(set) var blocks = 64

        package init() {}
    }

    /// The maximum number of changes that an event loop applies.
    private static let mostChanges = 256

    private struct State {
        var cells = MosaicItems()
        /// nil before the first update.
        var revision: Int?
        /// The atlas's count of recent items, and its generation, as applied last.
        var recentCount = 0
        var generation = 0
        /// How often indices have come to mean other items.
        var shifts = 0
    }

    private weak let view: (any CollectionView)?
    private let atlas: Atlas
    private let source: UInt64
    /// Guards the cells; held for one step at a time.
    private let state = Mutex(State())

    init(_ view: any CollectionView, source: String, atlas: Atlas) {
        self.view = view
        self.source = AtlasKey.source(source)
        self.atlas = atlas
    }

    /// Returns whether these cells belong to a view.
    func isOf(_ other: any CollectionView) -> Bool { view === other }

    /// Returns the current cells, with those of these ranges looked up.
    ///
    /// Blocks.
    ///
    /// While files are read, items change faster than a million can be looked up, so changes in the part already looked
    /// up are left to the next call.
    func cells(for ranges: [Range<Int>]) -> MosaicItems {
        let whole = MosaicItems.wholeBlocks(ranges)
        var (next, shifts) = (0, -1)
        while true {
            // Each step is short, so that a request for a version need not wait long.
            let cells: MosaicItems? = state.withLock { state in
                guard let view else { return state.cells }
                guard follow(view, &state, mayTakeLong: true) else { return nil }
                if state.shifts != shifts { (next, shifts) = (0, state.shifts) }
                var rest = Self.stepCount
                for range in whole where range.upperBound > next {
                    let limit = range.upperBound
                    while let run = state.cells.unread(in: max(next, range.lowerBound)..<limit, atMost: Self.runCount) {
                        guard rest > 0, read(run, view, &state) else { return nil }
                        next = run.upperBound
                        rest -= run.count + Self.runCost
                        if next >= limit { break }
                    }
                }
                return state.cells
            }
            if let cells { return cells }
        }
    }

    /// Returns a hash of what is shown of these items; nil if it exceeds the budget.
    ///
    /// Event loops may call it.
    func digest(of range: Range<Int>, within budget: inout Budget) -> UInt64? {
        state.withLockIfAvailable { state -> UInt64? in
            guard let view, follow(view, &state, mayTakeLong: false) else { return nil }
            let whole = state.cells.wholeBlocks(range)
            let (unread, blocks) = (state.cells.unreadCount(in: whole), state.cells.undigestedCount(in: range))
            guard unread <= budget.items, blocks <= budget.blocks else { return nil }
            budget.items -= unread
            budget.blocks -= blocks
            while let run = state.cells.unread(in: whole, atMost: Self.runCount) {
                guard read(run, view, &state) else { return nil }
            }
            return state.cells.digest(of: range)
        } ?? nil
    }

    /// Hashes the blocks of a range, so that `digest` need not.
    func prepare(_ range: Range<Int>) {
        let blocks = stride(from: range.lowerBound, to: range.upperBound, by: MosaicItems.blockCount)
        for first in blocks { state.withLock { _ = $0.cells.digest(of: first..<first + 1) } }
    }

    /// Forgets a damaged picture.
    func forgetCell(_ index: Int, pictureNumber: UInt32) {
        state.withLock { state in
            if state.cells.pictureNumber(of: index) == pictureNumber { state.cells.markUnread(index) }
        }
    }

    // MARK: Following

    /// Applies changes of the order and of the atlas; only if `mayTakeLong` those that take long.
    ///
    /// - Returns: whether the cells are those of the current revision.
    private func follow(_ view: any CollectionView, _ state: inout State, mayTakeLong: Bool) -> Bool {
        let generation = atlas.generation
        if state.revision == nil || state.generation != generation {
            guard mayTakeLong else { return false }
            return restart(view, &state, generation)
        }
        if let revision = state.revision, view.status.revision != revision {
            guard let (difference, status) = view.difference(since: revision) else {
                return mayTakeLong && restart(view, &state, generation)
            }
            if !mayTakeLong {
                let count =
                    difference.inserted.reduce(difference.removedIDs.count + difference.resized.count) {
                        $0 + $1.count
                    }
                let first = min(
                    difference.removed.first?.lowerBound ?? .max, difference.inserted.first?.lowerBound ?? .max)
                guard count <= Self.mostChanges, state.cells.count - min(first, state.cells.count) <= 1 << 16
                else { return false }
            }
            if !difference.removed.isEmpty
                || difference.inserted.contains(where: { $0.lowerBound < state.cells.count })
            {
                state.shifts += 1
            }
            state.cells.apply(difference)
            // Appended items need not be among the changes.
            state.cells.append(upTo: status.count)
            // A count that does not match means that difference and status are from different moments.
            if state.cells.count != status.count { return mayTakeLong && restart(view, &state, generation) }
            state.revision = status.revision
        }
        guard
            let (ids, recentCount) = atlas.recentItems.items(
                since: state.recentCount, of: source, atMost: mayTakeLong ? .max : Self.mostChanges)
        else {
            guard mayTakeLong else { return false }
            state.recentCount = atlas.recentItems.count
            state.cells.markUnknown()
            return true
        }
        for id in ids {
            if let index = view.index(ofItem: id) { state.cells.markUnread(index) }
        }
        // If the order has changed meanwhile, the indices may be wrong: find them again.
        guard isInOrder(view, state) else { return false }
        state.recentCount = recentCount
        return true
    }

    private func restart(_ view: any CollectionView, _ state: inout State, _ generation: Int) -> Bool {
        let recentCount = atlas.recentItems.count
        let status = view.status
        state.cells.reset(count: status.count)
        state.shifts += 1
        (state.revision, state.recentCount, state.generation) = (status.revision, recentCount, generation)
        return true
    }

    /// Returns whether the order has not changed since it was applied.
    ///
    /// New sizes change the revision as well, thousands of times a second while the atlas is being filled.
    private func isInOrder(_ view: any CollectionView, _ state: State) -> Bool {
        guard let revision = state.revision else { return false }
        if view.status.revision == revision { return true }
        guard let (difference, _) = view.difference(since: revision) else { return false }
        return difference.removed.isEmpty && difference.inserted.isEmpty
    }

    /// Looks items up.
    ///
    /// - Returns: false if the order has changed meanwhile, so that the indices mean other items.
    @discardableResult
    private func read(_ range: Range<Int>, _ view: any CollectionView, _ state: inout State) -> Bool {
        let numbers = view.numbers(in: range)
        guard numbers.count == range.count, isInOrder(view, state) else {
            if view.status.revision == state.revision {
                // The view has fewer items than it claims: the rest stays neutral.
                for index in range { state.cells.set(index, nil, colour: nil) }
            }
            return false
        }
        for (index, numbers) in zip(range, numbers) {
            let entry = numbers.isUnreadable ? nil : atlas[AtlasKey(source: source, numbers)]
            state.cells.set(index, entry, colour: numbers.colour)
        }
        return true
    }
}
