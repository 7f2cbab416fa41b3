// What darktable reads in sidecars that are written.

import Foundation
import Testing

@testable import Imaging
@testable import Pixels

@Suite struct DarktableTests {
    /// A sidecar in darktable's form: with a colour label of its own, and keywords as paths.
    private static let sidecar = """
        <?xml version="1.0" encoding="UTF-8"?>
        <x:xmpmeta xmlns:x="adobe:ns:meta/" x:xmptk="XMP Core 4.4.0-Exiv2">
         <rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
          <rdf:Description rdf:about=""
            xmlns:xmp="http://ns.adobe.com/xap/1.0/"
            xmlns:darktable="http://darktable.sf.net/"
            xmlns:dc="http://purl.org/dc/elements/1.1/"
            xmlns:lr="http://ns.adobe.com/lightroom/1.0/"
           xmp:Rating="3"
           darktable:xmp_version="5">
           <darktable:colorlabels>
            <rdf:Seq>
             <rdf:li>1</rdf:li>
            </rdf:Seq>
           </darktable:colorlabels>
           <dc:subject>
            <rdf:Seq>
             <rdf:li>Italy</rdf:li>
             <rdf:li>Places</rdf:li>
            </rdf:Seq>
           </dc:subject>
           <lr:hierarchicalSubject>
            <rdf:Seq>
             <rdf:li>Places|Italy</rdf:li>
            </rdf:Seq>
           </lr:hierarchicalSubject>
          </rdf:Description>
         </rdf:RDF>
        </x:xmpmeta>

        """

    /// What darktable found: its export of the picture has rating, label and all parts of its tags.
    private func found(_ picture: String, by folder: TemporaryFolder) throws -> [String: Any] {
        let exported = folder.path + "/\(UUID().uuidString).jpg"
        let run = try ToolRun(
            "darktable-cli",
            [picture, exported, "--core", "--library", ":memory:", "--configdir", folder.path + "/darktable"])
        try #require(run.status == 0, "\(run.output)")
        let read = try JSONSerialization.jsonObject(
            with: SidecarTests.exiftool(["-json", "-Rating", "-Label", "-XMP-dc:Subject", exported]))
        return try #require((read as? [[String: Any]])?.first)
    }

    @Test(.needs(.darktable), .needs(.exiftool)) func darktableReadsThem() throws {
        let picture = JPEGEncoder.encode(PixelBuffer(width: 60, height: 40, format: .rgb), quality: 80)
        let bench = try SidecarBench(
            ["a.jpg", "b.jpg"], of: picture, sidecars: ["b.jpg.xmp": Self.sidecar], writes: true)
        try bench.annotate(
            nil, #""rating":4,"label":"green","keywords":{"add":["Ünïcode","Food|Ice"],"remove":["Places|Italy"]}"#)
        #expect(eventually { bench.marks("a.jpg.xmp")?.rating == "4" && bench.marks("b.jpg.xmp")?.rating == "4" })
        let folder = try TemporaryFolder()
        for (name, subjects) in [("a.jpg", ["Food", "Ice", "Ünïcode"]), ("b.jpg", ["Food", "Ice", "Ünïcode"])] {
            let tags = try found(bench.files.path + "/" + name, by: folder)
            #expect(tags["Rating"] as? Int == 4 && tags["Label"] as? String == "Green", "\(name): \(tags)")
            #expect((tags["Subject"] as? [String])?.sorted() == subjects, "\(name): \(tags)")
        }
        try bench.annotate("a.jpg", #""flag":"reject""#)
        #expect(eventually { bench.marks("a.jpg.xmp")?.rating == "-1" })
        #expect(try found(bench.files.path + "/a.jpg", by: folder)["Rating"] as? Int == -1)
    }
}
