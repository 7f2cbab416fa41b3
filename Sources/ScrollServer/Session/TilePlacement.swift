// The place of a live session's tile.

import Tiling

/// The place of a tile, and what is said of its item.
struct TilePlacement: Sendable {
    /// In points from the viewport's top-left corner; as last sent, from that of the zoomed content.
    var frame: Rect
    var clip: EdgeInsets?
    /// The item's index at the plan's revision.
    var index = 0
    var label = TileLabel()

    /// The same place from the zoomed content's corner.
    func inContent(at offset: Point) -> TilePlacement {
        var placement = self
        placement.frame = frame.relative(to: Point(x: -offset.x, y: -offset.y))
        return placement
    }

    /// Whether both look the same in JSON, which rounds to thousandths of a point.
    func isNear(_ other: TilePlacement) -> Bool {
        let apart = max(
            abs(frame.x - other.frame.x), abs(frame.y - other.frame.y), abs(frame.width - other.frame.width),
            abs(frame.height - other.frame.height))
        return apart < 0.002 && clip == other.clip && index == other.index && label == other.label
    }
}
