// Binary search.

extension Array {
    /// The first index whose element satisfies `isAfter`, which all elements behind it must satisfy, too; the count where there
    /// is none. O(log n).
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
