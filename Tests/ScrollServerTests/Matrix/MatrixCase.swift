// One source in one order: what is asked, and what the answers are held against.

import Foundation
import Testing
import Tiling

@testable import Platform

/// Asks two worlds of one source, one over HTTP and one on a session, and writes down where they or the facts differ.
final class MatrixCase {
    private(set) var faults: [String] = []
    private(set) var planCount = 0
    /// Plans that were asked for once more with the rows that they had.
    private(set) var heldCount = 0
    /// Places where rows were zoomed in and out.
    var zoomCount = 0
    /// Mosaics that were looked at, and pictures that were seen through a window.
    var (mosaicCount, windowCount) = (0, 0)
    /// Choices of a chart's columns that its table allows.
    private(set) var choiceCount = 0
    /// Tiles that said by which value they are sorted, and tiles that are the file's own.
    private(set) var valueCount = 0
    var storedCount = 0

    private let order: String
    /// What is asked for besides the order: `q` and `group` with an `&` before each.
    private let arrangement: String
    /// The order and the arrangement, as addresses have them.
    private var asked: String { order + arrangement }
    let http: MatrixWorld
    let live: MatrixWorld
    let collection: JSONValue
    /// In the order that is asked about.
    let items: [MatrixWorld.Item]
    let session: MatrixSession
    /// Tiles whose bytes were looked at.
    private var seen: Set<String> = []

    /// Makes the worlds of a case, just one where it is refused; `arrangement` is written as in an address.
    init(order: String, arrangement: String = "", makeWorld: () throws -> MatrixWorld) throws {
        (self.order, self.arrangement) = (order, arrangement)
        http = try makeWorld()
        collection = try http.json("")
        let isOffered =
            Self.isOffered(order, collection) && (arrangement.isEmpty || collection["links"]?["facets"] != nil)
        live = isOffered ? try makeWorld() : http
        session = try live.session()
        items = isOffered ? try http.walk("order=\(order)\(arrangement)&limit=7") : []
    }

    /// Whether the collection has this order.
    ///
    /// One that has no orders at all still is in its own.
    var isOffered: Bool {
        Self.isOffered(order, collection) && (arrangement.isEmpty || collection["links"]?["facets"] != nil)
    }

    private static func isOffered(_ order: String, _ collection: JSONValue) -> Bool {
        order == "name" || (collection["orders"]?.elements ?? []).contains(.text(order))
    }

    func note(_ fault: String) { faults.append(fault) }

    // MARK: Refusals

    /// An order that the collection does not have is named, wherever it is asked for.
    func checkRefusal() throws {
        let parameter: JSONValue = .text(arrangement.isEmpty ? "order" : "q")
        for path in ["/items?order=\(asked)", "/plan?width=200&height=100&order=\(asked)"] {
            let reply = try http.get(path)
            let problem = try? JSONReader.value(of: reply.body)
            if reply.status != 400 || problem?["parameter"] != parameter {
                note("\(path) is not refused as it should be: \(reply.status) \(reply.text.prefix(200))")
            }
        }
        let shown = try session.look("width=200&height=100&order=\(asked)")
        if shown.problem?["parameter"] != parameter {
            note("the session does not refuse \(asked): \(shown.problem.map { "\($0)" } ?? "a plan")")
        }
    }

    /// The order, either way round, that each grouping needs.
    private static let orders = ["folder": "name", "month": "date"]

    /// A group that this order tears apart is named, where a layout has groups.
    private func checkRefusal(group: String) throws {
        let query = "width=200&height=100&layout=grid&order=\(asked)&group=\(group)"
        let reply = try http.get("/plan?\(query)")
        let shown = try session.look(query)
        let problem = try? JSONReader.value(of: reply.body)
        if reply.status != 400 || problem?["parameter"] != .text("group") || shown.problem != problem {
            note("\(query): \(reply.status) \(reply.text.prefix(200)), on the session \(shown.problem ?? .null)")
        }
    }

    // MARK: Everything

    func checkAll() throws {
        try checkItems()
        let all = (collection["groups"]?.elements ?? []).compactMap(\.text)
        let isGrouped = arrangement.contains("&group=")
        let groups: [String?] = [nil] + all.filter { !isGrouped && order.hasSuffix(Self.orders[$0] ?? "") }
        for group in all where !isGrouped && !groups.contains(group) { try checkRefusal(group: group) }
        for group in groups { try checkExports("order=\(asked)" + (group.map { "&group=\($0)" } ?? "")) }
        let layouts = (collection["layouts"]?.elements ?? []).compactMap(\.text)
        for layout in layouts {
            for group in groups {
                let view = "layout=\(layout)&order=\(asked)" + (group.map { "&group=\($0)" } ?? "")
                for viewport in ["width=120&height=80", "width=80&height=50&scale=2&overscan=0&zoom=1.5"] {
                    try checkEverywhere("\(viewport)&\(view)")
                }
                if layout == "plane",
                    collection["fields"]?.elements.contains(where: { $0["name"]?.text == "gps" }) == true
                {
                    try checkEverywhere("width=120&height=80&\(view)&fieldX=gps")
                }
                let headed = isGrouped ? "a fact" : group
                if layout != "slides", layout != "plane" { try checkWhole(view, layout: layout, group: headed) }
                try checkMarks(view, layout: layout)
                if layout == "grid", !items.isEmpty { try checkMosaic(view) }
                if layout == "plane" { try checkBars(view) }
                if layout == "plane", !items.isEmpty { try checkPixels(view) }
                if layout == "justified" || layout == "grid" && group != nil, !items.isEmpty { try checkZoom(view) }
            }
        }
        if order == "name", arrangement.isEmpty, let folders = collection["links"]?["folders"]?.text {
            try checkFolders("", folders)
        }
        if order == "name", arrangement.isEmpty { try checkImages() }
        try checkManifest("order=\(asked)")
        valueCount = try checkSortValues(order, arrangement)
        if collection["kind"] != .text("chart"), !items.isEmpty {
            for item in [items.first, items[items.count / 2], items.last].compactMap(\.self) {
                try check("width=120&height=80&layout=item&item=\(item.id)&order=\(asked)")
            }
        }
        if collection["kind"] == .text("chart") { choiceCount = try checkCharts() }
        for wrong in session.wrongs { note("session: \(wrong)") }
    }

    /// The list of items: complete, each once, each where it says it is, in order, and the same one by one.
    private func checkItems() throws {
        let count = collection["count"]?.integer ?? -1
        if arrangement.isEmpty, count != items.count {
            note("the collection counts \(count) items and lists \(items.count)")
        }
        if Set(items.map(\.id)).count != items.count { note("an item is listed twice: \(items.map(\.id))") }
        let own = try http.walk("limit=1000")
        let indices = Dictionary(own.map { ($0.id, $0.index) }, uniquingKeysWith: { first, _ in first })
        for (place, item) in items.enumerated() {
            if item.index != place { note("'\(item.name)' is listed at \(place) with the index \(item.index)") }
            let alone = try MatrixWorld.item(http.json("/items/\(item.id)"))
            let isDamaged = MatrixPicture.named(item.name)?.kind == .damaged
            if !alone.json.isAlone(ofListed: item.json, isDamaged: isDamaged) {
                note("'\(item.name)' is listed as \(item.json) and alone is \(alone.json)")
            }
            if alone.index != indices[item.id] {
                note("'\(item.name)' alone is at \(alone.index), in the list at \(indices[item.id] ?? -1)")
            }
        }
        let forwards = order.hasPrefix("-") ? Array(items.reversed()) : items
        let turned = order.hasPrefix("-") ? String(order.dropFirst()) : "-\(order)"
        let other = try http.walk("order=\(turned)\(arrangement)&limit=3")
        if collection["orders"]?.elements.isEmpty == false, other.map(\.id) != items.reversed().map(\.id) {
            note("backwards is not the reverse: \(other.map(\.name)) of \(items.map(\.name))")
        }
        if order.hasSuffix("size"), !arrangement.contains("&group=") {
            let sizes = forwards.map { $0.json["bytes"]?.integer ?? -1 }
            if sizes != sizes.sorted() { note("not by size: \(sizes)") }
        }
        if order.hasSuffix("date"), !arrangement.contains("&group=") {
            let dates = forwards.map { String(($0.json["taken"] ?? $0.json["modified"])?.text?.prefix(19) ?? "") }
            if dates != dates.sorted() { note("not by date: \(dates)") }
        }
    }

    /// The plan at the beginning, in the middle and at the end.
    private func checkEverywhere(_ query: String) throws {
        guard let first = try check("\(query)&names=true"), let range = first["offsetRange"] else { return }
        func number(_ name: String) -> Double { range[name]?.number ?? 0 }
        let (width, height) = (number("maxX"), number("maxY"))
        for part in [0.5, 1] where width > 0 || height > 0 {
            try check("\(query)&x=\(Int(clamping: width * part))&y=\(Int(clamping: height * part))&names=true")
        }
    }

    /// The plan of a viewport in which everything is seen.
    private func checkWhole(_ view: String, layout: String, group: String?) throws {
        let side = layout == "strip" ? "width=90000&height=20" : "width=90&height=90000"
        guard layout != "pages", let plan = try check("\(side)&\(view)&names=true") else { return }
        let tiles = (plan["tiles"]?.elements ?? []).compactMap(MatrixTile.init)
        let shown = Set(tiles.map(\.index)).sorted()
        if shown != Array(items.indices) { note("\(view): of \(items.count) items \(shown) are seen") }
        let headings = plan["headings"]?.elements ?? []
        guard group != nil, !headings.isEmpty else { return }
        let counts = headings.compactMap { $0["count"]?.integer }
        if counts.reduce(0, +) != items.count { note("\(view): headings count \(counts) of \(items.count) items") }
        var next = 0
        for (heading, count) in zip(headings, counts) {
            if heading["first"]?.integer != next { note("\(view): a heading begins not at \(next): \(heading)") }
            next += count
        }
    }

    // MARK: One plan

    /// Asks both ways.
    ///
    /// - Returns: the plan over HTTP.
    @discardableResult
    func check(_ query: String) throws -> JSONValue? {
        planCount += 1
        let reply = try http.get("/plan?\(query)")
        guard reply.status == 200, let plan = try? JSONReader.value(of: reply.body) else {
            note("\(query): \(reply.status) \(reply.text.prefix(300))")
            return nil
        }
        let shown = try session.look(query)
        if let problem = shown.problem { note("\(query): the session has a problem: \(problem)") }
        // What is fetched ahead depends on how long tiles have taken, and revisions on what was asked before. A session
        // knows the rows that it has told.
        let one = plan.without("tiles", "prefetch", "revision", "rows").withoutCarry
        let two = shown.place.without("tiles", "prefetch", "revision").withoutCarry
        if !one.isNear(two) { note("\(query): over HTTP \(Self.difference(one, two))") }
        checkCounts(query, plan)
        let tiles = (plan["tiles"]?.elements ?? []).compactMap(MatrixTile.init)
        if tiles.count != plan["tiles"]?.elements.count { note("\(query): a tile lacks a member") }
        if Set(tiles.map(\.url)) != Set(shown.tiles.keys) {
            note("\(query): over HTTP \(tiles.map(\.text)), on the session \(shown.tiles.keys.sorted())")
        }
        for tile in tiles {
            try check(tile, query, shown)
            checkSize(of: tile, query, plan)
        }
        try checkHeld(query, plan)
        return plan
    }

    /// Asked again with the anchor and the rows that the plan has told, it is the same plan.
    private func checkHeld(_ query: String, _ plan: JSONValue) throws {
        // A zoom that has become other rows is over: its place is not asked for again.
        if query.contains("toZoom=") || query.contains("zoom=") && plan["zoomScale"]?.number == 1 { return }
        let rows = (plan["rows"]?.elements ?? []).compactMap(\.text)
        guard plan["chart"] == nil, let anchor = plan["anchor"], let item = anchor["item"]?.text,
            let x = anchor["x"]?.number,
            let y = anchor["y"]?.number, let rounding = anchor["rounding"]?.number,
            let left = plan["contentOffset"]?["x"]?.number,
            let top = plan["contentOffset"]?["y"]?.number, let revision = plan["revision"]?.integer
        else { return }
        let view = query.split(separator: "&").filter { !$0.hasPrefix("x=") && !$0.hasPrefix("y=") }
        let place =
            "x=\(left)&y=\(top)&anchor=\(item)&anchorX=\(x)&anchorY=\(y)&anchorRounding=\(rounding)&revision=\(revision)"
        // A stack and a strip have no rows to be held.
        let held = rows.isEmpty ? "" : "&rows=\(rows.joined(separator: ","))"
        let again = "\(view.joined(separator: "&"))&\(place)\(held)"
        let tiles = [plan, try http.json("/plan?\(again)")].map { plan in
            Dictionary(
                (plan["tiles"]?.elements ?? []).map { ($0["url"]?.text ?? "", $0.without("colour", "thumbnail")) },
                uniquingKeysWith: { first, _ in first })
        }
        heldCount += 1
        let isSame =
            tiles[0].count == tiles[1].count
            && tiles[0].allSatisfy { url, tile in tiles[1][url].map { $0.isNear(tile) } ?? false }
        if !isSame { note("\(again): \(tiles[1].keys.sorted()) instead of \(tiles[0].keys.sorted())") }
    }

    private func checkCounts(_ query: String, _ plan: JSONValue) {
        if plan["chart"] == nil, plan["count"]?.integer != items.count {
            note("\(query): counts \(plan["count"]?.integer ?? -1) of \(items.count)")
        }
        if plan["plane"] != nil { return checkPlane(query, plan) }
        let run = { (name: String) -> ClosedRange<Int>? in
            guard let first = plan[name]?["first"]?.integer, let last = plan[name]?["last"]?.integer, first <= last
            else { return nil }
            return first...last
        }
        guard let visible = run("visible"), let window = run("window") else {
            // A heading, or the footer behind the last item, may fill a small viewport.
            let isCovered = plan["footer"] != nil || plan["headings"]?.elements.isEmpty == false
            if !isCovered { note("\(query): nothing is visible") }
            return
        }
        let count = plan["count"]?.integer ?? 0
        if window.clamped(to: visible) != visible || window.lowerBound < 0 || window.upperBound >= count {
            note("\(query): visible \(visible), window \(window), \(count) items")
        }
        for tile in (plan["tiles"]?.elements ?? []).compactMap(MatrixTile.init) where !window.contains(tile.index) {
            note("\(query): \(tile.text) is not in the window \(window)")
        }
        if let anchor = plan["anchor"], anchor != .null, plan["chart"] == nil {
            let index = anchor["index"]?.integer ?? -1
            let item = items.indices.contains(index) ? items[index] : nil
            if item == nil || anchor["item"]?.text != item?.id || (anchor["name"]?.text ?? item?.name) != item?.name {
                note("\(query): the anchor is \(anchor), not '\(item?.name ?? "-")'")
            }
        }
    }

    /// Small pictures stay small where cells have their proportions, and are not drawn out.
    private func checkSize(of tile: MatrixTile, _ query: String, _ plan: JSONValue) {
        // In cells of their own they take half of these.
        guard collection["kind"] != .text("chart"), items.indices.contains(tile.index),
            !["grid", "justified"].contains(plan["layout"]?.text),
            let width = items[tile.index].width, let height = items[tile.index].height,
            let zoomScale = plan["zoomScale"]?.number, let wide = tile.json["width"]?.number,
            let high = tile.json["height"]?.number
        else { return }
        let most = Planner.greatestMagnification * zoomScale
        if wide > most * Double(width) + 1 || high > most * Double(height) + 1 {
            note("\(query): \(tile.text) of \(width) × \(height) pixels is \(wide) × \(high) points large")
        }
    }

    private func check(_ tile: MatrixTile, _ query: String, _ shown: MatrixSession.Shown) throws {
        let said = shown.tiles[tile.url]
        let (one, two) = (tile.json.without("colour", "thumbnail"), said?.without("colour", "thumbnail") ?? .null)
        if said != nil, !one.isNear(two) { note("\(query): \(tile.text) over HTTP \(Self.difference(one, two))") }
        // A chart's slides are not those of its list: their sizes come with the plan.
        let item: MatrixWorld.Item
        if collection["kind"] == .text("chart") {
            item = try MatrixWorld.item(http.json("/items/\(tile.item)"))
        } else {
            guard items.indices.contains(tile.index), items[tile.index].id == tile.item else {
                let other = items.indices.contains(tile.index) ? items[tile.index].id : "nothing"
                return note("\(query): \(tile.text), but \(other) is there in the list")
            }
            item = items[tile.index]
        }
        if query.contains("names=true"), tile.name != item.name {
            note("\(query): \(tile.text) is '\(item.name)'")
        }
        let media: JSONValue? = item.json["format"] == .text("webm") ? .text("video/webm") : nil
        if tile.json["media"] != media { note("\(query): \(tile.text) is called \(tile.json["media"] ?? .null)") }
        for colour in [tile.colour, said.flatMap(MatrixTile.init)?.colour].compactMap(\.self) {
            guard let picture = MatrixPicture.named(item.name) else { continue }
            if !picture.isTiled || !isNear(colour, picture.average, within: 24) {
                note("\(query): \(tile.text) has the colour \(colour), the picture is \(picture.average)")
            }
        }
        let fillsView = query.contains("layout=pages") || query.contains("layout=item")
        if tile.isPlayed != (fillsView && MatrixPicture.named(item.name)?.isAnimated == true) {
            note("\(query): \(tile.text) leads to \(tile.url)")
        }
        try checkBytes(of: tile, item, query, shown)
    }

    private func checkBytes(
        of tile: MatrixTile, _ item: MatrixWorld.Item, _ query: String, _ shown: MatrixSession.Shown
    ) throws {
        let reply = try http.bytes(tile.url)
        if let sent = shown.bytes[tile.url] {
            if reply.status != 200 || reply.body != sent {
                note(
                    "\(query): \(tile.text) has \(sent.count) bytes on the session, over HTTP \(reply.status) and "
                        + "\(reply.body.count) bytes")
            }
            if reply.body != sent, let fault = tile.fault(of: sent, item) {
                note("\(query): \(tile.text) on the session \(fault)")
            }
        } else if shown.tiles[tile.url] != nil {
            let isRefused = (400..<500).contains(reply.status)
            if shown.failed.contains(tile.url) != isRefused, item.json["error"] == nil, item.isTiled {
                note("\(query): \(tile.text) over HTTP is \(reply.status), on the session it was not sent")
            }
            if try live.bytes(tile.url).body != reply.body { note("\(query): \(tile.text) is not the same twice") }
        }
        guard seen.insert(tile.url).inserted else { return }
        let picture = MatrixPicture.named(item.name)
        let isSound = picture.map(\.isSeen) ?? (item.name != "photos/gone.png")
        if (reply.status == 200) != isSound {
            note("\(query): \(tile.text) is \(reply.status) \(reply.text.prefix(200))")
        }
        if tile.isPlayed {
            if reply.body != picture?.file { note("\(query): \(tile.text) is not played") }
        } else if reply.status == 200, item.isTiled, let fault = tile.fault(of: reply.body, item) {
            note("\(query): \(tile.text) over HTTP \(fault)")
        }
    }

    /// The members in which two objects differ.
    private static func difference(_ one: JSONValue, _ two: JSONValue) -> String {
        guard case .object(let first) = one, case .object(let second) = two else { return "\(one), else \(two)" }
        return Set(first.keys).union(second.keys).sorted().compactMap { name in
            let (left, right) = (first[name] ?? .null, second[name] ?? .null)
            return left.isNear(right) ? nil : "\(name): \(left), on the session \(right)"
        }.joined(separator: "; ")
    }
}

extension MatrixWorld.Item {
    /// Whether tiles are made of it.
    fileprivate var isTiled: Bool {
        ("png jpeg heic webp tiff gif bmp raw pnm qoi tga ico psd pcx exr dds pfm "
            + "hdr icns wbmp ani os2").split(separator: " ").contains { json["format"] == .text(String($0)) }
    }
}
