// Decodes PNG files from the top, some rows at a time (W3C PNG, third edition).

import Metadata
import Pixels
import Platform

/// Decodes a PNG's rows: 8 bits per sample, transparency applied, in the file's own colours.
///
/// For an animated PNG this is the default image. Damage before the first row is thrown; damage or the file's end after
/// that ends the rows early and sets `isPartial`. Checksums of unused chunks are not checked.
package final class PNGDecoder: RowSource {
    /// Limits beyond which a picture is refused, or kept in a file.
    package struct Limits: Sendable {
        /// Bytes of one row, stored and decoded; about seven rows are held at a time.
        var rowByteCount = 1 << 23
        /// Most bytes of a decoded interlaced picture kept in memory.
        package var interlacedByteCount: Int

        package init(interlacedByteCount: Int = 1 << 28) { self.interlacedByteCount = interlacedByteCount }
    }

    let header: PNGHeader
    package var width: Int { header.width }
    package var height: Int { header.height }
    package var format: PixelFormat { expander.format }
    package private(set) var isPartial = false

    /// ICC profile of the colours; nil for sRGB.
    package let profile: [UInt8]?

    private let expander: PNGRowExpander
    private var data: PNGImageData
    private var inflater: Inflater
    private var rowsGiven = 0
    private var isAtEnd = false
    /// Why the data ended early; nil if it did not.
    private var failure: ImageError?
    private let pixelByteCount: Int
    /// Most inflated bytes held.
    private let outputByteCount: Int
    /// The samples of the row above, as stored in the file.
    private var prior: [UInt8]
    private var line: [UInt8]
    /// The whole picture, if it is interlaced; nil before the first row and after the last.
    private var picture: PNGCanvas?
    private let limits: Limits
    private let scratch: DecodingScratch?
    /// Counts the samples of 16 bits, set before the first rows are read; nil to count none.
    package var tally: SampleTally?

    /// Reads the chunks before the image data.
    ///
    /// - Parameters:
    ///   - source: the file.
    ///   - limits: limits of rows and memory.
    ///   - scratch: where an interlaced picture too large for memory is kept; nil for nowhere.
    ///   - refines: whether 16-bit samples that need more than 8 bits get another curve and profile: see `FineSamples`.
    ///   - window: the window on 16-bit samples, instead; nil for all of their range.
    /// - Throws: `ImageError` when the file is no PNG, is damaged there, or exceeds the limits.
    package init(
        source: ByteSource, limits: Limits = Limits(), scratch: DecodingScratch? = nil, refines: Bool = false,
        window: SampleWindow? = nil
    ) throws(ImageError) {
        self.limits = limits
        self.scratch = scratch
        header = try PNGHeader(source)
        let rowByteCount = header.rowByteCount(width: header.width)
        let (pixelCount, overflow) = header.width.multipliedReportingOverflow(by: header.height)
        guard !overflow, rowByteCount <= limits.rowByteCount else {
            throw .tooLarge("the picture claims \(header.width) × \(header.height) pixels, more than the limit")
        }
        let chunks = try PNGLeadingChunks(source, header: header)
        let isGray = header.colorType == .gray || header.colorType == .grayAlpha
        let window = header.bitDepth == 16 ? window.map { SampleLevels($0).table(upTo: 65_535) } : nil
        let toneMapping = window == nil ? chunks.colour.toneMapping : nil
        let fine =
            refines && window == nil && header.bitDepth == 16 && toneMapping == nil
            ? FineSamples(chunks.colour.profile, isGray: isGray) : nil
        if let toneMapping {
            profile = isGray ? nil : toneMapping.profile
        } else {
            profile = fine == nil ? chunks.colour.profile : fine?.profile
        }
        expander = PNGRowExpander(
            header, palette: chunks.palette, transparency: chunks.transparency,
            fine: window.map { [$0] } ?? fine?.levels,
            toneMapping: toneMapping)
        guard header.width * expander.format.channelCount <= limits.rowByteCount else {
            throw .tooLarge("a row of \(header.width) pixels is more than the limit")
        }
        // DEFLATE expands one byte to at most 1,032 (258 bytes per 2 bits): a shorter file cannot hold its first row.
        guard rowByteCount / 1032 <= source.count else {
            throw .damaged("the file is too short for its width", offset: source.count)
        }
        // A truncated file may hold a part of its rows. One too short for a quarter claims rows that never existed.
        guard Self.claimedByteCount(header) / 1032 / 4 <= source.count else {
            throw .damaged("the file is too short for its size", offset: source.count)
        }
        if header.isInterlaced {
            guard pixelCount * header.pixelBitCount / 8 / 1032 <= source.count else {
                throw .damaged("the file is too short for its size", offset: source.count)
            }
        }
        data = PNGImageData(source, chunkOffset: chunks.imageDataOffset, byteCount: chunks.imageDataByteCount)
        pixelByteCount = (header.pixelBitCount + 7) / 8
        prior = [UInt8](repeating: 0, count: rowByteCount)
        line = prior
        let claim = Self.claimedByteCount(header)
        outputByteCount = max(min(1 << 18, claim), 2 * rowByteCount + 2)
        inflater = Inflater(limit: claim, outputByteCount: outputByteCount)
    }

    /// Returns the bytes of all filtered rows; no overflow: at most 2³¹ rows of at most 2²³ bytes.
    private static func claimedByteCount(_ header: PNGHeader) -> Int {
        guard header.isInterlaced else { return (header.rowByteCount(width: header.width) + 1) * header.height }
        return Adam7.passes.reduce(0) { sum, pass in
            let width = pass.width(of: header.width)
            return width == 0 ? sum : sum + (header.rowByteCount(width: width) + 1) * pass.height(of: header.height)
        }
    }

    package var isRestartable: Bool { !header.isInterlaced }

    package func restartPoint() -> RestartPoint? {
        guard !header.isInterlaced, !isAtEnd, rowsGiven < height, let point = inflater.point else { return nil }
        let position = data.position
        return .png(
            PNGRestartPoint(
                row: rowsGiven, offset: position.offset, chunkRemaining: position.chunkRemaining, prior: prior,
                inflater: point))
    }

    package func restart(at point: RestartPoint) -> Bool {
        guard case .png(let point) = point, !header.isInterlaced, (0..<height).contains(point.row),
            point.prior.count == prior.count, point.chunkRemaining >= 0,
            let inflater = Inflater(point.inflater, outputByteCount: outputByteCount)
        else { return false }
        self.inflater = inflater
        data.go(to: (point.offset, point.chunkRemaining))
        prior = point.prior
        rowsGiven = point.row
        return true
    }

    package func readRows(into rows: inout [UInt8]) throws(ImageError) -> Int {
        guard rowsGiven < height, !isPartial || header.isInterlaced else { return 0 }
        if header.isInterlaced { return try readInterlacedRows(into: &rows) }
        let rowByteCount = prior.count
        // Two rows are unfiltered faster together than one after the other.
        fill(atLeast: min(2, height - rowsGiven) * (rowByteCount + 1))
        let available = min(inflater.availableCount / (rowByteCount + 1), height - rowsGiven)
        let count = available > 1 && rowsGiven + available < height ? available & ~1 : available
        let decoded = expander.isPlain ? unfilterRows(count, into: &rows) : expandRows(count, into: &rows)
        rowsGiven += decoded
        inflater.discard(decoded * (rowByteCount + 1))
        if rowsGiven == height {
            checkEnd()
        } else if decoded < max(count, 1) {
            try endEarly()
        }
        return decoded
    }

    private func endEarly() throws(ImageError) {
        isPartial = true
        if rowsGiven == 0 { throw failure ?? .damaged("the image data ends before its first row", offset: data.offset) }
    }

    /// Inflates until `byteCount` bytes are available or the data ends.
    private func fill(atLeast byteCount: Int) {
        while inflater.availableCount < byteCount, !isAtEnd { inflateOnce() }
    }

    private func inflateOnce() {
        do throws(InflateError) {
            switch try inflater.inflate(from: &data) {
            case .output:
                break
            case .limitReached, .finished:
                isAtEnd = true
            case .inputEnded:
                isAtEnd = true
                let text =
                    data.end == .wrongChecksum
                    ? "the image data does not match its checksum" : "the image data ends early"
                failure = .damaged(text, offset: data.offset)
            }
        } catch {
            isAtEnd = true
            failure = .damaged("the image data has \(error.fault.rawValue)", offset: data.offset)
        }
    }

    /// Checks after the last row that the stream ends with the right checksum; reads at most one more piece.
    private func checkEnd() {
        if !isAtEnd { inflateOnce() }
        if failure != nil || data.end == .wrongChecksum { isPartial = true }
    }

    /// Copies rows that need no expansion to `rows` and unfilters them there.
    ///
    /// - Returns: the number of rows before the first one with an unknown filter type.
    private func unfilterRows(_ count: Int, into rows: inout [UInt8]) -> Int {
        let rowByteCount = prior.count
        let start = rows.count
        var types: [UInt8] = []
        var raw = inflater.available
        for _ in 0..<count {
            guard let type = raw.popFirst(), isFilterType(type) else { break }
            types.append(type)
            rows.append(contentsOf: raw.prefix(rowByteCount))
            raw = raw.dropFirst(rowByteCount)
        }
        var span = rows.mutableSpan
        var bytes = span._mutatingExtracting(start...)
        var above = prior.mutableSpan
        var index = 0
        while index < types.count {
            let isPair = types[index] == 4 && index + 1 < types.count && types[index + 1] == 4
            let next = index + (isPair ? 2 : 1)
            var band = bytes._mutatingExtracting((index * rowByteCount)..<(next * rowByteCount))
            if isPair {
                PNGUnfilter.applyPaeth(&band, prior: above.span, pixelByteCount: pixelByteCount)
            } else {
                PNGUnfilter.apply(types[index], row: &band, prior: above.span, pixelByteCount: pixelByteCount)
            }
            // Only the types 2...4 look at the row above.
            if next == types.count || types[next] > 1 {
                above.copy(band.span, (band.count - rowByteCount)..<band.count, to: 0)
            }
            index = next
        }
        return types.count
    }

    private func isFilterType(_ type: UInt8) -> Bool {
        if type <= 4 { return true }
        failure = .damaged("there is no filter type \(type)", offset: data.offset)
        isAtEnd = true
        return false
    }

    private func expandRows(_ count: Int, into rows: inout [UInt8]) -> Int {
        let outputByteCount = width * format.channelCount
        for row in 0..<count {
            guard unfilterLine(row * (prior.count + 1), rowByteCount: prior.count) else { return row }
            rows.append(contentsOf: repeatElement(0, count: outputByteCount))
            var span = rows.mutableSpan
            var pixels = span._mutatingExtracting(last: outputByteCount)
            expander.expand(prior.span, width: width, into: &pixels)
        }
        return count
    }

    /// Unfilters the row at `offset` of the inflated bytes into `prior`; false when its filter type is unknown.
    private func unfilterLine(_ offset: Int, rowByteCount: Int) -> Bool {
        let raw = inflater.available.dropFirst(offset)
        guard let type = raw.first, isFilterType(type) else { return false }
        var span = line.mutableSpan
        var row = span._mutatingExtracting(first: rowByteCount)
        row.copy(raw.span, 1..<rowByteCount + 1, to: 0)
        PNGUnfilter.apply(
            type, row: &row, prior: prior.span.extracting(first: rowByteCount), pixelByteCount: pixelByteCount)
        swap(&line, &prior)
        if let tally, header.bitDepth == 16 { count(rowByteCount / 2, in: tally) }
        return true
    }

    /// Counts the samples of the row in `prior` that are colours.
    private func count(_ sampleCount: Int, in tally: SampleTally) {
        let samples = prior
        let row = samples.span
        let (step, colourCount) = (header.colorType.sampleCount, format.isGray ? 1 : 3)
        for index in 0..<sampleCount where index % step < colourCount {
            tally.add(Int(row.load(at: 2 * index, as: UInt16.self).bigEndian), channel: index % step)
        }
    }

    // MARK: Interlaced

    /// Decodes all passes on the first call; appends a strip of the picture on each call.
    private func readInterlacedRows(into rows: inout [UInt8]) throws(ImageError) -> Int {
        let rowByteCount = width * format.channelCount
        let canvas: PNGCanvas
        if let picture {
            canvas = picture
        } else {
            canvas = try PNGCanvas(
                byteCount: rowByteCount * height, limit: limits.interlacedByteCount, scratch: scratch)
            picture = canvas
            let rowCount = decodePasses(to: canvas)
            if failure != nil { isPartial = true }
            if rowCount == 0 { try endEarly() }
        }
        let count = min(max((1 << 18) / rowByteCount, 1), height - rowsGiven)
        let end = (rowsGiven + count) * rowByteCount
        canvas.withBytes { rows.append(copying: $0.span.extracting((rowsGiven * rowByteCount)..<end)) }
        if canvas.isDamaged {
            throw .unavailable("the disk of the cache has lost what was kept of the picture there")
        }
        canvas.rest(before: end)
        rowsGiven += count
        if rowsGiven == height { picture = nil }
        return count
    }

    /// Decodes all passes.
    ///
    /// - Returns: the number of rows of passes decoded.
    private func decodePasses(to canvas: PNGCanvas) -> Int {
        let channelCount = format.channelCount
        var pixels = [UInt8](repeating: 0, count: width * channelCount)
        var rowCount = 0
        for pass in Adam7.passes {
            let passWidth = pass.width(of: width)
            guard passWidth > 0 else { continue }
            let rowByteCount = header.rowByteCount(width: passWidth)
            for index in prior.indices { prior[index] = 0 }
            // Written pages stay in memory until they are released.
            let rowsPerRest = max(1, (1 << 24) / max(1, pass.rowStep * width * channelCount))
            for row in 0..<pass.height(of: height) {
                if row % rowsPerRest == 0 { canvas.rest() }
                fill(atLeast: rowByteCount + 1)
                guard inflater.availableCount > rowByteCount, unfilterLine(0, rowByteCount: rowByteCount) else {
                    if failure == nil { failure = .damaged("the image data ends early", offset: data.offset) }
                    return rowCount
                }
                inflater.discard(rowByteCount + 1)
                var span = pixels.mutableSpan
                expander.expand(prior.span, width: passWidth, into: &span)
                canvas.withBytes { scatter(pixels.span, pass, row: row, width: passWidth, to: &$0) }
                rowCount += 1
            }
            canvas.rest()
        }
        checkEnd()
        return rowCount
    }

    /// Writes the pixels of one row of a pass to their positions in the picture.
    private func scatter(
        _ pixels: Span<UInt8>, _ pass: Adam7, row: Int, width passWidth: Int, to picture: inout MutableSpan<UInt8>
    ) {
        let channelCount = format.channelCount
        let target = ((pass.firstRow + row * pass.rowStep) * width + pass.firstColumn) * channelCount
        let step = pass.columnStep * channelCount
        for column in 0..<passWidth {
            for channel in 0..<channelCount {
                picture[target + column * step + channel] = pixels[column * channelCount + channel]
            }
        }
    }
}
