// How far a table has been read, and the result so far.

import Platform

/// Everything that is needed to continue reading.
///
/// A copy is a state to which the reader can return.
struct ReadingProgress {
    let format: TableFormat
    /// The position up to which rows have been read.
    var position: TableRows.Position
    var builder: SeriesBuilder
    /// The fingerprint of the file's bytes before `offset`, taken when the file was last read to its end.
    var fingerprint: Fingerprint?
    /// The number of blocks that the cache's index contains.
    var keptBlockCount = 0

    var blocksToKeep: Int { builder.blocks.count - keptBlockCount }

    /// What was found in the first rows and in those read so far.
    var findings: [TableFinding] {
        var findings = format.findings
        if var order = format.orderGuess {
            if position.rows.report.isOrderTold {
                (order.isGuess, order.isNotice) = (false, false)
                order.because = "A row further on fits this order alone."
            }
            findings.append(order)
        }
        let count = builder.disorderCount
        // Newest first is an order too, and the rows of a long table come line by line.
        let isReversed = count > 0 && count == position.rows.report.rowCount - 1
        if count > 0, !isReversed, format.key == nil {
            findings.append(
                TableFinding(
                    .rows, "sorted: \(count)",
                    because: "\(count) \(count == 1 ? "row was" : "rows were") out of order and "
                        + "\(count == 1 ? "has" : "have") been sorted by '\(format.description.xName)'."))
        }
        return findings + position.rows.report.findings(format.description.lines)
    }

    /// Evidence from the rows read so far that may lead to another format; nil where there is none.
    func laterEvidence(_ known: TableEvidence) -> TableEvidence? {
        var evidence = known
        let report = position.rows.report
        let sentinels = lateSentinels
        for (column, cells) in report.lateCells { evidence.lateCells[column, default: []] += cells }
        for (column, cells) in sentinels { evidence.lateCells[column, default: []] += cells }
        let counts = position.rows.keyCounts
        if let key = format.key, !counts.isEmpty, !key.isChosen {
            let shown = LongKey.shown(
                counts, limit: min(LongKey.shownCount, TableFormat.lineLimit / max(key.measureCount, 1)))
            if shown != key.values || counts.count != key.valueCount { evidence.keyCounts = counts }
        }
        let large = largeMeasures
        evidence.largeMeasures.formUnion(large)
        return report.lateCells.isEmpty && sentinels.isEmpty && evidence.keyCounts.isEmpty && large.isEmpty
            ? nil : evidence
    }

    /// The drawn columns, by their index among these, whose large numbers may be whole but are not kept with all
    /// digits.
    ///
    /// O(lines · log blocks).
    private var largeMeasures: Set<Int> {
        let usual = WholeNumber.exactLimit..<WholeNumber.usualLimit
        let exact = Set(format.description.exactIntegerResiduals)
        let large = (0..<format.lineCount).filter { line in
            guard !exact.contains(line) else { return false }
            let extent = builder.extent(line: line)
            let most = max(extent.max.magnitude, extent.min.magnitude)
            return !extent.isEmpty && usual.contains(most)
        }
        return Set(large.map { $0 % (format.key?.measureCount ?? format.lineCount) })
    }

    mutating func recordFingerprint(of file: OpenFile) {
        fingerprint = Fingerprint(file, before: position.offset)
    }

    /// Whether the file's beginning is still the one that was read, as far as the fingerprint's samples tell.
    func isSamePrefix(of file: OpenFile) -> Bool {
        guard let fingerprint else { return true }
        return fingerprint == Fingerprint(file, before: fingerprint.offset)
    }
}

/// A hash of the first and the last 4 KiB of a file's first `offset` bytes.
///
/// It distinguishes the beginnings of files, but does not notice a change in the middle.
struct Fingerprint: Sendable, Equatable {
    let offset: Int
    let hash: UInt64
}

extension Fingerprint {
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
