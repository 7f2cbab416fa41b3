// An item's original bytes, and the source of its tiles.

import Metadata
import Pixels
import Platform
import Tiling

/// The original bytes of an item.
package enum Original: Sendable {
    /// An open file, for `sendfile`.
    case file(OpenFile, MediaFormat)
    /// An open file that is not an image despite its name: to be downloaded, not shown.
    case unknown(OpenFile)
    /// A part of an open file, which is a picture of its own.
    case part(OpenFile, Range<Int>, MediaFormat)
    /// Bytes that exist only in memory.
    case bytes([UInt8], MediaFormat)
}

extension Original {
    /// Takes an open file and the format found in its own bytes, since the file may have changed since it was examined.
    ///
    /// Blocks. A file named like a picture or video is served whatever it holds; any other is refused unless it is an
    /// image, so that unrelated files do not leak.
    ///
    /// - Throws: `notAnImage`, or `unavailable` or `changed` where the file cannot be read.
    init(_ file: OpenFile, name: some BidirectionalCollection<UInt8>) throws(ImageError) {
        let source = file.source
        let format = try source.checked { () throws(ImageError) in
            let start = source.bytes(at: 0, count: MediaFormat.signatureByteCount)
            return MediaFormat(of: source, start: start, name: name)?.refined(by: source)
        }
        if let format {
            self = .file(file, format)
        } else {
            guard MediaFormat.isMediaName(name), !MediaFormat.isOftenText(name) else { throw Self.notAnImage }
            self = .unknown(file)
        }
    }

    static let notAnImage = ImageError.notAnImage("the file is not an image of a known format")

    /// The version of the file; nil for bytes in memory.
    package var version: String? {
        switch self {
        case .file(let file, _), .unknown(let file), .part(let file, _, _): file.status.version
        case .bytes: nil
        }
    }

    /// The bytes as a source for a reader.
    package var source: ByteSource {
        switch self {
        case .file(let file, _), .unknown(let file): file.source
        case .part(let file, let range, _): file.source.part(range)
        case .bytes(let bytes, _): ByteSource(bytes)
        }
    }
}

extension FileStatus {
    /// The version of an item that is a file: 8 characters, 40 bits of the stamp.
    var version: String { Self.version(ofStamp: stamp) }

    /// The version of a file with this stamp.
    ///
    /// Browsers cache a version's tiles for ever, so the version includes the tile encoding.
    static func version(ofStamp stamp: UInt64) -> String { Base32.encode(versionNumber(ofStamp: stamp), length: 8) }

    /// The number that `version(ofStamp:)` spells: 40 bits.
    static func versionNumber(ofStamp stamp: UInt64) -> UInt64 {
        // Multiplying by an odd constant spreads the small encoding number over all bits.
        (stamp &+ UInt64(EncodedTile.encoding) &* 0x9E37_79B9_7F4A_7C15) & (1 << 40 - 1)
    }
}

/// The source of an item's tiles.
package enum ItemContent: Sendable {
    /// A file in a format that the server decodes, and its orientation: 1 … 8 as in EXIF.
    case file(ByteSource, orientation: Int)
    /// A picture that the server draws, tile by tile.
    case drawing(any ItemDrawing)
}

/// A computed picture, any part of which can be drawn alone.
package protocol ItemDrawing: Sendable {
    /// The size in pixels, upright, at level 0.
    var size: PixelSize { get }
    /// The highest level that can be drawn.
    var maximumLevel: Int { get }
    /// Draws the rectangle `region`, which must lie within the level, at a cost proportional to its pixels.
    ///
    /// Neighbouring parts show no seam.
    func tile(_ region: PixelRect, level: Int) -> EncodedTile
    /// Whether the drawing so far is right; false where the data turned out to be damaged. Read it after drawing.
    var isSound: Bool { get }
}

extension ItemDrawing {
    package var isSound: Bool { true }
}
