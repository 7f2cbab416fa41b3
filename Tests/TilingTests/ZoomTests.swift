// Scrolling to an item, and zooming: in a grid by density, in a picture by scale.

import Testing

@testable import Tiling

@Suite struct ZoomTests {
    // MARK: Alignment

    @Test(arguments: 0..<60) func alignments(seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        let viewport = Double.random(in: 100...1000, using: &generator)
        let (leading, trailing) = (Double.random(in: 0...40, using: &generator), 10.0)
        let start = Double.random(in: 0...1e9, using: &generator)
        let end = start + Double.random(in: 1...2000, using: &generator)
        let from = start + Double.random(in: -3000...3000, using: &generator)
        func offset(_ alignment: Alignment, from: Double) -> Double {
            alignment.offset(
                start: start, end: end, offset: from, viewport: viewport, leading: leading, trailing: trailing)
        }
        #expect(abs(start - offset(.start, from: from) - leading) < 1e-6)
        #expect(abs(end - offset(.end, from: from) - (viewport - trailing)) < 1e-6)
        let middle = offset(.center, from: from)
        #expect(abs((start + end) / 2 - middle - (leading + viewport - trailing) / 2) < 1e-6)
        // The nearest shows all of it, or nothing beside it; it is never further than another that does; and it stays.
        let nearest = offset(.nearest, from: from)
        let room = viewport - leading - trailing
        let seen = min(end - nearest, viewport - trailing) - max(start - nearest, leading)
        #expect(abs(seen - min(room, end - start)) < 1e-6)
        for other in [offset(.start, from: from), offset(.end, from: from)] {
            #expect(abs(nearest - from) <= abs(other - from) + 1e-6)
        }
        #expect(offset(.nearest, from: nearest) == nearest)
    }

    @Test func smallContentIsCentered() {
        let geometry = ScrollGeometry(
            contentSize: Size(width: 100, height: 2000), viewport: Size(width: 400, height: 600),
            inset: EdgeInsets(top: 44, left: 0, bottom: 0, right: 0)
        ).centered()
        #expect(geometry.clamp(Point(x: 77, y: -500)) == Point(x: -150, y: -44))
        #expect(geometry.clamp(Point(x: -500, y: 5000)) == Point(x: -150, y: 1400))
    }

    // MARK: Density

    /// Whatever the pinch: the item under the fingers is under them afterwards, as far down its cell as it was.
    @Test(arguments: 0..<200) func theItemUnderTheFingersStays(seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        let count = [1, 5, 1000, 1_000_000, 1_000_000_000, 40_000_000_000][Int.random(in: 0..<6, using: &generator)]
        let width = Double(Int.random(in: 300...3000, using: &generator))
        let columns = Int.random(
            in: 1...min(40, Int(clamping: (width + 4) / (DensityZoom.smallestCell + 4))), using: &generator)
        let grid = GridLayout(
            count: count, width: width, columns: columns, spacing: 4,
            lead: Int.random(in: 0..<columns, using: &generator))
        let index = Int.random(in: 0..<count, using: &generator)
        let frame = grid.frame(of: index)
        let focus = Point(x: frame.midX, y: Double.random(in: 0...700, using: &generator))
        let share = Double.random(in: 0...0.99, using: &generator)
        let offset = Point(x: 0, y: frame.minY + share * frame.height - focus.y)
        let factor = Double.random(in: 0.2...1.4, using: &generator)
        guard
            case .grid(let newColumns, let lead, let moved, let remainder) = DensityZoom.zoom(
                grid, offset: offset, focus: focus, factor: factor)
        else {
            Issue.record("a factor of at most √2 leaves no grid")
            return
        }
        let zoomed = GridLayout(count: count, width: width, columns: newColumns, spacing: 4, lead: lead)
        let now = zoomed.frame(of: index)
        let slip = now.minY + share * now.height - moved.y - focus.y
        // Positions of content 10¹³ points long are themselves no finer than this.
        #expect(abs(slip) < 0.01, "slips by \(slip)")
        // In the same column: under the finger, or its gap at the most.
        #expect(now.minX - 4 <= focus.x && focus.x <= now.maxX + 4)
        let isSmallest = (width + 4) / Double(newColumns + 1) - 4 < DensityZoom.smallestCell
        let left = grid.cell * factor / zoomed.cell
        #expect(abs(remainder - (isSmallest ? max(1, left) : left)) < 1e-9)
        #expect((0..<newColumns).contains(lead))
        // No other number of columns would have come nearer, within the limits.
        func distance(_ columns: Int) -> Double {
            let cell = (width + 4) / Double(columns) - 4
            return max(cell / (grid.cell * factor), grid.cell * factor / cell)
        }
        #expect(newColumns == 1 || distance(newColumns) <= distance(newColumns - 1) + 1e-9)
        let more = GridLayout(count: 1, width: width, columns: newColumns + 1, spacing: 4).cell
        #expect(more < DensityZoom.smallestCell || distance(newColumns) <= distance(newColumns + 1) + 1e-9)
    }

    /// A pinch in a hundred events ends where the same pinch in one event does, and comes back to where it began.
    @Test(arguments: 0..<20) func smallStepsAndLarge(seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        let index = Int.random(in: 1000..<900_000, using: &generator)
        var grid = GridLayout(count: 1_000_000, width: 1200, columns: 6, spacing: 4)
        let begin = grid.frame(of: index)
        let focus = Point(x: begin.midX, y: 300)
        var offset = Point(x: 0, y: begin.midY - 300)
        var remainder = 1.0
        let step = Double.random(in: 0.97...1.03, using: &generator)
        for direction in [step, 1 / step] {
            for _ in 0..<40 {
                guard
                    case .grid(let columns, let lead, let moved, let rest) = DensityZoom.zoom(
                        grid, offset: offset, focus: focus, factor: remainder * direction)
                else { return }
                grid = GridLayout(count: 1_000_000, width: 1200, columns: columns, spacing: 4, lead: lead)
                (offset, remainder) = (moved, rest)
                #expect(DensityZoom.item(of: grid, at: Point(x: focus.x, y: offset.y + 300)).index == index)
            }
        }
        #expect(grid.columns == 6 && abs(remainder - 1) < 1e-6)
        #expect(abs(grid.frame(of: index).midY - offset.y - 300) < 1e-4)
    }

    @Test func oneColumnGoesOverIntoThePicture() {
        let grid = GridLayout(count: 50, width: 400, columns: 1, spacing: 4)
        let offset = Point(x: 0, y: 404 * 7)
        #expect(
            DensityZoom.zoom(grid, offset: offset, focus: Point(x: 200, y: 100), factor: 1.5) == .picture(index: 7))
        #expect(
            DensityZoom.zoom(grid, offset: offset, focus: Point(x: 200, y: 500), factor: 1.5) == .picture(index: 8))
    }

    @Test func anEmptyGridIsZoomedToo() {
        let grid = GridLayout(count: 0, width: 400, columns: 1, spacing: 4)
        for factor in [0.01, 0.5, 1, 2, 100] {
            guard
                case .grid(let columns, let lead, _, _) = DensityZoom.zoom(
                    grid, offset: .zero, focus: Point(x: 9, y: 9), factor: factor)
            else {
                Issue.record("an empty grid has no picture to enter")
                continue
            }
            #expect(columns >= 1 && (0..<columns).contains(lead))
        }
    }

    /// A grid with empty cells first: frames and what is seen agree, item by item.
    @Test(arguments: [0, 1, 4, 6]) func leadMovesEveryItemOn(lead: Int) {
        let plain = GridLayout(count: 500, width: 700, columns: 7, spacing: 4)
        let moved = GridLayout(count: 500, width: 700, columns: 7, spacing: 4, lead: lead)
        for index in 0..<(500 - lead) { #expect(moved.frame(of: index) == plain.frame(of: index + lead)) }
        for y in stride(from: -50.0, to: 8000, by: 37) {
            let seen = Rect(x: 0, y: y, width: 700, height: 120)
            let found = moved.items(in: seen)
            let expected = (0..<500).filter {
                let frame = moved.frame(of: $0)
                return frame.minY < seen.maxY && seen.minY < frame.maxY
            }
            #expect(Array(found) == expected)
        }
        #expect(moved.contentSize.height >= moved.frame(of: 499).maxY)
    }

    // MARK: Pictures

    @Test(arguments: 0..<100) func thePointUnderTheFingersStaysOnTheWayIn(seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        let size = PixelSize(
            width: Int.random(in: 1...60_000, using: &generator), height: Int.random(in: 1...60_000, using: &generator))
        let limits = ZoomLimits.picture(size, in: Size(width: 900, height: 700), scale: 2)
        let cell = Rect(
            x: Double.random(in: -100...100, using: &generator), y: Double.random(in: -100...100, using: &generator),
            width: 400, height: 400)
        let seen = Planner.Request(viewport: Size(width: 900, height: 700)).frame(of: size, in: cell)
        let focus = Point(
            x: Double.random(in: cell.minX...cell.maxX, using: &generator),
            y: Double.random(in: cell.minY...cell.maxY, using: &generator))
        let place = PictureZoom.entering(
            size, seenAt: seen, focus: focus, factor: Double.random(in: 1...3, using: &generator), limits: limits)
        #expect(place.zoomScale >= limits.minimum && place.zoomScale <= limits.maximum)
        let before = (focus.x - seen.minX) / seen.width
        let after = (place.offset.x + focus.x) / (Double(size.width) * place.zoomScale)
        #expect(abs(after - before) * Double(size.width) * place.zoomScale < 0.5)
        // On from there, there and back.
        let further = PictureZoom.zooming(
            from: place.zoomScale, to: place.zoomScale * 1.7, offset: place.offset, focus: focus, limits: limits)
        let back = PictureZoom.zooming(
            from: further.zoomScale, to: place.zoomScale, offset: further.offset, focus: focus, limits: limits)
        #expect(abs(back.offset.x - place.offset.x) < 0.01 && abs(back.offset.y - place.offset.y) < 0.01)
        #expect(further.zoomScale * further.remainder - place.zoomScale * 1.7 < 1e-9)
    }

    @Test func limitsAreFitAndEightDevicePixels() {
        let room = Size(width: 800, height: 600)
        let large = ZoomLimits.picture(PixelSize(width: 8000, height: 3000), in: room, scale: 2)
        #expect(large.minimum == 0.1 && large.maximum == 4)
        // Small ones are not blown up to fit.
        let small = ZoomLimits.picture(PixelSize(width: 16, height: 16), in: room, scale: 1)
        #expect(small.minimum == 1 && small.maximum == 8)
        #expect(ZoomLimits.fitWidth(PixelSize(width: 400, height: 1), in: room) == 2)
    }

    // MARK: Pages

    @Test(arguments: [1, 2, 1000, 30_000_000_000]) func onePictureToAPage(count: Int) {
        let pages = PagesLayout(
            count: count, page: Size(width: 500, height: 400),
            inset: EdgeInsets(top: 44, left: 0, bottom: 20, right: 0))
        for index in Set([0, count / 2, count - 1]) {
            let frame = pages.frame(of: index)
            #expect(frame.width == 500 && frame.height == 336 && frame.minY == 44)
            let offset = frame.minX
            #expect(pages.items(in: Rect(x: offset, y: 0, width: 500, height: 400)) == index..<index + 1)
            #expect(pages.page(at: offset + 200) == index && pages.page(at: offset - 200) == index)
            // Half-way to the next one both are seen.
            let both = pages.items(in: Rect(x: offset + 250, y: 0, width: 500, height: 400))
            #expect(both == index..<min(count, index + 2))
        }
        #expect(pages.contentSize.width == Double(count) * 516 - 16)
    }

    @Test func pagesRestOnPages() {
        let pages = PagesLayout(count: 10, page: Size(width: 500, height: 400), inset: .zero)
        let planner = Planner(layout: .pages(pages))
        var request = Planner.Request(viewport: Size(width: 500, height: 400))
        request.inset = EdgeInsets(top: 44, left: 0, bottom: 0, right: 0)
        request.paging = true
        request.offset.x = 700
        #expect(planner.offset(for: request) == Point(x: 516, y: 0))
        request.velocity.x = 800
        #expect(planner.offset(for: request).x == 1032)
        request.deceleration = .normal
        request.velocity.x = 2000
        // 700 + 999 is nearest to the page at 1548.
        #expect(planner.offset(for: request).x == 1548)
        request.offset.x = 1e12
        #expect(planner.offset(for: request).x == 9 * 516)
        // A pull is no place to rest.
        (request.isBouncing, request.paging, request.deceleration) = (true, false, nil)
        request.offset.x = -100
        #expect(planner.offset(for: request).x == -RubberBand.displacement(pull: 100, dimension: 500))
    }

    // MARK: Backdrops

    @Test func aBackdropIsOneTileBeneathTheOthers() throws {
        let size = PixelSize(width: 9000, height: 4000)
        let planner = Planner(layout: .picture(PictureLayout(index: 3, count: 5, size: size)))
        var request = Planner.Request(viewport: Size(width: 800, height: 600))
        request.zoomScale = 0.5
        request.offset = Point(x: 1000, y: 300)
        let plain = planner.plan(for: request) { _ in [Planner.Picture(size: size, isTiled: true)] }
        request.hasBackdrop = true
        let plan = planner.plan(for: request) { _ in [Planner.Picture(size: size, isTiled: true)] }
        #expect(plan.tiles.count == plain.tiles.count + 1)
        let backdrop = try #require(plan.tiles.first)
        #expect(Pyramid(size).tileCounts(of: backdrop.level) == (1, 1))
        #expect(Pyramid(size).tileCounts(of: backdrop.level - 1) != (1, 1))
        #expect(backdrop.frame == Rect(x: -1000, y: -300, width: 4500, height: 2000))
        #expect(Array(plan.tiles.dropFirst()) == plain.tiles)
    }

    /// A cell that shows the middle of a picture, all of it in one tile, needs nothing to be seen before that.
    @Test func aCellThatShowsOneTileHasNoBackdrop() throws {
        func plan(_ size: PixelSize) -> Plan {
            let planner = Planner(layout: .grid(GridLayout(count: 40, width: 1280, columns: 6, spacing: 4)))
            var request = Planner.Request(viewport: Size(width: 1280, height: 800))
            request.hasBackdrop = true
            return planner.plan(for: request) { $0.map { _ in Planner.Picture(size: size, isTiled: true) } }
        }
        // Level 2 is 600 × 400 pixels; cells of 210 points show its columns 100 to 500.
        let one = plan(PixelSize(width: 2400, height: 1600))
        #expect(Set(one.tiles.map(\.level)) == [2] && Set(one.tiles.map(\.column)) == [0])
        #expect(one.tiles.count == one.window.count)
        // Of 1000 × 400 they show the columns 300 to 700, in two tiles.
        let two = plan(PixelSize(width: 4000, height: 1600))
        #expect(two.tiles.count == 3 * two.window.count)
    }
}
