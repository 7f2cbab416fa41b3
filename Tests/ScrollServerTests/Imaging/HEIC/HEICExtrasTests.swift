// What a file holds beside its picture: named, but not shown.

import Testing

@testable import Imaging
@testable import Metadata
@testable import Pixels

@Suite struct HEICExtrasTests {
    /// The words of a file with auxiliary pictures of these names.
    private static func extras(_ names: [String], toneMap: Bool = false) throws -> [String] {
        var file = HEICFile(items: [HEICFile.first])
        for name in names {
            var item = HEICFile.mask
            item.properties.append(TinyImage.box("auxC", TinyImage.big(0, 4) + [UInt8](name.utf8) + [0]))
            file.items.append(item)
            file.references.append(("auxl", file.items.count, [1]))
        }
        if toneMap {
            file.items.append(HEICFile.Item(type: "tmap", data: [0, 0], properties: [HEICFile.extent(64, 64)]))
            file.references.append(("dimg", file.items.count, [1, 2]))
        }
        let source = ByteSource(file.bytes)
        // The picture is what it is without them.
        var decoder = try HEICDecoder(source: source)
        #expect(try decoder.readAll().width == 64)
        return try ImageHeader.read(from: source).facts?.extras ?? []
    }

    @Test func `gain maps, depth maps and mattes are facts, and others are not`() throws {
        #expect(try Self.extras([]) == [])
        #expect(try Self.extras(["urn:mpeg:mpegB:cicp:systems:auxiliary:alpha", "urn:unknown"]) == [])
        #expect(try Self.extras(["urn:com:apple:photo:2020:aux:hdrgainmap"]) == ["gain map"])
        #expect(
            try Self.extras([
                "urn:mpeg:hevc:2015:auxid:2", "urn:com:apple:photo:2019:aux:semanticskinmatte",
                "urn:com:apple:photo:2018:aux:portraiteffectsmatte", "urn:com:apple:photo:2020:aux:hdrgainmap",
            ]) == ["depth map", "gain map", "matte"])
        #expect(try Self.extras(["urn:mpeg:mpegB:cicp:systems:auxiliary:depth"], toneMap: true).count == 2)
        #expect(try Self.extras([], toneMap: true) == ["gain map"])
    }

    @Test func `XMP tells of a JPEG's gain map and depth map`() {
        func extras(_ attributes: String) -> [String] {
            XMPFacts.read(
                Array(
                    """
                    <rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description rdf:about=""
                    xmlns:hdrgm="http://ns.adobe.com/hdr-gain-map/1.0/"
                    xmlns:GDepth="http://ns.google.com/photos/1.0/depthmap/" \(attributes)/></rdf:RDF>
                    """.utf8)[...]
            ).extras
        }
        #expect(extras("hdrgm:Version=\"1.0\"") == ["gain map"])
        #expect(extras("GDepth:Format=\"RangeInverse\"") == ["depth map"])
        #expect(extras("hdrgm:GainMapMin=\"0\"") == [])
    }
}
