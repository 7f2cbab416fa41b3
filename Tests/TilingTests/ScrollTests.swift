// Offsets, ends, zoom anchor, paging.

import Testing

@testable import Tiling

@Suite struct ScrollTests {
    @Test func offsetsRunFromInsetToEnd() {
        let geometry = ScrollGeometry(
            contentSize: Size(width: 1000, height: 5000), viewport: Size(width: 400, height: 600),
            inset: EdgeInsets(top: 10, left: 20, bottom: 30, right: 40))
        #expect(geometry.clamp(Point(x: -1e9, y: -1e9)) == Point(x: -20, y: -10))
        #expect(geometry.clamp(Point(x: 1e9, y: 1e9)) == Point(x: 640, y: 4430))
        #expect(geometry.clamp(Point(x: 5, y: 7)) == Point(x: 5, y: 7))
        #expect(
            geometry.edges(at: Point(x: -20, y: 4430))
                == ScrollEdges(top: false, bottom: true, left: true, right: false))
    }

    @Test func contentSmallerThanTheViewportDoesNotScroll() {
        let geometry = ScrollGeometry(
            contentSize: Size(width: 100, height: 0), viewport: Size(width: 400, height: 600),
            inset: EdgeInsets(top: 10, left: 0, bottom: 0, right: 0))
        #expect(geometry.clamp(Point(x: 50, y: 50)) == Point(x: 0, y: -10))
        #expect(
            geometry.edges(at: Point(x: 0, y: -10)) == ScrollEdges(top: true, bottom: true, left: true, right: true))
    }

    @Test(arguments: 0..<50) func thePointUnderTheFingersStays(seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        let offset = Point(
            x: Double.random(in: 0...1e6, using: &generator), y: Double.random(in: 0...1e12, using: &generator))
        let focus = Point(
            x: Double.random(in: 0...1000, using: &generator), y: Double.random(in: 0...800, using: &generator))
        let scale = Double.random(in: 0.1...8, using: &generator)
        let newScale = Double.random(in: 0.1...8, using: &generator)
        let moved = ZoomAnchor.offset(from: offset, focus: focus, scale: scale, to: newScale)
        let content = Point(x: (offset.x + focus.x) / scale, y: (offset.y + focus.y) / scale)
        #expect(abs(content.x * newScale - moved.x - focus.x) < 0.5)
        #expect(abs(content.y * newScale - moved.y - focus.y) < 0.5)
    }

    @Test func pagesAreWholeViewports() {
        func target(_ offset: Double, _ velocity: Double) -> Double {
            Paging.target(offset: offset, velocity: velocity, page: 600, minimum: -10, maximum: 4430)
        }
        #expect(target(280, 0) == -10)
        #expect(target(300, 0) == 590)
        #expect(target(20, 1000) == 590)
        #expect(target(1180, -1000) == 590)
        #expect(target(4400, 0) == 4190)
        #expect(target(4430, 1000) == 4430)
    }
}
