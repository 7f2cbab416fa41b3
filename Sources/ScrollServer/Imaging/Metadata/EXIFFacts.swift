// Reads the facts in an EXIF block.

/// Reads the entries of a TIFF structure's directories that describe the picture (CIPA DC-008-2019, §4.6).
struct EXIFFacts {
    private let start: Int
    private let end: Int
    private let isLittleEndian: Bool
    /// Whether counts and offsets have 8 bytes.
    private let isBig: Bool
    /// Versions of TIFF 6.0 and BigTIFF, and those that Panasonic's and Olympus' raw files have instead.
    private static let versions: Set<Int> = [42, 43, 0x55, 0x4F52, 0x5352]
    /// More entries than any camera writes.
    private static let mostEntries = 512

    /// One entry of a directory.
    private struct Entry {
        var type: Int
        var count: Int
        /// File offset of its values.
        var place: Int
    }

    /// The entries of a directory by tag; where a tag occurs twice, the first one counts.
    ///
    /// A list: for so few entries a linear search is faster than building a hash table.
    private struct Directory {
        var entries: [(tag: Int, entry: Entry)] = []

        subscript(tag: Int) -> Entry? {
            for (other, entry) in entries where other == tag { return entry }
            return nil
        }
    }

    /// Reads the facts of the structure in bytes `start ..< end` of the file; whatever is damaged counts as missing.
    static func read(_ reader: inout HeaderReader, at start: Int, end: Int, part: Part = .main) -> PictureFacts {
        let end = min(end, reader.count)
        guard start >= 0, end - start >= 14, let order = try? reader.uint16(start), order == 0x4949 || order == 0x4D4D
        else { return .none }
        let isLittle = order == 0x4949
        guard let version = try? reader.uint16(start + 2, littleEndian: isLittle), Self.versions.contains(version)
        else { return .none }
        let facts = EXIFFacts(start: start, end: end, isLittleEndian: isLittle, isBig: version == 43)
        guard let first = facts.wide(&reader, start + (facts.isBig ? 8 : 4)) else { return .none }
        return facts.read(&reader, first, part)
    }

    /// The role of the first directory, in a structure that has only a part of the facts, as in a CR3.
    enum Part {
        case main, photograph, position
    }

    private func read(_ reader: inout HeaderReader, _ first: Int, _ part: Part) -> PictureFacts {
        var facts = PictureFacts()
        let entries = entries(&reader, first)
        switch part {
        case .main: readMain(&reader, entries, into: &facts)
        case .photograph: readPhotograph(&reader, entries, into: &facts)
        case .position: readPosition(&reader, entries, into: &facts)
        }
        return facts
    }

    private func readMain(_ reader: inout HeaderReader, _ main: Directory, into facts: inout PictureFacts) {
        facts.camera = PictureFacts.camera(
            make: text(&reader, main[0x010F]), model: text(&reader, main[0x0110]))
        facts.caption = text(&reader, main[0x010E])
        facts.rating = PictureFacts.rating(number(&reader, main[0x4746]))
        facts.title = wideText(&reader, main[0x9C9B])
        facts.keywords = (wideText(&reader, main[0x9C9E])?.split(separator: ";") ?? [])
            .compactMap { PictureFacts.text(String($0)) }
        if let place = pointer(&reader, main[0x8769]) { readPhotograph(&reader, entries(&reader, place), into: &facts) }
        if let place = pointer(&reader, main[0x8825]) { readPosition(&reader, entries(&reader, place), into: &facts) }
    }

    private func readPhotograph(_ reader: inout HeaderReader, _ exif: Directory, into facts: inout PictureFacts) {
        facts.exposure = PictureFacts.exposure(number(&reader, exif[0x829A]))
        facts.aperture = PictureFacts.positive(number(&reader, exif[0x829D]), below: 1000)
        // At high speeds, cameras write 65535 here, and the speed elsewhere.
        let iso = PictureFacts.positive(number(&reader, exif[0x8827]), below: 1e8)
        facts.iso = iso == 65_535 ? PictureFacts.positive(number(&reader, exif[0x8832]), below: 1e9) ?? iso : iso
        facts.focal = PictureFacts.positive(number(&reader, exif[0x920A]), below: 1e5)
        facts.lens = text(&reader, exif[0xA434])
        facts.zone = PictureFacts.zone(text(&reader, exif[0x9011]) ?? text(&reader, exif[0x9010]))
        facts.taken =
            text(&reader, exif[0x9003] ?? exif[0x9004]).flatMap { CaptureTime(exif: $0.utf8) }
            ?? text(&reader, exif[0x9004]).flatMap { CaptureTime(exif: $0.utf8) }
    }

    private func readPosition(_ reader: inout HeaderReader, _ gps: Directory, into facts: inout PictureFacts) {
        facts.setPosition(
            latitude: angle(&reader, gps[2], text(&reader, gps[1]), negative: "S"),
            longitude: angle(&reader, gps[4], text(&reader, gps[3]), negative: "W"))
    }

    // MARK: Entries

    /// Reads the entries of a directory.
    private func entries(_ reader: inout HeaderReader, _ offset: Int) -> Directory {
        var directory = Directory()
        let (countByteCount, entryByteCount, room) = isBig ? (8, 20, 8) : (2, 12, 4)
        guard offset >= 8, offset < end - start - countByteCount,
            let count = isBig
                ? wide(&reader, start + offset) : try? reader.uint16(start + offset, littleEndian: isLittleEndian)
        else { return directory }
        let first = start + offset + countByteCount
        let wanted = min(count, Self.mostEntries, (end - first) / entryByteCount)
        guard wanted > 0, let bytes = try? reader.bytes(at: first, limit: wanted * entryByteCount) else {
            return directory
        }
        for place in stride(from: 0, to: bytes.count - entryByteCount + 1, by: entryByteCount) {
            let (tag, type) = (number(bytes, place, count: 2), number(bytes, place + 2, count: 2))
            let (count, size) = (number(bytes, place + 4, count: room), Self.size(ofType: type))
            guard size > 0, count > 0 else { continue }
            let field = place + 4 + room
            let isFar = count > room / size
            let offset = isFar ? number(bytes, field, count: room) : 0
            // Ignore entries whose values lie beyond the end.
            guard offset < end - start else { continue }
            let values = isFar ? start + offset : first + field
            guard values + min(count, PictureFacts.longestText) * size <= end else { continue }
            directory.entries.append((tag, Entry(type: type, count: count, place: values)))
        }
        return directory
    }

    /// Decodes a number of 2, 4 or 8 bytes; `Int.max` for what no count or offset can be.
    private func number(_ bytes: [UInt8], _ place: Int, count: Int) -> Int {
        var number: UInt64 = 0
        for step in 0..<count {
            number = number << 8 | UInt64(bytes[place + (isLittleEndian ? count - 1 - step : step)])
        }
        return Int(clamping: number)
    }

    /// Reads an offset or a count of entries.
    private func wide(_ reader: inout HeaderReader, _ place: Int) -> Int? {
        isBig
            ? try? reader.uint64(place, littleEndian: isLittleEndian)
            : try? reader.uint32(place, littleEndian: isLittleEndian)
    }

    /// Returns the bytes per value (TIFF 6.0 §2); 0 for unknown types.
    ///
    /// 13 is a pointer, 16 to 18 are BigTIFF's, 129 is UTF-8 text (DC-008-2023).
    private static func size(ofType type: Int) -> Int {
        switch type {
        case 1, 2, 6, 7, 129: 1
        case 3, 8: 2
        case 4, 9, 11, 13: 4
        case 5, 10, 12, 16, 17, 18: 8
        default: 0
        }
    }

    private func pointer(_ reader: inout HeaderReader, _ entry: Entry?) -> Int? {
        guard let entry else { return nil }
        switch entry.type {
        case 4, 13: return try? reader.uint32(entry.place, littleEndian: isLittleEndian)
        case 16, 18: return try? reader.uint64(entry.place, littleEndian: isLittleEndian)
        default: return nil
        }
    }

    private func text(_ reader: inout HeaderReader, _ entry: Entry?) -> String? {
        guard let entry, [2, 7, 129].contains(entry.type),
            let bytes = try? reader.bytes(at: entry.place, limit: min(entry.count, PictureFacts.longestText))
        else { return nil }
        return PictureFacts.text(bytes)
    }

    /// Reads a text of UTF-16 units, as Windows writes.
    private func wideText(_ reader: inout HeaderReader, _ entry: Entry?) -> String? {
        guard let entry, entry.type == 1 || entry.type == 7,
            let bytes = try? reader.bytes(at: entry.place, limit: min(entry.count, PictureFacts.longestText))
        else { return nil }
        let units = stride(from: 0, to: bytes.count - 1, by: 2).map { UInt16(bytes[$0]) | UInt16(bytes[$0 + 1]) << 8 }
        return PictureFacts.text(String(decoding: units.prefix { $0 != 0 }, as: UTF16.self))
    }

    private func number(_ reader: inout HeaderReader, _ entry: Entry?, at index: Int = 0) -> Double? {
        guard let entry, index < entry.count else { return nil }
        let place = entry.place + index * Self.size(ofType: entry.type)
        switch entry.type {
        case 1: return (try? reader.byte(place)).map(Double.init)
        case 3: return (try? reader.uint16(place, littleEndian: isLittleEndian)).map(Double.init)
        case 4: return (try? reader.uint32(place, littleEndian: isLittleEndian)).map(Double.init)
        case 5, 10:
            guard let above = try? reader.uint32(place, littleEndian: isLittleEndian),
                let below = try? reader.uint32(place + 4, littleEndian: isLittleEndian), below != 0
            else { return nil }
            guard entry.type == 10 else { return Double(above) / Double(below) }
            let (signed, divisor) = (Int32(truncatingIfNeeded: above), Int32(truncatingIfNeeded: below))
            return divisor == 0 ? nil : Double(signed) / Double(divisor)
        default: return nil
        }
    }

    /// Converts degrees, minutes and seconds to degrees.
    private func angle(
        _ reader: inout HeaderReader, _ entry: Entry?, _ reference: String?, negative: Character
    ) -> Double? {
        guard let degrees = number(&reader, entry) else { return nil }
        let minutes = number(&reader, entry, at: 1) ?? 0
        let seconds = number(&reader, entry, at: 2) ?? 0
        let angle = degrees + minutes / 60 + seconds / 3600
        return reference?.first == negative ? -angle : angle
    }
}
