// Finds the items of which the atlas knows nothing yet.

import Catalog

/// Goes through a range of a view once or several times, first through one item in 64, then one in 8, then all.
struct FillingPass: Sendable {
    /// Items that are searched for together, and looked at in one step at most.
    private static let (batchCount, lookCount) = (16, 4096)

    let items: any CollectionView
    let collection: any ItemCollection
    let range: Range<Int>
    private var strides: ArraySlice<Int>
    private var next: Int

    /// - Parameter strides: of the items, one in so many, in each time through.
    init(_ range: Range<Int>, of items: any CollectionView, in collection: any ItemCollection, strides: [Int]) {
        (self.items, self.collection, self.range) = (items, collection, range)
        self.strides = strides[...]
        next = range.lowerBound
    }

    var isDone: Bool { strides.isEmpty }

    /// The indices of the next items that are not known; empty where this step has found none.
    mutating func step(_ isKnown: (ItemNumbers) -> Bool) -> [Int] {
        let end = min(range.upperBound, items.status.count)
        guard let stride = strides.first else { return [] }
        var found: [Int] = []
        var looked = 0
        while next < end, found.count < Self.batchCount, looked < Self.lookCount {
            // Single items where these are far apart, else some hundreds at a time.
            let run = next..<min(end, stride == 1 ? next + 256 : next + 1)
            let numbers = items.numbers(in: run)
            for (index, numbers) in zip(run, numbers) {
                if found.count == Self.batchCount { break }
                if !isKnown(numbers) { found.append(index) }
                next = index + stride
            }
            if numbers.isEmpty { next = run.upperBound }
            looked += stride == 1 ? numbers.count : 16
        }
        if next >= end {
            strides = strides.dropFirst()
            next = range.lowerBound
        }
        return found
    }
}
