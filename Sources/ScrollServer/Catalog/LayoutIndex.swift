// The layouts of a collection in one order, kept up to date with its items.

import Synchronization
import Tiling

/// Holds the data from which the layouts of one order are computed.
///
/// Item lengths serve `stack` and `strip`, which hardly depend on the viewport's size; proportions and groups serve
/// justified and grouped layouts. An ungrouped `grid` needs only the item count, and a size pattern has a closed form:
/// neither takes a lock. The other indices are built on first use: O(n), some 50 ns an item. After that each item that
/// is added, removed or resized costs O(log n), plus one section of some hundred items where rows are justified.
package final class LayoutIndex: Sendable {
    /// The size in pixels assumed for the view of one item whose size is not known.
    package static let sizeOfUnknown = PixelSize(width: 1200, height: 900)

    private let items: any CollectionView
    /// The item lengths, the most recently used first.
    ///
    /// Planning reads a tree and following changes it, both under the lock: a second reference would make each change
    /// copy the tree.
    private let lengths = Mutex<[ItemLengths]>([])
    /// Most trees of lengths that are kept: a column and a row, in two windows.
    private static let mostLengths = 4
    /// The proportions, the groups and the layouts over them; planned under the lock, as above.
    private let rows = Mutex(RowIndex())
    /// The planes, each of one revision; made under the lock.
    private let planes = Mutex(Planes())

    init(_ items: any CollectionView) {
        self.items = items
    }

    /// An event loop may wait for a layout that must catch up with at most this many items: some 50 µs.
    private static let nearCount = 1000
    /// How many items each layout had when it was last used; readable without the locks above.
    private let lengthCounts = Mutex<[ItemLengths.Shape: Int]>([:])
    private let rowCounts = Mutex<[RowIndex.Shape: Int]>([:])
    /// Number of threads that build an index of many rows, or wait for the lock to do so.
    private let builderCount = Atomic(0)

    /// Whether these layouts, over the first `count` items, can probably be used without a long wait; never waits
    /// itself.
    package func isNear(_ requests: [LayoutRequest], count: Int) -> Bool {
        guard items.sizePattern == nil else { return true }
        return requests.allSatisfy { request in
            if let shape = plane(of: request) {
                return planes.withLockIfAvailable {
                    $0.has(shape, revision: items.status.revision, keepsAxes: request.keepsAxes)
                } ?? false
            }
            let followed: Int
            if let shape = shape(of: request) {
                // The lock is held while an index is built, so other readers of rows or groups wait.
                if count > Self.nearCount, builderCount.load(ordering: .relaxed) > 0 { return false }
                followed = rowCounts.withLock { $0[shape] ?? 0 }
            } else {
                guard let linear = linear(request) else { return true }
                followed = lengthCounts.withLock { $0[linear] ?? 0 }
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
            .groupedGrid(
                width: request.viewport.width, columns: request.columnCount, spacing: request.spacing,
                scale: request.scale)
        default: nil
        }
    }

    /// The key under which `lengths` keeps this layout; nil unless it is a column or a row.
    private func linear(_ request: LayoutRequest) -> ItemLengths.Shape? {
        switch request.kind {
        case .stack: ItemLengths.Shape(.vertical, breadth: request.viewport.width)
        case .strip: ItemLengths.Shape(.horizontal, breadth: request.viewport.height)
        case .grid, .justified, .pages, .slides, .plane, .item: nil
        }
    }

    /// The key under which `planes` keeps this layout; nil unless it is a plane.
    private func plane(of request: LayoutRequest) -> Planes.Shape? {
        guard request.kind == .plane, let fields = request.plane else { return nil }
        return Planes.Shape(
            fields: fields, isTall: !fields.isMap && request.viewport.height > request.viewport.width)
    }

    /// Whether to wait while another thread uses or builds a layout.
    package enum Access: Sendable {
        /// Wait, on a worker thread.
        case waiting
        /// Give up, on an event loop.
        case ifFree
    }

    /// Calls `body` with the layout of the current items.
    ///
    /// `body` must not keep the layout: see `lengths`. May take O(n).
    ///
    /// - Returns: nil where the layout is in use and `access` does not wait, and for `slides`, which pictures do not have.
    @discardableResult
    package func withLayout<Result>(_ request: LayoutRequest, _ access: Access = .waiting, _ body: (Layout) -> Result)
        -> Result?
    {
        withGroups(request, access) { layout, _ in body(layout) }
    }

    /// Calls `body` with the layout of the current items and their groups; an ungrouped layout has none.
    ///
    /// `body` must not keep the layout. May take O(n): an event loop calls `isNear` first.
    ///
    /// - Returns: as `withLayout`.
    @discardableResult
    package func withGroups<Result>(
        _ request: LayoutRequest, _ access: Access = .waiting, _ body: (Layout, ItemGroups) -> Result
    ) -> Result? {
        guard let shape = shape(of: request) else { return withPlain(request, access) { body($0, ItemGroups()) } }
        let isLong = !isNear([request], count: items.status.count)
        if isLong { builderCount.add(1, ordering: .relaxed) }
        defer { if isLong { builderCount.subtract(1, ordering: .relaxed) } }
        return Self.with(rows, access) { rows in
            rows.follow(items)
            let layout = rows.layout(shape, pinning: request.pinnedRows)
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
            return body(.grid(request.grid(count: items.status.count, lead: request.lead)))
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
        // A chart is laid out from its series, and pictures never have this layout.
        case .slides: return nil
        case .stack, .strip: return linear(request).flatMap { withLinear($0, request, access, body) }
        case .plane:
            guard let shape = plane(of: request) else { return nil }
            // A map keeps its proportions.
            let side = min(request.viewport.width, request.viewport.height)
            let size = shape.fields.isMap ? Size(width: side, height: side) : request.viewport
            let keepsAxes = request.keepsAxes
            let layout = Self.with(planes, access) { planes -> PlaneLayout? in
                // An event loop never makes a plane.
                if access == .ifFree, !planes.has(shape, revision: items.status.revision, keepsAxes: keepsAxes) {
                    return nil
                }
                return planes.layout(shape, of: items, size: size, keepsAxes: keepsAxes)
            }
            return (layout ?? nil).map { body(.plane($0)) }
        }
    }

    private func withLinear<Result>(
        _ shape: ItemLengths.Shape, _ request: LayoutRequest, _ access: Access, _ body: (Layout) -> Result
    ) -> Result? {
        func layout(_ extents: Extents) -> Layout {
            .linear(
                LinearLayout(
                    axis: shape.axis, breadth: request.viewport[shape.axis.cross], spacing: request.spacing,
                    extents: extents))
        }
        if let pattern = items.sizePattern {
            let extents = PeriodicExtents(pattern: pattern.map(shape.length), count: items.status.count)
            return body(layout(.periodic(extents)))
        }
        return Self.with(lengths, access) { lengths in
            let found = lengths.firstIndex { $0.shape == shape }
            var own = found.map { lengths.remove(at: $0) } ?? ItemLengths(shape)
            own.follow(items)
            lengths = Array(lengths.prefix(Self.mostLengths - 1))
            lengthCounts.withLock { counts in
                counts = counts.filter { count in lengths.contains { $0.shape == count.key } }
                counts[shape] = own.count
            }
            defer { lengths.insert(own, at: 0) }
            return body(layout(.measured(own.tree)))
        }
    }
}
