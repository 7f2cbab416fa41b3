// Items sorted by one value, which find those of any bar.

/// The items of a collection by the values of one field.
///
/// One index serves bars of all widths: a bar is a run of the sorted items, and `RunOrder` finds the items of a run in
/// the order chosen. Some 16 bytes an item.
public struct BarIndex: Sendable {
    public let axis: PlaneAxis
    let steps: BarSteps
    /// Ascending: those of the items with a place.
    private let values: [Double]
    /// The items of `values`.
    private let order: RunOrder
    /// The position in `values` of each item; `UInt32.max` for an item without a place.
    private let positions: [UInt32]
    /// For each level the most items of a bar.
    let most: [Int]
    /// The level from which on each bar holds one value, or the last.
    let finest: Int

    /// Number of items, with a place or without.
    public var count: Int { positions.count }
    /// Number of items with a place.
    public var placedCount: Int { values.count }
    /// The least and the greatest value; nil without items that have a place.
    var range: ClosedRange<Double>? { values.first.flatMap { low in values.last.map { low...max(low, $0) } } }

    /// Sorts items by their numbers; one that is not on the axis has no place.
    ///
    /// O(n × log n).
    public init(_ numbers: [Double], along axis: PlaneAxis) {
        self.axis = axis
        var (keys, items): ([UInt64], [UInt32]) = ([], [])
        keys.reserveCapacity(numbers.count)
        items.reserveCapacity(numbers.count)
        for (item, number) in numbers.enumerated() where axis.share(of: number) != nil {
            // −0 is 0. Negative numbers have their bits turned, so that keys are in the order of the numbers.
            let bits = (number + 0).bitPattern
            keys.append(bits >> 63 == 1 ? ~bits : bits | 1 << 63)
            items.append(UInt32(truncatingIfNeeded: item))
        }
        PlaneIndex.sort(&keys, &items)
        var positions = [UInt32](repeating: .max, count: numbers.count)
        for (position, item) in items.enumerated() { positions[Int(item)] = UInt32(truncatingIfNeeded: position) }
        let values = items.map { numbers[Int($0)] + 0 }
        // Doubles of 2⁵² and more have no halves between them.
        let steps = BarSteps(
            axis, isWhole: axis.kind == .linear && values.allSatisfy { $0 == $0.rounded() && $0.magnitude < 1e15 })
        finest = Self.finest(values, steps)
        most = Self.most(values, steps)
        (self.steps, self.values, self.positions, order) = (steps, values, positions, RunOrder(items))
    }

    private static let few = 4

    /// The most items of a bar, for each level.
    ///
    /// A bar of one value, or with fewer items than a part of another bar has, is not divided; and what has at most
    /// `few` counts as these. O(levels × bars × log n) at most, of bars with more.
    private static func most(_ values: [Double], _ steps: BarSteps) -> [Int] {
        var found: [Int] = []
        let least = min(few, values.count)
        var (open, single) = ([0..<values.count], least)
        for level in steps.levels.indices {
            var (most, next): (Int, [Range<Int>]) = (least, [])
            open.removeAll { run in
                guard !run.isEmpty, values[run.lowerBound] == values[run.upperBound - 1] else { return false }
                single = max(single, run.count)
                return true
            }
            // The largest come first, so that few others are divided.
            let half = open.reduce(0) { max($0, $1.count) } / 2
            for run in open.filter({ $0.count > half }) + open.filter({ $0.count <= half }) {
                guard run.count > most else {
                    next.append(run)
                    continue
                }
                var start = run.lowerBound
                while start < run.upperBound {
                    let end = end(of: steps.bar(of: values[start], level: level).high, from: start, in: run, values)
                    if end - start > few { next.append(start..<end) }
                    most = max(most, end - start)
                    start = end
                }
            }
            found.append(max(most, single))
            open = next
        }
        return found
    }

    /// The first level whose bars hold one value each, or else the last; O(values), and less where that is the last.
    private static func finest(_ values: [Double], _ steps: BarSteps) -> Int {
        var level = 0
        guard var before = values.first else { return level }
        var high = steps.bar(of: before, level: level).high
        for value in values where value > before {
            while value < high {
                level += 1
                if level >= steps.levels.count - 1 { return steps.levels.count - 1 }
                high = steps.bar(of: before, level: level).high
            }
            (before, high) = (value, steps.bar(of: value, level: level).high)
        }
        return level
    }

    /// The first position from `start` on, and at least the one after it, whose value is at least `high`.
    private static func end(of high: Double, from start: Int, in run: Range<Int>, _ values: [Double]) -> Int {
        // Steps that double find a near end quickly.
        var (low, reach) = (start + 1, 1)
        while low + reach < run.upperBound, values[low + reach] < high { reach *= 2 }
        var end = min(run.upperBound, low + reach)
        low = min(end, reach > 1 ? low + reach / 2 : low)
        while low < end {
            let middle = (low + end) / 2
            if values[middle] < high { low = middle + 1 } else { end = middle }
        }
        return low
    }

    // MARK: Bars

    /// The bar of one level that holds some items.
    struct Bar: Sendable, Equatable {
        /// The positions of its items in the index.
        var run: Range<Int>
        var level: Int
        var low: Double
        var high: Double
    }

    /// The items of `run` from a position on that are in the bar of the value there.
    private func bar(at position: Int, level: Int, in run: Range<Int>) -> Bar {
        let (low, high) = steps.bar(of: values[position], level: level)
        let end = Self.end(of: high, from: position, in: run, values)
        return Bar(run: position..<end, level: level, low: low, high: high)
    }

    /// The bars of a level between two values, in their order.
    ///
    /// O(bars × log n).
    func bars(from low: Double, to high: Double, level: Int) -> [Bar] {
        var bars: [Bar] = []
        let run = 0..<values.count
        var position = first(atLeast: steps.bar(of: low, level: level).low, in: run)
        while position < run.upperBound {
            let bar = bar(at: position, level: level, in: run)
            if bar.low > high { break }
            bars.append(bar)
            position = bar.run.upperBound
        }
        return bars
    }

    /// The first position of a run whose value is at least `value`.
    private func first(atLeast value: Double, in run: Range<Int>) -> Int {
        var (low, end) = (run.lowerBound, run.upperBound)
        while low < end {
            let middle = (low + end) / 2
            if values[middle] < value { low = middle + 1 } else { end = middle }
        }
        return low
    }

    /// The bar of a level that holds an item; nil for an item without a place.
    ///
    /// O(log n).
    func bar(of item: Int, level: Int) -> Bar? {
        guard positions.indices.contains(item), positions[item] != .max else { return nil }
        let (position, run) = (Int(positions[item]), 0..<values.count)
        let start = first(atLeast: steps.bar(of: values[position], level: level).low, in: run)
        return bar(at: min(start, position), level: level, in: run)
    }

    /// The item at a place in a bar, in the order chosen; O(log n).
    func item(at rank: Int, of bar: Bar) -> Int { order.number(at: rank, in: bar.run) }

    /// The place of an item in its bar; O(log n).
    func rank(of item: Int, in bar: Bar) -> Int { order.count(below: item, in: bar.run) }

    /// What a bar is called; of one that holds a single category, its name.
    func label(of bar: Bar) -> String { steps.label(of: values[bar.run.lowerBound], level: bar.level) }
}
