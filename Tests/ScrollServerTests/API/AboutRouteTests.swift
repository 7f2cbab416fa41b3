// What the program says of itself.

import Foundation
import Testing

@testable import HTTP
@testable import Platform
@testable import ScrollServer

@Suite struct AboutRouteTests {
    private struct About: Decodable {
        struct Place: Decodable, Equatable {
            var name: String?
            var path: String?
            var limit: Int?
        }
        var version: String
        var commit: String?
        var build: String
        var readOnly: Bool
        var reads: [Place]
        var cache: Place?
        var state: Place?
    }

    private func about(_ arguments: [String]) throws -> (About, text: String) {
        let application = try Application(try Options(["--port=0"] + arguments), page: .program)
        defer { application.stop(within: 0) }
        let reply = try APIClient.ask(application.router, .get, "/api/about")
        return (try reply.decoded(About.self), String(decoding: reply.body, as: UTF8.self))
    }

    @Test func toThisMachine() throws {
        let folder = try TemporaryFolder()
        for name in ["pictures/a.png", "root/b.png"] { try folder.write(name, TinyImage.png(width: 3, height: 2)) }
        let real = try #require(FileSystem.realPath(folder.path))
        let (about, _) = try about([
            "--cache=\(folder.path)/cache", "--state=\(folder.path)/state", "--cache-limit=1G", "--read-only",
            "--root=C:=\(folder.path)/root", "\(folder.path)/pictures",
        ])
        #expect(about.version == Build.version && about.build.contains("build") && about.readOnly)
        #expect(
            about.reads == [
                .init(name: "pictures", path: "\(real)/pictures"), .init(name: "root", path: "\(real)/root"),
            ])
        #expect(about.cache == .init(path: "\(folder.path)/cache", limit: 1_000_000_000))
        #expect(about.state == .init(path: "\(folder.path)/state"))
    }

    /// Where other machines may ask, nothing says where files lie.
    @Test func toOtherMachines() throws {
        let folder = try TemporaryFolder()
        try folder.write("pictures/a.png", TinyImage.png(width: 3, height: 2))
        let (about, text) = try about([
            "--cache-limit=0", "--state=\(folder.path)/state", "--host=0.0.0.0", "\(folder.path)/pictures",
        ])
        #expect(about.reads == [.init(name: "pictures")] && about.cache == nil && about.state == .init())
        #expect(!text.contains(folder.path) && !about.readOnly)
    }
}
