// Zooming out at the start of a collection: the first picture stays at the edge.

import Testing
import Tiling

@testable import Platform

@Suite struct ZoomStartTests {
    private static let sizes = [(4032, 3024), (3024, 4032), (6000, 4000), (1920, 1080), (1000, 667), (2000, 2000)].map {
        PixelSize(width: $0.0, height: $0.1)
    }
    private static let view = "width=1100&height=750&inset=44,0,0,0&overscan=0"
    private static let focus = "focusX=550&focusY=375"

    private struct Place: Equatable {
        var item: String
        var frame: [Double?]
    }

    private func places(_ plan: JSONValue) -> [Place] {
        (plan["tiles"]?.elements ?? []).map { tile in
            Place(
                item: "\(tile["item"]?.text ?? "") \(tile["column"]?.integer ?? 0) \(tile["row"]?.integer ?? 0)",
                frame: ["x", "y", "width", "height"].map { tile[$0]?.number })
        }
        .sorted { $0.item < $1.item }
    }

    private func size(_ plan: JSONValue) -> String {
        plan["rowHeight"]?.number.map { "rowHeight=\($0)" } ?? "columns=\(plan["columns"]?.integer ?? 0)"
    }

    /// Each step out shows what a view shows that has just been opened with cells of this size, and the steps lead back.
    @Test(arguments: [
        "layout=grid", "layout=justified", "layout=grid&group=folder", "layout=justified&group=folder",
    ]) func thePlacesAreThoseOfANewView(layout: String) throws {
        let collection = StagedGroups(
            groups: (0..<5).map { (number: $0 * 10, count: [400, 300, 500, 330, 250][$0]) }, sizes: Self.sizes)
        let client = try APIClient([collection])
        let base = "/api/collections/staged/plan?\(Self.view)&\(layout)"
        func plan(_ query: String) throws -> JSONValue {
            try JSONReader.value(of: try client.get("\(base)&\(query)").body)
        }
        var now = try plan("y=-44")
        let first = size(now)
        var kept = ""
        for step in [-1, -1, -1, 1, 1, 1] {
            now = try plan("y=-44&\(size(now))&zoomSteps=\(step)&\(Self.focus)\(kept)")
            let focus = try #require(now["zoomFocus"])
            kept =
                "&focusItem=\(focus["item"]?.text ?? "")&focusFraction=\(focus["fraction"]?.number ?? 0)"
            #expect(now["contentOffset"]?["y"]?.number == -44, "\(layout) \(size(now))")
            #expect((now["lead"]?.integer ?? 0) == 0, "\(layout) \(size(now))")
            #expect(try places(now) == places(plan("y=-44&\(size(now))")), "\(layout) \(size(now))")
        }
        #expect(size(now) == first)
    }

    /// Elsewhere the picture under the focus keeps its column.
    @Test func elsewhereCellsMayLeadTheFirstPicture() throws {
        let client = try APIClient(demo: 5000)
        let base = "/api/collections/demo/plan?\(Self.view)&layout=grid"
        let leads = try (1...5).map { row in
            try client.get("\(base)&columns=5&y=\(2000 + 220 * row)&zoomSteps=-1&\(Self.focus)").plan().lead ?? 0
        }
        #expect(leads.contains { $0 > 0 })
    }
}
