// How far a table has been read, and what came of it.

/// Everything that is needed to go on reading. A copy is a moment to which one can return.
struct ReadingProgress {
    let format: TableFormat
    var rows: RowReader
    var builder: SeriesBuilder
    /// Of the next row's first byte in the file.
    var offset: Int
    /// Whether a line is being passed that is too long.
    var isSkipping = false
    /// What the file had before `offset` when it was last looked at.
    var fingerprint: Fingerprint?
    /// How many blocks the cache knows of.
    var keptBlockCount = 0

    var blocksToKeep: Int { builder.blocks.count - keptBlockCount }

    /// Whole sentences for a person.
    var notices: [String] {
        var notices = format.notices
        let count = builder.disorderCount
        if count > 0 {
            notices.append(
                "\(count) \(count == 1 ? "row was" : "rows were") out of order and \(count == 1 ? "has" : "have") been "
                    + "sorted by '\(format.description.xName)'.")
        }
        return notices + rows.report.notices(format.description.lines)
    }

    mutating func takePrint(of file: OpenFile) {
        fingerprint = Fingerprint(file, before: offset)
    }

    /// Whether the file still has what it had before `offset`, as far as a sample tells.
    func isSamePrefix(of file: OpenFile) -> Bool {
        guard let fingerprint else { return true }
        return fingerprint == Fingerprint(file, before: fingerprint.offset)
    }
}

/// The first and the last 4 KiB of a file's beginning, which tell it from another's, though not from one that was
/// changed in between.
struct Fingerprint: Sendable, Equatable {
    let offset: Int
    let hash: UInt64

    init(offset: Int, hash: UInt64) {
        self.offset = offset
        self.hash = hash
    }

    /// nil where the file cannot be read, or ends before `offset`.
    init?(_ file: OpenFile, before offset: Int) {
        let count = min(offset, 4096)
        guard let first = try? file.bytes(at: 0, count: count), first.count == count,
            let last = try? file.bytes(at: offset - count, count: count), last.count == count
        else { return nil }
        var hash = StableHash()
        hash.add(first)
        hash.add(last)
        self.offset = offset
        self.hash = hash.value
    }
}
