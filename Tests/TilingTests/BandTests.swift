// Bands: where patches lie, which bands are wanted, and when.

import Testing

@testable import Tiling

@Suite struct BandTests {
    private static func bands(_ layout: Layout, _ change: (inout Planner.Request) -> Void = { _ in }) -> Bands? {
        var request = Planner.Request(viewport: Size(width: 1003, height: 600))
        change(&request)
        return Bands(Planner(layout: layout), for: request)
    }

    private static func pictures(_ run: Range<Int>) -> [Planner.Picture] {
        run.map { Planner.Picture(size: PixelSize(width: 300 + $0 % 7 * 100, height: 400), isTiled: true) }
    }

    /// What is known of a collection does not change how its grid is cut.
    private static func grid(_ count: Int, columns: Int = 5) -> Layout {
        .grid(GridLayout(count: count, width: 1003, columns: columns, spacing: 4))
    }

    /// Tiles lie over all of a patch, and each item that a band shows a part of has one patch in it.
    @Test(arguments: 0..<10) func patchesLieWithinWhatIsPaintedOverThem(seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        let sizes = (0..<300).map { _ in
            PixelSize(
                width: Int.random(in: 200...900, using: &generator),
                height: Int.random(in: 200...900, using: &generator))
        }
        let rows = PeriodicJustifiedLayout(
            pattern: sizes.map { Proportions.proportion(of: $0) }, count: sizes.count,
            metrics: JustifiedMetrics(width: 1003, rowHeight: 180, spacing: 4))
        for layout in LayoutTests.layouts(&generator) + [.periodicRows(rows)] {
            for (zoom, fit, magnification) in [
                (1.0, Planner.Fit.cover, Double.infinity), (1.0, .contain, 1), (1.7, .contain, .infinity),
                (1.7, .cover, 0.5),
            ] {
                guard
                    let bands = Self.bands(
                        layout,
                        { request in
                            request.zoomScale = zoom
                            (request.fit, request.greatestMagnification) = (fit, magnification)
                            request.scale = 1.5
                        })
                else { continue }
                let end = Int(clamping: (layout.contentSize[layout.axis] * zoom / bands.length).rounded(.up))
                for number in 0..<end {
                    let band = bands.band(number, pictures: Self.pictures)
                    let shown = layout.items(in: band.frame.scaled(by: 1 / zoom))
                    #expect(band.patches.map(\.index) == band.patches.map(\.index).sorted())
                    #expect(band.patches.allSatisfy { shown.contains($0.index) })
                    // All but slivers of less than a step.
                    let seen = shown.filter { index in
                        let cell = Planner.snapped(layout.frame(of: index).scaled(by: zoom), scale: 1.5)
                        let part = cell.intersection(band.frame)
                        return part.width >= 2 * bands.step && part.height >= 2 * bands.step
                    }
                    if fit == .cover, magnification > 1 { #expect(Set(band.patches.map(\.index)).isSuperset(of: seen)) }
                    for patch in band.patches {
                        let cell = Planner.snapped(layout.frame(of: patch.index).scaled(by: zoom), scale: 1.5)
                        let place = Rect(
                            x: band.frame.minX + Double(patch.column) * bands.step,
                            y: band.frame.minY + Double(patch.row) * bands.step,
                            width: Double(patch.columns) * bands.step, height: Double(patch.rows) * bands.step)
                        // Only what is narrower than two steps may stand out, by a step.
                        let room = min(cell.width, cell.height) < 2 * bands.step ? bands.step : 1e-6
                        #expect(
                            place.minX >= cell.minX - room && place.maxX <= cell.maxX + room
                                && place.minY >= cell.minY - room && place.maxY <= cell.maxY + room,
                            "\(layout.axis) \(number) \(patch) \(cell)")
                        #expect(patch.column >= 0 && patch.column + patch.columns <= band.columns)
                        #expect(patch.row >= 0 && patch.row + patch.rows <= band.rows)
                        #expect(patch.columns > 0 && patch.rows > 0)
                    }
                }
            }
        }
    }

    /// One begins where the other ends, on whole steps, and the last one ends with the content.
    @Test(arguments: [1, 4, 5, 6, 99, 1000]) func bandsFollowOneAnother(count: Int) throws {
        let layout = Self.grid(count)
        let bands = try #require(Self.bands(layout))
        var end = 0.0
        var number = 0
        var items: Set<Int> = []
        while end < layout.contentSize.height {
            let band = bands.band(number, pictures: Self.pictures)
            #expect(band.frame.minY == end && band.frame.height > 0)
            #expect((band.frame.minY / bands.step).truncatingRemainder(dividingBy: 1) == 0)
            items.formUnion(band.patches.map(\.index))
            end = band.frame.maxY
            number += 1
        }
        #expect(end == layout.contentSize.height)
        #expect(items == Set(0..<count))
    }

    /// A viewport around what is seen at rest; a quarter of a second and the lead more in the direction of travel.
    @Test(arguments: [0.0, 1200, -1200, 12_000, -12_000, 16_000, -16_000, 1e8, -1e8]) func wantedReachesAhead(
        velocity: Double
    ) throws {
        let layout = Self.grid(1_000_000)
        for lead in [0.0, 300] {
            let bands = try #require(
                Self.bands(layout) { request in
                    request.velocity.y = velocity
                    request.lookahead.y = velocity < 0 ? -lead : lead
                })
            for offset in [0.0, 100_000.3, layout.contentSize.height - 600] {
                let wanted = bands.wanted(at: Point(x: 0, y: offset))
                let travel = max(-8 * 600, min(8 * 600, velocity / 4 + (velocity < 0 ? -lead : lead)))
                let start = max(0, offset - 600 + min(0, travel))
                let end = min(layout.contentSize.height, offset + 1200 + max(0, travel))
                #expect(Double(wanted.lowerBound) * bands.length <= start)
                #expect(Double(wanted.lowerBound + 1) * bands.length > start)
                #expect(Double(wanted.upperBound) * bands.length >= end)
                #expect(Double(wanted.upperBound - 1) * bands.length < end)
                #expect(wanted.count <= 13)
                let near = bands.near(Point(x: 0, y: offset))
                #expect(near.clamped(to: wanted) == near && near.count <= 4)
            }
            #expect(bands.isFleeting == (abs(velocity) > 15_000))
        }
    }

    /// However many items there are to a screen, there are not many more of them in all bands.
    @Test(arguments: [1, 5, 20, 60, 100]) func itemsAreBounded(columns: Int) throws {
        let bands = try #require(
            Self.bands(Self.grid(10_000_000, columns: columns)) { $0.velocity.y = 1e7 })
        let wanted = bands.wanted(at: Point(x: 0, y: 50_000))
        let count = wanted.reduce(0) { $0 + bands.items($1).count }
        #expect(count <= 40_000)
        // A hundred columns are six thousand items to a screen.
        #expect(wanted.isEmpty == (columns == 100))
    }

    @Test func farOut() throws {
        // Past 2³³ points, and on whole steps there as well.
        let count = 1_000_000_000
        let layout = Self.grid(count)
        let bands = try #require(Self.bands(layout))
        let height = layout.contentSize.height
        #expect(height > 8_589_934_592)
        let last = try #require(bands.wanted(at: Point(x: 0, y: height - 600)).last)
        let band = bands.band(last, pictures: Self.pictures)
        #expect(band.patches.last?.index == count - 1)
        #expect(band.frame.maxY == height)
        #expect(band.size.height >= band.frame.height && band.size.height < band.frame.height + bands.step)
        #expect(band.size == Size(width: Double(band.columns) * bands.step, height: Double(band.rows) * bands.step))
        for patch in band.patches {
            let cell = layout.frame(of: patch.index).relative(to: Point(x: 0, y: band.frame.minY))
            #expect(Double(patch.column) * bands.step >= cell.minX)
            #expect(Double(patch.row) * bands.step >= min(cell.minY, 0) || patch.row == 0)
        }
        #expect(bands.wanted(at: Point(x: 0, y: 1e13)).isEmpty)
        #expect(bands.wanted(at: Point(x: 0, y: -1e13)).isEmpty)
    }

    @Test func whatHasNoBands() throws {
        #expect(Self.bands(.picture(PictureLayout(index: 0, count: 9, size: PixelSize(width: 10, height: 10)))) == nil)
        let page = Size(width: 1003, height: 600)
        #expect(Self.bands(.pages(PagesLayout(count: 9, page: page, inset: .zero))) == nil)
        // Magnified as far as that, what is beside the view goes nowhere.
        let stack = Layout.linear(
            LinearLayout(
                axis: .vertical, breadth: 1003, spacing: 0, extents: .periodic(PeriodicExtents(pattern: [1], count: 9)))
        )
        #expect(Self.bands(stack) { $0.zoomScale = 2 } != nil)
        #expect(Self.bands(stack) { $0.zoomScale = 2.1 } == nil)
        let empty = try #require(Self.bands(Self.grid(0)))
        #expect(empty.wanted(at: .zero).isEmpty && empty.near(.zero).isEmpty)
        let one = try #require(Self.bands(Self.grid(1)))
        #expect(one.wanted(at: .zero) == 0..<1)
        #expect(one.band(0, pictures: Self.pictures).patches.map(\.index) == [0])
        // Beside a tile that is smaller than a step there is nothing, wherever in its cell it lies.
        for side in 1...40 {
            let small = try #require(
                Self.bands(Self.grid(7)) { ($0.fit, $0.greatestMagnification, $0.scale) = (.contain, 1, 1.5) })
            let size = PixelSize(width: side, height: 41 - side)
            for patch in small.band(0, pictures: { $0.map { _ in Planner.Picture(size: size, isTiled: true) } }).patches
            {
                #expect(patch.columns > 0 && Double(patch.columns) * small.step <= Double(side))
                #expect(patch.rows > 0 && Double(patch.rows) * small.step <= Double(41 - side))
            }
        }
        // Whoever knows nothing of the items gets none.
        #expect(one.band(0) { _ in [] }.patches.isEmpty)
    }
}
