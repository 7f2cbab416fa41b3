// The built program as a process of its own.

import Foundation
import Testing

@testable import Platform
@testable import ScrollServer

/// One run of the program.
///
/// Ended with this object; what takes longer than its limit is ended as well, so that a test fails rather than hangs.
final class ProgramRun {
    struct Ending: Equatable {
        var status: Int32
        var output: String
        /// Without the line about other accounts, which some machines have and others have not.
        var errors: String
        /// Whether there was that line.
        var saysThatOthersMayAsk = false
    }

    /// The built program, beside the tests.
    static let program: String? = {
        var starts = CommandLine.arguments.compactMap { $0.hasPrefix("/") ? $0 : nil }
        starts += [Bundle.main.executablePath, Bundle.main.bundlePath].compactMap(\.self)
        if let path = FileSystem.realPath("/proc/self/exe") { starts.append(path) }
        for start in starts {
            var folder = URL(fileURLWithPath: start)
            for _ in 0..<6 where folder.path != "/" {
                folder.deleteLastPathComponent()
                let path = folder.appendingPathComponent("ScrollServer").path
                if !FileSystem.isDirectory(path), FileManager.default.isExecutableFile(atPath: path) { return path }
            }
        }
        return nil
    }()

    private let process = Process()
    private let output = Pipe()
    private let errors = Pipe()
    private let home: ScratchFolder
    private var received: [UInt8] = []
    private var complaints = Data()

    /// Starts the file `program` in `folder`.
    ///
    /// `added`: variables of the environment, besides those of the tests.
    /// `limit`: in seconds.
    init(
        _ arguments: [String], program: String? = ProgramRun.program, in folder: String? = nil,
        environment added: [String: String] = [:], limit: Int = 120
    ) throws {
        home = try ScratchFolder()
        process.executableURL = URL(fileURLWithPath: try #require(program, "the program is not beside the tests"))
        process.arguments = arguments
        // Not the user's own cache.
        var environment = ProcessInfo.processInfo.environment
        environment["XDG_CACHE_HOME"] = home.path
        environment["HOME"] = home.path
        environment["XDG_STATE_HOME"] = home.path
        process.environment = environment.merging(added) { $1 }
        process.currentDirectoryURL = URL(fileURLWithPath: folder ?? home.path)
        process.standardInput = FileHandle.nullDevice
        process.standardOutput = output
        process.standardError = errors
        try process.run()
        let number = process.processIdentifier
        let watched = process
        DispatchQueue.global().asyncAfter(deadline: .now() + .seconds(limit)) { [weak watched] in
            if watched?.isRunning == true { kill(number, SIGKILL) }
        }
    }

    deinit {
        if process.isRunning { kill(process.processIdentifier, SIGKILL) }
    }

    /// The first line on standard output as an address, once the server is ready.
    func address() throws -> URL {
        let line = try line()
        return try #require(URL(string: line).flatMap { $0.port == nil ? nil : $0 }, "'\(line)'")
    }

    /// The first line on standard output, once the server is ready.
    func line() throws -> String {
        while !received.contains(0x0A) {
            let more = output.fileHandleForReading.availableData
            if more.isEmpty { break }
            received += more
        }
        return String(decoding: received.prefix { $0 != 0x0A }, as: UTF8.self)
    }

    /// Waits until this text is on standard error; false where the program ends without it.
    func says(_ text: String) -> Bool {
        while !String(decoding: complaints, as: UTF8.self).contains(text) {
            let more = errors.fileHandleForReading.availableData
            if more.isEmpty { return false }
            complaints += more
        }
        return true
    }

    var identifier: Int32 { process.processIdentifier }
    /// Waits for the end, however it comes.
    func wait() { process.waitUntilExit() }

    func send(_ signal: Int32) {
        kill(process.processIdentifier, signal)
    }

    /// Waits for the end.
    func ending() throws -> Ending {
        received += try output.fileHandleForReading.readToEnd() ?? Data()
        complaints += try errors.fileHandleForReading.readToEnd() ?? Data()
        let errors = String(decoding: complaints, as: UTF8.self)
        let lines = errors.split(separator: "\n", omittingEmptySubsequences: false)
        log = lines.filter(Self.isLog).map(String.init)
        let plain = lines.filter { !Self.isLog($0) }.joined(separator: "\n").replacing(
            "ScrollServer: \(Command.openToAccounts)\n", with: "")
        process.waitUntilExit()
        #expect(process.terminationReason == .exit)
        return Ending(
            status: process.terminationStatus, output: String(decoding: received, as: UTF8.self),
            errors: plain, saysThatOthersMayAsk: errors.contains(Command.openToAccounts))
    }

    /// The lines of the program's log, once it has ended.
    private(set) var log: [String] = []

    /// Whether a line begins with a time.
    private static func isLog(_ line: Substring) -> Bool {
        line.prefix(20).wholeMatch(of: /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ/) != nil
    }
}

/// A plain connection to the program.
final class PlainConnection {
    private let socket: ClientSocket
    private var received: [UInt8] = []

    init(_ url: URL) throws {
        socket = try ClientSocket()
        try socket.connect(port: #require(url.port))
    }

    func send(_ text: String) { socket.send(Array(text.utf8)) }

    func get(_ targets: String...) {
        send(targets.map { "GET \($0) HTTP/1.1\r\nHost: localhost\r\n\r\n" }.joined())
    }

    /// The next answer; nil where the connection ended before it was complete.
    func receive() -> (status: Int, head: String, body: [UInt8])? {
        var end: Int?
        while true {
            end = received.indices.dropLast(3).first { received[$0...].starts(with: [13, 10, 13, 10]) }
            if end != nil || !fill() { break }
        }
        guard let end else { return nil }
        let head = String(decoding: received[..<end], as: UTF8.self)
        received.removeFirst(end + 4)
        var count = 0
        for line in head.lowercased().split(separator: "\r\n") where line.hasPrefix("content-length:") {
            count = Int(line.dropFirst(15).trimmingCharacters(in: .whitespaces)) ?? 0
        }
        while received.count < count { if !fill() { return nil } }
        defer { received.removeFirst(count) }
        return (Int(head.split(separator: " ").dropFirst().first ?? "") ?? 0, head, Array(received.prefix(count)))
    }

    private func fill() -> Bool {
        guard let piece = socket.receive(), !piece.isEmpty else { return false }
        received += piece
        return true
    }
}
