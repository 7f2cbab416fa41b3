// JPEGs with several pictures, and what exiftool takes out of them.

import Foundation

@testable import Imaging
@testable import Pixels

/// A JPEG with further ones behind it, and their index (CIPA DC-007-2009 §5.2).
enum MultiPictureFile {
    struct Entry {
        var type: Int
        var byteCount: Int
        /// From the index; 0 for the first picture.
        var offset: Int
    }

    static let (undefined, thumbnail, panorama, disparity, angle, primary, gainMap) = (
        0, 0x01_0002, 0x02_0001, 0x02_0002, 0x02_0003, 0x03_0000, 0x05_0000
    )

    /// Offset of the index in a file, behind the marker of the picture's start, and that, length and name of a segment.
    static let indexOffset = 10

    /// Writes pictures one behind the other; `change` may tell lies about them.
    ///
    /// The index has a version, the number of its entries, and the entries.
    static func file(
        _ first: [UInt8], _ others: [(type: Int, bytes: [UInt8])], isLittleEndian: Bool = true,
        change: (inout [Entry]) -> Void = { _ in }
    ) -> [UInt8] {
        let number = isLittleEndian ? TinyImage.little : TinyImage.big
        let byteCount = 50 + 16 * (others.count + 1)
        var entries = [Entry(type: primary, byteCount: first.count + byteCount + 8, offset: 0)]
        var end = entries[0].byteCount
        for other in others {
            entries.append(Entry(type: other.type, byteCount: other.bytes.count, offset: end - indexOffset))
            end += other.bytes.count
        }
        change(&entries)
        var index = [UInt8]((isLittleEndian ? "II" : "MM").utf8) + number(42, 2) + number(8, 4) + number(3, 2)
        index += number(0xB000, 2) + number(7, 2) + number(4, 4) + [UInt8]("0100".utf8)
        index += number(0xB001, 2) + number(4, 2) + number(1, 4) + number(entries.count, 4)
        index += number(0xB002, 2) + number(7, 2) + number(16 * entries.count, 4) + number(50, 4) + number(0, 4)
        for entry in entries {
            index += number(entry.type, 4) + number(entry.byteCount, 4) + number(entry.offset, 4) + number(0, 4)
        }
        let segment = [UInt8]("MPF\0".utf8) + index
        return first[..<2] + [0xFF, 0xE2] + TinyImage.big(segment.count + 2, 2) + segment + first[2...]
            + others.flatMap(\.bytes)
    }

    /// A picture of one grey, perhaps with segments behind its first marker.
    static func grey(_ tone: UInt8, _ width: Int, _ height: Int = 16, segments: [UInt8] = []) -> [UInt8] {
        let pixels = PixelBuffer(
            width: width, height: height, format: .rgb, bytes: [UInt8](repeating: tone, count: width * height * 3))
        let jpeg = JPEGEncoder.encode(pixels, quality: 95)
        return jpeg[..<2] + segments + jpeg[2...]
    }

    /// A segment with an XMP packet of these attributes.
    static func xmp(_ attributes: String) -> [UInt8] {
        let packet = """
            http://ns.adobe.com/xap/1.0/\0<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">\
            <rdf:Description rdf:about="" \(attributes)/></rdf:RDF>
            """
        return segment(0xE1, Array(packet.utf8))
    }

    static func segment(_ marker: UInt8, _ content: [UInt8]) -> [UInt8] {
        [0xFF, marker] + TinyImage.big(content.count + 2, 2) + content
    }

    /// What exiftool extracts from a file as this tag.
    static func extracted(_ tag: String, from path: String) throws -> [UInt8] {
        [UInt8](try SidecarTests.exiftool(["-b", "-\(tag)", path]))
    }
}
