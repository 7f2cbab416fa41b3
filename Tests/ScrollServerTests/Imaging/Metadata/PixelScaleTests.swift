// What files say of the real size of their pixels.

import Foundation
import Testing
import Tiling

@testable import Catalog
@testable import Metadata
@testable import Pixels

@Suite struct PixelScaleTests {
    private static func scale(_ bytes: [UInt8]) throws -> PixelScale? {
        try ImageHeader.read(from: ByteSource(bytes)).facts?.scale
    }

    private static func isNear(_ one: Double, _ other: Double) -> Bool { abs(one - other) <= abs(other) * 1e-9 }

    struct Rule: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let file: @Sendable () -> [UInt8]
        /// In metres, or degrees; nil for none.
        var x: Double?
        var y: Double?
        var source = PixelScale.Source.resolution

        init(
            _ name: String, _ x: Double?, _ y: Double? = nil, from source: PixelScale.Source = .resolution,
            _ file: @escaping @Sendable () -> ScaledTIFF
        ) {
            (testDescription, self.file) = (name, { file().bytes })
            (self.x, self.y, self.source) = (x, y ?? x, source)
        }
    }

    private static let aperio = "Aperio Image Library v10.0.51\r\n46000x32914 [0,100 46000x32814] (256x256) "
    private static let ome = "<?xml version=\"1.0\"?><OME><Image><Pixels ID=\"Pixels:0\" "
    private static let projected = ScaledTIFF.map.entries
    private static let geographic: [Int: ScaledTIFF.Value] = [
        33_550: .doubles([0.001, 0.002, 0]), 33_922: .doubles([0, 0, 0, 11, 48, 0]),
        34_735: .shorts([1, 1, 0, 2, 1024, 0, 1, 2, 2048, 0, 1, 4326]),
    ]

    static let rules: [Rule] = [
        Rule("Aperio", 0.2525e-6, from: .aperio) {
            ScaledTIFF([270: .text(aperio + "JPEG/RGB Q=70|AppMag = 40|MPP = 0.2525|Left = 25.6")])
        },
        Rule("Aperio's thumbnail", 0.5e-6 * 46, 0.5e-6 * 32_814 / 700, from: .aperio) {
            ScaledTIFF([270: .text(aperio + "-> 1000x700 JPEG/RGB|AppMag = 20|MPP = 0.5000")])
        },
        Rule("Aperio's label", nil) { ScaledTIFF([270: .text("Aperio Image Library v10.0.51\r\nlabel 387x463")]) },
        Rule("OME, without units", 0.65e-6, 0.66e-6, from: .ome) {
            ScaledTIFF([270: .text(ome + "PhysicalSizeX=\"0.65\" PhysicalSizeY=\"0.66\"/></Image></OME>")])
        },
        Rule("OME in nanometres, of square pixels", 100e-9, from: .ome) {
            ScaledTIFF([270: .text(ome + "PhysicalSizeX=\"100\" PhysicalSizeXUnit=\"nm\"/></Image></OME>")])
        },
        Rule("OME in pixels", nil) {
            ScaledTIFF([270: .text(ome + "PhysicalSizeX=\"1\" PhysicalSizeXUnit=\"pixel\"/></Image></OME>")])
        },
        Rule("OME with an absurd height", nil) {
            ScaledTIFF([270: .text(ome + "PhysicalSizeX=\"1\" PhysicalSizeY=\"-1\"/></Image></OME>")])
        },
        Rule("ImageJ", 0.2e-6, 0.1e-6, from: .imageJ) {
            ScaledTIFF(resolution: 5, 10, unit: 1, [270: .text("ImageJ=1.54f\nunit=micron\nspacing=2\n")])
        },
        Rule("ImageJ with its sign of micro", 0.2e-6, from: .imageJ) {
            ScaledTIFF(resolution: 5, unit: 1, [270: .text("ImageJ=1.54f\nunit=\\u00B5m\n")])
        },
        Rule("ImageJ in pixels", nil) {
            ScaledTIFF(resolution: 1, unit: 1, [270: .text("ImageJ=1.54f\nunit=pixel\n")])
        },
        Rule("Hamamatsu", 1.0 / 400_000, from: .hamamatsu) {
            ScaledTIFF(resolution: 4000, unit: 3, [65_420: .shorts([1])])
        },
        Rule("Hamamatsu's whole slide", 1.0 / 10_000, from: .hamamatsu) {
            ScaledTIFF(resolution: 100, unit: 3, [65_420: .shorts([1])])
        },
        Rule("a microscope's resolution", 0.01 / 40_000) { ScaledTIFF(resolution: 40_000, unit: 3) },
        Rule("a scanner's fine resolution, in inches where no unit is named", 0.0254 / 1200) {
            ScaledTIFF(resolution: 1200, unit: nil)
        },
        Rule("300 dpi of anybody", nil) { ScaledTIFF(resolution: 300, unit: 2) },
        Rule("400 dpi of anybody", nil) { ScaledTIFF(resolution: 400, unit: 2) },
        Rule("72 dpi", nil) { ScaledTIFF(resolution: 72, unit: 2) },
        Rule("300 dpi of a scanner", 0.0254 / 300) {
            ScaledTIFF(resolution: 300, unit: 2, [271: .text("EPSON"), 272: .text("Perfection V850")])
        },
        Rule("300 dpi of a camera", nil) {
            ScaledTIFF(resolution: 300, unit: 2, [271: .text("Canon"), 272: .text("Canon EOS 70D")])
        },
        Rule("600 dpi of a photograph with an exposure", nil) {
            ScaledTIFF(resolution: 600, unit: 2, [33_434: .fractions([.init(1, 60)])])
        },
        Rule("no resolution", nil) { ScaledTIFF(resolution: 0, unit: 2) },
        Rule("a resolution without a unit", nil) { ScaledTIFF(resolution: 10_000, unit: 1) },
        Rule("GeoTIFF in metres", 10, 20, from: .geoTIFF) { ScaledTIFF(projected) },
        Rule("GeoTIFF in feet", 3.048, 6.096, from: .geoTIFF) {
            ScaledTIFF(
                projected.merging([34_735: .shorts([1, 1, 0, 2, 1024, 0, 1, 1, 3076, 0, 1, 9002])]) { $1 })
        },
        Rule("GeoTIFF in a unit of its own", 25, 50, from: .geoTIFF) {
            ScaledTIFF(
                projected.merging([
                    34_735: .shorts([1, 1, 0, 3, 1024, 0, 1, 1, 3076, 0, 1, 32_767, 3077, 34_736, 1, 1]),
                    34_736: .doubles([7, 2.5]),
                ]) { $1 })
        },
        Rule("GeoTIFF of UTM without a unit", 10, 20, from: .geoTIFF) {
            ScaledTIFF(
                projected.merging([34_735: .shorts([1, 1, 0, 2, 1024, 0, 1, 1, 3072, 0, 1, 32_632])]) { $1 })
        },
        Rule("GeoTIFF whose unit nobody tells", nil) {
            ScaledTIFF(projected.merging([34_735: .shorts([1, 1, 0, 1, 1024, 0, 1, 1])]) { $1 })
        },
        Rule("GeoTIFF in degrees", 0.001, 0.002, from: .geoTIFF) { ScaledTIFF(geographic) },
        Rule("GeoTIFF turned, by a matrix", 5, 10, from: .geoTIFF) {
            var turned = projected
            turned[33_550] = nil
            turned[34_264] = .doubles([3, 8, 0, 100, 4, -6, 0, 200, 0, 0, 0, 0, 0, 0, 0, 1])
            return ScaledTIFF(turned)
        },
        Rule("GeoTIFF with many tie points and no scale", nil) {
            var tied = projected
            tied[33_550] = nil
            tied[33_922] = .doubles([0, 0, 0, 1, 2, 0, 8, 6, 0, 3, 4, 0])
            return ScaledTIFF(tied)
        },
    ]

    @Test("Each rule, and what says nothing", arguments: rules)
    func rule(_ rule: Rule) throws {
        let scale = try Self.scale(rule.file())
        guard let x = rule.x, let y = rule.y else { return #expect(scale == nil, "\(rule)") }
        let found = try #require(scale)
        #expect(Self.isNear(found.x, x) && Self.isNear(found.y, y), "\(found)")
        #expect(found.source == rule.source)
    }

    @Test(
        "Absurd sizes are none",
        arguments: ["0", "-0.25", "nan", "inf", "1e300", "1e-300", "1e-20", "", "0,25", "0x1p3", "1e400"])
    func absurd(text: String) throws {
        #expect(try Self.scale(ScaledTIFF([270: .text("Aperio v1|MPP = \(text)")]).bytes) == nil || text == "0x1p3")
        let ome = Self.ome + "PhysicalSizeX=\"\(text)\"/></Image></OME>"
        #expect(try Self.scale(ScaledTIFF([270: .text(ome)]).bytes) == nil || text == "0x1p3")
        guard let number = Double(text), text != "0x1p3" else { return }
        for tag in [33_550, 33_922] {
            var entries = Self.projected
            entries[tag] = .doubles([number, number, number, number, number, number])
            let scale = try Self.scale(ScaledTIFF(entries).bytes)
            #expect(scale.map { $0.x.isFinite && $0.x > 0 && $0.y > 0 } ?? true, "\(tag): \(text)")
        }
        _ = try Self.scale(ScaledTIFF(Self.geographic.merging([33_550: .doubles([number, number])]) { $1 }).bytes)
    }

    @Test("Damaged files tell a size that can be, or none")
    func damaged() throws {
        var noise = RepeatableNoise(seed: 5)
        for rule in Self.rules {
            let sound = rule.file()
            // Behind the samples, which lie in front of the directory.
            let start = 8 + 48
            for _ in 0..<100 {
                var bytes = sound
                for _ in 0..<Int.random(in: 1...3, using: &noise) {
                    bytes[Int.random(in: start..<bytes.count, using: &noise)] = UInt8.random(in: 0...255, using: &noise)
                }
                guard let header = try? ImageHeader.read(from: ByteSource(bytes)), let facts = header.facts else {
                    continue
                }
                if let size = facts.pixelSize { #expect(PixelScale.metres.contains(size), "\(rule)") }
                guard let item = ItemScale(header) else { continue }
                #expect(item.pixels.x > 0 && item.pixels.y > 0 && item.pixels.x.isFinite && item.pixels.y.isFinite)
                let distance = item.distance(from: Point(x: 1, y: 1), to: Point(x: 1e10, y: -1e10))
                #expect(distance.map { !$0.isNaN && $0 >= 0 } ?? true, "\(rule): \(bytes)")
            }
        }
    }

    @Test("A pixel's size is that of the picture as it is shown", arguments: 1...8)
    func orientation(number: Int) throws {
        let file = ScaledTIFF(
            resolution: 10_000, 20_000, unit: 3, [274: .shorts([number])])
        let facts = try #require(try ImageHeader.read(from: ByteSource(file.bytes)).facts)
        #expect(Self.isNear(try #require(facts.pixelSize), number >= 5 ? 0.5e-6 : 1e-6))
    }

    @Test("On a map in degrees a pixel is as wide as on the ground, and of none that differs too much")
    func ground() throws {
        func size(_ latitude: Double, _ step: Double) throws -> Double? {
            let file = ScaledTIFF([
                33_550: .doubles([step, step, 0]), 33_922: .doubles([0, 0, 0, 11, latitude, 0]),
                34_735: Self.geographic[34_735] ?? .shorts([]),
            ])
            return try ImageHeader.read(from: ByteSource(file.bytes)).facts?.pixelSize
        }
        // A degree of a great circle of the mean earth is 111.195 km.
        #expect(abs(try #require(try size(0.003, 0.001)) - 111.195) < 0.001)
        #expect(abs(try #require(try size(60.003, 0.001)) - 111.195 / 2) < 0.001)
        // From 60° to 54° north a degree of longitude grows by 18 %.
        #expect(try size(60, 1) == nil)
        #expect(try size(100, 0.001) == nil)
    }

    @Test("The resolution of PNG and of JFIF counts as that of TIFF does")
    func others() throws {
        var png = TinyImage.png(width: 4, height: 3)
        func chunk(_ x: UInt32, _ y: UInt32, _ unit: UInt8) -> [UInt8] {
            let data = [x, y].flatMap { number in (0..<4).map { UInt8(truncatingIfNeeded: number >> (24 - 8 * $0)) } }
            return [0, 0, 0, 9] + Array("pHYs".utf8) + data + [unit] + [0, 0, 0, 0]
        }
        let plain = png
        png.insert(contentsOf: chunk(50_000, 25_000, 1), at: 33)
        let scale = try #require(try Self.scale(png))
        #expect(Self.isNear(scale.x, 2e-5) && Self.isNear(scale.y, 4e-5))
        for other in [chunk(50_000, 50_000, 0), chunk(2835, 2835, 1), chunk(0, 0, 1), chunk(.max, .max, 1)] {
            var file = plain
            file.insert(contentsOf: other, at: 33)
            let found = try Self.scale(file)
            #expect(found == nil || found?.x == 1 / Double(UInt32.max))
        }
    }

    @Test(
        "A length is written with four digits, in the unit that people use",
        arguments: [
            (0.2525e-6, "0.2525 µm"), (10e-9, "0.01 µm"), (5.5e-9, "5.5 nm"), (4e-12, "4 pm"), (1e-6, "1 µm"),
            (0.999_999_999_99e-6, "1 µm"), (50e-6, "50 µm"),
            (1234.5e-6, "1.235 mm"), (0.3048, "304.8 mm"), (30, "30 m"), (1500, "1.5 km"), (12_345_678, "12346 km"),
            (0, "0 m"),
        ] as [(Double, String)])
    func text(metres: Double, text: String) {
        #expect(FactText.length(metres) == text)
    }
}
