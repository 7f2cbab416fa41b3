// TIFF and BigTIFF: the first directory, and the number of pages.

/// Reads TIFF headers (TIFF 6.0 §8): ImageWidth, ImageLength, Orientation.
package enum TIFFProbe {
    /// Most directories examined to count pages: a read of 512 bytes for each.
    static let directoryLimit = 65_536

    /// Recognises TIFF 6.0 §2 (42) and BigTIFF (43) in either byte order, and Canon's CR2; nil for another format.
    static func sniff(_ start: [UInt8]) -> MediaFormat? {
        let isLittle = start.starts(with: "II".utf8)
        guard start.count >= 4, isLittle || start.starts(with: "MM".utf8) else { return nil }
        let (low, high) = isLittle ? (start[2], start[3]) : (start[3], start[2])
        guard high == 0, low == 42 || low == 43 else { return nil }
        let isCR2 = isLittle && start.count >= 10 && start[8..<10].elementsEqual("CR".utf8)
        return isCR2 ? .raw : .tiff
    }

    /// Reads the first page's size, orientation and capture time, and the number of pages if there are several.
    ///
    /// Throws `ImageError.damaged`.
    static func read(_ reader: inout HeaderReader) throws(ImageError) -> ImageHeader {
        let directory = try TIFFDirectory(firstOf: &reader, at: 0, end: reader.count)
        var header = try header(of: directory, &reader, hasFacts: true)
        guard try directory.hasNext(&reader) else { return header }
        let count = TIFFPageChain.count(of: try reader.mustReadSource(), directoryLimit: directoryLimit)
        if count > 1 {
            var facts = header.facts ?? .none
            facts.pages = Double(count)
            header.facts = facts
        }
        return header
    }

    /// Reads the header of one page, given as a file that begins with it: see `ByteSource.page(at:)`.
    ///
    /// `hasFacts` tells whether to read further facts. Throws `ImageError.damaged`.
    package static func readPage(_ reader: inout HeaderReader, hasFacts: Bool) throws(ImageError) -> ImageHeader {
        try header(
            of: try TIFFDirectory(firstOf: &reader, at: 0, end: reader.count), &reader, hasFacts: hasFacts)
    }

    private static func header(
        of directory: TIFFDirectory, _ reader: inout HeaderReader, hasFacts: Bool
    ) throws(ImageError) -> ImageHeader {
        guard let width = directory.number(256, &reader), let height = directory.number(257, &reader) else {
            throw .damaged("a TIFF directory without a size", offset: 4)
        }
        var header = ImageHeader(
            format: .tiff, width: width, height: height, orientation: directory.orientation(&reader) ?? 1)
        guard hasFacts else { return header }
        let taken = directory.captureTime(&reader)
        var facts = EXIFFacts.read(&reader, at: 0, end: reader.count)
        facts.complete(withPacketOf: directory, &reader)
        header.taken = taken ?? facts.taken
        header.facts = facts == .none ? nil : facts
        return header
    }
}

extension PictureFacts {
    /// Adds the facts of the XMP packet that a directory names (ISO 16684-3), preferring its user-written ones.
    mutating func complete(withPacketOf directory: TIFFDirectory, _ reader: inout HeaderReader) {
        guard let packet = directory.bytes(700), packet.count <= XMPFacts.longest,
            let bytes = try? reader.bytes(at: packet.lowerBound, limit: packet.count)
        else { return }
        let xmp = XMPFacts.read(bytes[...])
        prefer(xmp)
        complete(with: xmp)
    }
}
