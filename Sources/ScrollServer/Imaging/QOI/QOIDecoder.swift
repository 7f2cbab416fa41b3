// Decodes QOI files from the top, some rows at a time (qoiformat.org, specification 1.0).

import Metadata
import Pixels

typealias QOIDecoder = RowByRowDecoder<QOIReader>

/// Decodes a QOI's rows; damage cannot be detected in the pixels.
struct QOIReader: RowReader {
    /// A one-byte run encodes up to 62 pixels.
    private static let pixelsPerByte = 62

    let width: Int
    let height: Int
    let format: PixelFormat

    private var reader: BlockReader
    // Pixels are words of red (the lowest byte), green, blue and alpha.
    private var pixel: UInt32 = 0xFF00_0000
    /// How many more times `pixel` is repeated.
    private var run = 0
    private var seen = [UInt32](repeating: 0, count: 64)

    /// Reads the header; throws `ImageError` where the file is no QOI, or claims more than it can contain.
    init(_ source: ByteSource) throws(ImageError) {
        let header = try QOIHeader(of: source)
        try ClaimedSize.check(header, "QOI", in: source, pixelsPerByte: Self.pixelsPerByte, offset: 4)
        (width, height, format) = (header.width, header.height, header.hasAlpha ? .rgba : .rgb)
        reader = BlockReader(source, offset: QOIHeader.byteCount)
    }

    mutating func read(_ row: Int, into pixels: inout MutableSpan<UInt8>, at start: Int) -> Bool {
        let step = format.channelCount
        // A local span stays in registers.
        var pixels = pixels._mutatingExtracting(start..<start + width * step)
        var target = 0
        for _ in 0..<width {
            if run > 0 {
                run -= 1
            } else if !readChunk() {
                return false
            }
            pixels.store(pixel: pixel, channelCount: step, at: target)
            target += step
        }
        return true
    }

    /// Reads the next chunk into `pixel`, and the number of its further repetitions into `run`.
    ///
    /// - Returns: false at the end of the file.
    private mutating func readChunk() -> Bool {
        guard let tag = byte() else { return false }
        switch tag {
        case 0xFE, 0xFF:
            guard let red = byte(), let green = byte(), let blue = byte() else { return false }
            var alpha = pixel >> 24
            if tag == 0xFF {
                guard let stored = byte() else { return false }
                alpha = stored
            }
            pixel = red | green << 8 | blue << 16 | alpha << 24
        case 0xC0...: run = Int(tag & 0x3F)
        case 0x80...:
            guard let second = byte() else { return false }
            let green = tag & 0x3F &- 32
            add(green &+ second >> 4 &- 8, green, green &+ second & 0xF &- 8)
        case 0x40...: add(tag >> 4 & 3 &- 2, tag >> 2 & 3 &- 2, tag & 3 &- 2)
        default: pixel = seen[Int(tag)]
        }
        let sums = (pixel & 0xFF) * 3 + (pixel >> 8 & 0xFF) * 5 + (pixel >> 16 & 0xFF) * 7 + (pixel >> 24) * 11
        seen[Int(sums & 63)] = pixel
        return true
    }

    /// Adds to each colour of the pixel, modulo 256; only the lowest byte of each number counts.
    private mutating func add(_ red: UInt32, _ green: UInt32, _ blue: UInt32) {
        let (red, green) = ((pixel &+ red) & 0xFF, (pixel >> 8 &+ green) & 0xFF)
        let blue = (pixel >> 16 &+ blue) & 0xFF
        pixel = red | green << 8 | blue << 16 | pixel & 0xFF00_0000
    }

    private mutating func byte() -> UInt32? { reader.next().map { UInt32($0) } }
}
