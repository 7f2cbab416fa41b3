// Profiles of others' files, beside what LittleCMS and Chromium make of them.

import Foundation
import Testing
import Tiling

@testable import Catalog
@testable import Imaging
@testable import Metadata
@testable import Pixels
@testable import Tiles

@Suite(.needs(.corpus)) struct ColourProfileTests {
    /// Pictures of 320 × 140 with their expected sRGB pixels.
    static let folder = Corpus.folder.appendingPathComponent("formats/icc")
    static let names: [String] = {
        let all = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
        return all.filter { name in [".jpg", ".png", ".webp", ".tif"].contains { name.hasSuffix($0) } }.sorted()
    }()

    /// A file's rows, and its colours.
    static func decode(_ bytes: [UInt8]) throws -> (pixels: PixelBuffer, colours: TileColours) {
        let source = ByteSource(bytes)
        if bytes.first == 0xFF {
            var decoder = try JPEGDecoder(source: source)
            let colours = TileColours.of(decoder.header, in: source)
            decoder.inks = colours.inks
            return (try decoder.readAll(), colours)
        }
        if MediaFormat.sniff(bytes) == .webp {
            var decoder = try WebPDecoder(source: source)
            return (try decoder.readAll(), .of(decoder.profile, .rgb))
        }
        if MediaFormat.sniff(bytes) == .tiff {
            var decoder = try TIFFDecoder(source: source)
            return (try decoder.readAll(), .of(decoder.profile, decoder.profileSpace))
        }
        var decoder = try PNGDecoder(source: source)
        return (try decoder.readAll(), .of(decoder.profile, decoder.format.isGray ? .gray : .rgb))
    }

    @Test("Lights that no eye answers to are no colours, and end nothing")
    func impossibleLights() throws {
        // White where one kind of cones answers with nothing at all, and a triangle around it.
        for white in [[5334, 24555], [40416, 16778], [80855, 20815], [14969, 80257], [31270, 32900]] {
            let (x, y) = (white[0], white[1])
            var colour = PNGColour()
            colour.read("gAMA", [0, 0, 0x7A, 0x12])
            let places = [x, y, x + 3000, max(0, y - 1000), max(0, x - 3000), max(0, y - 1000), x, y + 3000]
            colour.read("cHRM", places.flatMap { value in [24, 16, 8, 0].map { UInt8(value >> $0 & 255) } })
            if let profile = colour.profile {
                #expect(try #require(ColourProfile(icc: profile)).xyz([1, 1, 1, 0])[1] > 0.9)
            } else {
                #expect(x != 31270)
            }
        }
    }

    @Test("Of two profiles in a PNG the first counts, and a gray one may say how light its samples look")
    func grayByLightness() throws {
        func number(_ value: Int) -> [UInt8] { [24, 16, 8, 0].map { UInt8(value >> $0 & 255) } }
        // L* rises with the samples: gamma 1 on the way to Lab.
        var profile = [UInt8](repeating: 0, count: 128)
        for (place, text) in [(12, "mntrGRAYLab "), (36, "acsp")] {
            profile.replaceSubrange(place..<place + text.utf8.count, with: text.utf8)
        }
        profile +=
            number(1) + Array("kTRC".utf8) + number(144) + number(12) + Array("curv".utf8) + number(0) + number(0)
        let gray = try #require(ColourProfile(icc: profile))
        // L* of 50 is 18.4 % of the light.
        #expect(abs(gray.xyz([0.5, 0, 0, 0])[1] - 0.1842) < 0.001)
        func chunk(_ profile: [UInt8]) -> [UInt8] {
            Array("p".utf8) + [0, 0] + Deflater.zlib(profile)
        }
        var colour = PNGColour()
        colour.read("iCCP", chunk(profile))
        colour.read("iCCP", chunk(Array(repeating: 0, count: 1000)))
        #expect(colour.icc == profile)
    }

    /// As it is seen on a screen of sRGB.
    static func shown(_ bytes: [UInt8]) throws -> PixelBuffer {
        let (pixels, colours) = try decode(bytes)
        let converted = colours.converted(pixels)
        return colours.average?.converted(converted) ?? converted
    }

    static func expected(_ name: String) throws -> PixelBuffer {
        let file = name.replacingOccurrences(of: ".", with: "~", range: name.range(of: ".", options: .backwards))
        let data = try Data(contentsOf: folder.appendingPathComponent("expected/\(file).srgb.png"))
        var decoder = try PNGDecoder(source: ByteSource([UInt8](data)))
        return try decoder.readAll()
    }

    /// Mean and greatest difference of two pictures, in levels of 255; gray counts as three equal samples.
    static func difference(_ one: PixelBuffer, _ other: PixelBuffer) -> (mean: Double, most: Int) {
        guard one.width == other.width, one.height == other.height else { return (255, 255) }
        var (sum, most) = (0, 0)
        for pixel in 0..<one.width * one.height {
            for channel in 0..<3 {
                func sample(_ picture: PixelBuffer) -> Int {
                    let step = picture.format.channelCount
                    return Int(picture.bytes[pixel * step + (step < 3 ? 0 : channel)])
                }
                let difference = abs(sample(one) - sample(other))
                sum += difference
                most = max(most, difference)
            }
        }
        return (Double(sum) / Double(3 * one.width * one.height), most)
    }

    @Test(arguments: names)
    func asOthers(name: String) throws {
        let bytes = [UInt8](try Data(contentsOf: Self.folder.appendingPathComponent(name)))
        let (mean, most) = Self.difference(try Self.shown(bytes), try Self.expected(name))
        // Four inks are not told more exactly by those who made the pictures (33 between two programs).
        #expect(mean <= (name.hasPrefix("cmyk") ? 3 : 0.6), "\(name): \(mean), at most \(most)")
    }

    /// What tiles carry is what the file has, so that a screen of a wide gamut shows all of it.
    @Test(.optimised(), arguments: names)
    func tilesKeepTheGamut(name: String) throws {
        let bytes = [UInt8](try Data(contentsOf: Self.folder.appendingPathComponent(name)))
        let demo = try #require(DemoCollection(count: 1))
        let format = try #require(MediaFormat.sniff(bytes))
        let size = PixelSize(width: 320, height: 140)
        var tile: EncodedTile?
        try FileTiles(TilePass(demo, item: "0", version: "1", size: size, format: format, level: 0), orientation: 1)
            .make(
                from: ByteSource(bytes),
                to: TileOutput(
                    isWanted: { _ in true }, emit: { tile = $0.level == 0 ? $1 : tile },
                    progress: { _ in }))
        let made = try #require(tile)
        let shown = try Self.shown(made.bytes)
        let (mean, most) = Self.difference(shown, try Self.expected(name))
        // Encoded once more, by the quality of tiles.
        #expect(mean <= (name.hasPrefix("cmyk") ? 4 : 3), "\(name): \(mean), at most \(most)")
        let isWide = [
            "adobergb", "displayp3", "prophoto", "rec2020", "chrm-p3", "iccp-over", "cicp-p3", "cicp-rec",
        ]
        .contains { name.hasPrefix($0) }
        #expect((try Self.decode(made.bytes).colours.profile != nil) == isWide, "\(name)")
        #expect(made.bytes.count < 40_000)
        let average = try #require(shown.averageColour()), said = try #require(made.colour)
        for shift in [16, 8, 0] as [UInt32] {
            #expect(abs(Int(average >> shift & 255) - Int(said >> shift & 255)) <= 6, "\(name): \(average), \(said)")
        }
    }

    /// A profile of our own, read back.
    @Test func written() throws {
        let curves: [ToneCurve] = [.sRGB, .bt709, .gamma(1), .gamma(2.2), .gamma(0.5)]
        for places in [Chromaticities.bt709, .displayP3, .bt2020, .bt601Lines625, .bt601Lines525] {
            for curve in curves {
                let made = try #require(ColourProfile(places, curve))
                let read = try #require(ColourProfile(icc: made.bytes))
                #expect(made.bytes.count < 600)
                for number in 0..<64 {
                    let samples = SIMD4(Double(number % 4), Double(number / 4 % 4), Double(number / 16), 0) / 3
                    let difference = made.xyz(samples) - read.xyz(samples)
                    #expect(max(difference.max(), -difference.min()) < 0.0005)
                }
                let white = made.xyz([1, 1, 1, 0]) - Chromaticities.d50
                #expect(max(white.max(), -white.min()) < 0.0005)
            }
        }
    }

    @Test("Profiles that are cut, changed or of other samples are left aside, and nothing crashes")
    func damaged() throws {
        var noise = RepeatableNoise(seed: 20_261_123)
        for name in [
            "cmyk-cgats001-micro.jpg", "adobergb-split-out-of-order.jpg", "prophoto-v4.jpg", "grey-sgrey-v4.jpg",
        ] {
            let bytes = [UInt8](try Data(contentsOf: Self.folder.appendingPathComponent(name)))
            let source = ByteSource(bytes)
            let icc = try #require(JPEGHeader(source: source).profile(in: source))
            #expect(ColourProfile(icc: icc) != nil)
            for round in 0..<300 {
                var changed = icc
                if round % 3 == 0 { changed.removeLast(Int(noise.next() % UInt64(changed.count))) }
                for _ in 0..<round % 7 where !changed.isEmpty {
                    // Mostly in the tags, where lengths and kinds are.
                    let reach = round % 2 == 0 ? min(400, changed.count) : changed.count
                    changed[Int(noise.next() % UInt64(reach))] = UInt8(truncatingIfNeeded: noise.next())
                }
                guard let profile = ColourProfile(icc: changed) else { continue }
                for value in [0, 0.3, 1.0] {
                    let light = profile.xyz(SIMD4(repeating: value))
                    #expect(light[0].isFinite && light[1].isFinite && light[2].isFinite)
                }
                if round % 150 == 1 { _ = TileColours.of(changed, profile.space) }
            }
        }
        #expect(ColourProfile(icc: []) == nil)
    }
}
