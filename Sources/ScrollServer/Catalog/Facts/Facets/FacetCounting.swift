// Counts the values of all fields under a query.

import Platform

/// All facets of a table under a query, each counted as if the conditions on its own field were not there.
package struct FacetCounting: Sendable {
    /// The rows that the query finds.
    package private(set) var rows: RowBits
    /// The facets in the table's order of fields; text fields have none.
    package private(set) var facets: [Facet]
    /// The number of files that could not be read, counted without the query's own condition on them.
    package private(set) var unreadable = 0

    /// Which values of the fields are listed.
    private struct Wanted {
        let limit: Int
        let pattern: TextPattern?
        let days: DaySpan?
    }

    /// The counts of one run of chunks.
    private struct Part: Sendable {
        /// The rows found; then, for each selection of `own`, those found without the conditions on that field.
        var rows: [[UInt64]]
        /// For each column, the counts by code.
        var counts: [[UInt32]]
        /// For each column, the extent of its keys.
        var extents: [KeyExtent]
    }

    /// Counts a table's facets in O(rows × conditions + rows found × fields), about 1 ns for each, on all processors.
    ///
    /// At most `limit` values of a field are listed; the others are counted together. If `start` is not empty, only
    /// categories and keywords with a word that begins so are listed. If `start` begins a date, such as `19` or
    /// `2019-1`, the bars of times cover only those days.
    package init(_ query: FactQuery, of table: FactTable, limit: Int, beginning start: String = "") {
        let wanted = Wanted(
            limit: limit, pattern: start.isEmpty ? nil : TextPattern(word: Array(start.utf8)),
            days: start.isEmpty ? nil : DaySpan(beginning: start))
        let conditions = query.conditions
        let prepared = conditions.map { PreparedQuery($0, for: table) }
        let owners = conditions.map { $0.onlyField.flatMap { table.columnIndex(of: $0) } }
        let own = Array(Set(owners.compactMap { $0 })).sorted()
        let counted = table.columns.indices.filter { table.columns[$0].field.kind != .text }
        let selection = table.columns.indices.map { column in own.firstIndex(of: column).map { $0 + 1 } ?? 0 }
        let parts = Parallel.map(RowChunk.chunkCount(of: table.rowCount), minimumRun: 8) { chunks in
            Self.count(
                chunks, of: table, prepared, owners: owners, own: own, counted: counted, selection: selection)
        }
        let selections = (0...own.count).map { number in
            RowBits(words: parts.flatMap { $0.rows[number] }, rowCount: table.rowCount)
        }
        rows = selections[0]
        if table.unreadable.count > 0 {
            let others = zip(conditions, prepared).filter { $0.0 != .unreadable }.map(\.1)
            unreadable = PreparedQuery.all([.rows(table.unreadable)] + others).rows(of: table).count
        }
        let totals = selections.map(\.count)
        var extents = [KeyExtent](repeating: KeyExtent(), count: table.columns.count)
        var counts = [[UInt32]](repeating: [], count: table.columns.count)
        for part in parts {
            for column in counted {
                extents[column].join(part.extents[column])
                if counts[column].isEmpty {
                    counts[column] = part.counts[column]
                } else {
                    for code in part.counts[column].indices { counts[column][code] &+= part.counts[column][code] }
                }
            }
        }
        facets = counted.map { column in
            Self.facet(
                table.columns[column], counts[column], extents[column], selections[selection[column]],
                total: totals[selection[column]], wanted)
        }
    }

    // MARK: Counting

    private static func count(
        _ chunks: Range<Int>, of table: FactTable, _ prepared: [PreparedQuery], owners: [Int?], own: [Int],
        counted: [Int], selection: [Int]
    ) -> Part {
        var part = Part(
            rows: Array(repeating: [], count: own.count + 1),
            counts: table.columns.map { [UInt32](repeating: 0, count: $0.codeCount + 1) },
            extents: [KeyExtent](repeating: KeyExtent(), count: table.columns.count))
        for chunk in chunks {
            let found = prepared.map { $0.rows(of: table, chunk: chunk) }
            let present = PreparedQuery.words(of: table.present, chunk: chunk)
            for number in 0...own.count {
                var rows = present
                for (condition, owner) in zip(found, owners) where number == 0 || owner != own[number - 1] {
                    for word in rows.indices { rows[word] &= condition[word] }
                }
                for column in counted where selection[column] == number {
                    if table.columns[column].isDense {
                        part.extents[column].add(table.columns[column].keys, chunk, rows)
                    } else {
                        Self.add(table.columns[column].codes, chunk, rows, to: &part.counts[column])
                    }
                }
                part.rows[number] += rows
            }
        }
        return part
    }

    private static func add(_ column: CodeColumn, _ chunk: Int, _ rows: [UInt64], to counts: inout [UInt32]) {
        guard let codes = column.chunk(chunk) else {
            counts[0] &+= UInt32(truncatingIfNeeded: rows.reduce(0) { $0 + $1.nonzeroBitCount })
            return
        }
        if !codes.words.isEmpty {
            add(codes.words, rows, to: &counts)
        } else if !codes.shorts.isEmpty {
            add(codes.shorts, rows, to: &counts)
        } else {
            add(codes.bytes, rows, to: &counts)
        }
    }

    /// Most values for which the counting uses several lists in turn.
    private static let laneCount = 256

    private static func add<Code: FixedWidthInteger>(_ codes: [Code], _ rows: [UInt64], to counts: inout [UInt32]) {
        // With few values the same one often occurs twice in a row, and the second increment waits for the first:
        // alternate between four lists of counts.
        let isNarrow = counts.count <= laneCount
        var lanes = [UInt32](repeating: 0, count: isNarrow ? 4 * laneCount : 0)
        defer {
            if isNarrow {
                for code in counts.indices {
                    for lane in 0..<4 { counts[code] &+= lanes[lane * laneCount + code] }
                }
            }
        }
        let codes = codes.span
        var countSpan = counts.mutableSpan
        var laneSpan = lanes.mutableSpan
        for word in rows.indices where rows[word] != 0 {
            let first = word * 64
            var rest = rows[word]
            if first + 64 > codes.count {
                // Rows behind the last code have none.
                let known = max(0, codes.count - first)
                let behind = rest & ~(1 << UInt64(known) &- 1)
                countSpan[0] &+= UInt32(truncatingIfNeeded: behind.nonzeroBitCount)
                rest &= ~behind
            }
            // Every code is below the number of counts, since there is a count for each code of the column.
            if rest == .max, isNarrow {
                let part = codes.extracting(first..<first + 64)
                // The compiler then needs no check of the lanes' bounds.
                precondition(laneSpan.count == 4 * laneCount)
                for offset in stride(from: 0, to: 64, by: 4) {
                    for lane in 0..<4 {
                        let code = Int(truncatingIfNeeded: part[offset + lane]) & (laneCount - 1)
                        laneSpan[lane * laneCount + code] &+= 1
                    }
                }
            } else if rest == .max {
                let part = codes.extracting(first..<first + 64)
                for bit in 0..<64 { countSpan[Int(truncatingIfNeeded: part[bit])] &+= 1 }
            } else {
                while rest != 0 {
                    countSpan[Int(truncatingIfNeeded: codes[first + rest.trailingZeroBitCount])] &+= 1
                    rest &= rest &- 1
                }
            }
        }
    }

    // MARK: Facets

    private static func facet(
        _ column: FactTable.Column, _ counts: [UInt32], _ extent: KeyExtent, _ rows: RowBits, total: Int,
        _ wanted: Wanted
    ) -> Facet {
        var facet = Facet(field: column.field)
        if column.isDense {
            facet.present = extent.count
            facet.missing = total - extent.count
            if extent.count > 0, column.field.kind != .position {
                addBars(to: &facet, column, extent, rows, wanted.days)
            }
            return facet
        }
        facet.missing = Int(counts.first ?? 0)
        facet.present = total - facet.missing
        switch column.field.kind {
        case .number: addBars(to: &facet, column, counts)
        case .keywords:
            var words = [UInt32](repeating: 0, count: column.texts.count + 1)
            for set in counts.indices.dropFirst() where counts[set] > 0 {
                for word in column.sets[UInt32(set)] { words[Int(word)] &+= counts[set] }
            }
            addValues(to: &facet, column.texts, words, wanted)
        default: addValues(to: &facet, column.texts, counts, wanted)
        }
        return facet
    }

    private static func addValues(
        to facet: inout Facet, _ texts: TextDictionary, _ counts: [UInt32], _ wanted: Wanted
    ) {
        var most = MostFrequent(limit: wanted.limit)
        func add(_ code: Int) {
            guard code < counts.count, counts[code] > 0 else { return }
            most.add(code: UInt32(truncatingIfNeeded: code), count: counts[code]) { texts[$0] }
        }
        if let pattern = wanted.pattern {
            pattern.forEachMatch(in: texts.folded, blocks: texts.folded.blocks.indices) { add($0 + 1) }
        } else {
            for code in counts.indices.dropFirst() { add(code) }
        }
        facet.values = most.sorted.map {
            Facet.Value(text: String(decoding: texts[$0.code], as: UTF8.self), count: Int($0.count))
        }
        facet.otherValues = most.otherValues
        facet.otherCount = most.otherCount
    }

    /// Returns bars of numbers and how many values each holds: equal bars, or growing ones where most numbers are small.
    private static func bars(
        from least: Double, to greatest: Double, isWhole: Bool, _ heights: (FacetBars) -> [Int]
    ) -> (FacetBars, [Int]) {
        let equal = FacetBars(numbersFrom: least, to: greatest, isWhole: isWhole)
        let counts = heights(equal)
        guard greatest >= 8 * least, equal.areCrowded(counts),
            let growing = FacetBars(growingFrom: least, to: greatest, isWhole: isWhole)
        else { return (equal, counts) }
        return (growing, heights(growing))
    }

    private static func addBars(to facet: inout Facet, _ column: FactTable.Column, _ counts: [UInt32]) {
        let numbers = zip(column.numbers.values, counts.dropFirst()).filter { $0.1 > 0 && $0.0.isFinite }
        guard let first = numbers.first?.0 else { return }
        let (least, greatest) = numbers.reduce((first, first)) { (min($0.0, $1.0), max($0.1, $1.0)) }
        let isWhole = numbers.allSatisfy { $0.0 == $0.0.rounded() }
        let (bars, heights) = bars(from: least, to: greatest, isWhole: isWhole) { bars in
            var heights = [Int](repeating: 0, count: bars.edges.count - 1)
            for (value, count) in numbers { heights[bars.bar(of: value)] += Int(count) }
            return heights
        }
        facet.set(bars, heights, least: least, greatest: greatest)
        facet.isWhole = isWhole && column.isCounted && bars.areWhole
    }

    private static func addBars(
        to facet: inout Facet, _ column: FactTable.Column, _ extent: KeyExtent, _ rows: RowBits, _ days: DaySpan?
    ) {
        let (least, greatest) = (column.number(ofKey: extent.least), column.number(ofKey: extent.greatest))
        guard least.isFinite, greatest.isFinite else { return }
        func heights(_ bars: FacetBars) -> [Int] {
            let keys = bars.edges.map { column.firstKey(from: $0) }
            let parts = Parallel.map(column.keys.chunkCount, minimumRun: 8) { chunks in
                KeyHistogram(edges: keys).counts(column.keys, chunks, rows)
            }
            return bars.edges.indices.dropLast().map { bar in parts.reduce(0) { $0 + Int($1[bar]) } }
        }
        guard column.field.kind == .time else {
            let (bars, heights) = bars(from: least, to: greatest, isWhole: column.isWhole, heights)
            facet.isWhole = column.isWhole && column.isCounted && bars.areWhole
            return facet.set(bars, heights, least: least, greatest: greatest)
        }
        let all = extent.least...extent.greatest
        if let days {
            let wanted = days.seconds.clamped(to: all.lowerBound..<min(all.upperBound, .max - 1) + 1)
            guard let last = wanted.last else { return }
            let bars = FacetBars(timesFrom: wanted.lowerBound, to: last, within: all)
            facet.set(bars, heights(bars), least: least, greatest: greatest)
            // The first and the last bar may count times outside of these days.
            facet.bars.removeAll { !wanted.overlaps(Int64(clamping: $0.lower)..<Int64(clamping: $0.upper)) }
            return
        }
        var bars = FacetBars(timesFrom: all.lowerBound, to: all.upperBound)
        var counts = heights(bars)
        if bars.areDecades {
            while let crowded = bars.crowded(counts) {
                bars = FacetBars(timesFrom: crowded.lowerBound, to: crowded.upperBound, within: all)
                counts = heights(bars)
            }
        }
        facet.set(bars, counts, least: least, greatest: greatest)
    }
}

extension Facet {
    fileprivate mutating func set(_ bars: FacetBars, _ heights: [Int], least: Double, greatest: Double) {
        (self.least, self.greatest, step) = (least, greatest, bars.step)
        self.bars = heights.indices.map {
            Bar(lower: bars.edges[$0], upper: bars.edges[$0 + 1], count: heights[$0])
        }
    }
}

extension FactTable.Column {
    /// The number of codes besides 0.
    var codeCount: Int {
        switch field.kind {
        case .text, .category: texts.count
        case .keywords: sets.count
        case .number: numbers.values.count
        case .time, .position: 0
        }
    }

    /// Whether its numbers are counts, which are not shown in larger units.
    fileprivate var isCounted: Bool { field.unit == .none || field.unit == .pixels }

    /// The first key whose number is at least this.
    fileprivate func firstKey(from number: Double) -> Int64 {
        guard field.kind == .time || isWhole else { return DoubleKey.key(number) }
        return number < -9e18 ? KeyColumn.none + 1 : number > 9e18 ? .max : Int64(clamping: number.rounded(.up))
    }
}
