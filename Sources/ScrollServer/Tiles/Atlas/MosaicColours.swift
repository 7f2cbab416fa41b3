// Keeps what a mosaic shows of a view's items up to date with the view and with the atlas.

import Catalog
import Synchronization
import Tiling

/// The cells of one view. Safe on any thread.
///
/// Changes of the order are taken over as such; of what has come into the atlas only that is looked up; and items that nobody
/// looks at are not looked up at all.
package final class MosaicColours: Sendable {
    /// Items asked for together, and items looked up while the lock is held once: 0.5 ms.
    private static let (runCount, stepCount) = (512, 4096)
    /// What a run costs besides its items, in items.
    private static let runCost = 32
    /// What an event loop may wait for in one turn, however many tiles a plan has: so many items to look up, and blocks to
    /// add up, 1.6 ms for each of the two.
    package struct Budget {
        fileprivate(set) var items = 16_384
        fileprivate(set) var blocks = 64

        package init() {}
    }

    /// The most changes that an event loop takes over.
    private static let mostChanges = 256

    private struct State {
        var cells = MosaicLights()
        /// nil before the first look.
        var revision: Int?
        /// Of the atlas, as far as it was followed.
        var news = 0
        var generation = 0
        /// How often indices have become those of other items.
        var shifts = 0
    }

    private weak let view: (any CollectionView)?
    private let atlas: Atlas
    private let source: UInt64
    /// Guards the cells; held for a step at a time.
    private let state = Mutex(State())

    init(_ view: any CollectionView, source: String, atlas: Atlas) {
        self.view = view
        self.source = AtlasKey.source(source)
        self.atlas = atlas
    }

    /// Whether these are of this view.
    func isOf(_ other: any CollectionView) -> Bool { view === other }

    /// The present cells, those of these ranges looked up. Blocks.
    ///
    /// While files are looked at, items change faster than a million of them can be looked up: what changes where it has been
    /// already is left to who asks next.
    func cells(for ranges: [Range<Int>]) -> MosaicLights {
        let whole = MosaicLights.wholeBlocks(ranges)
        var (next, shifts) = (0, -1)
        while true {
            // Each step ends soon, so that who asks for a version need not wait.
            let cells: MosaicLights? = state.withLock { state in
                guard let view else { return state.cells }
                guard follow(view, &state, isPatient: true) else { return nil }
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

    /// A hash of what is shown of these items; nil where it takes more than is left of the budget. Fit for an event loop.
    func digest(of range: Range<Int>, within budget: inout Budget) -> UInt64? {
        state.withLockIfAvailable { state -> UInt64? in
            guard let view, follow(view, &state, isPatient: false) else { return nil }
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

    /// Adds up the blocks of a range, so that `digest` need not.
    func prepare(_ range: Range<Int>) {
        let blocks = stride(from: range.lowerBound, to: range.upperBound, by: MosaicLights.blockCount)
        for first in blocks { state.withLock { _ = $0.cells.digest(of: first..<first + 1) } }
    }

    /// Forgets a picture that turned out to be damaged.
    func forgetCell(_ index: Int, place: UInt32) {
        state.withLock { state in
            if state.cells.place(of: index) == place { state.cells.markUnread(index) }
        }
    }

    // MARK: Following

    /// Takes over what has changed in the order and in the atlas.
    ///
    /// - Parameter isPatient: whether it may take long.
    /// - Returns: whether the cells are those of the present revision.
    private func follow(_ view: any CollectionView, _ state: inout State, isPatient: Bool) -> Bool {
        let generation = atlas.generation
        if state.revision == nil || state.generation != generation {
            guard isPatient else { return false }
            return restart(view, &state, generation)
        }
        if let revision = state.revision, view.status.revision != revision {
            guard let (difference, status) = view.difference(since: revision) else {
                return isPatient && restart(view, &state, generation)
            }
            if !isPatient {
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
            // Items that have come behind the last need not be among the changes.
            state.cells.append(upTo: status.count)
            // A count that does not fit means that the two were not of one moment.
            if state.cells.count != status.count { return isPatient && restart(view, &state, generation) }
            state.revision = status.revision
        }
        guard
            let (ids, news) = atlas.news.items(
                since: state.news, of: source, atMost: isPatient ? .max : Self.mostChanges)
        else {
            guard isPatient else { return false }
            state.news = atlas.news.count
            state.cells.markUnknown()
            return true
        }
        for id in ids {
            if let index = view.index(ofItem: id) { state.cells.markUnread(index) }
        }
        // The indices were those of another order, if it has changed meanwhile: then they are found again.
        guard isInOrder(view, state) else { return false }
        state.news = news
        return true
    }

    private func restart(_ view: any CollectionView, _ state: inout State, _ generation: Int) -> Bool {
        let news = atlas.news.count
        let status = view.status
        state.cells.reset(count: status.count)
        state.shifts += 1
        (state.revision, state.news, state.generation) = (status.revision, news, generation)
        return true
    }

    /// Whether indices are still those of the order that is followed. Sizes that become known change the revision as well, thousands
    /// of times a second while the atlas is filled.
    private func isInOrder(_ view: any CollectionView, _ state: State) -> Bool {
        guard let revision = state.revision else { return false }
        if view.status.revision == revision { return true }
        guard let (difference, _) = view.difference(since: revision) else { return false }
        return difference.removed.isEmpty && difference.inserted.isEmpty
    }

    /// Looks items up.
    ///
    /// - Returns: false where the order has changed meanwhile, so that they are others.
    @discardableResult
    private func read(_ range: Range<Int>, _ view: any CollectionView, _ state: inout State) -> Bool {
        let numbers = view.numbers(in: range)
        guard numbers.count == range.count, isInOrder(view, state) else {
            if view.status.revision == state.revision {
                // A view that has fewer items than it says: they stay neutral.
                for index in range { state.cells.set(index, nil, colour: nil) }
            }
            return false
        }
        for (index, numbers) in zip(range, numbers) {
            let entry = numbers.isLost ? nil : atlas[AtlasKey(source: source, numbers)]
            state.cells.set(index, entry, colour: numbers.colour)
        }
        return true
    }
}
