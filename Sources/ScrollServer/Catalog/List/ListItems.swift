// The items of a list, and the ways to edit them.

import Platform
import Tiling

/// A list's items in their order; pure: knows neither the disk nor the other collections.
///
/// An item takes about 60 bytes: a record of 32, 8 to 10 in the order, and 7 to 13 in each of two tables, by which it is
/// found by its id and by its content. Copies share what neither of them has changed, in blocks.
package struct ListItems: Sendable {
    package struct Record: Sendable {
        var id: UInt64
        fileprivate var item: UInt64
        fileprivate var origin: UInt32
        /// A hash of the item's version when its size was recorded; 0 before.
        ///
        /// When the version changes, the size is recorded again.
        fileprivate var version: UInt32 = 0
        fileprivate var width: UInt32 = 0
        fileprivate var height: UInt32 = 0

        init(id: UInt64, _ packed: ListOrigins.Packed) { (self.id, item, origin) = (id, packed.item, packed.origin) }

        var packed: ListOrigins.Packed { ListOrigins.Packed(origin: origin, item: item) }

        /// The size in pixels, orientation applied; nil until measured.
        var size: PixelSize? {
            get { width > 0 ? PixelSize(width: Int(width), height: Int(height)) : nil }
            set { (width, height) = (UInt32(clamping: newValue?.width ?? 0), UInt32(clamping: newValue?.height ?? 0)) }
        }

        /// Whether the picture is another one, or measured since.
        func isOutdated(by summary: ItemSummary) -> Bool {
            version != 0 && version != Self.hash(summary) || width == 0 && summary.size != nil
        }

        fileprivate static func hash(_ summary: ItemSummary) -> UInt32 {
            max(UInt32(truncatingIfNeeded: ItemNumbers.number(ofVersion: summary.version)), 1)
        }
    }

    /// An item with what it is.
    struct Item: Sendable {
        let handle: UInt32
        let record: Record
        let content: ListContent
    }

    /// Most items that a list may have.
    package static let limit = 10_000_000
    private static let blockBits = 12

    /// The name of the list, for display.
    private(set) var name: String
    private var blocks: [[Record]] = []
    private var handleCount = 0
    private var free: [UInt32] = []
    private var ids = IdTable()
    /// The first item of each content, and the others that have the same.
    private var contents = IdTable()
    private var repeated: [UInt64: Set<UInt32>] = [:]
    var origins = ListOrigins()
    /// How many items each origin has.
    private var originCounts: [UInt32: Int] = [:]
    private(set) var sequence = ItemSequence()
    var revision = 1
    /// The revision of the last edit.
    ///
    /// Sizes recorded since are no reason to refuse another edit.
    var editRevision = 1
    /// Number of ids assigned so far, so that none is assigned twice.
    package var nextNumber = 0
    /// A random number that names the last edit, by which the same list is known again.
    var lastEdit: UInt64 = 0
    var history = ListHistory()
    /// The edit that is being made; nil while none is.
    var edit: ListEdit?
    private(set) var selection = RowSelection()

    package init(name: String = "") { self.name = name }

    package var count: Int { sequence.count }
    var status: CollectionStatus { CollectionStatus(count: count, isComplete: true, revision: revision) }

    package func handle(ofItem id: String) -> UInt32? { Base32.decode64(id).flatMap { handle(of: $0) } }
    func handle(of id: UInt64) -> UInt32? { ids.handle(of: id) { self[UInt32($0)].id }.map { UInt32($0) } }
    package func index(of handle: UInt32) -> Int? { sequence.handles.index(of: handle) }

    subscript(handle: UInt32) -> Record { Self.record(handle, in: blocks) }

    private static func record(_ handle: UInt32, in blocks: [[Record]]) -> Record {
        blocks[Int(handle) >> blockBits][Int(handle) & (1 << blockBits - 1)]
    }

    private mutating func update(_ handle: UInt32, _ body: (inout Record) -> Void) {
        body(&blocks[Int(handle) >> Self.blockBits][Int(handle) & (1 << Self.blockBits - 1)])
    }

    package func content(of handle: UInt32) -> ListContent { content(of: self[handle]) }
    func content(of record: Record) -> ListContent { origins.content(record.packed) }
    func item(_ handle: UInt32) -> Item { Item(handle: handle, record: self[handle], content: content(of: handle)) }

    /// All items in order; O(n).
    var all: [Record] { records(in: 0..<count) }
    func records(in range: Range<Int>) -> [Record] { sequence.handles(in: range).map { self[$0] } }

    /// The ids of the collections that items come from; O(collections).
    var collections: Set<String> {
        Set(originCounts.keys.map { origins[$0] }.filter { $0.spelling != .box }.map(\.collection))
    }

    // MARK: Selecting

    /// The handles of the selected items, in the order of the list.
    ///
    /// O(n) at most.
    package var selectedHandles: [UInt32] {
        if selection.count < count / 16 { return inOrder(selection.rows.rows) }
        return sequence.handles(in: 0..<count).filter { selection.contains(Int($0)) }
    }

    func inOrder(_ handles: some Sequence<UInt32>) -> [UInt32] {
        handles.compactMap { handle in index(of: handle).map { (index: $0, handle: handle) } }
            .sorted { $0.index < $1.index }.map(\.handle)
    }

    /// Takes over the selection of a list that was the same before the edits of this one; O(selected).
    mutating func keepSelection(of other: ListItems) {
        var kept = other.selection
        for row in kept.rows.rows where handle(of: other[row].id) != row { kept.remove(Int(row), byteCount: 0) }
        selection = kept
    }

    /// Changes the selection by items of the list; O(n / 64 + items).
    mutating func select(_ action: SelectionAction, _ handles: [UInt32]) {
        selection.beginGathering()
        for handle in handles { selection.gather(Int(handle)) }
        _ = selection.apply(action) { _ in 0 }
    }

    /// Adds those items of a saved selection that are in the list.
    mutating func restore(_ saved: SavedSelection) {
        select(.add, saved.numbers.compactMap { handle(of: $0) })
        selection.restart(at: saved.restoredRevision)
    }

    // MARK: Editing

    /// Starts a revision because something about the items' pictures changed that plans show.
    mutating func touch() { revision += 1 }

    /// Begins to count revisions from one that no client has followed.
    mutating func restart(at revision: Int) {
        (self.revision, editRevision) = (revision, revision)
        sequence.forget(upTo: revision)
    }

    /// Makes a change, and notes what reverts it; O(items × log n).
    mutating func perform(_ change: ListChange) {
        switch change {
        case .insert(let records, let index):
            for (offset, record) in records.enumerated() { place(record, at: index + offset) }
            noteInsertion(of: index..<index + records.count)
        case .remove(let range):
            guard !range.isEmpty else { return }
            noteRemoval(of: range)
            let gone = take(range)
            note(.insert(gone, at: range.lowerBound))
        case .move(let range, let target):
            guard !range.isEmpty, range.lowerBound != target else { return }
            noteMove(of: range, to: target)
            let handles = sequence.handles(in: range)
            for handle in handles { sequence.remove(at: range.lowerBound, id: self[handle].id, revision: revision) }
            for (offset, handle) in handles.enumerated() {
                sequence.insert(handle, at: target + offset, revision: revision)
            }
            note(.move(target..<target + range.count, to: range.lowerBound))
        case .resize(let id, let size):
            guard let handle = handle(of: id), case .box(let before, let number) = content(of: handle) else { return }
            noteResize(of: id, to: size)
            let packed = origins.pack(.box(size, number: number))
            update(handle) { record in
                record.item = packed.item
                if record.width > 0 { record.size = size }
            }
            sequence.noteSize(of: handle, revision: revision)
            note(.resize(id, to: before))
        case .rename(let name):
            noteName(name)
            note(.rename(self.name))
            self.name = name
        }
    }

    /// Notes what reverts a change.
    mutating func note(_ reverse: ListChange) { edit?.reverse.append(reverse) }

    /// Puts an item before the one at `index`, without noting it.
    mutating func place(_ record: Record, at index: Int) {
        let handle: UInt32
        if let freed = free.popLast() {
            handle = freed
            update(handle) { $0 = record }
        } else {
            if handleCount & (1 << Self.blockBits - 1) == 0 {
                var block: [Record] = []
                // The first block grows as needed, since many lists are short.
                if handleCount > 0 { block.reserveCapacity(1 << Self.blockBits) }
                blocks.append(block)
            }
            handle = UInt32(handleCount)
            blocks[blocks.count - 1].append(record)
            handleCount += 1
        }
        originCounts[record.origin, default: 0] += 1
        sequence.insert(handle, at: index, revision: revision)
        // A closure must not read `self` while a table changes. This copies a reference, not the blocks.
        let blocks = blocks
        ids.insert(record.id, handle: Int(handle)) { Self.record(UInt32($0), in: blocks).id }
        guard record.origin != 0 else { return }
        let key = record.packed.key
        if first(key) == nil {
            contents.insert(key, handle: Int(handle)) { Self.record(UInt32($0), in: blocks).packed.key }
        } else {
            repeated[key, default: []].insert(handle)
        }
    }

    private func first(_ key: UInt64) -> UInt32? {
        contents.handle(of: key) { self[UInt32($0)].packed.key }.map { UInt32($0) }
    }

    /// Whether the list has an item with this content; O(1).
    func contains(_ packed: ListOrigins.Packed) -> Bool {
        guard packed.origin != 0, let first = first(packed.key) else { return false }
        return self[first].packed == packed || repeated[packed.key]?.contains { self[$0].packed == packed } == true
    }

    /// Removes items, and returns them in order.
    private mutating func take(_ range: Range<Int>) -> [Record] {
        let gone = records(in: range)
        // So many that followers have to begin anew.
        if range.count == count, count > 2 * ChangeLog.limit {
            sequence.removeAll(revision: revision)
            (blocks, handleCount, free, ids, contents) = ([], 0, [], IdTable(), IdTable())
            (repeated, originCounts) = ([:], [:])
            select(.replace, [])
            return gone
        }
        for record in gone { remove(record, at: range.lowerBound) }
        return gone
    }

    private mutating func remove(_ record: Record, at index: Int) {
        let handle = sequence.remove(at: index, id: record.id, revision: revision)
        let blocks = blocks
        ids.remove(record.id) { Self.record(UInt32($0), in: blocks).id }
        selection.remove(Int(handle), byteCount: 0)
        free.append(handle)
        let others = (originCounts[record.origin] ?? 0) - 1
        originCounts[record.origin] = others > 0 ? others : nil
        guard record.origin != 0, case let key = record.packed.key else { return }
        guard repeated[key] != nil else {
            return contents.remove(key) { Self.record(UInt32($0), in: blocks).packed.key }
        }
        if repeated[key]?.remove(handle) == nil, let next = repeated[key]?.popFirst() {
            contents.remove(key) { Self.record(UInt32($0), in: blocks).packed.key }
            contents.insert(key, handle: Int(next)) { Self.record(UInt32($0), in: blocks).packed.key }
        }
        if repeated[key]?.isEmpty == true { repeated[key] = nil }
    }

    /// Replaces the list by the one that another program has saved, as one new revision; remaining items keep their
    /// sizes and stay selected.
    mutating func become(_ other: ListItems) {
        revision = max(revision, other.revision) + 1
        (editRevision, nextNumber, lastEdit) = (revision, max(nextNumber, other.nextNumber), other.lastEdit)
        // The history belongs to the old list and cannot undo edits of the new one.
        (name, history) = (other.name, ListHistory())
        let (own, new) = (all, other.all)
        func isSame(_ pair: (Record, Record)) -> Bool {
            pair.0.id == pair.1.id && content(of: pair.0) == other.content(of: pair.1)
        }
        let start = zip(own, new).prefix(while: isSame).count
        let end = zip(own[start...].reversed(), new[start...].reversed()).prefix(while: isSame).count
        let changed = own[start..<own.count - end]
        let selected = changed.compactMap { handle(of: $0.id) }.filter { selection.contains(Int($0)) }.map {
            self[$0].id
        }
        let known = Dictionary(changed.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
        perform(.remove(start..<own.count - end))
        let records = new[start..<new.count - end].map { record in
            var taken = Record(id: record.id, origins.pack(other.content(of: record)))
            if let before = known[record.id], before.packed == taken.packed {
                taken = before
            } else {
                taken.size = record.size
            }
            return taken
        }
        perform(.insert(records, at: start))
        select(.add, selected.compactMap { handle(of: $0) })
    }

    /// Records the measured sizes and versions of items; those that differ make one new revision.
    ///
    /// - Returns: the handles of the items that differ.
    mutating func learn(_ found: [(Item, ItemSummary)]) -> [UInt32] {
        let changed = found.filter { item, summary in
            let handle = item.handle
            return self.handle(of: item.record.id) == handle
                && (self[handle].size != summary.size || self[handle].version != Record.hash(summary))
        }
        guard !changed.isEmpty else { return [] }
        revision += 1
        for (item, summary) in changed {
            update(item.handle) { record in
                record.size = summary.size
                record.version = Record.hash(summary)
            }
            sequence.noteSize(of: item.handle, revision: revision)
        }
        return changed.map(\.0.handle)
    }
}
