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

/// An ordered sequence of images.
///
/// Every member may be called from any thread. `status`, `index(ofItem:)`, `summary(at:)`, `summaries(in:)`,
/// `sizes(in:)`, `resized(since:)` and `details(at:)` never wait for the disk, so an event loop may call them;
/// `measure`, `original` and `source` do, and belong on a worker thread.
protocol Collection: AnyObject, Sendable {
    /// Fit for a path segment of an URL.
    var id: String { get }
    /// For people.
    var name: String { get }
    var kind: CollectionKind { get }
    /// Where the items come from, such as a folder's path: unlike the id, the same whenever the bytes may be.
    var source: String { get }
    var status: CollectionStatus { get }

    /// O(1). nil for an id that no item has (yet).
    func index(ofItem id: String) -> Int?
    /// O(1). nil when there is no such index.
    func summary(at index: Int) -> ItemSummary?
    /// O(count). The part of `range` that exists.
    func summaries(in range: Range<Int>) -> [ItemSummary]
    /// O(count). Sizes alone, as shown, of the part of `range` that exists; nil until measured.
    func sizes(in range: Range<Int>) -> [PixelSize?]
    /// Which items changed their size after `revision`, ascending, each once; items appended since are not among them.
    /// nil when that is too long ago to tell: any may have.
    func resized(since revision: Int) -> [Int]?
    /// O(depth of the item's path).
    func details(at index: Int) -> ItemDetails?

    /// Reads the headers of those of `indices` that are not measured yet. Blocks.
    ///
    /// - Returns: the indices whose size or error changed, ascending.
    @discardableResult
    func measure(_ indices: [Int]) -> [Int]
    /// Opens the item's own bytes. Blocks.
    func original(at index: Int) throws(ImageError) -> Original
    /// The item's own bytes for a decoder. Blocks.
    func source(at index: Int) throws(ImageError) -> ByteSource
}

extension Collection {
    func source(at index: Int) throws(ImageError) -> ByteSource {
        switch try original(at: index) {
        case .file(let file, _): file.source(count: file.count)
        case .bytes(let bytes, _): ByteSource(bytes)
        }
    }
}
