// The layouts of a collection in one order, kept up to date with its items.

import Synchronization
import Tiling

/// Holds what the layouts of one order are computed from: item lengths for `stack` and `strip`, which do not depend on
/// the viewport's size, and proportions and groups for justified and grouped layouts.
///
/// An ungrouped `grid` needs only the item count, and a size pattern has a closed form: neither takes a lock. The other
/// indices are built when a client first asks for them: O(n), some 50 ns an item. After that each item that is added,
/// removed or resized costs O(log n), plus one section of some hundred items where rows are justified.
final class LayoutIndex: Sendable {
    private struct Lengths: CollectionFollower {
        let axis: Axis
        private(set) var tree = ExtentTree()
        private(set) var revision = 0
        /// For the mean of the measured lengths, which is the estimate for items that are not measured.
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
                // When a size becomes unknown, the old length stays as the estimate.
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

        /// The length of an item that is not measured: from the collection's estimate; else the mean of the measured
        /// items; else that of a 3:2 landscape.
        private func estimate(_ size: PixelSize?) -> Double {
            if let size { return LinearLayout.length(of: size, along: axis) }
            if measuredCount > 0 { return measuredSum / Double(measuredCount) }
            return LinearLayout.length(of: PixelSize(width: 3000, height: 2000), along: axis)
        }
    }

    /// The size in pixels assumed for the view of one item whose size is not known.
    static let sizeOfUnknown = PixelSize(width: 1200, height: 900)

    private let items: any CollectionView
    /// Hold the item lengths. Planning reads a tree, and following the collection changes it, both under the lock: a
    /// second reference to a tree would make each change copy all of it.
    private let stack = Mutex(Lengths(axis: .vertical))
    private let strip = Mutex(Lengths(axis: .horizontal))
    /// Holds the proportions, the groups and the layouts over them; planning happens under the lock, as above.
    private let rows = Mutex(RowIndex())

    init(_ items: any CollectionView) {
        self.items = items
    }

    /// An event loop may wait while a layout catches up with at most this many items: some 50 µs.
    private static let nearCount = 1000
    /// How many items each layout had when it was last used; readable without the locks above.
    private let stackCount = Atomic(0)
    private let stripCount = Atomic(0)
    private let rowCounts = Mutex<[RowIndex.Shape: Int]>([:])
    /// How many threads build an index of many rows, or wait for the lock to do so.
    private let builderCount = Atomic(0)

    /// Whether these layouts, over the first `count` items, can probably be used without a long wait. Never waits itself.
    func isNear(_ requests: [LayoutRequest], count: Int) -> Bool {
        guard items.sizePattern == nil else { return true }
        return requests.allSatisfy { request in
            let followed: Int
            if let shape = shape(of: request) {
                // The lock is held while an index is built, so other readers of rows or groups wait.
                if count > Self.nearCount, builderCount.load(ordering: .relaxed) > 0 { return false }
                followed = rowCounts.withLock { $0[shape] ?? 0 }
            } else {
                switch request.kind {
                case .stack: followed = stackCount.load(ordering: .relaxed)
                case .strip: followed = stripCount.load(ordering: .relaxed)
                case .grid, .justified, .pages, .slides, .item: return true
                }
            }
            return count - followed <= Self.nearCount
        }
    }

    /// The key under which `rows` keeps this layout; nil where the layout is not kept there.
    private func shape(of request: LayoutRequest) -> RowIndex.Shape? {
        let isGrouped = request.grouping != nil && request.grouping == items.grouping
        return switch request.kind {
        case .justified where isGrouped: .groupedRows(request.rowMetrics)
        case .justified where items.sizePattern == nil: .rows(request.rowMetrics)
        case .grid where isGrouped:
            .groupedGrid(width: request.viewport.width, columns: request.columnCount, spacing: request.spacing)
        default: nil
        }
    }

    /// What to do while another thread uses or builds a layout.
    enum Access: Sendable {
        /// Wait for it: for worker threads.
        case waiting
        /// Do without: for event loops.
        case ifFree
    }

    /// Calls `body` with the layout of the current items. `body` must not keep the layout: see `stack`. May take O(n).
    ///
    /// - Returns: nil where the layout is in use and `access` does not wait, and for `slides`, which pictures do not have.
    @discardableResult
    func withLayout<Result>(_ request: LayoutRequest, _ access: Access = .waiting, _ body: (Layout) -> Result)
        -> Result?
    {
        withGroups(request, access) { layout, _ in body(layout) }
    }

    /// Calls `body` with the layout of the current items and their groups; an ungrouped layout has none.
    /// `body` must not keep the layout. May take O(n): an event loop asks `isNear` first.
    ///
    /// - Returns: as `withLayout`.
    @discardableResult
    func withGroups<Result>(
        _ request: LayoutRequest, _ access: Access = .waiting, _ body: (Layout, ItemGroups) -> Result
    ) -> Result? {
        guard let shape = shape(of: request) else { return withPlain(request, access) { body($0, ItemGroups()) } }
        let isLong = !isNear([request], count: items.status.count)
        if isLong { builderCount.add(1, ordering: .relaxed) }
        defer { if isLong { builderCount.subtract(1, ordering: .relaxed) } }
        return Self.with(rows, access) { rows in
            rows.follow(items)
            let layout = rows.layout(shape, holding: request.held)
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

    private func withPlain<Result>(_ request: LayoutRequest, _ access: Access, _ body: (Layout) -> Result) -> Result? {
        switch request.kind {
        case .grid:
            return body(
                .grid(
                    GridLayout(
                        count: items.status.count, width: request.viewport.width, columns: request.columnCount,
                        spacing: request.spacing, lead: request.lead)))
        case .pages:
            let page = Size(
                width: request.viewport.width + request.inset.left + request.inset.right,
                height: request.viewport.height + request.inset.top + request.inset.bottom)
            return body(.pages(PagesLayout(count: items.status.count, page: page, inset: request.inset)))
        case .item:
            let index = request.item.flatMap { items.index(ofItem: $0) } ?? 0
            return body(
                .picture(
                    PictureLayout(
                        index: index, count: items.status.count,
                        size: items.summary(at: index)?.size ?? Self.sizeOfUnknown)))
        case .justified:
            // Items without a size pattern are laid out by `rows`.
            let pattern = (items.sizePattern ?? []).map { Proportions.proportion(of: $0) }
            return body(
                .periodicRows(
                    PeriodicJustifiedLayout(pattern: pattern, count: items.status.count, metrics: request.rowMetrics)))
        // A chart is laid out by what it shows, and pictures are never laid out so.
        case .slides: return nil
        case .stack: return withLinear(stack, .vertical, request, access, body)
        case .strip: return withLinear(strip, .horizontal, request, access, body)
        }
    }

    private func withLinear<Result>(
        _ lengths: borrowing Mutex<Lengths>, _ axis: Axis, _ request: LayoutRequest, _ access: Access,
        _ body: (Layout) -> Result
    ) -> Result? {
        func layout(_ extents: Extents) -> Layout {
            .linear(
                LinearLayout(
                    axis: axis, breadth: request.viewport[axis.cross], spacing: request.spacing, extents: extents))
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
