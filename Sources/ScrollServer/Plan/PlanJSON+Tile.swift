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
        guard let position = scene.position(of: tile.index) else { return }
        // Takes the members one by one, since a copy of the whole summary would be made for each tile.
        let (item, version) = (scene.items[position].id, scene.items[position].version)
        let (format, isOriginal) = (scene.items[position].format, scene.items[position].isOriginal)
        let label = scene.label(of: tile.index, at: position)
        // Nearly all of a tile is written in two pieces: before what few tiles have, and behind it.
        piece(atMost: item.utf8.count * 6 + 14 * OutputSpan<UInt8>.longestMember) { output in
            output.append("{\"index\":", tile.index)
            output.append(copying: ",\"item\":\"")
            output.append(escaping: item)
            if tile.level == Pyramid.copyLevel {
                output.append("\",\"level\":", scene.items[position].levelOfCopy)
            } else {
                output.append("\",\"level\":", tile.level)
            }
            output.append(",\"column\":", tile.column)
            output.append(",\"row\":", tile.row)
            output.append(copying: ",")
            output.members(of: tile.frame)
            if let clip = tile.clip { output.member(clip: clip) }
        }
        if let name = label.name { member("name", name) }
        // The server sends no picture of a video; of a HEIC, the page may test whether the browser shows the original.
        if let format, format.isOriginalOnly || format == .heic, !isOriginal {
            if format.isOriginalOnly { member("media", format.mimeType) }
            text("original") { $0.append(scene.prefix, "items/", item, "/original") }
        }
        write(label)
        if scene.thumbnails.contains(tile.index) {
            text("thumbnail") { text in
                text.append(scene.prefix, "items/", item, "/thumbnail?v=")
                text.append(version)
            }
        }
        let display = isOriginal || scene.display == nil ? nil : scene.display(of: scene.items[position])
        // Browsers may have kept another tile of this number, from before stored ones were sent.
        let hasStored = !isOriginal && scene.items[position].storedTiles != nil
        let side = hasStored ? scene.items[position].storedSide(at: tile.level) : nil
        let colour = scene.colours.indices.contains(position) ? scene.colours[position] : nil
        let displayCount = display.map { $0.name.utf8.count + $0.text.utf8.count } ?? 0
        let byteCount = scene.prefix.count + (item.utf8.count + version.utf8.count + displayCount) * 6
        piece(atMost: byteCount + 7 * OutputSpan<UInt8>.longestMember) { output in
            if let colour {
                output.append(copying: "\"colour\":\"#")
                output.append(colour: colour)
                output.append(copying: "\",")
            }
            output.append(copying: "\"url\":\"")
            output.append(copying: scene.prefix.span)
            output.append(copying: isOriginal ? "items/" : "tiles/")
            output.append(escaping: item)
            if isOriginal {
                output.append(copying: "/original")
            } else {
                output.append(copying: tile.level == Pyramid.copyLevel ? "/copy/" : "/")
                if tile.level != Pyramid.copyLevel {
                    output.append(tile.level)
                    output.append(UInt8(ascii: "/"))
                }
                output.append(tile.column)
                output.append("/", tile.row)
            }
            output.append(copying: "?v=")
            output.append(escaping: version)
            if let side {
                output.append("&side=", side)
            }
            if let display {
                output.append(UInt8(ascii: "&"))
                output.append(escaping: display.name)
                output.append(UInt8(ascii: "="))
                output.append(escaping: display.text)
            }
            output.append(copying: "\"},")
        }
    }

    /// The members of a label after the name.
    mutating func write(_ label: TileLabel) {
        if let duration = label.duration { member("duration", duration) }
        if let badge = label.badge { write(badge) }
        if let value = label.sortValue { write(value) }
        if label.isSelected { member("selected", true) }
        if let count = label.count { member("count", count) }
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
        piece(atMost: 5 * OutputSpan<UInt8>.longestMember) { $0.member(clip: clip) }
    }

    /// Writes the members of a frame: x, y, width and height.
    @inline(__always)
    mutating func write(_ frame: Rect) {
        piece(atMost: 4 * OutputSpan<UInt8>.longestMember) { $0.members(of: frame) }
    }

    /// Writes the members of a point: x and y.
    @inline(__always)
    mutating func write(_ point: Point) {
        member("x", point.x)
        member("y", point.y)
    }
}

extension OutputSpan<UInt8> {
    /// Writes the members of a frame: x, y, width and height.
    @inline(__always)
    fileprivate mutating func members(of frame: Rect) {
        append("\"x\":", frame.x)
        append(",\"y\":", frame.y)
        append(",\"width\":", frame.width)
        append(",\"height\":", frame.height)
        append(copying: ",")
    }

    /// Writes the member `clip`.
    @inline(__always)
    fileprivate mutating func member(clip: EdgeInsets) {
        append("\"clip\":{\"top\":", clip.top)
        append(",\"left\":", clip.left)
        append(",\"bottom\":", clip.bottom)
        append(",\"right\":", clip.right)
        append(copying: "},")
    }
}

extension ItemSummary {
    /// The side of the file's own tiles at a level, in pixels; nil where the server makes the tiles.
    fileprivate func storedSide(at level: Int) -> Int? {
        guard let storedTiles, let pyramid, pyramid.tileSide(of: level) == storedTiles.side else { return nil }
        return storedTiles.side
    }

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
