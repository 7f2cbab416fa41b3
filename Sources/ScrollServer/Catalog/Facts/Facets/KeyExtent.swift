// The least and the greatest of a column's numbers, and their distribution.

/// The number of rows with a number, and the least and the greatest of these.
struct KeyExtent: Sendable {
    private(set) var count = 0
    private(set) var least = Int64.max
    private(set) var greatest = KeyColumn.none

    mutating func join(_ other: KeyExtent) {
        count += other.count
        least = min(least, other.least)
        greatest = max(greatest, other.greatest)
    }

    /// Adds the rows of one chunk.
    mutating func add(_ column: KeyColumn, _ chunk: Int, _ rows: [UInt64]) {
        guard let keys = column.chunk(chunk) else { return }
        if keys.wide.isEmpty {
            var (low, high, count) = (UInt32.max, UInt32.min, 0)
            let offsets = keys.offsets.span
            Self.forEach(rows, upTo: offsets.count) { index in
                let offset = offsets[index]
                // The greatest offset stands for "none", and is never the least.
                let isKnown = offset != .max
                count += isKnown ? 1 : 0
                low = min(low, offset)
                high = max(high, isKnown ? offset : 0)
            }
            guard count > 0 else { return }
            self.count += count
            least = min(least, keys.base &+ Int64(low))
            greatest = max(greatest, keys.base &+ Int64(high))
        } else {
            Self.forEach(rows, upTo: keys.wide.count) { index in
                let key = keys.wide[index]
                guard key != KeyColumn.none else { return }
                count += 1
                least = min(least, key)
                greatest = max(greatest, key)
            }
        }
    }

    @inline(__always)
    static func forEach(_ rows: [UInt64], upTo count: Int, _ body: (Int) -> Void) {
        for word in rows.indices where rows[word] != 0 && word * 64 < count {
            var rest = rows[word]
            if word * 64 + 64 > count { rest &= 1 << UInt64(count - word * 64) - 1 }
            while rest != 0 {
                body(word * 64 + rest.trailingZeroBitCount)
                rest &= rest &- 1
            }
        }
    }
}

/// Counts numbers by bars.
struct KeyHistogram: Sendable {
    /// The first key of each bar, and the end of the last bar; ascending.
    let edges: [Int64]
    /// 4096 equal steps from the first edge to the last: the bar in which each begins, and whether it lies within that
    /// bar.
    private let steps: [UInt8]
    private let shift: UInt64

    init(edges: [Int64]) {
        self.edges = edges
        let (first, last) = (edges[0], edges[edges.count - 1])
        let width = UInt64(bitPattern: last &- first)
        var shift: UInt64 = 0
        while width >> shift >= 4096 { shift += 1 }
        self.shift = shift
        var bar = 0
        var steps: [UInt8] = []
        for step in 0...Int(width >> shift) {
            let key = first &+ Int64(bitPattern: UInt64(step) << shift)
            while bar + 2 < edges.count, edges[bar + 1] <= key { bar += 1 }
            steps.append(UInt8(truncatingIfNeeded: bar))
        }
        self.steps = steps
    }

    /// Counts the numbers in `rows` for each bar.
    func counts(_ column: KeyColumn, _ chunks: Range<Int>, _ rows: RowBits) -> [UInt32] {
        var counts = [UInt32](repeating: 0, count: edges.count - 1)
        var heights = counts.mutableSpan
        let (steps, edges) = (steps.span, edges.span)
        for chunk in chunks {
            guard let keys = column.chunk(chunk) else { continue }
            let words = PreparedQuery.words(of: rows, chunk: chunk)
            if keys.wide.isEmpty {
                let offsets = keys.offsets.span
                KeyExtent.forEach(words, upTo: offsets.count) { index in
                    let offset = offsets[index]
                    if offset != .max { heights[bar(of: keys.base &+ Int64(offset), steps, edges)] &+= 1 }
                }
            } else {
                let wide = keys.wide.span
                KeyExtent.forEach(words, upTo: wide.count) { index in
                    if wide[index] != KeyColumn.none { heights[bar(of: wide[index], steps, edges)] &+= 1 }
                }
            }
        }
        return counts
    }

    /// The bar of a key; of one outside the edges, which is not among those counted, the nearest bar.
    @inline(__always)
    private func bar(of key: Int64, _ steps: Span<UInt8>, _ edges: Span<Int64>) -> Int {
        let offset = UInt64(bitPattern: max(key, edges[0]) &- edges[0])
        var bar = Int(steps[min(Int(offset >> shift), steps.count - 1)])
        while bar + 2 < edges.count, edges[bar + 1] <= key { bar += 1 }
        return bar
    }
}
