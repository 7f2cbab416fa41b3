// TIFF and BigTIFF: the first directory, and the number of pages.

import Pixels

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
        let source = try reader.mustReadSource()
        let count = TIFFPageChain.count(of: source, directoryLimit: directoryLimit)
        if count > 1 {
            if let fields = try? TIFFFields(source), TIFFStack(fields)?.pageCount == count, fields.channelAxis != nil {
                header.hasChannels = true
            }
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
        header.hasDeepSamples = directory.hasDeepSamples(&reader)
        if (directory.number(277, &reader) ?? 1) > 1, let source = try? reader.mustReadSource() {
            header.hasChannels = (try? TIFFFields(source))?.channelSampleCount != nil
        }
        guard hasFacts else { return header }
        if directory.number(259, &reader) == 7, let source = try? reader.mustReadSource() {
            header.storedTiles = (try? TIFFFields(source))?.storedTiles
        }
        var facts = EXIFFacts.read(&reader, directory)
        facts.complete(withBlocksOf: directory, &reader)
        header.taken = facts.taken
        header.facts = facts == .none ? nil : facts
        return header
    }
}

extension TIFFDirectory {
    /// Whether the samples are gray or RGB of other numbers than the whole ones from 0 to 255.
    ///
    /// Not those of a JPEG, nor colours that are multiplied by alpha.
    func hasDeepSamples(_ reader: inout HeaderReader) -> Bool {
        // BitsPerSample, SampleFormat, PhotometricInterpretation, Compression, ExtraSamples.
        guard let bits = number(258, &reader), (1...64).contains(bits), let kind = number(262, &reader), kind <= 2,
            case let compression = number(259, &reader) ?? 1, compression != 6, compression != 7
        else { return false }
        let alpha = numbers(338, &reader).first { $0 == 1 || $0 == 2 }
        return alpha != 1 && (bits > 8 || [2, 3].contains(number(339, &reader) ?? 1))
    }
}

extension PictureFacts {
    /// Adds the facts of the blocks that a directory points to, preferring their descriptions to those of EXIF.
    ///
    /// The blocks are XMP (ISO 16684-3), IPTC, and Photoshop's image resources.
    mutating func complete(withBlocksOf directory: TIFFDirectory, _ reader: inout HeaderReader) {
        var blocks = MetadataBlocks()
        if let packet = directory.bytes(700) { blocks.add(xmp: packet, &reader) }
        for tag in [33_723, 34_377] {
            guard let range = directory.bytes(tag),
                let block = try? reader.bytes(at: range.lowerBound, limit: min(range.count, MetadataBlocks.longest))
            else { continue }
            blocks.add(iptc: block[...])
        }
        guard let facts = blocks.facts else { return }
        prefer(facts)
        complete(with: facts)
    }
}
