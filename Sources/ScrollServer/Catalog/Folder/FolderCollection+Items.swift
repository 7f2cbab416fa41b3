// Queries of a folder's items in each of the folder's orders.

import Synchronization

/// A folder in one of its orders.
protocol FolderOrder: SequenceView where Items == FolderItems {
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
    var order: SequenceOrder { .all(key) }
    package var grouping: ItemGrouping? { folder.grouping(of: key) }
    package func title(ofGroup group: Int) -> GroupTitle { folder.title(ofGroup: group, by: key) }

    func withItems<Result>(_ body: (inout FolderItems) -> Result) -> Result { folder.items.withLock { body(&$0) } }

    package func summaries(in range: Range<Int>) -> [ItemSummary] {
        folder.items.withLock { items in
            let handles = items.read(key) { $0.handles(in: range) } ?? []
            // Headers next to the items shown last are read first: see MeasuringProgress.
            if let first = handles.first { items.focus = first }
            return handles.map { items.summary(of: $0) }
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
}
