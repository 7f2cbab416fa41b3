// A plan's tiles as JSON: where to paint each, and where to fetch it.

import Catalog
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
    /// Writes a tile of an item in the scene's window; nothing for another item's.
    ///
    /// The tile's address may lead to the original.
    mutating func write(_ tile: PlannedTile, of scene: PlanScene) {
        let position = tile.index - scene.first
        guard scene.items.indices.contains(position) else { return }
        // Takes the members one by one, since a copy of the whole summary would be made for each tile.
        let (item, version) = (scene.items[position].id, scene.items[position].version)
        let (format, isOriginal) = (scene.items[position].format, scene.items[position].isOriginal)
        let label = scene.label(at: tile.index)
        object { json in
            json.member("index", tile.index)
            json.member("item", item)
            if tile.level == Pyramid.copyLevel {
                json.member("level", scene.items[position].levelOfCopy)
            } else {
                json.member("level", tile.level)
            }
            json.member("column", tile.column)
            json.member("row", tile.row)
            json.write(tile.frame)
            json.write(clip: tile.clip)
            if let name = label.name { json.member("name", name) }
            // The server sends no picture of a video; of a HEIC, the page may test whether the browser shows the original.
            if let format, format.isOriginalOnly || format == .heic, !isOriginal {
                if format.isOriginalOnly { json.member("media", format.mimeType) }
                json.text("original") { $0.append(scene.prefix, "items/", item, "/original") }
            }
            json.write(label)
            if scene.thumbnails.contains(tile.index) {
                json.text("thumbnail") { text in
                    text.append(scene.prefix, "items/", item, "/thumbnail?v=")
                    text.append(version)
                }
            }
            if let colour = scene.colour(at: tile.index) {
                json.text("colour") { text in
                    text.append(plain: "#")
                    text.append(colour: colour)
                }
            }
            json.text("url") { text in
                text.append(scene.prefix, isOriginal ? "items/" : "tiles/", item, isOriginal ? "/original" : "")
                if !isOriginal {
                    if tile.level == Pyramid.copyLevel {
                        text.append(plain: "/copy")
                    } else {
                        text.append(plain: "/", tile.level)
                    }
                    text.append(plain: "/", tile.column)
                    text.append(plain: "/", tile.row)
                }
                text.append(plain: "?v=")
                text.append(version)
                // Browsers may have kept another tile of this number, from before stored ones were sent.
                if let stored = scene.items[position].storedTiles, !isOriginal,
                    let pyramid = scene.items[position].pyramid,
                    pyramid.tileSide(of: tile.level) == stored.side
                {
                    text.append(plain: "&side=", stored.side)
                }
                if let display = scene.display, scene.items[position].takes(display) {
                    text.append(plain: "&")
                    text.append(display.name)
                    text.append(plain: "=")
                    text.append(display.text)
                }
            }
        }
    }

    /// The members of a label after the name.
    mutating func write(_ label: TileLabel) {
        if let duration = label.duration { member("duration", duration) }
        if let badge = label.badge { write(badge) }
        if let value = label.sortValue { write(value) }
        if label.isSelected { member("selected", true) }
    }

    /// The member `sortValue`; of a long text only the beginning.
    mutating func write(_ value: SortValue) {
        object("sortValue") { json in
            FactJSON.head(of: value.field, into: &json)
            json.member("text", String(FactJSON.text(of: value.value, value.field).prefix(100)))
            if case .number(let number) = value.value { json.member("number", exactly: number) }
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

extension ItemSummary {
    /// The level of the smaller copy as clients see it: a number between those of the levels around it.
    fileprivate var levelOfCopy: Double {
        guard let side = copySide, let size, side > 0, max(size.width, size.height) >= side else { return 0 }
        let ratio = Double(max(size.width, size.height)) / Double(side)
        return Double(ratio.exponent) + ratio.significand - 1
    }
}

extension JSONText {
    /// Appends a scene's prefix, a folder, an item's id and what follows it.
    @inline(__always)
    mutating func append(_ prefix: [UInt8], _ folder: StaticString, _ item: String, _ end: StaticString) {
        append(plain: prefix)
        append(plain: folder)
        append(item)
        append(plain: end)
    }
}
