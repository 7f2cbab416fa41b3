// The place of a live session's tile, as last sent to the page.

import Catalog
import Tiling

/// The place of a tile as last sent to the page.
struct TilePlacement: Sendable {
    /// In points from the top-left corner of the zoomed content.
    var frame: Rect
    var clip: EdgeInsets?
    var index: Int
    /// The item's name, where the last report asked for names.
    var name: String?
    /// A video's duration in seconds, known once the header has been read.
    var duration: Double?
    /// What the cell says, which changes when somebody rates the picture.
    var badge: ItemBadge?
    /// Whether the item is selected.
    var isSelected: Bool

    init(_ tile: SessionTile, offset: Point) {
        frame = Rect(
            x: tile.frame.x + offset.x, y: tile.frame.y + offset.y, width: tile.frame.width,
            height: tile.frame.height)
        clip = tile.clip
        index = tile.index
        name = tile.name
        duration = tile.duration
        badge = tile.badge
        isSelected = tile.isSelected
    }

    /// Whether both look the same in JSON, which rounds to thousandths of a point.
    func isNear(_ other: TilePlacement) -> Bool {
        let apart = max(
            abs(frame.x - other.frame.x), abs(frame.y - other.frame.y), abs(frame.width - other.frame.width),
            abs(frame.height - other.frame.height))
        return apart < 0.002 && clip == other.clip && index == other.index && duration == other.duration
            && name == other.name && badge == other.badge && isSelected == other.isSelected
    }
}
