// A plan's tiles as JSON: where to paint each, and where to fetch it.

import Catalog
import Metadata
import Platform
import Tiling

extension PlanJSON {
    /// The common beginning of all addresses below a collection, escaped for JSON.
    static func prefix(_ addresses: Addresses, _ collection: String) -> [UInt8] {
        var text = JSONText(capacity: 64)
        text.append(addresses.collection(collection))
        text.append(plain: "/")
        return text.bytes(text.count)
    }
}

extension JSONWriter {
    /// Writes the tiles of a plan as elements of an array.
    mutating func writeTiles(of plan: Plan, _ scene: PlanJSON.Scene) {
        let url = scene.prefix
        for tile in plan.tiles {
            let index = tile.index - scene.first
            guard scene.items.indices.contains(index) else { continue }
            // Passes two strings rather than the whole summary, which would be copied for each tile.
            write(
                tile, of: scene.items[index].id, version: scene.items[index].version,
                format: scene.items[index].format, isOriginal: scene.items[index].isOriginal,
                duration: scene.items[index].duration, url: url, scene.label(at: tile.index))
        }
    }

    /// Writes one tile.
    ///
    /// `url` is the common beginning of addresses, a scene's `prefix`; the tile's address may lead to the original.
    /// `duration` is a video's, in seconds.
    mutating func write(
        _ tile: PlannedTile, of item: String, version: String, format: MediaFormat?, isOriginal: Bool,
        duration: Double?, url: [UInt8], _ label: PlanJSON.Label
    ) {
        object { json in
            json.member("index", tile.index)
            json.member("item", item)
            json.member("level", tile.level)
            json.member("column", tile.column)
            json.member("row", tile.row)
            json.write(tile.frame)
            json.write(clip: tile.clip)
            if let name = label.name { json.member("name", name) }
            // The server sends no picture of a video; of a HEIC, the page may test whether the browser shows the original.
            if let format, format.isOriginalOnly || format == .heic, !isOriginal {
                if format.isOriginalOnly { json.member("media", format.mimeType) }
                json.text("original") { text in
                    text.append(plain: url)
                    text.append(plain: "items/")
                    text.append(item)
                    text.append(plain: "/original")
                }
            }
            if let duration { json.member("duration", duration) }
            if let badge = label.badge { json.write(badge) }
            if label.isSelected { json.member("selected", true) }
            if label.hasThumbnail {
                json.text("thumbnail") { text in
                    text.append(plain: url)
                    text.append(plain: "items/")
                    text.append(item)
                    text.append(plain: "/thumbnail?v=")
                    text.append(version)
                }
            }
            if let colour = label.colour {
                json.text("colour") { text in
                    text.append(plain: "#")
                    text.append(colour: colour)
                }
            }
            json.text("url") { text in
                text.append(plain: url)
                text.append(plain: isOriginal ? "items/" : "tiles/")
                text.append(item)
                if isOriginal {
                    text.append(plain: "/original")
                } else {
                    text.append(plain: "/", tile.level)
                    text.append(plain: "/", tile.column)
                    text.append(plain: "/", tile.row)
                }
                text.append(plain: "?v=")
                text.append(version)
            }
        }
    }

    /// The member `badge`.
    mutating func write(_ badge: ItemBadge) {
        object("badge") { json in
            if let kind = badge.kind { json.member("kind", kind.rawValue) }
            if let pages = badge.pages { json.member("pages", pages) }
            json.write(marks: badge)
        }
    }

    /// The members of a badge that readers can change.
    mutating func write(marks badge: ItemBadge) {
        if let rating = badge.rating { member("rating", rating) }
        if let flag = badge.flag { member("flag", flag.name) }
        if let label = badge.label { member("label", label.name) }
    }

    /// The member `clip`; nothing where a tile is not clipped.
    @inline(__always)
    mutating func write(clip: EdgeInsets?) {
        guard let clip else { return }
        object("clip") { json in
            json.member("top", clip.top)
            json.member("left", clip.left)
            json.member("bottom", clip.bottom)
            json.member("right", clip.right)
        }
    }

    /// Writes the members of a frame: x, y, width and height.
    @inline(__always)
    mutating func write(_ frame: Rect) {
        write(Point(x: frame.x, y: frame.y))
        member("width", frame.width)
        member("height", frame.height)
    }

    /// Writes the members of a point: x and y.
    @inline(__always)
    mutating func write(_ point: Point) {
        member("x", point.x)
        member("y", point.y)
    }
}
