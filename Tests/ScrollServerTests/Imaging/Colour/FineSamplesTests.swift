// PNGs of 16 bits whose samples are in proportion to light.

import Foundation
import Testing

@testable import Imaging
@testable import Pixels
@testable import Tiles

@Suite struct FineSamplesTests {
    /// What is seen on a screen of sRGB.
    private static func shown(_ file: [UInt8]) throws -> PixelBuffer {
        var decoder = try PNGDecoder(source: ByteSource(file), refines: true)
        let pixels = try decoder.readAll()
        let colours = TileColours.of(decoder.profile, pixels.format.isGray ? .gray : .rgb)
        let converted = colours.converted(pixels)
        return colours.average?.converted(converted) ?? converted
    }

    private static func file(_ samples: [UInt16], _ colorType: UInt8, leading: [(String, [UInt8])]) -> [UInt8] {
        let sampleCount: Int = [0: 1, 2: 3, 4: 2, 6: 4][colorType] ?? 1
        let row: [UInt8] = [0] + samples.flatMap { sample -> [UInt8] in [UInt8(sample >> 8), UInt8(sample & 255)] }
        var builder = PNGBuilder(
            width: samples.count / sampleCount, height: 1, bitDepth: 16, colorType: colorType, rows: row)
        builder.leading = leading
        return builder.file
    }

    /// IEC 61966-2-1 §5.3.
    private static func encoded(_ sample: UInt16) -> Int {
        let light = Double(sample) / 65535
        return Int(
            clamping: (255 * (light <= 0.0031308 ? light * 12.92 : 1.055 * pow(light, 1 / 2.4) - 0.055)).rounded())
    }

    private static let linear: (String, [UInt8]) = ("gAMA", [0, 1, 0x86, 0xA0])
    /// The darkest sixteenth of all light, in which 8 bits tell 16 steps apart.
    private static let dark = (0..<256).map { UInt16($0 * 16) }

    @Test("Dark gray keeps its steps")
    func gray() throws {
        let shown = try Self.shown(Self.file(Self.dark, 0, leading: [Self.linear]))
        #expect(shown.bytes.map(Int.init) == Self.dark.map(Self.encoded))
        #expect(Set(shown.bytes).count > 65)
        // Of three grays one is transparent.
        let samples: [UInt16] = [300, 301, 302]
        let glass = try Self.shown(Self.file(samples, 0, leading: [Self.linear, ("tRNS", [1, 45])]))
        #expect(glass.format == .grayAlpha)
        #expect(
            glass.bytes.map(Int.init)
                == [Self.encoded(300), 255, Self.encoded(301), 0, Self.encoded(302), 255])
    }

    @Test("Dark colours keep their steps, be their lights those of sRGB or others")
    func colours() throws {
        let samples = Self.dark.flatMap { sample -> [UInt16] in [sample, sample / 2, sample / 4] }
        let shown = try Self.shown(Self.file(samples, 2, leading: [Self.linear]))
        for (found, sample) in zip(shown.bytes, samples) { #expect(abs(Int(found) - Self.encoded(sample)) <= 1) }
        // Display P3's lights: neutral colours stay what they are.
        let places = [31270, 32900, 68000, 32000, 26500, 69000, 15000, 6000].flatMap { value in
            [24, 16, 8, 0].map { UInt8(value >> $0 & 255) }
        }
        let neutral = Self.dark.flatMap { sample -> [UInt16] in [sample, sample, sample, 0x8000] }
        let wide = try Self.shown(Self.file(neutral, 6, leading: [Self.linear, ("cHRM", places)]))
        for pixel in 0..<256 {
            for channel in 0..<3 {
                #expect(abs(Int(wide.bytes[4 * pixel + channel]) - Self.encoded(Self.dark[pixel])) <= 1)
            }
            #expect(wide.bytes[4 * pixel + 3] == 0x80)
        }
    }

    @Test("Curves that do well with 8 bits are left alone")
    func others() throws {
        let places = Chromaticities.displayP3
        #expect(FineSamples(ColourProfile(places, .sRGB)?.bytes, isGray: false) == nil)
        #expect(FineSamples(ColourProfile(places, .gamma(2.2))?.bytes, isGray: false) == nil)
        #expect(FineSamples(ColourProfile(places, .gamma(1))?.bytes, isGray: false)?.levels.count == 1)
        #expect(FineSamples(nil, isGray: true) == nil)
        #expect(FineSamples([1, 2, 3], isGray: true) == nil)
        // Without a word about it, the high byte.
        #expect(try Self.shown(Self.file(Self.dark, 0, leading: [])).bytes == Self.dark.map { UInt8($0 >> 8) })
    }
}
