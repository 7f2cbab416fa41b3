// Splits the bytes of a list into records, and records into fields.

/// Splits a list into lines or, in a table, the text between line breaks outside of quotes (RFC 4180 §2).
///
/// The result does not depend on how the bytes are divided into pieces.
struct ListRecords: Sendable {
    struct Record: Sendable, Equatable {
        /// The bytes without the line break; empty for an empty line.
        var bytes: [UInt8]
        /// Whether the record is longer than `longest`, or a quote is not closed; `bytes` then has up to 200 bytes of
        /// its first line.
        var isDamaged = false
    }

    /// Longest record, in bytes.
    static let longest = 1 << 20

    /// Whether a line break within quotes belongs to the record.
    let isQuoted: Bool
    private var bytes: [UInt8] = []
    /// Start of the next record in `bytes`.
    private var position = 0
    private var isLast = false
    /// Whether the rest of a line that was too long must be skipped.
    private var isSkipping = false
    /// Offset in the list, in bytes, at which the next record begins.
    private(set) var offset = 0
    /// End of the part of `bytes` that was already searched for the end of the next record.
    private var seen = 0
    private var isInQuotes = false

    /// The line end: LF, perhaps after a CR; or CR alone, as old Macs and some programs write.
    private let lineEnd: UInt8

    /// Starts at an offset in the list; for `lineEnd` see `lineEnd(of:)`.
    init(isQuoted: Bool, offset: Int = 0, lineEnd: UInt8 = UInt8(ascii: "\n")) {
        self.isQuoted = isQuoted
        self.offset = offset
        self.lineEnd = lineEnd
    }

    /// The line end of a list with this start: CR where there is no LF.
    static func lineEnd(of start: [UInt8]) -> UInt8 {
        let (lf, cr) = (UInt8(ascii: "\n"), UInt8(ascii: "\r"))
        return start.contains(cr) && !start.contains(lf) ? cr : lf
    }

    /// Whether the last piece was appended and all its records were taken.
    var isAtEnd: Bool { isLast && position == bytes.count }

    /// Appends the next bytes of the list; `isLast` when no more follow.
    mutating func append(_ more: [UInt8], isLast: Bool) {
        if position > 0 {
            bytes.removeFirst(position)
            (seen, position) = (seen - position, 0)
        }
        bytes += more
        self.isLast = isLast
    }

    /// Takes the next record; nil when more bytes are needed, or the list has ended.
    mutating func next() -> Record? {
        while true {
            guard let (end, after) = recordEnd() else {
                guard bytes.count - position > Self.longest else { return isLast ? rest() : nil }
                return damaged()
            }
            if end - position > Self.longest { return damaged() }
            let start = position
            consume(upTo: after)
            if isSkipping {
                isSkipping = false
                continue
            }
            return Record(bytes: Self.trimmed(bytes[start..<end]))
        }
    }

    private mutating func consume(upTo after: Int) {
        offset += after - position
        (position, seen, isInQuotes) = (after, after, false)
    }

    /// The end of the next record, and the start of the one after it; nil when the end is not in `bytes` yet.
    private mutating func recordEnd() -> (end: Int, after: Int)? {
        if !isQuoted {
            if let end = bytes[seen...].firstIndex(of: lineEnd) { return (end, end + 1) }
            seen = bytes.count
            return nil
        }
        var index = seen
        while index < bytes.count {
            let byte = bytes[index]
            if byte == lineEnd, !isInQuotes { return (index, index + 1) }
            if isQuoted, !isSkipping, byte == UInt8(ascii: "\"") { isInQuotes.toggle() }
            index += 1
        }
        seen = index
        return nil
    }

    /// The last record, when the list does not end with a line break.
    private mutating func rest() -> Record? {
        guard position < bytes.count else { return nil }
        if isInQuotes { return damaged() }
        let start = position
        consume(upTo: bytes.count)
        return isSkipping ? nil : Record(bytes: Self.trimmed(bytes[start...]))
    }

    /// Returns a damaged record and continues behind its first line, so that an unclosed quote does not swallow the
    /// rest.
    private mutating func damaged() -> Record? {
        let start = position
        let line = bytes[start...].firstIndex(of: lineEnd)
        if let line { consume(upTo: line + 1) } else { consume(upTo: bytes.count) }
        let wasSkipping = isSkipping
        isSkipping = line == nil && !isLast
        if wasSkipping { return next() }
        return Record(bytes: Self.trimmed(bytes[start..<min(line ?? bytes.count, start + 200)]), isDamaged: true)
    }

    private static func trimmed(_ bytes: ArraySlice<UInt8>) -> [UInt8] {
        bytes.last == UInt8(ascii: "\r") ? Array(bytes.dropLast()) : Array(bytes)
    }

    // MARK: Fields

    /// Splits a table's record into fields without quotes; a quote inside an unquoted field is an ordinary character.
    static func fields(of record: [UInt8], delimiter: UInt8) -> [[UInt8]] {
        let quote = UInt8(ascii: "\"")
        var fields: [[UInt8]] = []
        var field: [UInt8] = []
        var isInQuotes = false
        var isAtStart = true
        var index = 0
        while index < record.count {
            let byte = record[index]
            index += 1
            if isInQuotes {
                if byte != quote {
                    field.append(byte)
                } else if index < record.count, record[index] == quote {
                    field.append(quote)
                    index += 1
                } else {
                    isInQuotes = false
                }
            } else if byte == delimiter {
                fields.append(field)
                (field, isAtStart) = ([], true)
                continue
            } else if byte == quote, isAtStart {
                isInQuotes = true
            } else {
                field.append(byte)
            }
            isAtStart = false
        }
        return fields + [field]
    }
}
