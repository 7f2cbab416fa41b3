// What leads to places in a collection: the labels beside a scrubber, and folders.

import Foundation

@testable import Platform

extension MatrixCase {
    /// The bins of a plane: in the first view of all, they hold all pictures but those without a place.
    func checkPlane(_ query: String, _ plan: JSONValue) {
        let tiles = plan["tiles"]?.elements ?? []
        let bins = Dictionary(
            tiles.map { ($0["index"]?.integer ?? -1, $0["count"]?.integer ?? 1) }, uniquingKeysWith: { one, _ in one })
        guard let seen = plan["plane"]?["seen"]?.integer, let unplaced = plan["plane"]?["unplaced"]?.integer else {
            return note("\(query): the plane counts nothing: \(plan["plane"] ?? .null)")
        }
        let placed = items.count - unplaced
        let held = bins.values.reduce(0, +)
        if seen > held || held > placed { note("\(query): \(seen) in view of \(held) in bins of \(placed)") }
        if plan["zoomScale"]?.number == 1, seen != placed { note("\(query): \(seen) of \(placed) are in view") }
        if bins.keys.contains(where: { !items.indices.contains($0) }) { note("\(query): bins \(bins)") }
    }

    /// The bars of a plane by one field: together with what has no place they hold all pictures, at each zoom.
    func checkBars(_ view: String) throws {
        let fields = (collection["fields"]?.elements ?? []).filter { field in
            ["number", "time", "category"].contains(field["kind"]?.text) && field["name"]?.text != "alike"
        }
        for field in fields.prefix(4).compactMap({ $0["name"]?.text }) {
            let name = field.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? field
            for zoom in [1.0, 2.5] {
                let query = "width=120&height=80&overscan=1000&zoom=\(zoom)&\(view)&fieldX=\(name)"
                guard let plan = try check(query), let bars = plan["plane"]?["bars"]?.elements,
                    let unplaced = plan["plane"]?["unplaced"]?.integer
                else { note("\(query): no bars"); continue }
                let sum = bars.reduce(0) { $0 + ($1["count"]?.integer ?? 0) }
                let placed = items.count - unplaced
                if sum != placed { note("\(query): \(sum) of \(placed) in \(bars)") }
                let tops = bars.compactMap { $0["top"]?.number }.filter { $0 >= 0 && $0 < 80 }
                if tops.count != bars.count { note("\(query): \(bars)") }
            }
        }
    }

    /// The pixels of a plane: the same over HTTP and on the session, and together they hold all pictures that have a place.
    func checkPixels(_ view: String) throws {
        for show in ["colours", "density"] {
            let query = "width=120&height=80&overscan=0&\(view)&show=\(show)"
            let plan = try http.json("/plan?\(query)")
            let shown = try session.look(query)
            guard let plane = plan["plane"], plane["show"] == .text(show), shown.problem == nil else {
                note("\(query): \(plan["plane"] ?? .null), on the session \(shown.problem ?? .null)")
                continue
            }
            let other = shown.place["plane"] ?? .null
            if plane != other { note("\(query): \(plane), on the session \(other)") }
            let tiles = (plan["tiles"]?.elements ?? []).compactMap { $0["url"]?.text }
            if Set(tiles.map(Self.place)) != Set(shown.tiles.keys.map(Self.place)) {
                note("\(query): over HTTP \(tiles), on the session \(shown.tiles.keys.sorted())")
            }
            var sum = 0
            for url in tiles {
                let counts = try JSONReader.value(of: http.bytes("\(url)&counts=true").body)["counts"]?.elements ?? []
                sum += counts.reduce(0) { $0 + ($1.integer ?? 0) }
                if try http.bytes(url).status != 200 { note("\(query): \(url) is not there") }
            }
            if sum != plane["seen"]?.integer || sum + (plane["unplaced"]?.integer ?? -1) != items.count {
                note("\(query): \(sum) in pixels of \(items.count), \(plane)")
            }
        }
    }

    /// The labels beside a scrubber: in their order, and each where its item is at the top.
    func checkMarks(_ view: String, layout: String) throws {
        let size = "width=120&height=80&overscan=0&\(view)"
        let marks = try http.json("/marks?\(size)&length=3000&least=1")["marks"]?.elements ?? []
        let indices = marks.compactMap { $0["index"]?.integer }
        let titles = marks.compactMap { $0["title"]?.text }
        if indices != Set(indices).sorted() || titles.contains("") || titles.count != marks.count {
            note("\(view): labels \(marks)")
        }
        for (index, mark) in zip(indices, marks) {
            let plan = try http.json("/plan?\(size)&align=start&index=\(index)")
            let axis = layout == "strip" || layout == "pages" ? "x" : "y"
            let range = ["min", "max"].compactMap { plan["offsetRange"]?["\($0)\(axis.uppercased())"]?.number }
            guard let position = mark["position"]?.number, let offset = plan["contentOffset"]?[axis]?.number,
                range.count == 2
            else { return note("\(view): a label lacks a member: \(mark)") }
            if abs(range[0] + position * (range[1] - range[0]) - offset) > 1 {
                note("\(view): the label \(mark) is not at \(offset) in \(range)")
            }
        }
    }

    /// The folders below one: each begins with an item that lies in it, and together with its own they hold all.
    ///
    /// - Returns: how many items there are in it and below it.
    @discardableResult
    func checkFolders(_ path: String, _ address: String) throws -> Int {
        let query = path.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? path
        let level = try JSONReader.value(of: http.bytes("\(address)?path=\(query)").body)
        var sum = level["count"]?.integer ?? -1
        for folder in level["folders"]?.elements ?? [] {
            guard let inner = folder["path"]?.text, let count = folder["count"]?.integer,
                let first = folder["first"]?.integer, items.indices.contains(first)
            else { note("folders: \(folder)"); continue }
            if folder["item"]?.text != items[first].id || !items[first].name.hasPrefix("\(inner)/") {
                note("folders: \(inner) begins with '\(items[first].name)'")
            }
            if try checkFolders(inner, address) != count { note("folders: \(inner) counts \(count)") }
            sum += count
        }
        if path.isEmpty, sum != items.count { note("folders: \(sum) of \(items.count) items") }
        return sum
    }

    /// Zooms rows in and out at one place: the second step keeps the picture that the first one has named.
    func checkZoom(_ view: String) throws {
        let base = "width=120&height=80&overscan=0&names=true&\(view)"
        let focus = "focusX=60&focusY=50"
        guard let plan = try check("\(base)&y=40&toZoom=1.5&\(focus)") else { return }
        guard let item = plan["zoomFocus"]?["item"]?.text, let fraction = plan["zoomFocus"]?["fraction"]?.number,
            let top = plan["contentOffset"]?["y"]?.number,
            let size = plan["rowHeight"]?.number.map({ "rowHeight=\($0)" })
                ?? plan["columns"]?.integer.map({ "columns=\($0)" })
        else { return note("\(view): a zoom of rows names no picture: \(plan["zoomFocus"] ?? .null)") }
        let ask = "\(base)&y=\(top)&\(size)&toZoom=0.7&\(focus)&focusItem=\(item)&focusFraction=\(fraction)"
        guard let next = try check(ask) else { return }
        if next["zoomFocus"]?["item"]?.text != item { note("\(ask): keeps \(next["zoomFocus"] ?? .null)") }
        let isSeen = (next["tiles"]?.elements ?? []).contains { $0["item"]?.text == item }
        if 0...1 ~= fraction, !isSeen { note("\(ask): '\(item)' is out of view") }
        zoomCount += 1
    }
}
