// An archive of the sidecars as they would be written.

import Foundation
import Testing

@testable import Catalog
@testable import HTTP
@testable import Metadata
@testable import Platform
@testable import ScrollServer

@Suite struct SidecarExportTests {
    private let bench: SidecarBench

    init() throws {
        bench = try SidecarBench(
            ["a.png", "b/a.png", "b/c.png", "b/c.gif.png", "d.png", "e.png", "f.png"],
            sidecars: ["b/c.XMP": SidecarBench.sidecar(rating: 2), "e.png.xmp": "<broken"], writes: false)
        try bench.annotate("a.png", #""rating":4,"label":"red","keywords":{"add":["sea & sun"]}"#)
        try bench.annotate("b/a.png", #""flag":"reject","rating":3"#)
        try bench.annotate("b/c.png", #""rating":5"#)
        try bench.annotate("e.png", #""rating":1"#)
        try bench.annotate("f.png", #""flag":"pick""#)
    }

    /// The files of an archive by name, whose checksums Python tests.
    private func archive(_ query: String = "") throws -> [String: [UInt8]] {
        let reply = try bench.client.get("/api/collections/f/export?as=sidecars.zip\(query)")
        #expect(reply.status == 200 && reply.byteCount == reply.body.count, "\(reply.status)")
        #expect(reply.headers["Content-Type"] == "application/zip")
        let output = try PythonOracle.run(
            """
            import io, json, sys, zipfile
            archive = zipfile.ZipFile(io.BytesIO(sys.stdin.buffer.read()))
            assert archive.testzip() is None
            json.dump({i.filename: list(archive.read(i)) for i in archive.infolist()}, sys.stdout)
            """, input: reply.body)
        return try JSONDecoder().decode([String: [UInt8]].self, from: Data(output))
    }

    @Test(.needs(.python)) func archivesHaveTheSidecarsOfAnnotatedPictures() throws {
        let before = bench.files.files()
        let found = try archive()
        #expect(Set(found.keys) == ["a.png.xmp", "b/a.png.xmp", "b/c.XMP", "f.png.xmp", "not-included.txt"])
        let marks = try found.filter { $0.key != "not-included.txt" }.mapValues { try XMPSidecar.marks(of: $0) }
        #expect(marks["a.png.xmp"] == SidecarBench.marks("4", "Red", ["sea & sun"]))
        #expect(marks["b/a.png.xmp"] == SidecarBench.marks("-1", flag: .reject))
        #expect(marks["f.png.xmp"] == SidecarBench.marks(nil, flag: .pick))
        #expect(found["b/c.XMP"] == Array(SidecarBench.sidecar(rating: 5).utf8))
        let note = String(decoding: found["not-included.txt"] ?? [], as: UTF8.self)
        #expect(note.hasPrefix("e.png: its sidecar is left out, since it is no well-formed XML"), "\(note)")
        #expect(bench.files.files() == before, "nothing is written into the folder")
    }

    @Test(.needs(.python)) func namesCanBeChosen() throws {
        #expect(Set(try archive("&naming=short&q=rating:4").keys) == ["a.xmp"])
        #expect(Set(try archive("&naming=long&q=rating:4").keys) == ["a.png.xmp"])
        // In one folder, sidecars follow the names that the pictures have in an archive of them.
        #expect(Set(try archive("&flat=true&q=rating:3..5").keys) == ["a.png.xmp", "a (2).png.xmp", "c.XMP"])
    }

    @Test(.needs(.python)) func aSelectionCanBeExported() throws {
        let id = try bench.id("a.png")
        let reply = try bench.client.ask(
            .put, "/api/collections/f/selection", body: Array("{\"items\":[\"\(id)\"]}".utf8))
        #expect(reply.status == 200, "\(reply.text)")
        #expect(Set(try archive("&q=is:selected").keys) == ["a.png.xmp"])
    }

    @Test(arguments: ["&naming=lightroom", "&companions=true", "&flat=1", "&q=width:%3E%3E"])
    func badQuestions(query: String) throws {
        #expect(try bench.client.get("/api/collections/f/export?as=sidecars.zip\(query)").status == 400)
    }

    @Test func drawnPicturesHaveNoSidecars() throws {
        let client = try APIClient(demo: 1000)
        #expect(try client.get("/api/collections/demo/export?as=sidecars.zip").status == 404)
    }

    /// A sidecar that another program changes while the archive is sent ends it too early.
    @Test func changesEndTheArchive() throws {
        let collection = try FolderCollection(root: bench.files.path, id: "f", name: "F")
        collection.waitForScan()
        collection.offerAnnotations(AnnotationStore(folder: "\(bench.state.path)/annotations"))
        let contents = ArchiveContents(collection: collection, isFlat: false, choice: .sidecars(.long))
        let body = try contents.body(of: collection)
        try bench.files.write("b/c.XMP", Array((SidecarBench.sidecar(rating: 2) + "<!-- more -->").utf8))
        var isFailed = false
        parts: while true {
            switch body.next() {
            case .bytes: continue
            case .end: break parts
            case .failed:
                isFailed = true
                break parts
            }
        }
        #expect(isFailed)
    }
}
