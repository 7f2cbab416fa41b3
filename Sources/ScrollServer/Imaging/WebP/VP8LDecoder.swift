// Decodes a lossless WebP, or the alpha of a lossy one, a row at a time (RFC 9649 §3).

import Pixels

/// Decodes rows of pixels, 0xAARRGGBB.
///
/// Memory: a window of at most 4 MiB, a few rows, the code tables, and for each transform or entropy image one to four
/// bytes per block of at least 16 pixels, at most 16 MiB each.
final class VP8LDecoder {
    let width: Int
    let height: Int
    /// Whether the file declares that some pixels are transparent.
    let hasAlpha: Bool

    private var pixels: VP8LPixels
    /// In the order in which the encoder applied them.
    private let transforms: [VP8LTransform]
    /// The pixels of the row read last.
    private(set) var row: [UInt32]

    private static let blockByteCount = 1 << 16
    private static let headerByteCount = 5

    /// Why no more rows can be decoded; nil while they can.
    var failure: ImageError? { pixels.failure }

    /// Decodes the contents of a `VP8L` chunk.
    convenience init(_ source: ByteSource, range: Range<Int>) throws(ImageError) {
        let bytes = source.bytes(at: range.lowerBound, count: min(Self.headerByteCount, range.count))
        guard bytes.count == Self.headerByteCount else {
            throw .damaged("the file ends inside its header", offset: range.lowerBound + bytes.count)
        }
        guard bytes[0] == 0x2F else { throw .damaged("a WebP without its signature", offset: range.lowerBound) }
        let header = bytes[1...].reversed().reduce(0) { $0 << 8 | Int($1) }
        guard header >> 29 == 0 else { throw .unsupported("lossless WebP of version \(header >> 29)") }
        try self.init(
            source, range: range.lowerBound + Self.headerByteCount..<range.upperBound,
            width: header & 0x3FFF + 1, height: header >> 14 & 0x3FFF + 1, hasAlpha: header >> 28 & 1 == 1)
    }

    /// Decodes a stream without a header, as used for alpha.
    init(_ source: ByteSource, range: Range<Int>, width: Int, height: Int, hasAlpha: Bool) throws(ImageError) {
        self.width = width
        self.height = height
        self.hasAlpha = hasAlpha
        var input = VP8LInput(WebPBytes(source, range: range, blockByteCount: Self.blockByteCount))
        var transforms: [VP8LTransform] = []
        var codedWidth = width
        var seen = 0
        while input.flag() {
            let kind = input.read(2)
            guard seen & 1 << kind == 0 else { throw input.damaged("the same transform twice") }
            seen |= 1 << kind
            switch kind {
            case 0:
                let blockBitCount = input.read(3) + 2
                var modes: [UInt8] = []
                try Self.readBlocks(&input, codedWidth, height, blockBitCount, byteCount: 1) {
                    modes.append(UInt8(truncatingIfNeeded: $0 >> 8 & 15))
                }
                transforms.append(
                    .prediction(VP8LPrediction(width: codedWidth, blockBitCount: blockBitCount, modes: modes)))
            case 1:
                let blockBitCount = input.read(3) + 2
                var factors: [UInt32] = []
                try Self.readBlocks(&input, codedWidth, height, blockBitCount, byteCount: 4) { factors.append($0) }
                transforms.append(
                    .colour(VP8LColourTransform(width: codedWidth, blockBitCount: blockBitCount, factors: factors)))
            case 2: transforms.append(.subtractGreen)
            default:
                let palette = VP8LPalette(width: codedWidth, colours: try Self.readColours(&input))
                codedWidth = palette.codedWidth
                transforms.append(.palette(palette))
            }
            try input.check()
        }
        self.transforms = transforms
        pixels = try VP8LPixels(input, width: codedWidth, height: height, isMain: true)
        row = [UInt32](repeating: 0, count: width)
    }

    /// Reads an image of one pixel per block, and keeps `byteCount` bytes of each pixel.
    private static func readBlocks(
        _ input: inout VP8LInput, _ width: Int, _ height: Int, _ blockBitCount: Int, byteCount: Int,
        _ body: (UInt32) -> Void
    ) throws(ImageError) {
        let columns = VP8LPixels.blockCount(width, blockBitCount)
        let rows = VP8LPixels.blockCount(height, blockBitCount)
        try VP8LPixels.checkBlocks(columns, rows, byteCount: byteCount)
        var image = try VP8LPixels(input, width: columns, height: rows, isMain: false)
        try image.readAll(body)
        input = image.input
    }

    /// Reads the colours of a palette, each stored as the difference from the one before.
    private static func readColours(_ input: inout VP8LInput) throws(ImageError) -> [UInt32] {
        let count = input.read(8) + 1
        var image = try VP8LPixels(input, width: count, height: 1, isMain: false)
        var colours: [UInt32] = []
        var last: UInt32 = 0
        try image.readAll { difference in
            let high = (last & 0xFF00_FF00) &+ (difference & 0xFF00_FF00)
            let low = (last & 0x00FF_00FF) &+ (difference & 0x00FF_00FF)
            last = high & 0xFF00_FF00 | low & 0x00FF_00FF
            colours.append(last)
        }
        input = image.input
        return colours
    }

    /// Decodes the next row into `row`.
    ///
    /// - Returns: false where there is none, or the data ends before the row does.
    func readRow() -> Bool {
        guard pixels.readRow(into: &row) else { return false }
        for transform in transforms.reversed() { transform.undo(&row) }
        return true
    }
}
