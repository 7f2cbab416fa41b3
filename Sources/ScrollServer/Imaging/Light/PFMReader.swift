// Decodes PFM files: rows of floats, the lowest first.

import Metadata
import Pixels

/// Decodes a PFM's rows; light from 0 to 1 is shown, or what a window shows.
struct PFMReader: DeepRowReader {
    let width: Int
    let height: Int
    let format: PixelFormat
    let samples: DeepSamples? = .light(bits: 32)

    private let levels: LightLevels
    private let header: PFMHeader
    private let source: ByteSource
    /// Rows that are in the file: the highest are stored last.
    private let storedRowCount: Int
    var isCut: Bool { storedRowCount < height }
    private var sampleCount: Int { width * (header.isGray ? 1 : 3) }

    /// Reads the header; throws `ImageError` where the file is no PFM, or far too short.
    init(_ source: ByteSource, window: SampleWindow?, tally: SampleTally?) throws(ImageError) {
        levels = LightLevels(window, tally)
        header = try PFMHeader(of: source)
        try ClaimedSize.check(header, "PFM", in: source, pixelsPerByte: 1, offset: 2)
        (width, height, self.source) = (header.width, header.height, source)
        storedRowCount = min(height, (source.count - header.dataOffset) / (width * (header.isGray ? 4 : 12)))
        let isCut = storedRowCount < height
        format = header.isGray ? isCut ? .grayAlpha : .gray : isCut ? .rgba : .rgb
        guard storedRowCount > 0 else { throw .noRows(offset: source.count) }
    }

    mutating func read(_ row: Int, into pixels: inout MutableSpan<UInt8>, at start: Int) -> Bool {
        let inFile = height - 1 - row
        // Of a file that was cut the highest rows are missing.
        guard inFile < storedRowCount else { return true }
        let stored = source.bytes(at: header.dataOffset + inFile * sampleCount * 4, count: sampleCount * 4)
        guard stored.count == sampleCount * 4 else { return false }
        let (step, colours) = (format.channelCount, header.isGray ? 1 : 3)
        for index in 0..<sampleCount {
            let bytes = stored[4 * index..<4 * index + 4]
            let word = header.isLittleEndian ? bytes.littleEndianNumber : bytes.bigEndianNumber
            let channel = index % colours
            pixels[start + index / colours * step + channel] = levels.sample(
                of: Float(bitPattern: UInt32(truncatingIfNeeded: word)), channel: channel)
        }
        if format.hasAlpha { for column in 0..<width { pixels[start + column * step + step - 1] = 255 } }
        return true
    }
}
