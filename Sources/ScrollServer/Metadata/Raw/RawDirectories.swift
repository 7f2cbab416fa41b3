// Raw files that are TIFF structures, as of most cameras.

/// Walks the directories of a raw file and finds the JPEGs that they name.
///
/// Sources: TIFF 6.0 §2 and §22; Adobe's TIFF Supplement 1 and DNG 1.7 chapter 4 (SubIFDs, NewSubFileType); the makers'
/// own places as exiftool documents them (Olympus CameraSettings, Panasonic JpgFromRaw, Nikon PreviewIFD).
struct RawDirectories {
    private enum Tag {
        static let width = 0x0100
        static let height = 0x0101
        static let compression = 0x0103
        static let photometric = 0x0106
        static let stripOffsets = 0x0111
        static let stripByteCounts = 0x0117
        static let subdirectories = 0x014A
        static let jpegStart = 0x0201
        static let jpegByteCount = 0x0202
        static let panasonicJPEG = 0x002E
        static let exif = 0x8769
        static let makerNote = 0x927C
        static let dngVersion = 0xC612
    }

    /// Most entries of a directory: no camera writes more.
    private static let entryLimit = 1024
    /// Most directories visited, which also ends loops.
    private static let directoryLimit = 24

    /// The orientation is that of the first directory, the size that of the largest sensor picture.
    private(set) var found = RawContainer()
    /// Whether any directory has sensor data.
    private(set) var isRaw = false
    private var seen: Set<Int> = []

    /// Reads the file's TIFF structure, skipping what is damaged; nil where the file has none.
    init?(_ reader: inout HeaderReader) {
        guard
            let (structure, version, first) = try? TIFFStructure.read(
                &reader, at: 0, end: reader.count, versions: [42, 0x55, 0x4F52, 0x5352])
        else { return nil }
        isRaw = version != 42 || structure.isLittleEndian && (try? reader.matches("CR", at: 8)) == true
        var offset = first
        var isFirst = true
        while offset > 0, let entries = directory(at: offset, of: structure, &reader) {
            if isFirst { found.orientation = entries.orientation(&reader) }
            isFirst = false
            visit(entries, depth: 0, &reader)
            offset = entries.next(&reader)
        }
    }

    private mutating func directory(
        at offset: Int, of structure: TIFFStructure, _ reader: inout HeaderReader
    ) -> TIFFDirectory? {
        guard seen.count < Self.directoryLimit, seen.insert(structure.start + offset).inserted else { return nil }
        return try? TIFFDirectory(&reader, at: offset, of: structure, entryLimit: Self.entryLimit)
    }

    private mutating func visit(_ entries: TIFFDirectory, depth: Int, _ reader: inout HeaderReader) {
        if entries[Tag.dngVersion] != nil { isRaw = true }
        // A colour filter array, or its values in linear form (DNG 1.7, PhotometricInterpretation).
        let isSensor = [32_803, 34_892].contains(entries.number(Tag.photometric, &reader))
        if isSensor {
            isRaw = true
            readSize(entries, &reader)
        }
        addJPEG(entries, Tag.jpegStart, Tag.jpegByteCount, &reader)
        if let bytes = entries.bytes(Tag.panasonicJPEG) { found.candidates.append(bytes) }
        if !isSensor, [6, 7].contains(entries.number(Tag.compression, &reader)) {
            let starts = entries.numbers(Tag.stripOffsets, &reader, limit: 2)
            // A JPEG in several strips is no JPEG file.
            if starts.count == 1 { addJPEG(entries, Tag.stripOffsets, Tag.stripByteCounts, &reader) }
        }
        guard depth < 2 else { return }
        for offset in entries.numbers(Tag.subdirectories, &reader) {
            guard let sub = directory(at: offset, of: entries.structure, &reader) else { continue }
            visit(sub, depth: depth + 1, &reader)
        }
        if let offset = entries.number(Tag.exif, &reader),
            let exif = directory(at: offset, of: entries.structure, &reader),
            let note = exif.bytes(Tag.makerNote)
        {
            visitMakerNote(note, &reader)
        }
    }

    private mutating func readSize(_ entries: TIFFDirectory, _ reader: inout HeaderReader) {
        let known = found.size
        found.setSize(entries.number(Tag.width, &reader), entries.number(Tag.height, &reader))
        if let known, let size = found.size, known.width * known.height >= size.width * size.height {
            found.size = known
        }
    }

    private mutating func addJPEG(_ entries: TIFFDirectory, _ start: Int, _ count: Int, _ reader: inout HeaderReader) {
        guard let offset = entries.number(start, &reader), let byteCount = entries.number(count, &reader) else {
            return
        }
        found.add(entries.structure.start + offset, byteCount, reader)
    }

    /// Visits the makers' own directories, whose offsets count from their own bases.
    private mutating func visitMakerNote(_ note: Range<Int>, _ reader: inout HeaderReader) {
        func begins(_ text: String) -> Bool { (try? reader.matches(text, at: note.lowerBound)) == true }
        if begins("OLYMPUS\0II") || begins("OM SYSTEM\0") || begins("OLYMPUS\0MM") {
            let head = begins("OM SYSTEM\0") ? 16 : 12
            let isLittle = (try? reader.byte(note.lowerBound + (head == 16 ? 12 : 8))) == 0x49
            let structure = TIFFStructure(start: note.lowerBound, end: reader.count, isLittleEndian: isLittle)
            guard let main = directory(at: head, of: structure, &reader),
                let offset = main.number(0x2020, &reader),
                let settings = directory(at: offset, of: structure, &reader)
            else { return }
            // PreviewImageStart also counts from the note's start.
            addJPEG(settings, 0x0101, 0x0102, &reader)
        } else if begins("Nikon\0\u{2}") {
            // A separate TIFF structure begins after ten bytes.
            guard
                let (structure, _, first) = try? TIFFStructure.read(
                    &reader, at: note.lowerBound + 10, end: reader.count, versions: [42]),
                let main = directory(at: first, of: structure, &reader),
                let offset = main.number(0x0011, &reader),
                let preview = directory(at: offset, of: structure, &reader)
            else { return }
            addJPEG(preview, Tag.jpegStart, Tag.jpegByteCount, &reader)
        }
    }
}
