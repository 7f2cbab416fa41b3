// A small cache of plans.

import Catalog
import Synchronization

/// Answers a repeated request from memory while everything that its plan depends on is unchanged.
///
/// This serves two windows on one folder, a reload, and a script that polls. A plan is kept when it is made for the
/// second time, since most requests come only once. Holds at most `capacity` plans of at most `byteLimit` bytes each.
/// O(1); safe on any thread.
final class PlanCache: Sendable {
    private static let capacity = 32
    private static let byteLimit = 65_536

    /// Everything besides its request that a plan depends on.
    struct Dependencies: Sendable, Equatable {
        var status: CollectionStatus
        /// The revision of the collections that the items come from.
        var originsRevision = 0
        /// The revision of the collection's selection.
        var selectionRevision: Int?
        /// Grows with each colour that becomes known, and each measurement of how long tiles take.
        var learnt: Int
        /// Grows with each tile that enters or leaves memory.
        ///
        /// It counts only for plans that mention thumbnails, which are offered for tiles not in memory.
        var tileChanges = 0
    }

    private struct Entry {
        var dependencies: Dependencies
        var hasThumbnails: Bool
        var json: [UInt8]
    }

    private struct State {
        var entries: [String: Entry] = [:]
        /// The targets in `entries`, the oldest first; the first is the next to be removed.
        var order: [String] = []
        /// Hashes of the last `capacity` targets that were planned and not kept, in a ring.
        var seen = [Int](repeating: 0, count: PlanCache.capacity)
        var nextSeen = 0
    }

    private let state = Mutex(State())

    /// The kept plan for a request's target; nil if none was made with the same dependencies.
    func plan(for target: String, _ dependencies: Dependencies) -> [UInt8]? {
        state.withLock { state in
            guard let entry = state.entries[target] else { return nil }
            var dependencies = dependencies
            if !entry.hasThumbnails { dependencies.tileChanges = entry.dependencies.tileChanges }
            return entry.dependencies == dependencies ? entry.json : nil
        }
    }

    /// Keeps a plan, if the same target was planned before.
    ///
    /// `dependencies` must be taken before the plan is made. `hasThumbnails` says whether the plan mentions thumbnails.
    func keep(_ json: [UInt8], for target: String, _ dependencies: Dependencies, hasThumbnails: Bool = false) {
        guard json.count <= Self.byteLimit else { return }
        let hash = target.hashValue
        state.withLock { state in
            guard state.seen.contains(hash) else {
                state.seen[state.nextSeen] = hash
                state.nextSeen = (state.nextSeen + 1) % Self.capacity
                return
            }
            if state.entries.updateValue(
                Entry(dependencies: dependencies, hasThumbnails: hasThumbnails, json: json), forKey: target) == nil
            {
                state.order.append(target)
            }
            if state.order.count > Self.capacity { state.entries[state.order.removeFirst()] = nil }
        }
    }
}
