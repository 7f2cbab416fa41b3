// What raw files say of themselves in blocks besides EXIF.

import Testing

@testable import Metadata
@testable import Pixels

@Suite struct RawMetadataTests {
    /// A directory with one entry, XMP, behind the number that a camera maker has in place of TIFF's.
    private static func file(_ version: UInt16, rating: Int) -> [UInt8] {
        func little(_ number: Int, _ count: Int) -> [UInt8] {
            (0..<count).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
        }
        let packet = [UInt8](
            """
            <x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">\
            <rdf:Description xmlns:xmp="http://ns.adobe.com/xap/1.0/" xmp:Rating="\(rating)"/></rdf:RDF></x:xmpmeta>
            """.utf8)
        let entry = little(700, 2) + little(1, 2) + little(packet.count, 4) + little(26, 4)
        let header = [UInt8]("II".utf8) + little(Int(version), 2) + little(8, 4)
        return header + little(1, 2) + entry + little(0, 4) + packet
    }

    /// Olympus and Panasonic have their own numbers.
    @Test(arguments: [UInt16(0x4F52), 0x5352, 0x55]) func ratings(version: UInt16) throws {
        for rating in [1, 4] {
            let header = try ImageHeader.read(from: ByteSource(Self.file(version, rating: rating)))
            #expect(header.format == .raw && header.facts?.rating == Double(rating))
        }
    }
}
