// Any order the other way round.

import Tiling

/// A view of a collection from its last item to its first. Holds nothing of its own.
final class ReversedView: CollectionView {
    private let items: any CollectionView

    init(_ items: any CollectionView) { self.items = items }

    var status: CollectionStatus { items.status }
    var estimatedSize: PixelSize? { items.estimatedSize }
    var grouping: ItemGrouping? { items.grouping }
    func title(ofGroup group: Int) -> GroupTitle { items.title(ofGroup: group) }

    func groups(of range: Range<Int>) -> [Int] {
        items.groups(of: Self.mirror(range, items.status.count)).reversed()
    }

    /// The pattern backwards, from where the last item is in it.
    var sizePattern: [PixelSize]? {
        guard let pattern = items.sizePattern, !pattern.isEmpty else { return nil }
        let last = items.status.count - 1
        return pattern.indices.map { pattern[((last - $0) % pattern.count + pattern.count) % pattern.count] }
    }

    func index(ofItem id: String) -> Int? {
        items.index(ofItem: id).map { items.status.count - 1 - $0 }
    }

    func summaries(in range: Range<Int>) -> [ItemSummary] {
        items.summaries(in: Self.mirror(range, items.status.count)).reversed()
    }

    func sizes(in range: Range<Int>) -> [PixelSize?] {
        items.sizes(in: Self.mirror(range, items.status.count)).reversed()
    }

    func details(at index: Int) -> ItemDetails? {
        guard let mirrored = Self.mirror([index], items.status.count).first else { return nil }
        var details = items.details(at: mirrored)
        details?.index = index
        return details
    }

    func changes(since revision: Int, following known: Int, adding limit: Int) -> CollectionChanges? {
        // Those known here come last there: all of them, or none, are asked for there. What the sizes are of must be of
        // the same moment as the difference, so they are asked for until it is.
        while true {
            guard let (difference, status) = known == 0 ? (.none, items.status) : items.difference(since: revision)
            else { return nil }
            let changes = CollectionChanges(
                difference.reversed(count: status.count), status: status, following: known, adding: limit,
                sizes: { items.sizes(in: Self.mirror($0, status.count)).reversed() },
                groups: { items.groups(of: Self.mirror($0, status.count)).reversed() })
            if items.status.revision == status.revision { return changes }
        }
    }

    func difference(since revision: Int) -> (difference: OrderDifference, status: CollectionStatus)? {
        items.difference(since: revision).map { ($0.difference.reversed(count: $0.status.count), $0.status) }
    }

    func willDisplay(_ window: Range<Int>) {
        // Backwards what comes next comes first. Not cut to what is there, as it is not forwards.
        let count = items.status.count
        items.willDisplay(count - window.upperBound..<count - window.lowerBound)
    }

    private static func mirror(_ range: Range<Int>, _ count: Int) -> Range<Int> {
        let range = range.clamped(to: 0..<count)
        return count - range.upperBound..<count - range.lowerBound
    }

    private static func mirror(_ indices: [Int], _ count: Int) -> [Int] {
        indices.filter { $0 >= 0 && $0 < count }.map { count - 1 - $0 }
    }
}
