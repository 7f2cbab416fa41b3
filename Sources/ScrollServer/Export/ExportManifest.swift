// What an export has written so far: by this, an interrupted one goes on.

import Platform

/// The pictures of an export with their versions and settings.
struct ExportManifest: Equatable, Sendable {
    /// A picture of the export.
    struct Entry: Equatable, Sendable {
        let item: String
        let version: String
        let settings: String
        /// Whether all its files are written.
        var isComplete: Bool
    }

    private static let magic = "ScrollServer export 1"

    let format: String
    /// Tells exports of different paths apart.
    let source: String
    /// By the picture's name in the export.
    var entries: [String: Entry] = [:]

    init(format: String, source: String) { (self.format, self.source) = (format, source) }

    /// Reads a manifest; nil where the bytes are none.
    ///
    /// A line that was cut off is ignored.
    init?(_ bytes: [UInt8]) {
        // Each line ends with a line feed; what is behind the last one was cut off.
        let end = bytes.lastIndex(of: 0x0A) ?? 0
        let lines = bytes[..<end].split(separator: 0x0A, omittingEmptySubsequences: false)
        let head = (lines.first ?? []).split(separator: 0x09, omittingEmptySubsequences: false)
            .map { String(decoding: $0, as: UTF8.self) }
        guard head.count == 3, head[0] == Self.magic else { return nil }
        (format, source) = (head[1], head[2])
        for line in lines.dropFirst() {
            let cells = line.split(separator: 0x09, omittingEmptySubsequences: false)
                .map { String(decoding: $0, as: UTF8.self) }
            guard cells.count == 5, cells[0] == "begun" || cells[0] == "complete" else { continue }
            entries[cells[1]] = Entry(
                item: cells[2], version: cells[3], settings: cells[4], isComplete: cells[0] == "complete")
        }
    }

    /// The manifest as a file, its pictures in the order of their names.
    var bytes: [UInt8] {
        entries.keys.sorted().reduce(into: Array("\(Self.magic)\t\(format)\t\(source)\n".utf8)) { bytes, name in
            if let entry = entries[name] { bytes += Self.line(name, entry) }
        }
    }

    /// The line of a picture.
    static func line(_ name: String, _ entry: Entry) -> [UInt8] {
        Array(
            ([entry.isComplete ? "complete" : "begun", name, entry.item, entry.version, entry.settings]
                .joined(separator: "\t") + "\n").utf8)
    }
}
