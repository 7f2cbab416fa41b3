// The chunks of a WebP file (RFC 9649 §2.3 … §2.7).

import Pixels
import Tiling

/// The parts of a still WebP, or of the first frame of an animated one.
struct WebPContainer {
    enum ImageData {
        /// A `VP8 ` chunk's contents.
        case lossy(Range<Int>)
        /// A `VP8L` chunk's contents.
        case lossless(Range<Int>)
    }

    /// Canvas size from the extended header; nil in a simple file.
    private(set) var canvas: (width: Int, height: Int)?
    /// Position of the first frame on the canvas; nil in a still file.
    private(set) var frame: PixelRect?
    private(set) var image: ImageData
    /// An `ALPH` chunk's contents; only with lossy data.
    private(set) var alpha: Range<Int>?
    /// An ICC profile; nil for sRGB.
    private(set) var profile: [UInt8]?

    /// Most chunks examined before the image data.
    private static let chunkLimit = 1000
    private static let headerByteCount = 12

    /// A chunk's name and contents, which may end beyond the end of a truncated file.
    private struct Chunk {
        let name: String
        let contents: Range<Int>
    }

    /// Finds the image data; all ranges end within the length that the file claims.
    ///
    /// - Throws: `ImageError` where the file is no WebP, or has no image data.
    init(_ source: ByteSource) throws(ImageError) {
        let start = source.bytes(at: 0, count: Self.headerByteCount)
        guard start.count == Self.headerByteCount, start[..<4].elementsEqual("RIFF".utf8),
            start[8...].elementsEqual("WEBP".utf8)
        else { throw .notAnImage("the file is not a WebP") }
        let claimed = start[4..<8].littleEndianNumber
        // §2.4: an even number; later bytes do not belong to the picture.
        guard claimed >= 4 + 8 else { throw .damaged("a length of \(claimed) bytes", offset: 4) }
        var end = 8 + claimed
        var offset = Self.headerByteCount
        for index in 0..<Self.chunkLimit {
            guard let chunk = Self.chunk(source, at: offset, end: end) else {
                throw .damaged("there is no image data", offset: min(offset, source.count))
            }
            switch chunk.name {
            // §2.5...§2.7, as in the probe and libwebp.
            case _ where index == 0 && !["VP8 ", "VP8L", "VP8X"].contains(chunk.name):
                throw .damaged("a WebP that begins with the chunk '\(chunk.name)'", offset: offset)
            case "VP8 ":
                image = .lossy(chunk.contents)
                return
            case "VP8L":
                image = .lossless(chunk.contents)
                alpha = nil
                return
            case "VP8X" where index == 0:
                let header = source.bytes(at: chunk.contents.lowerBound, count: min(10, chunk.contents.count))
                guard header.count == 10 else {
                    throw .damaged("the extended header is too short", offset: chunk.contents.lowerBound)
                }
                canvas = (header[4..<7].littleEndianNumber + 1, header[7..<10].littleEndianNumber + 1)
            case "ANMF" where frame == nil:
                let header = source.bytes(at: chunk.contents.lowerBound, count: min(16, chunk.contents.count))
                guard header.count == 16 else {
                    throw .damaged("a frame's header is too short", offset: chunk.contents.lowerBound)
                }
                // §2.7.1.1: the place in units of two pixels, the size minus one. The frame's own chunks follow.
                frame = PixelRect(
                    x: 2 * header[0..<3].littleEndianNumber, y: 2 * header[3..<6].littleEndianNumber,
                    width: header[6..<9].littleEndianNumber + 1, height: header[9..<12].littleEndianNumber + 1)
                (offset, end) = (chunk.contents.lowerBound + 16, chunk.contents.upperBound)
                continue
            case "ALPH" where alpha == nil: alpha = chunk.contents
            case "ICCP" where profile == nil && chunk.contents.count <= ColourProfile.byteLimit:
                let bytes = source.bytes(at: chunk.contents.lowerBound, count: chunk.contents.count)
                if bytes.count == chunk.contents.count { profile = bytes }
            // Any other chunk may be ignored (§2.7.1.6).
            default: break
            }
            // A chunk of odd length is followed by a padding byte.
            offset = chunk.contents.upperBound + chunk.contents.count % 2
        }
        throw .damaged("too many chunks before the image data", offset: offset)
    }

    /// Returns the chunk whose header is at `offset`; nil where the file or the claimed length ends before that.
    private static func chunk(_ source: ByteSource, at offset: Int, end: Int) -> Chunk? {
        let bytes = source.bytes(at: offset, count: 8)
        guard bytes.count == 8, offset + 8 <= end else { return nil }
        let start = offset + 8
        // Clamp to the claimed length, so that available data can be shown.
        let count = min(bytes[4...].littleEndianNumber, end - start)
        return Chunk(name: String(decoding: bytes[..<4], as: UTF8.self), contents: start..<start + count)
    }
}
