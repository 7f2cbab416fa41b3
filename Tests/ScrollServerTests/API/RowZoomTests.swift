// Zooming rows: the picture under the pointer stays there.

import Foundation
import Testing
import Tiling

@testable import Platform

@Suite struct RowZoomTests {
    private static let sizes = [(4032, 3024), (3024, 4032), (6000, 4000), (1920, 1080), (1000, 667), (2000, 2000)].map {
        PixelSize(width: $0.0, height: $0.1)
    }

    private struct Seen {
        var query: String
        var item: String
        var fraction: Double
        var frame: Rect
    }

    /// Zooms at a point, with what the last zoom there has kept.
    private static func zoom(
        _ client: APIClient, _ query: String, from scale: Double, by factor: Double, at point: Point,
        keeping last: Seen?
    ) throws -> Seen {
        let kept = last.map { "&focusItem=\($0.item)&focusFraction=\($0.fraction)" } ?? ""
        let ask = "\(query)&toZoom=\(scale * factor)&focusX=\(point.x)&focusY=\(point.y)\(kept)"
        let plan = try JSONReader.value(of: try client.get("/api/collections/staged/plan?\(ask)").body)
        let focus = try #require(plan["zoomFocus"])
        let item = try #require(focus["item"]?.text)
        let tiles = (plan["tiles"]?.elements ?? []).filter { $0["item"]?.text == item }
        let edges = tiles.compactMap { tile -> Rect? in
            guard let x = tile["x"]?.number, let y = tile["y"]?.number, let width = tile["width"]?.number,
                let height = tile["height"]?.number
            else { return nil }
            func cut(_ side: String) -> Double { tile["clip"]?[side]?.number ?? 0 }
            return Rect(
                minX: x + cut("left"), minY: y + cut("top"), maxX: x + width - cut("right"),
                maxY: y + height - cut("bottom"))
        }
        let frame = try #require(edges.first, "\(item) is not in view")
        let size =
            plan["rowHeight"]?.number.map { "&rowHeight=\($0)" } ?? plan["columns"]?.integer.map { "&columns=\($0)" }
            ?? ""
        let (x, y) = (
            try #require(plan["contentOffset"]?["x"]?.number), try #require(plan["contentOffset"]?["y"]?.number)
        )
        // As the page asks: what is seen stays as it is until the zoom changes it.
        let rows = (plan["rows"]?.elements ?? []).compactMap(\.text).joined(separator: ",")
        var place = "&x=\(x)&y=\(y)&revision=\(plan["revision"]?.integer ?? 0)" + (rows.isEmpty ? "" : "&rows=\(rows)")
        if let anchor = plan["anchor"], let id = anchor["item"]?.text, let left = anchor["x"]?.number,
            let top = anchor["y"]?.number, let rounding = anchor["rounding"]?.number
        {
            place += "&anchor=\(id)&anchorX=\(left)&anchorY=\(top)&anchorRounding=\(rounding)"
        }
        return Seen(
            query: "\(size)\(place)", item: item, fraction: try #require(focus["fraction"]?.number),
            frame: edges.dropFirst().reduce(frame) {
                Rect(
                    minX: min($0.minX, $1.minX), minY: min($0.minY, $1.minY), maxX: max($0.maxX, $1.maxX),
                    maxY: max($0.maxY, $1.maxY))
            })
    }

    /// In and out again, at many points and in small and large windows: always the same picture, at the same height, and
    /// under the pointer.
    @Test(arguments: ["layout=justified", "layout=justified&group=folder", "layout=grid&group=folder"])
    func thePictureStays(layout: String) throws {
        let collection = StagedGroups(
            groups: (0..<5).map { (number: $0 * 10, count: [400, 300, 500, 330, 250][$0]) }, sizes: Self.sizes)
        let client = try APIClient([collection])
        var (looks, hits, beside) = (0, 0, 0)
        for width in [390.0, 1003, 1280] {
            for place in 0..<4 {
                let point = Point(x: width * [0.12, 0.5, 0.9, 0.33][place], y: [300.0, 520, 90, 410][place])
                let base = "width=\(width)&height=800&overscan=400&\(layout)"
                var query = "\(base)&y=\(3000 + 2100 * place)"
                var last: Seen?
                // In a gap or on a heading the nearest picture is kept at its distance.
                let first = try Self.zoom(client, query, from: 1, by: 1.01, at: point, keeping: nil)
                let isOn = first.frame.minX...first.frame.maxX ~= point.x && 0...1 ~= first.fraction
                if isOn { hits += 1 }
                for factor in [1.3, 1.3, 1.25, 0.8, 0.7, 0.7, 0.75, 1.4, 1.3] {
                    let seen = try Self.zoom(client, query, from: 1, by: factor, at: point, keeping: last)
                    if let last { #expect(seen.item == last.item, "\(width) \(place) \(factor) \(seen)") }
                    let at = seen.frame.minY + seen.fraction * seen.frame.height
                    #expect(abs(at - point.y) <= 1.5, "\(width) \(place) \(factor): \(at) for \(point.y)")
                    looks += 1
                    let away = max(0, seen.frame.minX - 4 - point.x, point.x - seen.frame.maxX - 4)
                    if isOn, away > 0 { beside += 1 }
                    if isOn { #expect(away < 0.12 * width, "\(width) \(place) \(factor) \(seen)") }
                    query = "\(base)\(seen.query)"
                    last = seen
                }
            }
        }
        #expect(looks == 108 && hits >= 8)
        // Where rows have two pictures, there is not always a row with this one at that place; then it is near.
        #expect(beside * 12 <= looks, "\(beside) of \(looks) are beside the pointer")
    }

    /// An item that is not there is of no account; a fraction is one.
    @Test func rubbish() throws {
        let client = try APIClient([StagedGroups(groups: [(number: 0, count: 90)], sizes: Self.sizes)])
        let ask = "/api/collections/staged/plan?width=900&height=500&layout=justified&toZoom=1.4&focusX=300&focusY=200"
        #expect(try client.get("\(ask)&focusItem=nothing").status == 200)
        #expect(try client.get("\(ask)&focusItem=5&focusFraction=0.25").status == 200)
        for fraction in ["1e9", "x"] {
            let reply = try client.get("\(ask)&focusItem=5&focusFraction=\(fraction)")
            #expect(reply.status == 400 && reply.text.contains("focusFraction"))
        }
    }
}
