// A plan as JSON (DESIGN.md §5).

import Tiling

/// Writes plans.
enum PlanJSON {
    static func encode(_ plan: Plan, of scene: Scene) -> [UInt8] {
        let (collection, status, items, first) = (scene.collection, scene.status, scene.items, scene.first)
        let names = scene.names
        let url = urlStart(collection.id)
        // The most that each part can take: names and brackets, numbers, texts of which each byte is escaped.
        let number = JSONCursor.longestNumber
        var byteCount = 1536 + 64 * number + collection.id.utf8.count * 6 + plan.prefetch.count * (number + 1)
        byteCount += scene.chart?.count ?? 0
        var (longest, longestName) = (0, 0)
        for index in items.indices {
            longest = max(longest, items[index].id.utf8.count * 4 + items[index].version.utf8.count * 2)
        }
        for name in names { longestName = max(longestName, name.utf8.count) }
        for heading in scene.headings + [scene.sticky].compactMap(\.self) {
            byteCount += 160 + 8 * number + heading.title.text.utf8.count * 6
        }
        byteCount += 160 + 8 * number + (scene.footer?.message?.utf8.count ?? 0) * 6
        byteCount += (plan.tiles.count + 1) * (330 + 14 * number + 2 * url.count + (longest + longestName) * 6)
        return [UInt8](unsafeUninitializedCapacity: byteCount) { memory, count in
            var json = JSONCursor(memory)
            json.put("{\"collection\":\"")
            json.put(inside: collection.id)
            json.put("\",\"revision\":")
            json.put(status.revision)
            json.put(",\"count\":")
            json.put(status.count)
            json.put(",\"layout\":\"")
            json.put(inside: scene.place.wish.kind.rawValue)
            json.put("\",")
            json.putView(of: scene, plan)
            json.putPlace(of: plan)
            json.putAnchor(of: plan, scene, names, url: url)
            json.putPages(of: plan, scene.layout)
            json.putHeadings(of: scene)
            if let chart = scene.chart {
                json.put(",\"chart\":")
                json.put(chart)
            }
            json.put(",\"tiles\":[")
            var isFirst = true
            for tile in plan.tiles where tile.index >= first && tile.index - first < items.count {
                if !isFirst { json.put(UInt8(ascii: ",")) }
                isFirst = false
                let place = tile.index - first
                json.put(
                    tile, of: items[place].id, version: items[place].version, url: url,
                    name: names.isEmpty ? nil : names[place], hasThumbnail: scene.thumbnails.contains(tile.index),
                    colour: scene.colour(at: tile.index))
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
            if let footer = scene.footer, let frame = plan.footer { json.put(footer, frame) }
            json.put("}")
            count = json.count
        }
    }

    /// One tile as it stands in a plan.
    static func encode(
        _ tile: PlannedTile, of item: ItemSummary, collection: String, name: String?, hasThumbnail: Bool,
        colour: UInt32?
    ) -> [UInt8] {
        let url = urlStart(collection)
        let byteCount =
            310 + 14 * JSONCursor.longestNumber + 2 * url.count
            + (item.id.utf8.count * 4 + item.version.utf8.count * 2 + (name?.utf8.count ?? 0)) * 6
        return [UInt8](unsafeUninitializedCapacity: byteCount) { memory, count in
            var json = JSONCursor(memory)
            json.put(
                tile, of: item.id, version: item.version, url: url, name: name, hasThumbnail: hasThumbnail,
                colour: colour)
            count = json.count
        }
    }

    /// What the URLs of all tiles and items begin with, escaped.
    private static func urlStart(_ collection: String) -> [UInt8] {
        [UInt8](unsafeUninitializedCapacity: 32 + collection.utf8.count * 6) { memory, count in
            var json = JSONCursor(memory)
            json.put("/api/collections/")
            json.put(inside: collection)
            json.put("/")
            count = json.count
        }
    }
}

extension JSONCursor {
    fileprivate mutating func put(_ value: Bool) {
        if value { put("true") } else { put("false") }
    }

    /// What tells this view from others of the same layout: a page asks for its next plan with these.
    fileprivate mutating func putView(of scene: PlanJSON.Scene, _ plan: Plan) {
        let wish = scene.place.wish
        switch wish.kind {
        case .grid:
            put("\"columns\":")
            put(wish.columnCount)
            put(",\"lead\":")
            if case .grid(let grid) = scene.layout { put(grid.lead) } else { put(0) }
            put(",")
        case .justified:
            put("\"rowHeight\":")
            put(exactly: wish.rowMetrics.rowHeight)
            put(",")
        case .stack, .strip, .pages, .slides, .item: break
        }
        if let grouping = wish.grouping, wish.kind == .grid || wish.kind == .justified {
            put("\"group\":\"")
            put(inside: grouping.rawValue)
            put("\",")
        }
        if let item = scene.place.wish.item {
            put("\"item\":\"")
            put(inside: item)
            put("\",")
        }
        let limits = scene.limits
        put("\"minimumZoomScale\":")
        put(exactly: limits.minimum)
        put(",\"maximumZoomScale\":")
        put(exactly: limits.maximum)
        put(",")
        if let zoom = scene.place.zoom {
            put("\"zoomRemainder\":")
            put(exactly: zoom.remainder)
            put(",\"leaves\":")
            put(zoom.leaves)
            put(",")
        }
    }

    /// The item at the top of what is seen: where it is, and how much of it lies above.
    fileprivate mutating func putAnchor(of plan: Plan, _ scene: PlanJSON.Scene, _ names: [String], url: [UInt8]) {
        guard let anchor = plan.anchor, let item = scene.item(at: anchor.index) else { return put(",\"anchor\":null") }
        let fraction = anchor.fraction(below: scene.place.request.inset)
        put(",\"anchor\":{\"index\":")
        put(anchor.index)
        put(",\"item\":\"")
        put(inside: item.id)
        put("\",\"url\":\"")
        put(url)
        put("items/")
        put(inside: item.id)
        if !names.isEmpty {
            put("\",\"name\":\"")
            put(inside: names[anchor.index - scene.first])
        }
        put("\",\"x\":")
        put(anchor.frame.x)
        put(",\"y\":")
        put(anchor.frame.y)
        put(",\"fractionX\":")
        put(exactly: fraction.x)
        put(",\"fractionY\":")
        put(exactly: fraction.y)
        put("}")
    }

    /// The pages around the one that is seen, and where they begin: what a page's scroller comes to rest on.
    fileprivate mutating func putPages(of plan: Plan, _ layout: Layout?) {
        guard case .pages(let pages) = layout, pages.count > 0 else { return }
        let middle = pages.page(at: plan.contentOffset.x)
        put(",\"pages\":[")
        let run = max(0, middle - 3)...min(pages.count - 1, middle + 3)
        for index in run {
            if index > run.lowerBound { put(",") }
            put("{\"index\":")
            put(index)
            put(",\"x\":")
            put(Double(index) * pages.pitch - plan.contentOffset.x)
            put("}")
        }
        put("]")
    }

    /// Where there are groups.
    fileprivate mutating func putHeadings(of scene: PlanJSON.Scene) {
        let wish = scene.place.wish
        guard wish.grouping != nil, wish.kind == .grid || wish.kind == .justified else { return }
        put(",\"headings\":[")
        for place in scene.headings.indices {
            if place > 0 { put(",") }
            put(scene.headings[place])
        }
        put("],\"sticky\":")
        if let sticky = scene.sticky { put(sticky) } else { put("null") }
    }

    private mutating func put(_ heading: PlanHeading) {
        put("{\"group\":")
        put(heading.group)
        put(",\"title\":\"")
        put(inside: heading.title.text)
        if let date = heading.title.date {
            put("\",\"date\":\"")
            put(inside: date)
        }
        put("\",\"count\":")
        put(heading.items.count)
        put(",\"first\":")
        put(heading.items.lowerBound)
        put(",\"x\":")
        put(heading.frame.x)
        put(",\"y\":")
        put(heading.frame.y)
        put(",\"width\":")
        put(heading.frame.width)
        put(",\"height\":")
        put(heading.frame.height)
        put("}")
    }

    /// What is said behind the last item, and where.
    fileprivate mutating func put(_ footer: CollectionFooter, _ frame: Rect) {
        put(",\"footer\":{\"state\":\"")
        put(inside: footer.state.rawValue)
        put("\",\"message\":")
        if let message = footer.message {
            put("\"")
            put(inside: message)
            put("\"")
        } else {
            put("null")
        }
        put(",\"retryAfter\":")
        if let seconds = footer.retryAfter { put(seconds) } else { put("null") }
        put(",\"x\":")
        put(frame.x)
        put(",\"y\":")
        put(frame.y)
        put(",\"width\":")
        put(frame.width)
        put(",\"height\":")
        put(frame.height)
        put("}")
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
        put("},\"offsetRange\":{\"minX\":")
        put(plan.offsetRange.minimum.x)
        put(",\"minY\":")
        put(plan.offsetRange.minimum.y)
        put(",\"maxX\":")
        put(plan.offsetRange.maximum.x)
        put(",\"maxY\":")
        put(plan.offsetRange.maximum.y)
        put("},\"zoomScale\":")
        put(exactly: plan.zoomScale)
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
        _ tile: PlannedTile, of item: String, version: String, url: [UInt8], name: String?, hasThumbnail: Bool,
        colour: UInt32?
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
        if let name {
            put(",\"name\":\"")
            put(inside: name)
            put("\"")
        }
        if hasThumbnail {
            put(",\"thumbnail\":\"")
            put(url)
            put("items/")
            putAgain(id)
            put("/thumbnail?v=")
            put(inside: version)
            put("\"")
        }
        if let colour {
            put(",\"colour\":\"#")
            for shift in [20, 16, 12, 8, 4, 0] {
                let digit = UInt8(truncatingIfNeeded: colour >> shift & 15)
                put(digit < 10 ? UInt8(ascii: "0") + digit : UInt8(ascii: "a") + digit - 10)
            }
            put("\"")
        }
        put(",\"url\":\"")
        put(url)
        put("tiles/")
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
