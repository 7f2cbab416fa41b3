// What is known of one item.

import Tiling

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
    /// Whether its picture is computed where it is looked at, so that nothing made from it is worth keeping on disk.
    var isDrawn = false

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
