// Reads the entries of a TIFF's directories (TIFF 6.0 §2; BigTIFF has wider counts and offsets).

import Pixels

/// Where the numeric values of one entry lie in a file.
package struct TIFFNumberTable: Sendable {
    /// File offset of the first value, the number of values, and bytes of each (1...8).
    fileprivate let offset: Int
    fileprivate let count: Int
    fileprivate let byteCount: Int
    fileprivate let isLittleEndian: Bool
    fileprivate let isSigned: Bool

    /// Reads the value at `index` from the file; nil where `TIFFNumbers` has none.
    package func number(at index: Int, from source: ByteSource) -> Int? {
        guard index >= 0, index < count else { return nil }
        return number(source.bytes(at: offset + index * byteCount, count: byteCount)[...])
    }

    /// Decodes a value; nil where it is negative or cut short.
    fileprivate func number(_ bytes: ArraySlice<UInt8>) -> Int? {
        guard bytes.count == byteCount else { return nil }
        let number = TIFFFields.number(bytes, isLittleEndian)
        return isSigned && number >> (8 * byteCount - 1) != 0 ? nil : number
    }
}

/// The numeric values of one entry, read in blocks: a large picture has millions of offsets.
package final class TIFFNumbers {
    private static let blockCount = 512

    package let table: TIFFNumberTable
    private let source: ByteSource
    private var block: [UInt8] = []
    private var blockStart = 0

    package var count: Int { table.count }

    fileprivate init(_ source: ByteSource, _ table: TIFFNumberTable) { (self.source, self.table) = (source, table) }

    /// Returns the value at `index`; nil where there is none, it is negative, or the file ends before it.
    ///
    /// Values of 2⁶² or more, which no offset can be, are returned as 2⁶².
    package subscript(index: Int) -> Int? {
        guard index >= 0, index < count else { return nil }
        let byteCount = table.byteCount
        if index < blockStart || (index - blockStart + 1) * byteCount > block.count {
            blockStart = index
            block = source.bytes(
                at: table.offset + index * byteCount, count: min(Self.blockCount, count - index) * byteCount)
        }
        return table.number(block.dropFirst((index - blockStart) * byteCount).prefix(byteCount))
    }
}

/// The fields of a directory; their values stay in the file until they are read.
package struct TIFFFields {
    private struct Field {
        let type: Int
        let count: Int
        /// File offset of the first value.
        let offset: Int
    }

    /// Returns the bytes per value; 0 for unknown types (TIFF 6.0 §2).
    ///
    /// 13 is a pointer (Adobe's TIFF Tech Note 1), 16 to 18 are BigTIFF's, 129 is UTF-8 text (DC-008-2023).
    static func byteCount(ofType type: Int) -> Int {
        switch type {
        case 1, 2, 6, 7, 129: 1
        case 3, 8: 2
        case 4, 9, 11, 13: 4
        case 5, 10, 12, 16, 17, 18: 8
        default: 0
        }
    }

    /// Types of whole numbers; libtiff also accepts the signed ones where they are not negative.
    private static let numberTypes: Set<Int> = [1, 3, 4, 6, 7, 8, 9, 13, 16, 18]
    private static let signedTypes: Set<Int> = [6, 8, 9]
    private static let entryLimit = 65_535
    /// Bytes read at once, which hold most directories: 41 entries, or 24 of a BigTIFF.
    private static let usualByteCount = 512

    package let source: ByteSource
    package let isLittleEndian: Bool
    /// File offset of the directory.
    package let offset: Int
    /// File offset of the next directory in the chain, unchecked; nil after the last one.
    package let next: Int?
    /// Bytes of the directory itself, without values stored elsewhere.
    let byteCount: Int
    private let isBig: Bool
    private var fields: [Int: Field] = [:]

    /// Reads the first directory.
    ///
    /// Cost: one or two reads of the directory, of at most 1.3 MB, and never more than the file has.
    ///
    /// - Throws: `ImageError` where the file is no TIFF, or its first directory lies beyond its end.
    package init(_ source: ByteSource) throws(ImageError) {
        let header = source.bytes(at: 0, count: 16)
        guard header.count >= 8, header[0] == header[1], header[0] == 0x49 || header[0] == 0x4D else {
            throw .notAnImage("the file is not a TIFF")
        }
        let isLittle = header[0] == 0x49
        let isBig: Bool
        switch Self.number(header[2..<4], isLittle) {
        case 42: isBig = false
        case 43 where header.count == 16: isBig = true
        case let version: throw .damaged("TIFF version \(version)", offset: 2)
        }
        let offset = Self.number(isBig ? header[8..<16] : header[4..<8], isLittle)
        guard offset >= 8, offset < source.count else {
            throw .damaged("the first directory is beyond the file's end", offset: isBig ? 8 : 4)
        }
        try self.init(source, at: offset, isLittle, isBig: isBig, entryLimit: Self.entryLimit)
    }

    /// Reads another directory of the same file.
    ///
    /// - Parameters:
    ///   - offset: file offset of the directory.
    ///   - file: a directory of the same file.
    ///   - entryLimit: the most entries it may have, at most 65,535.
    /// - Throws: `ImageError` where it has more entries, or lies beyond the file's end.
    package init(at offset: Int, in file: TIFFFields, entryLimit: Int) throws(ImageError) {
        guard offset >= 8, offset < file.source.count else {
            throw .damaged("a directory is beyond the file's end", offset: file.offset)
        }
        try self.init(file.source, at: offset, file.isLittleEndian, isBig: file.isBig, entryLimit: entryLimit)
    }

    /// Reads the directory at `offset`, which is 8 or more and within the file.
    private init(
        _ source: ByteSource, at offset: Int, _ isLittle: Bool, isBig: Bool, entryLimit: Int
    ) throws(ImageError) {
        (self.source, self.offset, self.isBig, isLittleEndian) = (source, offset, isBig, isLittle)
        let (countByteCount, entryByteCount, nextByteCount) = isBig ? (8, 20, 8) : (2, 12, 4)
        var whole = source.bytes(at: offset, count: Self.usualByteCount)
        guard whole.count >= countByteCount else { throw .damaged("the directory is cut short", offset: offset) }
        let count = Self.number(whole[..<countByteCount], isLittle)
        guard count <= entryLimit else { throw .damaged("a directory of \(count) entries", offset: offset) }
        byteCount = countByteCount + count * entryByteCount + nextByteCount
        if byteCount > whole.count {
            whole += source.bytes(at: offset + whole.count, count: byteCount - whole.count)
        }
        let bytes = Array(whole[countByteCount...].prefix(count * entryByteCount))
        let nextBytes = whole[(countByteCount + bytes.count)...].prefix(nextByteCount)
        let next = nextBytes.count == nextByteCount ? Self.number(nextBytes, isLittle) : 0
        self.next = next == 0 ? nil : next
        // Without some of its entries it could describe another picture.
        guard bytes.count == count * entryByteCount else {
            throw .damaged("the directory is cut short", offset: source.count)
        }
        for start in stride(from: 0, to: bytes.count - entryByteCount + 1, by: entryByteCount) {
            let entry = bytes[start..<start + entryByteCount]
            func part(_ offset: Int, _ count: Int) -> Int {
                Self.number(entry[start + offset..<start + offset + count], isLittle)
            }
            let (tag, type, values) = (part(0, 2), part(2, 2), part(4, isBig ? 8 : 4))
            guard fields[tag] == nil, Self.byteCount(ofType: type) > 0 else { continue }
            let (byteCount, isTooMuch) = values.multipliedReportingOverflow(by: Self.byteCount(ofType: type))
            guard !isTooMuch else { continue }
            let room = isBig ? 8 : 4
            let inEntry = offset + countByteCount + start + (isBig ? 12 : 8)
            // Where a tag occurs twice, the first one counts, as in libtiff.
            fields[tag] = Field(
                type: type, count: values, offset: byteCount <= room ? inEntry : part(isBig ? 12 : 8, room))
        }
    }

    /// Decodes a number of 1...8 bytes; 2⁶² for larger ones, which no count or offset can be.
    static func number(_ bytes: ArraySlice<UInt8>, _ isLittleEndian: Bool) -> Int {
        var value: UInt64 = 0
        if isLittleEndian {
            for byte in bytes.reversed() { value = value << 8 | UInt64(byte) }
        } else {
            for byte in bytes { value = value << 8 | UInt64(byte) }
        }
        return Int(min(value, 1 << 62))
    }

    package func has(_ tag: Int) -> Bool { fields[tag] != nil }

    /// Returns a field's whole numbers; nil where it is missing or of another type.
    package func numbers(_ tag: Int) -> TIFFNumbers? {
        guard let field = fields[tag], Self.numberTypes.contains(field.type), field.count > 0 else { return nil }
        return TIFFNumbers(
            source,
            TIFFNumberTable(
                offset: field.offset, count: field.count, byteCount: Self.byteCount(ofType: field.type),
                isLittleEndian: isLittleEndian, isSigned: Self.signedTypes.contains(field.type)))
    }

    /// Returns the first value of a field of whole numbers.
    package func number(_ tag: Int) -> Int? { numbers(tag)?[0] }

    /// Returns a field's raw bytes; nil where there are none, more than `limit`, or fewer in the file.
    package func bytes(_ tag: Int, limit: Int) -> [UInt8]? {
        guard let field = fields[tag] else { return nil }
        let (count, isTooMuch) = field.count.multipliedReportingOverflow(by: Self.byteCount(ofType: field.type))
        guard !isTooMuch, count > 0, count <= limit else { return nil }
        let bytes = source.bytes(at: field.offset, count: count)
        return bytes.count == count ? bytes : nil
    }

    /// Returns an ASCII field up to its first zero; nil where it is of another type, empty, or longer than `limit`.
    func text(_ tag: Int, limit: Int) -> [UInt8]? {
        guard fields[tag]?.type == 2, let bytes = bytes(tag, limit: limit), bytes[0] != 0 else { return nil }
        return Array(bytes.prefix { $0 != 0 })
    }

    /// Returns a RATIONAL field's values; nil where it is of another type or does not have `count` of them.
    package func fractions(_ tag: Int, count: Int) -> [Double]? {
        guard let field = fields[tag], field.type == 5, field.count == count, let bytes = bytes(tag, limit: 8 * count)
        else { return nil }
        return (0..<count).map { index in
            let above = Self.number(bytes[8 * index..<8 * index + 4], isLittleEndian)
            let below = Self.number(bytes[8 * index + 4..<8 * index + 8], isLittleEndian)
            return below == 0 ? 0 : Double(above) / Double(below)
        }
    }
}
