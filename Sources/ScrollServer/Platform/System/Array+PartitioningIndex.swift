// Binary search.

extension Array {
    /// Returns the first index whose element satisfies `isAfter`, or the count if there is none.
    ///
    /// O(log n).
    ///
    /// All elements after it must satisfy `isAfter`, too.
    @inlinable
    package func partitioningIndex(_ isAfter: (Element) -> Bool) -> Int {
        var (low, high) = (0, count)
        while low < high {
            let middle = (low + high) / 2
            if isAfter(self[middle]) { high = middle } else { low = middle + 1 }
        }
        return low
    }
}
