// What the IIIF community's own library for the Presentation API says of our manifests.

import Foundation
import Testing

@testable import Catalog
@testable import ScrollServer

@Suite(.needs(.iiifPresentation)) struct PresentationOracleTests {
    /// Reads a document with models made from the official JSON schema, and writes it again.
    ///
    /// What the schema does not know would be lost. Prints how many resources of each type were read.
    private static let reading = """
        import collections, json, sys
        import iiif_prezi3
        text = sys.stdin.buffer.read()
        before = json.loads(text)
        read = getattr(iiif_prezi3, before['type'])(**before)
        after = json.loads(read.jsonld())
        assert before == after, 'the model reads something else'
        counts = collections.Counter()
        def count(value):
            if isinstance(value, dict):
                if 'type' in value: counts[value['type']] += 1
                for one in value.values(): count(one)
            elif isinstance(value, list):
                for one in value: count(one)
        count(after)
        print(json.dumps(counts))
        """

    private static func counts(_ reply: APIClient.Reply) throws -> [String: Int] {
        try #require(reply.status == 200, "\(reply.text)")
        let output = try PythonOracle.run(reading, input: reply.body)
        return try JSONDecoder().decode([String: Int].self, from: Data(output))
    }

    @Test func demo() throws {
        let client = try APIClient(demo: 600)
        #expect(try Self.counts(try client.get("/iiif/3/demo/manifest.json")) == ["Collection": 1, "Manifest": 2])
        let page = try Self.counts(try client.get("/iiif/3/demo/manifest.json?page=2"))
        // Each canvas has an image and a thumbnail, with a service each; the manifest has a thumbnail, too.
        #expect(
            page == [
                "Manifest": 1, "Collection": 1, "Canvas": 100, "AnnotationPage": 100, "Annotation": 100, "Image": 201,
                "ImageService3": 201,
            ])
        let large = try APIClient(demo: 300_000)
        #expect(try Self.counts(try large.get("/iiif/3/demo/manifest.json")) == ["Collection": 3])
        #expect(
            try Self.counts(try large.get("/iiif/3/demo/manifest.json?part=1")) == ["Collection": 1, "Manifest": 500])
    }

    /// With facts, copyrights, and items that are left out.
    @Test func everySource() throws {
        let folder = try MatrixFolder()
        try folder.files.write(
            "photos/noted.png.xmp",
            Array(
                """
                <x:xmpmeta xmlns:x='adobe:ns:meta/'><rdf:RDF xmlns:rdf='http://www.w3.org/1999/02/22-rdf-syntax-ns#'>
                <rdf:Description rdf:about='' xmlns:dc='http://purl.org/dc/elements/1.1/'>
                <dc:title><rdf:Alt><rdf:li xml:lang='x-default'>Sea</rdf:li></rdf:Alt></dc:title>
                <dc:rights><rdf:Alt><rdf:li xml:lang='x-default'>https://rightsstatements.org/vocab/InC/1.0/</rdf:li>
                </rdf:Alt></dc:rights></rdf:Description></rdf:RDF></x:xmpmeta>
                """.utf8))
        try folder.files.write("photos/noted.png", PictureFolder.squares(width: 9, height: 9))
        var count = 0
        var seen: Set<String> = []
        for source in MatrixSource.all where seen.insert(source.id).inserted {
            let world = try MatrixWorld(source, folder)
            let reply = try world.bytes("/iiif/3/\(source.id)/manifest.json")
            count += try Self.counts(reply)["Canvas"] ?? 0
            if source.id == "folder" { #expect(reply.text.contains("http://rightsstatements.org/vocab/InC/1.0/")) }
        }
        #expect(count > 100)
    }
}
