// Takes the bytes of a list apart into records, and records into fields.

/// The records of a list that is read piece by piece: lines, or, in a table, what lies between line breaks that no quotes
/// enclose (RFC 4180 §2). How the bytes are split among the pieces makes no difference.
struct ListRecords: Sendable {
    struct Record: Sendable, Equatable {
        /// Without the line break; empty for an empty line.
        var bytes: [UInt8]
        /// It is longer than any record may be, or a quote is not closed: `bytes` are the start of its first line.
        var isDamaged = false
    }

    /// Bytes of a record, at most.
    static let longest = 1 << 20

    /// Whether a line break within quotes belongs to the record.
    let isQuoted: Bool
    private var bytes: [UInt8] = []
    /// Of the record that comes next.
    private var place = 0
    private var isLast = false
    /// The rest of a line that was too long is passed over.
    private var isSkipping = false
    /// Bytes taken so far: where in the list the next record begins.
    private(set) var offset = 0
    /// How far the record that comes next has been looked through already.
    private var seen = 0
    private var isInQuotes = false

    init(isQuoted: Bool, offset: Int = 0) {
        self.isQuoted = isQuoted
        self.offset = offset
    }

    /// Whether all records were taken of what is the last piece.
    var isAtEnd: Bool { isLast && place == bytes.count }

    /// Gives it the next bytes.
    mutating func append(_ more: [UInt8], isLast: Bool) {
        if place > 0 {
            bytes.removeFirst(place)
            (seen, place) = (seen - place, 0)
        }
        bytes += more
        self.isLast = isLast
    }

    /// The next record; nil when more bytes are needed, or there are none.
    mutating func next() -> Record? {
        while true {
            guard let (end, after) = recordEnd() else {
                guard bytes.count - place > Self.longest else { return isLast ? rest() : nil }
                return damaged()
            }
            if end - place > Self.longest { return damaged() }
            let start = place
            take(upTo: after)
            if isSkipping {
                isSkipping = false
                continue
            }
            return Record(bytes: Self.trimmed(bytes[start..<end]))
        }
    }

    private mutating func take(upTo after: Int) {
        offset += after - place
        (place, seen, isInQuotes) = (after, after, false)
    }

    /// Where the record ends, and where the next one begins.
    private mutating func recordEnd() -> (end: Int, after: Int)? {
        var index = seen
        while index < bytes.count {
            let byte = bytes[index]
            if byte == UInt8(ascii: "\n"), !isInQuotes { return (index, index + 1) }
            if isQuoted, !isSkipping, byte == UInt8(ascii: "\"") { isInQuotes.toggle() }
            index += 1
        }
        seen = index
        return nil
    }

    /// What the list ends with.
    private mutating func rest() -> Record? {
        guard place < bytes.count else { return nil }
        if isInQuotes { return damaged() }
        let start = place
        take(upTo: bytes.count)
        return isSkipping ? nil : Record(bytes: Self.trimmed(bytes[start...]))
    }

    /// Gives up a record, and goes on behind its first line: a quote that is never closed must not swallow the rest.
    private mutating func damaged() -> Record? {
        let start = place
        let line = bytes[start...].firstIndex(of: UInt8(ascii: "\n"))
        if let line { take(upTo: line + 1) } else { take(upTo: bytes.count) }
        let wasSkipping = isSkipping
        isSkipping = line == nil && !isLast
        if wasSkipping { return next() }
        return Record(bytes: Self.trimmed(bytes[start..<min(line ?? bytes.count, start + 200)]), isDamaged: true)
    }

    private static func trimmed(_ bytes: ArraySlice<UInt8>) -> [UInt8] {
        bytes.last == UInt8(ascii: "\r") ? Array(bytes.dropLast()) : Array(bytes)
    }

    // MARK: Fields

    /// The fields of a table's record. A quote within a field that does not begin with one stands for itself.
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
