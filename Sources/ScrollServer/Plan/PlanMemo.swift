// The plans answered last.

import Synchronization

/// Answers a question that was just answered, while all that the answer depends on is as it was: two windows on one folder,
/// a reload, a script that asks again and again.
///
/// A plan is kept when it is made for the second time: most are asked for once, and keeping those would cost each of them
/// fresh memory. Holds at most `capacity` plans, of at most `byteLimit` bytes each. O(1); safe on any thread.
final class PlanMemo: Sendable {
    private static let capacity = 32
    private static let byteLimit = 65_536

    /// What a plan depends on beside its request.
    struct Basis: Sendable, Equatable {
        var status: CollectionStatus
        /// Of the collections that its items come from.
        var originsRevision = 0
        /// Grows with each colour that becomes known, and each measurement of how long tiles take.
        var learnt: Int
    }

    private struct Entry {
        var basis: Basis
        var json: [UInt8]
    }

    private struct State {
        var entries: [String: Entry] = [:]
        /// In the order in which they came; the first is the next to go.
        var order: [String] = []
        /// Hashes of the targets answered last, in a ring.
        var seen = [Int](repeating: 0, count: PlanMemo.capacity)
        var nextSeen = 0
    }

    /// Guards the plans and their order.
    private let state = Mutex(State())

    /// The plan for a request's target, if it was made on the same basis.
    func plan(for target: String, _ basis: Basis) -> [UInt8]? {
        state.withLock { state in
            guard let entry = state.entries[target], entry.basis == basis else { return nil }
            return entry.json
        }
    }

    /// Keeps a plan, if it was made before.
    ///
    /// - Parameter basis: as it was before the plan was made.
    func keep(_ json: [UInt8], for target: String, _ basis: Basis) {
        guard json.count <= Self.byteLimit else { return }
        let hash = target.hashValue
        state.withLock { state in
            guard state.seen.contains(hash) else {
                state.seen[state.nextSeen] = hash
                state.nextSeen = (state.nextSeen + 1) % Self.capacity
                return
            }
            if state.entries.updateValue(Entry(basis: basis, json: json), forKey: target) == nil {
                state.order.append(target)
            }
            if state.order.count > Self.capacity { state.entries[state.order.removeFirst()] = nil }
        }
    }
}
