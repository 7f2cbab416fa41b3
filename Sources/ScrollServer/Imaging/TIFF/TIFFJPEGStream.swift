// JPEG within TIFF (compression 7; Adobe's TIFF Tech Note 2): each strip or tile is a JPEG, whose tables may stand elsewhere.

/// The rows of one strip or tile, as samples of 8 bits.
final class TIFFJPEGStream: TIFFStream {
    private let decoder: JPEGDecoder
    /// Bytes of a row that are wanted, and of one that the decoder gives.
    private let rowByteCount: Int
    private let decodedByteCount: Int
    private var rows: [UInt8] = []
    private var next = 0
    private(set) var problem: ImageError?
    var isPartial: Bool { decoder.isPartial }

    /// - Parameters:
    ///   - range: the JPEG's bytes in the file.
    ///   - tables: a JPEG with nothing but tables (tag 347).
    ///   - width: of the strip or tile, in pixels; a JPEG may be a little wider.
    ///   - sampleCount: of a pixel.
    /// - Throws: `ImageError` where it is no JPEG, or one of another size or kind.
    init(
        _ source: ByteSource, _ range: Range<Int>, tables: [UInt8]?, width: Int, sampleCount: Int, isYCbCr: Bool
    ) throws(ImageError) {
        var jpeg = source.part(range)
        if let tables, tables.count > 4 {
            // Without its end, and without the JPEG's start.
            let isEnded = tables.suffix(2) == [0xFF, JPEGMarker.endOfImage]
            jpeg = source.part(
                min(range.lowerBound + 2, range.upperBound)..<range.upperBound,
                behind: isEnded ? tables.dropLast(2) : tables)
        }
        decoder = try JPEGDecoder(source: jpeg, meaning: isYCbCr ? .yCbCr : .stored)
        guard decoder.format.channelCount == sampleCount else {
            throw .damaged("a JPEG of \(decoder.header.components.count) components", offset: range.lowerBound)
        }
        // A JPEG may end with whole blocks.
        guard decoder.width >= width, decoder.width < width + 64 else {
            throw .damaged("a JPEG of \(decoder.width) pixels in \(width)", offset: range.lowerBound)
        }
        rowByteCount = width * sampleCount
        decodedByteCount = decoder.width * sampleCount
    }

    /// Gives whole rows: `buffer` holds one or more.
    func read(into buffer: UnsafeMutableRawBufferPointer) -> Int {
        var done = 0
        while done + rowByteCount <= buffer.count {
            if next >= rows.count, !readRows() { break }
            rows.withUnsafeBytes {
                UnsafeMutableRawBufferPointer(rebasing: buffer[done...]).copyMemory(
                    from: UnsafeRawBufferPointer(rebasing: $0[next..<next + rowByteCount]))
            }
            next += decodedByteCount
            done += rowByteCount
        }
        return done
    }

    private func readRows() -> Bool {
        // Gray as far as the header claims is nothing to be shown.
        guard decoder.fillPixel == nil else { return false }
        rows.removeAll(keepingCapacity: true)
        next = 0
        do throws(ImageError) { return try decoder.readRows(into: &rows) > 0 } catch {
            problem = error
            return false
        }
    }
}
