// The blocks of metadata in a file, and their order of precedence.

/// The facts of a picture's blocks: EXIF, IPTC, XMP, and the container's own texts.
///
/// EXIF counts first for camera data. For descriptions XMP counts before IPTC, IPTC before texts, texts before EXIF.
struct MetadataBlocks {
    /// Most bytes that are read of a block.
    static let longest = 1 << 19
    /// Most XMP packets that are read; files have one or two.
    private static let packetLimit = 8

    private(set) var exif = EXIF.none
    private(set) var iptc = PictureFacts.none
    var xmp = PictureFacts.none
    private var packetCount = 0
    var texts = PictureFacts.none
    /// The texts of a generator among the container's texts.
    var generated = GeneratedPicture()
    /// The size of a pixel in metres by the container's own resolution, which need not mean a real size.
    var pixel: (x: Double, y: Double)?

    /// All facts; nil where there are none.
    var facts: PictureFacts? {
        var facts = exif.facts
        var texts = texts
        if !generated.isEmpty { texts.complete(with: generated.facts) }
        for block in [texts, iptc, xmp] where block != .none { facts.prefer(block) }
        for block in [xmp, iptc, texts] where block != .none { facts.complete(with: block) }
        return facts == .none ? nil : facts
    }

    /// All facts of a picture of `width` × `height` stored pixels, with what its resolution tells; nil for none.
    func facts(ofSize width: Int, _ height: Int) -> PictureFacts? {
        let known = facts
        guard let pixel, let scale = PixelScale(resolution: pixel, isScanned: false), known?.isPhotograph != true else {
            return known
        }
        var told = known ?? .none
        told.setScale(scale, orientation: exif.orientation, width: width, height: height)
        return told
    }

    /// Adds an EXIF block, unless an earlier one had facts or an orientation.
    mutating func add(exif block: @autoclosure () -> EXIF) {
        if exif == .none { exif = block() }
    }

    /// Reads an XMP packet, which counts before earlier ones, as in exiftool.
    mutating func add(xmp packet: ArraySlice<UInt8>) {
        guard packetCount < Self.packetLimit else { return }
        packetCount += 1
        var facts = XMPFacts.read(packet, limit: Self.longest)
        facts.complete(with: xmp)
        xmp = facts
    }

    /// Reads the XMP packet in a byte range of the file.
    mutating func add(xmp range: Range<Int>, _ reader: inout HeaderReader) {
        guard packetCount < Self.packetLimit,
            let packet = try? reader.bytes(at: range.lowerBound, limit: min(range.count, Self.longest))
        else { return }
        add(xmp: packet[...])
    }

    /// Reads IPTC datasets, or Photoshop's image resources that hold them, unless an earlier block had facts.
    mutating func add(iptc block: ArraySlice<UInt8>) {
        guard iptc == .none else { return }
        iptc = IPTCFacts.isRecord(block) ? IPTCFacts.read(block) : IPTCFacts.read(resources: block)
    }
}
