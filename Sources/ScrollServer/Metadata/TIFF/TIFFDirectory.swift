// Reads the directories of TIFF structures: of TIFF files, EXIF blocks and raw files.

import Pixels

/// A TIFF structure: its range in the file, and how it writes numbers (TIFF 6.0 §2; BigTIFF has wider ones).
struct TIFFStructure {
    /// The structure's bytes in the file; offsets count from their start.
    let start: Int
    let end: Int
    let isLittleEndian: Bool
    var isBig = false
}

extension TIFFStructure {
    /// Reads the header of the structure in bytes `start..<end` of the file.
    ///
    /// - Returns: the structure, its version, and the offset of its first directory.
    /// - Throws: `ImageError.damaged` when the byte order or the version is wrong, or a read fails.
    static func read(
        _ reader: inout HeaderReader, at start: Int, end: Int, versions: Set<Int> = [42, 43]
    ) throws(ImageError) -> (structure: TIFFStructure, version: Int, first: Int) {
        let order = try reader.uint16(start)
        guard order == 0x4949 || order == 0x4D4D else { throw .damaged("no byte order mark", offset: start) }
        let isLittleEndian = order == 0x4949
        let version = try reader.uint16(start + 2, littleEndian: isLittleEndian)
        guard versions.contains(version) else { throw .damaged("TIFF version \(version)", offset: start + 2) }
        let structure = TIFFStructure(
            start: start, end: min(end, reader.count), isLittleEndian: isLittleEndian, isBig: version == 43)
        return (structure, version, try structure.wide(&reader, start + (structure.isBig ? 8 : 4)))
    }

    /// Reads a count or an offset.
    func wide(_ reader: inout HeaderReader, _ offset: Int) throws(ImageError) -> Int {
        try isBig
            ? reader.uint64(offset, littleEndian: isLittleEndian) : reader.uint32(offset, littleEndian: isLittleEndian)
    }
}

/// The entries of one directory; their values stay in the file until they are read.
struct TIFFDirectory {
    struct Entry {
        let type: Int
        /// At least 1.
        let count: Int
        /// File offset of the first value.
        let offset: Int
        /// Bytes per value.
        var size: Int { TIFFFields.byteCount(ofType: type) }
    }

    let structure: TIFFStructure
    /// In the file's order; a list, as a linear search of a few entries is faster than building a hash table.
    private var entries: [(tag: Int, entry: Entry)] = []
    /// File offset of the field that holds the next directory's offset.
    private let next: Int

    /// Reads the first directory of the structure in bytes `start..<end` of the file.
    ///
    /// - Throws: `ImageError.damaged` when the structure's header is wrong, or a read fails.
    init(
        firstOf reader: inout HeaderReader, at start: Int, end: Int, versions: Set<Int> = [42, 43]
    ) throws(ImageError) {
        let (structure, _, first) = try TIFFStructure.read(&reader, at: start, end: end, versions: versions)
        try self.init(&reader, at: first, of: structure)
    }

    /// Reads the directory at an offset of the structure, without the entries beyond its end.
    ///
    /// Ignores entries of unknown types, and those whose first value lies beyond the end.
    ///
    /// - Throws: `ImageError.damaged` where it lies beyond the end, has more than `entryLimit` entries, or a read fails.
    init(
        _ reader: inout HeaderReader, at offset: Int, of structure: TIFFStructure, entryLimit: Int = 65_535
    ) throws(ImageError) {
        self.structure = structure
        let (start, end) = (structure.start, structure.end)
        let (countByteCount, entryByteCount, room) = structure.isBig ? (8, 20, 8) : (2, 12, 4)
        guard offset >= 8, offset < end - start - countByteCount else {
            throw .damaged("a directory beyond the end", offset: start + 4)
        }
        let position = start + offset
        let count =
            try structure.isBig
            ? structure.wide(&reader, position) : reader.uint16(position, littleEndian: structure.isLittleEndian)
        guard count <= entryLimit else { throw .damaged("a directory of \(count) entries", offset: position) }
        let first = position + countByteCount
        next = first + count * entryByteCount
        let bytes = try reader.bytes(at: first, limit: min(count, (end - first) / entryByteCount) * entryByteCount)
        for entry in stride(from: 0, to: bytes.count - entryByteCount + 1, by: entryByteCount) {
            func part(_ offset: Int, _ count: Int) -> Int {
                TIFFFields.number(bytes[entry + offset..<entry + offset + count], structure.isLittleEndian)
            }
            let (type, values) = (part(2, 2), part(4, room))
            let size = TIFFFields.byteCount(ofType: type)
            guard size > 0, values > 0 else { continue }
            let isFar = values > room / size
            let offset = isFar ? part(4 + room, room) : 0
            guard offset < end - start else { continue }
            let position = isFar ? start + offset : first + entry + 4 + room
            guard position + size <= end else { continue }
            entries.append((part(0, 2), Entry(type: type, count: values, offset: position)))
        }
    }

    /// Returns the entry of a tag; where a tag occurs twice, the first one counts, as in libtiff.
    subscript(tag: Int) -> Entry? {
        for (other, entry) in entries where other == tag { return entry }
        return nil
    }

    /// Returns the whole numbers of an entry, at most `limit`, up to the first negative one.
    ///
    /// Empty where it is missing or of another type. Must agree with `TIFFFields`: the decoder must find the same size as
    /// the probe.
    func numbers(_ tag: Int, _ reader: inout HeaderReader, limit: Int = 16) -> [Int] {
        guard let entry = self[tag] else { return [] }
        let isLittleEndian = structure.isLittleEndian
        var numbers: [Int] = []
        for index in 0..<min(entry.count, limit) {
            let position = entry.offset + index * entry.size
            guard position + entry.size <= structure.end else { return numbers }
            let number: Int? =
                switch entry.type {
                case 1, 7: try? reader.byte(position)
                case 3: try? reader.uint16(position, littleEndian: isLittleEndian)
                case 4, 13: try? reader.uint32(position, littleEndian: isLittleEndian)
                case 16, 18: try? reader.uint64(position, littleEndian: isLittleEndian)
                case 6, 8, 9:
                    (try? value(of: entry.type, at: position, &reader)).map { Int(clamping: $0) }
                default: nil
                }
            guard let number, number >= 0 else { return numbers }
            numbers.append(number)
        }
        return numbers
    }

    func number(_ tag: Int, _ reader: inout HeaderReader) -> Int? { numbers(tag, &reader, limit: 1).first }

    /// Returns the byte range of an entry's values in the file; nil where there is none, or it ends beyond the end.
    func bytes(_ tag: Int) -> Range<Int>? {
        guard let entry = self[tag], entry.count <= (structure.end - entry.offset) / entry.size else { return nil }
        return entry.offset..<entry.offset + entry.count * entry.size
    }

    /// Returns the directory that an entry points to; nil where there is none.
    func directory(_ tag: Int, _ reader: inout HeaderReader) -> TIFFDirectory? {
        number(tag, &reader).flatMap { try? TIFFDirectory(&reader, at: $0, of: structure) }
    }

    /// Returns the offset of the next directory; 0 for none, and where the file ends before it.
    func next(_ reader: inout HeaderReader) -> Int { (try? structure.wide(&reader, next)) ?? 0 }

    /// Whether another directory follows; false where the file ends before its offset.
    func hasNext(_ reader: inout HeaderReader) throws(ImageError) -> Bool {
        guard next <= reader.count - (structure.isBig ? 8 : 4) else { return false }
        return try structure.wide(&reader, next) != 0
    }
}

// MARK: Pictures

extension TIFFDirectory {
    /// Returns the orientation, 1...8, stored in any type of number; nil for other values.
    func orientation(_ reader: inout HeaderReader) -> Int? {
        value(274, &reader).flatMap { Int(exactly: $0) }.flatMap { (1...8).contains($0) ? $0 : nil }
    }

    /// Returns the byte range of the JPEG thumbnail in the next directory (TIFF 6.0 §22), from the structure's start.
    ///
    /// Nil unless it lies within the structure. Reads no further directory either.
    func thumbnail(_ reader: inout HeaderReader) -> Range<Int>? {
        let length = structure.end - structure.start
        guard let second = try? TIFFDirectory(&reader, at: next(&reader), of: structure),
            let first = second.number(0x0201, &reader), let count = second.number(0x0202, &reader),
            first >= 8, count >= 4, first <= length, count <= length - first
        else { return nil }
        return first..<first + count
    }
}
