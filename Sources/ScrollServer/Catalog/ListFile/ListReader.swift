// Reads a list file page by page.

import Pixels
import Platform

/// One entry of a list file.
struct ListEntry: Sendable, Equatable {
    /// The path as written in the list; for a record without a path, a name to show.
    var path: [UInt8]
    /// The title that a playlist gives to the path.
    var title: [UInt8]?
    /// Why the record is not a usable path; nil for a path.
    var error: ImageError?
    /// The other cells of the record, in the order of `ListReader.columns`; missing at the end where the record is
    /// short.
    var cells: [[UInt8]] = []
}

/// Reads the entries of a list in order; a value type: if a page fails, the reader stays where it was.
struct ListReader: Sendable {
    /// Reads `count` bytes at `offset`, fewer only at the end of the file.
    typealias Read = (_ offset: Int, _ count: Int) throws(SystemError) -> [UInt8]

    /// Most entries of a page.
    static let pageSize = 1000
    /// Most records read for one page, so that a page of comments also ends.
    private static let recordLimit = 100_000
    private static let blockSize = 64 << 10
    /// Longest path in bytes: PATH_MAX on Linux.
    private static let longestPath = 4096

    let format: ListFormat
    let column: ListFormat.PathColumn
    /// Offset in the file, in bytes, at which the next page begins.
    private(set) var offset = 0
    /// Number of records before `offset`.
    private var recordCount = 0
    /// The names of the columns of `ListEntry.cells`, empty for the path; of JSON lines, those found so far.
    private(set) var columns: [String] = []
    /// Most columns; further ones are ignored.
    private static let mostColumns = 256
    /// The title for the next path.
    private var title: [UInt8]?
    /// Bytes read at a time; tests make it small.
    var blockSize = Self.blockSize

    private let lineEnd: UInt8

    /// Starts a reader at the list's first byte; for `lineEnd` see `ListRecords.lineEnd(of:)`.
    init(format: ListFormat, column: ListFormat.PathColumn, lineEnd: UInt8 = UInt8(ascii: "\n")) {
        self.format = format
        self.column = column
        self.lineEnd = lineEnd
    }

    private var isTable: Bool {
        if case .field = column { return true }
        return false
    }

    /// Reads the next entries, at most `limit`, and tells whether more may follow.
    ///
    /// Blocks. Throws what `read` throws.
    mutating func nextPage(
        _ read: Read, limit pageSize: Int = Self.pageSize
    ) throws(SystemError) -> (entries: [ListEntry], hasNextPage: Bool) {
        var next = self
        var records = ListRecords(isQuoted: isTable, offset: offset, lineEnd: lineEnd)
        var entries: [ListEntry] = []
        var readTo = offset
        var limit = Self.recordLimit
        while entries.count < pageSize, limit > 0 {
            if let record = records.next() {
                limit -= 1
                if let entry = next.entry(record) { entries.append(entry) }
                continue
            }
            if records.isAtEnd { break }
            let block = try read(readTo, blockSize)
            readTo += block.count
            records.append(block, isLast: block.count < blockSize)
        }
        next.offset = records.offset
        self = next
        return (entries, !records.isAtEnd)
    }

    /// Converts a record to an entry; nil for an empty line, a comment or a header.
    private mutating func entry(_ record: ListRecords.Record) -> ListEntry? {
        recordCount += 1
        var bytes = record.bytes
        // Skip a UTF-8 byte order mark (Unicode Standard §23.8).
        if recordCount == 1, bytes.starts(with: [0xEF, 0xBB, 0xBF]) { bytes.removeFirst(3) }
        if record.isDamaged {
            return unusable(
                bytes, isTable ? "a quote is not closed, or the record is too long" : "the line is too long")
        }
        if bytes.allSatisfy({ $0 == 0x20 || $0 == 0x09 }) { return nil }
        switch column {
        case .whole where format == .jsonLines:
            guard let path = (try? JSONReader.value(of: bytes))?.text else {
                return unusable(bytes, "the line is not a JSON text")
            }
            return self.entry(path: Array(path.utf8))
        case .whole: return line(bytes)
        case .field(let column, let delimiter, let hasHeader):
            let fields = ListRecords.fields(of: bytes, delimiter: delimiter)
            if recordCount == 1 {
                columns = fields.indices.prefix(Self.mostColumns).map { index in
                    if index == column { return "" }
                    let name = Windows1252.reencoded(fields[index]) ?? fields[index]
                    return hasHeader ? String(decoding: name, as: UTF8.self) : "column\(index + 1)"
                }
            }
            if hasHeader, recordCount == 1 { return nil }
            guard column < fields.count, !fields[column].isEmpty else {
                return unusable([], "the record has no path in column \(column + 1)")
            }
            var entry = self.entry(path: fields[column])
            entry.cells = fields
            // Keep the bytes of a path: they may be those on the disk.
            if bytes.contains(where: { $0 >= 0x80 }) {
                entry.cells = fields.map { Windows1252.reencoded($0) ?? $0 }
            }
            return entry
        case .member(let name):
            guard let value = try? JSONReader.value(of: bytes) else {
                return unusable(bytes, "the line is not JSON")
            }
            guard let path = value[name]?.text, !path.isEmpty else {
                return unusable([], "the line has no '\(name)' that is a text")
            }
            var entry = self.entry(path: Array(path.utf8))
            entry.cells = cells(of: value, besides: name)
            return entry
        }
    }

    /// The members of an object except its path, as texts; lists of texts are joined with semicolons.
    private mutating func cells(of value: JSONValue, besides path: String) -> [[UInt8]] {
        guard case .object(let members) = value else { return [] }
        if members.count > 1, columns.count < Self.mostColumns {
            let known = Set(columns)
            let new = members.keys.filter { $0 != path && !known.contains($0) }.sorted()
            columns += new.prefix(Self.mostColumns - columns.count)
        }
        return columns.map { column in
            switch members[column] {
            case .text(let text)?: Array(text.utf8)
            case .number(let number)?: Array(FactText.plain(number).utf8)
            case .bool(let flag)?: Array((flag ? "true" : "false").utf8)
            case .list(let values)?: Array(values.compactMap(\.text).joined(separator: ";").utf8)
            default: []
            }
        }
    }

    /// Converts a line of a plain list or a playlist to an entry; nil for a comment.
    private mutating func line(_ bytes: [UInt8]) -> ListEntry? {
        var path = bytes[...]
        while let last = path.last, last == 0x20 || last == 0x09 { path.removeLast() }
        while let first = path.first, first == 0x20 || first == 0x09 { path.removeFirst() }
        guard path.first == UInt8(ascii: "#") else {
            defer { title = nil }
            // Windows copies paths in quotation marks.
            let quote = UInt8(ascii: "\"")
            if path.count > 2, path.first == quote, path.last == quote { path = path.dropFirst().dropLast() }
            return entry(path: path.count == bytes.count ? bytes : Array(path))
        }
        if format == .playlist, path.starts(with: "#EXTINF:".utf8), let comma = path.firstIndex(of: UInt8(ascii: ",")) {
            let text = path[(comma + 1)...].prefix(NameArena.nameLimit)
            title = text.isEmpty ? nil : Windows1252.reencoded(Array(text)) ?? Array(text)
        }
        return nil
    }

    private func entry(path: [UInt8]) -> ListEntry {
        var path = path
        if path.starts(with: "file://".utf8) { path = Self.fileURL(path) ?? path }
        if path.contains(0) { return unusable(path, "a path with a NUL in it") }
        if path.count > Self.longestPath { return unusable(path, "the path is longer than \(Self.longestPath) bytes") }
        if Self.isAddress(path) { return unusable(path, "this is an address; only files of this computer are shown") }
        if path.last == UInt8(ascii: "/") { return unusable(path, "this is a folder, not a file") }
        return ListEntry(path: path, title: title ?? Windows1252.reencoded(path))
    }

    private func unusable(_ bytes: [UInt8], _ reason: String) -> ListEntry {
        let text = String(decoding: bytes.prefix(80).map { $0 < 0x20 ? 0x20 : $0 }, as: UTF8.self)
        let name = "record \(recordCount)" + (text.isEmpty ? "" : ": \(text)")
        return ListEntry(path: Array(name.utf8), error: .unreadable(reason))
    }

    /// Whether a path begins with `scheme://` (RFC 3986 §3.1).
    private static func isAddress(_ path: [UInt8]) -> Bool {
        guard let colon = path.prefix(12).firstIndex(of: UInt8(ascii: ":")), colon > 1 else { return false }
        return path[colon...].starts(with: "://".utf8)
            && path[..<colon].allSatisfy { (0x61...0x7A).contains($0 | 0x20) || (0x30...0x39).contains($0) }
    }

    /// The path of `file:///…` or `file://localhost/…` (RFC 8089), percent-decoded; nil when another host is named.
    private static func fileURL(_ url: [UInt8]) -> [UInt8]? {
        var rest = url.dropFirst(7)
        if rest.starts(with: "localhost/".utf8) { rest = rest.dropFirst(9) }
        guard rest.first == UInt8(ascii: "/") else { return nil }
        var path: [UInt8] = []
        var index = rest.startIndex
        while index < rest.endIndex {
            if rest[index] == UInt8(ascii: "%"), index + 2 < rest.endIndex,
                let value = UInt8(String(decoding: rest[index + 1...index + 2], as: UTF8.self), radix: 16)
            {
                path.append(value)
                index += 3
            } else {
                path.append(rest[index])
                index += 1
            }
        }
        return path
    }
}
