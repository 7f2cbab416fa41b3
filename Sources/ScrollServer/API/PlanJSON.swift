// A plan as JSON (DESIGN.md §5).

import Tiling

/// Writes plans.
enum PlanJSON {
    /// - Parameters:
    ///   - first: the index of the first of `items`.
    ///   - items: those of the plan's window.
    ///   - thumbnails: indices of items whose own thumbnail may be shown until their tile has come.
    static func encode(
        _ plan: Plan, collection: any Collection, status: CollectionStatus, kind: LayoutKind, first: Int,
        items: [ItemSummary], thumbnails: Set<Int> = []
    ) -> [UInt8] {
        let url = urlStart(collection.id)
        // The most that each part can take: names and brackets, numbers, texts of which each byte is escaped.
        let number = JSONCursor.longestNumber
        var byteCount = 512 + 16 * number + collection.id.utf8.count * 6 + plan.prefetch.count * (number + 1)
        var longest = 0
        for index in items.indices {
            longest = max(longest, items[index].id.utf8.count * 2 + items[index].version.utf8.count)
        }
        byteCount += plan.tiles.count * (220 + 14 * number + url.count + longest * 6)
        return [UInt8](unsafeUninitializedCapacity: byteCount) { memory, count in
            var json = JSONCursor(memory)
            json.put("{\"collection\":\"")
            json.put(inside: collection.id)
            json.put("\",\"revision\":")
            json.put(status.revision)
            json.put(",\"count\":")
            json.put(status.count)
            json.put(",\"layout\":\"")
            json.put(inside: kind.rawValue)
            json.put("\",")
            json.putPlace(of: plan)
            json.put(",\"tiles\":[")
            var isFirst = true
            for tile in plan.tiles where tile.index >= first && tile.index - first < items.count {
                if !isFirst { json.put(UInt8(ascii: ",")) }
                isFirst = false
                let place = tile.index - first
                json.put(
                    tile, of: items[place].id, version: items[place].version, url: url,
                    hasThumbnail: thumbnails.contains(tile.index))
            }
            json.put("],\"prefetch\":[")
            isFirst = true
            for index in plan.prefetch {
                if !isFirst { json.put(UInt8(ascii: ",")) }
                isFirst = false
                json.put(index)
            }
            json.put("],\"hasMore\":")
            json.put(!status.isComplete)
            json.put("}")
            count = json.count
        }
    }

    /// One tile as it stands in a plan.
    static func encode(_ tile: PlannedTile, of item: ItemSummary, collection: String, hasThumbnail: Bool) -> [UInt8] {
        let url = urlStart(collection)
        let byteCount =
            240 + 14 * JSONCursor.longestNumber + url.count
            + (item.id.utf8.count * 2 + item.version.utf8.count) * 6
        return [UInt8](unsafeUninitializedCapacity: byteCount) { memory, count in
            var json = JSONCursor(memory)
            json.put(tile, of: item.id, version: item.version, url: url, hasThumbnail: hasThumbnail)
            count = json.count
        }
    }

    /// What the URLs of all tiles begin with, escaped.
    private static func urlStart(_ collection: String) -> [UInt8] {
        [UInt8](unsafeUninitializedCapacity: 32 + collection.utf8.count * 6) { memory, count in
            var json = JSONCursor(memory)
            json.put("/api/collections/")
            json.put(inside: collection)
            json.put("/tiles/")
            count = json.count
        }
    }
}

extension JSONCursor {
    fileprivate mutating func put(_ value: Bool) {
        if value { put("true") } else { put("false") }
    }

    /// Where the reader is: sizes, offset, runs of items, edges.
    fileprivate mutating func putPlace(of plan: Plan) {
        put("\"contentSize\":{\"width\":")
        put(plan.contentSize.width)
        put(",\"height\":")
        put(plan.contentSize.height)
        put("},\"contentOffset\":{\"x\":")
        put(plan.contentOffset.x)
        put(",\"y\":")
        put(plan.contentOffset.y)
        put("},\"zoomScale\":")
        put(plan.zoomScale)
        put(",\"visible\":")
        put(run: plan.visible ?? 0..<0)
        put(",\"window\":")
        put(run: plan.window)
        put(",\"edges\":{\"top\":")
        put(plan.edges.top)
        put(",\"bottom\":")
        put(plan.edges.bottom)
        put(",\"left\":")
        put(plan.edges.left)
        put(",\"right\":")
        put(plan.edges.right)
        put("}")
    }

    /// First and last index, both included; null where there is none.
    private mutating func put(run: Range<Int>) {
        guard !run.isEmpty else { return put("null") }
        put("{\"first\":")
        put(run.lowerBound)
        put(",\"last\":")
        put(run.upperBound - 1)
        put("}")
    }

    fileprivate mutating func put(
        _ tile: PlannedTile, of item: String, version: String, url: [UInt8], hasThumbnail: Bool
    ) {
        put("{\"index\":")
        put(tile.index)
        put(",\"item\":\"")
        let start = count
        put(inside: item)
        let id = start..<count
        put("\",\"level\":")
        put(tile.level)
        put(",\"column\":")
        put(tile.column)
        put(",\"row\":")
        put(tile.row)
        put(",\"x\":")
        put(tile.frame.x)
        put(",\"y\":")
        put(tile.frame.y)
        put(",\"width\":")
        put(tile.frame.width)
        put(",\"height\":")
        put(tile.frame.height)
        if let clip = tile.clip {
            put(",\"clip\":{\"top\":")
            put(clip.top)
            put(",\"left\":")
            put(clip.left)
            put(",\"bottom\":")
            put(clip.bottom)
            put(",\"right\":")
            put(clip.right)
            put("}")
        }
        if hasThumbnail { put(",\"thumbnail\":true") }
        put(",\"url\":\"")
        put(url)
        putAgain(id)
        put("/")
        put(tile.level)
        put("/")
        put(tile.column)
        put("/")
        put(tile.row)
        put("?v=")
        put(inside: version)
        put("\"}")
    }
}
