// Making an order of a folder's items beside those who read and change them.

import Tiling

/// The work of making one order, in steps that each hold up others for some 100 µs at most.
///
/// The items are walked in the order of their names, sorted where no lock is held, and then brought up to what has changed
/// meanwhile: the folder's items take down which slots were touched since the walk began.
struct OrderMaking: Sendable {
    /// Items that are gone through in one step.
    static let stepCount = 256

    /// One item as it was when it was walked over.
    struct Walked: Sendable {
        var rank: Int64
        var slot: UInt32
    }

    let key: ItemOrder.Key
    /// In the order of names, which decides between items of the same rank.
    fileprivate var walked: [Walked] = []
    /// The item that was looked at last.
    fileprivate var last: (slot: UInt32, id: UInt64)?
    fileprivate var sequence = ItemSequence()

    init(_ key: ItemOrder.Key) { self.key = key }

    /// Sorts what has been walked. O(n log n); needs no lock.
    mutating func sort() {
        // Stable, by the place in the walk.
        let order = walked.indices.sorted { first, second in
            walked[first].rank == walked[second].rank ? first < second : walked[first].rank < walked[second].rank
        }
        sequence = ItemSequence(order.map { walked[$0].slot }, revision: 0)
        walked = []
    }
}

extension FolderItems {
    /// Makes an order in one go. O(n log n).
    mutating func make(_ key: ItemOrder.Key) {
        var making = OrderMaking(key)
        guard begin(making) else { return }
        while walk(&making) {}
        making.sort()
        while catchUp(&making) {}
    }

    /// Begins to take down what changes.
    ///
    /// - Returns: whether there is anything to do: the order may have been made.
    mutating func begin(_ making: OrderMaking) -> Bool {
        guard !has(making.key) else { return false }
        touched = []
        return true
    }

    /// Walks over some more items. What has been touched is left out: it is put in later, where it belongs by then.
    ///
    /// - Returns: false when it is at the end.
    func walk(_ making: inout OrderMaking) -> Bool {
        let next = position(behind: &making)
        let run = next..<min(names.count, next + OrderMaking.stepCount)
        names.slots.forEach(in: run) { slot in
            making.last = (slot, store.id(of: slot))
            if isTouched(slot) { return }
            making.walked.append(OrderMaking.Walked(rank: rank(slot, making.key), slot: slot))
        }
        return run.upperBound < names.count
    }

    /// Where the walk goes on: behind the item that was looked at last or, where that has gone, behind the last one that is
    /// as it was.
    private func position(behind making: inout OrderMaking) -> Int {
        if let last = making.last, store.slot(of: last.id) == last.slot, let index = names.slots.index(of: last.slot) {
            return index + 1
        }
        for last in making.walked.reversed().prefix(16 * OrderMaking.stepCount) where !isTouched(last.slot) {
            if let index = names.slots.index(of: last.slot) { return index + 1 }
        }
        // So much has gone that it is as quick to begin anew.
        making.walked = []
        return 0
    }

    /// Brings a sorted order up to what has changed, and takes it on when nothing is left.
    ///
    /// - Returns: false when it has been taken on.
    mutating func catchUp(_ making: inout OrderMaking) -> Bool {
        guard var left = touched else { return false }
        for _ in 0..<OrderMaking.stepCount {
            guard let slot = left.popFirst() else { break }
            // The slot may be another item's by now; what stands there is found anew.
            if let index = making.sequence.slots.index(of: slot) {
                making.sequence.remove(at: index, id: 0, revision: 0)
            }
            guard names.slots.index(of: slot) != nil else { continue }
            let index = index(of: slot, in: making.sequence, by: making.key)
            making.sequence.insert(slot, at: index, revision: 0)
        }
        guard left.isEmpty else {
            touched = left
            return true
        }
        touched = nil
        add(making.sequence, as: making.key)
        return false
    }
}
