// The facts in a JPEG's XMP and IPTC segments, and what its APP2 segments announce.

/// Collects XMP packets, the parts of Extended XMP, and Photoshop's image resources, which hold IPTC records.
///
/// A segment has less than 64 KiB, so longer contents are split (XMP Specification Part 3, §1.1.3).
struct JPEGMetadata {
    /// Most bytes read from all of these segments; the first one that would exceed it and all later ones are skipped.
    private static let byteLimit = 1 << 19
    /// Most parts of Extended XMP.
    private static let partLimit = 64

    /// A part of an extension, whose content is at bytes `range` of the file.
    private struct Part {
        var identifier: [UInt8]
        var offset: Int
        var range: Range<Int>
    }

    private var xmp: PictureFacts?
    private var extensionIdentifier: [UInt8]?
    private var parts: [Part] = []
    private var resources: [UInt8] = []
    private var byteCount = 0
    /// The bytes of the file's index of pictures, behind the segment's name.
    private(set) var pictureIndex: Range<Int>?
    private var hasGainMap = false
    /// The size of a pixel in metres by JFIF's density.
    private var pixel: (x: Double, y: Double)?

    /// Adds the segment with its content at bytes `start ..< end`; ignores damaged and other segments.
    mutating func add(_ reader: inout HeaderReader, _ marker: Int, at start: Int, end: Int) {
        if marker == 0xE1 {
            if let packet = content(&reader, "http://ns.adobe.com/xap/1.0/\0", start, end) {
                add(packet: packet)
            } else {
                addPart(&reader, start, end)
            }
        } else if marker == 0xED,
            let block = content(&reader, "Photoshop 3.0\0", start, end)
                ?? content(&reader, "Adobe_Photoshop2.5:", start, end)
        {
            // The resources continue in the next segment at any byte.
            resources += block
        } else if marker == 0xE2 {
            noteAnnouncement(&reader, start, end)
        } else if marker == 0xE0, pixel == nil {
            noteDensity(&reader, start, end)
        }
    }

    /// Notes the density of JFIF (ITU-T T.871 §10.1): unit 1 is dots per inch, 2 dots per centimetre.
    private mutating func noteDensity(_ reader: inout HeaderReader, _ start: Int, _ end: Int) {
        guard end - start >= 12, (try? reader.matches("JFIF\0", at: start)) == true,
            let unit = try? reader.byte(start + 7), unit == 1 || unit == 2,
            let x = try? reader.uint16(start + 8), let y = try? reader.uint16(start + 10)
        else { return }
        let length = unit == 1 ? 0.0254 : 0.01
        pixel = (length / Double(x), length / Double(y))
    }

    /// Notes an index of pictures (CIPA DC-007-2009 §5.2), and that there is a gain map (ISO 21496-1).
    private mutating func noteAnnouncement(_ reader: inout HeaderReader, _ start: Int, _ end: Int) {
        if pictureIndex == nil, end - start > 4, (try? reader.matches("MPF\0", at: start)) == true {
            pictureIndex = start + 4..<min(end, reader.count)
        } else if !hasGainMap, (try? reader.matches("urn:iso:std:iso:ts:21496:-1\0", at: start)) == true {
            hasGainMap = true
        }
    }

    /// Adds a packet, which counts before earlier ones, as in exiftool.
    private mutating func add(packet bytes: [UInt8]) {
        let packet = XMPFacts.packet(bytes[...])
        extensionIdentifier = packet.extensionIdentifier ?? extensionIdentifier
        var facts = packet.all
        if let xmp { facts.complete(with: xmp) }
        xmp = facts
    }

    /// Records a part of Extended XMP: an identifier, the length of the whole, and the part's offset in it.
    private mutating func addPart(_ reader: inout HeaderReader, _ start: Int, _ end: Int) {
        let name = "http://ns.adobe.com/xmp/extension/\0"
        let identifierStart = start + name.utf8.count
        guard parts.count < Self.partLimit, identifierStart + 40 < end,
            (try? reader.matches(name, at: start)) == true,
            let identifier = try? reader.bytes(at: identifierStart, limit: 32), identifier.count == 32,
            let offset = try? reader.uint32(identifierStart + 36)
        else { return }
        parts.append(Part(identifier: identifier, offset: offset, range: (identifierStart + 40)..<end))
    }

    /// Returns the bytes after a name in a segment; nil where the segment has another name.
    private mutating func content(
        _ reader: inout HeaderReader, _ name: String, _ start: Int, _ end: Int
    ) -> [UInt8]? {
        let contentStart = start + name.utf8.count
        guard end > contentStart, (try? reader.matches(name, at: start)) == true else { return nil }
        return content(&reader, contentStart..<end)
    }

    private mutating func content(_ reader: inout HeaderReader, _ range: Range<Int>) -> [UInt8]? {
        guard byteCount + range.count <= Self.byteLimit else {
            // A later segment continues what is skipped here.
            byteCount = Self.byteLimit
            return nil
        }
        byteCount += range.count
        return try? reader.bytes(at: range.lowerBound, limit: range.count)
    }

    /// Reads the extension that the packet names, up to its first missing part.
    private mutating func extended(_ reader: inout HeaderReader) -> PictureFacts? {
        guard let extensionIdentifier else { return nil }
        let own = parts.filter { $0.identifier == extensionIdentifier }.sorted { $0.offset < $1.offset }
        // Long extensions hold pictures, such as depth maps.
        guard own.reduce(0, { $0 + $1.range.count }) <= Self.byteLimit - byteCount else { return nil }
        var joined: [UInt8] = []
        for part in own where part.offset == joined.count {
            guard let content = content(&reader, part.range) else { break }
            joined += content
        }
        return joined.isEmpty ? nil : XMPFacts.read(joined[...], limit: Self.byteLimit)
    }

    /// Returns all facts, including those of EXIF, of a picture of `width` × `height` pixels; nil where there are none.
    mutating func all(
        _ exif: EXIF?, width: Int, height: Int, _ reader: inout HeaderReader
    ) -> PictureFacts? {
        var blocks = MetadataBlocks()
        blocks.pixel = pixel
        if let exif { blocks.add(exif: exif) }
        if !resources.isEmpty { blocks.add(iptc: resources[...]) }
        if var xmp {
            if let extended = extended(&reader) { xmp.complete(with: extended) }
            blocks.xmp = xmp
        }
        let known = blocks.facts(ofSize: width, height)
        guard hasGainMap else { return known }
        var facts = known ?? .none
        facts.addExtra(PictureFacts.gainMap)
        return facts
    }
}
