// One run of an installed program.

import Foundation
import Testing

/// What an installed program printed, standard error included, and its exit status.
struct ToolRun {
    let output: String
    let status: Int32

    /// Runs a program of `PATH`, and waits for its end.
    init(
        _ program: String, _ arguments: [String], environment: [String: String] = [:], in folder: URL? = nil
    ) throws {
        let process = Process()
        if let folder { process.currentDirectoryURL = folder }
        process.executableURL = URL(fileURLWithPath: try #require(Requirement.path(of: program)))
        process.arguments = arguments
        process.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
        process.standardInput = FileHandle.nullDevice
        let pipe = Pipe()
        (process.standardOutput, process.standardError) = (pipe, pipe)
        try process.run()
        let bytes = try pipe.fileHandleForReading.readToEnd() ?? Data()
        process.waitUntilExit()
        (output, status) = (String(decoding: bytes, as: UTF8.self), process.terminationStatus)
    }
}
