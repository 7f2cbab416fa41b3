// Plans, from numbers to numbers.

import Testing

@testable import Tiling

@Suite struct PlannerTests {
    static let sizes = [
        PixelSize(width: 4000, height: 3000), PixelSize(width: 300, height: 900), PixelSize(width: 20_000, height: 700),
        PixelSize(width: 16, height: 16),
    ]
    static func picture(_ index: Int) -> Planner.Picture {
        Planner.Picture(size: index % 7 == 6 ? nil : sizes[index % 4], isTiled: index % 5 != 4)
    }

    static func layouts(_ count: Int, width: Double) -> [Layout] {
        let tall = sizes.map { LinearLayout.length(of: $0, along: .vertical) }
        let wide = sizes.map { LinearLayout.length(of: $0, along: .horizontal) }
        return [
            .grid(GridLayout(count: count, width: width, columns: 5, spacing: 4)),
            .linear(
                LinearLayout(
                    axis: .vertical, breadth: width, spacing: 4,
                    extents: .periodic(PeriodicExtents(pattern: tall, count: count)))),
            .linear(
                LinearLayout(
                    axis: .horizontal, breadth: 600, spacing: 0,
                    extents: .periodic(PeriodicExtents(pattern: wide, count: count)))),
        ]
    }

    @Test(arguments: [0, 1, 3, 1000, 1_000_000_000]) func plansHoldTheirPromises(count: Int) {
        var generator = SeededGenerator(seed: UInt64(count))
        for layout in Self.layouts(count, width: 800) {
            for _ in 0..<60 {
                var request = Planner.Request(viewport: Size(width: 800, height: 600))
                let content = layout.contentSize
                request.zoomScale = [0.25, 1, 1.7, 8][Int.random(in: 0..<4, using: &generator)]
                request.scale = [1, 1.25, 2, 3][Int.random(in: 0..<4, using: &generator)]
                request.fit = Bool.random(using: &generator) ? .cover : .contain
                request.velocity.y = [0, 500, -500][Int.random(in: 0..<3, using: &generator)]
                request.offset = Point(
                    x: Double.random(in: -1000...content.width * request.zoomScale + 1000, using: &generator),
                    y: Double.random(in: -1000...content.height * request.zoomScale + 1000, using: &generator))
                let planner = Planner(layout: layout)
                let plan = planner.plan(for: request, pictures: { $0.map(Self.picture) })
                check(plan, request: request, layout: layout)
            }
        }
    }

    private func check(_ plan: Plan, request: Planner.Request, layout: Layout) {
        let geometry = ScrollGeometry(
            contentSize: Size(
                width: layout.contentSize.width * request.zoomScale,
                height: layout.contentSize.height * request.zoomScale), viewport: request.viewport)
        #expect(plan.contentOffset == geometry.clamp(request.offset))
        #expect(plan.contentSize == layout.contentSize)
        #expect((plan.visible == nil) == (layout.count == 0))
        if let visible = plan.visible {
            #expect(plan.window.lowerBound <= visible.lowerBound && visible.upperBound <= plan.window.upperBound)
        }
        // Nothing the page paints with grows with the collection.
        let viewport = Rect(x: 0, y: 0, width: 800, height: 600)
        let near = viewport.expanded(by: request.overscan)
        var bands: [Int] = []
        for tile in plan.tiles {
            #expect(plan.window.contains(tile.index))
            #expect(tile.frame.intersects(near))
            #expect(tile.frame.minY.magnitude < 1e6 && tile.frame.minX.magnitude < 1e6)
            // Edges lie on device pixels of the content.
            let device = (tile.frame.minX + plan.contentOffset.x) * request.scale
            #expect(abs(device - device.rounded()) < 0.01)
            bands.append(tile.isVisible ? 0 : 1)
        }
        #expect(bands == bands.sorted())
        #expect(plan.prefetch.allSatisfy { !plan.window.contains($0) && $0 >= 0 && $0 < layout.count })
        #expect(Set(plan.tiles.map { [$0.index, $0.column, $0.row] }).count == plan.tiles.count)
        checkCover(plan, request: request, layout: layout)
    }

    /// Every visible point of every visible picture lies in exactly one of its tiles.
    private func checkCover(_ plan: Plan, request: Planner.Request, layout: Layout) {
        guard let visible = plan.visible else { return }
        for index in visible where request.fit == .cover {
            let cell = layout.frame(of: index).scaled(by: request.zoomScale).relative(to: plan.contentOffset)
            let seen = cell.intersection(Rect(x: 0, y: 0, width: 800, height: 600))
            guard seen.width > 3, seen.height > 3 else { continue }
            for (fx, fy) in [(0.01, 0.01), (0.5, 0.5), (0.99, 0.99), (0.3, 0.8)] {
                let (x, y) = (seen.minX + 1 + (seen.width - 2) * fx, seen.minY + 1 + (seen.height - 2) * fy)
                let holders = plan.tiles.filter { tile in
                    tile.index == index && tile.frame.minX <= x && x < tile.frame.maxX
                        && tile.frame.minY <= y && y < tile.frame.maxY
                }
                #expect(holders.count == 1, "item \(index) at \(x), \(y)")
            }
        }
    }

    @Test func aMillionTimesDeeperTheSamePlan() {
        // The same place in the pattern, at the start and past 2³³ points: the same frames to the last bit.
        let layout = Self.layouts(1_000_000_000, width: 800)[0]
        var request = Planner.Request(viewport: Size(width: 800, height: 600))
        request.offset.y = 400.5
        let rows = 100_000_000.0 - 100
        let near = Planner(layout: layout).plan(for: request) {
            $0.map { _ in .init(size: Self.sizes[0], isTiled: true) }
        }
        request.offset.y += rows * 160
        #expect(request.offset.y > 0x1p33)
        let far = Planner(layout: layout).plan(for: request) {
            $0.map { _ in .init(size: Self.sizes[0], isTiled: true) }
        }
        #expect(near.tiles.map(\.frame) == far.tiles.map(\.frame))
        #expect(far.tiles.map(\.index) == near.tiles.map { $0.index + Int(clamping: rows) * 5 })
    }

    @Test func whatIsSeenComesFirstThenWhatLiesAhead() {
        var request = Planner.Request(viewport: Size(width: 800, height: 600))
        request.offset.y = 5000
        request.overscan = 400
        request.velocity.y = -800
        let plan = Planner(layout: Self.layouts(1000, width: 800)[0]).plan(for: request) {
            $0.map { _ in .init(size: PixelSize(width: 100, height: 100), isTiled: true) }
        }
        let first = plan.tiles[0].frame
        #expect(first.minX <= 400 && first.maxX >= 400 - 4 && abs(first.midY - 300) <= 160)
        let hidden = plan.tiles.drop { $0.isVisible }
        let above = hidden.prefix { $0.frame.maxY <= 0 }
        #expect(!above.isEmpty && above.count < hidden.count)
        #expect(hidden.dropFirst(above.count).allSatisfy { $0.frame.minY >= 600 })
        #expect(plan.prefetch.first == plan.window.lowerBound - 1)
    }

    @Test func coverCutsWhatSticksOutAndContainDoesNot() {
        let layout = Self.layouts(10, width: 800)[0]
        var request = Planner.Request(viewport: Size(width: 800, height: 600))
        let picture = Planner.Picture(size: PixelSize(width: 400, height: 200), isTiled: false)
        let cover = Planner(layout: layout).plan(for: request) { $0.map { _ in picture } }
        let cell = GridLayout(count: 10, width: 800, columns: 5, spacing: 4).cell
        let tile = cover.tiles.first { $0.index == 1 }
        #expect(tile?.frame.width == cell * 2)
        #expect(tile?.clip == EdgeInsets(top: 0, left: cell / 2, bottom: 0, right: cell / 2))
        request.fit = .contain
        let contain = Planner(layout: layout).plan(for: request) { $0.map { _ in picture } }
        let whole = contain.tiles.first { $0.index == 1 }
        #expect(whole?.frame.width == cell && whole?.frame.height == cell / 2 && whole?.clip == nil)
    }

    @Test func aGigapixelPictureAsksForTheTilesItShows() {
        let layout = Layout.linear(
            LinearLayout(
                axis: .vertical, breadth: 1000, spacing: 0,
                extents: .periodic(PeriodicExtents(length: 1024, count: 1))))
        var request = Planner.Request(viewport: Size(width: 1000, height: 800))
        request.zoomScale = 60
        request.offset = Point(x: 30_000, y: 30_000)
        request.overscan = 0
        let plan = Planner(layout: layout).plan(for: request) {
            $0.map { _ in .init(size: PixelSize(width: 60_000, height: 60_000), isTiled: true) }
        }
        // One device pixel a pixel: 1000 × 800 px touch at most 3 × 3 tiles of 512.
        #expect(plan.tiles.allSatisfy { $0.level == 0 })
        #expect((6...9).contains(plan.tiles.count))
    }
}
