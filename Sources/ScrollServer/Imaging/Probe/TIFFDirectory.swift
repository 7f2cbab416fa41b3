// The first directory of a TIFF structure, which is a TIFF file's header and every EXIF block's.

/// The entries of a directory that a header needs: of IFD0, and of the EXIF directory that it leads to.
struct TIFFDirectory {
    private(set) var width: Int?
    private(set) var height: Int?
    /// Whatever number is there.
    private(set) var orientation: Int?
    /// Where the EXIF directory begins (CIPA DC-008 §4.6.3), counted from the structure's start.
    private var exif: Int?
    /// Where DateTimeOriginal's text begins (CIPA DC-008 §4.6.6), counted from the structure's start.
    private var dateTimeOriginal: Int?

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
        // TIFF 6.0 §2: at most 65,535 entries, in ascending order, which not every writer keeps to.
        for _ in 0..<min(entryCount, 65_535) {
            guard offset < end else { break }
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
            default:
                break
            }
            offset += isBig ? 20 : 12
        }
        return directory
    }

    /// When the picture was taken, from the EXIF directory of the structure in bytes `start..<end`, of which this is the
    /// first one. Two directories are read whatever they lead to: no chain is followed, so that there can be no circle.
    func captureTime(_ reader: inout HeaderReader, at start: Int, end: Int) -> CaptureTime? {
        guard let exif, let order = try? reader.uint16(start),
            let version = try? reader.uint16(start + 2, littleEndian: order == 0x4949),
            let directory = try? Self.read(
                &reader, directoryAt: exif, of: start, end: end, little: order == 0x4949, isBig: version == 43),
            let text = directory.dateTimeOriginal, text < end - start,
            let bytes = try? reader.bytes(at: start + text, limit: Self.dateByteCount)
        else { return nil }
        return CaptureTime(exif: bytes)
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
