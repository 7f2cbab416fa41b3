// Pictures of different sizes beside each other.

import Testing

@testable import Tiling

@Suite struct ComparedPictureTests {
    private static let viewport = Size(width: 400, height: 300)

    private static func picture(_ width: Int, _ height: Int, scale: Double = 1) -> ComparedPicture {
        ComparedPicture(size: PixelSize(width: width, height: height), viewport: viewport, scale: scale)
    }

    @Test func allOfAPictureIsInTheMiddle() {
        let place = Self.picture(1000, 3000).placement(magnification: 1, middle: Point(x: 0.5, y: 0.5))
        #expect(place.zoomScale == 0.1 && place.picture == Size(width: 100, height: 300))
        #expect(place.offset == Point(x: -150, y: 0))
        // There is nothing more to see to any side.
        #expect(place.range.minimum == Point(x: 0.5, y: 0.5) && place.range.maximum == Point(x: 0.5, y: 0.5))
    }

    @Test func magnificationsOfPixels() {
        let large = Self.picture(4000, 3000, scale: 2)
        #expect(large.pixels == 5 && large.minimum == 1 && large.maximum == 40 && large.detail == 5)
        #expect(large.placement(magnification: 5, middle: Point(x: 0, y: 0)).zoomScale == 0.5)
        // A small picture can be shown as small as its pixels.
        let small = Self.picture(100, 75)
        #expect(small.pixels == 0.25 && small.minimum == 0.25 && small.maximum == 2 && small.detail == 2.5)
        // A pixel is at most eight device pixels wide, whatever is asked for.
        let place = small.placement(magnification: 6, middle: Point(x: 0.5, y: 0.5))
        #expect(place.magnification == 2 && place.zoomScale == 8)
    }

    @Test(arguments: 0..<50) func theMiddleIsInTheMiddle(seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        let scales: [Double] = [1, 1.25, 2, 3]
        let scale: Double = scales.randomElement(using: &generator) ?? 1
        let width = Int.random(in: 1...20_000, using: &generator)
        let height = Int.random(in: 1...20_000, using: &generator)
        let picture = Self.picture(width, height, scale: scale)
        let middle = Point(
            x: Double.random(in: 0...1, using: &generator), y: Double.random(in: 0...1, using: &generator))
        let magnification = Double.random(in: 0.1...40, using: &generator)
        let place = picture.placement(magnification: magnification, middle: middle)
        for axis in [Axis.horizontal, .vertical] {
            let painted: Double = middle[axis] * place.picture[axis] - place.offset[axis]
            let error: Double = abs(painted - Self.viewport[axis] / 2)
            #expect(error * scale < 0.5 + 1e-6)
            let offset: Double = place.offset[axis] * scale
            #expect(abs(offset - offset.rounded()) < 1e-6)
            // At an end of the range the picture's edge is the viewport's; one that is smaller lies in the middle.
            let least = place.range.minimum[axis]
            let edge = least * place.picture[axis] - Self.viewport[axis] / 2
            #expect(abs(max(0, edge)) < 1e-6 || least == 0.5)
            #expect(abs(least + place.range.maximum[axis] - 1) < 1e-12 && least <= 0.5)
        }
    }
}
