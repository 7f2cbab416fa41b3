// Finds where labels begin in an order, without looking at every item.

/// Finds where runs of equal labels begin.
enum LabelSearch {
    /// A run of items with one label.
    struct Run: Sendable, Equatable {
        /// Of the run's first item.
        var index: Int
        var label: OrderLabel
    }

    /// The runs that `samples` evenly spaced probes find, each from its true start; shorter runs may be missed.
    ///
    /// Equal labels must be neighbours, as they are in an order. O(samples × log n) calls of `label`.
    static func runs(count: Int, samples: Int, label: (Int) -> OrderLabel?) -> [Run] {
        guard count > 0, samples > 1 else { return [] }
        var runs: [Run] = []
        // The last item examined, and its label.
        var last = 0
        var before: OrderLabel?
        for sample in 0..<min(samples, count) {
            let index =
                count <= samples ? sample : Int(clamping: Double(count - 1) * Double(sample) / Double(samples - 1))
            guard let found = label(index) else { continue }
            if found != before {
                // The run begins after the last item with another label.
                var (low, high) = (last, index)
                while high - low > 1 {
                    let middle = low + (high - low) / 2
                    if label(middle) == found { high = middle } else { low = middle }
                }
                runs.append(Run(index: before == nil ? 0 : high, label: found))
                before = found
            }
            last = index
        }
        return runs
    }
}
