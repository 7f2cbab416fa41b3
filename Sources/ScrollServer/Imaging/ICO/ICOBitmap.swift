// Converts the BMP in an icon to a BMP file and the mask below its rows.

import Metadata
import Pixels

/// A picture of an icon as a BMP file.
struct ICOBitmap {
    private static let (fileHeaderByteCount, infoHeaderByteCount) = (14, 40)
    /// Bytes searched at once for alpha.
    private static let blockByteCount = 1 << 18

    let file: ByteSource
    /// The transparency mask; nil where pixels have alpha.
    let mask: ICOMask?

    /// Reads the picture's header; throws `ImageError` where its format is not used in icons.
    init(_ source: ByteSource, _ directory: ICODirectory) throws(ImageError) {
        let start = directory.bytes.lowerBound
        let fixed = source.bytes(at: start, count: Self.infoHeaderByteCount)
        func number(_ offset: Int) -> Int { fixed[offset..<offset + 4].littleEndianNumber }
        guard fixed.count == Self.infoHeaderByteCount else {
            throw .damaged("the file ends inside its header", offset: start + fixed.count)
        }
        let (length, compression) = (number(0), number(16))
        // BI_RGB, and samples given by masks.
        guard [0, 3, 6].contains(compression) else {
            throw .unsupported("an icon with compression \(compression)")
        }
        // The file may have changed since the directory was read.
        guard length >= Self.infoHeaderByteCount, BMPProbe.lengths.contains(length) else {
            throw .damaged("a header of \(length) bytes", offset: start)
        }
        let header = source.bytes(at: start, count: length)
        guard header.count == length else {
            throw .damaged("the file ends inside its header", offset: start + header.count)
        }
        let isTopDown = fixed[11] & 0x80 != 0
        let height = Self.bytes(isTopDown ? -directory.height : directory.height)
        // Without an offset, the pixels follow the palette.
        let fileHeader = [UInt8]("BM".utf8) + [UInt8](repeating: 0, count: Self.fileHeaderByteCount - 2)
        let rest = start + length..<max(start + length, directory.bytes.upperBound)
        let plain = source.part(rest, behind: fileHeader + header[..<8] + height + header[12...])
        let layout = try BMPHeader(plain)
        let pixelsEnd = layout.dataOffset + layout.stride * layout.height
        let maskInPlain = ICOMask(
            file: plain, offset: pixelsEnd, width: layout.width, height: layout.height, isTopDown: isTopDown)
        guard layout.bitsPerPixel == 32, compression == 0 else {
            (file, mask) = (plain, layout.hasAlpha ? nil : maskInPlain)
            return
        }
        guard Self.hasAlpha(plain, layout.dataOffset..<pixelsEnd) else {
            (file, mask) = (plain, maskInPlain)
            return
        }
        // In an icon the highest byte is alpha, which a BMP must declare: BI_ALPHABITFIELDS with four masks.
        let masks = [0xFF_0000, 0xFF00, 0xFF, 0xFF00_0000].flatMap { Self.bytes($0) }
        let withAlphaMasks =
            fileHeader + Self.bytes(Self.infoHeaderByteCount) + header[4..<8] + height + header[12..<16] + Self.bytes(6)
            + header[20..<Self.infoHeaderByteCount] + masks
        (file, mask) = (source.part(rest, behind: withAlphaMasks), nil)
    }

    private static func bytes(_ number: Int) -> [UInt8] {
        (0..<4).map { UInt8(truncatingIfNeeded: number >> ($0 * 8)) }
    }

    /// Whether any 32-bit pixel has a non-zero highest byte.
    private static func hasAlpha(_ file: ByteSource, _ pixels: Range<Int>) -> Bool {
        var offset = pixels.lowerBound
        while offset < pixels.upperBound {
            let block = file.bytes(at: offset, count: min(blockByteCount, pixels.upperBound - offset))
            if block.isEmpty { return false }
            for index in stride(from: 3, to: block.count, by: 4) where block[index] != 0 { return true }
            offset += block.count
        }
        return false
    }
}

/// The AND mask of an icon: a bit per pixel, 1 where transparent, in rows of whole 32-bit words.
struct ICOMask {
    let file: ByteSource
    /// File offset of the mask.
    let offset: Int
    /// In pixels.
    let width: Int
    let height: Int
    let isTopDown: Bool

    /// Makes the masked pixels of some rows transparent.
    ///
    /// - Parameters:
    ///   - rows: red, green, blue and alpha, from `start` on.
    ///   - start: index of the first of the rows' bytes.
    ///   - row: the first of these rows in the picture, from the top.
    ///   - count: the number of rows.
    /// - Returns: whether all of the mask is in the file.
    func apply(to rows: inout [UInt8], from start: Int, row: Int, count: Int) -> Bool {
        let stride = (width + 31) / 32 * 4
        let first = isTopDown ? row : height - row - count
        let bits = file.bytes(at: offset + first * stride, count: count * stride)
        for index in 0..<count {
            let rowStart = (isTopDown ? index : count - 1 - index) * stride
            guard rowStart + stride <= bits.count else { continue }
            for column in 0..<width where bits[rowStart + column / 8] >> UInt8(7 - column % 8) & 1 == 1 {
                rows[start + (index * width + column) * 4 + 3] = 0
            }
        }
        return bits.count == count * stride
    }
}
