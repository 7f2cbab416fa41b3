// Decodes Radiance HDR files: three mantissas and a common exponent, in runs (Greg Ward, "Radiance File Formats").

import Metadata
import Pixels

/// Decodes a Radiance picture's rows; light from 0 to 1 is shown, or what a window shows.
///
/// Rows are stored from the top in all files of today; those of other orders are refused or mirrored.
struct RadianceReader: DeepRowReader {
    /// A row of 2¹⁵ equal pixels takes 4 + 4 × 2 × 258 bytes.
    private static let pixelsPerByte = 64
    /// Rows of these widths may be in runs of each channel.
    private static let runWidths = 8...0x7FFF

    let width: Int
    let height: Int
    let format = PixelFormat.rgb
    /// A pixel of 32 bits stands for three floats.
    let samples: DeepSamples? = .light(bits: 32)

    private let levels: LightLevels
    private let header: RadianceHeader
    private var reader: BlockReader
    /// The bytes of a row, by channel.
    private var row: [[UInt8]]

    /// Reads the header; throws `ImageError` where the file is no such picture, or of an unsupported kind.
    init(_ source: ByteSource, window: SampleWindow?, tally: SampleTally?) throws(ImageError) {
        levels = LightLevels(window, tally)
        header = try RadianceHeader(of: source)
        (width, height) = (header.width, header.height)
        guard !header.isBottomUp else { throw .unsupported("a Radiance picture with its lowest row first") }
        try ClaimedSize.check(
            header, "Radiance HDR", in: source, pixelsPerByte: Self.pixelsPerByte, offset: header.dataOffset)
        reader = BlockReader(source, offset: header.dataOffset)
        row = [[UInt8]](repeating: [UInt8](repeating: 0, count: width), count: 4)
    }

    /// What a mantissa is multiplied with, by exponent.
    private static let scales: [Float] = (0..<256).map { exponent in
        exponent == 0 ? 0 : Float(sign: .plus, exponent: exponent - 136, significand: 1)
    }

    mutating func read(_ index: Int, into pixels: inout MutableSpan<UInt8>, at start: Int) -> Bool {
        guard readRow() else { return false }
        for column in 0..<width {
            let from = header.isMirrored ? width - 1 - column : column
            let scale = Self.scales[Int(row[3][from])]
            for channel in 0..<3 {
                pixels[start + 3 * column + channel] = levels.sample(
                    of: Float(row[channel][from]) * scale, channel: channel)
            }
        }
        return true
    }

    private mutating func readRow() -> Bool {
        guard let first = pixel() else { return false }
        // 2, 2 and the width say that runs of each channel follow.
        if Self.runWidths.contains(width), first.0 == 2, first.1 == 2, first.2 < 128 {
            guard Int(first.2) << 8 | Int(first.3) == width else { return false }
            return (0..<4).allSatisfy { readRuns(of: $0) }
        }
        return readPixels(from: first)
    }

    private mutating func pixel() -> (UInt8, UInt8, UInt8, UInt8)? {
        guard let red = reader.next(), let green = reader.next(), let blue = reader.next(), let scale = reader.next()
        else { return nil }
        return (red, green, blue, scale)
    }

    /// Reads whole pixels; 1, 1 and 1 repeat the pixel before, as often as the fourth byte says.
    private mutating func readPixels(from first: (UInt8, UInt8, UInt8, UInt8)) -> Bool {
        var (column, shift, next) = (0, 0, first)
        while true {
            if (next.0, next.1, next.2) == (1, 1, 1), column > 0 {
                let end = column + Int(next.3) << shift
                guard end <= width else { return false }
                for target in column..<end {
                    for channel in 0..<4 { row[channel][target] = row[channel][column - 1] }
                }
                (column, shift) = (end, min(shift + 8, 24))
            } else {
                (row[0][column], row[1][column], row[2][column], row[3][column]) = next
                (column, shift) = (column + 1, 0)
            }
            if column == width { return true }
            guard let another = pixel() else { return false }
            next = another
        }
    }

    private mutating func readRuns(of channel: Int) -> Bool {
        var column = 0
        while column < width {
            guard let head = reader.next() else { return false }
            let count = head > 128 ? Int(head) - 128 : Int(head)
            guard count > 0, column + count <= width else { return false }
            if head > 128 {
                guard let byte = reader.next() else { return false }
                for target in column..<column + count { row[channel][target] = byte }
            } else {
                for target in column..<column + count {
                    guard let byte = reader.next() else { return false }
                    row[channel][target] = byte
                }
            }
            column += count
        }
        return true
    }
}
