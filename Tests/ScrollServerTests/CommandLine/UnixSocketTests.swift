// A Unix socket in place of a port: who may open it, and what happens to what lies at its path.

import Foundation
import Testing

@testable import ScrollServer

@Suite(.needs(.builtProgram), .needs(.curl))
struct UnixSocketTests {
    private func permissions(_ path: String) throws -> Int {
        try #require(try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int)
    }

    @Test func asksAndStops() throws {
        let folder = try ScratchFolder()
        let path = folder.path + "/socket"
        let run = try ProgramRun(["--unix-socket", path, "--demo=5"])
        #expect(try run.line() == "unix:\(path)")
        #expect(try permissions(path) == 0o600)
        let through = ["--unix-socket", path]
        let list = try Curl.ask("http://localhost/api/collections", through)
        #expect(list.status == 200 && list.text.contains("\"demo\""))
        #expect(try Curl.ask("http://evil.example/", through).status == 421)
        let state = ["-X", "PUT", "-H", "Origin: http://evil.example", "-d", "{}"]
        #expect(try Curl.ask("http://localhost/api/state/x", through + state).status == 403)
        run.send(SIGTERM)
        // No port, no token: the file's permissions say who may ask, so that there is nothing to warn of.
        #expect(try run.ending() == .init(status: 0, output: "unix:\(path)\n", errors: ""))
        #expect(folder.files() == [])
    }

    /// A server that is there stays there; what a dead one has left is replaced; anything else is left alone.
    @Test func whatLiesThere() throws {
        let folder = try ScratchFolder()
        let path = folder.path + "/socket"
        let first = try ProgramRun(["--unix-socket", path, "--demo=5"])
        _ = try first.line()
        let second = try ProgramRun(["--unix-socket", path, "--demo=5"]).ending()
        #expect(second.status == 1 && second.errors.contains("another server") && second.output.isEmpty)
        #expect(try Curl.ask("http://localhost/healthz", ["--unix-socket", path]).status == 200)
        first.send(SIGKILL)
        first.wait()
        #expect(folder.files() == ["socket"])
        let third = try ProgramRun(["--unix-socket", path, "--demo=5"])
        _ = try third.line()
        #expect(try Curl.ask("http://localhost/healthz", ["--unix-socket", path]).status == 200)
        // Somebody puts a file there while it runs: that is not removed when it stops.
        try FileManager.default.removeItem(atPath: path)
        try folder.write("socket", Array("mine".utf8))
        third.send(SIGTERM)
        #expect(try third.ending().status == 0)
        #expect(try folder.bytes("socket") == Array("mine".utf8))
        let onFile = try ProgramRun(["--unix-socket", path, "--demo=5"]).ending()
        #expect(onFile.status == 1 && onFile.errors.contains("not a socket"))
        #expect(try folder.bytes("socket") == Array("mine".utf8))
        let onFolder = try ProgramRun(["--unix-socket", folder.path, "--demo=5"]).ending()
        #expect(onFolder.status == 1 && onFolder.errors.contains("a folder"))
    }

    @Test func pathsThatCannotBe() throws {
        let folder = try ScratchFolder()
        let long = folder.path + "/" + String(repeating: "x", count: 120)
        let tooLong = try ProgramRun(["--unix-socket", long, "--demo=5"]).ending()
        #expect(tooLong.status == 1 && tooLong.errors.contains("bytes"))
        let nowhere = try ProgramRun(["--unix-socket", folder.path + "/none/socket", "--demo=5"]).ending()
        #expect(nowhere.status == 1 && nowhere.errors.contains("/none/socket"))
    }
}
