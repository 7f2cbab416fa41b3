// The result of a scan, as a line for the log.

/// The counts of one walk through a folder.
package struct ScanReport: Sendable {
    var directories = 0
    /// Number of entries that are not pictures.
    var others = 0
    /// Number of entries that are named like tables, and the path of the first one.
    private var tables: (count: Int, example: String) = (0, "")
    /// For each reason, how many names could not be read, and one of them.
    private var reasons: [String: (count: Int, example: String)] = [:]

    mutating func skip(_ path: String, _ reason: String) {
        guard reasons[reason] != nil || reasons.count < 20 else { return }
        reasons[reason, default: (0, path)].count += 1
    }

    /// Counts an entry that is no picture, by its path below the folder.
    mutating func noteOther(_ path: [UInt8]) {
        others += 1
        let path = String(decoding: path, as: UTF8.self)
        guard [.table, .jsonLines].contains(ListFormat(path: path)) else { return }
        tables = (tables.count + 1, tables.count == 0 ? path : tables.example)
    }

    /// That tables are not shown, and how they are, in a sentence without its full stop; nil where there are none.
    var tableNotice: String? {
        switch tables.count {
        case 0: nil
        case 1: "1 table is not shown, '\(tables.example)'; start with its path to see it as a chart or a list"
        default:
            "\(tables.count) tables are not shown, such as '\(tables.example)'; start with the path of one to see it as "
                + "a chart or a list"
        }
    }

    /// What was skipped, and why.
    package var notes: [String] {
        (others > 0 ? ["\(others) \(others == 1 ? "entry that is no picture" : "entries that are no pictures")"] : [])
            + reasons.sorted { $0.key < $1.key }.map { "\($0.value.count) × \($0.key) ('\($0.value.example)')" }
    }

    /// The line for the log, with `count` pictures found and `pending` entries to be retried.
    func text(of folder: String, count: Int, pending: Int) -> String {
        var parts = [
            "\(count) \(count == 1 ? "picture" : "pictures") in \(directories) "
                + (directories == 1 ? "folder" : "folders")
        ]
        parts += notes
        if pending > 0 { parts.append("\(pending) are tried again") }
        return "scan of \(folder): " + parts.joined(separator: ", ")
    }
}
