// The JPEG within a raw file, which is shown for it.

import Pixels
import Tiling

/// What a raw file declares, and where it may have JPEGs.
struct RawContainer {
    /// Most pixels of a side: no sensor has longer ones.
    private static let sides = 1...1 << 20

    /// Byte ranges of the JPEGs that are named.
    var candidates: [Range<Int>] = []
    /// 1...8; nil where it is not given.
    var orientation: Int?
    var facts = PictureFacts.none
    /// Size of the sensor picture; nil where it is not given.
    var size: PixelSize?

    /// Adds a JPEG, unless it is empty or not in the file.
    mutating func add(_ start: Int, _ count: Int, _ reader: borrowing HeaderReader) {
        guard start > 0, count > 0, start < reader.count, count <= reader.count - start else { return }
        candidates.append(start..<start + count)
    }

    /// Sets the size, unless it cannot be one; returns whether it was set.
    @discardableResult
    mutating func setSize(_ width: Int?, _ height: Int?) -> Bool {
        guard let width, let height, Self.sides.contains(width), Self.sides.contains(height) else { return false }
        size = PixelSize(width: width, height: height)
        return true
    }
}

/// The largest JPEG that a raw file's structure names; sensor data is not searched.
package struct RawPreview: Sendable, Equatable {
    /// The JPEG's bytes in the file.
    let bytes: Range<Int>
    /// The JPEG's size, with the container's orientation and time.
    private(set) var header: ImageHeader

    /// Finds the JPEG of a raw file.
    ///
    /// Cost: the directories, and the start of each JPEG that they name: some tens of KiB.
    ///
    /// - Returns: nil where the file is no raw file.
    /// - Throws: `unsupported` where a raw file has no displayable JPEG.
    static func find(_ reader: inout HeaderReader) throws(ImageError) -> RawPreview? {
        guard let container = try container(&reader) else { return nil }
        guard let preview = preview(in: container, &reader) else { throw noJPEG }
        return preview
    }

    /// Reads the header of a raw file: its JPEG's size, and the file's facts; nil where the file is no raw file.
    ///
    /// Without a displayable JPEG, the header's `problem` is set, and the size is the one that the file claims.
    static func header(_ reader: inout HeaderReader) throws(ImageError) -> ImageHeader? {
        guard let container = try container(&reader) else { return nil }
        if let preview = preview(in: container, &reader) { return preview.header }
        var header = ImageHeader(
            format: .raw, width: container.size?.width ?? 0, height: container.size?.height ?? 0,
            orientation: container.orientation ?? 1, taken: container.facts.taken)
        header.facts = container.facts == .none ? nil : container.facts
        header.problem = noJPEG
        return header
    }

    private static let noJPEG = ImageError.unsupported("a raw picture without a JPEG in it")

    private static func container(_ reader: inout HeaderReader) throws(ImageError) -> RawContainer? {
        var container = RawContainer()
        if try reader.matches("FUJIFILMCCD-RAW ", at: 0) {
            // Big-endian, as exiftool documents it: JPEG offset and length at 84 and 88.
            container.add(try reader.uint32(84), try reader.uint32(88), reader)
        } else if try reader.matches("ftypcrx ", at: 4) {
            container = CanonMovie(&reader).found
        } else if CanonHeap.begins(try reader.bytes(at: 0, limit: 14)) {
            container = CanonHeap(&reader).found
        } else if try reader.matches(SigmaDirectory.signature, at: 0) {
            container = SigmaDirectory(&reader).found
        } else {
            guard let directories = RawDirectories(&reader), directories.isRaw else { return nil }
            container = directories.found
            container.facts = EXIFFacts.read(&reader, at: 0, end: reader.count)
            if let directory = try? TIFFDirectory(
                firstOf: &reader, at: 0, end: reader.count, versions: EXIFFacts.versions)
            {
                container.facts.complete(withBlocksOf: directory, &reader)
            }
        }
        return container
    }

    private static func preview(in container: RawContainer, _ reader: inout HeaderReader) -> RawPreview? {
        var facts = container.facts
        var best: RawPreview?
        for bytes in container.candidates where bytes.count > 64 {
            guard (try? reader.uint16(bytes.lowerBound)) == 0xFFD8,
                let frame = try? JPEGProbe.read(&reader, at: bytes.lowerBound), frame.isShown
            else { continue }
            if let best, best.header.width * best.header.height >= frame.header.width * frame.header.height { continue }
            // The JPEG's own orientation counts only where the container has none, so that it is turned once.
            best = RawPreview(
                bytes: bytes,
                header: ImageHeader(
                    format: .raw, width: frame.header.width, height: frame.header.height,
                    orientation: container.orientation ?? frame.header.orientation,
                    taken: facts.taken ?? frame.header.taken))
            // The JPEG may have facts that the container lacks.
            if let own = frame.header.facts { facts.complete(with: own) }
        }
        best?.header.facts = facts == .none ? nil : facts
        return best
    }

    /// Returns the JPEG of a JPEG file or of a raw file.
    ///
    /// - Throws: `ImageError` where there is none.
    package static func jpeg(in source: ByteSource) throws(ImageError) -> ByteSource {
        var reader = HeaderReader(source)
        guard try reader.uint16(0) != 0xFFD8 else { return source }
        guard let preview = try find(&reader) else { throw .changed }
        return source.part(preview.bytes)
    }
}
