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
        var json = JSONWriter(capacity: 512 + plan.tiles.count * 224)
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
            json.value(tile, of: items[tile.index - first], in: collection.id)
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

    fileprivate mutating func value(_ tile: PlannedTile, of item: ItemSummary, in collection: String) {
        beginObject()
        name("index")
        value(tile.index)
        name("item")
        value(item.id)
        name("level")
        value(tile.level)
        name("column")
        value(tile.column)
        name("row")
        value(tile.row)
        name("x")
        value(tile.frame.x)
        name("y")
        value(tile.frame.y)
        name("width")
        value(tile.frame.width)
        name("height")
        value(tile.frame.height)
        if let clip = tile.clip {
            name("clip")
            beginObject()
            name("top")
            value(clip.top)
            name("left")
            value(clip.left)
            name("bottom")
            value(clip.bottom)
            name("right")
            value(clip.right)
            endObject()
        }
        name("url")
        beginString()
        append("/api/collections/")
        append(inside: collection)
        append("/tiles/")
        append(inside: item.id)
        append("/")
        append(integer: tile.level)
        append("/")
        append(integer: tile.column)
        append("/")
        append(integer: tile.row)
        append("?v=")
        append(inside: item.version)
        endString()
        endObject()
    }
}
