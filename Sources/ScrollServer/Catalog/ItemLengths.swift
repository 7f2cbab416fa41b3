// The lengths of a collection's items in a column or a row.

import Tiling

/// The stored lengths of all items along one axis (see `LinearLayout`), kept up to date with the collection.
///
/// Items that are not measured have an estimated length.
struct ItemLengths: CollectionFollower {
    /// The parameters of the lengths, apart from the pictures.
    struct Shape: Hashable {
        var axis: Axis
        /// See `LinearLayout.fewestPixels(breadth:)`.
        var fewest: Int

        init(_ axis: Axis, breadth: Double) {
            (self.axis, fewest) = (axis, LinearLayout.fewestPixels(breadth: breadth))
        }

        func length(of size: PixelSize) -> Double { LinearLayout.length(of: size, along: axis, fewest: fewest) }
    }

    let shape: Shape
    private(set) var tree = ExtentTree()
    private(set) var revision = 0
    /// Sum of the measured lengths; their mean estimates items that are not measured.
    private var measuredSum = 0.0
    private var measuredCount = 0

    var count: Int { tree.count }

    init(_ shape: Shape) { self.shape = shape }

    mutating func restart() { self = ItemLengths(shape) }

    mutating func apply(_ changes: CollectionChanges, estimatedSize: PixelSize?) -> Bool {
        for run in changes.removed.reversed() {
            for index in run.reversed() { tree.remove(at: index) }
        }
        var sizes = changes.sizes[...]
        for run in changes.inserted {
            for (index, size) in zip(run, sizes.prefix(run.count)) {
                tree.insert(size.map { learn($0) } ?? estimate(estimatedSize), at: index)
            }
            sizes = sizes.dropFirst(run.count)
        }
        for (index, size) in zip(changes.resized, sizes) {
            // When a size becomes unknown, the old length stays as the estimate.
            if let size { tree.resize(index, to: learn(size)) }
        }
        revision = changes.status.revision
        return true
    }

    private mutating func learn(_ size: PixelSize) -> Double {
        let length = shape.length(of: size)
        measuredSum += length
        measuredCount += 1
        return length
    }

    /// The length of an item that is not measured: from the collection's estimate; else the mean of the measured
    /// items; else that of a 3:2 landscape.
    private func estimate(_ size: PixelSize?) -> Double {
        if let size { return shape.length(of: size) }
        if measuredCount > 0 { return measuredSum / Double(measuredCount) }
        return shape.length(of: PixelSize(width: 3000, height: 2000))
    }
}
