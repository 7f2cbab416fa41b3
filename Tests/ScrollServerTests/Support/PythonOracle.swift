// Runs Python programs that judge what we write: Pillow and zlib are the oracles.
import Foundation

/// The machine's Python 3.
enum PythonOracle {
    /// Whether there is a Python 3 that has all of these modules.
    static func canImport(_ modules: String...) -> Bool {
        (try? run("import " + modules.joined(separator: ", "))) != nil
    }

    struct Failure: Error {
        let message: String
    }

    /// Runs `program` with `input` on its standard input.
    ///
    /// - Returns: what it wrote to its standard output.
    /// - Throws: `Failure` when it cannot be started or ends with an error.
    static func run(_ program: String, input: [UInt8] = []) throws -> [UInt8] {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = ["python3", "-c", program]
        let (standardInput, standardOutput, standardError) = (Pipe(), Pipe(), Pipe())
        process.standardInput = standardInput
        process.standardOutput = standardOutput
        process.standardError = standardError
        try process.run()
        // The programs read all of their input before they write.
        try standardInput.fileHandleForWriting.write(contentsOf: Data(input))
        try standardInput.fileHandleForWriting.close()
        let output = try standardOutput.fileHandleForReading.readToEnd() ?? Data()
        let errors = try standardError.fileHandleForReading.readToEnd() ?? Data()
        process.waitUntilExit()
        guard process.terminationStatus == 0 else {
            throw Failure(message: String(decoding: errors, as: UTF8.self))
        }
        return [UInt8](output)
    }
}
