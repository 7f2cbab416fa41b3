// Decodes PBM, PGM, PPM and PAM files from the top, some rows at a time.

import Metadata
import Pixels

typealias PNMDecoder = RowByRowDecoder<PNMReader>

/// Decodes the rows of the first picture of a PNM; samples are taken for sRGB, as in other viewers.
///
/// Malformed numbers count as the file's end.
struct PNMReader: DeepRowReader {
    /// A byte encodes up to eight pixels.
    private static let pixelsPerByte = 8

    let width: Int
    let height: Int
    var format: PixelFormat { header.format }
    var samples: DeepSamples? {
        header.hasDeepSamples
            ? DeepSamples(bits: 16, kind: .unsigned, greatest: Double(header.maximum)) : nil
    }

    private let header: PNMHeader
    private var rows: StoredRows
    private var plain: PNMPlainReader?
    /// Maps each sample value to 8 bits; empty where they are equal.
    private let levels: [UInt8]
    private let tally: SampleTally?

    /// Reads the header; throws `ImageError` where the file is no PNM, or claims more than it can contain.
    init(_ source: ByteSource, window: SampleWindow?, tally: SampleTally?) throws(ImageError) {
        self.tally = tally
        header = try PNMHeader(of: source)
        try ClaimedSize.check(header, "PNM", in: source, pixelsPerByte: Self.pixelsPerByte, offset: 3)
        (width, height) = (header.width, header.height)
        rows = StoredRows(source, offset: header.dataOffset, stride: header.stride)
        let maximum = header.maximum
        switch header.storage {
        case .plainBits: levels = [255, 0]
        case .bits: levels = []
        case .plainNumbers, .numbers:
            if let window, header.hasDeepSamples {
                levels = SampleLevels(window).table(upTo: maximum)
            } else {
                levels =
                    maximum == 255
                    ? [] : (0...maximum).map { UInt8(truncatingIfNeeded: ($0 * 255 + maximum / 2) / maximum) }
            }
        }
        if header.storage == .plainBits || header.storage == .plainNumbers { plain = PNMPlainReader(header, source) }
    }

    mutating func read(_ row: Int, into pixels: inout MutableSpan<UInt8>, at start: Int) -> Bool {
        let sampleCount = width * format.channelCount
        // A local span stays in registers.
        var pixels = pixels._mutatingExtracting(start..<start + sampleCount)
        if plain != nil {
            for index in 0..<sampleCount {
                guard let sample = plain?.sample() else { return false }
                tally?.add(Int(sample), channel: index % format.channelCount)
                pixels[index] = level(Int(sample))
            }
            return true
        }
        guard let from = rows.place(of: row, byteCount: header.stride) else { return false }
        let stored = rows.bytes.span.extracting(from..<from + header.stride)
        switch header.storage {
        case .bits:
            for column in 0..<width {
                pixels[column] = stored[column / 8] >> UInt8(7 - column % 8) & 1 == 1 ? 0 : 255
            }
        case _ where header.maximum > 255:
            for index in 0..<sampleCount {
                let sample = Int(stored[2 * index]) << 8 | Int(stored[2 * index + 1])
                tally?.add(sample, channel: index % format.channelCount)
                pixels[index] = level(sample)
            }
        case _ where levels.isEmpty: pixels.copy(stored, 0..<sampleCount, to: 0)
        default: for index in 0..<sampleCount { pixels[index] = level(Int(stored[index])) }
        }
        return true
    }

    private func level(_ sample: Int) -> UInt8 {
        levels.isEmpty ? UInt8(truncatingIfNeeded: min(sample, 255)) : levels[min(sample, levels.count - 1)]
    }
}
