// TIFF and BigTIFF: the first directory.

/// TIFF 6.0 §8: ImageWidth, ImageLength, Orientation.
enum TIFFProbe {
    /// The size, the orientation and the time of capture. Throws `ImageError.damaged`.
    static func read(_ reader: inout HeaderReader) throws(ImageError) -> ImageHeader {
        let directory = try TIFFDirectory.read(&reader, at: 0, end: reader.count)
        guard let width = directory.width, let height = directory.height else {
            throw .damaged("a TIFF directory without a size", offset: 4)
        }
        let taken = directory.captureTime(&reader, at: 0, end: reader.count)
        var facts = EXIFFacts.read(&reader, at: 0, end: reader.count)
        facts.complete(withPacketOf: directory, &reader)
        return ImageHeader(
            format: .tiff, width: width, height: height, orientation: directory.validOrientation ?? 1,
            taken: taken ?? facts.taken, facts: facts == .none ? nil : facts)
    }
}

extension PictureFacts {
    /// Takes over what the XMP packet that a directory names tells, and what somebody has written there.
    mutating func complete(withPacketOf directory: TIFFDirectory, _ reader: inout HeaderReader) {
        guard let packet = directory.packet, packet.count <= XMPFacts.longest,
            let bytes = try? reader.bytes(at: packet.lowerBound, limit: packet.count)
        else { return }
        let xmp = XMPFacts.read(bytes[...])
        prefer(xmp)
        complete(with: xmp)
    }
}
