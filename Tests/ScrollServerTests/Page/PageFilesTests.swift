// Where the page comes from, and the copy of it inside the program.

import Foundation
import Testing

@testable import Catalog
@testable import HTTP
@testable import Platform
@testable import ScrollServer

@Suite struct PageFilesTests {
    private static let folder: URL = {
        var package = URL(fileURLWithPath: #filePath)
        for _ in 0..<4 { package.deleteLastPathComponent() }
        return package.appendingPathComponent("Public")
    }()

    /// `.ci/embed-page` was run after the last change of the page.
    @Test func theProgramHoldsThePage() throws {
        let names = try FileManager.default.subpathsOfDirectory(atPath: Self.folder.path).filter { $0.contains(".") }
        #expect(Set(names) == Set(EmbeddedPage.files.keys))
        for name in names {
            let text = try String(contentsOf: Self.folder.appendingPathComponent(name), encoding: .utf8)
            #expect(EmbeddedPage.files[name] == text, "\(name): run .ci/embed-page")
        }
    }

    /// From the program as from the folder: the same files, types and conditions.
    @Test func placesAnswerAlike() throws {
        let demo = try #require(DemoCollection(count: 1))
        let embedded = try APIClient([demo], page: .program)
        let served = try APIClient([demo], page: .folder(Self.folder.path))
        for target in ["/"] + EmbeddedPage.files.keys.map({ "/" + $0 }) {
            let (one, other) = (try embedded.get(target), try served.get(target))
            #expect(one.status == 200 && one.body == other.body, "\(target)")
            for field in ["Content-Type", "Cache-Control"] {
                #expect(one.headers[field] == other.headers[field], "\(target): \(field)")
            }
            let tag = try #require(one.headers["ETag"])
            #expect(try embedded.get(target, [("If-None-Match", tag)]).status == 304)
            #expect(try embedded.get(target, [("If-None-Match", "\"x\"")]).status == 200)
        }
        // Browsers ask for it where an answer is no page.
        for client in [embedded, served] {
            #expect(try client.get("/favicon.ico").headers["Content-Type"] == "image/svg+xml")
        }
        for target in ["/none.js", "/index.html/", "/sub/main.js", "/MAIN.JS", "/main.js%00", "/%6Dain.js/x"] {
            for client in [embedded, served] {
                #expect(try (try? client.get(target))?.problem(404) != nil || target.hasSuffix("%00"), "\(target)")
            }
        }
    }

    /// The manifest has its type, and its addresses are relative: behind a proxy the page may be below a path.
    @Test func manifest() throws {
        let demo = try #require(DemoCollection(count: 1))
        struct Manifest: Decodable {
            struct Icon: Decodable { let src: String }
            let start_url: String
            let scope: String
            let icons: [Icon]
        }
        for place in [PageFiles.Origin.program, .folder(Self.folder.path)] {
            let client = try APIClient([demo], page: place)
            let answer = try client.get("/app.webmanifest")
            #expect(answer.headers["Content-Type"] == "application/manifest+json")
            let manifest = try JSONDecoder().decode(Manifest.self, from: Data(answer.body))
            #expect(manifest.start_url == "./" && manifest.scope == "./")
            #expect(manifest.icons.count == 2)
            for icon in manifest.icons {
                #expect(!icon.src.contains(":") && !icon.src.hasPrefix("/"))
                #expect(try client.get("/\(icon.src)").headers["Content-Type"] == "image/svg+xml")
            }
        }
    }

    /// Two pages of the same length are not taken for each other.
    @Test func tagsTellPagesApart() {
        #expect(PageFiles.entityTag("abc") != PageFiles.entityTag("abd"))
        #expect(PageFiles.entityTag("abc") == PageFiles.entityTag("abc"))
    }

    @Test func find() throws {
        #expect(try PageFiles.find(nil) == .program)
        let files = try ScratchFolder()
        for name in ["index.html", "main.js", "input/scroller.js"] { try files.write("page/\(name)", [0x20]) }
        let real = try #require(FileSystem.realPath(files.path))
        #expect(try PageFiles.find(files.path + "/page") == .folder(real + "/page"))
        #expect(try PageFiles.find(files.path + "/page/../page/.") == .folder(real + "/page"))
        try FileManager.default.createSymbolicLink(
            atPath: files.path + "/link", withDestinationPath: files.path + "/page")
        #expect(try PageFiles.find(files.path + "/link") == .folder(real + "/page"))
        // What is named must be there: nothing else will do.
        for wrong in [files.path, files.path + "/none", files.path + "/page/index.html", ""] {
            #expect(throws: PageFiles.Missing.self) { try PageFiles.find(wrong) }
        }
        try FileManager.default.removeItem(atPath: files.path + "/page/main.js")
        #expect(throws: PageFiles.Missing.self) { try PageFiles.find(files.path + "/page") }
    }
}
