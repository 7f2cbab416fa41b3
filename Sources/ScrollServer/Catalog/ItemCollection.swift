// What a collection of images is to the layers above it.

import Tiling

/// Where a collection's items come from.
enum CollectionKind: String, Sendable {
    case folder, list, chart, demo
}

/// How far a collection has come.
struct CollectionStatus: Sendable, Equatable {
    /// Items known so far.
    var count: Int
    /// False while a scan or a paged source goes on.
    var isComplete: Bool
    /// Grows each time the collection's order or sizes change.
    var revision: Int
}

/// An ordered sequence of images, in its own order, which is that of names where it has names.
///
/// Items are found by index in the order they are in, and by id wherever they have gone. What one kind of collection can
/// do and another cannot is a member that is nil where it cannot: nobody asks what kind it is. `original` and `content`
/// wait for the disk, and belong on a worker thread.
protocol ItemCollection: CollectionView {
    /// Fit for a path segment of an URL.
    var id: String { get }
    /// For people.
    var name: String { get }
    var kind: CollectionKind { get }
    /// Where the items come from, such as a folder's path: unlike the id, the same whenever the bytes may be.
    var source: String { get }

    /// The layouts that show it; the first is used unless another one is asked for. Never none.
    var layouts: [LayoutKind] { get }
    /// What its items can be sorted by.
    var orders: [ItemOrder.Key] { get }
    /// What groups can be shown, each in its own order.
    var groupings: [ItemGrouping] { get }
    /// The items in another order; nil when that is not made yet, or is none of `orders`.
    func ordered(by key: ItemOrder.Key) -> (any CollectionView)?
    /// Makes an order, if it is one of `orders`. O(n log n), blocks: for a worker thread.
    func makeOrder(_ key: ItemOrder.Key)

    /// The measurements that its items draw; nil for pictures. A chart's slides depend on how it is drawn, so it is
    /// planned by its series and not by its items.
    var series: Series? { get }
    /// What edits it; nil where its items come from elsewhere.
    var list: ListCollection? { get }

    /// Grows when other collections change that its items come from, which changes its own revision only when those items
    /// are looked at.
    var originsRevision: Int { get }
    /// O(log n). What is known of the item with this id.
    func summary(ofItem id: String) -> ItemSummary?
    /// O(log n + depth of the item's path).
    func details(ofItem id: String) -> ItemDetails?
    /// Reads the headers of those of `indices`, in its own order, that are not measured yet. Blocks.
    ///
    /// - Returns: the indices whose size or error changed, ascending.
    @discardableResult
    func measure(_ indices: [Int]) -> [Int]
    /// Reads the headers of those of the items that are not measured yet. Blocks.
    func measure(items ids: [String])
    /// Reads the item's header if it is not measured yet. Blocks.
    func measure(item id: String)
    /// What is written below the last item while not all have come, or as long as they come in pages; nil where nothing
    /// is.
    var footer: CollectionFooter? { get }
    /// Fetches the next page, also one that has failed; does nothing where one is under way or none is left. Does not
    /// wait for it.
    func fetchNextPage()

    /// Opens the item's own bytes. Blocks.
    func original(ofItem id: String) throws(ImageError) -> Original
    /// What the item's tiles are made from. Blocks.
    func content(ofItem id: String) throws(ImageError) -> ItemContent
}

extension ItemCollection {
    var layouts: [LayoutKind] { LayoutKind.ofPictures }
    var orders: [ItemOrder.Key] { [.name] }
    var groupings: [ItemGrouping] { [] }
    func ordered(by key: ItemOrder.Key) -> (any CollectionView)? { key == .name ? self : nil }
    func makeOrder(_ key: ItemOrder.Key) {}
    var series: Series? { nil }
    var list: ListCollection? { nil }
    var originsRevision: Int { 0 }
    var footer: CollectionFooter? { status.isComplete ? nil : CollectionFooter(.loading) }
    func fetchNextPage() {}

    func summary(ofItem id: String) -> ItemSummary? {
        // The index may be another item's by the time it is used.
        index(ofItem: id).flatMap { summary(at: $0) }.flatMap { $0.id == id ? $0 : nil }
    }

    func details(ofItem id: String) -> ItemDetails? {
        index(ofItem: id).flatMap { details(at: $0) }.flatMap { $0.id == id ? $0 : nil }
    }

    func measure(item id: String) {
        if let index = index(ofItem: id) { measure([index]) }
    }

    func measure(items ids: [String]) { measure(ids.compactMap { index(ofItem: $0) }) }

    func content(ofItem id: String) throws(ImageError) -> ItemContent {
        guard let details = details(ofItem: id) else { throw .unreadable("the item has gone") }
        let source: ByteSource =
            switch try original(ofItem: id) {
            case .file(let file, _): file.source(count: file.count)
            case .bytes(let bytes, _): ByteSource(bytes)
            }
        return .file(source, orientation: details.orientation)
    }
}
