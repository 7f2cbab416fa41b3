// Decodes the first image of GIF files from the top, some rows at a time (GIF89a).

/// Decodes a GIF's logical screen with its first image on it, transparent elsewhere.
///
/// The rows of an interlaced image are stored in four passes. Four readers decode them, one per pass; the first three
/// passes are decoded in advance to find where each pass begins. Damage before the first row is thrown; damage after
/// that ends the rows early, or repeats rows of an interlaced image, and sets `isPartial`.
///
/// Not thread-safe: one task at a time may use a decoder.
package final class GIFDecoder: RowSource {
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
    /// Red, green, blue and alpha by index.
    private let palette: [UInt8]
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
    private static func palette(_ colours: [UInt8], transparent: Int?) -> [UInt8] {
        var palette = [UInt8](repeating: 0, count: 4 * 256)
        for index in 0..<256 where index != transparent {
            if colours.isEmpty {
                let shade = UInt8(truncatingIfNeeded: index)
                palette.replaceSubrange(4 * index..<4 * index + 4, with: [shade, shade, shade, 255])
            } else if 3 * index + 3 <= colours.count {
                palette.replaceSubrange(4 * index..<4 * index + 3, with: colours[3 * index..<3 * index + 3])
                palette[4 * index + 3] = 255
            }
        }
        return palette
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
                    if frameRow == 0 {
                        throw .damaged("the picture's data ends before its first row", offset: byteCount)
                    }
                    break
                }
                if !isThere { isPartial = true }
                rows.append(contentsOf: repeatElement(0, count: rowByteCount))
                unsafe rows.withUnsafeMutableBytes {
                    unsafe paint(
                        UnsafeMutableRawBufferPointer(rebasing: $0[start + frame.left * format.channelCount..<$0.count])
                    )
                }
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

    private func paint(_ pixels: UnsafeMutableRawBufferPointer) {
        let step = format.channelCount
        precondition(pixels.count >= indices.count * step)
        unsafe palette.withUnsafeBytes { palette in
            var target = 0
            // Four bytes at a time: the next pixel overwrites the fourth byte of a three-byte pixel.
            for index in indices.dropLast() {
                unsafe pixels.storeBytes(
                    of: palette.loadUnaligned(fromByteOffset: 4 &* Int(index), as: UInt32.self), toByteOffset: target,
                    as: UInt32.self)
                target &+= step
            }
            let last = 4 * Int(indices.last ?? 0)
            for channel in 0..<step where target + channel < pixels.count {
                unsafe pixels[target + channel] = unsafe palette[last + channel]
            }
        }
    }
}
