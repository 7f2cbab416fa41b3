// Queries of a folder's items in each of the folder's orders.

import Synchronization
import Tiling

extension FolderCollection {
    package var status: CollectionStatus { items.withLock { $0.status } }

    package var grouping: ItemGrouping? { Self.grouping(of: .name) }
    package func groups(of range: Range<Int>) -> [Int] { groups(of: range, by: .name) }
    package func title(ofGroup group: Int) -> GroupTitle { title(ofGroup: group, by: .name) }
    package func index(ofItem id: String) -> Int? { index(ofItem: id, by: .name) }
    package func summaries(in range: Range<Int>) -> [ItemSummary] { summaries(in: range, by: .name) }
    package func sizes(in range: Range<Int>) -> [PixelSize?] { sizes(in: range, by: .name) }
    package func numbers(in range: Range<Int>) -> [ItemNumbers] { numbers(in: range, by: .name) }
    package var isFixed: Bool { false }
    package func details(at index: Int) -> ItemDetails? { details(at: index, by: .name) }

    package func details(in range: Range<Int>) -> (details: [ItemDetails], status: CollectionStatus) {
        details(in: range, by: .name)
    }

    package func changes(since revision: Int, following known: Int, adding limit: Int) -> CollectionChanges? {
        changes(since: revision, following: known, adding: limit, by: .name)
    }

    package func difference(since revision: Int) -> (difference: OrderDifference, status: CollectionStatus)? {
        difference(since: revision, by: .name)
    }

    static func grouping(of key: ItemOrder.Key) -> ItemGrouping? {
        ItemGrouping.allCases.first { $0.order == key }
    }

    func groups(of range: Range<Int>, by key: ItemOrder.Key) -> [Int] {
        items.withLock { items in
            items.read(key) { $0.handles(in: range) }?.compactMap { items.group(of: $0, by: key) } ?? []
        }
    }

    func title(ofGroup group: Int, by key: ItemOrder.Key) -> GroupTitle {
        guard key == .name else { return GroupTitle(month: group) }
        let path = items.withLock { items in
            items.store.directories.contains(group) ? items.store.directories.path(of: group) : []
        }
        return GroupTitle(folder: path.isEmpty ? name : String(decoding: path.dropLast(), as: UTF8.self))
    }

    func index(ofItem id: String, by key: ItemOrder.Key) -> Int? {
        items.withLock { items in
            items.store.handle(ofItem: id).flatMap { handle in items.read(key) { $0.handles.index(of: handle) } ?? nil }
        }
    }

    func summaries(in range: Range<Int>, by key: ItemOrder.Key) -> [ItemSummary] {
        items.withLock { items in
            let handles = items.read(key) { $0.handles(in: range) } ?? []
            // Headers next to the items shown last are read first: see MeasuringProgress.
            if let first = handles.first { items.focus = first }
            return handles.map { items.summary(of: $0) }
        }
    }

    func sizes(in range: Range<Int>, by key: ItemOrder.Key) -> [PixelSize?] {
        items.withLock { items in
            items.read(key) { $0.handles(in: range) }?.map { items.store.shape(of: $0) } ?? []
        }
    }

    func numbers(in range: Range<Int>, by key: ItemOrder.Key) -> [ItemNumbers] {
        items.withLock { items in
            items.read(key) { $0.handles(in: range) }?.map { items.store.numbers(of: $0) } ?? []
        }
    }

    func details(
        in range: Range<Int>, by key: ItemOrder.Key
    ) -> (details: [ItemDetails], status: CollectionStatus) {
        items.withLock { items in
            let handles = items.read(key) { $0.handles(in: range) } ?? []
            return (
                zip(handles, range).map { items.store.details(of: $0, index: $1) }, items.status
            )
        }
    }

    func details(at index: Int, by key: ItemOrder.Key) -> ItemDetails? {
        guard index >= 0, index < Int.max else { return nil }
        return items.withLock { items in
            items.read(key) { $0.handles(in: index..<index + 1).first }?.map {
                items.store.details(of: $0, index: index)
            }
        }
    }

    func changes(
        since revision: Int, following known: Int, adding limit: Int, by key: ItemOrder.Key
    ) -> CollectionChanges? {
        items.withLock { items in
            items.read(key) { sequence in
                (known == 0 ? OrderDifference.none : sequence.difference(since: revision)).map { difference in
                    CollectionChanges(
                        difference, status: items.status, following: known, adding: limit,
                        sizes: { sequence.handles(in: $0).map { items.store.shape(of: $0) } },
                        groups: { sequence.handles(in: $0).compactMap { items.group(of: $0, by: key) } })
                }
            } ?? nil
        }
    }

    func difference(
        since revision: Int, by key: ItemOrder.Key
    ) -> (difference: OrderDifference, status: CollectionStatus)? {
        items.withLock { items in
            items.read(key) { sequence in
                sequence.difference(since: revision).map { ($0, items.status) }
            } ?? nil
        }
    }

    package func summary(ofItem id: String) -> ItemSummary? {
        items.withLock { items in items.store.handle(ofItem: id).map { items.summary(of: $0) } }
    }

    package func details(ofItem id: String) -> ItemDetails? {
        items.withLock { items in
            guard let handle = items.store.handle(ofItem: id), let index = items.names.handles.index(of: handle) else {
                return nil
            }
            return items.store.details(of: handle, index: index)
        }
    }
}
