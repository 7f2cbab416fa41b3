// PSD, PCX, PFM, Radiance HDR, WBMP, DDS, ICNS, ANI and OS/2's icons: which files are recognised, what damage leaves, what is refused.

import Testing

@testable import Imaging
@testable import Metadata
@testable import Pixels
@testable import Tiles

@Suite struct RowReaderTests {
    private typealias File = RowReaderFile
    private static let shades = SmallFormatFile.shades

    private static func open(_ file: [UInt8], _ name: String) throws(ImageError) -> any RowSource {
        let source = ByteSource(file)
        let header = try ImageHeader.read(from: source, name: Array(name.utf8))
        guard let picture = try SequentialPicture(source, header.format) else { throw .notAnImage("no decoder") }
        return picture.decoder
    }

    private func pixels(_ file: [UInt8], _ name: String = "a") throws -> (pixels: PixelBuffer, isPartial: Bool) {
        try SmallFormatFile.pixels(Self.open(file, name))
    }

    private func explanation(_ file: [UInt8], _ name: String = "a") -> String {
        SmallFormatFile.explanation { () throws(ImageError) in try Self.open(file, name) }
    }

    @Test(arguments: File.all.map(\.name)) func `a header tells the size that is decoded`(name: String) throws {
        for file in File.all.first(where: { $0.name == name })?.files ?? [] {
            let header = try ImageHeader.read(from: ByteSource(file), name: Array(name.utf8))
            let (pixels, isPartial) = try pixels(file, name)
            #expect((header.width, header.height) == (pixels.width, pixels.height) && header.problem == nil)
            #expect(!isPartial && header.format.isDecoded, "\(name)")
            // Without its name only a WBMP is unknown.
            let other = try? ImageHeader.read(from: ByteSource(file), name: Array("a".utf8))
            #expect(other == (name == "a.wbmp" ? nil : header), "\(name)")
        }
    }

    @Test(arguments: File.all.map(\.name)) func `of a file that was cut the rows until there are given`(name: String)
        throws
    {
        for file in File.all.first(where: { $0.name == name })?.files ?? [] {
            var partial = 0
            for count in 1..<file.count {
                guard let (pixels, isPartial) = try? pixels(Array(file[..<count]), name) else { continue }
                #expect(isPartial || pixels.height > 0, "\(name)")
                if isPartial { partial += 1 }
            }
            // The pixels of some icons, and of floats from the bottom, are filled up.
            #expect(partial > 0 || ["a.icns", "a.pfm", "a.dds"].contains(name), "\(name)")
        }
    }

    @Test(arguments: File.all.map(\.name)) func `no damage crashes, and no answer is larger than its claim`(
        name: String
    ) {
        DecoderFuzz(
            seeds: File.all.first(where: { $0.name == name })?.files ?? [], place: DecoderFuzz.inHeader,
            open: { source throws(ImageError) in
                let bytes = source.bytes(at: 0, count: source.count)
                return try Self.open(bytes, name)
            }
        ).run()
    }

    @Test func `colours of a PSD`() throws {
        func first(_ mode: Int, _ samples: [UInt8], hasAlpha: Bool = false, bits: Int = 8) throws -> [UInt8] {
            let count = samples.count * 8 / bits
            let palette = mode == 2 ? Self.shades(768) : []
            let file = File.psd(
                mode: mode, bits: bits, channels: count, width: 1, height: 1, hasAlpha: hasAlpha, palette: palette,
                data: samples)
            return try pixels(file).pixels.bytes
        }
        #expect(try first(3, [1, 2, 3]) == [1, 2, 3])
        // A fourth channel is a selection unless the layers say that it is alpha.
        #expect(try first(3, [1, 2, 3, 4]) == [1, 2, 3])
        // Half of a red, blended with white.
        #expect(try first(3, [255, 128, 128, 127], hasAlpha: true) == [255, 0, 0, 127])
        #expect(try first(3, [255, 255, 255, 0], hasAlpha: true) == [0, 0, 0, 0])
        #expect(try first(1, [77]) == [77] && first(8, [77]) == [77])
        #expect(try first(2, [9]) == [9, 265, 521].map { Self.shades(768)[$0] })
        #expect(try first(4, [255, 0, 128, 255]) == [255, 0, 128] && first(4, [255, 255, 255, 0]) == [0, 0, 0])
        #expect(try first(9, [255, 128, 128]) == [255, 255, 255] && first(9, [0, 128, 128]) == [0, 0, 0])
        #expect(try first(3, [1, 200, 2, 0, 3, 255], bits: 16) == [1, 2, 3])
        // Without a mode the inks are those of print, in this order; what comes after is left out.
        #expect(try first(7, [77]) == [77] && first(7, [255, 0]) == [255, 0, 255])
        #expect(try first(7, [255, 0, 128]) == [255, 0, 128] && first(7, [255, 0, 128, 0, 9]) == [0, 0, 0])
        // A half and more than 1 in light, and what is no number.
        let light = [Float(0.5), 2, .nan].flatMap { TinyImage.big(Int($0.bitPattern), 4) }
        #expect(try first(3, light, bits: 32) == [188, 255, 0])
    }

    @Test func `a composite that shows no layers is no picture`() throws {
        func file(_ hasComposite: Bool) -> ByteSource {
            ByteSource(
                File.psd(mode: 1, channels: 1, width: 3, height: 3, hasComposite: hasComposite, data: Self.shades(9)))
        }
        #expect(try SequentialPicture(file(true), .photoshop) != nil)
        #expect(throws: ImageError.unsupported("a PSD that was saved without its composite")) {
            try SequentialPicture(file(false), .photoshop)
        }
        // Its size and facts are known all the same.
        #expect(try ImageHeader.read(from: file(false)).width == 3)
    }

    /// Photoshop gives light a profile with straight curves; its primaries count.
    @Test func `light in a PSD has the primaries of its profile, and keeps dark steps`() throws {
        let linear = try #require(ColourProfile(.displayP3, .gamma(1))).bytes
        let shown = try #require(ColourProfile(.displayP3, .sRGB)).bytes
        func decoder(_ bits: Int, mode: Int = 3, hasAlpha: Bool = false, _ samples: [[UInt8]]) throws -> any RowSource {
            let file = File.psd(
                mode: mode, bits: bits, channels: samples.count, width: 1, height: 1, hasAlpha: hasAlpha,
                profile: linear, data: samples.flatMap(\.self))
            return try #require(try SequentialPicture(ByteSource(file), .photoshop)).decoder
        }
        func float(_ value: Float) -> [UInt8] { TinyImage.big(Int(value.bitPattern), 4) }
        func word(_ value: Double) -> [UInt8] { TinyImage.big(Int(clamping: (value * 65_535).rounded()), 2) }
        var light = try decoder(32, [float(0.5), float(0.001), float(2)])
        #expect(try light.readAll().bytes == [188, 3, 255] && light.profile == shown)
        var words = try decoder(16, [word(0.5), word(0.001), word(1)])
        #expect(try words.readAll().bytes == [188, 3, 255] && words.profile == shown)
        // White is taken away from light, not from what is shown of it.
        var clear = try decoder(32, hasAlpha: true, [float(0.6), float(0.5), float(1), float(0.5)])
        #expect(try clear.readAll().bytes == [124, 0, 255, 128])
        var clearWords = try decoder(16, hasAlpha: true, [word(0.6), word(0.5), word(1), word(0.5)])
        #expect(try clearWords.readAll().bytes == [124, 0, 255, 128])
        var gray = try decoder(32, mode: 1, [float(0.5)])
        #expect(try gray.readAll().bytes == [188] && gray.profile == nil)
        // Curves that do well with 8 bits are left alone.
        var plain = try #require(
            try SequentialPicture(
                ByteSource(
                    File.psd(
                        mode: 3, bits: 16, channels: 3, width: 1, height: 1, profile: shown,
                        data: [1, 200, 2, 0, 3, 255])), .photoshop)
        ).decoder
        #expect(try plain.readAll().bytes == [1, 2, 3] && plain.profile == shown)
    }

    @Test func `inks of a PSD are converted by its profile where it has one`() throws {
        let file = File.psd(
            mode: 4, channels: 5, width: 2, height: 1, hasAlpha: true, profile: [1, 2, 3, 4],
            data: [255, 0, 255, 0, 255, 128, 255, 255, 255, 100])
        var decoder = try #require(try SequentialPicture(ByteSource(file), .photoshop)).decoder
        #expect(decoder.profileSpace == .cmyk && decoder.profile == [1, 2, 3, 4])
        // A damaged profile counts for nothing.
        #expect(TileColours.of(decoder).inks == nil)
        #expect(try decoder.readAll().bytes == [255, 255, 255, 255, 0, 0, 128, 100])
    }

    @Test func `what is not decoded says so, and no header gets memory`() {
        func psd(_ mode: Int, _ bits: Int, _ channels: Int, _ width: Int = 3, _ height: Int = 3) -> String {
            explanation(
                File.psd(
                    mode: mode, bits: bits, channels: channels, width: width, height: height, data: Self.shades(200)))
        }
        #expect(psd(3, 8, 3) == "3 × 3")
        #expect(psd(3, 8, 2).contains("2 channels are too few"))
        #expect(psd(5, 8, 3).contains("unknown kind of colours"))
        #expect(psd(3, 7, 3).contains("samples of 7 bits"))
        #expect(psd(3, 8, 3, 3_000_000).contains("too wide"))
        #expect(psd(3, 8, 3, 2_000_000, 1_000_000).contains("of which the file holds but a few"))
        #expect(psd(3, 8, 3, 0).contains("a size of 0 × 3"))
        #expect(psd(3, 8, 3, 400).contains("ends before its first row"))
        func zipped(_ mode: Int, _ bits: Int, _ width: Int, _ height: Int, _ count: Int = 9) -> String {
            explanation(
                File.psd(
                    mode: mode, bits: bits, channels: 1, width: width, height: height, isZipped: true,
                    hasDifferences: true, data: Self.shades(count)))
        }
        #expect(zipped(1, 8, 3, 3) == "3 × 3")
        #expect(zipped(0, 1, 3, 3).contains("differences of single bits"))
        #expect(zipped(1, 8, 400, 3).contains("ends before its first row"))
        #expect(zipped(1, 8, 2_000_000, 1_000_000).contains("of which the file holds but a few"))
        var unknown = File.psd(mode: 1, channels: 1, width: 3, height: 3, data: Self.shades(9))
        unknown[unknown.count - 10] = 4
        #expect(explanation(unknown).contains("compression 4"))
        unknown[unknown.count - 10] = 2
        #expect(explanation(unknown).contains("ends before its first row"))
        typealias Small = SmallFormatFile
        #expect(explanation(Small.ani([])).contains("an ANI without an icon"))
        #expect(explanation(Small.ani([Self.shades(90)])).contains("an ANI of frames that are no icons"))
        func icon(_ width: Int, _ height: Int, _ bits: Int, _ maskWidth: Int) -> String {
            var file = Small.os2(
                [
                    .init(
                        kind: "CI", width: width, height: height, bits: bits, data: Self.shades(300),
                        mask: Self.shades(80))
                ], isArray: false)
            file.replaceSubrange(18..<20, with: TinyImage.little(maskWidth, 2))
            return explanation(file)
        }
        #expect(icon(6, 5, 24, 6) == "6 × 5")
        #expect(icon(6, 5, 24, 7).contains("without such a mask"))
        #expect(icon(0, 5, 24, 0).contains("a size of 0 × 10"))
        #expect(icon(60_000, 30_000, 24, 60_000).contains("of which the file holds but a few"))
        #expect(explanation(File.pcx(bits: 4, planes: 4, width: 3, height: 3, data: [])).contains("4 planes of 4 bits"))
        #expect(explanation(File.pfm("PF\n3000000 1\n-1\n", [1])).contains("too wide"))
        #expect(explanation(File.pfm("PF\n200000 200000\n-1\n", [1])).contains("of which the file holds but a few"))
        #expect(explanation(File.pfm("PF\n3 3\nx\n", [1])).contains("without a size or a scale"))
        #expect(explanation(File.radiance(width: 3, height: 99_999_999, data: [])).contains("holds but a few"))
        #expect(explanation([UInt8]("#?RGBE\n\n+X 3 -Y 3\n".utf8)).contains("stored by columns"))
        #expect(explanation(File.dds(width: 4, height: 4, code: "UYVY", data: Self.shades(64))).contains("UYVY"))
        #expect(explanation(File.dds(width: 4_000_000, height: 4, code: "DXT1", data: [])).contains("too wide"))
        #expect(explanation(File.icns([("icl8", Self.shades(1024))])).contains("without a PNG or a classic icon"))
        #expect(explanation([0, 0, 0xFF, 0xFF, 0x7F, 9] + Self.shades(9), "a.wbmp").contains("ends before its first"))
    }
}
