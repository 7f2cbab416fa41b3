// An arrangement of a collection's items, as plans and lists show it.

import Tiling

/// A collection whose items can be arranged by their facts.
protocol ArrangeableCollection: ItemCollection {
    /// Calls `body` with an arrangement if it has been made; otherwise returns nil.
    func read<Result: Sendable>(_ order: ArrangedOrder, _ body: (ArrangedReading) -> Result) -> Result?
    /// Drops an arrangement; see `ArrangedSequences.release`.
    func release(_ order: ArrangedOrder, owner: Int)
    /// The grouping of an order of all items.
    func grouping(of key: ItemOrder.Key) -> ItemGrouping?
    /// The heading of a group of an order of all items.
    func title(ofGroup group: Int, by key: ItemOrder.Key) -> GroupTitle
}

/// An arrangement while the lock of its collection is held.
struct ArrangedReading {
    let order: ArrangedOrder
    let sequence: ItemSequence
    let items: any ArrangedSequences.Items

    var ownStatus: CollectionStatus {
        var own = items.status
        own.count = sequence.count
        return own
    }

    /// The group numbers of a range of items; items without a value form a group of their own.
    func groups(of range: Range<Int>) -> [Int] {
        guard let group = order.arrangement.group, let groupColumn = items.facts.columnIndex(of: group.field) else {
            return sequence.handles(in: range).compactMap { items.group(of: $0, by: order.key) }
        }
        let column = items.facts.columns[groupColumn]
        return sequence.handles(in: range).map {
            column.group(row: Int($0), unit: group.unit) ?? ArrangedView.ungrouped
        }
    }
}

/// The items of a collection that fulfil a query; stores no items: every call goes to the collection.
final class ArrangedView: CollectionView {
    /// The number of the group of items without a value.
    static let ungrouped = Int.min

    private let collection: any ArrangeableCollection
    private let order: ArrangedOrder
    private let owner: Int

    init(_ collection: any ArrangeableCollection, _ order: ArrangedOrder, owner: Int) {
        (self.collection, self.order, self.owner) = (collection, order, owner)
    }

    deinit { collection.release(order, owner: owner) }

    private func read<Result: Sendable>(_ body: (ArrangedReading) -> Result) -> Result? { collection.read(order, body) }

    /// The collection's status; empty after the arrangement was dropped because too many others are in use.
    ///
    /// A new request makes it again.
    var status: CollectionStatus {
        read { $0.ownStatus }
            ?? CollectionStatus(count: 0, isComplete: false, revision: collection.status.revision)
    }

    var isFixed: Bool { false }
    var isThere: Bool { read { _ in true } ?? false }

    var grouping: ItemGrouping? {
        if let group = order.arrangement.group { return .fact(group) }
        // Sorted by a field, the items of a folder or a month are not neighbours.
        return order.arrangement.sort == nil ? collection.grouping(of: order.key) : nil
    }

    func groups(of range: Range<Int>) -> [Int] {
        grouping == nil ? [] : read { $0.groups(of: range) } ?? []
    }

    func title(ofGroup group: Int) -> GroupTitle {
        guard let fact = order.arrangement.group else { return collection.title(ofGroup: group, by: order.key) }
        return read { fact.title(ofGroup: group, in: $0.items.facts) } ?? GroupTitle(text: "")
    }

    func sortTitle(at index: Int) -> String? {
        let arrangement = order.arrangement
        guard let group = arrangement.group ?? arrangement.sort.map({ FactGroup(field: $0.field, unit: .month) }) else {
            return nil
        }
        return read { reading in
            guard index >= 0, index < reading.sequence.count,
                let groupColumn = reading.items.facts.columnIndex(of: group.field)
            else {
                return nil
            }
            let row = Int(reading.sequence.handles[index])
            let number = reading.items.facts.columns[groupColumn].group(row: row, unit: group.unit) ?? Self.ungrouped
            return group.title(ofGroup: number, in: reading.items.facts).text
        } ?? nil
    }

    func index(ofItem id: String) -> Int? {
        read { reading in reading.items.store.handle(ofItem: id).flatMap { reading.sequence.handles.index(of: $0) } }
            ?? nil
    }

    func summaries(in range: Range<Int>) -> [ItemSummary] {
        read { reading in reading.sequence.handles(in: range).map { reading.items.summary(of: $0) } } ?? []
    }

    func selectedRuns(in range: Range<Int>) -> [Range<Int>] {
        read { $0.items.selectedRuns($0.sequence.handles(in: range), from: range.lowerBound) } ?? []
    }

    func numbers(in range: Range<Int>) -> [ItemNumbers] {
        read { reading in reading.sequence.handles(in: range).map { reading.items.store.numbers(of: $0) } } ?? []
    }

    func sizes(in range: Range<Int>) -> [PixelSize?] {
        read { reading in reading.sequence.handles(in: range).map { reading.items.store.shape(of: $0) } } ?? []
    }

    func details(at index: Int) -> ItemDetails? {
        guard index >= 0, index < Int.max else { return nil }
        return details(in: index..<index + 1).details.first
    }

    func details(in range: Range<Int>) -> (details: [ItemDetails], status: CollectionStatus) {
        read { reading in
            (
                zip(reading.sequence.handles(in: range), range).map { reading.items.details(of: $0, index: $1) },
                reading.ownStatus
            )
        } ?? ([], status)
    }

    func changes(since revision: Int, following known: Int, adding limit: Int) -> CollectionChanges? {
        let found: CollectionChanges?? = read { reading in
            (known == 0 ? OrderDifference.none : reading.sequence.difference(since: revision)).map { difference in
                CollectionChanges(
                    difference, status: reading.ownStatus, following: known, adding: limit,
                    sizes: { reading.sequence.handles(in: $0).map { reading.items.store.shape(of: $0) } },
                    groups: { grouping == nil ? [] : reading.groups(of: $0) })
            }
        }
        // A dropped arrangement is empty: this ends a follower's loop.
        return found ?? (known == 0 ? CollectionChanges(status: status) : nil)
    }

    func difference(since revision: Int) -> (difference: OrderDifference, status: CollectionStatus)? {
        read { reading in reading.sequence.difference(since: revision).map { ($0, reading.ownStatus) } } ?? nil
    }
}
