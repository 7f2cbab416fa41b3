// Decodes a picture of a TIFF file, some rows at a time (TIFF 6.0, its supplements, BigTIFF).

import Metadata
import Pixels
import Platform
import Tiling

/// Decodes a TIFF's rows in the file's own colours.
///
/// Strips are decompressed row by row, even a single one. A row of tiles is decoded at once where that takes little
/// memory; else all tiles of the row are decoded side by side, a few rows at a time. Damage before the first row is
/// thrown; damage or the file's end after that ends the rows early and sets `isPartial`. Decoding can begin in the
/// middle, at most a strip or tile above any row.
///
/// Not thread-safe: one task at a time may use a decoder.
package final class TIFFDecoder: RowSource {
    /// Bytes of pixels decoded at once, of tiles and of strips.
    private static let (tileBandByteCount, stripBandByteCount) = (1 << 24, 1 << 18)
    /// Approximate bytes of memory per strip or tile being decoded, and the limit for all of them.
    private static let (streamByteCount, streamLimit) = (1 << 18, 1 << 28)
    /// The side, in pixels, of the largest usual block of a JPEG: one of chroma.
    private static let blockSide = 16
    /// Most pixels of a strip or tile that has no bytes in the file.
    private static let sparsePixelLimit = 1 << 22

    package let width: Int
    package let height: Int
    /// The pixels of each row that are read: all, until decoding begins for some.
    package private(set) var columns: Range<Int>
    package let format: PixelFormat
    package private(set) var isPartial = false
    /// ICC profile of the colours; nil for sRGB.
    package let profile: [UInt8]?
    /// Colour space of the samples in the file.
    package var profileSpace: ColourProfile.Space { layout.colour.profileSpace }
    /// Conversion of four inks to RGB; nil for an approximation without a profile.
    package var inks: ColourConversion? {
        get { colours.inks }
        set { colours.inks = newValue }
    }

    /// Counts the samples of the rows, set before the first ones are read; nil to count none.
    ///
    /// Those of samples without a window are not counted.
    package var tally: SampleTally?

    /// White, once a fax in one strip has reached its end-of-data code.
    package var fillPixel: [UInt8]? {
        guard layout.chunks.down == 1, layout.chunks.across == 1, streams.first?.isBlank == true, !isEnded else {
            return nil
        }
        return [UInt8](repeating: layout.colour == .gray(isInverted: true) ? 255 : 0, count: format.channelCount)
    }

    private let source: ByteSource
    private let layout: TIFFLayout
    private let colours: TIFFColours
    private let samples: TIFFSamples
    /// The planes that are decoded: one for interleaved pixels, else those of all used samples.
    private let planes: [Int]
    /// Samples of a pixel in one plane, and stored bytes of a row of a strip or tile.
    private let planeSampleCount: Int
    private let rowByteCount: Int
    /// Rows decoded at once, at most those of one row of tiles.
    private var bandRowCount: Int

    /// Whether stored pixels need no conversion.
    private let isDirect: Bool

    /// Columns of tiles to decode; always the whole range for strips.
    private var neededChunks: Range<Int>
    private var nextRow = 0
    private var isEnded = false
    private var failure: ImageError?
    /// Streams of the strips or tiles being decoded, by column, then by plane.
    ///
    /// Only one column's where each is decoded at once.
    private var streams: [any TIFFStream] = []
    /// Bytes of the strips and tiles begun so far; more than the file has where they overlap.
    private var begunByteCount = 0
    private var row: [UInt8]
    private var scratch: [UInt8]
    private var rowSamples: [UInt8]

    /// Decodes the picture of a directory; `fine` are the tables of the whole file's profile, if it needs them.
    ///
    /// A `window` applies where the layout can have one.
    ///
    /// - Throws: `ImageError` where it would take too much memory, or the file is far too short for it.
    init(
        _ fields: TIFFFields, _ layout: TIFFLayout, fine: FineSamples?, window: SampleWindow? = nil
    ) throws(ImageError) {
        // One bit can encode a fax row, and a few bytes a sparse tile.
        try ClaimedSize.check(
            layout.width, layout.height, fileByteCount: fields.source.count,
            pixelsPerByte: max(1 << 20, 8 * layout.width), offset: fields.offset)
        let chunks = layout.chunks
        source = fields.source
        neededChunks = 0..<chunks.across
        columns = 0..<layout.width
        self.layout = layout
        colours = TIFFColours(layout, fields)
        (width, height, format) = (layout.width, layout.height, colours.format)
        let isJPEG = layout.compression == .jpeg
        let isIndex = if case .palette = layout.colour { true } else { false }
        let isLab = if case .lab = layout.colour { !isJPEG && layout.kind != .unsigned } else { false }
        let rowSampleCount = layout.isPlanar ? 1 : layout.sampleCount
        let colourCount = layout.colourSamples.upperBound
        samples = TIFFSamples(
            bits: isJPEG ? 8 : layout.bits, kind: isJPEG ? .unsigned : layout.kind,
            isLittleEndian: layout.sampleValues.isLittleEndian, isIndex: isIndex,
            labSampleCount: isLab ? rowSampleCount : nil,
            fine: fine.map { fine in
                TIFFSamples.Fine(levels: fine.levels, colourCount: colourCount, sampleCount: rowSampleCount)
            },
            window: layout.canHaveWindow
                ? window.map {
                    TIFFWindow($0, layout.sampleValues, colourCount: colourCount, sampleCount: rowSampleCount)
                } : nil)
        profile = fine == nil ? layout.profile : fine?.profile
        planes =
            layout.isPlanar ? Array(layout.colourSamples) + (layout.alpha.map { [$0.sample] } ?? []) : [0]
        planeSampleCount = layout.isPlanar ? 1 : layout.sampleCount
        rowByteCount =
            isJPEG ? chunks.width * planeSampleCount : (chunks.width * planeSampleCount * layout.bits + 7) / 8
        bandRowCount = Self.bandRowCount(of: layout, rowByteCount: width * format.channelCount)
        isDirect =
            colours.isPlain && !layout.isPlanar && layout.channel == nil
            && (isJPEG || layout.bits == 8 && layout.kind == .unsigned)
        row = [UInt8](repeating: 0, count: rowByteCount)
        scratch = [UInt8](repeating: 0, count: layout.effectivePredictor == 3 ? rowByteCount : 0)
        rowSamples = [UInt8](repeating: 0, count: chunks.width * layout.sampleCount)
    }

    /// Returns the bytes of memory that decoding takes, if tiles are no larger than usual.
    package static func byteEstimate(width: Int, height: Int) -> Int {
        let width = min(width, TIFFLayout.rowByteLimit)
        return 1 << 20 + min(tileBandByteCount, width * 4 * min(height, 512)) + width * 512
    }

    /// The size of the tiles, in pixels; nil for strips.
    var tileSize: PixelSize? {
        layout.chunks.isTiled ? PixelSize(width: layout.chunks.width, height: layout.chunks.height) : nil
    }

    /// Returns the rows to decode at once, if those of the needed columns have so many bytes of pixels.
    private static func bandRowCount(of layout: TIFFLayout, rowByteCount: Int) -> Int {
        let rows = min(layout.chunks.height, layout.height)
        if !layout.chunks.isTiled { return min(rows, 64, max(1, stripBandByteCount / rowByteCount)) }
        return rows <= tileBandByteCount / rowByteCount ? rows : max(1, (1 << 20) / rowByteCount)
    }

    /// Begins in the middle, also again after some rows.
    ///
    /// - Parameters:
    ///   - row: the first row needed, 0..<`height`.
    ///   - columns: the pixels needed of each row; `columns` are then those, and others of the same tiles.
    /// - Returns: the first row that will be read: `row`, or one above.
    func begin(at row: Int, columns: Range<Int>) -> Int {
        let chunks = layout.chunks
        let row = max(0, min(row, height - 1))
        nextRow = layout.hasPlainStrips ? row : row / chunks.height * chunks.height
        let columns = columns.clamped(to: 0..<width)
        if !columns.isEmpty {
            neededChunks = columns.lowerBound / chunks.width..<(columns.upperBound - 1) / chunks.width + 1
            self.columns =
                neededChunks.lowerBound * chunks.width..<min(width, neededChunks.upperBound * chunks.width)
        }
        bandRowCount = Self.bandRowCount(of: layout, rowByteCount: self.columns.count * format.channelCount)
        return nextRow
    }

    package func readRows(into rows: inout [UInt8]) throws(ImageError) -> Int {
        guard nextRow < height, !isEnded else { return 0 }
        let chunks = layout.chunks
        let (chunkRow, rowInChunk) = (nextRow / chunks.height, nextRow % chunks.height)
        let count = min(bandRowCount, chunks.height - rowInChunk, height - nextRow)
        let pixelRow = columns.count * format.channelCount
        let start = rows.count
        rows.append(contentsOf: repeatElement(0, count: count * pixelRow))
        let isWhole = count == min(chunks.height, height - chunkRow * chunks.height)
        // If the decoder begins within a strip, there are no streams yet.
        let isBegin = rowInChunk == 0 || streams.isEmpty
        if isBegin { streams.removeAll(keepingCapacity: true) }
        guard isWhole || neededChunks.count <= Self.streamLimit / Self.streamByteCount / planes.count else {
            throw .tooLarge(
                "\(neededChunks.count) tiles of \(chunks.width) × \(chunks.height) pixels in a row are too many")
        }
        var soundCount = count
        do throws(ImageError) {
            for column in neededChunks where soundCount > 0 {
                if isBegin {
                    if isWhole { streams.removeAll(keepingCapacity: true) }
                    for plane in planes {
                        streams.append(try stream(plane: plane, row: chunkRow, column: column, from: rowInChunk))
                    }
                }
                let first = isWhole ? 0 : (column - neededChunks.lowerBound) * planes.count
                var pixels = rows.mutableSpan
                soundCount = decode(first, column: column, rowCount: soundCount, to: &pixels, at: start)
            }
        } catch {
            failure = failure ?? error
            soundCount = 0
        }
        if soundCount < count {
            rows.removeLast((count - soundCount) * pixelRow)
            (isPartial, isEnded) = (true, true)
            if nextRow + soundCount == 0 {
                throw failure ?? .noRows(offset: source.count)
            }
        }
        nextRow += soundCount
        return soundCount
    }

    // MARK: Strips and tiles

    /// Opens a strip or tile; `firstRow` is its first row to read, 0 except for plain strips.
    private func stream(
        plane: Int, row: Int, column: Int, from firstRow: Int
    ) throws(ImageError) -> any TIFFStream {
        let chunks = layout.chunks
        let (horizontal, vertical) = layout.subsampling
        let isSubsampled = layout.subsampling != (1, 1)
        let rowCount = chunks.rowCount(ofRow: row)
        // No overflow: rows have at most 2²³ bytes, and there are at most 2³² of them.
        let byteCount =
            isSubsampled
            ? (chunks.width + horizontal - 1) / horizontal * (horizontal * vertical + 2)
                * ((rowCount + vertical - 1) / vertical)
            : rowByteCount * rowCount
        let location = chunks.location(
            plane: plane, row: row, column: column, neededByteCount: layout.compression == .none ? byteCount : nil)
        let range: Range<Int>
        switch location {
        case .bytes(let bytes):
            // No overflow, as for `byteCount`: this is one of the strip's rows.
            range = min(bytes.upperBound, bytes.lowerBound + firstRow * rowByteCount)..<bytes.upperBound
        case .sparse:
            // No overflow, as for `byteCount`.
            guard chunks.width * rowCount <= Self.sparsePixelLimit else {
                let name = chunks.isTiled ? "tiles" : "strips"
                throw .tooLarge("\(name) of \(chunks.width) × \(rowCount) pixels that are not there")
            }
            return TIFFZeroStream()
        case nil:
            throw .damaged(
                "\(chunks.isTiled ? "tile" : "strip") \(row * chunks.across + column) is not in the file",
                offset: source.count)
        }
        begunByteCount += range.count
        // Equal tiles may share bytes, but a small file must not cause the work of a large one.
        guard begunByteCount <= 8 * source.count + 1 << 16 else {
            throw .damaged("its \(chunks.isTiled ? "tiles" : "strips") overlap", offset: range.lowerBound)
        }
        if let oldJPEG = layout.oldJPEG {
            let jpeg = try oldJPEG.jpeg(
                range, width: chunks.width, height: rowCount, isOnly: chunks.across * chunks.down == 1)
            return try TIFFJPEGStream(
                jpeg, 0..<jpeg.count, tables: nil, width: chunks.width, sampleCount: planeSampleCount, isYCbCr: false)
        }
        if layout.compression == .jpeg {
            return try jpegStream(range, row: row, column: column)
        }
        let input = TIFFInput(source, range, reversesBits: layout.isReversed)
        let stream: any TIFFStream =
            switch layout.compression {
            case .none, .jpeg: TIFFPlainStream(input)
            case .packBits: TIFFPackBitsStream(input)
            case .lzw: TIFFLZWStream(input)
            case .deflate: TIFFDeflateStream(input, byteCount: byteCount)
            case .ccitt(let scheme): CCITTDecoder(input, scheme: scheme, width: chunks.width)
            }
        return isSubsampled
            ? TIFFYCbCrStream(stream, width: chunks.width, horizontal: horizontal, vertical: vertical) : stream
    }

    /// Opens a JPEG, of a reduced picture at a smaller size.
    private func jpegStream(_ range: Range<Int>, row: Int, column: Int) throws(ImageError) -> any TIFFStream {
        let (chunks, isYCbCr) = (layout.chunks, layout.colour == .yCbCr)
        guard let reduction = layout.reduction else {
            return try TIFFJPEGStream(
                source, range, tables: layout.jpegTables, width: chunks.width, sampleCount: planeSampleCount,
                isYCbCr: isYCbCr)
        }
        let (factor, picture) = (reduction.factor, reduction.size)
        let (chunkWidth, chunkHeight) = (chunks.width * factor, chunks.height * factor)
        let (width, height) = (picture.width - column * chunkWidth, picture.height - row * chunkHeight)
        // Encoders of strips repeat the last row and column; tiles go on with anything, of which a block of the JPEG would
        // let some through.
        let hasOthers =
            width < chunkWidth && width % Self.blockSide != 0 || height < chunkHeight && height % Self.blockSide != 0
        guard chunks.isTiled, hasOthers else {
            return try TIFFJPEGStream(
                source, range, tables: layout.jpegTables, width: chunks.width, sampleCount: planeSampleCount,
                isYCbCr: isYCbCr, scaleDenominator: factor)
        }
        let full = try TIFFJPEGStream(
            source, range, tables: layout.jpegTables, width: chunkWidth, sampleCount: planeSampleCount,
            isYCbCr: isYCbCr)
        return TIFFReducedStream(
            full, factor: factor, width: chunkWidth, sampleCount: planeSampleCount, shown: (width, height))
    }

    // MARK: Rows

    /// Decodes rows of one column of tiles, or of the strip, into the whole rows from byte `start` of `output` on.
    ///
    /// `first` is the index of the first plane's stream.
    ///
    /// - Returns: the number of rows decoded.
    private func decode(
        _ first: Int, column: Int, rowCount: Int, to output: inout MutableSpan<UInt8>, at start: Int
    ) -> Int {
        let chunks = layout.chunks
        let step = format.channelCount
        let left = column * chunks.width
        let count = min(chunks.width, width - left)
        for index in 0..<rowCount {
            let target = start + (index * columns.count + left - columns.lowerBound) * step
            if isDirect, count == chunks.width {
                guard readRow(first, into: &output, at: target) else { return index }
                continue
            }
            var samples = rowSamples.mutableSpan
            for (number, plane) in planes.enumerated() {
                var stored = row.mutableSpan
                guard readRow(first + number, into: &stored, at: 0) else { return index }
                let channel = layout.isPlanar ? plane : 0
                if let tally, layout.canHaveWindow {
                    layout.sampleValues.count(
                        stored.span, count * planeSampleCount, channel: channel,
                        colours: layout.colourSamples, sampleCount: planeSampleCount, in: tally)
                }
                self.samples.convert(
                    stored.span, count: count * planeSampleCount, to: &samples, at: channel,
                    stride: layout.isPlanar ? layout.sampleCount : 1, channel: channel)
            }
            if colours.isPlain {
                output.copy(samples.span, 0..<count * step, to: target)
            } else {
                colours.convert(samples.span, count: count, to: &output, at: target)
            }
        }
        return rowCount
    }

    /// Reads the next row of a stream to the bytes from `start` on, and undoes the predictor; false where there is none.
    private func readRow(_ index: Int, into bytes: inout MutableSpan<UInt8>, at start: Int) -> Bool {
        let stream = streams[index]
        let range = start..<start + rowByteCount
        guard stream.read(into: &bytes, range) == rowByteCount else {
            failure = failure ?? stream.problem
            return false
        }
        if stream.isPartial { isPartial = true }
        switch layout.effectivePredictor {
        case 2:
            TIFFPredictor.undoDifferences(
                &bytes, range, bits: layout.bits, stride: planeSampleCount, isLittleEndian: layout.isLittleEndian)
        case 3:
            TIFFPredictor.undoFloats(
                &bytes, range, size: layout.bits / 8, stride: planeSampleCount, scratch: &scratch)
        default: break
        }
        return true
    }
}
