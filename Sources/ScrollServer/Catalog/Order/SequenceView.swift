// A collection's items in the order of one sequence.

import Tiling

/// Which of a collection's sequences a view shows.
enum SequenceOrder: Sendable {
    /// All items in one of the collection's orders.
    case all(ItemOrder.Key)
    case arranged(ArrangedOrder)
}

/// A view of items with handles; stores no items: every call goes to the collection.
protocol SequenceView: CollectionView {
    associatedtype Items: SelectableItems
    var order: SequenceOrder { get }
    /// Calls `body` under the items' lock, which is never held while a thread waits for the disk.
    func withItems<Result>(_ body: (inout Items) -> Result) -> Result
}

extension SelectableItems {
    /// Calls `body` with a sequence; nil when it has not been made, or was dropped.
    func read<Result>(_ order: SequenceOrder, _ body: (ItemSequence) -> Result) -> Result? {
        switch order {
        case .all(let key): read(key, body)
        case .arranged(let order): arranged.sequence(order).map(body)
        }
    }

    /// The groups of some items; in an arrangement by a field, items without a value form a group of their own.
    fileprivate func groups(of handles: [UInt32], in order: SequenceOrder) -> [Int] {
        switch order {
        case .all(let key): return handles.compactMap { group(of: $0, by: key) }
        case .arranged(let order):
            guard let group = order.arrangement.group, let groupColumn = facts.columnIndex(of: group.field) else {
                return handles.compactMap { self.group(of: $0, by: order.key) }
            }
            let column = facts.columns[groupColumn]
            return handles.map { column.group(row: Int($0), unit: group.unit) ?? FactGroup.ungrouped }
        }
    }

    fileprivate func status(of sequence: ItemSequence) -> CollectionStatus {
        var own = status
        own.count = sequence.count
        return own
    }

    /// The status of a view after its arrangement was dropped because too many others are in use.
    ///
    /// A new request makes it again.
    fileprivate var droppedStatus: CollectionStatus {
        CollectionStatus(count: 0, isComplete: false, revision: status.revision)
    }
}

extension SequenceView {
    package var status: CollectionStatus {
        withItems { items in
            // The closure takes nothing of the items, which would be copied with their tables.
            guard let count = items.read(order, { $0.count }) else { return items.droppedStatus }
            var own = items.status
            own.count = count
            return own
        }
    }

    package var isFixed: Bool { false }

    package func groups(of range: Range<Int>) -> [Int] {
        guard grouping != nil else { return [] }
        return withItems { items in
            items.read(order) { items.groups(of: $0.handles(in: range), in: order) } ?? []
        }
    }

    package func values(of fields: [String]) -> (values: [FieldValues], revision: Int)? {
        let found = withItems { items in
            items.read(order) { (items.facts.snapshot, $0.handles, items.status.revision) }
        }
        guard let (facts, handles, revision) = found else { return nil }
        // Reading needs no lock.
        var rows: [UInt32] = []
        rows.reserveCapacity(handles.count)
        handles.forEach(in: 0..<handles.count) { rows.append($0) }
        let columns = fields.compactMap { facts.columnIndex(of: $0) }
        guard columns.count == fields.count else { return nil }
        return (columns.map { facts.columns[$0].values(of: rows) }, revision)
    }

    package func stamp(of fields: [String]) -> FieldStamp? {
        withItems { items in
            items.read(order) { sequence in
                let columns = fields.compactMap { items.facts.columnIndex(of: $0) }
                let changes = columns.map { items.facts.columns[$0].changeCount }
                return FieldStamp(
                    orderRevision: sequence.orderRevision, columns: columns, changeCounts: changes,
                    revision: items.status.revision)
            }
        }
    }

    package func index(ofItem id: String) -> Int? {
        withItems { items in
            items.handle(ofItem: id).flatMap { handle in
                items.read(order) { $0.handles.index(of: handle) } ?? nil
            }
        }
    }

    package func summaries(in range: Range<Int>) -> [ItemSummary] {
        withItems { items in items.read(order) { $0.handles(in: range).map { items.summary(of: $0) } } ?? [] }
    }

    package func numbers(in range: Range<Int>) -> [ItemNumbers] {
        withItems { items in items.read(order) { $0.handles(in: range).map { items.store.numbers(of: $0) } } ?? [] }
    }

    package func sizes(in range: Range<Int>) -> [PixelSize?] {
        withItems { items in items.read(order) { $0.handles(in: range).map { items.store.shape(of: $0) } } ?? [] }
    }

    package func selectedRuns(in range: Range<Int>) -> [Range<Int>] {
        withItems { items in
            items.read(order) { items.selectedRuns($0.handles(in: range), from: range.lowerBound) } ?? []
        }
    }

    package func details(in range: Range<Int>) -> (details: [ItemDetails], status: CollectionStatus) {
        withItems { items in
            items.read(order) { sequence in
                (
                    zip(sequence.handles(in: range), range).map { items.details(of: $0, index: $1) },
                    items.status(of: sequence)
                )
            } ?? ([], items.droppedStatus)
        }
    }

    package func details(at index: Int) -> ItemDetails? {
        guard index >= 0, index < Int.max else { return nil }
        return details(in: index..<index + 1).details.first
    }

    package func changes(since revision: Int, following known: Int, adding limit: Int) -> CollectionChanges? {
        let isGrouped = grouping != nil
        return withItems { items in
            let found: CollectionChanges?? = items.read(order) { sequence in
                (known == 0 ? OrderDifference.none : sequence.difference(since: revision)).map { difference in
                    CollectionChanges(
                        difference, status: items.status(of: sequence), following: known, adding: limit,
                        sizes: { sequence.handles(in: $0).map { items.store.shape(of: $0) } },
                        groups: { isGrouped ? items.groups(of: sequence.handles(in: $0), in: order) : [] })
                }
            }
            // A dropped arrangement is empty: this ends a follower's loop.
            return found ?? (known == 0 ? CollectionChanges(status: items.droppedStatus) : nil)
        }
    }

    package func difference(since revision: Int) -> (difference: OrderDifference, status: CollectionStatus)? {
        withItems { items in
            items.read(order) { sequence in
                sequence.difference(since: revision).map { ($0, items.status(of: sequence)) }
            } ?? nil
        }
    }
}
