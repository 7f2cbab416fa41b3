// What is said of the layout of a table's text.

extension TableFormat {
    static func encodingFinding(isLatin: Bool) -> TableFinding {
        TableFinding(
            .encoding, isLatin ? "Windows-1252" : "UTF-8", isNotice: false,
            because: isLatin ? "Some bytes are no UTF-8: they are read as Windows-1252." : "All bytes are UTF-8.")
    }

    /// The other separators, by name.
    private static func others(than byte: UInt8) -> [String] {
        TableSeparator.allCases.filter { $0.byte != byte }.map(\.rawValue)
    }

    /// Adds how cells are divided; `isNamed` says that the first line names the separator.
    mutating func add(separator dialect: TableDialect, isNamed: Bool, isChosen: Bool) {
        let byte = dialect.delimiter
        let name = TableSeparator(byte: byte)?.rawValue ?? String(Character(UnicodeScalar(byte)))
        let because =
            if isChosen {
                "The separator was chosen."
            } else if isNamed {
                "The first line names the separator."
            } else {
                "With this separator the most rows have as many cells as the header, and the most cells are numbers or "
                    + "times."
            }
        findings.append(
            TableFinding(
                .separator, name, isNotice: false, because: because,
                override: .init(.separator, Self.others(than: byte))))
        if dialect.quote != UInt8(ascii: "\"") {
            findings.append(
                TableFinding(
                    .cells, "single quotation marks", isNotice: false, because: "Cells are quoted with single marks."))
        }
        guard !dialect.comment.isEmpty else { return }
        let text = String(decoding: dialect.comment, as: UTF8.self)
        findings.append(
            TableFinding(
                .comments, text, isNotice: false, because: "Lines that begin with \(text) are taken for comments."))
    }

    /// Adds where names, units and values are; `isBelowOthers` says that something stands above the names.
    mutating func addHeader(isBelowOthers: Bool, isChosen: Bool) {
        let value = nameLines.isEmpty ? "none" : nameLines.map { "\($0)" }.joined(separator: ", ")
        let because =
            if isBelowOthers {
                "The names of the columns are in line \(headerLine), the rows begin in line \(firstLine): what stands "
                    + "above is left out."
            } else if isChosen {
                nameLines.isEmpty ? "It was chosen that no line has names." : "Line \(value) was chosen as the header."
            } else if nameLines.isEmpty {
                "No line of words stands above the rows, so columns have numbers for names."
            } else if headerLine == 0 {
                "The comment in line \(value) has a word for each column."
            } else if nameLines.count > 1 {
                "Lines \(value) name the columns together."
            } else {
                "Line \(value) holds words, and the rows below it numbers or times."
            }
        findings.append(
            TableFinding(.header, value, isNotice: isBelowOthers, because: because, override: .init(.headerLine)))
        if unitsLine > 0 {
            findings.append(
                TableFinding(
                    .units, "\(unitsLine)", isNotice: false, because: "Line \(unitsLine) has units below the names."))
        }
        findings.append(
            TableFinding(
                .firstLine, "\(firstLine)", isNotice: false,
                because: "Line \(firstLine) is the first below names and units that has values."))
    }
}
