// Finds groups of pictures that look alike.

/// Groups pictures around the first of each group.
///
/// Each picture joins the group whose first picture is the nearest one within the limits, or else begins a group. So
/// all pictures of a group are near its first, and unlike ones are never joined through a chain of others.
///
/// First pictures are kept in cells by mean, contrast, and the lightness of the right and the lower half. Those near a
/// picture are in its own cell or next to it, so that a million pictures need less than a minute. Copies of a group's
/// first picture are in no cell: a million equal pictures cost no more than different ones.
package struct AlikeFinder {
    /// The limits within which pictures are alike, before their pixels are compared.
    private enum Limit {
        /// Of `Look.difference` and of `Look.areaDifference`.
        static let (bits, areas) = (26, 12)
        /// Of means and of standard deviations, 0 … 255.
        static let (mean, deviation) = (6, 4)
        /// Of the difference of halves, in thirds of the standard deviation, summed over 16 areas.
        static let halves = 6
        /// The most first pictures compared with one picture, and the most whose pixels are.
        static let (compared, confirmed) = (1 << 14, 8)
    }

    /// The cells, which are as wide as the limits.
    private enum Cell {
        static let means = 255 / Limit.mean + 1
        static let deviations = 128 / Limit.deviation + 1
        /// The difference of halves is in -128 ..< 128.
        static let halves = 255 / Limit.halves + 1
        static let count = means * deviations * halves * halves

        static func number(_ mean: Int, _ deviation: Int, _ right: Int, _ lower: Int) -> Int {
            ((mean * deviations + deviation) * halves + right) * halves + lower
        }
    }

    /// Where a look belongs among the cells.
    private struct Place {
        let mean: Int
        let deviation: Int
        let right: Int
        let lower: Int

        init(_ look: Look) {
            (mean, deviation) = (Int(look.tone.x), min(Int(look.tone.w), 127))
            let halves = look.halves
            (right, lower) = (halves.right + 128, halves.lower + 128)
        }

        var cell: Int {
            Cell.number(mean / Limit.mean, deviation / Limit.deviation, right / Limit.halves, lower / Limit.halves)
        }

        /// Calls `body` with the runs of cells within the limits.
        func forEachRun(_ body: (Range<Int>) -> Void) {
            func range(_ value: Int, _ width: Int, _ count: Int) -> ClosedRange<Int> {
                max(0, (value - width) / width)...min(count - 1, (value + width) / width)
            }
            let rows = range(lower, Limit.halves, Cell.halves)
            for mean in range(mean, Limit.mean, Cell.means) {
                for deviation in range(deviation, Limit.deviation, Cell.deviations) {
                    for right in range(right, Limit.halves, Cell.halves) {
                        let first = Cell.number(mean, deviation, right, rows.lowerBound)
                        body(first..<first + rows.count)
                    }
                }
            }
        }
    }

    /// What a row without a look has in place of a group.
    package static let none = UInt32.max

    private let looks: LookColumn
    /// Where the entries of each cell begin, and how many there are.
    private let starts: [UInt32]
    private var counts: [UInt32]
    /// Rows and areas of first pictures, by cell.
    private var rows: [UInt32]
    private var areas: [UInt64]

    /// Prepares in O(rows); takes 12 bytes a row and 21 MB until the groups are found.
    package init(_ looks: LookColumn) {
        self.looks = looks
        counts = [UInt32](repeating: 0, count: Cell.count)
        var (starts, total) = (counts, UInt32(0))
        looks.forEach { _, look in starts[Place(look).cell] += 1 }
        for cell in 0..<Cell.count { (starts[cell], total) = (total, total + starts[cell]) }
        self.starts = starts
        rows = [UInt32](repeating: 0, count: Int(total))
        areas = [UInt64](repeating: 0, count: Int(total))
    }

    /// Returns for each row that of its group's first picture, its own where nothing is alike; `none` without a look.
    ///
    /// `confirm` compares the pixels of a row with those of a group's first picture. nil once `isCancelled` is true.
    package consuming func groups(
        isCancelled: () -> Bool = { false }, confirm: (_ row: UInt32, _ first: UInt32) -> Bool
    ) -> [UInt32]? {
        var groups = [UInt32](repeating: Self.none, count: looks.rowCount)
        var isStopped = false
        looks.forEach { row, look in
            guard !isStopped else { return }
            if row & 1023 == 0, isCancelled() { isStopped = true }
            if let first = first(for: look, row, confirm) {
                groups[Int(row)] = first
            } else {
                groups[Int(row)] = row
                let cell = Place(look).cell
                let index = Int(starts[cell] + counts[cell])
                (rows[index], areas[index]) = (row, look.areas)
                counts[cell] += 1
            }
        }
        return isStopped ? nil : groups
    }

    /// Returns the nearest first picture that is confirmed.
    private func first(for look: Look, _ row: UInt32, _ confirm: (UInt32, UInt32) -> Bool) -> UInt32? {
        var found: [(distance: Int, row: UInt32)] = []
        var rest = Limit.compared
        for look in look.positions {
            Place(look).forEachRun { cells in
                for cell in cells where counts[cell] > 0 {
                    let start = Int(starts[cell])
                    let entries = start..<start + min(Int(counts[cell]), rest)
                    rest -= entries.count
                    forEachNear(look.areas, in: entries) { row in
                        guard let other = looks[row], let distance = Self.distance(look, other) else { return }
                        found.append((distance, row))
                    }
                }
            }
        }
        // Of equally near ones the first is taken.
        found.sort { ($0.distance, $0.row) < ($1.distance, $1.row) }
        return found.prefix(Limit.confirmed).first { confirm(row, $0.row) }?.row
    }

    /// Calls `body` with the rows of entries whose areas are within the limit; some 2 ns an entry.
    private func forEachNear(_ areas: UInt64, in entries: Range<Int>, _ body: (UInt32) -> Void) {
        // One check for all entries.
        let others = self.areas.span.extracting(entries)
        for index in others.indices where Look.areaDifference(areas, others[index]) <= Limit.areas {
            body(rows[entries.lowerBound + index])
        }
    }

    /// Returns how far apart two looks are in this position; nil beyond a limit.
    private static func distance(_ look: Look, _ other: Look) -> Int? {
        let bits = look.difference(from: other)
        guard bits <= Limit.bits, look.hasTone(of: other, mean: Limit.mean, deviation: Limit.deviation) else {
            return nil
        }
        return bits + 2 * Look.areaDifference(look.areas, other.areas)
    }
}
