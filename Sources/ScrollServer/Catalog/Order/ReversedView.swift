// An order read backwards.

import Pixels
import Tiling

/// A view of a collection from its last item to its first; stores no items: every call goes to the other view.
final class ReversedView: CollectionView {
    private let items: any CollectionView

    init(_ items: any CollectionView) { self.items = items }

    var status: CollectionStatus { items.status }
    var isThere: Bool { items.isThere }
    var estimatedSize: PixelSize? { items.estimatedSize }
    var grouping: ItemGrouping? { items.grouping }
    func title(ofGroup group: Int) -> GroupTitle { items.title(ofGroup: group) }

    func sortTitle(at index: Int) -> String? { items.sortTitle(at: items.status.count - 1 - index) }

    func groups(of range: Range<Int>) -> [Int] {
        items.groups(of: Self.mirror(range, items.status.count)).reversed()
    }

    /// The pattern backwards, starting with the size of the last item.
    var sizePattern: [PixelSize]? {
        guard let pattern = items.sizePattern, !pattern.isEmpty else { return nil }
        let last = items.status.count - 1
        return pattern.indices.map { pattern[((last - $0) % pattern.count + pattern.count) % pattern.count] }
    }

    func values(of fields: [String]) -> (values: [FieldValues], revision: Int)? {
        items.values(of: fields).map { values, revision in
            let reversed = values.map { values in
                FieldValues(
                    kind: values.kind, numbers: values.numbers.reversed(), names: values.names,
                    heights: values.heights.reversed())
            }
            return (reversed, revision)
        }
    }

    func stamp(of fields: [String]) -> FieldStamp? { items.stamp(of: fields) }

    func index(ofItem id: String) -> Int? {
        items.index(ofItem: id).map { items.status.count - 1 - $0 }
    }

    func summaries(in range: Range<Int>) -> [ItemSummary] {
        items.summaries(in: Self.mirror(range, items.status.count)).reversed()
    }

    func numbers(in range: Range<Int>) -> [ItemNumbers] {
        items.numbers(in: Self.mirror(range, items.status.count)).reversed()
    }

    var computedColour: (@Sendable (Int) -> UInt32)? {
        guard let colour = items.computedColour else { return nil }
        let last = items.status.count - 1
        return { (index: Int) -> UInt32 in colour(last - index) }
    }

    var computedPicture: (@Sendable (_ index: Int, _ side: Int) -> PixelBuffer)? {
        guard let picture = items.computedPicture else { return nil }
        let last = items.status.count - 1
        return { (index: Int, side: Int) -> PixelBuffer in picture(last - index, side) }
    }

    func selectedRuns(in range: Range<Int>) -> [Range<Int>] {
        let count = items.status.count
        return items.selectedRuns(in: Self.mirror(range, count)).reversed().map { Self.mirror($0, count) }
    }

    func sizes(in range: Range<Int>) -> [PixelSize?] {
        items.sizes(in: Self.mirror(range, items.status.count)).reversed()
    }

    var isFixed: Bool { items.isFixed }

    func details(in range: Range<Int>) -> (details: [ItemDetails], status: CollectionStatus) {
        while true {
            let count = items.status.count
            var (details, status) = items.details(in: Self.mirror(range.clamped(to: 0..<max(0, count)), count))
            guard status.count == count else { continue }
            for position in details.indices { details[position].index = count - 1 - details[position].index }
            return (details.reversed(), status)
        }
    }

    func details(at index: Int) -> ItemDetails? {
        guard let mirrored = Self.mirror([index], items.status.count).first else { return nil }
        var details = items.details(at: mirrored)
        details?.index = index
        return details
    }

    func changes(since revision: Int, following known: Int, adding limit: Int) -> CollectionChanges? {
        // The first items here are the last ones there, so the whole difference is needed, not that of `known` items.
        // Read it again if the revision changes before the sizes are read.
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
        // Reversed, the next items are those before the window. Like the window itself, the range is not clamped.
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
