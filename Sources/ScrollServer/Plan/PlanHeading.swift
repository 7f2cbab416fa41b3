// The headings in a plan.

import Catalog
import Tiling

/// One heading of a grouped layout, and where it is painted.
struct PlanHeading: Sendable {
    /// The group's position among all groups, from 0; changes when a group before it appears or disappears.
    var group: Int
    var title: GroupTitle
    /// The items below the heading; never empty.
    var items: Range<Int>
    /// In points from the viewport's top-left corner.
    var frame: Rect
    /// How many of the items are selected; nil where that was not counted.
    var selectedCount: Int? = 0
}

extension PlanHeading {
    /// The headings in or near the viewport, and the sticky one, which stays below the top inset while its group is in
    /// view.
    ///
    /// Both are empty for a layout without groups.
    static func headings(
        of layout: Layout, _ groups: ItemGroups, _ request: Planner.Request, at offset: Point,
        in view: any CollectionView
    ) -> (near: [PlanHeading], sticky: PlanHeading?) {
        guard case .grouped(let layout) = layout else { return ([], nil) }
        func placed(_ heading: GroupedLayout.Heading) -> PlanHeading? {
            guard groups.numbers.indices.contains(heading.group) else { return nil }
            return PlanHeading(
                group: heading.group, title: view.title(ofGroup: groups.numbers[heading.group]),
                items: layout.groups.items(of: heading.group),
                frame: heading.frame.scaled(by: request.zoomScale).relative(to: offset))
        }
        let unzoomed = 1 / request.zoomScale
        let near = layout.headings(in: request.near(at: offset).scaled(by: unzoomed))
        let sticky = layout.stickyHeading(at: (offset.y + request.inset.top) * unzoomed)
        return (near.compactMap(placed), sticky.flatMap(placed))
    }

    /// The most items that are looked at for one plan.
    private static let mostCounted = 1 << 16

    /// Counts the selected items below headings, where those of all their groups are not too many.
    ///
    /// O(items) of the groups. `status` is of the selection, in which something is selected.
    static func countSelected(
        below headings: inout [PlanHeading], _ sticky: inout PlanHeading?, in view: any CollectionView,
        _ status: SelectionStatus, of total: Int
    ) {
        var left = mostCounted
        var counts: [Range<Int>: Int] = [:]
        func count(_ items: Range<Int>) -> Int? {
            if status.count >= total { return items.count }
            if let known = counts[items] { return known }
            guard items.count <= left else { return nil }
            left -= items.count
            let count = view.selectedRuns(in: items).reduce(0) { $0 + $1.count }
            counts[items] = count
            return count
        }
        // The sticky one's group is in view.
        if let items = sticky?.items { sticky?.selectedCount = count(items) }
        for index in headings.indices { headings[index].selectedCount = count(headings[index].items) }
    }
}
