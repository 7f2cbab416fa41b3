// The edges of the bars of a histogram.

import Platform
import Tiling

/// The edges of at most 64 bars, at round numbers or calendar dates.
///
/// A bar holds the values from its lower edge up to, not including, its upper edge; the last bar of numbers also holds
/// all greater ones.
package struct FacetBars: Sendable, Equatable {
    static let most = 64

    /// Ascending; one more than there are bars.
    private(set) var edges: [Double]
    /// Only for times: the length of a bar.
    private(set) var step: Step?

    package enum Step: String, Sendable {
        case second, minute, hour, day, month, year
    }

    /// Makes bars for numbers from `low` to `high`.
    ///
    /// Steps are 1, 2 or 5 × 10ⁿ; where the greatest is a thousand times the least, bars grow longer: 1, 2, 5, 10, 20,
    /// 50, … Whole numbers have steps of at least 1.
    init(numbersFrom low: Double, to high: Double, isWhole: Bool) {
        edges = [low, high]
        if low > 0, high / low >= 1000 {
            edges = Self.series(from: low, to: high)
            if edges.count - 1 <= Self.most { return }
        }
        let (start, end) = isWhole ? (low.rounded(.down), high.rounded(.up)) : (low, high)
        var width = (end - start) / Double(Self.most - 2)
        if isWhole { width = max(width, 1) }
        if width <= 0 || !width.isFinite { width = max(abs(low) / 1e6, isWhole ? 1 : 1e-6) }
        guard var step = Self.Decimal(atLeast: width) else { return }
        // Lengthen the bars while doubles cannot distinguish neighbouring edges.
        for _ in 0..<40 {
            let first = (low / step.size).rounded(.down)
            let last = (high / step.size).rounded(.down)
            if last - first < Double(Self.most) - 1, first.magnitude < 1e15, last.magnitude < 1e15 {
                // The quotients are rounded: an end that is itself a multiple may be off by one.
                var (start, end) = (Int(clamping: first), Int(clamping: last) + 1)
                if step.value(start) > low { start -= 1 }
                if step.value(start + 1) <= low { start += 1 }
                if step.value(end) <= high { end += 1 }
                edges = (start...max(end, start + 1)).map { step.value($0) }
                if zip(edges, edges.dropFirst()).allSatisfy({ $0 < $1 }), edges[0] <= low { return }
            }
            step.grow()
        }
        edges = [low, high]
    }

    /// 1, 2 or 5 times a power of ten.
    private struct Decimal {
        var digit = 1
        var exponent: Int

        init(digit: Int, exponent: Int) { (self.digit, self.exponent) = (digit, exponent) }

        init?(atLeast width: Double) {
            guard width > 0, width.isFinite else { return nil }
            // A power of two is 0.301 powers of ten.
            exponent = Int(clamping: (Double(width.exponent) * 0.301_03).rounded(.down)) - 1
            while size < width * (1 - 1e-9) { grow() }
        }

        var size: Double { value(1) }
        mutating func grow() {
            (digit, exponent) = digit == 1 ? (2, exponent) : digit == 2 ? (5, exponent) : (1, exponent + 1)
        }
        /// Parsing a decimal rounds once, whatever the power of ten.
        func value(_ index: Int) -> Double { Double("\(index * digit)e\(exponent)") ?? .nan }
    }

    private static func series(from low: Double, to high: Double) -> [Double] {
        guard var step = Decimal(atLeast: low) else { return [low, high] }
        var edges: [Double] = []
        // One step back, so that the first edge is not above the least.
        let before =
            step.digit == 1
            ? Decimal(digit: 5, exponent: step.exponent - 1)
            : Decimal(digit: step.digit == 2 ? 1 : 2, exponent: step.exponent)
        if step.size > low { edges.append(before.size) }
        while edges.count <= most + 1 {
            edges.append(step.size)
            if step.size > high { break }
            step.grow()
        }
        return edges
    }

    /// Makes bars that grow with their numbers, about ten for each power of ten; nil for negative numbers and where
    /// there would be too many.
    ///
    /// Edges are 1, 1.2, 1.5, 2, 2.5, 3, 4, 5, 6 and 8 × 10ⁿ; of whole numbers only the whole ones. If the least is 0,
    /// the first bar ends at about a ten-thousandth of the greatest.
    init?(growingFrom low: Double, to high: Double, isWhole: Bool) {
        let start = low > 0 ? low : max(high / 10_000, isWhole ? 1 : 0)
        guard low >= 0, high > start, let step = Decimal(atLeast: start) else { return nil }
        edges = []
        var exponent = step.exponent - 2
        var isWithin: Bool { edges.count <= Self.most && edges.last.map { $0 <= high } ?? true }
        while isWithin {
            for tenths in [10, 12, 15, 20, 25, 30, 40, 50, 60, 80] where isWithin {
                let edge = Double("\(tenths)e\(exponent)") ?? .nan
                guard edge.isFinite else { return nil }
                if isWhole, edge != edge.rounded() { continue }
                // The first edge is the last one that is not above the least.
                if edge <= start { edges = [edge] } else { edges.append(edge) }
            }
            exponent += 1
        }
        if low == 0 { edges.insert(0, at: 0) }
        guard edges.count - 1 <= Self.most, let first = edges.first, first <= low else { return nil }
    }

    /// Whether half of the values or more lie in the first quarter of the bars, of which a handle could tell few apart.
    func areCrowded(_ counts: [Int]) -> Bool {
        counts.count > 16 && counts.prefix(counts.count / 4).reduce(0, +) * 2 >= counts.reduce(0, +)
    }

    /// Makes bars for times, in seconds: of a second, a minute, an hour, a day, a month, or one or several years.
    init(timesFrom low: Int64, to high: Int64) { self.init(timesFrom: low, to: high, most: Self.most) }

    /// Makes bars for some of the times, and one on either side for all earlier and all later ones.
    init(timesFrom low: Int64, to high: Int64, within all: ClosedRange<Int64>) {
        self.init(timesFrom: low, to: high, most: Self.most - 2)
        let (least, greatest) = (Double(all.lowerBound), Double(all.upperBound))
        if let first = edges.first, least < first { edges.insert(least, at: 0) }
        if let last = edges.last, greatest >= last { edges.append(greatest + 1) }
    }

    private init(timesFrom low: Int64, to high: Int64, most: Int) {
        edges = []
        for (step, length) in [(Step.second, Int64(1)), (.minute, 60), (.hour, 3600), (.day, 86_400)] {
            let (first, last) = (Self.floor(low, length), Self.floor(high, length))
            guard last - first < Int64(most) else { continue }
            self.step = step
            edges = (first...last + 1).map { Double($0 * length) }
            return
        }
        let (from, to) = (Self.month(of: low), Self.month(of: high))
        if to - from < most {
            step = .month
            edges = (from...to + 1).map(Self.seconds(ofMonth:))
            return
        }
        step = .year
        var length = 1
        while Self.floor(to, 12 * length) - Self.floor(from, 12 * length) >= most {
            length = String(length).hasPrefix("2") ? length / 2 * 5 : length * 2
        }
        edges = (Self.floor(from, 12 * length)...Self.floor(to, 12 * length) + 1)
            .map { Self.seconds(ofMonth: $0 * 12 * length) }
    }

    private static func floor<Number: FixedWidthInteger & SignedInteger>(_ value: Number, _ length: Number) -> Number {
        let quotient = value / length
        return value % length < 0 ? quotient - 1 : quotient
    }

    /// Months since the start of the year 0.
    private static func month(of seconds: Int64) -> Int {
        let date = CivilDate(daysSince1970: CivilDate.split(secondsSince1970: Int(seconds)).day)
        return date.year * 12 + date.month - 1
    }

    private static func seconds(ofMonth month: Int) -> Double {
        let year = floor(month, 12)
        return Double(CivilDate(year: year, month: month - year * 12 + 1, day: 1).daysSince1970 * 86_400)
    }

    /// Whether each bar covers ten years or more, perhaps because a few clocks were wrong.
    var areDecades: Bool { step == .year && edges[1] - edges[0] > 9 * 366 * 86_400 }

    /// The times of the bars that hold nearly all rows, if these are few bars of years; nil otherwise.
    ///
    /// At either end, one row or a hundredth of all is left out.
    func crowded(_ counts: [Int]) -> ClosedRange<Int64>? {
        guard step == .year else { return nil }
        let rare = max(1, counts.reduce(0, +) / 100)
        func end(_ counts: some Sequence<Int>) -> Int {
            var passed = 0
            return counts.prefix {
                passed += $0
                return passed <= rare
            }.count
        }
        let (first, last) = (end(counts), counts.count - end(counts.reversed()))
        guard first < last, (last - first) * 2 < counts.count else { return nil }
        return Int64(clamping: edges[first])...Int64(clamping: edges[last]) - 1
    }

    /// Whether all bars begin and end with whole numbers.
    var areWhole: Bool { edges.allSatisfy { $0 == $0.rounded() && $0.magnitude < 1e15 } }

    /// The bar that holds a value; the nearest one for values outside; O(log bars).
    func bar(of value: Double) -> Int {
        // Fewer than two edges have no bar.
        min((1..<max(1, edges.count - 1)).partitioningIndex { edges[$0] > value }, edges.count - 1) - 1
    }
}
