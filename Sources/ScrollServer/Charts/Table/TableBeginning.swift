// The first lines of a table's file, and what each was taken for.

/// The first lines of a file as they are.
package struct TableBeginning {
    /// What a line was taken for.
    package enum Use: String, Sendable, CaseIterable {
        case header, units, comment, data
        /// Above the data, and neither names nor units nor a comment.
        case skipped
        /// A row that could not be read.
        case leftOut
        case blank
    }

    package struct Line: Sendable, Equatable {
        /// From 1.
        package let number: Int
        package let text: String
        package let use: Use
        /// Whether the line is longer than `text`.
        package let isCut: Bool
    }

    package let lines: [Line]

    /// The most lines, the most bytes of one, and of all of them.
    package static let lineLimit = 20
    static let lineByteLimit = 600
    static let byteLimit = 1 << 14

    /// Tells the lines of what a series' file begins with.
    package init(_ status: SeriesStatus) {
        guard let format = status.format else {
            lines = []
            return
        }
        var bytes = status.beginning[...]
        if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { bytes = bytes.dropFirst(3) }
        let end: UInt8 = format.hasBareReturns ? 0x0D : 0x0A
        let leftOut = Set(status.badRows.map(\.line))
        var lines: [Line] = []
        while !bytes.isEmpty, lines.count < Self.lineLimit {
            let stop = bytes.firstIndex(of: end)
            // The last line may be cut where the bytes end.
            let isOpen = stop == nil && status.beginning.count >= Self.byteLimit
            var line = bytes[..<(stop ?? bytes.endIndex)]
            bytes = stop.map { bytes[($0 + 1)...] } ?? []
            if line.last == 0x0D { line.removeLast() }
            let isLong = line.count > Self.lineByteLimit
            let number = lines.count + 1
            let shown = isLong ? Self.whole(line.prefix(Self.lineByteLimit), isLatin: format.isLatin) : line
            lines.append(
                Line(
                    number: number, text: TextEncoding.text(Array(shown), isLatin: format.isLatin),
                    use: Self.use(number, line, format, leftOut), isCut: isLong || isOpen))
        }
        self.lines = lines
    }

    /// The bytes without a character of UTF-8 that is cut at their end.
    private static func whole(_ bytes: ArraySlice<UInt8>, isLatin: Bool) -> ArraySlice<UInt8> {
        guard !isLatin, let start = bytes.lastIndex(where: { $0 & 0xC0 != 0x80 }), bytes[start] >= 0x80 else {
            return bytes
        }
        let count = bytes[start] >= 0xF0 ? 4 : bytes[start] >= 0xE0 ? 3 : 2
        return start + count <= bytes.endIndex ? bytes : bytes[..<start]
    }

    private static func use(
        _ number: Int, _ line: ArraySlice<UInt8>, _ format: TableFormat, _ leftOut: Set<Int>
    ) -> Use {
        if format.nameLines.contains(number) { return .header }
        if number == format.unitsLine { return .units }
        if line.allSatisfy({ $0 <= 0x20 }) { return .blank }
        if !format.comment.isEmpty, line.starts(with: format.comment) { return .comment }
        if number < format.firstLine { return .skipped }
        return leftOut.contains(number) ? .leftOut : .data
    }
}
