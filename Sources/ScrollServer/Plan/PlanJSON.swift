// A plan as JSON (DESIGN.md §5).

import Catalog
import Platform
import Tiling

/// Writes plans as JSON objects, with lengths in points.
enum PlanJSON {
    /// Encodes a plan as a JSON object; without its tiles, an empty list stands in their place.
    ///
    /// `rows` holds the ids of the first and the last item of each row, which a page sends back when it asks for its
    /// next plan over HTTP; nil where the layout has no rows, or a live session knows them.
    static func encode(_ scene: PlanScene, rows: [String]? = nil, hasTiles: Bool = true) -> [UInt8] {
        let plan = scene.plan
        // About 2 KB without the tiles; each tile takes 200 to 300 bytes.
        let tileCount = hasTiles ? plan.tiles.count : 0
        return JSONWriter.object(capacity: 2048 + 256 * tileCount + (scene.chart?.count ?? 0)) { json in
            json.member("collection", scene.collection.id)
            json.member("revision", scene.status.revision)
            json.member("count", scene.status.count)
            if let total = scene.total { json.member("total", total) }
            if let understood = scene.understood {
                json.member("understood", understood)
                json.array("conditions") { json in
                    for condition in scene.conditions {
                        json.object { json in
                            json.member("text", condition.text)
                            json.member("words", condition.words)
                        }
                    }
                }
            }
            if let folder = scene.folder { json.member("folder", folder) }
            json.member("layout", scene.resolved.layoutRequest.kind.rawValue)
            json.writeView(of: scene)
            json.writeExtent(of: plan)
            json.writeAnchor(of: scene)
            if let rows { json.member("rows", rows) }
            json.writePages(of: scene)
            json.writeHeadings(of: scene)
            if let chart = scene.chart { json.member("chart", written: chart) }
            if let plane = scene.plane { json.write(plane) }
            if let picture = scene.picture { json.write(picture, of: scene) }
            if let mosaic = scene.mosaic { json.write(mosaic) }
            if let selection = scene.selection, selection.count > 0 { json.write(selection, scene) }
            json.array("tiles") { json in
                guard hasTiles else { return }
                for tile in plan.tiles { json.write(tile, of: scene) }
                for tile in scene.mosaic?.tiles ?? [] { json.write(tile, url: scene.prefix) }
                for tile in scene.plane?.raster?.tiles ?? [] { json.write(tile, url: scene.prefix) }
            }
            json.member("prefetch", plan.prefetch)
            json.member("hasMore", !scene.status.isComplete)
            if let notice = scene.collection.notice { json.member("notice", notice) }
            if let footer = scene.footer, let frame = plan.footer {
                json.object("footer") { json in
                    json.writeMembers(of: footer)
                    json.write(frame)
                }
            }
            if let changes = scene.changes { json.member("changes", written: changes) }
        }
    }
}

extension JSONWriter {
    /// Writes the parameters of the layout and of the zoom.
    ///
    /// A page without a live session sends them back when it asks for its next plan.
    fileprivate mutating func writeView(of scene: PlanScene) {
        let layoutRequest = scene.resolved.layoutRequest
        switch layoutRequest.kind {
        case .grid:
            member("columns", layoutRequest.columnCount)
            if case .grid(let grid) = scene.layout { member("lead", grid.lead) } else { member("lead", 0) }
        case .justified: member("rowHeight", exactly: layoutRequest.rowMetrics.rowHeight)
        case .stack, .strip, .pages, .slides, .plane, .item: break
        }
        if let grouping = layoutRequest.grouping, layoutRequest.kind == .grid || layoutRequest.kind == .justified {
            member("group", grouping.rawValue)
        }
        if let item = layoutRequest.item { member("item", item) }
        member("minimumZoomScale", exactly: scene.limits.minimum)
        member("maximumZoomScale", exactly: scene.limits.maximum)
        if let zoom = scene.resolved.zoom {
            if let factor = scene.resolved.zoomFactor { member("zoomFactor", exactly: factor) }
            member("zoomRemainder", exactly: zoom.remainder)
            if let focus = scene.resolved.focusItem {
                object("zoomFocus") { json in
                    json.member("item", focus.id)
                    json.member("fraction", exactly: focus.fraction)
                }
            }
            member("leaves", zoom.leaves)
        }
        if let comparison = scene.resolved.comparison { write(comparison) }
    }

    /// The content's size, the offset and its range, the zoom scale, the visible items and the edges reached.
    fileprivate mutating func writeExtent(of plan: Plan) {
        object("contentSize") { json in
            json.member("width", plan.contentSize.width)
            json.member("height", plan.contentSize.height)
        }
        object("contentOffset") { $0.write(plan.contentOffset) }
        object("offsetRange") { json in
            json.member("minX", plan.offsetRange.minimum.x)
            json.member("minY", plan.offsetRange.minimum.y)
            json.member("maxX", plan.offsetRange.maximum.x)
            json.member("maxY", plan.offsetRange.maximum.y)
        }
        if let rest = plan.rest {
            object("rest") { json in
                json.member("x", rest.offset.x)
                json.member("y", rest.offset.y)
                json.member("duration", rest.duration)
            }
        }
        member("zoomScale", exactly: plan.zoomScale)
        write("visible", plan.visible ?? 0..<0)
        write("window", plan.window)
        object("edges") { json in
            json.member("top", plan.edges.top)
            json.member("bottom", plan.edges.bottom)
            json.member("left", plan.edges.left)
            json.member("right", plan.edges.right)
        }
    }

    /// A range of items as its first and last index, both included; null where it is empty.
    mutating func write(_ name: StaticString, _ run: Range<Int>) {
        guard !run.isEmpty else { return null(name) }
        object(name) { json in
            json.member("first", run.lowerBound)
            json.member("last", run.upperBound - 1)
        }
    }

    /// The topmost visible item: its place, and the part of it that is scrolled out of sight.
    fileprivate mutating func writeAnchor(of scene: PlanScene) {
        guard let anchor = scene.plan.anchor, let item = scene.item(at: anchor.index) else { return null("anchor") }
        let fraction = anchor.fraction(below: scene.resolved.request.inset)
        object("anchor") { json in
            json.member("index", anchor.index)
            json.member("item", item.id)
            json.text("url") { text in
                text.append(plain: scene.prefix)
                text.append(plain: "items/")
                text.append(item.id)
            }
            if let name = scene.name(at: anchor.index) { json.member("name", name) }
            if let details = scene.anchorDetails, details.id == item.id {
                json.member("date", details.taken?.iso8601 ?? details.modified?.iso8601(in: .local))
                json.member("bytes", details.byteCount)
            }
            json.member("x", anchor.frame.x)
            json.member("y", anchor.frame.y)
            json.member("rounding", exactly: anchor.rounding)
            json.member("fractionX", exactly: fraction.x)
            json.member("fractionY", exactly: fraction.y)
        }
    }

    /// The pages around the visible one and the offset of each, where the client's scroller may come to rest.
    fileprivate mutating func writePages(of scene: PlanScene) {
        guard case .pages(let pages) = scene.layout, pages.count > 0 else { return }
        let offset = scene.plan.contentOffset.x
        let middle = pages.page(at: offset)
        objects("pages", of: max(0, middle - 3)...min(pages.count - 1, middle + 3)) { json, index in
            json.member("index", index)
            json.member("x", Double(index) * pages.pitch - offset)
        }
    }

    /// The headings near the viewport and the sticky one; nothing for a layout without groups.
    fileprivate mutating func writeHeadings(of scene: PlanScene) {
        let layoutRequest = scene.resolved.layoutRequest
        guard layoutRequest.grouping != nil, layoutRequest.kind == .grid || layoutRequest.kind == .justified else {
            return
        }
        objects("headings", of: scene.headings) { $0.write($1) }
        if let sticky = scene.sticky { object("sticky") { $0.write(sticky) } } else { null("sticky") }
    }

    private mutating func write(_ heading: PlanHeading) {
        member("group", heading.group)
        member("title", heading.title.text)
        if let date = heading.title.date { member("date", date) }
        member("count", heading.items.count)
        member("first", heading.items.lowerBound)
        if heading.selectedCount != 0 { member("selected", heading.selectedCount) }
        write(heading.frame)
    }

    /// The members of the message after the last item.
    mutating func writeMembers(of footer: CollectionFooter) {
        member("state", footer.state.rawValue)
        member("message", footer.message)
        member("retryAfter", footer.retryAfter)
    }
}
