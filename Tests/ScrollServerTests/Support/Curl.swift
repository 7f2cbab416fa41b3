// Another program's HTTP client.

import Foundation
import Testing

/// Runs curl.
enum Curl {
    struct Reply {
        var status: Int
        /// The head's lines in lower case, but for the values' own case.
        var lines: [String]
        var body: [UInt8]

        var text: String { String(decoding: body, as: UTF8.self) }
        /// Names in lower case; of several fields with one name the last.
        var fields: [String: String] {
            Dictionary(
                lines.compactMap { line in
                    let parts = line.split(separator: ":", maxSplits: 1).map(String.init)
                    return parts.count == 2 ? (parts[0], parts[1].trimmingCharacters(in: .whitespaces)) : nil
                }, uniquingKeysWith: { $1 })
        }
    }

    /// `arguments`: curl's own, before the address.
    static func ask(_ address: String, _ arguments: [String] = []) throws -> Reply {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: try #require(Requirement.path(of: "curl")))
        process.arguments = ["-s", "-i", "--path-as-is", "--max-time", "20"] + arguments + [address]
        let output = Pipe()
        process.standardOutput = output
        try process.run()
        var rest = [UInt8](try output.fileHandleForReading.readToEnd() ?? Data())[...]
        process.waitUntilExit()
        var lines: [String] = []
        // Interim answers come before the one that counts; 101 is the last there is.
        while true {
            let end = try #require(rest.firstRange(of: [13, 10, 13, 10]), "no answer from \(address)")
            lines = String(decoding: rest[..<end.lowerBound], as: UTF8.self).components(separatedBy: "\r\n")
            rest = rest[end.upperBound...]
            let status = Int(lines[0].split(separator: " ").dropFirst().first ?? "") ?? 0
            if status >= 200 || status == 101 {
                let fields = lines.dropFirst().map { line in
                    let name = line.prefix { $0 != ":" }
                    return name.lowercased() + line.dropFirst(name.count)
                }
                return Reply(status: status, lines: fields, body: Array(rest))
            }
        }
    }
}
