// A plan, and all that it shows and says.

import Catalog
import Pixels
import Tiling

/// What a tile says about its item.
struct TileLabel: Sendable, Equatable {
    /// nil unless the request asks for names.
    var name: String?
    /// A video's duration in seconds, known once the header has been read.
    var duration: Double?
    /// nil where there is nothing to say, or the request does not ask for it.
    var badge: ItemBadge?
    /// The value by which the item is sorted; nil where it has none, or as with badges.
    var sortValue: SortValue?
    var isSelected = false
    /// How many items the tile's bin of a plane holds, where there are several; nil elsewhere.
    var count: Int?
}

/// A plan and what it shows.
///
/// All of it comes from one view of the collection, the one that the plan's indices count in.
struct PlanScene: Sendable {
    /// The request that was answered.
    var asked: PlanRequest
    var plan: Plan
    var collection: any ItemCollection
    /// The common beginning of all addresses below the collection, escaped for JSON.
    var prefix: [UInt8]
    var status: CollectionStatus
    /// The number of items searched; nil where no search selects items.
    var total: Int?
    /// The query with dates in natural language replaced, such as `taken:2026-06..2026-08`; nil without a query.
    var understood: String?
    /// The conditions of that query, with what people call them; empty without a query.
    var conditions: [NamedCondition] = []
    /// The path of the folder whose items are shown, where the request selects by nothing else; nil elsewhere.
    var folder: String?
    var resolved: ResolvedRequest
    /// The layout, where it is in closed form and so may be kept; nil for a layout that refers to the
    /// `LayoutIndex`.
    var layout: Layout?
    var headings: [PlanHeading] = []
    var sticky: PlanHeading?
    var limits: ZoomLimits
    /// The index of the first of `items`.
    var first: Int
    /// The items of the plan's window.
    var items: [ItemSummary]
    /// Only of a plane, whose items are no run: where in `items` each index is.
    var positions: [Int: Int]?
    /// The axes of a plane, and how many pictures its bins hold; nil for other layouts.
    var plane: PlanPlane?
    /// The one picture that is shown; nil where there are several.
    var picture: PlanPicture?
    /// The tiles of a mosaic; nil where each item has tiles of its own.
    var mosaic: PlanMosaic?
    /// Indices of items whose embedded thumbnail may be shown until their tile comes.
    var thumbnails: Set<Int>
    /// The average colours of `items`, 0xRRGGBB, nil where not known; empty where none is known.
    var colours: [UInt32?]
    /// The names of `items`; empty unless the request asks for names.
    var names: [String]
    /// What cells say about their items, by index; empty unless the request asks for it, and only of items that are
    /// shown large enough.
    var badges: [Int: ItemBadge] = [:]
    /// The values by which these items are sorted, by index.
    var sortValues: [Int: SortValue] = [:]
    /// The selection; nil where no item can be selected.
    var selection: SelectionStatus?
    /// Whether each of `items` is selected; empty where none is.
    var selected: [Bool] = []
    /// The selected cells of a mosaic, in points from the viewport's top-left corner.
    var selectedCells: [Rect] = []
    /// The details by which the item at the viewport's top is sorted, where that is not its name; nil unless the
    /// request asks for names.
    var anchorDetails: ItemDetails?
    /// The plan's member `chart` as JSON; nil for pictures.
    var chart: [UInt8]?
    /// The revision of another collection whose pictures a chart shows; nil where it shows none.
    var othersRevision: Int?
    /// How the samples of the items that take it are shown; nil for as stored.
    var display: SampleDisplay?
    /// The message after the last item; nil where the collection has none.
    var footer: CollectionFooter?
    /// The plan's member `changes` as JSON: the window's changes since the revision in the request; nil without
    /// one.
    var changes: [UInt8]?
    /// What to fetch next; empty where no live session asks.
    var ahead = PlanAhead()
    /// The bands beneath and ahead of the tiles; nil where no live session paints them.
    var bands: PlanBands?
    /// The rows that the client sees when it paints the plan; nil where there are none.
    var seen: SeenRows?
    /// Ids of items in the window whose size is not known, the most needed first.
    var unmeasured: [String] = []
    /// The item at the viewport's top, as an anchor; nil where all items are measured.
    var top: PlanRequest.Anchor?

    /// Where the item with this index is in `items`; nil unless it is in the window.
    func position(of index: Int) -> Int? {
        let position = positions.map { $0[index] ?? -1 } ?? index - first
        return items.indices.contains(position) ? position : nil
    }

    /// The name of the item with this index, if it is in the window and the request asks for names.
    func name(at index: Int) -> String? {
        position(of: index).flatMap { names.indices.contains($0) ? names[$0] : nil }
    }

    /// What a tile of `items[position]`, which has this index, says besides where it is.
    func label(of index: Int, at position: Int) -> TileLabel {
        TileLabel(
            name: names.indices.contains(position) ? names[position] : nil, duration: items[position].duration,
            badge: badges.isEmpty ? nil : badges[index],
            sortValue: sortValues.isEmpty ? nil : sortValues[index],
            isSelected: selected.indices.contains(position) && selected[position],
            count: plane?.counts[index])
    }

    /// The item with this index, if it is in the window.
    func item(at index: Int) -> ItemSummary? { position(of: index).map { items[$0] } }

    /// How the samples of an item are shown in its tiles; nil for as stored.
    func display(of item: ItemSummary) -> SampleDisplay? { display.flatMap { item.takes($0) ? $0 : nil } }

    /// The average colour of the item with this index, if it is known.
    func colour(at index: Int) -> UInt32? {
        position(of: index).flatMap { colours.indices.contains($0) ? colours[$0] : nil }
    }
}
