// The index behind justified rows, and behind groups with headings.

import Tiling

/// The proportions and groups of a collection in one order, and the most recently used layouts over them.
///
/// Takes 4 bytes an item for the proportions, which all layouts share; each layout adds two numbers for each section of
/// some hundred items.
struct RowIndex: CollectionFollower {
    /// The parameters of a layout, apart from the items.
    enum Shape: Hashable, Sendable {
        case rows(JustifiedMetrics)
        case groupedRows(JustifiedMetrics)
        case groupedGrid(width: Double, columns: Int, spacing: Double, scale: Double)
    }

    /// Most layouts that are kept: enough for two windows, each with the layout it is zooming to.
    private static let capacity = 4

    /// One layout's index: `sections` or `groups`, by its shape; an enum's payload could not be changed in place.
    private struct ShapeIndex: Sendable {
        let shape: Shape
        var sections: JustifiedSections?
        var groups: GroupIndex?

        mutating func insert(_ run: Range<Int>, _ steps: [ItemGroups.Step], _ proportions: Proportions) {
            sections?.replace(run.lowerBound..<run.lowerBound, with: run.count, in: proportions)
            for step in steps {
                switch step {
                case .grow(let group, let index, let count):
                    groups?.insert(count, at: index, in: group, in: proportions)
                case .make(let group, let count): groups?.insertGroup(count, at: group, in: proportions)
                }
            }
        }

        mutating func remove(_ run: Range<Int>, emptying gone: [Int], _ proportions: Proportions) {
            sections?.replace(run, with: 0, in: proportions)
            groups?.remove(run, in: proportions)
            for group in gone { groups?.removeGroup(at: group, in: proportions) }
        }

        mutating func resize(_ indices: [Int], _ proportions: Proportions) {
            sections?.resize(indices, in: proportions)
            groups?.resize(indices, in: proportions)
        }
    }

    private var proportions = Proportions()
    private(set) var groups = ItemGroups()
    private(set) var revision = 0
    /// The kept layouts; the most recently used is last.
    private var shapeIndices: [ShapeIndex] = []
    /// Sum of the measured proportions; their mean estimates items that are not measured.
    private var measuredSum = 0.0
    private var measuredCount = 0

    var count: Int { proportions.count }

    /// The shapes that are laid out.
    var shapes: [Shape] { shapeIndices.map(\.shape) }

    // MARK: Following

    mutating func restart() { self = RowIndex() }

    mutating func apply(_ changes: CollectionChanges, estimatedSize: PixelSize?) -> Bool {
        for run in changes.removed.reversed() { remove(run) }
        var (sizes, numbers) = (changes.sizes[...], changes.groups[...])
        for run in changes.inserted {
            for (index, size) in zip(run, sizes.prefix(run.count)) {
                proportions.insert(learn(size, estimatedSize), at: index)
            }
            let inserted = run.prefix(sizes.count)
            // Without groups `numbers` is empty, and so are the steps.
            guard let steps = groups.insert(numbers.prefix(run.count), at: run.lowerBound) else { return false }
            for number in shapeIndices.indices { shapeIndices[number].insert(inserted, steps, proportions) }
            sizes = sizes.dropFirst(run.count)
            numbers = numbers.dropFirst(run.count)
        }
        resize(changes.resized, sizes, estimatedSize)
        revision = changes.status.revision
        return true
    }

    private mutating func remove(_ run: Range<Int>) {
        for index in run.reversed() { proportions.remove(at: index) }
        let gone = groups.remove(run)
        for number in shapeIndices.indices { shapeIndices[number].remove(run, emptying: gone, proportions) }
    }

    private mutating func resize(
        _ indices: [Int], _ sizes: ArraySlice<PixelSize?>, _ estimatedSize: PixelSize?
    ) {
        var resized: [Int] = []
        for (index, size) in zip(indices, sizes) {
            // When a size becomes unknown, the old proportion stays as the estimate.
            guard size != nil else { continue }
            let proportion = learn(size, estimatedSize)
            // Usually the estimate was right, since most pictures of a camera have the same shape.
            if proportion == proportions[index] { continue }
            proportions[index] = proportion
            resized.append(index)
        }
        guard !resized.isEmpty else { return }
        for number in shapeIndices.indices { shapeIndices[number].resize(resized, proportions) }
    }

    /// The item's proportion; if not measured, that of the collection's estimate, else the running mean.
    private mutating func learn(_ size: PixelSize?, _ estimatedSize: PixelSize?) -> Float {
        guard let size else {
            let mean = measuredCount > 0 ? Float(measuredSum / Double(measuredCount)) : Proportions.commonest
            return Proportions.proportion(of: estimatedSize, estimate: mean)
        }
        let proportion = Proportions.proportion(of: size)
        measuredSum += Double(proportion)
        measuredCount += 1
        return proportion
    }

    // MARK: Laying out

    /// Returns the layout of this shape, in O(n) unless it is among those kept.
    ///
    /// Release it before the next change, which otherwise copies the whole index. For `rows` see `LayoutRequest.pinnedRows`.
    mutating func layout(_ shape: Shape, pinning rows: [PinnedRow] = []) -> Layout {
        let index = prepareIndex(shape)
        if let groups = index.groups { return .grouped(GroupedLayout(groups, of: proportions, pinning: rows)) }
        if let sections = index.sections {
            return .justified(JustifiedLayout(proportions, sections: sections, pinning: rows))
        }
        return .grid(GridLayout(count: 0, width: 1, columns: 1, spacing: 0))
    }

    /// Makes the index of a shape the last of those kept; makes it anew if it is not among them.
    private mutating func prepareIndex(_ shape: Shape) -> ShapeIndex {
        if let number = shapeIndices.firstIndex(where: { $0.shape == shape }) {
            shapeIndices.append(shapeIndices.remove(at: number))
        } else {
            if shapeIndices.count == Self.capacity { shapeIndices.removeFirst() }
            shapeIndices.append(make(shape))
        }
        return shapeIndices[shapeIndices.count - 1]
    }

    private func make(_ shape: Shape) -> ShapeIndex {
        switch shape {
        case .rows(let metrics):
            ShapeIndex(shape: shape, sections: JustifiedSections(proportions, metrics: metrics))
        case .groupedRows(let metrics):
            ShapeIndex(
                shape: shape,
                groups: GroupIndex(
                    groups.counts, of: proportions, metrics: metrics, headingHeight: GroupMetrics.ofSlots.headingHeight,
                    gap: GroupMetrics.ofSlots.gap))
        case .groupedGrid(let width, let columns, let spacing, let scale):
            ShapeIndex(
                shape: shape,
                groups: GroupIndex(
                    groups.counts,
                    grid: GridLayout(count: 0, width: width, columns: columns, spacing: spacing, scale: scale)))
        }
    }
}
