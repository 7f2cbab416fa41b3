// What a plan shows, for its JSON.

import Tiling

extension PlanJSON {
    /// What a plan shows, all of it of the view that the plan's indices count in.
    struct Scene: Sendable {
        var collection: any ItemCollection
        var status: CollectionStatus
        var place: PlanPlace
        /// The layout where it is in closed form, and may be kept: an index over lengths may not.
        var layout: Layout?
        var headings: [PlanHeading] = []
        var sticky: PlanHeading?
        var limits: ZoomLimits
        /// The index of the first of `items`.
        var first: Int
        /// Those of the plan's window.
        var items: [ItemSummary]
        /// Indices of items whose own thumbnail may be shown until their tile has come.
        var thumbnails: Set<Int>
        /// What is known of the colours of `items`, 0xRRGGBB; empty where nothing is.
        var colours: [UInt32?]
        /// What `items` are called; empty where nobody asked.
        var names: [String]
        /// What stands around a chart's slides, as JSON; nil for pictures.
        var chart: [UInt8]?
        /// What is said behind the last item, where the plan has a place for it.
        var footer: CollectionFooter?
        /// What has changed in the window since the revision that was asked about, as JSON.
        var changes: [UInt8]?

        /// What the item with this index is called, if that is wanted.
        func name(at index: Int) -> String? {
            names.indices.contains(index - first) ? names[index - first] : nil
        }

        /// The item with this index, if it is one of those near.
        func item(at index: Int) -> ItemSummary? {
            items.indices.contains(index - first) ? items[index - first] : nil
        }

        /// The average colour of the item with this index, if it is known.
        func colour(at index: Int) -> UInt32? {
            colours.indices.contains(index - first) ? colours[index - first] : nil
        }
    }
}
