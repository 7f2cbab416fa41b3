// The items of a list, and how they are edited.

import Tiling

/// What one item of a list shows.
enum ListContent: Sendable, Hashable {
    /// An item of another collection, by the ids of both.
    case reference(collection: String, item: String)
    /// A generated picture; `number` is what is written on it.
    case box(PixelSize, number: Int)

    /// Sides of a box, in pixels.
    static let sideRange = 1...8192
    /// Pixels of a box, at most.
    static let largestBox = 1 << 24
}

/// A list's items in their order. Pure: knows neither the disk nor other collections.
struct ListItems: Sendable {
    struct Record: Sendable {
        var id: UInt64
        var content: ListContent
        /// As shown; nil until measured.
        var size: PixelSize?
        /// What the version was when the size was learnt; another one asks for another look.
        var version = ""
    }

    /// Items of a list, at most.
    static let limit = 20_000

    private var records: [Record] = []
    private var free: [UInt32] = []
    private var slotOf: [UInt64: UInt32] = [:]
    private(set) var sequence = ItemSequence()
    private(set) var revision = 1
    /// The collections that items come from, with how many of each.
    private(set) var referredTo: [String: Int] = [:]
    /// Ids that were given so far, so that none is given twice.
    private(set) var nextNumber = 0

    init() {}

    /// As it was kept.
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

    /// Begins a batch of changes that are seen at once.
    mutating func beginRevision() { revision += 1 }

    /// Puts an item before the one at `index` (0 … count).
    ///
    /// - Returns: its id.
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

    /// Gives a box another size.
    mutating func resize(_ slot: UInt32, to size: PixelSize) {
        guard case .box(_, let number) = records[Int(slot)].content else { return }
        records[Int(slot)].content = .box(size, number: number)
        if records[Int(slot)].size != nil { records[Int(slot)].size = size }
        sequence.noteSize(of: slot, revision: revision)
    }

    /// Whether an item is still where it was.
    func has(_ id: UInt64, in slot: UInt32) -> Bool { slotOf[id] == slot }

    /// Takes down what items turned out to be, in a revision of its own if there is news.
    ///
    /// - Returns: the slots of which there is.
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
