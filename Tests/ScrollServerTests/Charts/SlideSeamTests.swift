// Where a chart is cut into slides cannot be seen.

import Foundation
import Testing

@testable import Charts
@testable import Imaging
@testable import Pixels

/// Two slides side by side are the slide twice as wide, and a slide's tiles are the slide, byte for byte, by their URLs.
@Suite struct SlideSeamTests {
    /// A chart, and the line gaps that are looked at: from several points to a pixel to several pixels to a point.
    enum Chart: String, CaseIterable {
        case days
        case uneven
        case long
        case even

        var gaps: [Double] {
            switch self {
            case .days: [0.3, 0.8, 2.5, 40]
            case .uneven: [0.11, 1.7, 30]
            case .long: [900]
            case .even: [0.07, 0.6, 1, 7.3]
            }
        }

        func series() throws -> StagedSeries {
            var noise = RepeatableNoise(seed: 5)
            func values(_ count: Int) -> [Double] {
                (0..<count).map { index in
                    index % 97 == 3 || index / 40 % 23 == 5
                        ? .nan : Double.random(in: -50...50, using: &noise) + (index % 61 == 0 ? 300 : 0)
                }
            }
            let count = 6000
            var x = (0..<count).map(Double.init)
            switch self {
            case .days: x = x.map { $0 * 86_400 }
            case .uneven:
                var at = 0.0
                for index in x.indices {
                    at += [0, 0.01, 0.3, 1, 6].randomElement(using: &noise) ?? 1
                    x[index] = at
                }
            case .long:
                // A few in the beginning, then nothing for a thousand million units.
                for index in x.indices.dropFirst(100) { x[index] = 1e9 + Double(index) / 3 }
            case .even: break
            }
            let kind: SeriesXKind =
                switch self {
                case .days: .time
                case .uneven, .long: .number
                case .even: .index
                }
            return try StagedSeries(x, [values(count), values(count)], kind: kind)
        }
    }

    #if !OPTIMISED
        /// Drawing is slow: just enough for a seam between tiles, of 512 pixels, at the scales 1.5 and 2.
        private static let slideWidth = 384.0
    #else
        private static let slideWidth = 512.0
    #endif

    private func picture(_ client: APIClient, _ target: String) throws -> PixelBuffer {
        let reply = try client.get(target)
        try #require(reply.status == 200, "\(target): \(reply.text)")
        var decoder = try PNGDecoder(source: ByteSource(reply.body))
        return try decoder.readAll()
    }

    private func slide(_ client: APIClient, _ key: SlideKey) throws -> PixelBuffer {
        try picture(client, "/api/collections/c/items/\(key.text)/original")
    }

    /// The tiles of a slide put together.
    private func tiles(_ client: APIClient, _ key: SlideKey, size: PixelBuffer) throws -> PixelBuffer {
        var whole = PixelBuffer(
            width: size.width, height: size.height, format: .rgb, bytes: Array(repeating: 0, count: size.bytes.count))
        for top in stride(from: 0, to: size.height, by: 512) {
            for left in stride(from: 0, to: size.width, by: 512) {
                let tile = try picture(
                    client, "/api/collections/c/tiles/\(key.text)/0/\(left / 512)/\(top / 512)")
                for row in 0..<tile.height {
                    let place = ((top + row) * size.width + left) * 3
                    let pixels = tile.bytes[row * tile.width * 3..<(row + 1) * tile.width * 3]
                    whole.bytes.replaceSubrange(place..<place + pixels.count, with: pixels)
                }
            }
        }
        return whole
    }

    /// Whether there are more than two; looks no further, since debug builds are slow.
    private func hasShades(_ picture: PixelBuffer) -> Bool {
        var shades: Set<UInt8> = []
        return stride(from: 0, to: picture.bytes.count, by: 3).contains { place in
            shades.insert(picture.bytes[place]).inserted && shades.count > 2
        }
    }

    @Test(arguments: Chart.allCases, [1, 1.5, 2]) func twoHalvesAreTheWhole(chart: Chart, scale: Double) throws {
        let client = try APIClient([try chart.series().collection])
        var kinds: Set<Bool> = []
        for (place, gap) in chart.gaps.enumerated() {
            let scheme = place % 2 == 0 ? "light" : "dark"
            // One line has an area below it, two have none.
            let hide = place / 2 % 2 == 0 ? "" : "&hide=1"
            let forms = LineForm.allCases
            let form = forms[(place + Int(clamping: scale * 2)) % forms.count]
            // The beginning and the end, of all but the longest in turns: drawing is slow in debug builds.
            let turn = (place + Int(clamping: scale * 2)) % 2 == 0 ? "start" : "end"
            for start in chart == .long ? ["start", "end"] : [turn] {
                let plan = try client.get(
                    "/api/collections/c/plan?width=300&height=56&paddings=5,20,10,20&lineGap=\(gap)"
                        + "&slideWidth=\(Self.slideWidth)&scale=\(scale)&scheme=\(scheme)&start=\(start)\(hide)"
                        + "&line=\(form.rawValue)"
                ).plan()
                for number in Set(plan.tiles.map(\.index)).sorted().suffix(start == "end" ? 2 : 1) {
                    let item = try plan.tile(of: number).item
                    let wide = try #require(SlideKey(item))
                    #expect(wide.slideWidth == Self.slideWidth)
                    kinds.insert(wide.isDense)
                    let name: Comment = "\(chart), gap \(gap), \(form), \(scheme), slide \(number) of \(plan.count)"
                    let whole = try slide(client, wide)
                    #expect(DrawnShapes.firstDifference(try tiles(client, wide, size: whole), whole) == nil, name)
                    var half = wide
                    half.slideWidth = Self.slideWidth / 2
                    half.number = number * 2
                    let left = try slide(client, half)
                    // The last slide may end in its first half.
                    guard whole.width > left.width else {
                        #expect(DrawnShapes.firstDifference(left, whole) == nil, name)
                        continue
                    }
                    half.number += 1
                    let joined = DrawnShapes.joined(left, try slide(client, half))
                    #expect(DrawnShapes.firstDifference(joined, whole) == nil, name)
                    // There is something to be seen.
                    #expect(hasShades(whole), name)
                }
            }
        }
        // Nowhere is the long one dense.
        #expect(kinds == (chart == .long ? [false] : [true, false]))
    }
}
