// The item lengths of a collection in one order, kept up to date with it.

import Synchronization
import Tiling

/// Keeps the extents of the `stack` and `strip` layouts of a collection in one order, which no viewport's size changes,
/// and what justified rows and groups are laid out from.
///
/// A `grid` needs no extents, and a size pattern's are in closed form: neither takes a lock. The others' are built
/// when they are first asked for (O(n), some 50 ns an item) and follow the collection from then on: every item that
/// comes, goes or changes its size costs O(log n), and a section where rows are justified.
final class LayoutIndex: Sendable {
    /// The spacing and shape of one reader's layout.
    struct Wish: Sendable, Equatable {
        var kind: LayoutKind
        /// What nothing covers of the viewport, in points.
        var viewport: Size
        /// What covers its edges, in points.
        var inset = EdgeInsets.zero
        /// Only for `grid`; the default for the width when nil.
        var columns: Int?
        /// Only for `grid`: empty cells before the first item. Without a meaning where there are groups.
        var lead = 0
        /// Only for `justified`: the wished height in points; the default for the width when nil.
        var rowHeight: Double?
        /// Only for `grid` and `justified`: what stands below a heading each.
        var grouping: ItemGrouping?
        /// In points.
        var spacing: Double
        /// Only for the view of one item: its id.
        var item: String?
    }

    private struct Lengths: CollectionFollower {
        let axis: Axis
        private(set) var tree = ExtentTree()
        private(set) var revision = 0
        /// The mean of the measured lengths, which is the best estimate for the others.
        private var measuredSum = 0.0
        private var measuredCount = 0

        var count: Int { tree.count }

        init(axis: Axis) { self.axis = axis }

        mutating func restart() { self = Lengths(axis: axis) }

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
                // A size that is not known any more is as good an estimate as any.
                if let size { tree.resize(index, to: learn(size)) }
            }
            revision = changes.status.revision
            return true
        }

        private mutating func learn(_ size: PixelSize) -> Double {
            let length = LinearLayout.length(of: size, along: axis)
            measuredSum += length
            measuredCount += 1
            return length
        }

        /// What an item is taken to be before it is measured: the running mean of what was learnt, unless the collection
        /// knows better; a 3:2 landscape until there is any.
        private func estimate(_ size: PixelSize?) -> Double {
            if let size { return LinearLayout.length(of: size, along: axis) }
            if measuredCount > 0 { return measuredSum / Double(measuredCount) }
            return LinearLayout.length(of: PixelSize(width: 3, height: 2), along: axis)
        }
    }

    /// What the picture of an item without a size is taken for.
    static let sizeOfUnknown = PixelSize(width: 1200, height: 900)

    private let items: any CollectionView
    /// Guards the extents: planning reads them and following the collection changes them, both within the lock, so that
    /// no copy of a tree is alive while it changes (which would copy all of it).
    private let stack = Mutex(Lengths(axis: .vertical))
    private let strip = Mutex(Lengths(axis: .horizontal))
    /// Guards the proportions and all layouts over them, for the same reason.
    private let rows = Mutex(RowIndex())

    init(_ items: any CollectionView) {
        self.items = items
    }

    /// Items that are followed so quickly (some 50 µs) that an event loop may do it.
    private static let nearCount = 1000
    /// How many items each layout followed when it was last asked for.
    private let stackCount = Atomic(0)
    private let stripCount = Atomic(0)
    private let rowCounts = Mutex<[RowIndex.Shape: Int]>([:])
    /// How many threads are laying out many rows, or wait for that.
    private let builderCount = Atomic(0)

    /// Whether the layouts of a collection of `count` items can be had at once, as far as can be told without waiting for a
    /// thread that makes one.
    func isNear(_ wishes: [Wish], count: Int) -> Bool {
        guard items.sizePattern == nil else { return true }
        return wishes.allSatisfy { wish in
            let followed: Int
            if let shape = shape(of: wish) {
                // All of these are behind one lock, which is held while one of them is built.
                if count > Self.nearCount, builderCount.load(ordering: .relaxed) > 0 { return false }
                followed = rowCounts.withLock { $0[shape] ?? 0 }
            } else {
                switch wish.kind {
                case .stack: followed = stackCount.load(ordering: .relaxed)
                case .strip: followed = stripCount.load(ordering: .relaxed)
                case .grid, .justified, .pages, .slides, .item: return true
                }
            }
            return count - followed <= Self.nearCount
        }
    }

    /// What is kept for a wish under `rows`; nil where nothing is.
    private func shape(of wish: Wish) -> RowIndex.Shape? {
        let isGrouped = wish.grouping != nil && wish.grouping == items.grouping
        return switch wish.kind {
        case .justified where isGrouped: .groupedRows(wish.rowMetrics)
        case .justified where items.sizePattern == nil: .rows(wish.rowMetrics)
        case .grid where isGrouped:
            .groupedGrid(width: wish.viewport.width, columns: wish.columnCount, spacing: wish.spacing)
        default: nil
        }
    }

    /// How a layout is come by.
    enum Access: Sendable {
        /// By waiting, as long as somebody else uses it or builds it: for worker threads.
        case waiting
        /// Only where nobody else has it: for event loops.
        case ifFree
    }

    /// Calls `body` with the layout as the collection is now. `body` must not keep the layout.
    ///
    /// - Returns: nil where the layout is in use and is not waited for.
    @discardableResult
    func withLayout<Result>(_ wish: Wish, _ access: Access = .waiting, _ body: (Layout) -> Result) -> Result? {
        withGroups(wish, access) { layout, _ in body(layout) }
    }

    /// Calls `body` with the layout as the collection is now, and its groups, which are none but in a grouped layout.
    /// `body` must not keep the layout.
    ///
    /// - Returns: nil where the layout is in use and is not waited for.
    func withGroups<Result>(
        _ wish: Wish, _ access: Access = .waiting, _ body: (Layout, ItemGroups) -> Result
    ) -> Result? {
        guard let shape = shape(of: wish) else { return withPlain(wish, access) { body($0, ItemGroups()) } }
        let isLong = !isNear([wish], count: items.status.count)
        if isLong { builderCount.add(1, ordering: .relaxed) }
        defer { if isLong { builderCount.subtract(1, ordering: .relaxed) } }
        return Self.with(rows, access) { rows in
            rows.follow(items)
            let layout = rows.layout(shape)
            note(rows.count, of: shape, among: rows.shapes)
            return body(layout, rows.groups)
        }
    }

    private static func with<Value, Result>(
        _ value: borrowing Mutex<Value>, _ access: Access, _ body: (inout sending Value) -> sending Result
    ) -> Result? {
        switch access {
        case .waiting: value.withLock(body)
        case .ifFree: value.withLockIfAvailable(body)
        }
    }

    private func note(_ count: Int, of shape: RowIndex.Shape, among shapes: [RowIndex.Shape]) {
        rowCounts.withLock { counts in
            counts = counts.filter { shapes.contains($0.key) }
            counts[shape] = count
        }
    }

    private func withPlain<Result>(_ wish: Wish, _ access: Access, _ body: (Layout) -> Result) -> Result? {
        switch wish.kind {
        case .grid:
            return body(
                .grid(
                    GridLayout(
                        count: items.status.count, width: wish.viewport.width, columns: wish.columnCount,
                        spacing: wish.spacing, lead: wish.lead)))
        case .pages:
            let page = Size(
                width: wish.viewport.width + wish.inset.left + wish.inset.right,
                height: wish.viewport.height + wish.inset.top + wish.inset.bottom)
            return body(.pages(PagesLayout(count: items.status.count, page: page, inset: wish.inset)))
        case .item:
            let index = wish.item.flatMap { items.index(ofItem: $0) } ?? 0
            return body(
                .picture(
                    PictureLayout(
                        index: index, count: items.status.count,
                        size: items.summary(at: index)?.size ?? Self.sizeOfUnknown)))
        case .justified:
            // Without a pattern rows are kept.
            let pattern = (items.sizePattern ?? []).map { Proportions.proportion(of: $0) }
            return body(
                .periodicRows(
                    PeriodicJustifiedLayout(pattern: pattern, count: items.status.count, metrics: wish.rowMetrics)))
        // A chart is laid out by what it shows, and pictures are never laid out so.
        case .slides: return nil
        case .stack: return withLinear(stack, .vertical, wish, access, body)
        case .strip: return withLinear(strip, .horizontal, wish, access, body)
        }
    }

    private func withLinear<Result>(
        _ lengths: borrowing Mutex<Lengths>, _ axis: Axis, _ wish: Wish, _ access: Access, _ body: (Layout) -> Result
    ) -> Result? {
        func layout(_ extents: Extents) -> Layout {
            .linear(
                LinearLayout(
                    axis: axis, breadth: wish.viewport[axis.cross], spacing: wish.spacing, extents: extents))
        }
        if let pattern = items.sizePattern {
            let lengths = pattern.map { LinearLayout.length(of: $0, along: axis) }
            return body(layout(.periodic(PeriodicExtents(pattern: lengths, count: items.status.count))))
        }
        return Self.with(lengths, access) { lengths in
            lengths.follow(items)
            if axis == .vertical {
                stackCount.store(lengths.tree.count, ordering: .relaxed)
            } else {
                stripCount.store(lengths.tree.count, ordering: .relaxed)
            }
            return body(layout(.measured(lengths.tree)))
        }
    }
}

extension LayoutIndex.Wish {
    /// Only for `grid`: the columns that there are to be.
    var columnCount: Int { columns ?? GridLayout.defaultColumns(width: viewport.width, spacing: spacing) }

    /// Only for `justified`.
    var rowMetrics: JustifiedMetrics {
        JustifiedMetrics(width: viewport.width, rowHeight: rowHeight, spacing: spacing)
    }

    /// What zooming a layout of rows, or of groups, by `factor` leads to, and what is left of the factor then; nil for the
    /// picture of the item under the focus.
    func zoomed(by factor: Double) -> (wish: Self, remainder: Double)? {
        var wish = self
        if kind == .justified {
            guard case .rows(let height, let remainder) = RowZoom.zoom(rowMetrics, factor: factor) else { return nil }
            if height != rowMetrics.rowHeight { wish.rowHeight = height }
            return (wish, remainder)
        }
        let grid = GridLayout(count: 0, width: viewport.width, columns: columnCount, spacing: spacing)
        guard let (columns, remainder) = DensityZoom.columns(of: grid, factor: factor) else { return nil }
        wish.columns = columns
        return (wish, remainder)
    }
}
