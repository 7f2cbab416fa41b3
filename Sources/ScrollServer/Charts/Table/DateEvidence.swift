// Finds the order of a column's dates from its cells.

import Tiling

/// The dates of a column, and the order that they are written in.
package struct DateEvidence {
    /// For each row of the sample; nil where the cell is no date.
    let parts: [DateParts?]
    /// The number of cells that are dates in some order.
    let count: Int
    package private(set) var reading: DateReading
    /// Whether the cells alone determine the order.
    private(set) var isTold = true
    /// Whether nothing determines the order, so that it is a guess.
    private(set) var isGuess = false
    /// Whether points stand between the numbers.
    let hasPoints: Bool

    init(_ cells: [[UInt8]], isShort: Bool = false) {
        var reading = DateReading()
        reading.isShort = isShort
        parts = cells.map { $0.isEmpty ? nil : reading.parts($0) }
        let dates = parts.compactMap { $0 }
        count = dates.count
        hasPoints = zip(cells, parts).contains { cell, parts in
            parts?.needsOrder == true && cell.contains(UInt8(ascii: "."))
                && !cell.contains(UInt8(ascii: "/")) && !cell.contains(UInt8(ascii: "-"))
        }
        if !isShort, dates.contains(where: \.needsOrder) {
            let fits = DateOrder.allCases.map { order in
                (order, count: dates.count { $0.needsOrder && $0.time(order, firstYear: 1970) != nil })
            }
            let most = fits.map(\.count).max() ?? 0
            let best = fits.filter { $0.count == most }.map(\.0)
            // The year comes first only where it must.
            let open = best.count > 1 ? best.filter { $0 != .yearFirst } : best
            reading.order = open.contains(.dayFirst) ? .dayFirst : open.first ?? .dayFirst
            isTold = open.count == 1 || hasPoints && open.contains(.dayFirst)
        }
        self.reading = reading
    }

    /// Chooses an order that the cells alone do not determine.
    ///
    /// `given` is the order that the user has given, `others` the order found in another column of the file.
    /// `usesComma` says whether the table has decimal commas.
    mutating func chooseOrder(given: DateOrder?, others: DateOrder?, usesComma: Bool) {
        if let given, parts.contains(where: { $0?.needsOrder == true }) {
            let fits = parts.count { $0?.time(given, firstYear: reading.firstYear) != nil }
            if fits > 0 {
                reading.order = given
                isTold = true
            }
        }
        guard !isTold else { return }
        if let others {
            reading.order = others
        } else if let order = orderWithRegularSteps() {
            reading.order = order
        } else if parts.contains(where: { $0?.isTwelveHours == true }) {
            reading.order = .monthFirst
        } else if usesComma {
            reading.order = .dayFirst
        } else {
            isGuess = true
        }
    }

    /// The order in which the steps are even, or rise, where the other's are not.
    private func orderWithRegularSteps() -> DateOrder? {
        let (day, month) = (Steps(times(.dayFirst)), Steps(times(.monthFirst)))
        guard day.count > 1, month.count > 1 else { return nil }
        let few = max(1, day.count / 10)
        if day.uneven != month.uneven, min(day.uneven, month.uneven) <= few {
            return day.uneven < month.uneven ? .dayFirst : .monthFirst
        }
        if day.falling != month.falling, min(day.falling, month.falling) <= few {
            return day.falling < month.falling ? .dayFirst : .monthFirst
        }
        return nil
    }

    private func times(_ order: DateOrder) -> [Double] {
        parts.compactMap { $0?.time(order, firstYear: reading.firstYear) }
    }

    /// The times of all rows; nil where the cell is no date in this order.
    var times: [Double?] { parts.map { $0?.time(reading.order, firstYear: reading.firstYear) } }

    var hasClock: Bool { parts.contains { $0?.hasClock == true } }
    /// Whether some date needs more than ISO 8601's rules.
    var zones: Set<Int?> { Set(parts.compactMap { $0.map(\.zone) }) }

    /// The differences between neighbouring times.
    private struct Steps {
        let count: Int
        /// Steps that are neither the most frequent one nor that many whole months.
        let uneven: Int
        let falling: Int

        init(_ times: [Double]) {
            var (steps, months): ([Double: Int], [Int: Int]) = ([:], [:])
            var falling = 0
            for (one, next) in zip(times, times.dropFirst()) {
                steps[abs(next - one), default: 0] += 1
                if next < one { falling += 1 }
                let (first, second) = (Self.civil(one), Self.civil(next))
                if first.day == second.day {
                    months[abs((second.year - first.year) * 12 + second.month - first.month), default: 0] += 1
                }
            }
            count = max(times.count - 1, 0)
            // Newest first is as regular as oldest first.
            self.falling = min(falling, count - falling)
            let even = max(steps.values.max() ?? 0, months.filter { $0.key > 0 }.values.max() ?? 0)
            uneven = count - even
        }

        private static func civil(_ time: Double) -> CivilDate {
            CivilDate(daysSince1970: Int(clamping: (time / 86_400).rounded(.down)))
        }
    }
}
