// Decodes the rows of OpenEXR files (OpenEXR, "File Layout").

import Metadata
import Pixels
import Tiling

/// Decodes an OpenEXR picture's rows within its display window; light from 0 to 1 is shown, or what a sample window
/// shows.
///
/// Pixels outside of the data window are 0 in all channels, so they are black, and transparent where there is alpha.
struct OpenEXRReader: DeepRowReader {
    /// Deflate makes at most 1,032 bytes of one, and a pixel has two bytes or more.
    private static let pixelsPerByte = 512
    /// Most bytes of the pixels of a row of chunks.
    private static let bandByteLimit = 1 << 26
    /// Missing chunks are only looked for in files of at most this many chunks.
    private static let chunkLimit = 1 << 16

    let width: Int
    let height: Int
    let isCut: Bool
    let profile: [UInt8]?
    var format: PixelFormat { lines.format }
    var samples: DeepSamples? { .light(bits: lines.bits) }

    private let display: OpenEXRWindow
    private let data: OpenEXRWindow
    private let hasAlpha: Bool
    private var chunks: OpenEXRChunks
    private var lines: OpenEXRSamples
    /// The pixels of a row of chunks in the columns that both windows have, and which row of chunks it is.
    private var band: [UInt8] = []
    private var bandRow = -1
    private let columns: Range<Int>

    /// Reads the header; throws `ImageError` where the file is no OpenEXR picture, or of a kind that is not decoded.
    init(_ source: ByteSource, window: SampleWindow?, tally: SampleTally?) throws(ImageError) {
        var reader = HeaderReader(source)
        let header = try OpenEXRHeader(&reader)
        (display, data) = (header.displayWindow, header.dataWindow)
        (width, height) = (display.width, display.height)
        try ClaimedSize.checkRow(width, "OpenEXR")
        try ClaimedSize.check(
            width, height, fileByteCount: source.count, pixelsPerByte: Self.pixelsPerByte, offset: 8)
        var chunks = try OpenEXRChunks(header, source)
        let present = chunks.presentCount(limit: Self.chunkLimit)
        isCut = present != nil
        guard present != 0 else { throw .noRows(offset: source.count) }
        columns = (display.minX..<display.maxX + 1).clamped(to: data.minX..<data.maxX + 1)
        lines = OpenEXRSamples(header, width: columns.count, isCut: isCut, levels: LightLevels(window, tally))
        hasAlpha = lines.hasAlpha
        profile = lines.profile
        let bandByteCount = columns.count * chunks.area(of: 0).height * lines.format.channelCount
        guard bandByteCount <= Self.bandByteLimit else {
            throw .tooLarge("an OpenEXR picture with rows of tiles of \(bandByteCount >> 20) MiB is too large")
        }
        self.chunks = chunks
    }

    mutating func read(_ row: Int, into pixels: inout MutableSpan<UInt8>, at start: Int) -> Bool {
        let step = format.channelCount
        if isCut, !hasAlpha {
            for column in 0..<width { pixels[start + column * step + step - 1] = 255 }
        }
        let y = display.minY + row
        guard (data.minY...data.maxY).contains(y), !columns.isEmpty else { return true }
        let chunkRow = chunks.row(of: y)
        if chunkRow != bandRow, !readBand(chunkRow) { return false }
        let rowByteCount = columns.count * step
        let from = (y - chunks.area(of: chunkRow * chunks.across).minY) * rowByteCount
        let target = start + (columns.lowerBound - display.minX) * step
        pixels.copy(band.span, from..<from + rowByteCount, to: target)
        return true
    }

    /// Decodes a row of chunks; false where one is missing that should be there.
    private mutating func readBand(_ row: Int) -> Bool {
        let step = format.channelCount
        let rowByteCount = columns.count * step
        let first = row * chunks.across
        bandRow = row
        let byteCount = chunks.area(of: first).height * rowByteCount
        band.removeAll(keepingCapacity: true)
        for index in first..<first + chunks.across {
            let area = chunks.area(of: index)
            let shared = columns.clamped(to: area.minX..<area.maxX + 1)
            guard !shared.isEmpty else { continue }
            guard let bytes = chunks.bytes(of: index) else {
                // Of a file that was cut, the missing parts are transparent.
                if isCut { continue }
                return false
            }
            if band.isEmpty { band.append(contentsOf: repeatElement(0, count: byteCount)) }
            let place = (shared.lowerBound - columns.lowerBound) * step
            lines.write(bytes, of: area, columns: shared, to: &band) { y in
                (y - area.minY) * rowByteCount + place
            }
        }
        if band.isEmpty { band.append(contentsOf: repeatElement(0, count: byteCount)) }
        return true
    }

    /// Returns the approximate bytes of memory that decoding takes: a chunk of four floats three times, and its pixels.
    static func byteEstimate(width: Int, height: Int) -> Int {
        2 << 20 + min(width, ClaimedSize.rowByteLimit / 4) * 32 * (3 * 16 + 4)
    }
}
