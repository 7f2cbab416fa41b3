// The built program as a process of its own, which a test may kill.

import Foundation
import Testing

/// A server that is killed with this object, or before.
final class EveningProgram {
    private let process = Process()
    /// Such as `http://127.0.0.1:8080`.
    let address: String
    let port: Int

    /// The built program, beside the tests.
    static let path: String? = {
        let starts = CommandLine.arguments + [Bundle.main.executablePath, Bundle.main.bundlePath].compactMap(\.self)
        let manager = FileManager.default
        let own = try? manager.destinationOfSymbolicLink(atPath: "/proc/self/exe")
        for start in starts + [own].compactMap(\.self) where start.hasPrefix("/") {
            var folder = URL(fileURLWithPath: start)
            for _ in 0..<6 where folder.path != "/" {
                folder.deleteLastPathComponent()
                let path = folder.appendingPathComponent("ScrollServer").path
                var isFolder: ObjCBool = false
                let isThere = unsafe manager.fileExists(atPath: path, isDirectory: &isFolder)
                if isThere, !isFolder.boolValue, manager.isExecutableFile(atPath: path) { return path }
            }
        }
        return nil
    }()

    /// Starts the program on a port; 0 takes a free one.
    init(port: Int = 0, state: String, pictures: String) throws {
        process.executableURL = URL(fileURLWithPath: try #require(Self.path, "the program is not beside the tests"))
        var arguments = ["--port=\(port)", "--cache-limit=0", "--state=\(state)", pictures]
        if let page = ProcessInfo.processInfo.environment["SCROLLSERVER_PUBLIC"] {
            arguments.append("--public=\(page)")
        }
        process.arguments = arguments
        let output = Pipe()
        process.standardOutput = output
        process.standardError = FileHandle.nullDevice
        process.standardInput = FileHandle.nullDevice
        try process.run()
        var line = ""
        while !line.contains("\n") {
            let more = output.fileHandleForReading.availableData
            if more.isEmpty { break }
            line += String(decoding: more, as: UTF8.self)
        }
        let url = try #require(URL(string: line.trimmingCharacters(in: .whitespacesAndNewlines)), "'\(line)'")
        self.port = try #require(url.port)
        address = "http://127.0.0.1:\(self.port)"
    }

    deinit { if process.isRunning { kill() } }

    /// Ends it by `kill -9`, and waits until it has ended.
    func kill() {
        systemKill(process.processIdentifier)
        process.waitUntilExit()
    }
}

// Inside a type that has a function of this name the system's cannot be called by it.
private func systemKill(_ identifier: Int32) { kill(identifier, SIGKILL) }
