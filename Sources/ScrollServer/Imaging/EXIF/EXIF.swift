// What a picture's EXIF data says about showing it: which way is up, when it was taken, the small picture inside.

/// Orientation, capture time and embedded thumbnail out of an EXIF block, which is a small TIFF file
/// (CIPA DC-008 §4.5, TIFF 6.0 §2).
///
/// Any bytes are accepted; what is unsound counts as not there.
struct EXIF: Sendable, Equatable {
    /// How the stored pixels are to be turned, 1...8 as TIFF 6.0 numbers them; 1 (upright) when not given.
    private(set) var orientation = 1
    /// `YYYY:MM:DD HH:MM:SS` as the camera wrote it, of DateTimeOriginal.
    private(set) var dateTimeOriginal: String?
    /// Where the JPEG thumbnail lies, counted from the start of the TIFF header.
    private(set) var thumbnail: Range<Int>?

    private enum Tag {
        static let orientation = 0x0112
        static let thumbnailOffset = 0x0201
        static let thumbnailLength = 0x0202
        static let exifDirectory = 0x8769
        static let dateTimeOriginal = 0x9003
    }

    /// Parses a block that begins with the TIFF header, or with `Exif\0\0` before it.
    ///
    /// - Returns: nil when there is no TIFF header.
    init?(_ bytes: [UInt8]) {
        let hasName = bytes.starts(with: Array("Exif\0\0".utf8))
        guard let tiff = TIFFReader(hasName ? Array(bytes.dropFirst(6)) : bytes) else { return nil }
        // Three directories are read, one after the other, whatever they point to: no chain is followed, so that
        // there can be no circle.
        guard let first = tiff.directory(at: tiff.firstDirectory) else { return }
        if let value = first.number(Tag.orientation, in: tiff), (1...8).contains(value) { orientation = value }
        if let offset = first.number(Tag.exifDirectory, in: tiff), let capture = tiff.directory(at: offset) {
            dateTimeOriginal = capture.text(Tag.dateTimeOriginal, in: tiff)
        }
        if let offset = first.next, let second = tiff.directory(at: offset),
            let start = second.number(Tag.thumbnailOffset, in: tiff),
            let length = second.number(Tag.thumbnailLength, in: tiff),
            length >= 4, start >= 8, start <= tiff.bytes.count - length
        {
            thumbnail = start..<start + length
        }
    }
}

/// The entries of one TIFF image file directory.
private struct EXIFDirectory {
    struct Entry {
        var tag: Int
        var type: Int
        var count: Int
        /// Where the value stands, or its offset if it has more than four bytes.
        var position: Int
    }

    var entries: [Entry]
    /// Offset of the directory after this one.
    var next: Int?

    /// The first value of a SHORT or LONG entry.
    func number(_ tag: Int, in tiff: TIFFReader) -> Int? {
        guard let entry = entries.first(where: { $0.tag == tag }), entry.count >= 1 else { return nil }
        switch entry.type {
        case 3: return entry.count <= 2 ? tiff.uint16(entry.position) : nil
        case 4: return entry.count == 1 ? tiff.uint32(entry.position) : nil
        default: return nil
        }
    }

    /// An ASCII entry up to its closing zero; nil when it is longer than 64 bytes, empty, or not ASCII.
    func text(_ tag: Int, in tiff: TIFFReader) -> String? {
        guard let entry = entries.first(where: { $0.tag == tag }), entry.type == 2, (1...64).contains(entry.count),
            let start = entry.count > 4 ? tiff.uint32(entry.position) : entry.position,
            start <= tiff.bytes.count - entry.count
        else { return nil }
        let characters = tiff.bytes[start..<start + entry.count].prefix { $0 != 0 }
        guard !characters.isEmpty, characters.allSatisfy({ (32..<127).contains($0) }) else { return nil }
        return String(decoding: characters, as: UTF8.self)
    }
}

/// Numbers of a TIFF file in its own byte order.
private struct TIFFReader {
    let bytes: [UInt8]
    let isBigEndian: Bool
    private(set) var firstDirectory = 0

    init?(_ bytes: [UInt8]) {
        guard bytes.count >= 8 else { return nil }
        switch (bytes[0], bytes[1]) {
        case (0x49, 0x49): isBigEndian = false
        case (0x4D, 0x4D): isBigEndian = true
        default: return nil
        }
        self.bytes = bytes
        guard uint16(2) == 42, let first = uint32(4) else { return nil }
        firstDirectory = first
    }

    func uint16(_ offset: Int) -> Int? {
        guard offset >= 0, offset <= bytes.count - 2 else { return nil }
        let (first, second) = (Int(bytes[offset]), Int(bytes[offset + 1]))
        return isBigEndian ? first << 8 | second : second << 8 | first
    }

    func uint32(_ offset: Int) -> Int? {
        guard let first = uint16(offset), let second = uint16(offset + 2) else { return nil }
        return isBigEndian ? first << 16 | second : second << 16 | first
    }

    /// The directory at `offset`; entries that the data has no room for are left out.
    func directory(at offset: Int) -> EXIFDirectory? {
        guard offset >= 8, let count = uint16(offset) else { return nil }
        var entries: [EXIFDirectory.Entry] = []
        for index in 0..<count {
            let start = offset + 2 + 12 * index
            guard let tag = uint16(start), let type = uint16(start + 2), let values = uint32(start + 4),
                uint32(start + 8) != nil
            else { break }
            entries.append(EXIFDirectory.Entry(tag: tag, type: type, count: values, position: start + 8))
        }
        let next = uint32(offset + 2 + 12 * count)
        return EXIFDirectory(entries: entries, next: next == 0 ? nil : next)
    }
}
