// Queries of a folder's items in each of the folder's orders.

import Synchronization
import Tiling

/// A folder in one of its orders; stores no items: every call goes to the folder.
protocol FolderOrder: CollectionView {
    var folder: FolderCollection { get }
    var key: ItemOrder.Key { get }
}

/// A folder in an order other than by name.
final class FolderView: FolderOrder {
    let folder: FolderCollection
    let key: ItemOrder.Key

    init(_ folder: FolderCollection, key: ItemOrder.Key) {
        self.folder = folder
        self.key = key
    }
}

extension FolderOrder {
    package var status: CollectionStatus { folder.items.withLock { $0.status } }
    package var isFixed: Bool { false }
    package var grouping: ItemGrouping? { folder.grouping(of: key) }
    package func title(ofGroup group: Int) -> GroupTitle { folder.title(ofGroup: group, by: key) }

    package func groups(of range: Range<Int>) -> [Int] {
        folder.items.withLock { items in
            items.read(key) { $0.handles(in: range) }?.compactMap { items.group(of: $0, by: key) } ?? []
        }
    }

    package func index(ofItem id: String) -> Int? {
        folder.items.withLock { items in
            items.store.handle(ofItem: id).flatMap { handle in items.read(key) { $0.handles.index(of: handle) } ?? nil }
        }
    }

    package func summaries(in range: Range<Int>) -> [ItemSummary] {
        folder.items.withLock { items in
            let handles = items.read(key) { $0.handles(in: range) } ?? []
            // Headers next to the items shown last are read first: see MeasuringProgress.
            if let first = handles.first { items.focus = first }
            return handles.map { items.summary(of: $0) }
        }
    }

    package func sizes(in range: Range<Int>) -> [PixelSize?] {
        folder.items.withLock { items in
            items.read(key) { $0.handles(in: range) }?.map { items.store.shape(of: $0) } ?? []
        }
    }

    package func numbers(in range: Range<Int>) -> [ItemNumbers] {
        folder.items.withLock { items in
            items.read(key) { $0.handles(in: range) }?.map { items.store.numbers(of: $0) } ?? []
        }
    }

    package func selectedRuns(in range: Range<Int>) -> [Range<Int>] {
        folder.items.withLock { items in
            let handles = items.read(key) { $0.handles(in: range) } ?? []
            return items.selectedRuns(handles, from: range.lowerBound)
        }
    }

    package func details(in range: Range<Int>) -> (details: [ItemDetails], status: CollectionStatus) {
        folder.items.withLock { items in
            let handles = items.read(key) { $0.handles(in: range) } ?? []
            return (zip(handles, range).map { items.store.details(of: $0, index: $1) }, items.status)
        }
    }

    package func details(at index: Int) -> ItemDetails? {
        guard index >= 0, index < Int.max else { return nil }
        return details(in: index..<index + 1).details.first
    }

    package func changes(since revision: Int, following known: Int, adding limit: Int) -> CollectionChanges? {
        folder.items.withLock { items in
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

    package func difference(since revision: Int) -> (difference: OrderDifference, status: CollectionStatus)? {
        folder.items.withLock { items in
            items.read(key) { sequence in
                sequence.difference(since: revision).map { ($0, items.status) }
            } ?? nil
        }
    }
}

extension FolderCollection: FolderOrder {
    var folder: FolderCollection { self }
    var key: ItemOrder.Key { .name }

    func grouping(of key: ItemOrder.Key) -> ItemGrouping? { ItemGrouping.allCases.first { $0.order == key } }

    func title(ofGroup group: Int, by key: ItemOrder.Key) -> GroupTitle {
        guard key == .name else { return DateGroup(number: group, unit: .month).title }
        let path = items.withLock { items in
            items.store.directories.contains(group) ? items.store.directories.path(of: group) : []
        }
        return GroupTitle(folder: path.isEmpty ? name : String(decoding: path.dropLast(), as: UTF8.self))
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
