// Decodes the first image of GIF files from the top, some rows at a time (GIF89a).

import Metadata
import Pixels

/// Decodes a GIF's logical screen with its first image on it, transparent elsewhere.
///
/// The rows of an interlaced image are stored in four passes. Four readers decode them, one per pass; the first three
/// passes are decoded in advance to find where each pass begins. Damage before the first row is thrown; damage after
/// that ends the rows early, or repeats rows of an interlaced image, and sets `isPartial`.
///
/// Not thread-safe: one task at a time may use a decoder.
package final class GIFDecoder: TopDecoder {
    /// Pixels returned at once; a row if that is longer.
    private static let bandPixelCount = 1 << 16
    /// Appendix E: the first row and the row distance of each pass.
    private static let passes = [(first: 0, step: 8), (first: 4, step: 8), (first: 2, step: 4), (first: 1, step: 2)]
    /// A 12-bit code encodes up to 3,839 pixels.
    private static let pixelsPerByte = 1 << 12

    package let width: Int
    package let height: Int
    package let format: PixelFormat
    package private(set) var isPartial = false

    private let frame: GIFProbe.Frame
    private let byteCount: Int
    /// Red (the lowest byte), green, blue and alpha by index.
    private let palette: [UInt32]
    /// A single reader, or one for each pass.
    private var readers: [GIFCodeReader] = []
    /// The next row of the frame for all readers.
    private var nextRow = 0
    private var isEnded = false
    /// Indices of the frame's current row.
    private var indices: [UInt8]

    /// Reads the header, and half of an interlaced image.
    ///
    /// - Throws: `ImageError` where the file is no GIF, has no image, or is damaged before it.
    package init(source: ByteSource) throws(ImageError) {
        guard source.bytes(at: 0, count: 3).elementsEqual("GIF".utf8) else {
            throw .notAnImage("the file is not a GIF")
        }
        var header = HeaderReader(source)
        let screen = try GIFProbe.screen(&header)
        let frame = try GIFProbe.firstFrame(&header)
        (width, height) = GIFProbe.size(of: screen, frame)
        guard frame.width > 0, frame.height > 0 else {
            throw .damaged("an image of \(frame.width) × \(frame.height) pixels", offset: frame.dataOffset)
        }
        try ClaimedSize.check(
            width, height, fileByteCount: source.count, pixelsPerByte: Self.pixelsPerByte, offset: 6)
        self.frame = frame
        byteCount = source.count
        let colours = source.bytes(at: frame.palette.lowerBound, count: frame.palette.count)
        palette = Self.palette(colours, transparent: frame.transparent)
        let isCovered =
            frame.left == 0 && frame.top == 0 && frame.width == width && frame.height == height
            && frame.transparent == nil && colours.count == 3 * 256
        format = isCovered ? .rgb : .rgba
        indices = [UInt8](repeating: 0, count: frame.width)
        var reader = try GIFCodeReader(source, offset: frame.dataOffset)
        readers.append(reader)
        guard frame.isInterlaced else { return }
        for pass in 0..<3 {
            for _ in stride(from: Self.passes[pass].first, to: frame.height, by: Self.passes[pass].step) {
                if reader.read(into: &indices) < indices.count { break }
            }
            readers.append(reader)
        }
    }

    /// Returns the approximate bytes of memory that decoding takes.
    package static func byteEstimate(width: Int, height: Int) -> Int { 1 << 20 + min(width, 1 << 16) * 8 }

    /// Builds the palette; missing colours are transparent, as in browsers; without any, indices are shades of gray.
    private static func palette(_ colours: [UInt8], transparent: Int?) -> [UInt32] {
        (0..<256).map { index in
            if index == transparent { return 0 }
            if colours.isEmpty { return UInt32(index * 0x1_0101) | 0xFF00_0000 }
            let colour = colours.dropFirst(3 * index).prefix(3)
            return colour.count < 3 ? 0 : UInt32(colour.littleEndianNumber) | 0xFF00_0000
        }
    }

    package func readRows(into rows: inout [UInt8]) throws(ImageError) -> Int {
        let wanted = isEnded ? 0 : min(height - nextRow, max(1, Self.bandPixelCount / width))
        let rowByteCount = width * format.channelCount
        var count = 0
        while count < wanted {
            let frameRow = nextRow - frame.top
            let start = rows.count
            if (0..<frame.height).contains(frameRow) {
                let isThere = readRow(frameRow)
                if !isThere, !frame.isInterlaced || frameRow == 0 {
                    (isEnded, isPartial) = (true, true)
                    if frameRow == 0 { throw .noRows(offset: byteCount) }
                    break
                }
                if !isThere { isPartial = true }
                rows.append(contentsOf: repeatElement(0, count: rowByteCount))
                var span = rows.mutableSpan
                var pixels = span._mutatingExtracting((start + frame.left * format.channelCount)...)
                paint(&pixels)
            } else {
                rows.append(contentsOf: repeatElement(0, count: rowByteCount))
            }
            nextRow += 1
            count += 1
        }
        return count
    }

    /// Reads a row's indices; where the file has none, those of the row above remain.
    private func readRow(_ row: Int) -> Bool {
        guard frame.isInterlaced else { return readers[0].read(into: &indices) == indices.count }
        let pass = row % 8 == 0 ? 0 : row % 8 == 4 ? 1 : row % 4 == 2 ? 2 : 3
        return readers[pass].read(into: &indices) == indices.count
    }

    private func paint(_ pixels: inout MutableSpan<UInt8>) {
        let step = format.channelCount
        let colours = palette
        let palette = colours.span
        // With the count known, the compiler drops the checks of indices.
        precondition(palette.count == 256)
        // A local span stays in registers.
        var pixels = pixels._mutatingExtracting(...)
        var target = 0
        for index in indices {
            pixels.store(pixel: palette[Int(index)], channelCount: step, at: target)
            target &+= step
        }
    }
}
