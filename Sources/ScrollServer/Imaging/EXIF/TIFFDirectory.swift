// Reads directories of a TIFF structure, for both TIFF files and EXIF blocks.

/// The entries used of one directory; offsets count from the structure's start unless stated otherwise.
///
/// The directory is the structure's first (IFD0), the EXIF directory that it points to, or the second (IFD1), which
/// describes a thumbnail.
struct TIFFDirectory {
    private(set) var width: Int?
    private(set) var height: Int?
    /// The stored number, not range-checked.
    private(set) var orientation: Int?
    /// Offset of the EXIF directory (CIPA DC-008 §4.6.3).
    private var exif: Int?
    /// The bytes of an XMP packet (ISO 16684-3, tag 700).
    private(set) var packet: Range<Int>?
    /// Offset of DateTimeOriginal's text (CIPA DC-008 §4.6.6).
    private var dateTimeOriginal: Int?
    /// Offset of the JPEG thumbnail (TIFF 6.0 §22), and its length in bytes.
    private var thumbnailStart: Int?
    private var thumbnailByteCount: Int?
    /// File offset of the field that holds the next directory's offset.
    private var next = 0
    private var isLittleEndian = false
    private var isBig = false

    /// The orientation, 1...8; nil for any other number.
    var validOrientation: Int? { orientation.flatMap { (1...8).contains($0) ? $0 : nil } }

    /// Reads the first directory of the structure in bytes `start..<end` of the file.
    ///
    /// TIFF 6.0 §2; BigTIFF has wider counts and offsets.
    ///
    /// - Throws: `ImageError.damaged` when the byte order, version or first offset is wrong, or a read fails.
    static func read(_ reader: inout HeaderReader, at start: Int, end: Int) throws(ImageError) -> TIFFDirectory {
        let order = try reader.uint16(start)
        guard order == 0x4949 || order == 0x4D4D else { throw .damaged("no byte order mark", offset: start) }
        let little = order == 0x4949
        let isBig: Bool
        switch try reader.uint16(start + 2, littleEndian: little) {
        case 42: isBig = false
        case 43: isBig = true
        case let version: throw .damaged("TIFF version \(version)", offset: start + 2)
        }
        let first =
            isBig
            ? try reader.uint64(start + 8, littleEndian: little) : try reader.uint32(start + 4, littleEndian: little)
        return try read(&reader, directoryAt: first, of: start, end: end, little: little, isBig: isBig)
    }

    private static func read(
        _ reader: inout HeaderReader, directoryAt first: Int, of start: Int, end: Int, little: Bool, isBig: Bool
    ) throws(ImageError) -> TIFFDirectory {
        guard first < end - start else { throw .damaged("a directory beyond the end", offset: start + 4) }
        var offset = start + first
        let entryCount: Int
        if isBig {
            entryCount = try reader.uint64(offset, littleEndian: little)
            offset += 8
        } else {
            entryCount = try reader.uint16(offset, littleEndian: little)
            offset += 2
        }
        var directory = TIFFDirectory()
        (directory.isLittleEndian, directory.isBig) = (little, isBig)
        let entryByteCount = isBig ? 20 : 12
        (directory.next, _) = offset.addingReportingOverflow(min(entryCount, 65_535) * entryByteCount)
        // TIFF 6.0 §2: at most 65,535 entries, in ascending order; some writers do not keep to the order.
        for _ in 0..<min(entryCount, 65_535) {
            // Entries beyond the end are ignored.
            guard offset + entryByteCount <= min(end, reader.count) else { break }
            // Where a tag occurs twice, the first one counts, as in libtiff.
            switch try reader.uint16(offset, littleEndian: little) {
            case 256 where directory.width == nil:
                directory.width = try value(
                    &reader, at: offset, of: start, end: end, little: little, isBig: isBig)
            case 257 where directory.height == nil:
                directory.height = try value(
                    &reader, at: offset, of: start, end: end, little: little, isBig: isBig)
            case 274 where directory.orientation == nil:
                directory.orientation = try value(
                    &reader, at: offset, of: start, end: end, little: little, isBig: isBig)
            case 0x8769 where directory.exif == nil:
                directory.exif = try value(
                    &reader, at: offset, of: start, end: end, little: little, isBig: isBig)
            case 0x9003 where directory.dateTimeOriginal == nil:
                directory.dateTimeOriginal = try textOffset(&reader, at: offset, little: little, isBig: isBig)
            case 0x0201 where directory.thumbnailStart == nil:
                directory.thumbnailStart = try value(
                    &reader, at: offset, of: start, end: end, little: little, isBig: isBig)
            case 0x0202 where directory.thumbnailByteCount == nil:
                directory.thumbnailByteCount = try value(
                    &reader, at: offset, of: start, end: end, little: little, isBig: isBig)
            case 700 where directory.packet == nil:
                directory.packet = try packet(
                    &reader, at: offset, of: start, end: end, little: little, isBig: isBig)
            default:
                break
            }
            offset += entryByteCount
        }
        return directory
    }

    /// Whether another directory follows; false where the file ends before its offset.
    func hasNext(_ reader: inout HeaderReader) throws(ImageError) -> Bool {
        let byteCount = isBig ? 8 : 4
        guard next <= reader.count - byteCount else { return false }
        return isBig
            ? try reader.uint64(next, littleEndian: isLittleEndian) != 0
            : try reader.uint32(next, littleEndian: isLittleEndian) != 0
    }

    /// Reads when the picture was taken from the EXIF directory.
    ///
    /// Call this on the first directory of the structure in bytes `start..<end`. No further directory is read, so
    /// directories that form a loop do no harm.
    func captureTime(_ reader: inout HeaderReader, at start: Int, end: Int) -> CaptureTime? {
        guard let exif,
            let directory = try? Self.read(
                &reader, directoryAt: exif, of: start, end: end, little: isLittleEndian, isBig: isBig),
            let text = directory.dateTimeOriginal, text < end - start,
            let bytes = try? reader.bytes(at: start + text, limit: Self.dateByteCount)
        else { return nil }
        return CaptureTime(exif: bytes)
    }

    /// Returns the byte range of the JPEG thumbnail in the next directory, counted from the structure's start.
    ///
    /// Nil unless it lies within the structure's bytes `start..<end`. Reads no further directory either.
    func thumbnail(_ reader: inout HeaderReader, at start: Int, end: Int) -> Range<Int>? {
        let offset =
            isBig
            ? try? reader.uint64(next, littleEndian: isLittleEndian)
            : try? reader.uint32(next, littleEndian: isLittleEndian)
        guard let offset, offset >= 8,
            let second = try? Self.read(
                &reader, directoryAt: offset, of: start, end: end, little: isLittleEndian, isBig: isBig),
            let first = second.thumbnailStart, let count = second.thumbnailByteCount,
            first >= 8, count >= 4, first <= end - start, count <= end - start - first
        else { return nil }
        return first..<first + count
    }

    /// Bytes of `YYYY:MM:DD HH:MM:SS`, without the NUL after it.
    private static let dateByteCount = 19

    /// Returns the offset of an entry's text; nil unless it is ASCII and long enough for a date.
    ///
    /// Such a text is stored outside the entry.
    private static func textOffset(
        _ reader: inout HeaderReader, at offset: Int, little: Bool, isBig: Bool
    ) throws(ImageError) -> Int? {
        guard try reader.uint16(offset + 2, littleEndian: little) == 2 else { return nil }
        if isBig {
            guard try reader.uint64(offset + 4, littleEndian: little) >= dateByteCount else { return nil }
            return try reader.uint64(offset + 12, littleEndian: little)
        }
        guard try reader.uint32(offset + 4, littleEndian: little) >= dateByteCount else { return nil }
        return try reader.uint32(offset + 8, littleEndian: little)
    }

    /// Returns the byte range of a packet; nil where it is stored within the entry or beyond the end.
    private static func packet(
        _ reader: inout HeaderReader, at offset: Int, of start: Int, end: Int, little: Bool, isBig: Bool
    ) throws(ImageError) -> Range<Int>? {
        let (count, place) =
            isBig
            ? (
                try reader.uint64(offset + 4, littleEndian: little),
                try reader.uint64(offset + 12, littleEndian: little)
            )
            : (try reader.uint32(offset + 4, littleEndian: little), try reader.uint32(offset + 8, littleEndian: little))
        guard count > (isBig ? 8 : 4), count <= end - start, place <= end - start - count else { return nil }
        return start + place..<start + place + count
    }

    /// Returns the entry's first value if it is an unsigned whole number; nil otherwise, or beyond the structure's end.
    ///
    /// Must agree with `TIFFFields`: the decoder must find the same size as the probe.
    private static func value(
        _ reader: inout HeaderReader, at offset: Int, of start: Int, end: Int, little: Bool, isBig: Bool
    ) throws(ImageError) -> Int? {
        let size: Int
        switch try reader.uint16(offset + 2, littleEndian: little) {
        case 1, 7: size = 1
        case 3: size = 2
        case 4, 13: size = 4
        case 16, 18: size = 8
        default: return nil
        }
        let count =
            try isBig
            ? reader.uint64(offset + 4, littleEndian: little) : reader.uint32(offset + 4, littleEndian: little)
        guard count > 0 else { return nil }
        var place = offset + (isBig ? 12 : 8)
        // Values that do not fit in the entry are stored elsewhere.
        if count > (isBig ? 8 : 4) / size {
            let far =
                try isBig ? reader.uint64(place, littleEndian: little) : reader.uint32(place, littleEndian: little)
            guard far < end - start else { return nil }
            place = start + far
        }
        // Unreadable values count as missing, like those of unknown types.
        return switch size {
        case 1: try? reader.byte(place)
        case 2: try? reader.uint16(place, littleEndian: little)
        case 4: try? reader.uint32(place, littleEndian: little)
        default: try? reader.uint64(place, littleEndian: little)
        }
    }
}
