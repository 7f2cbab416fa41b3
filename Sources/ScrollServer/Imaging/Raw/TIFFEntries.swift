// Reads all entries of one directory of a TIFF structure on demand.

/// The entries of a directory (TIFF 6.0 §2); offsets count from `base`, where the structure begins in the file.
struct TIFFEntries {
    private struct Entry {
        let type: Int
        let count: Int
        /// File offset of the field with the values, or with their offset if they take more than four bytes.
        let field: Int
    }

    /// Most entries of a directory: no camera writes more.
    private static let entryLimit = 1024
    /// Bytes per value, by type (TIFF 6.0 §2); 0 for types that do not exist.
    private static let byteCounts = [0, 1, 1, 2, 4, 8, 1, 1, 2, 4, 8, 4, 8, 4]

    let base: Int
    let isLittleEndian: Bool
    private var entries: [Int: Entry] = [:]
    /// Offset of the next directory; 0 for none.
    private(set) var next = 0

    /// Reads the directory at `offset`.
    ///
    /// - Throws: `ImageError.damaged` where it lies beyond the file's end, or the reader's budget is spent.
    init(_ reader: inout HeaderReader, at offset: Int, base: Int, isLittleEndian: Bool) throws(ImageError) {
        (self.base, self.isLittleEndian) = (base, isLittleEndian)
        let (start, overflow) = base.addingReportingOverflow(offset)
        guard !overflow, offset > 0, start < reader.count else {
            throw .damaged("a directory beyond the end", offset: base)
        }
        let count = try reader.uint16(start, littleEndian: isLittleEndian)
        guard count <= Self.entryLimit else { throw .damaged("a directory of \(count) entries", offset: start) }
        for number in 0..<count {
            let place = start + 2 + 12 * number
            let tag = try reader.uint16(place, littleEndian: isLittleEndian)
            let type = try reader.uint16(place + 2, littleEndian: isLittleEndian)
            let values = try reader.uint32(place + 4, littleEndian: isLittleEndian)
            // Where a tag occurs twice, the first one counts, as in libtiff.
            if entries[tag] == nil { entries[tag] = Entry(type: type, count: values, field: place + 8) }
        }
        // A file that ends right after the entries has no next directory.
        next = (try? reader.uint32(start + 2 + 12 * count, littleEndian: isLittleEndian)) ?? 0
    }

    func has(_ tag: Int) -> Bool { entries[tag] != nil }

    /// Returns the whole numbers of an entry, at most `limit`.
    ///
    /// Empty where there is no such entry, or its values are of another type or beyond the end.
    func numbers(_ tag: Int, _ reader: inout HeaderReader, limit: Int = 16) -> [Int] {
        guard let entry = entries[tag], let place = place(entry, &reader) else { return [] }
        let size = Self.byteCounts[entry.type]
        var numbers: [Int] = []
        for index in 0..<min(entry.count, limit) {
            let offset = place + index * size
            let number: Int? =
                switch entry.type {
                case 1, 7: try? reader.byte(offset)
                case 3: try? reader.uint16(offset, littleEndian: isLittleEndian)
                case 4, 13: try? reader.uint32(offset, littleEndian: isLittleEndian)
                default: nil
                }
            guard let number else { return numbers }
            numbers.append(number)
        }
        return numbers
    }

    func number(_ tag: Int, _ reader: inout HeaderReader) -> Int? { numbers(tag, &reader, limit: 1).first }

    /// Returns the byte range of an entry's values; nil where there is no such entry, or they end beyond the file's
    /// end.
    func bytes(_ tag: Int, _ reader: inout HeaderReader) -> Range<Int>? {
        guard let entry = entries[tag], let place = place(entry, &reader) else { return nil }
        let count = entry.count * Self.byteCounts[entry.type]
        return count <= reader.count - place ? place..<place + count : nil
    }

    /// Returns the file offset of an entry's values.
    private func place(_ entry: Entry, _ reader: inout HeaderReader) -> Int? {
        guard Self.byteCounts.indices.contains(entry.type), Self.byteCounts[entry.type] > 0 else { return nil }
        // No overflow: the count has 32 bits.
        guard entry.count * Self.byteCounts[entry.type] > 4 else { return entry.field }
        guard let offset = try? reader.uint32(entry.field, littleEndian: isLittleEndian) else { return nil }
        let place = base + offset
        return place < reader.count ? place : nil
    }
}
