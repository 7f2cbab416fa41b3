// Edits of many items of a list at once, wherever they are in it.

/// Where items of a list are moved to.
package enum ListGoal: Sendable, Equatable {
    /// To before the item with this id, or behind it.
    case before(String)
    case behind(String)
    /// Over this many of the other items towards the end, or where it is negative, towards the start.
    case by(Int)
}

extension ListItems {
    /// The handles of the selected items, in the order of the list.
    ///
    /// O(selected × log n).
    package var selectedHandles: [UInt32] { inOrder(selected.compactMap { handle(of: $0) }) }

    private func inOrder(_ handles: some Sequence<UInt32>) -> [UInt32] {
        handles.compactMap { handle in index(of: handle).map { (index: $0, handle: handle) } }
            .sorted { $0.index < $1.index }.map(\.handle)
    }

    /// The handles of items, each once, in the order of the list.
    ///
    /// - Throws: `missing` where one is not in the list.
    package func handles(ofItems ids: [String]) throws(ListCollection.EditError) -> [UInt32] {
        var found: Set<UInt32> = []
        for id in ids {
            guard let handle = handle(ofItem: id) else { throw .missing }
            found.insert(handle)
        }
        return inOrder(found)
    }

    /// Inserts those contents that the list does not have yet before the item at `index`, in their order.
    ///
    /// Generated pictures are always new, and get numbers of this list. O(n + contents × log n).
    ///
    /// - Returns: how many were inserted.
    /// - Throws: `conflict` where the list would be too long.
    package mutating func insert(
        new contents: [ListContent], at index: Int
    ) throws(ListCollection.EditError) -> Int {
        var known = Set(all.map(\.content))
        let new = contents.filter { content in
            if case .box = content { return true }
            return known.insert(content).inserted
        }
        guard new.count <= Self.limit - count else {
            throw .conflict(
                "\(new.count) items do not fit: the list has \(count) items, and a list holds at most \(Self.limit)")
        }
        for (offset, content) in new.enumerated() {
            var content = content
            if case .box(let size, _) = content { content = .box(size, number: nextNumber) }
            _ = insert(content, at: index + offset)
        }
        return new.count
    }

    /// Moves items, which keep their order and stand one behind the other then.
    ///
    /// O(items × log n).
    ///
    /// - Throws: `missing` where the list does not have the item of the goal.
    package mutating func move(_ handles: [UInt32], to goal: ListGoal) throws(ListCollection.EditError) {
        let indices = handles.compactMap { index(of: $0) }.sorted()
        guard let first = indices.first else { return }
        let target: Int
        switch goal {
        case .before(let id): target = try place(of: id)
        case .behind(let id): target = try place(of: id) + 1
        case .by(let steps):
            // Counted among the others alone: as many of them as stand before the first one are before it.
            let others = count - indices.count
            let (sum, isTooMuch) = first.addingReportingOverflow(steps)
            target = indices.reduce(isTooMuch ? (steps > 0 ? others : 0) : min(max(sum, 0), others)) {
                $1 <= $0 ? $0 + 1 : $0
            }
        }
        let runs = IndexRuns(indices.map { $0..<$0 + 1 }).runs
        // Those before the goal follow one another up to it, the nearest first; moving one leaves the indices of the others.
        var end = target
        for run in runs.reversed().map({ $0.clamped(to: 0..<target) }) where !run.isEmpty {
            end -= run.count
            if run.lowerBound != end { move(run, to: end) }
        }
        var start = target
        for run in runs.map({ $0.clamped(to: target..<max(target, count)) }) where !run.isEmpty {
            if run.lowerBound != start { move(run, to: start) }
            start += run.count
        }
    }

    private func place(of id: String) throws(ListCollection.EditError) -> Int {
        guard let handle = handle(ofItem: id), let index = index(of: handle) else { throw .missing }
        return index
    }
}

extension ListCollection {
    /// The contents of items, in the order of the ids; nil at an unknown one.
    package func contents(ofItems ids: [String]) -> [ListContent?] {
        items.withLock { items in ids.map { id in items.handle(ofItem: id).map { items[$0].content } } }
    }
}
