// Suggests a name for a misspelt one.

/// Finds the known name that is most similar to a given one.
package enum NearestName {
    /// Returns the name that the fewest edits turn `text` into; the first of several.
    ///
    /// An edit inserts, removes or changes a letter, or swaps two neighbours (the optimal string alignment distance);
    /// case is ignored. nil when more than three edits are needed, or more than a third of the name's letters. O(names
    /// × length²).
    package static func nearest(to text: String, among names: [String]) -> String? {
        let letters = Array(text.lowercased().utf8.prefix(64))
        var best: (name: String, distance: Int)?
        for name in names {
            let distance = distance(letters, Array(name.lowercased().utf8))
            if distance < best?.distance ?? .max { best = (name, distance) }
        }
        guard let best, best.distance <= min(3, max(1, best.name.utf8.count / 3)), best.distance < letters.count else {
            return nil
        }
        return best.name
    }

    private static func distance(_ first: [UInt8], _ second: [UInt8]) -> Int {
        var before: [Int] = []
        var last = Array(0...second.count)
        for (row, letter) in first.enumerated() {
            var next = [row + 1]
            for (column, other) in second.enumerated() {
                var steps = min(last[column + 1], next[column]) + 1
                steps = min(steps, last[column] + (letter == other ? 0 : 1))
                if row > 0, column > 0, letter == second[column - 1], first[row - 1] == other {
                    steps = min(steps, before[column - 1] + 1)
                }
                next.append(steps)
            }
            (before, last) = (last, next)
        }
        return last[second.count]
    }
}
