// Canon's CR3: boxes as in an MP4, with JPEGs in three places.

import Tiling

/// Finds the JPEGs of a CR3 file, which consists of the boxes of ISO/IEC 14496-12.
///
/// Canon's own places are as exiftool documents them (Canon UUID boxes).
struct CanonMovie {
    /// Canon's box within `moov`, with CMT1...CMT4 (TIFF structures) and THMB; and the top-level one, with PRVW.
    private static let ownBox: [UInt8] = [
        0x85, 0xC0, 0xB6, 0x87, 0x82, 0x0F, 0x11, 0xE0, 0x81, 0x11, 0xF4, 0xCE, 0x46, 0x2B, 0x6A, 0x48,
    ]
    private static let previewBox: [UInt8] = [
        0xEA, 0xF4, 0x2B, 0x5E, 0x1C, 0x98, 0x4B, 0x88, 0xB9, 0xFB, 0xB7, 0xDC, 0x40, 0x6E, 0x4D, 0x16,
    ]
    /// The top-level box with an XMP packet, into which cameras write the rating.
    private static let packetBox: [UInt8] = [
        0xBE, 0x7A, 0xCF, 0xCB, 0x97, 0xA9, 0x42, 0xE8, 0x9C, 0x71, 0x99, 0x94, 0x91, 0xE3, 0xAF, 0xAC,
    ]
    private static let boxLimit = 64

    /// The size is that of the whole picture, from the first TIFF structure.
    private(set) var found = RawContainer()

    /// Reads the boxes up to the first damaged one.
    init(_ reader: inout HeaderReader) {
        var boxes = ISOBox(reader).boxes(limit: Self.boxLimit)
        while let box = try? boxes.next(&reader) {
            if box.type == ISOBox.code("moov") {
                readMovie(box, &reader)
            } else if Self.isOwn(box, Self.packetBox, &reader) {
                readPacket(box, &reader)
            } else if Self.isOwn(box, Self.previewBox, &reader) {
                // Eight bytes of the box's own precede the inner box.
                var inners = box.boxes(from: box.start + 24, limit: Self.boxLimit)
                while let inner = try? inners.next(&reader) {
                    // Unknown, width, height, unknown, byte count; then the JPEG.
                    guard inner.type == ISOBox.code("PRVW") else { continue }
                    add(inner, start: inner.start + 16, countAt: inner.start + 12, &reader)
                }
            }
        }
    }

    private mutating func readPacket(_ box: ISOBox, _ reader: inout HeaderReader) {
        guard box.end - box.start > 16 else { return }
        var blocks = MetadataBlocks()
        blocks.add(xmp: box.start + 16..<box.end, &reader)
        if let packet = blocks.facts {
            found.facts.prefer(packet)
            found.facts.complete(with: packet)
        }
    }

    private mutating func readMovie(_ movie: ISOBox, _ reader: inout HeaderReader) {
        var isFirstTrack = true
        var boxes = movie.boxes(limit: Self.boxLimit)
        while let box = try? boxes.next(&reader) {
            if Self.isOwn(box, Self.ownBox, &reader) {
                var inners = box.boxes(from: box.start + 16, limit: Self.boxLimit)
                while let inner = try? inners.next(&reader) {
                    switch inner.type {
                    case ISOBox.code("CMT1"):
                        let directory = try? TIFFDirectory(firstOf: &reader, at: inner.start, end: inner.end)
                        found.orientation = directory?.orientation(&reader)
                        found.setSize(directory?.number(256, &reader), directory?.number(257, &reader))
                        addFacts(inner, .main, &reader)
                    case ISOBox.code("CMT2"): addFacts(inner, .photograph, &reader)
                    case ISOBox.code("CMT4"): addFacts(inner, .position, &reader)
                    case ISOBox.code("THMB"):
                        add(inner, start: inner.start + 16, countAt: inner.start + 8, &reader)
                    default: break
                    }
                }
            } else if box.type == ISOBox.code("trak"), isFirstTrack {
                // The first track's only sample is the full-size JPEG.
                isFirstTrack = false
                addSample(of: box, &reader)
            }
        }
    }

    private mutating func addFacts(_ box: ISOBox, _ part: EXIFFacts.Part, _ reader: inout HeaderReader) {
        found.facts.complete(with: EXIFFacts.read(&reader, at: box.start, end: box.end, part: part))
    }

    private mutating func addSample(of track: ISOBox, _ reader: inout HeaderReader) {
        guard let media = try? track.child("mdia", &reader), let sample = try? media.firstSample(&reader) else {
            return
        }
        found.add(sample.start, sample.count, reader)
    }

    private mutating func add(_ box: ISOBox, start: Int, countAt offset: Int, _ reader: inout HeaderReader) {
        guard let count = try? reader.uint32(offset), start <= box.end, count <= box.end - start else { return }
        found.add(start, count, reader)
    }

    private static func isOwn(_ box: ISOBox, _ name: [UInt8], _ reader: inout HeaderReader) -> Bool {
        box.type == ISOBox.code("uuid") && (try? reader.bytes(at: box.start, limit: 16)) == name
    }
}
