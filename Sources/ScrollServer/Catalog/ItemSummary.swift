// The facts about one item.

import Metadata
import Pixels
import Platform
import Tiling

/// The facts about an item that a plan needs.
///
/// Both strings are at most 15 bytes of ASCII, which Swift stores in place.
package struct ItemSummary: Sendable, Equatable {
    /// Stable across restarts and reordering.
    package var id: String
    /// Changes whenever the item's bytes may have changed.
    package var version: String
    /// In pixels, orientation applied; nil until measured, and for items that cannot be read.
    package var size: PixelSize?
    /// Why the item cannot be shown; nil when no reason is known.
    package var error: ImageError?
    /// The format; nil when the item cannot be read.
    package var format: MediaFormat?
    /// Whether the server draws the picture on demand; nothing made from it is then kept on disk.
    package var isDrawn = false
    /// The approximate average colour, 0xRRGGBB, where the source knows it without reading pixels; nil elsewhere.
    package var colour: UInt32?

    /// The longer side, in pixels, of a smaller copy of the picture in its file that is shown in cells; nil for none.
    package var copySide: Int?
    /// The tiles of a TIFF that are sent as they are stored; nil where there are none.
    package var storedTiles: StoredTiles?
    /// Whether a window applies to the samples: see `ImageHeader.hasDeepSamples`.
    package var hasDeepSamples = false
    /// Whether the picture has channels: see `ImageHeader.hasChannels`.
    package var hasChannels = false

    /// Whether its samples can be shown in this way.
    package func takes(_ display: SampleDisplay) -> Bool {
        switch display {
        case .window: hasDeepSamples && !isOriginal
        case .channels: hasChannels && !isOriginal
        }
    }

    /// The length of a video in seconds; nil where that is not known.
    package var duration: Double?

    /// Whether the browser gets the original instead of tiles: a moving picture that fills the view, or a format that
    /// only the browser decodes.
    package private(set) var isOriginal = false

    /// Whether the server makes tiles of it; otherwise the browser gets the whole file.
    package var isTiled: Bool { format?.isDecoded == true && !isOriginal }

    /// The levels and tiles of the picture; nil until measured.
    package var pyramid: Pyramid? { size.map { Pyramid($0, storedTiles: storedTiles) } }

    /// The item as shown where it fills the view.
    package var played: ItemSummary {
        var item = self
        item.isOriginal = format?.isAnimated == true
        return item
    }

    /// The item as shown by a browser that decodes HEIC.
    package var decodedByBrowser: ItemSummary {
        var item = self
        guard format == .heic else { return item }
        // It may decode what the server does not.
        if case .unsupported = error { item.error = nil }
        if item.error == nil { item.isOriginal = true }
        return item
    }
}

/// All facts about one item.
package struct ItemDetails: Sendable, Equatable {
    package var index: Int
    package var id: String
    var version: String
    /// Path relative to the collection's root; bytes that are not UTF-8 are shown as U+FFFD.
    package var name: String
    /// Whether the name is a title given by somebody, so that its extension says nothing about the file.
    package var isTitled = false
    /// Stored size in pixels, before orientation; 0 until measured.
    var width: Int
    var height: Int
    /// Whether `width`, `height` and `orientation` were read from the header.
    package var isMeasured: Bool
    /// 1...8 as in EXIF; 1 until measured.
    package var orientation: Int
    /// The format; nil when the item cannot be read.
    package var format: MediaFormat?
    /// Length of the original in bytes; nil where the original is made on demand.
    package var byteCount: Int?
    /// When the original was last written; nil where there is no file.
    package var modified: FileTime?
    /// When the picture was taken; nil where the header does not say so, or has not been read.
    package var taken: CaptureTime?
    /// Why the item cannot be shown, or why decoding it has failed; nil when no reason is known.
    package var error: ImageError?

    /// The size in pixels, orientation applied; nil until measured.
    package var size: PixelSize? {
        guard isMeasured else { return nil }
        return orientation >= 5 ? PixelSize(width: height, height: width) : PixelSize(width: width, height: height)
    }
}
