// Marks of a chart: named times, read from a table of their own.

import Platform

/// A place on the x axis with a name.
package struct ChartMark: Sendable, Equatable {
    /// Seconds since 1970, or a number: see `MarkTable.kind`.
    package var x: Double
    package var label: String
}

/// The marks of one table, ascending by x.
package struct MarkTable: Sendable, Equatable {
    /// The most bytes of a table of marks.
    static let byteLimit = 16 << 20
    private static let rowLimit = 100_000

    package var marks: [ChartMark] = []
    /// Whether x are times or numbers.
    package var kind = SeriesXKind.time
    /// Messages about unreadable parts, in whole sentences.
    package var notices: [String] = []

    /// Reads a table with a column of times or numbers and one of names, whose columns are found as those of a chart are.
    ///
    /// - Throws: where the file cannot be read, is no text, has no such columns, or is larger than `byteLimit`.
    static func read(path: String, _ options: TableOptions) throws(SeriesError) -> MarkTable {
        let name = path.split(separator: "/").last.map(String.init) ?? path
        var bytes: [UInt8] = []
        var isTooLarge = false
        do throws(SystemError) {
            let opened = try OpenFile(path: path)
            isTooLarge = opened.count > byteLimit
            if !isTooLarge { bytes = try opened.bytes(at: 0, count: opened.count) }
        } catch {
            throw .unreadable(error.explanation)
        }
        guard !isTooLarge else { throw .unreadable("it is larger than \(byteLimit >> 20) MB") }
        return try read(bytes, name: name, options)
    }

    static func read(_ given: [UInt8], name: String, _ options: TableOptions) throws(SeriesError) -> MarkTable {
        let bytes = given.last == 0x0A ? given : given + [0x0A]
        let (format, rows, isWhole) = try TableFormat.rows(in: bytes, name: name, rowLimit: rowLimit)
        var delimiter: UInt8?
        if case .cells(let byte) = format.kind { delimiter = byte }
        let table = TableColumns(
            format.names, hasHeader: format.hasHeader, rows: rows, delimiter: delimiter, options: options)
        let search = XSearch(table, hasHeader: format.hasHeader)
        var x = search.find()
        if x.kind == .index, let column = table.columns.firstIndex(where: { $0.isDate || $0.isNumeric }) {
            x = search.choice(of: column) ?? x
        }
        guard x.kind != .index else {
            throw .unreadable("no column of it holds times or numbers; its columns are \(list(format.names))")
        }
        guard let label = labels(table.columns, x: x.columns) else {
            throw .unreadable("it has no column of names beside '\(x.columns.map { format.names[$0] }.joined())'")
        }
        var marks: [ChartMark] = []
        for (value, row) in zip(x.values, rows) {
            guard let value, value.isFinite else { continue }
            let text = label < row.count ? TextEncoding.text(row[label], isLatin: format.isLatin) : ""
            marks.append(ChartMark(x: value, label: text.isEmpty ? "Mark" : text))
        }
        marks.sort { $0.x < $1.x }
        var notices = table.guesses.notices
        if let column = x.columns.first, table.isOrderGuessed[column] {
            notices.append(TableColumns.orderGuess(table.columns[column]).because)
        }
        let lost = rows.count - marks.count
        if lost > 0 { notices.append("\(lost) \(lost == 1 ? "mark has" : "marks have") no x that can be read.") }
        if !isWhole { notices.append("Only the first \(PointNames.count(rows.count)) marks of '\(name)' are read.") }
        return MarkTable(marks: marks, kind: x.kind, notices: notices)
    }

    /// The column of names: one that is called so, else the first of words, else the first that is not x.
    private static func labels(_ columns: [ColumnFacts], x: [Int]) -> Int? {
        let names: Set<String> = ["label", "name", "text", "title", "event", "mark", "note", "description", "what"]
        let others = columns.indices.filter { !x.contains($0) && !columns[$0].isEmpty }
        return others.first { names.contains(columns[$0].name.lowercased()) }
            ?? others.first { !columns[$0].isNumeric } ?? others.first
    }

    private static func list(_ names: [String]) -> String { names.prefix(8).map { "'\($0)'" }.joined(separator: ", ") }
}
