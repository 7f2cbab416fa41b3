// The directories of a TIFF structure, which is a TIFF file's header and every EXIF block's.

/// The entries of one directory that anybody here needs: of a structure's first (IFD0), of the EXIF directory that it leads
/// to, or of the second (IFD1), which describes a thumbnail.
struct TIFFDirectory {
    private(set) var width: Int?
    private(set) var height: Int?
    /// Whatever number is there.
    private(set) var orientation: Int?
    /// Where the EXIF directory begins (CIPA DC-008 §4.6.3), counted from the structure's start.
    private var exif: Int?
    /// Where DateTimeOriginal's text begins (CIPA DC-008 §4.6.6), counted from the structure's start.
    private var dateTimeOriginal: Int?
    /// Where a JPEG thumbnail begins (TIFF 6.0 §22), counted from the structure's start, and its bytes.
    private var thumbnailStart: Int?
    private var thumbnailByteCount: Int?
    /// Where the next directory's offset stands, counted from the file's start.
    private var next = 0
    private var isLittleEndian = false
    private var isBig = false

    /// 1...8; nil for any other number.
    var validOrientation: Int? { orientation.flatMap { (1...8).contains($0) ? $0 : nil } }

    /// Reads the structure in bytes `start..<end`, to whose start all its offsets count.
    ///
    /// TIFF 6.0 §2; BigTIFF differs in the width of counts and offsets.
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
        // TIFF 6.0 §2: at most 65,535 entries, in ascending order, which not every writer keeps to.
        for _ in 0..<min(entryCount, 65_535) {
            // Entries for which there is no room are left out.
            guard offset + entryByteCount <= min(end, reader.count) else { break }
            // Of a tag that is there twice the first counts, as in libtiff.
            switch try reader.uint16(offset, littleEndian: little) {
            case 256 where directory.width == nil:
                directory.width = try value(&reader, at: offset, little: little, isBig: isBig)
            case 257 where directory.height == nil:
                directory.height = try value(&reader, at: offset, little: little, isBig: isBig)
            case 274 where directory.orientation == nil:
                directory.orientation = try value(&reader, at: offset, little: little, isBig: isBig)
            case 0x8769 where directory.exif == nil:
                directory.exif = try value(&reader, at: offset, little: little, isBig: isBig)
            case 0x9003 where directory.dateTimeOriginal == nil:
                directory.dateTimeOriginal = try textOffset(&reader, at: offset, little: little, isBig: isBig)
            case 0x0201 where directory.thumbnailStart == nil:
                directory.thumbnailStart = try value(&reader, at: offset, little: little, isBig: isBig)
            case 0x0202 where directory.thumbnailByteCount == nil:
                directory.thumbnailByteCount = try value(&reader, at: offset, little: little, isBig: isBig)
            default:
                break
            }
            offset += entryByteCount
        }
        return directory
    }

    /// When the picture was taken, from the EXIF directory of the structure in bytes `start..<end`, of which this is the
    /// first one. Two directories are read whatever they lead to: no chain is followed, so that there can be no circle.
    func captureTime(_ reader: inout HeaderReader, at start: Int, end: Int) -> CaptureTime? {
        guard let exif,
            let directory = try? Self.read(
                &reader, directoryAt: exif, of: start, end: end, little: isLittleEndian, isBig: isBig),
            let text = directory.dateTimeOriginal, text < end - start,
            let bytes = try? reader.bytes(at: start + text, limit: Self.dateByteCount)
        else { return nil }
        return CaptureTime(exif: bytes)
    }

    /// Where the JPEG thumbnail lies that the directory after this one describes, counted from the structure's start;
    /// nil unless it lies within the structure's bytes `start..<end`. No chain is followed here either.
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

    /// `YYYY:MM:DD HH:MM:SS`; a NUL follows.
    private static let dateByteCount = 19

    /// Where the text of an entry stands that is too long for the entry itself.
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

    /// The first value of the entry, if it is a whole number that is stored in the entry itself.
    private static func value(
        _ reader: inout HeaderReader, at offset: Int, little: Bool, isBig: Bool
    ) throws(ImageError) -> Int? {
        let place = offset + (isBig ? 12 : 8)
        switch try reader.uint16(offset + 2, littleEndian: little) {
        case 1: return try reader.byte(place)
        case 3: return try reader.uint16(place, littleEndian: little)
        case 4: return try reader.uint32(place, littleEndian: little)
        case 16: return isBig ? try reader.uint64(place, littleEndian: little) : nil
        default: return nil
        }
    }
}
