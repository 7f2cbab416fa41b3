// The points of a range as CSV or as JSON lines, part by part.

import Platform

/// Writes points of a view, from the first to the last; confined to one thread at a time.
///
/// Memory does not grow with the range.
package struct PointWriter {
    package enum Format: String, CaseIterable, Sendable {
        /// RFC 4180, with `\n` after each row; a gap is an empty cell.
        case csv
        /// One object a line; a gap is null.
        case jsonl

        package var mediaType: String { self == .csv ? "text/csv; charset=utf-8" : "application/x-ndjson" }
    }

    /// The size of a part in bytes; a row may exceed it.
    private static let partByteCount = 128 << 10
    private static let rowCount = 1024

    private let view: SeriesView
    private let lines: [Int]
    private let format: Format
    private let end: Int
    private var next: Int
    /// The point of the first of the rows that are being written.
    private var first = 0
    private var isBegun = false
    /// The columns' names: as cells of CSV, or as keys with their quotes and colons.
    private let names: [[UInt8]]

    /// Prepares a range of points; `lines` are the lines' numbers, in the order of the columns.
    package init(_ view: SeriesView, _ range: Range<Int>, lines: [Int], _ format: Format) {
        self.view = view
        self.lines = lines
        self.format = format
        (next, end) = (range.lowerBound, range.upperBound)
        let x = view.xName.isEmpty ? "index" : view.xName
        let unique = Self.unique([x] + lines.map { view.lines.indices.contains($0) ? view.lines[$0] : "" })
        names = unique.map { format == .csv ? CSVText.cell(Array($0.utf8)) : Self.key($0) }
    }

    /// The next part; nil after the last.
    ///
    /// O(bytes).
    package mutating func part() -> [UInt8]? {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(Self.partByteCount + 4096)
        if !isBegun, format == .csv {
            for (index, name) in names.enumerated() {
                if index > 0 { bytes.append(UInt8(ascii: ",")) }
                bytes += name
            }
            bytes.append(UInt8(ascii: "\n"))
        }
        isBegun = true
        while next < end, bytes.count < Self.partByteCount {
            let rows = next..<min(end, next + Self.rowCount)
            let x = view.x(in: rows)
            let values = lines.map { view.values(line: $0, in: rows) }
            first = rows.lowerBound
            guard x.count == rows.count else { break }
            for row in x.indices {
                format == .csv ? addCells(x, values, row, &bytes) : addObject(x, values, row, &bytes)
            }
            next = rows.upperBound
        }
        return bytes.isEmpty ? nil : bytes
    }

    private func addCells(_ x: [Double], _ values: [[Double]], _ row: Int, _ bytes: inout [UInt8]) {
        addX(x[row], &bytes)
        for (index, line) in lines.enumerated() {
            bytes.append(UInt8(ascii: ","))
            add(values[index][row], line, row, &bytes)
        }
        bytes.append(UInt8(ascii: "\n"))
    }

    private func addObject(_ x: [Double], _ values: [[Double]], _ row: Int, _ bytes: inout [UInt8]) {
        bytes.append(UInt8(ascii: "{"))
        bytes += names[0]
        if view.xKind == .time {
            bytes.append(UInt8(ascii: "\""))
            addX(x[row], &bytes)
            bytes.append(UInt8(ascii: "\""))
        } else {
            addX(x[row], &bytes)
        }
        for (index, line) in lines.enumerated() {
            bytes.append(UInt8(ascii: ","))
            bytes += names[index + 1]
            if values[index][row].isFinite {
                add(values[index][row], line, row, &bytes)
            } else {
                bytes += "null".utf8
            }
        }
        bytes += "}\n".utf8
    }

    private func addX(_ x: Double, _ bytes: inout [UInt8]) {
        if view.xKind == .time { PointText.append(time: x, to: &bytes) } else { PointText.append(x, to: &bytes) }
    }

    private func add(_ value: Double, _ line: Int, _ row: Int, _ bytes: inout [UInt8]) {
        if value.magnitude >= WholeNumber.exactLimit, let number = view.wholeNumber(line: line, at: first + row) {
            bytes += String(number).utf8
        } else {
            PointText.append(value, to: &bytes)
        }
    }

    // MARK: Names

    /// The names, each once: a second one of the same name gets a number.
    static func unique(_ names: [String]) -> [String] {
        var seen: Set<String> = []
        return names.map { name in
            var (unique, number) = (name, 1)
            while !seen.insert(unique).inserted {
                number += 1
                unique = "\(name) (\(number))"
            }
            return unique
        }
    }

    private static func key(_ text: String) -> [UInt8] { JSONWriter.bytes { $0.key(text) } }
}
