// TIFFs whose samples are in proportion to light, as raw converters and renderers write them.

import Foundation
import Testing

@testable import Imaging
@testable import Metadata
@testable import Pixels
@testable import Tiles

@Suite struct TIFFLinearTests {
    struct Kind: Sendable, CustomTestStringConvertible {
        var name: String
        var bits = 16
        var isFloat = false
        var colourCount = 3
        var hasAlpha = false
        var isPlanar = false
        var isLittleEndian = true
        var testDescription: String { name }
        var sampleCount: Int { colourCount + (hasAlpha ? 1 : 0) }
    }

    private static let kinds = [
        Kind(name: "16 bits"), Kind(name: "16 bits, big-endian", isLittleEndian: false),
        Kind(name: "16 bits and alpha", hasAlpha: true),
        Kind(name: "16 bits in planes", hasAlpha: true, isPlanar: true),
        Kind(name: "gray", colourCount: 1), Kind(name: "gray and alpha", colourCount: 1, hasAlpha: true),
        Kind(name: "32 bits", bits: 32),
        Kind(name: "32 bits in planes, big-endian", bits: 32, isPlanar: true, isLittleEndian: false),
        Kind(name: "floats", bits: 32, isFloat: true), Kind(name: "doubles", bits: 64, isFloat: true),
    ]

    /// The darkest sixteenth of all light, in which 8 bits tell 16 steps apart.
    private static let dark = (0..<256).map { Double($0) * 16 / 65_535 }

    /// One strip, or one of each sample, in which all colours of a pixel are one of `lights`, and alpha a half.
    private static func file(_ kind: Kind, _ lights: [Double], profile: [UInt8]) -> [UInt8] {
        func number(_ value: UInt64, _ count: Int) -> [UInt8] {
            let bytes = (0..<count).map { UInt8(truncatingIfNeeded: value >> (8 * UInt64($0))) }
            return kind.isLittleEndian ? bytes : bytes.reversed()
        }
        func sample(_ light: Double) -> [UInt8] {
            switch (kind.bits, kind.isFloat) {
            case (32, true): number(UInt64(Float(light).bitPattern), 4)
            case (64, _): number(light.bitPattern, 8)
            case (32, _): number(UInt64((light * 65_535).rounded()) << 16 | 0x7FFF, 4)
            default: number(UInt64((light * 65_535).rounded()), 2)
            }
        }
        let half = 0.5 + 0.5 / 65_535
        let rows = (0..<kind.sampleCount).map { channel in
            lights.map { sample(channel < kind.colourCount ? $0 : half) }
        }
        let data =
            kind.isPlanar
            ? rows.flatMap { $0.flatMap(\.self) } : lights.indices.flatMap { column in rows.flatMap { $0[column] } }
        let planes = kind.isPlanar ? kind.sampleCount : 1
        var (entries, body): ([UInt8], [UInt8]) = ([], data + profile)
        func entry(_ tag: UInt64, _ type: UInt64, _ values: [UInt64]) {
            let size = type == 3 ? 2 : 4
            var bytes = values.flatMap { number($0, size) }
            if bytes.count > 4 {
                let place = UInt64(8 + body.count)
                body += bytes
                bytes = number(place, 4)
            }
            entries += number(tag, 2) + number(type, 2) + number(UInt64(values.count), 4)
            entries += bytes + [UInt8](repeating: 0, count: 4 - bytes.count)
        }
        let planeByteCount = data.count / planes
        entry(256, 3, [UInt64(lights.count)])
        entry(257, 3, [1])
        entry(258, 3, [UInt64](repeating: UInt64(kind.bits), count: kind.sampleCount))
        entry(259, 3, [1])
        entry(262, 3, [kind.colourCount == 1 ? 1 : 2])
        entry(273, 4, (0..<planes).map { UInt64(8 + $0 * planeByteCount) })
        entry(277, 3, [UInt64(kind.sampleCount)])
        entry(278, 3, [1])
        entry(279, 4, [UInt64](repeating: UInt64(planeByteCount), count: planes))
        entry(284, 3, [kind.isPlanar ? 2 : 1])
        if kind.hasAlpha { entry(338, 3, [2]) }
        entry(339, 3, [UInt64](repeating: kind.isFloat ? 3 : 1, count: kind.sampleCount))
        entries +=
            number(34_675, 2) + number(7, 2) + number(UInt64(profile.count), 4) + number(UInt64(8 + data.count), 4)
        let order: [UInt8] = kind.isLittleEndian ? [0x49, 0x49] : [0x4D, 0x4D]
        let directory = number(UInt64(entries.count / 12), 2) + entries + number(0, 4)
        return order + number(42, 2) + number(UInt64(8 + body.count), 4) + body + directory
    }

    private static func shown(_ kind: Kind, _ lights: [Double], profile: [UInt8]) throws -> PixelBuffer {
        var decoder = try TIFFFile(source: ByteSource(file(kind, lights, profile: profile))).decoder()
        let pixels = try decoder.readAll()
        return TileColours.of(decoder.profile, pixels.format.isGray ? .gray : .rgb).shown(pixels)
    }

    @Test(arguments: kinds)
    func `dark light keeps its steps, and alpha is none`(kind: Kind) throws {
        let profile = try #require(ColourProfile(.displayP3, .gamma(1))).bytes
        let found = try Self.shown(kind, Self.dark, profile: profile)
        let step = kind.sampleCount
        #expect(found.format.channelCount == step && found.width == 256)
        for (pixel, light) in Self.dark.enumerated() {
            let expected = Int((ColourConversion.encode(light) * 255).rounded())
            for channel in 0..<kind.colourCount {
                #expect(abs(Int(found.bytes[step * pixel + channel]) - expected) <= 1, "\(pixel) \(channel)")
            }
            if kind.hasAlpha { #expect(found.bytes[step * pixel + step - 1] == 128) }
        }
        #expect(Set(stride(from: 0, to: found.bytes.count, by: step).map { found.bytes[$0] }).count > 60)
    }

    @Test(arguments: kinds.filter(\.isFloat))
    func `what is no light is black or white`(kind: Kind) throws {
        let profile = try #require(ColourProfile(.bt709, .gamma(1))).bytes
        let found = try Self.shown(kind, [-1, .nan, 2, .infinity, -.infinity], profile: profile)
        #expect(stride(from: 0, to: 15, by: 3).map { found.bytes[$0] } == [0, 0, 255, 255, 0])
    }

    @Test func `other curves are left to the browser`() throws {
        let profile = try #require(ColourProfile(.displayP3, .sRGB)).bytes
        let file = Self.file(Self.kinds[0], Self.dark, profile: profile)
        var decoder = try TIFFFile(source: ByteSource(file)).decoder()
        #expect(decoder.profile == profile)
        #expect(try decoder.readAll().bytes[3 * 255] == 15)
    }
}
