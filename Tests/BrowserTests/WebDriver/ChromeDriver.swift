// The programs that the tests drive: chromedriver, and the browser that it starts.

import Foundation

/// A running chromedriver on a free port.
final class ChromeDriver: Sendable {
    /// Where chromedriver and the browser are, if both are installed.
    struct Programs: Sendable {
        let driver: String
        let browser: String

        static let installed: Programs? = {
            guard let driver = find(["chromedriver"]) else { return nil }
            let bundled = "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome"
            let names = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable", bundled]
            return find(names).map { Programs(driver: driver, browser: $0) }
        }()

        private static func find(_ names: [String]) -> String? {
            let folders = ProcessInfo.processInfo.environment["PATH"]?.split(separator: ":").map(String.init) ?? []
            for name in names {
                let paths = name.hasPrefix("/") ? [name] : folders.map { "\($0)/\(name)" }
                if let path = paths.first(where: FileManager.default.isExecutableFile(atPath:)) { return path }
            }
            return nil
        }
    }

    struct Failure: Error, CustomStringConvertible {
        let description: String
    }

    let port: Int
    private let process: Process

    /// Starts it and reads from what it prints which port it took.
    init(_ programs: Programs) throws {
        process = Process()
        process.executableURL = URL(fileURLWithPath: programs.driver)
        process.arguments = ["--port=0"]
        let output = Pipe()
        process.standardOutput = output
        process.standardError = FileHandle.nullDevice
        try process.run()
        var text = ""
        var found: Int?
        while found == nil {
            let bytes = output.fileHandleForReading.availableData
            guard !bytes.isEmpty else { throw Failure(description: "chromedriver ended: \(text)") }
            text += String(decoding: bytes, as: UTF8.self)
            if let line = text.split(separator: "\n").first(where: { $0.contains("successfully on port ") }) {
                found = line.split(whereSeparator: { !$0.isNumber }).last.flatMap { Int($0) }
            }
        }
        port = found ?? 0
        // Whatever else it says must not fill the pipe.
        output.fileHandleForReading.readabilityHandler = { handle in
            if handle.availableData.isEmpty { handle.readabilityHandler = nil }
        }
    }

    /// Ends it, once no session is left.
    ///
    /// By force: a program started from one of Dispatch's threads inherits their signal mask and never sees SIGTERM.
    func stop() {
        kill(process.processIdentifier, SIGKILL)
    }
}
