// The projection of maps, the part of the world that one shows, and its ticks.

import Foundation
import Testing

@testable import Tiling

@Suite struct WebMercatorTests {
    /// A hundredth of a point of the whole world, zoomed as far as requests may name.
    private static let least = 0.01 / (800 * 100_000)

    @Test func placesAreThoseOfTheFormula() {
        var generator = SeededGenerator(seed: 46)
        for _ in 0..<500 {
            let latitude = Double.random(in: -85...85, using: &generator)
            let longitude = Double.random(in: -180...180, using: &generator)
            // EPSG:3857 (EPSG Guidance Note 7-2, method 1024), on a square of side 1.
            let angle = latitude * .pi / 180
            let expected = 0.5 - log(tan(.pi / 4 + angle / 2)) / (2 * .pi)
            #expect(abs(WebMercator.y(latitude: latitude) - expected) < Self.least, "\(latitude)")
            #expect(abs(WebMercator.x(longitude: longitude) - (longitude + 180) / 360) < Self.least)
            #expect(abs(WebMercator.latitude(y: expected) - latitude) < 1e-9, "\(latitude)")
            #expect(abs(WebMercator.longitude(x: WebMercator.x(longitude: longitude)) - longitude) < 1e-9)
        }
    }

    /// As pyproj 3.7 has them: metres of EPSG:3857, over the length of the equator.
    @Test func placesAreThoseOfPyproj() {
        let circumference = 2 * Double.pi * 6_378_137
        for (latitude, longitude, x, y) in [
            (38.7223, -9.1393, -1_017_382.2222, 4_681_971.1332), (-33.8688, 151.2093, 16_832_542.2792, -4_011_198.6473),
            (64.1466, -21.9426, -2_442_639.0587, 9_387_089.6498), (0, 180, 20_037_508.3428, 0),
        ] {
            #expect(abs((WebMercator.x(longitude: longitude) - 0.5) * circumference - x) < 0.01)
            #expect(abs((0.5 - WebMercator.y(latitude: latitude)) * circumference - y) < 0.01)
        }
    }

    @Test func theWorldEndsAtItsEdges() {
        for latitude in [WebMercator.greatestLatitude, 86, 90, 1e300, .infinity] {
            #expect(abs(WebMercator.y(latitude: latitude)) < 1e-12)
            #expect(abs(WebMercator.y(latitude: -latitude) - 1) < 1e-12)
        }
        #expect(WebMercator.x(longitude: -180) == 0 && WebMercator.x(longitude: 180) == 1)
        #expect(WebMercator.y(latitude: 0) == 0.5)
    }

    @Test func anAreaHoldsItsPlaces() throws {
        var generator = SeededGenerator(seed: 47)
        for round in 0..<300 {
            func run() -> ClosedRange<Double> {
                let low = Double.random(in: 0...1, using: &generator)
                let length = round % 3 == 0 ? 0 : Double.random(in: 0...1 - low, using: &generator)
                return low...low + length
            }
            let (x, y) = (run(), run())
            let area = MapArea(around: x, y)
            #expect(area.contains(x, y) && area.side <= 1 && area.side >= 1.0 / 512, "\(area) of \(x), \(y)")
            #expect(area.x >= 0 && area.y >= 0 && area.x + area.side <= 1 + 1e-12 && area.y + area.side <= 1 + 1e-12)
            // Places keep where they are, to less than what counts as one place.
            let place = try #require(area.place(x: x.lowerBound, y: y.upperBound))
            let step = 1 / Double(sign: .plus, exponent: area.keptBits, significand: 1)
            let share = Double(place.x) / 4_294_967_296
            #expect(abs(share - (x.lowerBound - area.x) / area.side) <= step)
            // The whole world is in view at the least zoom scale, with the square in the middle.
            let world = area.world(length: 800 * area.leastZoomScale)
            let middle = (area.x + area.side / 2, area.y + area.side / 2)
            #expect(world.width * max(middle.0, 1 - middle.0, middle.1, 1 - middle.1) <= 400.001)
        }
        #expect(MapArea.world.leastZoomScale == 1 && MapArea.world.place(x: 1.1, y: 0) == nil)
        #expect(MapArea.world.place(x: .nan, y: 0) == nil && MapArea.world.place(x: 0, y: 1) != nil)
    }

    @Test func ticksAreRoundDegrees() throws {
        let axes = MapArea.world.axes
        let across = axes.x.ticks(in: -0.2...1.2, length: 800, minimumSpacing: 90)
        #expect(
            across.map(\.tick.label) == ["180°", "120°W", "60°W", "0°", "60°E", "120°E", "180°"])
        #expect(across.map(\.place) == across.map { ($0.tick.value + 180) / 360 })
        let up = axes.y.ticks(in: 0...1, length: 800, minimumSpacing: 44)
        #expect(up.map(\.tick.label) == ["60°S", "30°S", "0°", "30°N", "60°N"])
        for (one, other) in zip(up, up.dropFirst()) { #expect((other.place - one.place) * 800 >= 44) }
        // Zoomed in there are parts of degrees, and what lies beyond the square has ticks as well.
        let area = MapArea(around: 0.47...0.471, 0.38...0.381)
        let near = area.axes.x.ticks(in: 0.9...1.1, length: 8000, minimumSpacing: 90)
        #expect(near.count > 4 && near.allSatisfy { $0.tick.label.hasSuffix("°W") && $0.tick.label.contains(".") })
        #expect(near.contains { $0.place > 1 })
        for spacing in [1e-9, 0.001, 0.7, 13, 59, 61, 1e9] {
            let step = MapTicks.step(atLeast: spacing)
            #expect(step > 0 && step <= 60 && (step >= spacing || spacing > 60))
        }
        #expect(axes.x.share(of: 0) == 0.5 && axes.x.share(of: 181) == nil)
        let share = try #require(axes.y.share(of: 60))
        #expect(abs(share - (1 - WebMercator.y(latitude: 60))) < 1e-9)
        #expect(abs(axes.y.value(at: share) - 60) < 1e-9)
    }

    /// A lone place stays small until it is looked at closely, and far out one bin is left that can be seen.
    @Test func binsOfAMapStaySmall() throws {
        let places = [(0.470, 0.380), (0.470, 0.380), (0.4701, 0.3801), (0.51, 0.40), (0.8, 0.75)]
        let area = MapArea(around: 0.47...0.8, 0.38...0.75)
        let index = PlaneIndex(count: places.count) { area.place(x: places[$0].0, y: places[$0].1) }
        let axes = area.axes
        let plane = PlaneLayout(
            index, x: axes.x, y: axes.y, size: Size(width: 800, height: 800), map: area)
        for zoomScale in [area.leastZoomScale, 0.3, 1, 7, 300, 4000] {
            let bins = plane.bins(in: Rect(x: -1e5, y: -1e5, width: 2e5, height: 2e5), zoomScale: zoomScale)
            #expect(bins.reduce(0) { $0 + $1.count } == places.count)
            for bin in bins {
                let side = bin.frame.width * zoomScale
                #expect(zoomScale > 1000 || side <= 60.001 && side >= 29, "\(side) at \(zoomScale)")
                #expect(plane.bin(of: bin.first, zoomScale: zoomScale)?.first == bin.first)
            }
        }
        let planner = Planner(layout: .plane(plane))
        var request = Planner.Request(viewport: Size(width: 1280, height: 800))
        // The square is in the middle of a wide viewport, with the world around it.
        #expect(planner.offset(for: request) == Point(x: -240, y: 0))
        let tiles = planner.mapTiles(for: request, at: planner.offset(for: request))
        #expect(tiles.count > 3 && tiles.contains { $0.frame.minX < 240 })
        // In one of odd sides it begins at a whole point, and cannot be scrolled.
        let odd = Planner.Request(viewport: Size(width: 1281, height: 803))
        let range = planner.geometry(for: odd).range
        #expect(range.minimum == Point(x: -240, y: -1) && range.maximum == range.minimum)
        // Zoomed, what is under the focus stays, also where the map is smaller than the viewport.
        request.zoomScale = 1.2
        request.offset = Point(x: 1.2 * (900 - 240) - 900, y: 1.2 * 100 - 100)
        #expect(planner.offset(for: request) == request.offset)
        request.offset = .zero
        // Places all over the world open on all of it.
        #expect(MapArea(around: 0.3...0.88, 0.3...0.6) == .world)
        request.zoomScale = area.leastZoomScale
        let all = planner.mapTiles(for: request, at: planner.offset(for: request))
        #expect(all.first?.tile.level == 0 && all.count == 1)
    }
}
