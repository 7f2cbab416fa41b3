// What a plan says, asked for like any program would.

import Foundation
import Testing
import Tiling

@testable import Catalog
@testable import HTTP
@testable import Platform

@Suite struct PlanRouteTests {
    private func plan(_ count: Int, _ query: String) throws -> PlanDocument {
        try APIClient(demo: count).get("/api/collections/demo/plan?\(query)").plan()
    }

    @Test func fieldsAndTypes() throws {
        let client = try APIClient(demo: 1000)
        let reply = try client.get("/api/collections/demo/plan?width=800&height=600")
        #expect(reply.headers["Content-Type"] == "application/json")
        #expect(reply.headers["Cache-Control"] == "no-store")
        let plan = try reply.plan()
        #expect(plan.collection == "demo" && plan.layout == "grid" && plan.zoomScale == 1 && !plan.hasMore)
        #expect(plan.edges == .init(top: true, bottom: false, left: true, right: true))
        #expect(plan.visible?.first == 0)
        #expect(
            Set(try reply.object().keys) == [
                "collection", "revision", "count", "layout", "contentSize", "contentOffset", "zoomScale", "visible",
                "window", "edges", "tiles", "prefetch", "hasMore", "columns", "lead", "minimumZoomScale",
                "maximumZoomScale", "offsetRange", "anchor", "rows",
            ])
        for tile in plan.tiles {
            #expect(
                tile.url
                    == "/api/collections/demo/tiles/\(tile.item)/\(tile.level)/\(tile.column)/\(tile.row)?v=2")
        }
    }

    /// The JSON holds what the planner says, number for number, at any count.
    @Test(arguments: [1, 16, 1000, 1_000_000_000]) func isTheTilingPlan(count: Int) throws {
        let client = try APIClient(demo: count)
        var noise = RepeatableNoise(seed: UInt64(count))
        for _ in 0..<12 {
            var request = Planner.Request(viewport: Size(width: 800, height: 600))
            request.zoomScale = [0.5, 1, 2.5].randomElement(using: &noise) ?? 1
            request.scale = [1, 1.5, 2].randomElement(using: &noise) ?? 1
            request.fit = Bool.random(using: &noise) ? .cover : .contain
            request.velocity = Point(x: 0, y: [0, 800, -800].randomElement(using: &noise) ?? 0)
            request.offset = Point(x: 0, y: Double(Int.random(in: 0...200 * count, using: &noise)))
            let layout = Layout.grid(GridLayout(count: count, width: 800, columns: 4, spacing: 4))
            let expected = Planner(layout: layout).plan(for: request) { window in
                window.map { Planner.Picture(size: DemoCollection.size(at: $0), isTiled: true) }
            }
            let query =
                "width=800&height=600&columns=4&zoom=\(request.zoomScale)&scale=\(request.scale)"
                + "&fit=\(request.fit.rawValue)&velocityY=\(request.velocity.y)&y=\(request.offset.y)"
            let plan = try client.get("/api/collections/demo/plan?\(query)").plan()
            compare(plan, expected, query)
        }
    }

    private func compare(_ plan: PlanDocument, _ expected: Plan, _ query: String) {
        func same(_ left: Double, _ right: Double) -> Bool { abs(left - right) <= 0.000_51 }
        #expect(plan.contentSize.width == expected.contentSize.width)
        #expect(same(plan.contentSize.height, expected.contentSize.height), "\(query)")
        #expect(same(plan.contentOffset.y, expected.contentOffset.y), "\(query)")
        #expect(plan.visible.map { $0.first...$0.last } == expected.visible.map { $0.lowerBound...$0.upperBound - 1 })
        #expect(plan.window.map { $0.first..<$0.last + 1 } == expected.window, "\(query)")
        #expect(plan.prefetch == expected.prefetch, "\(query)")
        #expect(plan.edges.top == expected.edges.top && plan.edges.bottom == expected.edges.bottom, "\(query)")
        #expect(plan.tiles.count == expected.tiles.count, "\(query)")
        for (tile, other) in zip(plan.tiles, expected.tiles) {
            #expect(tile.index == other.index && tile.level == other.level, "\(query)")
            #expect(tile.column == other.column && tile.row == other.row, "\(query)")
            #expect(tile.item == Base36.encode(other.index))
            let pairs = [
                (tile.x, other.frame.x), (tile.y, other.frame.y), (tile.width, other.frame.width),
                (tile.height, other.frame.height), (tile.clip?.top ?? 0, other.clip?.top ?? 0),
                (tile.clip?.left ?? 0, other.clip?.left ?? 0), (tile.clip?.right ?? 0, other.clip?.right ?? 0),
                (tile.clip?.bottom ?? 0, other.clip?.bottom ?? 0),
            ]
            #expect(pairs.allSatisfy { same($0.0, $0.1) }, "\(query): \(tile) \(other)")
            #expect((tile.clip == nil) == (other.clip == nil))
        }
    }

    @Test func offsetsAreClamped() throws {
        let end = try plan(1000, "width=800&height=600&y=1e12&x=1e12")
        #expect(end.contentOffset == .init(x: 0, y: end.contentSize.height - 600))
        #expect(end.edges.bottom && end.edges.right && !end.edges.top)
        #expect(end.visible?.last == 999)
        let start = try plan(1000, "width=800&height=600&y=-1e12&x=-1e12")
        #expect(start.contentOffset == .init(x: 0, y: 0))
        let inset = try plan(1000, "width=800&height=600&y=-1e12&x=-1e12&inset=44,1,20,2")
        #expect(inset.contentOffset == .init(x: -1, y: -44))
        #expect(try inset.tile(of: 0).y >= 44)
        let last = try plan(1000, "width=800&height=600&y=1e12&inset=44,0,20,0")
        #expect(last.contentOffset.y == last.contentSize.height - 580)
        let short = try plan(1, "width=800&height=600&y=50")
        #expect(short.contentOffset.y == 0 && short.edges == .init(top: true, bottom: true, left: true, right: true))
    }

    /// What lies under the focus stays there: the same point of the picture, as it is painted.
    @Test func zoomKeepsTheFocus() throws {
        let before = try plan(1000, "width=800&height=600&y=5000&layout=stack&zoom=1")
        let after = try plan(1000, "width=800&height=600&y=5000&layout=stack&zoom=1&toZoom=3&focusX=100&focusY=200")
        #expect(after.zoomScale == 3)
        try expectSamePoint(before, after, Point(x: 100, y: 200))
        #expect(after.contentSize == before.contentSize)
        // Without a focus the middle of the viewport is meant.
        let middle = try plan(1000, "width=800&height=600&y=5000&layout=stack&toZoom=2")
        try expectSamePoint(before, middle, Point(x: 400, y: 300))
    }

    /// In a column 800 points wide of a thousand pictures, what one plan has at a point of the viewport the other has.
    private func expectSamePoint(_ before: PlanDocument, _ after: PlanDocument, _ focus: Point) throws {
        let demo = try #require(DemoCollection(count: 1000))
        let y = before.contentOffset.y + focus.y
        let request = LayoutRequest(kind: .stack, viewport: Size(width: 800, height: 600), spacing: 4)
        let found = LayoutIndex(demo).withLayout(request) { layout in
            (0..<layout.count).lazy.map { layout.frame(of: $0) }.first { $0.maxY > y }
        }
        let frame = try #require(found ?? nil)
        func fraction(_ plan: PlanDocument) -> Point {
            let painted = Planner.snapped(frame.scaled(by: plan.zoomScale), scale: 1)
            return Point(
                x: (plan.contentOffset.x + focus.x - painted.minX) / painted.width,
                y: (plan.contentOffset.y + focus.y - painted.minY) / painted.height)
        }
        let painted = Planner.snapped(frame.scaled(by: after.zoomScale), scale: 1)
        #expect(abs(fraction(after).x - fraction(before).x) * painted.width < 0.001)
        #expect(abs(fraction(after).y - fraction(before).y) * painted.height < 0.001)
        // And it is where the plan has it.
        #expect(after.tiles.contains { abs($0.y + after.contentOffset.y - painted.minY) < 0.001 })
    }

    /// Whose plans take long to be seen gets what lies ahead, within three viewports, and nothing else differs.
    @Test(arguments: [(1000.0, 200.0), (-1000, -200), (0, 0), (50_000, 1800), (-50_000, -1800)])
    func reachesAsFarAsTheLag(velocity: Double, reach: Double) throws {
        let query = "width=800&height=600&columns=4&spacing=0&overscan=0&y=20000"
        let plain = try plan(100_000, query)
        let moving = try plan(100_000, "\(query)&velocityY=\(velocity)&lag=0.2")
        #expect(moving.visible == plain.visible)
        #expect(moving.contentOffset.y == plain.contentOffset.y)
        let window = try #require(moving.window)
        // Rows of 200 points, four to a row.
        #expect(window.first == (20_000 + min(0, Int(clamping: reach))) / 200 * 4)
        #expect(window.last == (20_600 + max(0, Int(clamping: reach))) / 200 * 4 - 1)
        #expect(Set(moving.tiles.map(\.index)) == Set(window.first...window.last))
    }

    @Test func pagesTurnByTheViewport() throws {
        for (query, expected) in [
            ("y=1700", 1800.0), ("y=1400", 1200), ("y=1210&velocityY=900", 1800), ("y=1790&velocityY=-900", 1200),
            ("y=1790&velocityY=100", 1800),
        ] {
            let plan = try plan(100_000, "width=800&height=600&paging=true&\(query)")
            #expect(plan.contentOffset.y == expected, "\(query)")
        }
        let strip = try plan(100_000, "width=800&height=600&layout=strip&paging=true&x=900")
        #expect(strip.contentOffset.x == 800)
    }

    @Test func shapesOfTheGrid() throws {
        let five = try plan(1000, "width=812&height=600&columns=5&spacing=3")
        let first = try five.tile(of: 0)
        let second = try five.tile(of: 1)
        let sixth = try five.tile(of: 5)
        let cell = second.x + (second.clip?.left ?? 0) - first.x - (first.clip?.left ?? 0) - 3
        #expect(cell == 160)
        #expect(sixth.y + (sixth.clip?.top ?? 0) - first.y - (first.clip?.top ?? 0) == 163)
        #expect(five.contentSize == .init(width: 812, height: 200 * 163 - 3))
        let contain = try plan(1000, "width=812&height=600&columns=5&spacing=3&fit=contain")
        #expect(contain.tiles.allSatisfy { $0.clip == nil && $0.width <= 160 && $0.height <= 160 })
        let cover = try plan(1000, "width=812&height=600&columns=5&spacing=3&fit=cover")
        #expect(cover.tiles.allSatisfy { $0.width >= 160 && $0.height >= 160 })
        // Twice the pixels to a point ask for the level above.
        let sharp = try plan(1000, "width=812&height=600&columns=5&spacing=3&scale=2")
        #expect(try sharp.tile(of: 0).level == first.level - 1)
    }

    /// An icon of 16 pixels takes half of the cell of a grid or a row, and has its size in a page.
    ///
    /// In a column it is 64 points wide. Zooming ends where its pixels are eight points wide.
    @Test(
        arguments: [
            ("grid", 149.0, 149.0), ("justified", 100, 128), ("stack", 64, 128), ("strip", 64, 128), ("pages", 16, 32),
        ])
    func iconsAreNotBlownUp(layout: String, expected: Double, zoomed: Double) throws {
        let folder = try TemporaryFolder()
        try folder.write("icon.png", TinyImage.png(width: 16, height: 16))
        let collection = try folder.scanned()
        collection.measure([0])
        let client = try APIClient([collection])
        let base = "/api/collections/f/plan?width=1200&height=1200&columns=4&layout=\(layout)"
        let tile = try client.get(base).plan().tile(of: 0)
        #expect(tile.width == expected && tile.height == expected && tile.clip == nil)
        // Whoever asks for more gets it.
        let filled = try client.get("\(base)&fit=cover").plan().tile(of: 0)
        #expect(filled.width >= (layout == "grid" || layout == "justified" ? 200 : 64) && filled.width == filled.height)
        #expect(try client.get("\(base)&zoom=2").plan().tile(of: 0).width == zoomed)
    }

    @Test func travelAndNeedDecideTheOrder() throws {
        let down = try plan(100_000, "width=800&height=600&y=50000&velocityY=2000&overscan=600")
        let up = try plan(100_000, "width=800&height=600&y=50000&velocityY=-2000&overscan=600")
        func near(_ plan: PlanDocument) throws -> [PlanDocument.Tile] {
            plan.tiles.filter { $0.y >= 600 || $0.y + $0.height <= 0 }
        }
        #expect(try near(down).first?.y ?? 0 >= 600)
        #expect(try near(up).first?.y ?? 0 < 0)
        #expect(down.prefetch.first ?? 0 > down.window?.last ?? 0)
        #expect(up.prefetch.first ?? .max < up.window?.first ?? 0)
        // What is seen comes before what is near.
        let firstNear = try #require(down.tiles.firstIndex { $0.y >= 600 || $0.y + $0.height <= 0 })
        #expect(down.tiles[firstNear...].allSatisfy { $0.y >= 600 || $0.y + $0.height - ($0.clip?.bottom ?? 0) <= 0 })
    }

    @Test(arguments: ["grid", "stack", "strip"]) func theLastOfABillion(layout: String) throws {
        let axis = layout == "strip" ? "x" : "y"
        let plan = try plan(1_000_000_000, "width=800&height=600&layout=\(layout)&\(axis)=2e12")
        #expect(plan.visible?.last == 999_999_999)
        let tile = try plan.tile(of: 999_999_999)
        #expect(tile.item == "gjdgxr")
        // It ends where the viewport does, to a device pixel.
        let ends = plan.tiles.filter { $0.index == tile.index }.map { tile in
            layout == "strip" ? tile.x + tile.width - 800 : tile.y + tile.height - (tile.clip?.bottom ?? 0) - 600
        }
        #expect(try abs(#require(ends.max())) < 1)
        #expect(plan.tiles.allSatisfy { abs($0.x) < 10_000 && abs($0.y) < 10_000 })
        // One step back moves everything by that step.
        let offset = (layout == "strip" ? plan.contentOffset.x : plan.contentOffset.y) - 40
        let back = try self.plan(1_000_000_000, "width=800&height=600&layout=\(layout)&\(axis)=\(offset)")
        let moved = try back.tile(of: 999_999_999)
        #expect(abs((layout == "strip" ? moved.x - tile.x : moved.y - tile.y) - 40) < 0.0021)
    }

    @Test func nothingToShow() throws {
        let client = try APIClient([StagedCollection(sizes: [], isComplete: false)])
        for layout in ["grid", "stack", "strip"] {
            let reply = try client.get("/api/collections/staged/plan?width=800&height=600&y=99&layout=\(layout)")
            let plan = try reply.plan()
            #expect(plan.visible == nil && plan.window == nil && plan.tiles.isEmpty && plan.prefetch.isEmpty)
            #expect(plan.contentOffset == .init(x: 0, y: 0) && plan.hasMore && plan.count == 0)
            #expect(try reply.object()["visible"] is NSNull)
        }
    }
}
