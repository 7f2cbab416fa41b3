// How the items of an order fall into groups: the number and the item count of each.

import Tiling

/// The item count of each group of an order, kept up to date.
///
/// No group is empty; neighbours have different numbers. A query is O(log groups), a change at worst O(groups). 16
/// bytes a group.
package struct ItemGroups: Sendable {
    /// How a change affects the groups, for an index that is built over them.
    enum Step: Sendable, Equatable {
        /// Items are inserted before index `index`, inside `group` or at its end.
        case grow(group: Int, index: Int, count: Int)
        /// A group of `count` new items is inserted before position `group`.
        case make(group: Int, count: Int)
    }

    /// The collection's number of each group, as in `CollectionView.groups`.
    package private(set) var numbers: [Int] = []
    private var runs = RunTree()

    /// Item count of each group; O(groups).
    var counts: [Int] { numbers.indices.map { runs[$0] } }

    /// Removes items, and the groups that are empty then.
    ///
    /// - Returns: the positions of the removed groups, the last one first.
    mutating func remove(_ range: Range<Int>) -> [Int] {
        var left = min(range.count, runs.itemCount - range.lowerBound)
        guard left > 0 else { return [] }
        var gone: [Int] = []
        // Items move down as others are removed, so what is left to remove always starts at `lowerBound`.
        var group = runs.run(of: range.lowerBound)
        while left > 0 {
            let items = runs.items(of: group)
            let taken = min(left, items.upperBound - range.lowerBound)
            runs[group] -= taken
            if taken == items.count { gone.append(group) }
            left -= taken
            group += 1
        }
        gone.reverse()
        for group in gone {
            numbers.remove(at: group)
            runs.remove(at: group)
        }
        return gone
    }

    /// Inserts items before the one at `index`; `added` holds the group number of each.
    ///
    /// - Returns: the steps, in order; nil where the items would split a group, perhaps after some steps were done.
    mutating func insert(_ added: some Collection<Int>, at index: Int) -> [Step]? {
        var steps: [Step] = []
        var rest = added[...]
        var index = index
        while let number = rest.first {
            let run = rest.prefix { $0 == number }
            rest = rest.dropFirst(run.count)
            guard let step = locate(number, run.count, at: index) else { return nil }
            switch step {
            case .grow(let group, _, let count): runs[group] += count
            case .make(let group, let count):
                numbers.insert(number, at: group)
                runs.insert(count, at: group)
            }
            steps.append(step)
            index += run.count
        }
        return steps
    }

    private func locate(_ number: Int, _ count: Int, at index: Int) -> Step? {
        var after = numbers.count
        if index < runs.itemCount {
            after = runs.run(of: index)
            if runs.items(of: after).lowerBound < index {
                return numbers[after] == number ? .grow(group: after, index: index, count: count) : nil
            }
        }
        if after > 0, numbers[after - 1] == number { return .grow(group: after - 1, index: index, count: count) }
        if after < numbers.count, numbers[after] == number { return .grow(group: after, index: index, count: count) }
        return .make(group: after, count: count)
    }
}
