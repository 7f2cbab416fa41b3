// Finds the items that the atlas does not know yet.

import Catalog

/// Iterates over a range of a view in one or several rounds, such as one item in 64, then one in 8, then all.
struct FillingWalk: Sendable {
    /// The maximum number of items returned and examined per step.
    private static let (batchCount, examinedLimit) = (16, 4096)

    let items: any CollectionView
    let collection: any ItemCollection
    let range: Range<Int>
    private var strides: ArraySlice<Int>
    private var next: Int

    /// Starts a walk; `strides` has one element per round, which takes one item in that many.
    init(_ range: Range<Int>, of items: any CollectionView, in collection: any ItemCollection, strides: [Int]) {
        (self.items, self.collection, self.range) = (items, collection, range)
        self.strides = strides[...]
        next = range.lowerBound
    }

    var isDone: Bool { strides.isEmpty }

    /// Returns the indices of the next unknown items; empty if this step has found none.
    mutating func step(_ isKnown: (ItemNumbers) -> Bool) -> [Int] {
        let end = min(range.upperBound, items.status.count)
        guard let stride = strides.first else { return [] }
        var found: [Int] = []
        var examined = 0
        while next < end, found.count < Self.batchCount, examined < Self.examinedLimit {
            // Single items if they are far apart, else some hundreds at a time.
            let run = next..<min(end, stride == 1 ? next + 256 : next + 1)
            let numbers = items.numbers(in: run)
            for (index, numbers) in zip(run, numbers) {
                if found.count == Self.batchCount { break }
                if !isKnown(numbers) { found.append(index) }
                next = index + stride
            }
            if numbers.isEmpty { next = run.upperBound }
            examined += stride == 1 ? numbers.count : 16
        }
        if next >= end {
            strides = strides.dropFirst()
            next = range.lowerBound
        }
        return found
    }
}
