// Annotations that are also written into sidecars, beside other programs that write there.

import Foundation
import Testing

@testable import Catalog
@testable import HTTP
@testable import Metadata
@testable import Platform
@testable import ScrollServer

@Suite struct SidecarWritingTests {
    @Test func withoutTheOptionFoldersAreOnlyRead() throws {
        let bench = try SidecarBench(
            ["a.png", "b.png"], sidecars: ["b.xmp": SidecarBench.sidecar(rating: 2)], writes: false)
        try bench.annotate(nil, #""rating":4,"keywords":{"add":["sea"]}"#)
        try bench.step("undo")
        #expect(bench.files.files() == ["a.png", "b.png", "b.xmp"])
        #expect(try bench.text("b.xmp") == SidecarBench.sidecar(rating: 2))
    }

    @Test func changesAreWritten() throws {
        let bench = try SidecarBench(
            ["a.png", "sub/b.png"], sidecars: ["sub/b.xmp": SidecarBench.sidecar(rating: 2)], writes: true)
        let picture = try FileSystem.status(of: bench.files.path + "/a.png")
        try bench.annotate("a.png", #""rating":4,"label":"blue","keywords":{"add":["sea","été"]}"#)
        #expect(eventually { bench.marks("a.png.xmp") == SidecarBench.marks("4", "Blue", ["sea", "été"]) })
        try bench.annotate("sub/b.png", #""flag":"reject""#)
        #expect(eventually { bench.marks("sub/b.xmp") == SidecarBench.marks("-1", flag: .reject) })
        // The picture is as it was, and nothing else is left.
        #expect(try FileSystem.status(of: bench.files.path + "/a.png") == picture)
        #expect(bench.files.files() == ["a.png", "a.png.xmp", "sub/b.png", "sub/b.xmp"])
    }

    /// What other programs wrote is there again after an undo.
    @Test func undoRestoresTheSidecar() throws {
        let bench = try SidecarBench(
            ["a.png", "b.png"], sidecars: ["a.png.xmp": SidecarBench.sidecar(rating: 2)], writes: true)
        try bench.annotate(nil, #""rating":5,"keywords":{"add":["sea"]}"#)
        #expect(eventually { bench.marks("b.png.xmp") == SidecarBench.marks("5", nil, ["sea"]) })
        #expect(eventually { bench.marks("a.png.xmp") == SidecarBench.marks("5", nil, ["sea"]) })
        try bench.step("undo")
        #expect(try eventually { try bench.text("a.png.xmp") == SidecarBench.sidecar(rating: 2) })
        #expect(eventually { bench.marks("b.png.xmp") == SidecarBench.marks(nil) })
        try bench.step("redo")
        #expect(eventually { bench.marks("a.png.xmp") == SidecarBench.marks("5", nil, ["sea"]) })
    }

    /// A flag is written as other programs write it, and what they had is there again after it was taken back.
    @Test func flagsAreWritten() throws {
        let bench = try SidecarBench(
            ["a.png", "b.png"], sidecars: ["a.png.xmp": SidecarBench.sidecar(rating: 2)], writes: true)
        try bench.annotate(nil, #""flag":"pick""#)
        #expect(eventually { bench.marks("a.png.xmp") == SidecarBench.marks("2", flag: .pick) })
        #expect(eventually { bench.marks("b.png.xmp") == SidecarBench.marks(nil, flag: .pick) })
        try bench.annotate(nil, #""flag":"reject""#)
        #expect(eventually { bench.marks("a.png.xmp") == SidecarBench.marks("-1", flag: .reject) })
        try bench.annotate(nil, #""flag":"none""#)
        #expect(eventually { bench.marks("b.png.xmp") == SidecarBench.marks(nil) })
        try bench.annotate(nil, #""flag":null"#)
        #expect(eventually { bench.marks("a.png.xmp") == SidecarBench.marks("2") })
    }

    /// A part that the reader does not change stays as another program has left it.
    @Test func onlyChangedPartsAreWritten() throws {
        let bench = try SidecarBench(["a.png"], writes: true)
        try bench.annotate("a.png", #""rating":4"#)
        #expect(eventually { bench.marks("a.png.xmp") == SidecarBench.marks("4") })
        let other = try bench.text("a.png.xmp").replacing("\"4\"", with: "\"1\"")
        try bench.files.write("a.png.xmp", Array(other.utf8))
        try bench.annotate("a.png", #""label":"green""#)
        #expect(eventually { bench.marks("a.png.xmp") == SidecarBench.marks("1", "Green") })
    }

    @Test func permissionsAreKept() throws {
        let bench = try SidecarBench(
            ["a.png", "b.png"], sidecars: ["a.png.xmp": SidecarBench.sidecar(rating: 2)], writes: true)
        chmod(bench.files.path + "/a.png.xmp", 0o640)
        chmod(bench.files.path + "/b.png", 0o444)
        try bench.annotate(nil, #""rating":3"#)
        #expect(eventually { bench.marks("a.png.xmp")?.rating == "3" && bench.marks("b.png.xmp")?.rating == "3" })
        func mode(_ name: String) throws -> Int? {
            try FileManager.default.attributesOfItem(atPath: bench.files.path + "/" + name)[.posixPermissions] as? Int
        }
        #expect(try mode("a.png.xmp") == 0o640 && mode("b.png.xmp") == 0o644)
    }

    // MARK: Sidecars that cannot be written

    /// A damaged sidecar and a link are left alone; once mended, they are written after the next change.
    @Test func whatIsRefusedIsTriedAgain() throws {
        let bench = try SidecarBench(["a.png", "b.png", "c.png"], sidecars: ["a.png.xmp": "<broken"], writes: true)
        try bench.files.write("other", Array(SidecarBench.sidecar(rating: 2).utf8))
        let link = bench.files.path + "/b.png.xmp"
        try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: bench.files.path + "/other")
        for name in ["a.png", "b.png", "c.png"] { try bench.annotate(name, #""rating":4"#) }
        // The changes are written in their order.
        #expect(eventually { bench.marks("c.png.xmp")?.rating == "4" })
        #expect(try bench.text("a.png.xmp") == "<broken" && bench.text("other") == SidecarBench.sidecar(rating: 2))
        #expect(try FileSystem.status(of: link, followLink: false).kind == .link)
        try bench.files.write("a.png.xmp", Array(SidecarBench.sidecar(rating: 1).utf8))
        try FileManager.default.removeItem(atPath: link)
        try bench.annotate("c.png", #""rating":5"#)
        #expect(try eventually { try bench.text("a.png.xmp") == SidecarBench.sidecar(rating: 4) })
        #expect(eventually { bench.marks("b.png.xmp")?.rating == "4" })
    }

    @Test(.needs(.permissions)) func foldersThatCannotBeWritten() throws {
        let bench = try SidecarBench(["closed/a.png", "closed/b.png", "c.png"], writes: true)
        chmod(bench.files.path + "/closed", 0o555)
        for name in ["closed/a.png", "closed/b.png", "c.png"] { try bench.annotate(name, #""rating":4"#) }
        #expect(eventually { bench.marks("c.png.xmp")?.rating == "4" })
        #expect(bench.files.files() == ["c.png", "c.png.xmp", "closed/a.png", "closed/b.png"])
        chmod(bench.files.path + "/closed", 0o755)
        try bench.annotate("c.png", #""rating":5"#)
        #expect(eventually { bench.marks("closed/a.png.xmp")?.rating == "4" })
        #expect(eventually { bench.marks("closed/b.png.xmp")?.rating == "4" })
    }

    // MARK: Other programs at the same time

    /// The sidecar of a picture in a folder without a server.
    private func sidecar(_ text: String?) throws -> (folder: ScratchFolder, file: SidecarFile) {
        let folder = try ScratchFolder()
        try folder.write("a.png", TinyImage.png())
        if let text { try folder.write("a.png.xmp", Array(text.utf8)) }
        let collection = try FolderCollection(root: folder.path, id: "f", name: "F")
        collection.waitForScan()
        let id = try #require(collection.details(at: 0)?.id)
        let path = try #require(collection.path(ofItem: id))
        return (folder, SidecarFile(ofItem: id, at: path, in: collection))
    }

    private static func labelled(_ label: String) -> XMPEdit {
        var edit = XMPEdit()
        edit[.label] = .set(label)
        return edit
    }

    /// A change between reading and replacing is read, and ours is made on top of it, by field.
    @Test(arguments: [true, false]) func aConcurrentChangeIsMerged(isRenamed: Bool) throws {
        let (folder, file) = try sidecar(SidecarBench.sidecar(rating: 2))
        var calls = 0
        let isChanged = try file.update(beforeReplacing: {
            calls += 1
            guard calls == 1 else { return }
            let data = Data((SidecarBench.sidecar(rating: 5) + "<!-- later -->\n").utf8)
            try? data.write(
                to: URL(fileURLWithPath: folder.path + "/a.png.xmp"), options: isRenamed ? .atomic : [])
        }) { _ in Self.labelled("Red") }
        #expect(isChanged && calls == 2)
        let bytes = try folder.bytes("a.png.xmp")
        #expect(try XMPSidecar.marks(of: bytes) == SidecarBench.marks("5", "Red"))
        #expect(String(decoding: bytes, as: UTF8.self).hasSuffix("<!-- later -->\n"))
        #expect(folder.files() == ["a.png", "a.png.xmp"])
    }

    /// A sidecar that another program makes meanwhile is not replaced by ours.
    @Test func aSidecarThatAppears() throws {
        let (folder, file) = try sidecar(nil)
        var calls = 0
        try file.update(beforeReplacing: {
            calls += 1
            if calls == 1 { try? folder.write("a.png.xmp", Array(SidecarBench.sidecar(rating: 5).utf8)) }
        }) { _ in Self.labelled("Red") }
        #expect(calls == 2)
        #expect(try XMPSidecar.marks(of: folder.bytes("a.png.xmp")) == SidecarBench.marks("5", "Red"))
    }

    @Test func aSidecarThatIsNeverAtRest() throws {
        let (folder, file) = try sidecar(SidecarBench.sidecar(rating: 2))
        var calls = 0
        #expect(throws: SidecarFile.Failure.self) {
            try file.update(beforeReplacing: {
                calls += 1
                let text = SidecarBench.sidecar(rating: 2) + String(repeating: "\n", count: calls)
                try? folder.write("a.png.xmp", Array(text.utf8))
            }) { _ in Self.labelled("Red") }
        }
        #expect(try XMPSidecar.marks(of: folder.bytes("a.png.xmp")) == SidecarBench.marks("2"))
        #expect(folder.files() == ["a.png", "a.png.xmp"])
    }

    /// What is already there is not written again.
    @Test func nothingIsWrittenTwice() throws {
        let (folder, file) = try sidecar(SidecarBench.sidecar(rating: 2))
        #expect(try file.update { _ in Self.labelled("Red") })
        let status = try FileSystem.status(of: folder.path + "/a.png.xmp")
        #expect(try !file.update { _ in Self.labelled("Red") })
        #expect(try FileSystem.status(of: folder.path + "/a.png.xmp") == status)
    }

    // MARK: The program itself

    @Test(.needs(.builtProgram)) func theProgram() throws {
        let folder = try ScratchFolder()
        for name in ["a.png", "b.png"] { try folder.write("pictures/\(name)", TinyImage.png()) }
        try folder.write("pictures/b.xmp", Array(SidecarBench.sidecar(rating: 2).utf8))
        let run = try ProgramRun([
            "--port=0", "--state=\(folder.path)/state", "--cache-limit=0", "--write-sidecars",
            "\(folder.path)/pictures",
        ])
        let address = try run.address()
        func ask(_ method: String, _ target: String, _ body: String = "") throws -> JSONValue {
            let connection = try PlainConnection(address)
            connection.send(
                "\(method) \(target) HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
                    + "Content-Length: \(body.utf8.count)\r\n\r\n\(body)")
            let reply = try #require(connection.receive())
            #expect(reply.status == 200, "\(reply.head)")
            return try JSONReader.value(of: reply.body)
        }
        let collection = "/api/collections/pictures"
        func count(_ query: String) throws -> Int? {
            try ask("GET", "\(collection)/items?limit=10&q=\(query)")["items"]?.elements.count
        }
        func marks(_ name: String) -> XMPMarks? {
            (try? folder.bytes("pictures/\(name)")).flatMap { try? XMPSidecar.marks(of: $0) }
        }
        #expect(try ask("GET", "/api/about")["writesSidecars"] == .bool(true))
        #expect(try eventually { try ask("GET", "\(collection)/items?limit=10")["items"]?.elements.count == 2 })
        _ = try ask("PATCH", "\(collection)/annotations", #"{"all":true,"rating":4}"#)
        #expect(eventually { marks("a.png.xmp")?.rating == "4" && marks("b.xmp")?.rating == "4" })
        let written = try FileSystem.status(of: folder.path + "/pictures/b.xmp")
        // The program follows its own sidecars as those of others, and does not write them again.
        try folder.write("pictures/a.png.xmp", Array(SidecarBench.sidecar(rating: 1).utf8))
        _ = try ask("PATCH", "\(collection)/annotations?q=name:a.png", #"{"all":true,"rating":null}"#)
        #expect(try eventually { try count("rating:1") == 1 })
        _ = try ask("PATCH", "\(collection)/annotations?q=name:a.png", #"{"all":true,"rating":3}"#)
        #expect(eventually { marks("a.png.xmp")?.rating == "3" })
        #expect(try FileSystem.status(of: folder.path + "/pictures/b.xmp") == written)
        run.send(SIGTERM)
        #expect(try run.ending().status == 0)
        #expect(
            folder.files().filter { $0.hasPrefix("pictures") } == [
                "pictures/a.png", "pictures/a.png.xmp", "pictures/b.png", "pictures/b.xmp",
            ])
    }
}
