// The runs of items that stand in one group each.

import Tiling

/// How many items each group of an order has, under any change. None is empty; neighbours have different numbers.
///
/// Queries are O(log groups), changes O(groups) at worst; 16 bytes for each group.
struct ItemGroups: Sendable {
    /// What a change means to an index over the groups.
    enum Step: Sendable, Equatable {
        /// Items are put before the one at `index`, which is in `group` or at its end.
        case grow(group: Int, index: Int, count: Int)
        /// A group of new items is put before the one at `group`.
        case make(group: Int, count: Int)
    }

    /// The collection's number for each group.
    private(set) var numbers: [Int] = []
    /// Items of each group, in units of 4096, so that 10⁹ of them are not too many (see `ExtentTree.longest`).
    private var stored = ExtentTree()
    private static let unit = ExtentScale(scale: 4096, gap: 0)

    /// Items of each group. O(groups).
    var counts: [Int] { numbers.indices.map { count(of: $0) } }

    private func count(of group: Int) -> Int { Int(stored.length(of: group) * Self.unit.scale) }

    private var itemCount: Int { Int(stored.total * Self.unit.scale) }

    private func items(of group: Int) -> Range<Int> {
        let start = Int(stored.sum(before: group) * Self.unit.scale)
        return start..<start + count(of: group)
    }

    private mutating func resize(_ group: Int, by change: Int) {
        stored.resize(group, to: Double(count(of: group) + change) / Self.unit.scale)
    }

    /// Takes items away, and with them the groups of which nothing is left.
    ///
    /// - Returns: those groups, the last one first.
    mutating func remove(_ range: Range<Int>) -> [Int] {
        var left = min(range.count, itemCount - range.lowerBound)
        guard left > 0 else { return [] }
        var gone: [Int] = []
        // What is removed is behind `lowerBound`, each time, as what was there has gone.
        var group = stored.index(at: Double(range.lowerBound), in: Self.unit)
        while left > 0 {
            let items = items(of: group)
            let taken = min(left, items.upperBound - range.lowerBound)
            resize(group, by: -taken)
            if taken == items.count { gone.append(group) }
            left -= taken
            group += 1
        }
        gone.reverse()
        for group in gone {
            numbers.remove(at: group)
            stored.remove(at: group)
        }
        return gone
    }

    /// Puts items of these groups before the one at `index`.
    ///
    /// - Returns: the steps, in order; nil where a group would be torn apart.
    mutating func insert(_ added: some Collection<Int>, at index: Int) -> [Step]? {
        var steps: [Step] = []
        var rest = added[...]
        var index = index
        while let number = rest.first {
            let run = rest.prefix { $0 == number }
            rest = rest.dropFirst(run.count)
            guard let step = place(number, run.count, at: index) else { return nil }
            switch step {
            case .grow(let group, _, let count): resize(group, by: count)
            case .make(let group, let count):
                numbers.insert(number, at: group)
                stored.insert(Double(count) / Self.unit.scale, at: group)
            }
            steps.append(step)
            index += run.count
        }
        return steps
    }

    private func place(_ number: Int, _ count: Int, at index: Int) -> Step? {
        var after = numbers.count
        if index < itemCount {
            after = stored.index(at: Double(index), in: Self.unit)
            if items(of: after).lowerBound < index {
                return numbers[after] == number ? .grow(group: after, index: index, count: count) : nil
            }
        }
        if after > 0, numbers[after - 1] == number { return .grow(group: after - 1, index: index, count: count) }
        if after < numbers.count, numbers[after] == number { return .grow(group: after, index: index, count: count) }
        return .make(group: after, count: count)
    }
}
