// Edits of a list: one item or many, undone and redone.

import Platform
import Tiling

/// Where items of a list are moved to.
package enum ListGoal: Sendable, Equatable {
    /// To before the item with this id, or behind it.
    case before(String)
    case behind(String)
    /// Over this many of the other items towards the end, or where it is negative, towards the start.
    case by(Int)
}

extension ListItems {
    /// Starts an edit, which followers see as one revision and `undo` reverts as a whole.
    mutating func beginEdit() {
        revision += 1
        editRevision = revision
        lastEdit = .random(in: 1 ... .max)
        edit = ListEdit()
    }

    /// Ends the edit, and returns its record for the journal.
    @discardableResult
    mutating func endEdit() -> [UInt8] {
        guard let made = edit else { return [] }
        edit = nil
        if !made.reverse.isEmpty { history.add(made.reverse.reversed(), made.kind) }
        return record(of: made)
    }

    /// Undoes the latest edit.
    ///
    /// - Returns: false when there is none.
    package mutating func undo() -> Bool { takeBack(.undo) }

    /// Makes the edit again that was undone last; false when there is none.
    package mutating func redo() -> Bool { takeBack(.redo) }

    private mutating func takeBack(_ kind: ListHistory.Kind) -> Bool {
        guard let changes = history.take(kind) else { return false }
        edit?.kind = kind
        for change in changes { perform(change) }
        return true
    }

    package mutating func rename(_ name: String) { perform(.rename(name)) }

    /// Moves the items of `range` so that the first of them gets the index `target`; O(length × log n).
    ///
    /// `target` is 0 … count − the length of the range.
    package mutating func move(_ range: Range<Int>, to target: Int) { perform(.move(range, to: target)) }

    /// Changes the size of a generated picture, in pixels; does nothing for a reference.
    package mutating func resize(_ handle: UInt32, to size: PixelSize) { perform(.resize(self[handle].id, to: size)) }

    /// Inserts an item before the one at `index` (0 … count); a generated picture keeps its number.
    ///
    /// - Returns: the new item's id.
    package mutating func insert(_ content: ListContent, at index: Int, isMeasured: Bool = true) -> UInt64 {
        var record = Record(id: makeID(), origins.pack(content))
        if case .box(let size, _) = content, isMeasured { record.size = size }
        perform(.insert([record], at: index))
        return record.id
    }

    /// Appends an item that has an id already, without noting it.
    mutating func append(_ content: ListContent, id: UInt64) {
        var record = Record(id: id, origins.pack(content))
        if case .box(let size, _) = content { record.size = size }
        place(record, at: count)
    }

    private mutating func makeID() -> UInt64 {
        repeat { nextNumber += 1 } while handle(of: StableHash.mix(UInt64(nextNumber))) != nil
        return StableHash.mix(UInt64(nextNumber))
    }

    private mutating func makeRecord(_ content: ListContent) -> Record {
        // A box shows its number, a count of the list's insertions including removed items.
        guard case .box(let size, _) = content else { return Record(id: makeID(), origins.pack(content)) }
        var record = Record(id: makeID(), origins.pack(.box(size, number: nextNumber - 1)))
        record.size = size
        return record
    }

    /// Inserts items before the one at `index` (0 … count); generated pictures get numbers of this list.
    ///
    /// - Returns: the ids of the new items.
    /// - Throws: `conflict` where the list would be too long.
    package mutating func insert(
        _ contents: [ListContent], at index: Int
    ) throws(ListCollection.EditError) -> [UInt64] {
        try checkRoom(for: contents.count)
        let records = contents.map { makeRecord($0) }
        perform(.insert(records, at: index))
        return records.map(\.id)
    }

    private func checkRoom(for new: Int) throws(ListCollection.EditError) {
        guard new > Self.limit - count else { return }
        throw .conflict(
            "\(new) items do not fit: the list has \(count) items, and a list holds at most \(Self.limit)")
    }

    /// Inserts those contents that the list does not have yet before the item at `index`, in their order; O(contents ×
    /// log n).
    ///
    /// Generated pictures are always new, and get numbers of this list.
    ///
    /// - Returns: how many were inserted.
    /// - Throws: `conflict` where the list would be too long; some are inserted then.
    package mutating func insert(
        new contents: some Sequence<ListContent>, at index: Int
    ) throws(ListCollection.EditError) -> Int {
        var end = index
        for content in contents {
            if contains(origins.pack(content)) { continue }
            try checkRoom(for: 1)
            place(makeRecord(content), at: end)
            end += 1
        }
        noteInsertion(of: index..<end)
        return end - index
    }

    /// Removes the item in `handle`, if there is one; O(log n).
    package mutating func remove(_ handle: UInt32) { remove([handle]) }

    /// Removes items; O(items × log n).
    package mutating func remove(_ handles: [UInt32]) {
        for run in runs(of: handles).reversed() { perform(.remove(run)) }
    }

    package mutating func removeAll() { perform(.remove(0..<count)) }

    /// The indices of items, as ascending runs.
    private func runs(of handles: [UInt32]) -> [Range<Int>] {
        IndexRuns(handles.compactMap { index(of: $0) }.map { $0..<$0 + 1 }).runs
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
        let runs = runs(of: handles)
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
        items.withLock { items in ids.map { id in items.handle(ofItem: id).map { items.content(of: $0) } } }
    }
}
