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
}
