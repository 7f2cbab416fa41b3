// Files of a folder, and nothing else.

import Foundation
import Testing

@testable import HTTP
@testable import Platform

@Suite struct StaticFilesTests {
    private let folder: TemporaryFolder
    private let files: StaticFiles

    init() throws {
        folder = try TemporaryFolder()
        try folder.write("secret.txt", Array("secret".utf8))
        try folder.write("public/index.html", Array("<p>index".utf8))
        try folder.write("public/a b.txt", Array("text".utf8))
        try folder.write("public/.hidden", Array("hidden".utf8))
        try folder.write("public/sub/index.html", Array("<p>sub".utf8))
        try folder.write("public/module.mjs", Array("export {}".utf8))
        try folder.write("public/large.bin", [UInt8](repeating: 7, count: 100_000))
        try folder.write("public-not/x", [])
        let root = folder.path + "/public"
        try FileManager.default.createDirectory(atPath: root + "/empty", withIntermediateDirectories: true)
        try FileManager.default.createSymbolicLink(atPath: root + "/out", withDestinationPath: "../secret.txt")
        try FileManager.default.createSymbolicLink(atPath: root + "/up", withDestinationPath: "..")
        try FileManager.default.createSymbolicLink(atPath: root + "/beside", withDestinationPath: "../public-not")
        try FileManager.default.createSymbolicLink(atPath: root + "/within", withDestinationPath: "a b.txt")
        files = try #require(StaticFiles(root: root, pool: WorkerPool(threads: 1)))
    }

    private func get(_ target: String) throws -> Response {
        files.response(to: try Request(.get, target))
    }

    @Test(arguments: [
        ("/", 200, "text/html; charset=utf-8"), ("/index.html", 200, "text/html; charset=utf-8"),
        ("/a%20b.txt", 200, "text/plain; charset=utf-8"), ("/module.mjs", 200, "text/javascript; charset=utf-8"),
        ("/sub/", 200, "text/html; charset=utf-8"), ("/within", 200, "text/plain; charset=utf-8"),
        ("/large.bin", 200, "application/octet-stream"),
    ])
    func found(target: String, status: Int, type: String) throws {
        let response = try get(target)
        #expect(response.status == status)
        #expect(response.headers["Cache-Control"] == "no-cache")
        #expect(response.headers["ETag"] != nil)
        #expect(response.headers["Last-Modified"] != nil)
        if target != "/within" { #expect(response.headers["Content-Type"] == type) }
    }

    @Test(arguments: [
        "/none", "/out", "/up/secret.txt", "/beside/x", "/..%2fsecret.txt", "/%2e%2e%2fsecret.txt", "/sub%2findex.html",
        "/.hidden", "/empty/", "/index.html/", "/sub//index.html", "/%2fetc%2fpasswd",
    ])
    func missing(target: String) throws {
        #expect(try get(target).status == 404)
    }

    @Test func foldersWithoutSlashAreRedirected() throws {
        let response = try get("/sub?x=1")
        #expect(response.status == 301)
        #expect(response.headers["Location"] == "/sub/?x=1")
    }

    @Test func unchangedFilesAreNotSentAgain() throws {
        let tag = try #require(try get("/index.html").headers["ETag"])
        let again = try Request(.get, "/index.html", headers: [("If-None-Match", tag)])
        #expect(finish(files.response(to: again), for: again).status == 304)
        try folder.write("public/index.html", Array("<p>changed".utf8))
        #expect(finish(files.response(to: again), for: again).status == 200)
    }

    @Test func onlyReadingIsAnswered() throws {
        #expect(files.respond(to: try Request(.post, "/index.html")) == nil)
        #expect(files.respond(to: try Request(.get, "/a%2fb")) == nil)
        #expect(StaticFiles(root: folder.path + "/none", pool: try WorkerPool(threads: 1)) == nil)
    }

    @Test func typesGoByTheExtension() {
        #expect(MIMEType.ofFile(named: "a.JPG") == "image/jpeg")
        #expect(MIMEType.ofFile(named: "a.tar.png") == "image/png")
        #expect(MIMEType.ofFile(named: "png") == MIMEType.unknown)
        #expect(MIMEType.ofFile(named: ".png") == MIMEType.unknown)
    }
}
