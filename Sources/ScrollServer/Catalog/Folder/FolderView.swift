// A folder in an order other than by name.

import Tiling

/// The items of a folder in an order other than by name; stores no items: every call goes to the folder.
final class FolderView: CollectionView {
    private let folder: FolderCollection
    private let key: ItemOrder.Key

    init(_ folder: FolderCollection, key: ItemOrder.Key) {
        self.folder = folder
        self.key = key
    }

    var status: CollectionStatus { folder.status }
    var grouping: ItemGrouping? { FolderCollection.grouping(of: key) }
    func groups(of range: Range<Int>) -> [Int] { folder.groups(of: range, by: key) }
    func title(ofGroup group: Int) -> GroupTitle { folder.title(ofGroup: group, by: key) }
    func index(ofItem id: String) -> Int? { folder.index(ofItem: id, by: key) }
    func summaries(in range: Range<Int>) -> [ItemSummary] { folder.summaries(in: range, by: key) }
    func sizes(in range: Range<Int>) -> [PixelSize?] { folder.sizes(in: range, by: key) }
    func numbers(in range: Range<Int>) -> [ItemNumbers] { folder.numbers(in: range, by: key) }
    var isFixed: Bool { false }
    func details(at index: Int) -> ItemDetails? { folder.details(at: index, by: key) }

    func details(in range: Range<Int>) -> (details: [ItemDetails], status: CollectionStatus) {
        folder.details(in: range, by: key)
    }

    func changes(since revision: Int, following known: Int, adding limit: Int) -> CollectionChanges? {
        folder.changes(since: revision, following: known, adding: limit, by: key)
    }

    func difference(since revision: Int) -> (difference: OrderDifference, status: CollectionStatus)? {
        folder.difference(since: revision, by: key)
    }
}
