// The blocks of metadata in a file, and which of them counts.

/// The facts of a picture's blocks: EXIF, IPTC, XMP, and the container's own texts.
///
/// Of what a camera knows EXIF counts first. Of what people write, XMP counts before IPTC, IPTC before texts, and texts
/// before EXIF.
struct MetadataBlocks {
    /// Most bytes of a block that is read; of a longer XMP packet, so many are read.
    static let longest = 1 << 19
    /// Most XMP packets that are read; files have one or two.
    private static let packetLimit = 8

    private(set) var exif = EXIF.none
    private(set) var iptc = PictureFacts.none
    var xmp = PictureFacts.none
    private var packetCount = 0
    var texts = PictureFacts.none
    /// What a generator wrote among the container's texts.
    var generated = GeneratedPicture()

    /// All facts; nil where there are none.
    var facts: PictureFacts? {
        var facts = exif.facts
        var texts = texts
        if !generated.isEmpty { texts.complete(with: generated.facts) }
        for block in [texts, iptc, xmp] where block != .none { facts.prefer(block) }
        for block in [xmp, iptc, texts] where block != .none { facts.complete(with: block) }
        return facts == .none ? nil : facts
    }

    /// Takes an EXIF block, unless there was one with facts or a turn.
    mutating func add(exif block: @autoclosure () -> EXIF) {
        if exif == .none { exif = block() }
    }

    /// Reads an XMP packet, which precedes earlier ones, as in exiftool.
    mutating func add(xmp packet: ArraySlice<UInt8>) {
        guard packetCount < Self.packetLimit else { return }
        packetCount += 1
        var facts = XMPFacts.read(packet, limit: Self.longest)
        facts.complete(with: xmp)
        xmp = facts
    }

    /// Reads the XMP packet in bytes of a file.
    mutating func add(xmp range: Range<Int>, _ reader: inout HeaderReader) {
        guard packetCount < Self.packetLimit,
            let packet = try? reader.bytes(at: range.lowerBound, limit: min(range.count, Self.longest))
        else { return }
        add(xmp: packet[...])
    }

    /// Reads IPTC datasets, or the image resources of Photoshop that hold them.
    mutating func add(iptc block: ArraySlice<UInt8>) {
        guard iptc == .none else { return }
        iptc = IPTCFacts.isRecord(block) ? IPTCFacts.read(block) : IPTCFacts.read(resources: block)
    }
}
