// Which lines of a chart can share a range of values.

/// Groups lines whose ranges are similar.
package enum ValueGroups {
    /// The largest factor between a group's range and the range of a line in it.
    static let ratio = 20.0
    /// The most lines that are grouped automatically.
    package static let mostLines = 12

    /// A line, or several that belong together, and their extremes.
    package struct Member {
        package var lines: [Int]
        package var range: ClosedRange<Double>

        package init(lines: [Int], range: ClosedRange<Double>) {
            self.lines = lines
            self.range = range
        }
    }

    /// Groups members so that each takes at least 1/`ratio` of its group's range; keeps their order.
    ///
    /// Each joins the first group that allows it; the last of `ValuePanes.most` groups takes all others. Members of a
    /// single value join any group whose range they do not spread too far. O(members²).
    package static func groups(of members: [Member], most: Int = ValuePanes.most) -> [[Int]] {
        var groups: [[Member]] = []
        for member in members {
            if let index = groups.firstIndex(where: { fits($0 + [member]) }) {
                groups[index].append(member)
            } else if groups.count < most {
                groups.append([member])
            } else {
                groups[most - 1].append(member)
            }
        }
        return groups.map { $0.flatMap(\.lines).sorted() }
    }

    private static func fits(_ members: [Member]) -> Bool {
        let low = members.map(\.range.lowerBound).min() ?? 0
        let high = members.map(\.range.upperBound).max() ?? 0
        // Halves, because the difference of the two largest doubles overflows.
        let whole = high / 2 - low / 2
        return members.allSatisfy { member in
            let own = member.range.upperBound / 2 - member.range.lowerBound / 2
            return own == 0 || own >= whole / ratio
        }
    }
}
