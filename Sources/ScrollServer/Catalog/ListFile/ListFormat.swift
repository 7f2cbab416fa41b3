// The formats of list files, and detection of the column with the paths.

import Metadata
import Platform

/// The format of a list file, determined by the file's extension.
package enum ListFormat: Sendable, Equatable {
    /// `.txt`: one path a line; empty lines and lines that begin with `#` are skipped.
    case lines
    /// `.m3u`, `.m3u8`: the same, and `#EXTINF:…,Title` gives the next path a title.
    case playlist
    /// `.csv`, `.tsv`: records of fields (RFC 4180), separated by commas, semicolons or tabs.
    case table
    /// `.jsonl`, `.ndjson`: one JSON value a line.
    case jsonLines

    /// Returns nil when the file's extension is not one of a list.
    package init?(path: String) {
        // A table may be compressed.
        let path = path.lowercased().hasSuffix(".gz") ? String(path.dropLast(3)) : path
        guard let dot = path.lastIndex(of: ".") else { return nil }
        switch path[path.index(after: dot)...].lowercased() {
        case "txt": self = .lines
        case "m3u", "m3u8": self = .playlist
        case "csv", "tsv", "tab": self = .table
        case "jsonl", "ndjson": self = .jsonLines
        default: return nil
        }
    }

    /// Whether a file of this format without a column of paths may hold measurements for a chart.
    package var mayBeChart: Bool { self == .table || self == .jsonLines || self == .lines }

    /// The name of a known table format that is not supported, by the file's extension; nil for others.
    package static func unreadFormat(path: String) -> String? {
        let path = path.lowercased()
        return [
            (".zst", "packed with Zstandard"), (".parquet", "a Parquet file"), (".xlsx", "a spreadsheet"),
            (".xz", "packed with XZ"), (".bz2", "packed with bzip2"), (".feather", "a Feather file"),
        ].first { path.hasSuffix($0.0) }?.1
    }

    /// Whether a text file holds a table of numbers and no list of paths.
    ///
    /// Its lines have the same number of cells, and no line ends like the name of a picture. Of cells between blanks most
    /// begin as numbers do; the first line may have another number of them.
    package static func isTable(_ start: [UInt8]) -> Bool {
        let lines = start.split(separator: 0x0A).prefix(sampleCount)
            .map { line in line.last == 0x0D ? Array(line.dropLast()) : Array(line) }
            .filter { !$0.isEmpty && $0.first != UInt8(ascii: "#") }
        guard lines.count > 1, !lines.contains(where: isImagePath) else { return false }
        if areNumbersBetweenBlanks(lines) { return true }
        return [UInt8(ascii: ","), UInt8(ascii: ";"), 0x09, UInt8(ascii: "|")].contains { delimiter in
            let counts = lines.map { line in line.count { $0 == delimiter } }
            let isEven = counts.dropLast().allSatisfy { $0 == counts[0] } && counts[0] > 0
            // The last cell of the second line is a number.
            let last = lines[1].split(separator: delimiter, omittingEmptySubsequences: false).last ?? []
            return isEven && Double(String(decoding: last, as: UTF8.self)) != nil
        }
    }

    /// Whether lines below the first have the same number of cells between blanks, at least two, and most of these are
    /// numbers or dates.
    private static func areNumbersBetweenBlanks(_ lines: [[UInt8]]) -> Bool {
        // The last line may be cut off.
        let rows = lines.dropFirst().prefix(max(lines.count - 2, 1)).map { line in
            line.split { $0 == 0x20 || $0 == 0x09 }
        }
        guard let first = rows.first, first.count > 1, rows.allSatisfy({ $0.count == first.count }) else {
            return false
        }
        return rows.allSatisfy { cells in
            cells.count { cell in
                cell.first.map { 0x30...0x39 ~= $0 } ?? false || Double(String(decoding: cell, as: UTF8.self)) != nil
            } * 2 > cells.count
        }
    }

    /// The place of the path in a record.
    package enum PathColumn: Sendable, Equatable {
        /// The whole record is the path.
        case whole
        /// The path is the field with this index, from 0; `hasHeader` when the first record names the fields.
        case field(Int, delimiter: UInt8, hasHeader: Bool)
        /// The path is the member with this name of a JSON object.
        case member(String)

        /// The separator of the fields; nil where there are none.
        var delimiter: UInt8? {
            if case .field(_, let delimiter, _) = self { delimiter } else { nil }
        }
    }

    /// Number of bytes at the start of the file that the detection reads.
    package static let startByteCount = 64 << 10
    /// Most records that the detection reads.
    private static let sampleCount = 50

    /// Usual names of columns of paths: in lower case, letters and digits only.
    private static let columnNames: Set<String> = [
        "path", "paths", "file", "files", "filename", "filepath", "fullpath", "relativepath", "relpath", "image",
        "images", "imagepath", "imagefile", "imagefilename", "imagename", "img", "imgpath", "picture", "photo", "src",
        "source", "url", "uri", "location",
    ]

    /// Finds the column of paths in the first `startByteCount` bytes; nil when there is none: the file is not a list.
    ///
    /// Prefers a column with a usual name to the first one whose values end like names of pictures. Pure: opens no
    /// file.
    package func pathColumn(in start: [UInt8]) -> PathColumn? {
        let start = Array(start.prefix(Self.startByteCount))
        switch self {
        case .lines, .playlist: return .whole
        case .table: return Self.tableColumn(in: start)
        case .jsonLines: return Self.member(in: start)
        }
    }

    private static func isColumnName(_ name: String) -> Bool {
        columnNames.contains(String(name.lowercased().filter { $0.isLetter || $0.isNumber }))
    }

    private static func isImagePath(_ text: [UInt8]) -> Bool { MediaFormat.isMediaName(text) }

    /// Whether a column with a usual name may hold paths: most values have a slash or end like names of pictures.
    private static func mayBePaths(_ values: [[UInt8]]) -> Bool {
        let values = values.filter { !$0.isEmpty }
        return values.isEmpty || values.count { isImagePath($0) || isPath($0) } * 2 > values.count
    }

    /// Whether a text may be the path of a file without a usual extension; web addresses and sentences with a slash are
    /// not.
    private static func isPath(_ text: [UInt8]) -> Bool {
        guard text.contains(UInt8(ascii: "/")), !text.contains(UInt8(ascii: "[")) else { return false }
        let isAddress = text.starts(with: "http://".utf8) || text.starts(with: "https://".utf8)
        return !isAddress && text.count { $0 == 0x20 } <= 2
    }

    /// Whether most values of a column end like names of pictures, which suffices without a usual name.
    private static func arePaths(_ values: [[UInt8]]) -> Bool {
        let values = values.filter { !$0.isEmpty }
        return !values.isEmpty && values.count(where: isImagePath) * 2 > values.count
    }

    private static func tableColumn(in start: [UInt8]) -> PathColumn? {
        let delimiter = delimiter(of: start)
        var rows: [[[UInt8]]] = []
        var splitter = ListRecords(isQuoted: true, lineEnd: ListRecords.lineEnd(of: start))
        splitter.append(start, isLast: true)
        while rows.count < sampleCount, let record = splitter.next() {
            // The last record may be cut off at the end of `start`.
            if start.count == startByteCount, splitter.isAtEnd { break }
            if !record.bytes.isEmpty { rows.append(ListRecords.fields(of: record.bytes, delimiter: delimiter)) }
        }
        guard let first = rows.first else { return nil }
        let width = first.count
        func values(_ column: Int, from row: Int) -> [[UInt8]] {
            rows.dropFirst(row).compactMap { column < $0.count ? $0[column] : nil }
        }
        for column in 0..<width where isColumnName(String(decoding: first[column], as: UTF8.self)) {
            // A column without a value in rows that have others is none of paths; a list may have no row yet.
            let isBlank = rows.count > 1 && width > 1 && values(column, from: 1).allSatisfy(\.isEmpty)
            if !isBlank, mayBePaths(values(column, from: 1)) {
                return .field(column, delimiter: delimiter, hasHeader: true)
            }
        }
        for column in 0..<width {
            // A line of titles may have more cells than the rows below it.
            guard rows.count(where: { column < $0.count }) * 2 > rows.count else { continue }
            if isImagePath(first[column]), arePaths(values(column, from: 0)) {
                return .field(column, delimiter: delimiter, hasHeader: false)
            }
            if !isImagePath(first[column]), arePaths(values(column, from: 1)) {
                return .field(column, delimiter: delimiter, hasHeader: true)
            }
        }
        return nil
    }

    /// The delimiter that is most frequent in the first record, outside of quotes.
    private static func delimiter(of start: [UInt8]) -> UInt8 {
        var counts: [UInt8: Int] = [:]
        var isInQuotes = false
        let lineEnd = ListRecords.lineEnd(of: start)
        for byte in start {
            if byte == UInt8(ascii: "\"") { isInQuotes.toggle() }
            if isInQuotes { continue }
            if byte == lineEnd { break }
            counts[byte, default: 0] += 1
        }
        let candidates = [UInt8(ascii: ","), UInt8(ascii: ";"), UInt8(ascii: "\t")]
        // Of several equally frequent ones `max` returns the first.
        return candidates.max { (counts[$0] ?? 0) < (counts[$1] ?? 0) } ?? UInt8(ascii: ",")
    }

    private static func member(in start: [UInt8]) -> PathColumn? {
        var objects: [[String: JSONValue]] = []
        var texts: [[UInt8]] = []
        var splitter = ListRecords(isQuoted: false, lineEnd: ListRecords.lineEnd(of: start))
        splitter.append(start, isLast: true)
        while objects.count + texts.count < sampleCount, let record = splitter.next() {
            if start.count == startByteCount, splitter.isAtEnd { break }
            switch try? JSONReader.value(of: Array(record.bytes)) {
            case .object(let members): objects.append(members)
            case .text(let text): texts.append(Array(text.utf8))
            default: break
            }
        }
        if objects.isEmpty, arePaths(texts) { return .whole }
        let names = Set(objects.flatMap(\.keys)).sorted()
        func values(_ name: String) -> [[UInt8]] {
            objects.compactMap { $0[name]?.text.map { Array($0.utf8) } }
        }
        let named = names.first { isColumnName($0) && !values($0).isEmpty && mayBePaths(values($0)) }
        return (named ?? names.first { arePaths(values($0)) }).map { .member($0) }
    }
}
