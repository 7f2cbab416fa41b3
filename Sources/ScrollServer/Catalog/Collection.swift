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

/// What a plan needs to know of one item. Neither string takes memory of its own (at most 15 bytes of ASCII).
struct ItemSummary: Sendable, Equatable {
    /// Stable across restarts and reordering.
    var id: String
    /// Another string whenever the item's bytes may have changed.
    var version: String
    /// nil until measured, and for items that cannot be read.
    var size: PixelSize?
    /// Why the item cannot be shown, when that is known already.
    var error: ImageError?
    /// nil when the item cannot be read.
    var format: ImageFormat?

    /// Whether we make its tiles; else the browser is given the whole file.
    var isTiled: Bool { format == .jpeg || format == .png }
}

/// Everything that is known of one item.
struct ItemDetails: Sendable, Equatable {
    var index: Int
    var id: String
    var version: String
    /// Path relative to the collection's root, in Unicode: bytes that are not UTF-8 are shown as U+FFFD.
    var name: String
    /// Stored size in pixels, before orientation; 0 until measured.
    var width: Int
    var height: Int
    /// Whether `width`, `height` and `orientation` were read from the header.
    var isMeasured: Bool
    /// 1...8 as in EXIF; 1 until measured.
    var orientation: Int
    /// nil when the item cannot be read.
    var format: ImageFormat?
    /// Length of the original in bytes; nil where it is made on demand.
    var byteCount: Int?
    /// nil where nothing is stored.
    var modified: FileTime?
    /// nil where the header does not say, or has not been read.
    var taken: CaptureTime?
    var error: ImageError?

    /// The size as it is shown; nil until measured.
    var size: PixelSize? {
        guard isMeasured else { return nil }
        return orientation >= 5 ? PixelSize(width: height, height: width) : PixelSize(width: width, height: height)
    }
}

/// The original bytes of an item.
enum Original: Sendable {
    /// An open file, for `sendfile`.
    case file(OpenFile, ImageFormat)
    /// Bytes that exist only in memory.
    case bytes([UInt8], ImageFormat)
}

/// A collection's items in one order: what is planned and listed.
///
/// Every member may be called from any thread. All but `measure` never wait for the disk, so an event loop may call
/// them. Indices hold for one revision: who asks twice and needs both answers to be of one moment compares the revision
/// of `status` before and after.
protocol CollectionView: AnyObject, Sendable {
    /// The same for all orders of a collection.
    var status: CollectionStatus { get }
    /// The sizes, over and over again from the first item on, where they are known in advance for all there are.
    var sizePattern: [PixelSize]? { get }
    /// What an item is taken to be until it is measured; nil for the mean of those that are.
    var estimatedSize: PixelSize? { get }

    /// What groups its items stand in; nil where there are none, and for orders that tear groups apart.
    var grouping: ItemGrouping? { get }
    /// O(log n + count). A number for the group of each item of `range`, of that part of it that exists; the items of a
    /// group follow one another. Empty without a grouping.
    func groups(of range: Range<Int>) -> [Int]
    /// What is written over the group of that number.
    func title(ofGroup group: Int) -> GroupTitle

    /// O(log n). nil for an id that no item has (yet, or any more).
    func index(ofItem id: String) -> Int?
    /// O(log n + count). The part of `range` that exists.
    func summaries(in range: Range<Int>) -> [ItemSummary]
    /// O(log n + depth of the item's path). nil when there is no such index.
    func details(at index: Int) -> ItemDetails?
    /// What someone has to do who follows the first `known` items since `revision`, and wants to learn of at most
    /// `limit` of those that come behind them. O(changes × log).
    ///
    /// - Returns: nil when `revision` is too long ago to tell, and `known` is not 0: start afresh.
    func changes(since revision: Int, following known: Int, adding limit: Int) -> CollectionChanges?
    /// The net difference to `revision`; nil when that is too long ago to tell. O(changes × log).
    func difference(since revision: Int) -> (difference: OrderDifference, status: CollectionStatus)?

    /// Reads the headers of those of `indices` that are not measured yet. Blocks.
    ///
    /// - Returns: the indices whose size or error changed, ascending.
    @discardableResult
    func measure(_ indices: [Int]) -> [Int]
}

extension CollectionView {
    var sizePattern: [PixelSize]? { nil }
    var estimatedSize: PixelSize? { nil }
    var grouping: ItemGrouping? { nil }
    func groups(of range: Range<Int>) -> [Int] { [] }
    func title(ofGroup group: Int) -> GroupTitle { GroupTitle(folder: "") }

    /// O(log n). nil when there is no such index.
    func summary(at index: Int) -> ItemSummary? {
        guard index >= 0, index < Int.max else { return nil }
        return summaries(in: index..<index + 1).first
    }

    /// O(log n + count). Sizes alone, as shown, of the part of `range` that exists; nil until measured.
    func sizes(in range: Range<Int>) -> [PixelSize?] { summaries(in: range).map(\.size) }

    // For collections that never change: all but the first items is all that anyone can lack.

    func changes(since revision: Int, following known: Int, adding limit: Int) -> CollectionChanges? {
        CollectionChanges(.none, status: status, following: known, adding: limit) { sizes(in: $0) }
    }

    func difference(since revision: Int) -> (difference: OrderDifference, status: CollectionStatus)? {
        (.none, status)
    }
}

/// An ordered sequence of images, in its own order, which is that of names where it has names.
///
/// Items are found by index in the order they are in, and by id wherever they have gone. `original` and `source` wait
/// for the disk, and belong on a worker thread.
protocol Collection: CollectionView {
    /// Fit for a path segment of an URL.
    var id: String { get }
    /// For people.
    var name: String { get }
    var kind: CollectionKind { get }
    /// Where the items come from, such as a folder's path: unlike the id, the same whenever the bytes may be.
    var source: String { get }

    /// What its items can be sorted by.
    var orders: [ItemOrder.Key] { get }
    /// What groups can be shown, each in its own order.
    var groupings: [ItemGrouping] { get }
    /// The items in another order; nil when that is not made yet, or is none of `orders`.
    func ordered(by key: ItemOrder.Key) -> (any CollectionView)?
    /// Makes an order, if it is one of `orders`. O(n log n), blocks: for a worker thread.
    func makeOrder(_ key: ItemOrder.Key)

    /// O(log n). What is known of the item with this id.
    func summary(ofItem id: String) -> ItemSummary?
    /// O(log n + depth of the item's path).
    func details(ofItem id: String) -> ItemDetails?
    /// Reads the item's header if it is not measured yet. Blocks.
    func measure(item id: String)
    /// What is written below the last item while not all have come, or as long as they come in pages; nil where nothing
    /// is.
    var footer: CollectionFooter? { get }
    /// The reader sees items of `window`, or is near them: a source that is read page by page fetches the next one when
    /// the last item is near. Does not wait for it.
    func willDisplay(_ window: Range<Int>)
    /// Fetches the next page, also one that has failed; does nothing where one is under way or none is left. Does not
    /// wait for it.
    func fetchNextPage()

    /// Opens the item's own bytes. Blocks.
    func original(ofItem id: String) throws(ImageError) -> Original
    /// The item's own bytes for a decoder. Blocks.
    func source(ofItem id: String) throws(ImageError) -> ByteSource
}

extension Collection {
    var orders: [ItemOrder.Key] { [.name] }
    var groupings: [ItemGrouping] { [] }
    func ordered(by key: ItemOrder.Key) -> (any CollectionView)? { key == .name ? self : nil }
    func makeOrder(_ key: ItemOrder.Key) {}
    var footer: CollectionFooter? { status.isComplete ? nil : CollectionFooter(.loading) }
    func willDisplay(_ window: Range<Int>) {}
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

    func source(ofItem id: String) throws(ImageError) -> ByteSource {
        switch try original(ofItem: id) {
        case .file(let file, _): file.source(count: file.count)
        case .bytes(let bytes, _): ByteSource(bytes)
        }
    }

    /// The item's own bytes, by its index at this moment. Blocks.
    func original(at index: Int) throws(ImageError) -> Original {
        guard let summary = summary(at: index) else { throw .unreadable("there is no item \(index)") }
        return try original(ofItem: summary.id)
    }

    /// The item's own bytes for a decoder, by its index at this moment. Blocks.
    func source(at index: Int) throws(ImageError) -> ByteSource {
        guard let summary = summary(at: index) else { throw .unreadable("there is no item \(index)") }
        return try source(ofItem: summary.id)
    }
}
