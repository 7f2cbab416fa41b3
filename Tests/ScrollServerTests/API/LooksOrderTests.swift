// Collections by colour and by likeness.

import Foundation
import Testing
import Tiling

@testable import Catalog
@testable import Imaging
@testable import Pixels
@testable import Platform
@testable import Tiles

@Suite struct LooksOrderTests {
    private static func flat(_ red: Int, _ green: Int, _ blue: Int) -> [UInt8] {
        var pixels = PixelBuffer(width: 40, height: 30, format: .rgb)
        for pixel in 0..<40 * 30 {
            pixels.bytes[pixel * 3] = UInt8(red)
            pixels.bytes[pixel * 3 + 1] = UInt8(green)
            pixels.bytes[pixel * 3 + 2] = UInt8(blue)
        }
        return PNGEncoder.encode(pixels)
    }

    private static func names(_ client: APIClient, _ query: String) throws -> [String] {
        let page: ItemPage = try client.get("/api/collections/f/items?\(query)").decoded()
        return page.items.map(\.name)
    }

    private static func orders(_ client: APIClient) throws -> [String] {
        let value = try JSONReader.value(of: try client.get("/api/collections/f").body)
        return (value["orders"]?.elements ?? []).compactMap(\.text)
    }

    @Test func hueThenLightnessGreysApart() throws {
        let folder = try TemporaryFolder()
        // Names that sort in another order than colours do.
        let colours: [(name: String, colour: (Int, Int, Int))] = [
            ("e-red", (200, 30, 40)), ("m-orange", (230, 140, 20)), ("c-yellow", (220, 210, 30)),
            ("k-green", (40, 170, 60)), ("a-cyan", (30, 180, 190)), ("l-blue", (40, 60, 200)),
            ("d-purple", (130, 40, 180)), ("z-black", (20, 20, 20)), ("b-grey", (120, 122, 121)),
            ("f-white", (240, 240, 240)),
        ]
        for (name, colour) in colours { try folder.write("\(name).png", Self.flat(colour.0, colour.1, colour.2)) }
        let collection = try folder.scanned()
        let closed = try APIClient([collection])
        // Nothing is known of the pictures: the orders are not offered.
        #expect(try Self.orders(closed) == ["name", "-name", "date", "-date", "size", "-size"])
        #expect(try closed.get("/api/collections/f/items?order=colour").status == 400)
        let client = try APIClient([collection])
        #expect(try client.fill())
        #expect(try Self.orders(client).suffix(4) == ["colour", "-colour", "likeness", "-likeness"])
        let expected = colours.map { "\($0.name).png" }
        #expect(try Self.names(client, "order=colour") == expected)
        #expect(try Self.names(client, "order=-colour") == expected.reversed())
        for layout in ["grid", "justified", "stack", "strip"] {
            let plan = try client.get("/api/collections/f/plan?width=400&height=300&layout=\(layout)&order=colour")
                .plan()
            #expect(plan.tiles.first { $0.index == 0 }?.item == collection.summaries(in: 4..<5).first?.id, "\(layout)")
        }
        // A file that is rewritten moves; one that comes has its place.
        let red = try #require(collection.summaries(in: 4..<5).first)
        try folder.write("e-red.png", Self.flat(60, 60, 60))
        collection.examine(item: red.id)
        let now = ["m-orange", "c-yellow", "k-green", "a-cyan", "l-blue", "d-purple", "z-black", "e-red", "b-grey"]
        let hasMoved = try eventually {
            try Self.names(client, "order=colour") == now.map { "\($0).png" } + ["f-white.png"]
        }
        #expect(hasMoved)
    }

    /// Written down from the definition: OKLCH by way of CSS Color 4's matrices.
    @Test(.needs(.python)) func coloursAreThoseOfOKLCH() throws {
        var noise = RepeatableNoise(seed: 12)
        let colours = (0..<200).map { _ in UInt32.random(in: 0...0xFF_FFFF, using: &noise) }
        let program = """
            import math
            for line in open(0):
                c = int(line)
                r, g, b = [((v / 255 + 0.055) / 1.055) ** 2.4 if v / 255 > 0.04045 else v / 255 / 12.92
                           for v in (c >> 16, c >> 8 & 255, c & 255)]
                x = 0.41239079926595934 * r + 0.357584339383878 * g + 0.1804807884018343 * b
                y = 0.21263900587151027 * r + 0.715168678767756 * g + 0.07219231536073371 * b
                z = 0.01933081871559182 * r + 0.11919477979462598 * g + 0.9505321522496607 * b
                l = (0.8190224379967030 * x + 0.3619062600528904 * y - 0.1288737815209879 * z) ** (1 / 3)
                m = (0.0329836539323885 * x + 0.9292868615863434 * y + 0.0361446663506424 * z) ** (1 / 3)
                s = (0.0481771893596242 * x + 0.2642395317527308 * y + 0.6335478284694309 * z) ** (1 / 3)
                L = 0.2104542683093140 * l + 0.7936177747023054 * m - 0.0040720430116193 * s
                A = 1.9779985324311684 * l - 2.4285922420485799 * m + 0.4505937096174110 * s
                B = 0.0259040424655478 * l + 0.7827717124575296 * m - 0.8086757549230774 * s
                print(L, math.hypot(A, B), math.degrees(math.atan2(B, A)) % 360)
            """
        let text = colours.map { String($0) }.joined(separator: "\n") + "\n"
        let lines = String(decoding: try PythonOracle.run(program, input: Array(text.utf8)), as: UTF8.self).split(
            separator: "\n")
        #expect(lines.count == colours.count)
        for (colour, line) in zip(colours, lines) {
            let numbers = line.split(separator: " ").compactMap { Double($0) }
            let (lightness, chroma, hue) = ColourRank.oklch(colour)
            #expect(abs(lightness - numbers[0]) < 0.001 && abs(chroma - numbers[1]) < 0.001)
            if chroma > 0.02 { #expect(abs(hue - numbers[2]) < 0.5 || abs(hue - numbers[2]) > 359.5) }
        }
    }

    /// Copies of pictures, each a little brighter, sharper or smaller than the others, stand beside each other.
    @Test func whatIsAlikeIsTogether() throws {
        var noise = RepeatableNoise(seed: 21)
        let groups = (0..<30).map { _ -> [Float] in
            (0..<12).map { _ in Float.random(in: 0...1, using: &noise) }
        }
        var items: [(group: Int, rank: Int64)] = []
        func between(_ one: Float, _ other: Float, _ part: Float) -> Float { one + (other - one) * part }
        for (group, corners) in groups.enumerated() {
            for _ in 0..<6 {
                let shift = Float.random(in: 0.97...1.03, using: &noise)
                let pixels = (0..<256).map { pixel -> SIMD4<Float> in
                    let (x, y) = (Float(pixel % 16) / 15, Float(pixel / 16) / 15)
                    var value = SIMD4<Float>.zero
                    for channel in 0..<3 {
                        let top = between(corners[channel], corners[3 + channel], x)
                        let bottom = between(corners[6 + channel], corners[9 + channel], x)
                        let grain = Float.random(in: 0.97...1.03, using: &noise)
                        let light = between(top, bottom, y) * shift * grain * (60_000 / 65_535)
                        value[channel] = Float(ShownLight.encoded(light))
                    }
                    return value
                }
                let start = TinyPicture.start(ofSide: 8)
                let picture = TinyPicture(pixels: pixels, hasAlpha: false)
                items.append((group, LikenessRank.rank(of: Array(picture.bytes[start..<start + 192]))))
            }
        }
        items.sort { $0.rank < $1.rank }
        let borders = zip(items, items.dropFirst()).count { $0.group != $1.group }
        // 29 where all are together; 150 and more by chance.
        #expect(borders < 75, "\(borders) borders between 30 groups of 6")
    }

    @Test("The curve comes by every point of a cube once, and goes by single steps", arguments: [2, 3, 4])
    func hilbert(dimensions: Int) {
        let bits = dimensions == 2 ? 4 : 2
        let side = 1 << bits
        let count = (0..<dimensions).reduce(1) { product, _ in product * side }
        var points = [[UInt32]?](repeating: nil, count: count)
        for number in 0..<count {
            var rest = number
            let point = (0..<dimensions).map { _ in
                defer { rest /= side }
                return UInt32(rest % side)
            }
            var moved = point
            let index = Int(HilbertCurve.index(of: &moved, bits: bits))
            #expect(index < count && points[index] == nil)
            if index < count { points[index] = point }
        }
        for (one, other) in zip(points, points.dropFirst()) {
            var distance = 0
            for (first, second) in zip(one ?? [], other ?? []) { distance += abs(Int(first) - Int(second)) }
            #expect(distance == 1)
        }
    }
}
