// A plan's tiles as JSON: where to paint each, and where to fetch it.

import Tiling

extension PlanJSON {
    /// What all addresses of a collection begin with, escaped for JSON.
    static func address(_ collection: String) -> [UInt8] {
        var text = JSONText(capacity: 64)
        text.append(plain: "/api/collections/")
        text.append(collection)
        text.append(plain: "/")
        return text.bytes(text.count)
    }
}

extension JSONWriter {
    /// The tiles of a plan, as elements of an array. `names` are those of the scene's items, or empty.
    mutating func writeTiles(of plan: Plan, _ scene: PlanJSON.Scene, _ names: [String]) {
        let url = PlanJSON.address(scene.collection.id)
        for tile in plan.tiles {
            let place = tile.index - scene.first
            guard scene.items.indices.contains(place) else { continue }
            // The two texts rather than the whole summary, which would be copied for each tile.
            write(
                tile, of: scene.items[place].id, version: scene.items[place].version, url: url,
                name: names.indices.contains(place) ? names[place] : nil,
                hasThumbnail: scene.thumbnails.contains(tile.index), colour: scene.colour(at: tile.index))
        }
    }

    /// One tile. `url` is what its collection's addresses begin with, escaped.
    mutating func write(
        _ tile: PlannedTile, of item: String, version: String, url: [UInt8], name: String?, hasThumbnail: Bool,
        colour: UInt32?
    ) {
        object { json in
            json.member("index", tile.index)
            json.member("item", item)
            json.member("level", tile.level)
            json.member("column", tile.column)
            json.member("row", tile.row)
            json.write(tile.frame)
            if let clip = tile.clip {
                json.object("clip") { json in
                    json.member("top", clip.top)
                    json.member("left", clip.left)
                    json.member("bottom", clip.bottom)
                    json.member("right", clip.right)
                }
            }
            if let name { json.member("name", name) }
            if hasThumbnail {
                json.text("thumbnail") { text in
                    text.append(plain: url)
                    text.append(plain: "items/")
                    text.append(item)
                    text.append(plain: "/thumbnail?v=")
                    text.append(version)
                }
            }
            if let colour {
                json.text("colour") { text in
                    text.append(plain: "#")
                    text.append(colour: colour)
                }
            }
            json.text("url") { text in
                text.append(plain: url)
                text.append(plain: "tiles/")
                text.append(item)
                text.append(plain: "/", tile.level)
                text.append(plain: "/", tile.column)
                text.append(plain: "/", tile.row)
                text.append(plain: "?v=")
                text.append(version)
            }
        }
    }

    /// The members of a frame.
    @inline(__always)
    mutating func write(_ frame: Rect) {
        write(Point(x: frame.x, y: frame.y))
        member("width", frame.width)
        member("height", frame.height)
    }

    /// The members of a point.
    @inline(__always)
    mutating func write(_ point: Point) {
        member("x", point.x)
        member("y", point.y)
    }
}
