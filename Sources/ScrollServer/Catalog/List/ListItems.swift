// The items of a list, and the ways to edit them.

import Platform
import Tiling

/// The content of one item of a list.
package enum ListContent: Sendable, Hashable {
    /// An item of another collection: the ids of that collection and of the item.
    case reference(collection: String, item: String)
    /// A generated picture of this size in pixels, with `number` written on it.
    case box(PixelSize, number: Int)

    /// Width and height that a generated picture may have, in pixels.
    package static let sideRange = 1...8192
    /// Most pixels that a generated picture may have: 2²⁴.
    package static let largestBox = 1 << 24
}

/// A list's items in their order; pure: knows neither the disk nor the other collections.
package struct ListItems: Sendable {
    package struct Record: Sendable {
        var id: UInt64
        package var content: ListContent
        /// The size in pixels, orientation applied; nil until measured.
        var size: PixelSize?
        /// The item's version when its size was recorded; when the version changes, the size is recorded again.
        var version = ""
    }

    /// Most items that a list may have.
    package static let limit = 100_000

    /// The name of the list, for display.
    private(set) var name: String
    private var records: [Record] = []
    private var free: [UInt32] = []
    private var handleOf: [UInt64: UInt32] = [:]
    private(set) var sequence = ItemSequence()
    private(set) var revision = 1
    /// The revision of the last edit.
    ///
    /// Sizes recorded since are no reason to refuse another edit.
    private(set) var editRevision = 1
    /// The collections that items come from, with how many of each.
    private(set) var referredTo: [String: Int] = [:]
    /// Number of ids assigned so far, so that none is assigned twice.
    package private(set) var nextNumber = 0
    /// Undoes the latest edits.
    var history = ListHistory()
    /// The selected items, and its revision, which grows with each change of the selection.
    private(set) var selected: Set<UInt64> = []
    private(set) var selectionRevision = 1

    package init(name: String = "") { self.name = name }

    /// The saved form of a list.
    package struct Saved: Sendable {
        var name: String
        var contents: [(id: UInt64, content: ListContent)]
        var nextNumber: Int
        var revision: Int
    }

    /// Restores a list that was saved.
    init(_ saved: Saved) {
        name = saved.name
        nextNumber = saved.nextNumber
        for (id, content) in saved.contents where handleOf[id] == nil { insert(id: id, content, at: sequence.count) }
        (revision, editRevision) = (saved.revision, saved.revision)
    }

    /// Replaces the list by the one that another program has saved, as one new revision; remaining items keep their
    /// handles.
    mutating func become(_ saved: Saved) {
        revision = max(revision, saved.revision) + 1
        editRevision = revision
        nextNumber = max(nextNumber, saved.nextNumber)
        name = saved.name
        // The history belongs to the old list and cannot undo edits of the new one.
        history = ListHistory()
        let kept = Set(saved.contents.map(\.id))
        for (id, handle) in handleOf where !kept.contains(id) { remove(handle) }
        var index = 0
        var placed: Set<UInt64> = []
        for (id, content) in saved.contents where placed.insert(id).inserted {
            if let handle = handleOf[id] {
                if records[Int(handle)].content == content, self.index(of: handle) == index {
                    index += 1
                    continue
                }
                if case .box(let size, let number) = content, case .box(_, number) = records[Int(handle)].content,
                    self.index(of: handle) == index
                {
                    resize(handle, to: size)
                    index += 1
                    continue
                }
                remove(handle)
            }
            insert(id: id, content, at: index)
            index += 1
        }
        keepSelection(of: self)
    }

    // MARK: Selecting

    /// Takes over the selection of an earlier state of the list, without items that are no longer in this one.
    mutating func keepSelection(of other: ListItems) {
        (selected, selectionRevision) = (other.selected, other.selectionRevision)
        let gone = selected.filter { handleOf[$0] == nil }
        guard !gone.isEmpty else { return }
        selected.subtract(gone)
        selectionRevision += 1
    }

    /// Changes the selection by items of the list; O(items).
    mutating func select(_ action: SelectionAction, _ items: Set<UInt64>) {
        let before = selected
        switch action {
        case .add: selected.formUnion(items)
        case .remove: selected.subtract(items)
        case .toggle: selected.formSymmetricDifference(items)
        case .replace: selected = items
        }
        if selected != before { selectionRevision += 1 }
    }

    /// Adds those items of a saved selection that are in the list.
    mutating func restore(_ saved: SavedSelection) {
        select(.add, Set(saved.numbers.filter { handleOf[$0] != nil }))
        selectionRevision = max(selectionRevision, saved.restoredRevision)
    }

    package var count: Int { sequence.count }
    var status: CollectionStatus { CollectionStatus(count: count, isComplete: true, revision: revision) }

    package func handle(ofItem id: String) -> UInt32? { Base32.decode64(id).flatMap { handleOf[$0] } }
    func handle(of id: UInt64) -> UInt32? { handleOf[id] }
    package func index(of handle: UInt32) -> Int? { sequence.handles.index(of: handle) }
    package subscript(handle: UInt32) -> Record { records[Int(handle)] }

    /// All items in order; O(n).
    var all: [Record] { sequence.handles(in: 0..<count).map { records[Int($0)] } }

    // MARK: Editing

    /// Starts an edit, which followers see as one revision and `undo` reverts as a whole.
    mutating func beginEdit() {
        revision += 1
        editRevision = revision
        history.begin()
    }

    mutating func endEdit() { history.end() }

    /// Starts a revision because something about the items' pictures changed that plans show.
    mutating func touch() { revision += 1 }

    package mutating func rename(_ name: String) {
        history.note(.rename(self.name))
        self.name = name
    }

    /// Moves the items of `range` so that the first of them gets the index `target`; O(length × log n).
    ///
    /// `target` is 0 … count − the length of the range.
    package mutating func move(_ range: Range<Int>, to target: Int) {
        let handles = sequence.handles(in: range)
        for handle in handles {
            sequence.remove(at: range.lowerBound, id: records[Int(handle)].id, revision: revision)
        }
        for (offset, handle) in handles.enumerated() {
            sequence.insert(handle, at: target + offset, revision: revision)
        }
        history.note(.move(target..<target + range.count, to: range.lowerBound))
    }

    /// Undoes the latest edit.
    ///
    /// - Returns: false when there is none.
    package mutating func undo() -> Bool {
        guard let steps = history.takeLast() else { return false }
        for step in steps.reversed() {
            switch step {
            case .remove(let id): if let handle = handleOf[id] { remove(handle) }
            case .insert(let record, let index): insert(record, at: min(index, count))
            case .resize(let id, let size): if let handle = handleOf[id] { resize(handle, to: size) }
            case .move(let range, let target): move(range, to: target)
            case .rename(let name): rename(name)
            }
        }
        return true
    }

    /// Inserts an item before the one at `index` (0 … count).
    ///
    /// - Returns: the new item's id.
    package mutating func insert(_ content: ListContent, at index: Int, isMeasured: Bool = true) -> UInt64 {
        var id: UInt64
        repeat {
            nextNumber += 1
            id = StableHash.mix(UInt64(nextNumber))
        } while handleOf[id] != nil
        insert(id: id, content, at: index, isMeasured: isMeasured)
        history.note(.remove(id))
        return id
    }

    private mutating func insert(id: UInt64, _ content: ListContent, at index: Int, isMeasured: Bool = true) {
        var record = Record(id: id, content: content)
        if case .box(let size, _) = content, isMeasured { record.size = size }
        insert(record, at: index)
    }

    private mutating func insert(_ record: Record, at index: Int) {
        let handle: UInt32
        if let freed = free.popLast() {
            handle = freed
            records[Int(handle)] = record
        } else {
            handle = UInt32(records.count)
            records.append(record)
        }
        handleOf[record.id] = handle
        if case .reference(let collection, _) = record.content { referredTo[collection, default: 0] += 1 }
        sequence.insert(handle, at: index, revision: revision)
    }

    /// Removes the item in `handle`, if there is one; O(log n).
    package mutating func remove(_ handle: UInt32) {
        guard let index = sequence.handles.index(of: handle) else { return }
        let id = records[Int(handle)].id
        sequence.remove(at: index, id: id, revision: revision)
        handleOf[id] = nil
        history.note(.insert(records[Int(handle)], at: index))
        if case .reference(let collection, _) = records[Int(handle)].content, let count = referredTo[collection] {
            referredTo[collection] = count > 1 ? count - 1 : nil
        }
        free.append(handle)
    }

    package mutating func removeAll() {
        for handle in sequence.handles(in: 0..<count) { remove(handle) }
    }

    /// Changes the size of a generated picture, in pixels; does nothing for a reference.
    package mutating func resize(_ handle: UInt32, to size: PixelSize) {
        guard case .box(let before, let number) = records[Int(handle)].content else { return }
        history.note(.resize(records[Int(handle)].id, to: before))
        records[Int(handle)].content = .box(size, number: number)
        if records[Int(handle)].size != nil { records[Int(handle)].size = size }
        sequence.noteSize(of: handle, revision: revision)
    }

    /// Whether `handle` still belongs to the item `id`.
    func has(_ id: UInt64, in handle: UInt32) -> Bool { handleOf[id] == handle }

    /// Records the measured sizes and versions of items; those that differ make one new revision.
    ///
    /// - Returns: the handles of the items that differ.
    mutating func learn(_ found: [(handle: UInt32, id: UInt64, summary: ItemSummary)]) -> [UInt32] {
        let changed = found.filter { handle, _, summary in
            records[Int(handle)].size != summary.size || records[Int(handle)].version != summary.version
        }
        guard !changed.isEmpty else { return [] }
        revision += 1
        for (handle, _, summary) in changed {
            records[Int(handle)].size = summary.size
            records[Int(handle)].version = summary.version
            sequence.noteSize(of: handle, revision: revision)
        }
        return changed.map(\.handle)
    }
}
