// Which pictures count as alike.

import Testing

@testable import Catalog

@Suite struct AlikeFinderTests {
    /// A picture of 16 × 16 pixels of smooth areas that a seed decides.
    private func picture(_ seed: UInt64) -> [UInt8] {
        var state = seed &* 0x9E37_79B9_7F4A_7C15 | 1
        let areas = (0..<25).map { _ -> SIMD3<Float> in
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return SIMD3(Float(state >> 56), Float(state >> 48 & 255), Float(state >> 40 & 255))
        }
        return (0..<256).flatMap { pixel -> [UInt8] in
            let (x, y) = (Float(pixel % 16) / 4, Float(pixel / 16) / 4)
            let (column, row) = (Int(x), Int(y))
            let (right, lower) = (x - Float(column), y - Float(row))
            let first = row * 5 + column
            let upper = areas[first] * (1 - right) + areas[first + 1] * right
            let under = areas[first + 5] * (1 - right) + areas[first + 6] * right
            let colour = upper * (1 - lower) + under * lower
            return [UInt8(colour.x), UInt8(colour.y), UInt8(colour.z)]
        }
    }

    /// The pixels in another of the eight positions of a square.
    private func turned(_ pixels: [UInt8], _ position: Int) -> [UInt8] {
        (0..<256).flatMap { pixel -> ArraySlice<UInt8> in
            var (x, y) = (pixel % 16, pixel / 16)
            if position & 1 != 0 { x = 15 - x }
            if position & 2 != 0 { y = 15 - y }
            if position & 4 != 0 { swap(&x, &y) }
            let source = (y * 16 + x) * 3
            return pixels[source..<source + 3]
        }
    }

    private func groups(_ pictures: [[UInt8]]) throws -> [UInt32] {
        var looks = LookColumn()
        for (row, pixels) in pictures.enumerated() { looks.set(Look(pixels: pixels), row: UInt32(row)) }
        let thumbnails = try pictures.map { try #require(LookThumbnail(pixels: $0)) }
        let found = AlikeFinder(looks).groups { thumbnails[Int($0)].shows(thumbnails[Int($1)]) }
        return Array(try #require(found).prefix(pictures.count))
    }

    @Test func turnedAndMirroredCopiesAreAlike() throws {
        for seed in UInt64(1)...40 {
            let pixels = picture(seed)
            #expect(try groups((0..<8).map { turned(pixels, $0) }) == [UInt32](repeating: 0, count: 8), "\(seed)")
        }
    }

    @Test func differentPicturesAreNot() throws {
        let pictures = (UInt64(1)...400).map(picture)
        #expect(try groups(pictures) == (0..<400).map { UInt32($0) })
    }

    @Test func noisyAndGreyCopiesJoinTheirFirst() throws {
        let pictures = (UInt64(1)...60).flatMap { seed -> [[UInt8]] in
            let pixels = picture(seed)
            let noisy = pixels.enumerated().map { index, value in
                UInt8(clamping: Int(value) + (index &* 7919 &+ Int(seed)) % 9 - 4)
            }
            let grey = (0..<256).flatMap { pixel -> [UInt8] in
                let (red, green, blue) = (pixels[pixel * 3], pixels[pixel * 3 + 1], pixels[pixel * 3 + 2])
                let light = 0.299 * Float(red) + 0.587 * Float(green) + 0.114 * Float(blue)
                return [UInt8](repeating: UInt8(light.rounded()), count: 3)
            }
            return [pixels, noisy, grey]
        }
        #expect(try groups(pictures) == (0..<180).map { UInt32($0 / 3 * 3) })
    }

    @Test func aChainOfSmallChangesIsNotOneGroup() throws {
        let (first, last) = (picture(5), picture(77))
        let steps = 60
        let chain = (0...steps).map { step in
            zip(first, last).map { UInt8((Int($0) * (steps - step) + Int($1) * step) / steps) }
        }
        let found = try groups(chain)
        // Neighbours are alike, and the ends are not.
        #expect(found[1] == 0)
        #expect(found.last != 0)
        #expect(Set(found).count < chain.count)
    }

    @Test func blackFramesAreComparedWithTheFirstOnly() {
        var looks = LookColumn()
        var state: UInt64 = 1
        // Black frames of a film are never quite black.
        for row in 0..<UInt32(20_000) {
            let noisy = (0..<768).map { _ -> UInt8 in
                state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
                return UInt8(state >> 62)
            }
            looks.set(Look(pixels: noisy), row: row)
        }
        var compared = 0
        let found = AlikeFinder(looks).groups { _, first in
            compared += 1
            return first == 0
        }
        #expect(compared == 19_999)
        #expect(found?.prefix(20_000).allSatisfy { $0 == 0 } == true)
    }

    @Test func rowsWithoutALookHaveNoGroup() throws {
        var looks = LookColumn()
        looks.set(Look(pixels: picture(1)), row: 3)
        looks.set(Look(pixels: picture(2)), row: 5)
        looks.set(nil, row: 5)
        let found = try #require(AlikeFinder(looks).groups { _, _ in true })
        #expect(found[3] == 3)
        #expect(found[5] == AlikeFinder.none)
        #expect(looks[5] == nil)
    }
}
