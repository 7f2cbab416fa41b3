// The item lengths of one collection, kept up to date with it.

import Synchronization
import Tiling

/// Keeps the extents of a collection's `stack` and `strip` layouts, which no viewport's size changes.
///
/// A `grid` needs no extents, and a demo's are in closed form: neither takes the lock. The others' are built when they
/// are first asked for (O(n), some 50 ns an item) and follow the collection from then on: appended items and changed
/// sizes cost O(log n) each.
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

        /// Brings the tree up to the collection as it is now.
        mutating func follow(_ collection: any Collection) {
            let status = collection.status
            if status.revision == revision, tree.count == status.count { return }
            if tree.count > status.count { rebuild() }
            guard let resized = tree.count == 0 ? [] : collection.resized(since: revision) else {
                rebuild()
                return follow(collection)
            }
            for index in resized where index < tree.count {
                guard let size = collection.summary(at: index)?.size else { continue }
                tree.resize(index, to: learn(size))
            }
            append(from: collection, upTo: status.count)
            revision = status.revision
        }

        private mutating func rebuild() {
            self = Lengths(axis: axis)
        }

        private mutating func append(from collection: any Collection, upTo count: Int) {
            // In batches, so that a million sizes are never held at once.
            while tree.count < count {
                let batch = collection.sizes(in: tree.count..<min(count, tree.count + 4096))
                if batch.isEmpty { return }
                for size in batch { tree.append(size.map { learn($0) } ?? estimate) }
            }
        }

        private mutating func learn(_ size: PixelSize) -> Double {
            let length = LinearLayout.length(of: size, along: axis)
            measuredSum += length
            measuredCount += 1
            return length
        }

        /// What an item is taken to be before it is measured: the running mean, a 3:2 landscape until there is one.
        private var estimate: Double {
            if measuredCount > 0 { return measuredSum / Double(measuredCount) }
            return LinearLayout.length(of: PixelSize(width: 3, height: 2), along: axis)
        }
    }

    /// What the picture of an item without a size is taken for.
    static let sizeOfUnknown = PixelSize(width: 1200, height: 900)

    private let collection: any Collection
    /// Guards the extents: planning reads them and following the collection changes them, both within the lock, so that
    /// no copy of a tree is alive while it changes (which would copy all of it).
    private let stack = Mutex(Lengths(axis: .vertical))
    private let strip = Mutex(Lengths(axis: .horizontal))

    init(_ collection: any Collection) {
        self.collection = collection
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
                        count: collection.status.count, width: wish.viewport.width, columns: columns,
                        spacing: wish.spacing, lead: wish.lead)))
        case .pages:
            let page = Size(
                width: wish.viewport.width + wish.inset.left + wish.inset.right,
                height: wish.viewport.height + wish.inset.top + wish.inset.bottom)
            return body(.pages(PagesLayout(count: collection.status.count, page: page, inset: wish.inset)))
        case .item:
            let index = wish.item.flatMap { collection.index(ofItem: $0) } ?? 0
            return body(
                .picture(
                    PictureLayout(
                        index: index, count: collection.status.count,
                        size: collection.summary(at: index)?.size ?? Self.sizeOfUnknown)))
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
        if let demo = collection as? DemoCollection {
            let pattern = DemoCollection.sizePattern.map { LinearLayout.length(of: $0, along: axis) }
            return body(layout(.periodic(PeriodicExtents(pattern: pattern, count: demo.count))))
        }
        return lengths.withLock { lengths in
            lengths.follow(collection)
            return body(layout(.measured(lengths.tree)))
        }
    }
}
