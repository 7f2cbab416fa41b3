// Reads the facts in an EXIF block.

/// Reads the entries of a TIFF structure's directories that describe the picture (CIPA DC-008-2019, §4.6).
enum EXIFFacts {
    /// Versions of TIFF 6.0 and BigTIFF, and those that Panasonic's and Olympus' raw files have instead.
    private static let versions: Set<Int> = [42, 43, 0x55, 0x4F52, 0x5352]

    /// The role of the first directory, in a structure that has only a part of the facts, as in a CR3.
    enum Part {
        case main, photograph, position
    }

    /// Reads the facts of the structure in bytes `start ..< end` of the file; whatever is damaged counts as missing.
    static func read(_ reader: inout HeaderReader, at start: Int, end: Int, part: Part = .main) -> PictureFacts {
        guard let directory = try? TIFFDirectory(firstOf: &reader, at: start, end: end, versions: versions) else {
            return .none
        }
        var facts = PictureFacts()
        switch part {
        case .main: readMain(&reader, directory, into: &facts)
        case .photograph: readPhotograph(&reader, directory, into: &facts)
        case .position: readPosition(&reader, directory, into: &facts)
        }
        return facts
    }

    private static func readMain(
        _ reader: inout HeaderReader, _ main: TIFFDirectory, into facts: inout PictureFacts
    ) {
        var generated = GeneratedPicture()
        facts.camera = PictureFacts.camera(
            make: main.text(0x010F, &reader, &generated), model: main.text(0x0110, &reader, &generated))
        facts.caption = main.text(0x010E, &reader, &generated)
        if !generated.isEmpty { facts.complete(with: generated.facts) }
        facts.rating = PictureFacts.rating(main.fraction(0x4746, &reader))
        facts.title = main.wideText(0x9C9B, &reader)
        facts.keywords = (main.wideText(0x9C9E, &reader)?.split(separator: ";") ?? [])
            .compactMap { PictureFacts.text(String($0)) }
        if let exif = main.directory(0x8769, &reader) { readPhotograph(&reader, exif, into: &facts) }
        if let gps = main.directory(0x8825, &reader) { readPosition(&reader, gps, into: &facts) }
    }

    private static func readPhotograph(
        _ reader: inout HeaderReader, _ exif: TIFFDirectory, into facts: inout PictureFacts
    ) {
        facts.exposure = PictureFacts.exposure(exif.fraction(0x829A, &reader))
        facts.aperture = PictureFacts.positive(exif.fraction(0x829D, &reader), below: 1000)
        // At high speeds, cameras write 65535 here, and the speed elsewhere.
        let iso = PictureFacts.positive(exif.fraction(0x8827, &reader), below: 1e8)
        facts.iso =
            iso == 65_535 ? PictureFacts.positive(exif.fraction(0x8832, &reader), below: 1e9) ?? iso : iso
        facts.focal = PictureFacts.positive(exif.fraction(0x920A, &reader), below: 1e5)
        facts.lens = exif.text(0xA434, &reader)
        // DateTimeOriginal and DateTimeDigitized, each with its offset from universal time.
        for (tag, offset, source) in [(0x9003, 0x9011, DateSource.exifOriginal), (0x9004, 0x9012, .digitized)] {
            let time = exif.text(tag, &reader).flatMap { CaptureTime(exif: $0.utf8) }
            let zone = exif.text(offset, &reader) ?? exif.text(0x9010, &reader)
            facts.setTaken(time, zone: PictureFacts.zone(zone), from: source)
        }
    }

    private static func readPosition(
        _ reader: inout HeaderReader, _ gps: TIFFDirectory, into facts: inout PictureFacts
    ) {
        facts.setPosition(
            latitude: gps.angle(2, gps.text(1, &reader), negative: "S", &reader),
            longitude: gps.angle(4, gps.text(3, &reader), negative: "W", &reader))
    }
}

extension TIFFDirectory {
    /// Returns the entry of a tag; nil where its values, as far as they are read, end beyond the end.
    ///
    /// A position of which only the degrees are left would be another place.
    private func whole(_ tag: Int) -> Entry? {
        guard let entry = self[tag],
            min(entry.count, PictureFacts.longestText) <= (structure.end - entry.offset) / entry.size
        else { return nil }
        return entry
    }

    private func bytes(
        _ tag: Int, ofTypes types: [Int], _ reader: inout HeaderReader, limit: Int = PictureFacts.longestText
    ) -> [UInt8]? {
        guard let entry = whole(tag), types.contains(entry.type) else { return nil }
        return try? reader.bytes(at: entry.offset, limit: min(entry.count, limit))
    }

    fileprivate func text(_ tag: Int, _ reader: inout HeaderReader) -> String? {
        bytes(tag, ofTypes: [2, 7, 129], &reader).flatMap { PictureFacts.text($0) }
    }

    /// Reads a text of a camera or a person; a generator's goes to `generated`, whole.
    fileprivate func text(
        _ tag: Int, _ reader: inout HeaderReader, _ generated: inout GeneratedPicture
    ) -> String? {
        guard let text = text(tag, &reader) else { return nil }
        guard GeneratedPicture.mayBeGenerated(text) else { return text }
        guard let bytes = bytes(tag, ofTypes: [2, 7, 129], &reader, limit: GeneratedPicture.longest) else {
            return text
        }
        return generated.add(comment: bytes) ? nil : text
    }

    /// Reads a text of UTF-16 units, as Windows writes.
    fileprivate func wideText(_ tag: Int, _ reader: inout HeaderReader) -> String? {
        guard let bytes = bytes(tag, ofTypes: [1, 7], &reader) else { return nil }
        let units = stride(from: 0, to: bytes.count - 1, by: 2).map { UInt16(bytes[$0]) | UInt16(bytes[$0 + 1]) << 8 }
        return PictureFacts.text(String(decoding: units.prefix { $0 != 0 }, as: UTF16.self))
    }

    /// Reads a whole number or a fraction.
    fileprivate func fraction(_ tag: Int, _ reader: inout HeaderReader, at index: Int = 0) -> Double? {
        guard let entry = whole(tag), index < entry.count else { return nil }
        let position = entry.offset + index * entry.size
        let isLittleEndian = structure.isLittleEndian
        switch entry.type {
        case 1: return (try? reader.byte(position)).map(Double.init)
        case 3: return (try? reader.uint16(position, littleEndian: isLittleEndian)).map(Double.init)
        case 4: return (try? reader.uint32(position, littleEndian: isLittleEndian)).map(Double.init)
        case 5, 10:
            guard let above = try? reader.uint32(position, littleEndian: isLittleEndian),
                let below = try? reader.uint32(position + 4, littleEndian: isLittleEndian), below != 0
            else { return nil }
            guard entry.type == 10 else { return Double(above) / Double(below) }
            return Double(Int32(truncatingIfNeeded: above)) / Double(Int32(truncatingIfNeeded: below))
        default: return nil
        }
    }

    /// Converts degrees, minutes and seconds to degrees.
    fileprivate func angle(
        _ tag: Int, _ reference: String?, negative: Character, _ reader: inout HeaderReader
    ) -> Double? {
        guard let degrees = fraction(tag, &reader) else { return nil }
        let minutes = fraction(tag, &reader, at: 1) ?? 0
        let seconds = fraction(tag, &reader, at: 2) ?? 0
        let angle = degrees + minutes / 60 + seconds / 3600
        return reference?.first == negative ? -angle : angle
    }
}
