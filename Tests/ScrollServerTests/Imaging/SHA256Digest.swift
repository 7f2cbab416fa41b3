// SHA-256, by which the corpus names the pixels it expects.
import Foundation
import Testing

enum SHA256Digest {
    /// The digest in hexadecimal digits, by the system's own program.
    static func hex(_ bytes: [UInt8]) -> String {
        let (process, input, output) = (Process(), Pipe(), Pipe())
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = ["sha256sum"]
        (process.standardInput, process.standardOutput) = (input, output)
        do {
            try process.run()
            try input.fileHandleForWriting.write(contentsOf: Data(bytes))
            try input.fileHandleForWriting.close()
            let line = try output.fileHandleForReading.readToEnd() ?? Data()
            process.waitUntilExit()
            return String(decoding: line.prefix(64), as: UTF8.self)
        } catch {
            Issue.record("sha256sum cannot be run: \(error)")
            return ""
        }
    }
}
