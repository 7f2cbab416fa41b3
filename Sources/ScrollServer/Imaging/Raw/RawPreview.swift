// The JPEG within a raw file, which is what is shown of it.

/// The largest JPEG that a raw file's own structure names; nothing is searched for among the sensor's values.
struct RawPreview: Sendable, Equatable {
    /// The JPEG's bytes in the file.
    let bytes: Range<Int>
    /// Its size, the container's orientation and time.
    private(set) var header: ImageHeader

    /// Finds the JPEG of a raw file.
    ///
    /// Cost: the directories, and the start of each JPEG that they name: some tens of KiB.
    /// - Returns: nil where the file is no raw file.
    /// - Throws: `unsupported` where it is one without a JPEG that can be shown.
    static func find(_ reader: inout HeaderReader) throws(ImageError) -> RawPreview? {
        var candidates: [Range<Int>]
        var (orientation, taken): (Int?, CaptureTime?)
        var facts = PictureFacts.none
        if try reader.matches("FUJIFILMCCD-RAW ", at: 0) {
            // Big-endian, as exiftool documents it: JPEG offset and length at 84 and 88.
            let (start, count) = (try reader.uint32(84), try reader.uint32(88))
            candidates =
                start > 0 && start < reader.count && count <= reader.count - start ? [start..<start + count] : []
        } else if try reader.matches("ftypcrx ", at: 4) {
            let movie = CanonMovie(&reader)
            (candidates, orientation, facts) = (movie.candidates, movie.orientation, movie.facts)
        } else {
            guard let directories = RawDirectories(&reader), directories.isRaw else { return nil }
            (candidates, orientation) = (directories.candidates, directories.orientation)
            facts = EXIFFacts.read(&reader, at: 0, end: reader.count)
            if let directory = try? TIFFDirectory.read(&reader, at: 0, end: reader.count) {
                taken = directory.captureTime(&reader, at: 0, end: reader.count)
                facts.complete(withPacketOf: directory, &reader)
            }
        }
        var best: RawPreview?
        for bytes in candidates where bytes.count > 64 {
            guard (try? reader.uint16(bytes.lowerBound)) == 0xFFD8,
                let frame = try? JPEGProbe.read(&reader, at: bytes.lowerBound), frame.isShown
            else { continue }
            if let best, best.header.width * best.header.height >= frame.header.width * frame.header.height { continue }
            // The JPEG's own orientation counts only where the container has none: it is turned once.
            best = RawPreview(
                bytes: bytes,
                header: ImageHeader(
                    format: .raw, width: frame.header.width, height: frame.header.height,
                    orientation: orientation ?? frame.header.orientation,
                    taken: taken ?? facts.taken ?? frame.header.taken))
            // What the container does not tell, the JPEG may.
            if let own = frame.header.facts { facts.complete(with: own) }
        }
        best?.header.facts = facts == .none ? nil : facts
        guard let best else { throw .unsupported("a raw picture without a JPEG in it") }
        return best
    }

    /// The JPEG of a file that is one, or that is a raw file with one in it.
    ///
    /// - Throws: where there is none.
    static func jpeg(in source: ByteSource) throws(ImageError) -> ByteSource {
        var reader = HeaderReader(source)
        guard try reader.uint16(0) != 0xFFD8 else { return source }
        guard let preview = try find(&reader) else { throw .changed }
        return source.part(preview.bytes)
    }
}
