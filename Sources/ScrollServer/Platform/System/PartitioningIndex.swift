// Binary search.

extension Range<Int> {
    /// Returns the first number that satisfies `isAfter`, or the upper bound if there is none.
    ///
    /// O(log count).
    ///
    /// All numbers after it must satisfy `isAfter`, too.
    @inlinable
    package func partitioningIndex(_ isAfter: (Int) -> Bool) -> Int {
        var (low, high) = (lowerBound, upperBound)
        while low < high {
            let middle = low + (high - low) / 2
            if isAfter(middle) { high = middle } else { low = middle + 1 }
        }
        return low
    }
}

extension Array {
    /// Returns the first index whose element satisfies `isAfter`, or the count if there is none.
    ///
    /// O(log n).
    ///
    /// All elements after it must satisfy `isAfter`, too.
    @inlinable
    package func partitioningIndex(_ isAfter: (Element) -> Bool) -> Int {
        (0..<count).partitioningIndex { isAfter(self[$0]) }
    }
}
