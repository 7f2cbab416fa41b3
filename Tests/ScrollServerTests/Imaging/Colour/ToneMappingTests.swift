// High dynamic range as Chromium shows it: BrowserTests compare whole pictures.

import Testing

@testable import Imaging
@testable import Metadata
@testable import Pixels
@testable import Tiles

@Suite struct ToneMappingTests {
    private static let samples: [UInt16] = [0, 32, 64, 96, 128, 149, 160, 192, 224, 255]
    private static let primaries: (srgb: UInt8, wide: UInt8, p3: UInt8) = (1, 9, 12)
    private static let curves: (pq: UInt8, hlg: UInt8) = (16, 18)

    /// What is seen on a screen of sRGB.
    private static func shown(_ decoder: some RowSource) throws -> PixelBuffer {
        var decoder = decoder
        let pixels = try decoder.readAll()
        return TileColours.of(decoder).shown(pixels)
    }

    private static func png(
        _ samples: [UInt16], _ colorType: UInt8, depth: UInt8 = 16, leading: [(String, [UInt8])]
    ) throws -> PixelBuffer {
        let sampleCount: Int = [0: 1, 2: 3, 3: 1, 4: 2, 6: 4][colorType] ?? 1
        let row = samples.flatMap { depth == 16 ? [UInt8($0 >> 8), UInt8($0 & 255)] : [UInt8($0 & 255)] }
        var builder = PNGBuilder(
            width: samples.count / sampleCount, height: 1, bitDepth: depth, colorType: colorType, rows: [0] + row)
        builder.leading = leading
        return try shown(PNGDecoder(source: ByteSource(builder.file)))
    }

    private static func codePoints(_ lights: UInt8, _ curve: UInt8) -> (String, [UInt8]) {
        ("cICP", [lights, curve, 0, 1])
    }

    /// The numbers are Chromium 156's for the same samples of 16 bits.
    @Test(arguments: [
        (curves.pq, [0, 5, 30, 70, 132, 190, 213, 255, 255, 255]),
        (curves.hlg, [0, 14, 43, 71, 99, 121, 135, 189, 228, 255]),
    ])
    func `gray is as bright as in Chromium, in every kind of PNG and with all primaries`(
        curve: UInt8, expected: [Int]
    ) throws {
        for lights in [Self.primaries.srgb, Self.primaries.wide, Self.primaries.p3] {
            let leading = [Self.codePoints(lights, curve)]
            let palette = ("PLTE", (0..<256).flatMap { [UInt8](repeating: UInt8($0), count: 3) })
            let kinds: [(colorType: UInt8, depth: UInt8, channels: Int, leading: [(String, [UInt8])])] = [
                (0, 16, 1, leading), (0, 8, 1, leading), (2, 16, 3, leading), (2, 8, 3, leading),
                (3, 8, 1, leading + [palette]), (4, 16, 2, leading), (4, 8, 2, leading), (6, 16, 4, leading),
                (6, 8, 4, leading),
            ]
            for kind in kinds {
                let row = Self.samples.flatMap { sample in
                    [UInt16](repeating: kind.depth == 16 ? sample * 257 : sample, count: kind.channels)
                }
                let found = try Self.png(row, kind.colorType, depth: kind.depth, leading: kind.leading)
                let step = found.format.channelCount
                for (pixel, value) in expected.enumerated() {
                    let shown = found.bytes[step * pixel..<step * pixel + (found.format.isGray ? 1 : 3)]
                    #expect(shown.allSatisfy { abs(Int($0) - value) <= 1 }, "\(lights) \(kind) \(pixel): \(shown)")
                    // Alpha is no light.
                    guard [4, 6].contains(kind.colorType) else { continue }
                    #expect(found.bytes[step * (pixel + 1) - 1] == UInt8(Self.samples[pixel]))
                }
            }
        }
    }

    @Test func `a transparent colour is that of the file, not of the screen`() throws {
        let leading = [Self.codePoints(Self.primaries.srgb, Self.curves.pq)]
        let gray = try Self.png([40_000, 40_001], 0, leading: leading + [("tRNS", [156, 64])])
        #expect(gray.format == .grayAlpha && gray.bytes[1] == 0 && gray.bytes[3] == 255)
        let colours: [UInt16] = [128, 128, 128, 128, 128, 129]
        let rgb = try Self.png(colours, 2, depth: 8, leading: leading + [("tRNS", [0, 128, 0, 128, 0, 129])])
        #expect(rgb.format == .rgba && rgb.bytes[3] == 255 && rgb.bytes[7] == 0)
    }

    /// The numbers are Chromium 156's.
    @Test func `bright colours keep their hue until they are white's brightest`() throws {
        let leading = [Self.codePoints(Self.primaries.srgb, Self.curves.pq)]
        let rows: [(colour: [UInt16], shown: [Int])] = [
            ([160, 0, 0], [229, 0, 0]), ([0, 160, 0], [0, 217, 0]), ([0, 0, 160], [0, 0, 219]),
            ([192, 128, 128], [255, 99, 99]), ([128, 192, 128], [88, 255, 88]), ([128, 128, 192], [89, 89, 255]),
            ([255, 128, 128], [255, 33, 33]), ([192, 63, 128], [255, 20, 101]),
        ]
        for row in rows {
            let found = try Self.png(row.colour.map { $0 * 257 }, 2, leading: leading)
            #expect(zip(found.bytes, row.shown).allSatisfy { abs(Int($0) - $1) <= 1 }, "\(row): \(found.bytes)")
        }
    }

    @Test func `what the picture says of its light moves the brightest, and rubbish does not`() throws {
        func bytes(_ light: Int) -> [UInt8] {
            [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: (light * 10_000) >> $0) }
        }
        func shown(_ chunks: [(String, [UInt8])]) throws -> [UInt8] {
            let leading = [Self.codePoints(Self.primaries.srgb, Self.curves.pq)] + chunks
            return try Self.png([149, 180, 192, 210, 231].map { $0 * 257 }, 0, leading: leading).bytes
        }
        func picture(_ light: Int) -> (String, [UInt8]) { ("cLLI", bytes(light) + bytes(100)) }
        func display(_ light: Int) -> (String, [UInt8]) {
            ("mDCV", [UInt8](repeating: 1, count: 16) + bytes(light) + bytes(0))
        }
        let usual = try shown([])
        #expect(try shown([picture(1000)]) == usual && shown([display(1000)]) == usual)
        // Of a darker picture more is told apart below white, of a brighter one above.
        #expect(try shown([picture(203)])[0] == 255)
        let dark = try shown([picture(400)])
        #expect(dark[0] > usual[0] && dark[1] == 255)
        let bright = try shown([picture(4000)])
        #expect(bright[0] == usual[0] && bright[2] < 255 && bright[3] > bright[2] && bright[4] == 255)
        #expect(try shown([display(4000), picture(400)]) == dark)
        #expect(try shown([picture(0), display(4000)]) == bright)
        #expect(try shown([("cLLI", [1]), ("mDCV", [2, 3])]) == usual)
        #expect(try shown([picture(0), display(0)]) == usual)
        // More than any display has.
        #expect(try shown([("cLLI", [UInt8](repeating: 255, count: 8))]).last ?? 0 < 255)
    }

    /// The numbers are Chromium 156's: it cuts in the screen's colours what it does not map.
    @Test func `what is brighter than a dark picture's peak is cut in the screen's colours`() throws {
        let peak = ("cLLI", [UInt8]([0, 0x16, 0xE3, 0x60, 0, 0, 0, 0]))
        let rows: [(lights: UInt8, colour: [UInt16], shown: [Int])] = [
            (Self.primaries.wide, [140, 140, 140], [223, 223, 223]), (Self.primaries.wide, [140, 0, 0], [255, 0, 0]),
            (Self.primaries.wide, [140, 128, 128], [245, 175, 180]),
            (Self.primaries.wide, [160, 128, 128], [255, 155, 178]),
            (Self.primaries.wide, [128, 160, 128], [0, 255, 160]),
            (Self.primaries.wide, [128, 128, 192], [102, 175, 255]),
            (Self.primaries.wide, [192, 63, 128], [255, 0, 175]),
            (Self.primaries.p3, [160, 128, 128], [255, 173, 177]),
            (Self.primaries.p3, [128, 192, 128], [0, 255, 92]),
            (Self.primaries.p3, [128, 128, 255], [181, 181, 255]),
            (Self.primaries.p3, [160, 95, 128], [255, 68, 182]),
        ]
        for row in rows {
            let leading = [Self.codePoints(row.lights, Self.curves.pq), peak]
            let found = try Self.png(row.colour.map { $0 * 257 }, 2, leading: leading)
            // Where one of sRGB's lights is nearly out, a level of BT.2020 counts for many of its levels.
            let isNear = zip(found.bytes, row.shown).allSatisfy { abs(Int($0) - $1) <= ($1 < 70 ? 16 : 2) }
            #expect(isNear, "\(row): \(found.bytes)")
        }
    }

    /// A profile of ITU-R BT.2020 with `contents` as its code points, in place of the copyright.
    private static func profile(_ contents: [UInt8]) throws -> [UInt8] {
        func big(_ value: Int) -> [UInt8] { [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: value >> $0) } }
        let icc = try #require(ColourProfile(.bt2020, .sRGB)).bytes
        let data = ICCData(icc[...])
        let count = try #require(data.uint32(128))
        let entry = 132 + 12 * (try #require((0..<count).first { data.signature(132 + 12 * $0) == "cprt" }))
        var bytes = icc
        bytes.replaceSubrange(entry..<entry + 12, with: [UInt8]("cicp".utf8) + big(icc.count) + big(12))
        // Browsers read no further than the profile says that it reaches.
        bytes.replaceSubrange(0..<4, with: big(bytes.count + 8 + contents.count))
        return bytes + [UInt8]("cicp".utf8) + [0, 0, 0, 0] + contents
    }

    @Test func `an ICC profile with code points counts, one without or of ordinary ones does not`() throws {
        let plain = try #require(ColourProfile(.bt2020, .sRGB)).bytes
        #expect(ColourProfile.codePoints(plain) == nil)
        let icc = try Self.profile([9, 16, 0, 1])
        #expect(try #require(ColourProfile.codePoints(icc)) == (9, 16))
        for cut in 1...12 { #expect(ColourProfile.codePoints(icc.dropLast(cut)) == nil) }
        #expect(ColourProfile.codePoints([]) == nil && ColourProfile.codePoints([1, 2, 3]) == nil)
        // Chromium leaves the code points of luma and colour differences, and of a video's range, alone.
        #expect(try ColourProfile.codePoints(Self.profile([9, 16, 9, 1])) == nil)
        #expect(try ColourProfile.codePoints(Self.profile([9, 16, 0, 0])) == nil)
        var gray = icc
        gray.replaceSubrange(16..<20, with: "GRAY".utf8)
        #expect(ColourProfile.codePoints(gray) == nil)
        var colour = PNGColour()
        colour.icc = icc
        #expect(colour.toneMapping != nil)
        colour.icc = try Self.profile([9, 13, 0, 1])
        #expect(colour.toneMapping == nil)
        // The chunk counts before the profile.
        colour.icc = icc
        colour.codePoints = (1, 13)
        #expect(colour.toneMapping == nil && colour.profile != icc)
    }

    /// As the same samples are in a PNG with `cICP`.
    @Test func `an ICC profile of high dynamic range is mapped, whatever the format`() throws {
        let samples = Self.samples.map { UInt8($0) }
        let colours = samples.flatMap { red -> [UInt8] in [red, 128, 255 - red] }
        for curve in [Self.curves.pq, Self.curves.hlg] {
            for lights in [Self.primaries.srgb, Self.primaries.wide, Self.primaries.p3] {
                let icc = try Self.profile([lights, curve, 0, 1])
                let leading = [Self.codePoints(lights, curve)]
                let rgb = PixelBuffer(width: samples.count, height: 1, format: .rgb, bytes: colours)
                let shown = TileColours.of(icc, .rgb).shown(rgb)
                #expect(shown == (try Self.png(colours.map { UInt16($0) }, 2, depth: 8, leading: leading)))
                let gray = PixelBuffer(width: samples.count, height: 1, format: .gray, bytes: samples)
                let inPNG = try Self.png(Self.samples, 0, depth: 8, leading: leading)
                #expect(TileColours.of(icc, .gray).shown(gray) == inPNG)
                #expect(TileColours.of(icc, .gray).profile == nil)
                // Ink is no light.
                #expect(TileColours.of(icc, .cmyk).shown(rgb) == rgb)
            }
        }
        // The same pixels in files.
        let icc = try Self.profile([Self.primaries.wide, Self.curves.pq, 0, 1])
        let flat = PixelBuffer(
            width: 16, height: 16, format: .rgb,
            bytes: Array(repeating: [UInt8]([150, 120, 130]), count: 256).flatMap(\.self))
        let expected = TileColours.of(icc, .rgb).shown(flat).bytes.prefix(3)
        let jpeg = ByteSource(JPEGEncoder.encode(flat, quality: 100, profile: icc))
        var decoder = try JPEGDecoder(source: jpeg)
        let pixels = TileColours.of(decoder.header, in: jpeg).shown(try decoder.readAll())
        #expect(zip(pixels.bytes, expected).allSatisfy { abs(Int($0) - Int($1)) <= 3 }, "\(pixels.bytes.prefix(3))")
        // Its curve says that 8 bits are too few, and is none that counts.
        #expect(FineSamples(icc, isGray: false) == nil)
    }

    /// The picture's 8 bits are four times as coarse as the screen's there.
    @Test func `HEIC is mapped by its container's code points, alone and in a grid, and says its light`() throws {
        func decoded(_ points: [UInt8], _ others: [[UInt8]] = [], isGrid: Bool = false) throws -> PixelBuffer {
            var file = HEICFile()
            var picture = HEICFile.first
            if isGrid {
                file.items = [HEICFile.grid(2, 1, 128, 64), picture, picture]
                file.references = [("dimg", 1, [2, 3])]
                file.items[0].properties += [points] + others
            } else {
                picture.properties += [points] + others
                file.items = [picture]
            }
            return try Self.shown(HEICDecoder(source: ByteSource(file.bytes)))
        }
        func light(_ value: Int) -> [UInt8] { TinyImage.box("clli", TinyImage.big(value, 2) + TinyImage.big(9, 2)) }
        let plain = try decoded(HEICFile.codePoints(1, 13, 1, isFull: true))
        for (peak, isGrid) in [(nil, false), (400, false), (nil, true), (4000, true)] as [(Int?, Bool)] {
            let points = HEICFile.codePoints(1, 16, 1, isFull: true)
            let found = try decoded(points, peak.map { [light($0)] } ?? [], isGrid: isGrid)
            let mapping = try #require(ToneMapping((1, 16), peak: peak.map(Double.init)))
            for row in [10, 50] {
                for column in [10, 50] {
                    let place = 3 * (64 * row + column)
                    let stored = plain.bytes[place..<place + 3].map { UInt16($0) * 257 }
                    let expected = mapping.shown(stored[0], stored[1], stored[2])
                    let other = 3 * (found.width * row + column)
                    for channel in 0..<3 {
                        let difference = abs(Int(found.bytes[other + channel]) - Int(expected[channel]))
                        #expect(difference <= 4, "\(row) \(column) \(channel)")
                    }
                }
            }
        }
    }

    @Test func `a smaller copy of another dynamic range is not taken`() throws {
        func hasThumbnail(_ curve: Int, _ copy: Int) throws -> Bool {
            var file = HEICFile()
            var small = HEICFile.second
            file.items = [
                HEICFile.grid(2, 2, 128, 128), HEICFile.first, HEICFile.first, HEICFile.first, HEICFile.first,
            ]
            file.items[0].properties.append(HEICFile.codePoints(1, curve, 1, isFull: true))
            small.properties.append(HEICFile.codePoints(1, copy, 1, isFull: true))
            file.items.append(small)
            file.references = [("dimg", 1, [2, 3, 4, 5]), ("thmb", 6, [1])]
            return try HEICDecoder(source: ByteSource(file.bytes)).thumbnail(width: 32, height: 32) != nil
        }
        #expect(try hasThumbnail(13, 13) && hasThumbnail(16, 16))
        #expect(try !hasThumbnail(16, 13) && !hasThumbnail(13, 16))
    }
}
