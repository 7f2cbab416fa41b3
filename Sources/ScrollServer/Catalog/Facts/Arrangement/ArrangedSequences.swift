// The displayed arrangements of a collection's items, kept up to date.

/// The handles in each arrangement, in its order, with the log of its changes.
///
/// A change of an item costs O(conditions + log n) in each arrangement.
struct ArrangedSequences: Sendable {
    private struct Entry: Sendable {
        var sequence: ItemSequence
        /// The number of the view that shows it now.
        var owner = 0
        var age = 0
    }

    /// Most arrangements; the least recently used one is dropped when there are more.
    static let most = 12
    private var entries: [ArrangedOrder: Entry] = [:]
    private var clock = 0

    var isEmpty: Bool { entries.isEmpty }
    var orders: [ArrangedOrder] { Array(entries.keys) }

    func sequence(_ order: ArrangedOrder) -> ItemSequence? { entries[order]?.sequence }
    func has(_ order: ArrangedOrder) -> Bool { entries[order] != nil }

    /// Adds an arrangement that was made at `revision`; no client can have followed it before.
    mutating func add(_ sequence: ItemSequence, as order: ArrangedOrder, revision: Int) {
        var sequence = sequence
        sequence.forget(upTo: revision)
        clock += 1
        entries[order] = Entry(sequence: sequence, age: clock)
        if entries.count > Self.most, let oldest = entries.min(by: { $0.value.age < $1.value.age })?.key {
            entries[oldest] = nil
        }
    }

    /// Registers a view of an arrangement.
    ///
    /// - Returns: the owner number for `release`; nil where there is no such arrangement.
    mutating func own(_ order: ArrangedOrder) -> Int? {
        guard entries[order] != nil else { return nil }
        clock += 1
        entries[order]?.owner = clock
        entries[order]?.age = clock
        return clock
    }

    /// Drops an arrangement, unless another view owns it by now.
    mutating func release(_ order: ArrangedOrder, owner: Int) {
        if entries[order]?.owner == owner { entries[order] = nil }
    }

    // MARK: Changes

    /// The position of an item in an arrangement before a change.
    struct Before {
        fileprivate var order: ArrangedOrder
        fileprivate var isIn: Bool
        fileprivate var rank: Rank
    }

    /// The facts that decide an item's position, as far as a change of the item can affect them.
    struct Rank: Equatable {
        fileprivate var sort: FactValue?
        fileprivate var rule: [Int64]?
        fileprivate var group: Int?
        fileprivate var base: Int64
    }

    /// The items of a collection, with their facts and the collection's own orders.
    protocol Items {
        var facts: FactTable { get }
        /// Whether an item comes before another in one of the collection's own orders.
        func precedes(_ first: UInt32, _ second: UInt32, by key: ItemOrder.Key) -> Bool
        /// The rank of an item in an order, as far as a change of the item can affect it.
        func rank(_ handle: UInt32, _ key: ItemOrder.Key) -> Int64
        var store: ItemStore { get }
        /// The item with this id; nil when there is none; O(1).
        ///
        /// Not by way of `store`, which is copied with its tables wherever the type is not known.
        func handle(ofItem id: String) -> UInt32?
        /// The facts about an item that a plan needs; not by way of `store` either.
        func summary(of handle: UInt32) -> ItemSummary
        /// The status of the whole collection.
        var status: CollectionStatus { get }
        /// The details of an item that is shown at `index`.
        func details(of handle: UInt32, index: Int) -> ItemDetails
        /// The group of an item in an order of the whole collection.
        func group(of handle: UInt32, by key: ItemOrder.Key) -> Int?
    }

    /// Puts a new item into the arrangements that it belongs to.
    mutating func insert(_ handle: UInt32, of items: some Items, revision: Int) {
        for order in entries.keys where order.arrangement.query.matches(items.facts, row: Int(handle)) {
            insert(handle, into: order, of: items, revision: revision)
        }
    }

    private mutating func insert(_ handle: UInt32, into order: ArrangedOrder, of items: some Items, revision: Int) {
        guard let index = index(of: handle, in: order, items) else { return }
        entries[order]?.sequence.insert(handle, at: index, revision: revision)
    }

    /// Separate from the insertion: a second reference to the sequence would make the insertion copy it.
    private func index(of handle: UInt32, in order: ArrangedOrder, _ items: some Items) -> Int? {
        entries[order].map { Self.index(of: handle, in: $0.sequence, order, items) }
    }

    /// The index at which an item belongs in an arrangement; O(log n) comparisons.
    static func index(
        of handle: UInt32, in sequence: ItemSequence, _ order: ArrangedOrder, _ items: some Items
    ) -> Int {
        let facts = items.facts
        return sequence.handles.partitioningIndex { other in
            facts.precedes(Int(handle), Int(other), in: order.arrangement)
                ?? items.precedes(handle, other, by: order.key)
        }
    }

    mutating func remove(_ handle: UInt32, id: UInt64, revision: Int) {
        for order in entries.keys {
            guard let index = entries[order]?.sequence.handles.index(of: handle) else { continue }
            entries[order]?.sequence.remove(at: index, id: id, revision: revision)
        }
    }

    func before(_ handle: UInt32, in items: some Items) -> [Before] {
        entries.map { order, entry in
            Before(
                order: order, isIn: entry.sequence.handles.index(of: handle) != nil,
                rank: Self.rank(handle, order, items))
        }
    }

    private static func rank(_ handle: UInt32, _ order: ArrangedOrder, _ items: some Items) -> Rank {
        let facts = items.facts
        let sort = order.arrangement.sort.flatMap { facts.columnIndex(of: $0.field) }
        let group = order.arrangement.group.flatMap { group in
            facts.columnIndex(of: group.field).map { facts.columns[$0].group(row: Int(handle), unit: group.unit) }
                ?? nil
        }
        return Rank(
            sort: sort.flatMap { facts.value(row: Int(handle), column: $0) },
            rule: order.arrangement.sort?.rule.map { facts.ranks(row: Int(handle), by: $0) }, group: group,
            base: items.rank(handle, order.key))
    }

    /// Moves an item whose facts have changed into, within and out of the arrangements.
    ///
    /// `isShown` tells whether its size, version or error changed. Returns whether an arrangement has changed.
    mutating func update(
        _ handle: UInt32, id: UInt64, from before: [Before], isShown: Bool, of items: some Items, revision: Int
    ) -> Bool {
        var isChanged = false
        for before in before {
            let order = before.order
            let isIn = order.arrangement.query.matches(items.facts, row: Int(handle))
            if before.isIn, isIn, before.rank == Self.rank(handle, order, items) {
                if isShown { entries[order]?.sequence.noteSize(of: handle, revision: revision) }
                continue
            }
            if before.isIn, let index = entries[order]?.sequence.handles.index(of: handle) {
                entries[order]?.sequence.remove(at: index, id: id, revision: revision)
            }
            if isIn { insert(handle, into: order, of: items, revision: revision) }
            if before.isIn || isIn { isChanged = true }
        }
        return isChanged
    }

    /// Whether an arrangement may change when readers note something.
    var asksForAnnotations: Bool { entries.keys.contains { $0.arrangement.asks(for: OwnFacts.fields) } }

    /// Drops the arrangements that may change when readers note something, so that they are made again when asked for.
    mutating func dropAnnotated() {
        entries = entries.filter { !$0.key.arrangement.asks(for: OwnFacts.fields) }
    }

    /// Whether an arrangement shows other items when the selection changes.
    var asksForSelection: Bool { entries.keys.contains { $0.arrangement.query.asksForSelection } }

    /// Whether an arrangement shows items elsewhere when looks become known.
    var comparesLooks: Bool {
        entries.keys.contains { order in
            if case .alike? = order.arrangement.sort?.rule { true } else { order.arrangement.query.comparesLooks }
        }
    }

    /// The most items that are moved into and out of an arrangement one by one.
    private static let mostReselected = 1024

    /// Moves items that were selected, or no longer are, into and out of the arrangements.
    ///
    /// Where they are many, an arrangement is dropped, and made again when it is asked for.
    mutating func reselect(_ handles: [UInt32], of items: some Items, revision: Int) {
        for order in entries.keys where order.arrangement.query.asksForSelection {
            if handles.count > Self.mostReselected {
                entries[order] = nil
                continue
            }
            for handle in handles {
                let index = entries[order]?.sequence.handles.index(of: handle)
                let isIn = order.arrangement.query.matches(items.facts, row: Int(handle))
                if let index, !isIn {
                    entries[order]?.sequence.remove(at: index, id: items.store.id(of: handle), revision: revision)
                } else if index == nil, isIn {
                    insert(handle, into: order, of: items, revision: revision)
                }
            }
        }
    }
}
