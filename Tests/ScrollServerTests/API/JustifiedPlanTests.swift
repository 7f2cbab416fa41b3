// Plans of justified rows.

import Foundation
import Testing
import Tiling

@testable import Catalog
@testable import HTTP

@Suite struct JustifiedPlanTests {
    private static let sizes = (0..<400).map { PixelSize(width: 60 + ($0 * 53) % 300, height: 40 + ($0 * 37) % 200) }
    private static let base = "/api/collections/staged/plan?width=900&height=600&layout=justified&spacing=4&fit=cover"

    /// The cell of an item, from its tile: pictures fill cells of their own proportions.
    private func row(_ plan: PlanDocument, _ index: Int) throws -> (y: Double, height: Double) {
        let tile = try plan.tile(of: index)
        let clip = tile.clip ?? .init(top: 0, left: 0, bottom: 0, right: 0)
        return (tile.y + clip.top, tile.height - clip.top - clip.bottom)
    }

    /// All rows of a plan fill the width and follow one another; returns the first items of rows, by their index.
    @discardableResult
    private func checkRows(_ plan: PlanDocument, width: Double = 900, spacing: Double = 4) throws -> [Int] {
        var starts: [Int] = []
        let window = try #require(plan.window)
        let tiles = try (window.first...window.last).map { index in
            // What all tiles of a picture cover.
            let parts = plan.tiles.filter { $0.index == index }
            var whole = try #require(parts.first)
            whole.x = parts.map(\.x).min() ?? 0
            whole.y = parts.map(\.y).min() ?? 0
            whole.width = (parts.map { $0.x + $0.width }.max() ?? 0) - whole.x
            whole.height = (parts.map { $0.y + $0.height }.max() ?? 0) - whole.y
            return whole
        }
        for (previous, tile) in zip(tiles, tiles.dropFirst()) {
            if abs(previous.y - tile.y) < 1 {
                #expect(abs(tile.x - previous.x - previous.width - spacing) < 0.6)
            } else {
                starts.append(tile.index)
                #expect(abs(previous.x + previous.width - width) < 0.6 && abs(tile.x) < 0.6)
                #expect(abs(tile.y - previous.y - previous.height - spacing) < 0.6)
            }
        }
        return starts
    }

    @Test(arguments: ["name", "-name"]) func plansAreTheLayout(order: String) throws {
        let client = try APIClient([StagedCollection(sizes: Self.sizes, measured: 0..<400)])
        let sizes = order == "name" ? Self.sizes : Self.sizes.reversed()
        let proportions = Proportions(sizes.map { Proportions.proportion(of: $0) })
        for rowHeight in [nil, 60, 133.5, 900.0] {
            let metrics = JustifiedMetrics(width: 900, rowHeight: rowHeight, spacing: 4)
            let layout = JustifiedLayout(
                proportions, sections: JustifiedSections(proportions, metrics: metrics))
            let parameter = rowHeight.map { "&rowHeight=\($0)" } ?? ""
            for y in [0.0, 777, 1e6] {
                let plan = try client.get("\(Self.base)&order=\(order)&y=\(y)&overscan=0\(parameter)").plan()
                #expect(plan.layout == "justified" && plan.rowHeight == metrics.rowHeight && plan.columns == nil)
                #expect(plan.contentSize.width == 900)
                #expect(abs(plan.contentSize.height - layout.contentSize.height) < 0.001)
                let top = plan.contentOffset.y
                let items = layout.items(in: Rect(x: 0, y: top, width: 900, height: 600))
                #expect(plan.visible == .init(first: items.lowerBound, last: items.upperBound - 1))
                var request = Planner.Request(viewport: Size(width: 900, height: 600))
                (request.offset.y, request.overscan) = (top, 0)
                let expected = Planner(layout: .justified(layout)).plan(for: request) { window in
                    sizes[window].map { Planner.Picture(size: $0, isTiled: false) }
                }
                #expect(plan.tiles.map(\.index) == expected.tiles.map(\.index))
                for (tile, expected) in zip(plan.tiles, expected.tiles) {
                    #expect(abs(tile.x - expected.frame.x) < 0.001 && abs(tile.y - expected.frame.y) < 0.001)
                    #expect(abs(tile.width - expected.frame.width) < 0.001)
                    #expect(abs(tile.height - expected.frame.height) < 0.001)
                }
                try checkRows(plan)
            }
        }
    }

    /// What is learnt above, below and within the window moves nothing that is seen.
    @Test func anchorHoldsWhileSizesAreLearnt() throws {
        let collection = StagedCollection(sizes: Self.sizes)
        let client = try APIClient([collection])
        var plan = try client.get("\(Self.base)&y=9000&overscan=0").plan()
        for learnt in [0..<40, 300..<400, 40..<300, 0..<400] {
            let anchor = try #require(plan.anchor)
            collection.measure(Array(learnt))
            let next = try client.get(
                "\(Self.base)&overscan=0&y=\(plan.contentOffset.y)&anchor=\(anchor.item)&anchorX=\(anchor.x)"
                    + "&anchorY=\(anchor.y)&revision=\(plan.revision)"
            ).plan()
            let index = anchor.index
            #expect(try abs(row(next, index).y - anchor.y) < 0.6)
            #expect(next.contentOffset.x == 0)
            plan = next
        }
        try checkRows(plan)
        // All is known: what followed the changes is as good as what is laid out from scratch.
        let fresh = try APIClient([StagedCollection(sizes: Self.sizes, measured: 0..<400)])
        let other = try fresh.get("\(Self.base)&y=\(plan.contentOffset.y)&overscan=0").plan()
        #expect(other.contentSize == plan.contentSize && other.tiles.map(\.y) == plan.tiles.map(\.y))
    }

    /// A list that items are put into and taken from, above the window and in it.
    @Test func insertAndRemove() throws {
        let client = try APIClient([])
        _ = try client.ask(.post, "/api/collections", body: Array(#"{"name":"L"}"#.utf8))
        func boxes(_ count: Int, at index: Int, seed: Int) throws {
            let items = (0..<count).map { #"{"width":\#(60 + ($0 * 53 + seed) % 300),"height":120}"# }
            let body = #"{"items":[\#(items.joined(separator: ","))],"index":\#(index)}"#
            #expect(try client.ask(.post, "/api/collections/l/items", body: Array(body.utf8)).status == 201)
        }
        try boxes(500, at: 0, seed: 7)
        let base = "/api/collections/l/plan?width=900&height=600&layout=justified&spacing=4&rowHeight=90&overscan=0"
        var plan = try client.get("\(base)&y=5000").plan()
        var generator = RepeatableNoise(seed: TestSeed.seed())
        for round in 0..<30 {
            let anchor = try #require(plan.anchor)
            let index = Int.random(in: 0...anchor.index, using: &generator)
            if round % 3 == 2 {
                let page: ItemPage = try client.get("/api/collections/l/items?limit=1000").decoded()
                let gone = page.items[max(0, index - 1)].id
                if gone == anchor.item { continue }
                #expect(try client.ask(.delete, "/api/collections/l/items/\(gone)").status < 300)
            } else {
                try boxes(1 + round, at: index, seed: round)
            }
            plan = try client.get(
                "\(base)&y=\(plan.contentOffset.y)&anchor=\(anchor.item)&anchorX=\(anchor.x)&anchorY=\(anchor.y)"
                    + "&revision=\(plan.revision)"
            ).plan()
            let tile = try #require(plan.tiles.first { $0.item == anchor.item })
            #expect(try abs(row(plan, tile.index).y - anchor.y) < 0.6)
            try checkRows(plan)
        }
    }

    /// Zooming by one step after the other keeps the item under the focus under it, at the same part of its height.
    @Test(arguments: [1.19, 1.6, 0.84, 0.5]) func zoomKeepsTheItem(factor: Double) throws {
        let client = try APIClient([StagedCollection(sizes: Self.sizes, measured: 0..<400)])
        let focus = Point(x: 420, y: 310)
        let proportions = Proportions(Self.sizes.map { Proportions.proportion(of: $0) })
        func metrics(_ rowHeight: Double) -> JustifiedMetrics {
            JustifiedMetrics(width: 900, rowHeight: rowHeight, spacing: 4)
        }
        func layout(_ rowHeight: Double, pinning rows: [PinnedRow] = []) -> Layout {
            let sections = JustifiedSections(proportions, metrics: metrics(rowHeight))
            return .justified(JustifiedLayout(proportions, sections: sections, pinning: rows))
        }
        var plan = try client.get("\(Self.base)&y=2500&rowHeight=120").plan()
        for _ in 0..<4 {
            let height = try #require(plan.rowHeight)
            let point = Point(x: focus.x, y: plan.contentOffset.y + focus.y)
            let (index, fraction) = try #require(layout(height).item(nearest: point))
            let next = try client.get(
                "\(Self.base)&y=\(plan.contentOffset.y)&rowHeight=\(height)&toZoom=\(factor)&focusX=\(focus.x)"
                    + "&focusY=\(focus.y)"
            ).plan()
            let newHeight = try #require(next.rowHeight)
            #expect(abs(newHeight * (try #require(next.zoomRemainder)) - height * factor) < 1e-6 || newHeight == 24)
            if !next.edges.top, !next.edges.bottom {
                // Rows begin so that the picture is under the focus sideways, too.
                let rows = layout(height).rows(
                    placing: index, at: focus.x, metrics: metrics(newHeight),
                    grid: GridLayout(count: 1, width: 900, columns: 1, spacing: 4))
                let frame = layout(newHeight, pinning: newHeight == height ? [] : rows).frame(of: index)
                #expect(frame.minX - 4 <= focus.x && focus.x <= frame.maxX + 4)
                #expect(abs(frame.y + fraction * frame.height - next.contentOffset.y - focus.y) < 0.01)
            }
            plan = next
        }
    }

    @Test func zoomsIntoThePicture() throws {
        let client = try APIClient([StagedCollection(sizes: Self.sizes, measured: 0..<400)])
        let large = try client.get("\(Self.base)&y=0&rowHeight=900&toZoom=1.8&focusX=300&focusY=100").plan()
        #expect(large.layout == "item" || large.layout == "pages")
        #expect(large.rowHeight == nil)
        let item = try client.get("\(Self.base)&y=0&zoomTo=detail&focusX=10&focusY=10").plan()
        #expect(item.layout == "item" && item.item == "i0")
        let fit = try client.get("\(Self.base)&y=0&zoomTo=item&focusX=10&focusY=10").plan()
        #expect(fit.layout == "pages" && fit.contentOffset.x == 0)
    }

    @Test(arguments: ["name", "-name"]) func aThousandMillion(order: String) throws {
        let client = try APIClient(demo: 1_000_000_000)
        let base = "/api/collections/demo/plan?width=1280&height=800&layout=justified&order=\(order)"
        let start = try client.get(base).plan()
        #expect(start.contentSize.height > 1e10 && start.rowHeight == 200)
        for y in [0, start.contentSize.height / 2, start.contentSize.height] {
            let plan = try client.get("\(base)&y=\(y)").plan()
            if !plan.edges.bottom { try checkRows(plan, width: 1280) }
            if y > 0, plan.edges.bottom { #expect(plan.window?.last == 999_999_999) }
            let zoomed = try client.get("\(base)&y=\(plan.contentOffset.y)&toZoom=2&focusX=1&focusY=400").plan()
            #expect(zoomed.rowHeight == 400)
            let sizes = order == "name" ? DemoCollection.sizePattern : DemoCollection.sizePattern.reversed()
            let layout = PeriodicJustifiedLayout(
                pattern: sizes.map { Proportions.proportion(of: $0) }, count: 1_000_000_000,
                metrics: JustifiedMetrics(width: 1280, rowHeight: 400, spacing: 4))
            #expect(abs(zoomed.contentSize.height - layout.contentSize.height) < 0.001)
            let anchor = try #require(zoomed.anchor)
            let painted = Planner.snapped(layout.frame(of: anchor.index), scale: 1)
            // Both numbers are written to thousandths.
            #expect(abs(anchor.y - (painted.minY - zoomed.contentOffset.y)) < 0.0011)
        }
    }

    @Test func tooLowRowsAreNamed() throws {
        let client = try APIClient(demo: 1_000_000)
        let problem = try client.get(
            "/api/collections/demo/plan?width=9000&height=9000&layout=justified&rowHeight=20"
        ).problem(400)
        #expect(problem.parameter == "rowHeight")
    }

    /// A large collection is laid out once for each height, and not where nobody may be held up.
    @Test func firstLayoutsAreFar() {
        let count = 20_001
        let layouts = LayoutIndex(
            StagedCollection(
                sizes: Array(repeating: PixelSize(width: 3, height: 2), count: count), measured: 0..<count))
        var request = LayoutRequest(kind: .justified, viewport: Size(width: 1000, height: 500), spacing: 4)
        #expect(!layouts.isNear([request], count: count))
        layouts.withLayout(request) { #expect($0.count == count) }
        #expect(layouts.isNear([request], count: count))
        var higher = request
        higher.rowHeight = 500
        #expect(!layouts.isNear([request, higher], count: count))
        // The one used longest ago goes.
        for rowHeight in [500, 300, 100, 900.0] {
            request.rowHeight = rowHeight
            layouts.withLayout(request) { _ in }
        }
        #expect(layouts.isNear([higher], count: count))
        request.rowHeight = nil
        #expect(!layouts.isNear([request], count: count))
    }
}
