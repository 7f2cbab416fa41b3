// The items of a list, and the ways to edit them.

import Tiling

/// The content of one item of a list.
enum ListContent: Sendable, Hashable {
    /// An item of another collection: the ids of that collection and of the item.
    case reference(collection: String, item: String)
    /// A generated picture of this size in pixels, with `number` written on it.
    case box(PixelSize, number: Int)

    /// Width and height that a generated picture may have, in pixels.
    static let sideRange = 1...8192
    /// Most pixels that a generated picture may have: 2²⁴.
    static let largestBox = 1 << 24
}

/// A list's items in their order. Pure: knows neither the disk nor the other collections.
struct ListItems: Sendable {
    struct Record: Sendable {
        var id: UInt64
        var content: ListContent
        /// In pixels, orientation applied; nil until measured.
        var size: PixelSize?
        /// The item's version when its size was recorded. If the version changes, the size is recorded again.
        var version = ""
    }

    /// Most items that a list may have.
    static let limit = 20_000

    private var records: [Record] = []
    private var free: [UInt32] = []
    private var slotOf: [UInt64: UInt32] = [:]
    private(set) var sequence = ItemSequence()
    private(set) var revision = 1
    /// The collections that items come from, with how many of each.
    private(set) var referredTo: [String: Int] = [:]
    /// How many ids have been given, so that no id is given twice.
    private(set) var nextNumber = 0

    init() {}

    /// Restores a list that was saved.
    init(_ contents: [(id: UInt64, content: ListContent)], nextNumber: Int, revision: Int) {
        self.nextNumber = nextNumber
        for (id, content) in contents where slotOf[id] == nil { insert(id: id, content, at: sequence.count) }
        self.revision = revision
    }

    var count: Int { sequence.count }
    var status: CollectionStatus { CollectionStatus(count: count, isComplete: true, revision: revision) }

    func slot(ofItem id: String) -> UInt32? { Base32.decode64(id).flatMap { slotOf[$0] } }
    func index(of slot: UInt32) -> Int? { sequence.slots.index(of: slot) }
    subscript(slot: UInt32) -> Record { records[Int(slot)] }

    /// All items in order. O(n).
    var all: [Record] { sequence.slots(in: 0..<count).map { records[Int($0)] } }

    // MARK: Editing

    /// Starts a batch of edits that followers see as one revision.
    mutating func beginRevision() { revision += 1 }

    /// Inserts an item before the one at `index` (0 … count).
    ///
    /// - Returns: the new item's id.
    mutating func insert(_ content: ListContent, at index: Int, isMeasured: Bool = true) -> UInt64 {
        var id: UInt64
        repeat {
            nextNumber += 1
            id = StableHash.mix(UInt64(nextNumber))
        } while slotOf[id] != nil
        insert(id: id, content, at: index, isMeasured: isMeasured)
        return id
    }

    private mutating func insert(id: UInt64, _ content: ListContent, at index: Int, isMeasured: Bool = true) {
        var record = Record(id: id, content: content)
        if case .box(let size, _) = content, isMeasured { record.size = size }
        let slot: UInt32
        if let freed = free.popLast() {
            slot = freed
            records[Int(slot)] = record
        } else {
            slot = UInt32(records.count)
            records.append(record)
        }
        slotOf[id] = slot
        if case .reference(let collection, _) = content { referredTo[collection, default: 0] += 1 }
        sequence.insert(slot, at: index, revision: revision)
    }

    /// Removes the item in `slot`, if there is one. O(log n).
    mutating func remove(_ slot: UInt32) {
        guard let index = sequence.slots.index(of: slot) else { return }
        let id = records[Int(slot)].id
        sequence.remove(at: index, id: id, revision: revision)
        slotOf[id] = nil
        if case .reference(let collection, _) = records[Int(slot)].content, let count = referredTo[collection] {
            referredTo[collection] = count > 1 ? count - 1 : nil
        }
        free.append(slot)
    }

    mutating func removeAll() {
        for slot in sequence.slots(in: 0..<count) { remove(slot) }
    }

    /// Changes the size of a generated picture, in pixels; does nothing for a reference.
    mutating func resize(_ slot: UInt32, to size: PixelSize) {
        guard case .box(_, let number) = records[Int(slot)].content else { return }
        records[Int(slot)].content = .box(size, number: number)
        if records[Int(slot)].size != nil { records[Int(slot)].size = size }
        sequence.noteSize(of: slot, revision: revision)
    }

    /// Whether `slot` still belongs to the item `id`.
    func has(_ id: UInt64, in slot: UInt32) -> Bool { slotOf[id] == slot }

    /// Records the measured sizes and versions of items; those that differ make one new revision.
    ///
    /// - Returns: the slots of the items that differ.
    mutating func learn(_ found: [(slot: UInt32, id: UInt64, summary: ItemSummary)]) -> [UInt32] {
        let news = found.filter { slot, _, summary in
            records[Int(slot)].size != summary.size || records[Int(slot)].version != summary.version
        }
        guard !news.isEmpty else { return [] }
        revision += 1
        for (slot, _, summary) in news {
            records[Int(slot)].size = summary.size
            records[Int(slot)].version = summary.version
            sequence.noteSize(of: slot, revision: revision)
        }
        return news.map(\.slot)
    }
}
