// A plan as JSON (DESIGN.md §5).

import Tiling

/// Writes plans.
enum PlanJSON {
    /// - Parameters:
    ///   - first: the index of the first of `items`.
    ///   - items: those of the plan's window.
    static func encode(
        _ plan: Plan, collection: any Collection, status: CollectionStatus, kind: LayoutKind, first: Int,
        items: [ItemSummary]
    ) -> [UInt8] {
        let url = urlStart(collection.id)
        var json = JSONWriter(capacity: 1024 + plan.tiles.count * (224 + url.count))
        json.beginObject()
        json.name("collection")
        json.value(collection.id)
        json.name("revision")
        json.value(status.revision)
        json.name("count")
        json.value(status.count)
        json.name("layout")
        json.value(kind.rawValue)
        json.name("contentSize")
        json.value(plan.contentSize)
        json.name("contentOffset")
        json.value(plan.contentOffset)
        json.name("zoomScale")
        json.value(plan.zoomScale)
        json.name("visible")
        if let visible = plan.visible { json.value(run: visible) } else { json.null() }
        json.name("window")
        if plan.window.isEmpty { json.null() } else { json.value(run: plan.window) }
        json.name("edges")
        json.value(plan.edges)
        json.name("tiles")
        json.beginArray()
        for tile in plan.tiles where tile.index >= first && tile.index - first < items.count {
            json.value(tile, of: items[tile.index - first], url: url)
        }
        json.endArray()
        json.name("prefetch")
        json.beginArray()
        for index in plan.prefetch { json.value(index) }
        json.endArray()
        json.name("hasMore")
        json.value(!status.isComplete)
        json.endObject()
        return json.bytes
    }

    /// What the URLs of all tiles begin with, escaped.
    private static func urlStart(_ collection: String) -> [UInt8] {
        var path = JSONWriter()
        path.value("/api/collections/" + collection + "/tiles/")
        // Without the quotes.
        return Array(path.bytes.dropFirst().dropLast())
    }
}

extension JSONWriter {
    fileprivate mutating func value(_ size: Size) {
        beginObject()
        name("width")
        value(size.width)
        name("height")
        value(size.height)
        endObject()
    }

    fileprivate mutating func value(_ point: Point) {
        beginObject()
        name("x")
        value(point.x)
        name("y")
        value(point.y)
        endObject()
    }

    /// First and last index, both included.
    fileprivate mutating func value(run: Range<Int>) {
        beginObject()
        name("first")
        value(run.lowerBound)
        name("last")
        value(run.upperBound - 1)
        endObject()
    }

    fileprivate mutating func value(_ edges: ScrollEdges) {
        beginObject()
        name("top")
        value(edges.top)
        name("bottom")
        value(edges.bottom)
        name("left")
        value(edges.left)
        name("right")
        value(edges.right)
        endObject()
    }

    fileprivate mutating func value(_ tile: PlannedTile, of item: ItemSummary, url: [UInt8]) {
        // Names, brackets and commas are 173 bytes with a clip.
        let texts = item.id.utf8.count * 2 + item.version.utf8.count
        write(valueOfAtMost: 192 + 14 * JSONCursor.longestNumber + url.count + texts * 6) { json in
            json.put("{\"index\":")
            json.put(tile.index)
            json.put(",\"item\":\"")
            json.put(inside: item.id)
            json.put("\",\"level\":")
            json.put(tile.level)
            json.put(",\"column\":")
            json.put(tile.column)
            json.put(",\"row\":")
            json.put(tile.row)
            json.put(",\"x\":")
            json.put(tile.frame.x)
            json.put(",\"y\":")
            json.put(tile.frame.y)
            json.put(",\"width\":")
            json.put(tile.frame.width)
            json.put(",\"height\":")
            json.put(tile.frame.height)
            if let clip = tile.clip {
                json.put(",\"clip\":{\"top\":")
                json.put(clip.top)
                json.put(",\"left\":")
                json.put(clip.left)
                json.put(",\"bottom\":")
                json.put(clip.bottom)
                json.put(",\"right\":")
                json.put(clip.right)
                json.put("}")
            }
            json.put(",\"url\":\"")
            json.put(url)
            json.put(inside: item.id)
            json.put("/")
            json.put(tile.level)
            json.put("/")
            json.put(tile.column)
            json.put("/")
            json.put(tile.row)
            json.put("?v=")
            json.put(inside: item.version)
            json.put("\"}")
        }
    }
}
