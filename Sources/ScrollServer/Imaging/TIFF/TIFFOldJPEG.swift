// JPEG within TIFF in the old style (compression 6; TIFF 6.0 §22): a whole JPEG, or its tables and its scan apart.

import Metadata
import Pixels

/// Where the parts of an old-style JPEG are.
struct TIFFOldJPEG {
    private enum Tag {
        static let process = 512
        static let interchange = 513
        static let interchangeByteCount = 514
        static let restartInterval = 515
        static let quantisation = 519
        static let dcTables = 520
        static let acTables = 521
        static let yCbCrSubsampling = 530
    }

    private static let tableLimit = 4
    private static let quantisationByteCount = 64

    /// The bytes of a whole JPEG; nil where the file has only the parts.
    private let whole: Range<Int>?
    /// Tables with their markers, before the frame header.
    private let tables: [UInt8]
    private let sampleCount: Int
    private let subsampling: (horizontal: Int, vertical: Int)
    private let source: ByteSource

    /// Finds the parts.
    ///
    /// - Throws: `ImageError` where a table is missing, or the process is not the baseline.
    init(_ fields: TIFFFields, sampleCount: Int, isYCbCr: Bool) throws(ImageError) {
        source = fields.source
        self.sampleCount = sampleCount
        let factors = isYCbCr ? fields.numbers(Tag.yCbCrSubsampling) : nil
        subsampling = isYCbCr ? (factors?[0] ?? 2, factors?[1] ?? 2) : (1, 1)
        guard [1, 2, 4].contains(subsampling.horizontal), [1, 2, 4].contains(subsampling.vertical) else {
            throw .damaged(
                "chroma subsampled by \(subsampling.horizontal) × \(subsampling.vertical)", offset: fields.offset)
        }
        if let start = fields.number(Tag.interchange), start > 0, start < source.count,
            source.bytes(at: start, count: 2) == [0xFF, JPEGMarker.startOfImage]
        {
            let rest = source.count - start
            let byteCount = fields.number(Tag.interchangeByteCount) ?? rest
            (whole, tables) = (start..<start + (byteCount > 0 ? min(byteCount, rest) : rest), [])
            return
        }
        guard fields.number(Tag.process) ?? 1 == 1, (1...Self.tableLimit).contains(sampleCount) else {
            throw .unsupported("a TIFF with lossless JPEG in the old style")
        }
        whole = nil
        var tables: [UInt8] = [0xFF, JPEGMarker.startOfImage]
        for index in 0..<sampleCount {
            let quantisation = try Self.offset(Tag.quantisation, index, fields)
            let steps = source.bytes(at: quantisation, count: Self.quantisationByteCount)
            guard steps.count == Self.quantisationByteCount else {
                throw .damaged("a quantisation table beyond the file's end", offset: quantisation)
            }
            tables += [0xFF, JPEGMarker.quantisationTables, 0, 67, UInt8(index)] + steps
            for (kind, tag) in [(UInt8(0), Tag.dcTables), (0x10, Tag.acTables)] {
                let offset = try Self.offset(tag, index, fields)
                let counts = source.bytes(at: offset, count: 16)
                let valueCount = counts.reduce(0) { $0 + Int($1) }
                let values = source.bytes(at: offset + 16, count: min(valueCount, 256))
                guard counts.count == 16, values.count == valueCount else {
                    throw .damaged("a Huffman table beyond the file's end", offset: offset)
                }
                let byteCount = 19 + valueCount
                tables += [0xFF, 0xC4, UInt8(byteCount >> 8), UInt8(byteCount & 255), kind | UInt8(index)]
                tables += counts + values
            }
        }
        if let interval = fields.number(Tag.restartInterval), (1...0xFFFF).contains(interval) {
            tables += [0xFF, JPEGMarker.restartInterval, 0, 4, UInt8(interval >> 8), UInt8(interval & 255)]
        }
        self.tables = tables
    }

    private static func offset(_ tag: Int, _ index: Int, _ fields: TIFFFields) throws(ImageError) -> Int {
        guard let numbers = fields.numbers(tag), index < numbers.count, let offset = numbers[index], offset > 0 else {
            throw .damaged("old-style JPEG without its tables", offset: fields.offset)
        }
        return offset
    }

    /// Returns the JPEG of a strip or tile of `width` × `height` pixels, whose data are in `range`.
    ///
    /// `isOnly` tells that the picture has no other.
    ///
    /// - Throws: `unsupported` where one JPEG has several strips.
    func jpeg(_ range: Range<Int>, width: Int, height: Int, isOnly: Bool) throws(ImageError) -> ByteSource {
        // Some writers gave each strip a JPEG of its own.
        if source.bytes(at: range.lowerBound, count: 2) == [0xFF, JPEGMarker.startOfImage] {
            return source.part(range)
        }
        if let whole {
            guard isOnly else { throw .unsupported("a TIFF with one old-style JPEG in several strips") }
            // The scan may follow apart from the headers.
            guard range.lowerBound >= whole.upperBound else {
                return source.part(whole.lowerBound..<max(whole.upperBound, range.upperBound))
            }
            return source.part(range, behind: source.bytes(at: whole.lowerBound, count: min(whole.count, 1 << 16)))
        }
        guard width <= 0xFFFF, height <= 0xFFFF else {
            throw .tooLarge("an old-style JPEG of \(width) × \(height) pixels is too large")
        }
        // Extended, since the baseline has but two tables of each kind.
        var head = tables + [0xFF, 0xC1, 0, UInt8(8 + 3 * sampleCount), 8]
        head += [UInt8(height >> 8), UInt8(height & 255), UInt8(width >> 8), UInt8(width & 255), UInt8(sampleCount)]
        for index in 0..<sampleCount {
            let factors = index == 0 ? subsampling.horizontal << 4 | subsampling.vertical : 0x11
            head += [UInt8(index + 1), UInt8(factors), UInt8(index)]
        }
        head += [0xFF, JPEGMarker.startOfScan, 0, UInt8(6 + 2 * sampleCount), UInt8(sampleCount)]
        for index in 0..<sampleCount { head += [UInt8(index + 1), UInt8(index << 4 | index)] }
        return source.part(range, behind: head + [0, 63, 0])
    }
}
