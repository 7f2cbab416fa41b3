// The item lengths of a collection in one order, kept up to date with it.

import Synchronization
import Tiling

/// Keeps the extents of the `stack` and `strip` layouts of a collection in one order, which no viewport's size changes.
///
/// A `grid` needs no extents, and a size pattern's are in closed form: neither takes the lock. The others' are built
/// when they are first asked for (O(n), some 50 ns an item) and follow the collection from then on: every item that
/// comes, goes or changes its size costs O(log n).
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
        /// Only for `grid`: empty cells before the first item.
        var lead = 0
        /// In points.
        var spacing: Double
        /// Only for the view of one item: its id.
        var item: String?
    }

    private struct Lengths: Sendable {
        let axis: Axis
        var tree = ExtentTree()
        /// The collection's revision that the tree shows.
        var revision = 0
        /// The mean of the measured lengths, which is the best estimate for the others.
        var measuredSum = 0.0
        var measuredCount = 0

        /// Items that are learnt of at a time, so that a million sizes are never held at once.
        private static let batchCount = 4096

        /// Brings the tree up to the collection as it is now. O(log n) for each change.
        mutating func follow(_ items: any CollectionView) {
            while true {
                let status = items.status
                if status.revision == revision, tree.count == status.count { return }
                let before = (revision, tree.count)
                guard let changes = items.changes(since: revision, following: tree.count, adding: Self.batchCount)
                else {
                    self = Lengths(axis: axis)
                    continue
                }
                apply(changes, estimatedSize: items.estimatedSize)
                // Only a collection that contradicts itself gives nothing to do.
                if before == (revision, tree.count) { return }
            }
        }

        private mutating func apply(_ changes: CollectionChanges, estimatedSize: PixelSize?) {
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

    init(_ items: any CollectionView) {
        self.items = items
    }

    /// Items that are followed so quickly that an event loop may do it.
    private static let nearCount = 20_000
    /// How many items each layout followed when it was last asked for.
    private let stackCount = Atomic(0)
    private let stripCount = Atomic(0)

    /// Whether the layout of a collection of `count` items can be had at once. Does not wait for who is making it.
    func isNear(_ wish: Wish, count: Int) -> Bool {
        guard wish.kind == .stack || wish.kind == .strip, items.sizePattern == nil else { return true }
        let followed =
            wish.kind == .stack ? stackCount.load(ordering: .relaxed) : stripCount.load(ordering: .relaxed)
        return count - followed <= Self.nearCount
    }

    /// Calls `body` with the layout as the collection is now. `body` must not keep the layout.
    func withLayout<Result>(_ wish: Wish, _ body: (Layout) -> Result) -> Result {
        switch wish.kind {
        case .grid:
            let columns =
                wish.columns ?? GridLayout.defaultColumns(width: wish.viewport.width, spacing: wish.spacing)
            return body(
                .grid(
                    GridLayout(
                        count: items.status.count, width: wish.viewport.width, columns: columns,
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
        case .stack: return withLinear(stack, .vertical, wish, body)
        case .strip: return withLinear(strip, .horizontal, wish, body)
        }
    }

    private func withLinear<Result>(
        _ lengths: borrowing Mutex<Lengths>, _ axis: Axis, _ wish: Wish, _ body: (Layout) -> Result
    ) -> Result {
        func layout(_ extents: Extents) -> Layout {
            .linear(
                LinearLayout(
                    axis: axis, breadth: wish.viewport[axis.cross], spacing: wish.spacing, extents: extents))
        }
        if let pattern = items.sizePattern {
            let lengths = pattern.map { LinearLayout.length(of: $0, along: axis) }
            return body(layout(.periodic(PeriodicExtents(pattern: lengths, count: items.status.count))))
        }
        return lengths.withLock { lengths in
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
