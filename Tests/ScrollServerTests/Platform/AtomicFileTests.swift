// Files that are there whole or not at all, and what killed writers leave.

import Foundation
import Testing

@testable import Platform

@Suite struct AtomicFileTests {
    /// Another process that writes a temporary file: it holds the lock until it is ended.
    private final class Writer {
        private let process = Process()

        init(_ path: String) throws {
            let program = """
                import fcntl, sys
                file = open(sys.argv[1], "w")
                fcntl.flock(file, fcntl.LOCK_EX)
                file.write("half")
                file.flush()
                print("ready", flush=True)
                sys.stdin.read()
                """
            process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
            process.arguments = ["python3", "-c", program, path]
            let output = Pipe()
            process.standardInput = Pipe()
            process.standardOutput = output
            try process.run()
            _ = output.fileHandleForReading.availableData
        }

        /// As by the system, without a chance to tidy up.
        func end() {
            _ = kill(process.processIdentifier, SIGKILL)
            process.waitUntilExit()
        }
    }

    @Test func `leftovers of a killed writer are swept, a running one's are not`() throws {
        let folder = try ScratchFolder()
        let path = AtomicFile.temporaryPath(in: folder.path)
        let writer = try Writer(path)
        AtomicFile.sweep(folder.path)
        #expect(folder.files().map { "\(folder.path)/\($0)" } == [path])
        writer.end()
        AtomicFile.sweep(folder.path)
        #expect(folder.files().isEmpty)
    }

    @Test func `what is not ours stays`() throws {
        let folder = try ScratchFolder()
        let names = [
            "film.part", "1.part", "scrollserver-.part", "scrollserver-1", "scrollserver-x y.part",
            "scrollserver-1.partial",
        ]
        for name in names { try folder.write(name, [1]) }
        try folder.write("scrollserver-2.part/inside", [1])
        try FileManager.default.createSymbolicLink(
            atPath: folder.path + "/scrollserver-3.part", withDestinationPath: folder.path + "/film.part")
        try folder.write("scrollserver-4.part", [1])
        AtomicFile.sweep(folder.path)
        #expect(Set(folder.files()) == Set(names + ["scrollserver-2.part/inside", "scrollserver-3.part"]))
    }

    @Test func `a file is replaced whole, and nothing is left beside it`() throws {
        let folder = try ScratchFolder()
        let path = folder.path + "/a"
        try AtomicFile.write([[1, 2], [], [3]], to: path)
        #expect(try folder.bytes("a") == [1, 2, 3])
        try AtomicFile.write([[4]], to: path)
        #expect(try folder.bytes("a") == [4])
        #expect(folder.files() == ["a"])
    }

    @Test func `a write that fails leaves nothing`() throws {
        let folder = try ScratchFolder()
        let missing = #expect(throws: SystemError.self) {
            try AtomicFile.write([[1]], to: folder.path + "/none/a")
        }
        #expect(missing?.isMissing == true && missing?.call == "open")
        // A folder cannot be replaced by a file.
        try folder.write("taken/x", [1])
        #expect(throws: SystemError.self) { try AtomicFile.write([[1]], to: folder.path + "/taken") }
        #expect(folder.files() == ["taken/x"])
    }

    @Test func `writers and sweepers at once lose nothing`() throws {
        let folder = try ScratchFolder()
        let bytes = [UInt8](repeating: 7, count: 1000)
        DispatchQueue.concurrentPerform(iterations: 8) { task in
            for round in 0..<50 {
                if task == 0 {
                    AtomicFile.sweep(folder.path)
                } else {
                    #expect(throws: Never.self) { try AtomicFile.write([bytes], to: "\(folder.path)/\(round)-\(task)") }
                }
            }
        }
        #expect(folder.files().count == 7 * 50)
        #expect(!folder.files().contains { $0.hasSuffix(".part") })
    }
}

@Suite struct SystemErrorTests {
    @Test func `kinds, and words for people`() {
        func error(_ code: Int32) -> SystemError { SystemError(call: "open", code: code, on: "/a") }
        #expect(error(ENOENT).isMissing && error(ENOTDIR).isMissing && !error(EACCES).isMissing)
        #expect(error(EACCES).isPermission && error(EPERM).isPermission)
        #expect(error(EMFILE).isOutOfDescriptors && error(EMFILE).isTransient)
        #expect(error(ENOSPC).isNoSpace && !error(ENOSPC).isTransient)
        #expect(error(EINTR).isInterrupted && error(EAGAIN).wouldBlock)
        #expect(error(ENOENT).description == "open '/a': No such file or directory")
        #expect(error(EACCES).explanation == "the file may not be read: permission denied")
        #expect(error(EIO).explanation == "the file cannot be read: Input/output error")
    }

    @Test func `opening tells what and why`() throws {
        let folder = try ScratchFolder()
        let missing = #expect(throws: SystemError.self) { try OpenFile(path: folder.path + "/none") }
        #expect(missing == SystemError(call: "open", code: ENOENT, on: folder.path + "/none"))
        let directory = #expect(throws: SystemError.self) { try OpenFile(path: folder.path) }
        #expect(directory?.code == EISDIR)
    }
}
