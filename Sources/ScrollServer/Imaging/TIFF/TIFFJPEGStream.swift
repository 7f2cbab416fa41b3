// JPEG within TIFF (compression 7; Adobe's TIFF Tech Note 2): each strip or tile is a JPEG; shared tables may be in a
// tag.

import Metadata
import Pixels
import Platform

/// Decodes the rows of one strip or tile to samples of 8 bits.
final class TIFFJPEGStream: TIFFStream {
    private let decoder: JPEGDecoder
    /// Bytes of a row that are needed, and of a row that the decoder returns.
    private let rowByteCount: Int
    private let decodedByteCount: Int
    private var rows: [UInt8] = []
    private var next = 0
    private(set) var problem: ImageError?
    var isPartial: Bool { decoder.isPartial }

    /// Reads the JPEG's header.
    ///
    /// - Parameters:
    ///   - source: the file.
    ///   - range: the JPEG's bytes in the file.
    ///   - tables: a JPEG that has only tables (tag 347).
    ///   - width: width of the strip or tile in pixels; the JPEG may be up to 63 pixels wider.
    ///   - sampleCount: samples per pixel.
    ///   - isYCbCr: whether three samples are Y′CbCr.
    ///   - scaleDenominator: how much smaller the rows are than the JPEG, in both directions.
    /// - Throws: `ImageError` where it is no JPEG, or one of another size or kind.
    init(
        _ source: ByteSource, _ range: Range<Int>, tables: [UInt8]?, width: Int, sampleCount: Int, isYCbCr: Bool,
        scaleDenominator: Int = 1
    ) throws(ImageError) {
        var jpeg = source.part(range)
        if let tables, tables.count > 4 {
            // Append the JPEG without its start marker to the tables without their end marker.
            let isEnded = tables.suffix(2) == [0xFF, JPEGMarker.endOfImage]
            jpeg = source.part(
                min(range.lowerBound + 2, range.upperBound)..<range.upperBound,
                behind: isEnded ? tables.dropLast(2) : tables)
        }
        decoder = try JPEGDecoder(
            source: jpeg, scaleDenominator: scaleDenominator, meaning: isYCbCr ? .yCbCr : .stored)
        guard decoder.format.channelCount == sampleCount else {
            throw .damaged("a JPEG of \(decoder.header.components.count) components", offset: range.lowerBound)
        }
        // Some JPEGs are padded to whole blocks.
        guard decoder.width >= width, decoder.width < width + 64 else {
            throw .damaged("a JPEG of \(decoder.width) pixels in \(width)", offset: range.lowerBound)
        }
        rowByteCount = width * sampleCount
        decodedByteCount = decoder.width * sampleCount
    }

    /// Fills `range` with as many whole rows as it has room for, at least one.
    func read(into bytes: inout MutableSpan<UInt8>, _ range: Range<Int>) -> Int {
        var done = 0
        while done + rowByteCount <= range.count {
            if next >= rows.count, !readRows() { break }
            bytes.copy(rows.span, next..<next + rowByteCount, to: range.lowerBound + done)
            next += decodedByteCount
            done += rowByteCount
        }
        return done
    }

    private func readRows() -> Bool {
        // Do not return gray rows for a height that only the header claims.
        guard decoder.fillPixel == nil else { return false }
        rows.removeAll(keepingCapacity: true)
        next = 0
        do throws(ImageError) { return try decoder.readRows(into: &rows) > 0 } catch {
            problem = error
            return false
        }
    }
}
