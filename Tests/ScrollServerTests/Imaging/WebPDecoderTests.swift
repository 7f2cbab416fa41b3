// WebP files against the pixels that libwebp makes of them, whole, cut short and damaged.
import Testing
import Tiling

@testable import Catalog
@testable import Imaging
@testable import Metadata
@testable import Pixels
@testable import Tiles

@Suite struct WebPDecoderTests {
    /// All rows that a decoder gives, and how many.
    private func rows(of file: [UInt8]) throws(ImageError) -> (pixels: PixelBuffer, decoder: WebPDecoder) {
        let decoder = try WebPDecoder(source: ByteSource(file))
        var rows = decoder
        return (try rows.readAll(), decoder)
    }

    @Test(arguments: WebPFixture.all)
    func `pixels are those of libwebp`(fixture: WebPFixture) throws {
        let (pixels, decoder) = try rows(of: fixture.file)
        #expect(!decoder.isPartial && pixels.height == decoder.height && pixels.format == fixture.format)
        #expect(SHA256Digest.hex(pixels.rgba).hasPrefix(fixture.digest))
    }

    /// What a file that ends early gives are the first rows of the whole picture, and it says that some are missing.
    @Test(arguments: WebPFixture.all)
    func `no cut changes a row`(fixture: WebPFixture) throws {
        let whole = try rows(of: fixture.file).pixels
        var (cutCount, refusedCount) = (0, 0)
        for count in 0..<fixture.file.count {
            do throws(ImageError) {
                let (pixels, decoder) = try rows(of: [UInt8](fixture.file.prefix(count)))
                #expect(decoder.isPartial || pixels.height == whole.height, "\(count) bytes")
                #expect(pixels.bytes.elementsEqual(whole.bytes.prefix(pixels.bytes.count)), "\(count) bytes")
                cutCount += 1
            } catch {
                #expect(!error.explanation.isEmpty)
                refusedCount += 1
            }
        }
        #expect(refusedCount > 20 && cutCount + refusedCount == fixture.file.count)
    }

    @Test func `a lossless picture shows the rows that are there`() throws {
        let file = try #require(WebPFixture.all.first { $0.name == "lossless with alpha" }).file
        let (pixels, decoder) = try rows(of: [UInt8](file.prefix(file.count * 3 / 4)))
        #expect(decoder.isPartial && (1..<decoder.height).contains(pixels.height))
    }

    // MARK: Containers

    private static func chunk(_ name: String, _ contents: [UInt8]) -> [UInt8] {
        let count = (0..<4).map { UInt8(truncatingIfNeeded: contents.count >> (8 * $0)) }
        return [UInt8](name.utf8) + count + contents + (contents.count % 2 == 1 ? [0] : [])
    }

    private static func file(_ chunks: [[UInt8]]) -> [UInt8] {
        let contents = [UInt8]("WEBP".utf8) + chunks.flatMap { $0 }
        let count = (0..<4).map { UInt8(truncatingIfNeeded: contents.count >> (8 * $0)) }
        return [UInt8]("RIFF".utf8) + count + contents
    }

    private static func extended(flags: UInt8, width: Int, height: Int) -> [UInt8] {
        func three(_ number: Int) -> [UInt8] { (0..<3).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) } }
        return chunk("VP8X", [flags, 0, 0, 0] + three(width - 1) + three(height - 1))
    }

    private func lossy() throws -> (fixture: WebPFixture, data: [UInt8]) {
        let fixture = try #require(WebPFixture.all.first { $0.name == "lossy" })
        return (fixture, [UInt8](fixture.file[12...]))
    }

    @Test func `profiles and unknown chunks stand before the picture`() throws {
        let (fixture, data) = try lossy()
        let profile: [UInt8] = [1, 2, 3]
        let file = Self.file([
            Self.extended(flags: 0x20, width: 37, height: 21), Self.chunk("ICCP", profile), Self.chunk("ABCD", [9]),
            data,
            Self.chunk("XMP ", [7, 7, 7]),
        ])
        let (pixels, decoder) = try rows(of: file)
        #expect(decoder.profile == profile && !decoder.isPartial)
        #expect(SHA256Digest.hex(pixels.rgba).hasPrefix(fixture.digest))
    }

    @Test func `what is no picture says why and where`() throws {
        let (_, data) = try lossy()
        func error(_ file: [UInt8]) -> ImageError? {
            do throws(ImageError) {
                _ = try WebPDecoder(source: ByteSource(file))
                return nil
            } catch { return error }
        }
        #expect(error([UInt8]("RIFF....WEBQ".utf8)) == .notAnImage("the file is not a WebP"))
        // As the probe has it.
        #expect(
            error(Self.file([Self.chunk("ABCD", []), data]))
                == .damaged("a WebP that begins with the chunk 'ABCD'", offset: 12))
        let head = Self.extended(flags: 0, width: 37, height: 21)
        #expect(
            error(Self.file([head, Self.chunk("ABCD", [])]))
                == .damaged("there is no image data", offset: 12 + head.count + 8))
        #expect(
            error(Self.file([Self.extended(flags: 0, width: 38, height: 21), data]))
                == .damaged("a picture of 37 × 21 pixels on a canvas of 38 × 21", offset: 20))
        var interframe = Self.file([data])
        interframe[20] |= 1
        #expect(error(interframe) == .damaged("the picture is not a key frame", offset: 20))
        #expect(
            error(Self.file([Self.chunk("VP8L", [0x2F, 0, 0, 0, 0xE0])])) == .unsupported("lossless WebP of version 7"))
        // A colour cache of 15 bits.
        let cache: [UInt8] = [0x2F, 0, 0, 0, 0, 0b0011_1110]
        #expect(error(Self.file([Self.chunk("VP8L", cache)])) == .damaged("a colour cache of 15 bits", offset: 26))
    }

    /// A picture of one colour takes no bits: 28 bytes can be a sound file of any size.
    @Test func `a picture of one colour`() throws {
        // Size 300 × 200, no alpha; no transform, no cache, no groups; five codes of one symbol: 7, 1, 2, 255, 0.
        var bits = Bits()
        for (value, count) in [(0x2F, 8), (299, 14), (199, 14), (0, 4), (0, 1), (0, 1), (0, 1)] {
            bits.append(value, count)
        }
        for symbol in [7, 1, 2, 255, 0] {
            bits.append(0b101, 3)
            bits.append(symbol, 8)
        }
        let (pixels, decoder) = try rows(of: Self.file([Self.chunk("VP8L", bits.bytes)]))
        #expect(!decoder.isPartial && pixels.width == 300 && pixels.height == 200)
        #expect((0..<pixels.bytes.count).allSatisfy { pixels.bytes[$0] == [1, 7, 2][$0 % 3] })
    }

    /// Numbers, the lowest bit first.
    private struct Bits {
        private(set) var bytes: [UInt8] = []
        private var count = 0

        mutating func append(_ value: Int, _ bitCount: Int) {
            for bit in 0..<bitCount {
                if count % 8 == 0 { bytes.append(0) }
                bytes[count / 8] |= UInt8(value >> bit & 1) << UInt8(count % 8)
                count += 1
            }
        }
    }

    // MARK: In the program

    @Test func `an animated WebP is told from a still one`() throws {
        let (_, data) = try lossy()
        let still = Self.file([Self.extended(flags: 0, width: 37, height: 21), data])
        let animated = Self.file([
            Self.extended(flags: 2, width: 37, height: 21), Self.chunk("ANIM", [0, 0, 0, 0, 0, 0]),
            Self.chunk("ANMF", [UInt8](repeating: 0, count: 16) + data),
        ])
        #expect(MediaFormat.sniff(still) == .webp && MediaFormat.sniff(animated) == .animatedWebP)
        #expect(try ImageHeader.read(from: ByteSource(still)).format == .webp)
        #expect(try ImageHeader.read(from: ByteSource(animated)).format == .animatedWebP)
        #expect(MediaFormat.animatedWebP.name == "webp" && MediaFormat.animatedWebP.mimeType == "image/webp")
        func summary(_ format: MediaFormat) -> ItemSummary {
            ItemSummary(id: "a", version: "1", size: PixelSize(width: 37, height: 21), error: nil, format: format)
        }
        #expect(summary(.webp).played.isTiled && summary(.animatedWebP).isTiled)
        #expect(!summary(.animatedWebP).played.isTiled)
    }

    /// A frame of 37 × 21 pixels on a canvas of 50 × 40, and the pixels of that canvas.
    @Test func `the first frame of an animation lies where it belongs`() throws {
        let (fixture, data) = try lossy()
        func animation(_ x: UInt8, _ y: UInt8, _ width: UInt8, _ height: UInt8) -> [UInt8] {
            let frame: [UInt8] = [x, 0, 0, y, 0, 0, width - 1, 0, 0, height - 1, 0, 0, 100, 0, 0, 0]
            return Self.file([
                Self.extended(flags: 2, width: 50, height: 40), Self.chunk("ANIM", [0, 0, 0, 0, 0, 0]),
                Self.chunk("ANMF", frame + data), Self.chunk("ANMF", [9, 9]),
            ])
        }
        let picture = try #require(try SequentialPicture(ByteSource(animation(5, 8, 37, 21)), .animatedWebP))
        var decoder = picture.decoder
        let pixels = try decoder.readAll()
        #expect(pixels.width == 50 && pixels.height == 40 && pixels.format == .rgba && !decoder.isPartial)
        var frame: [UInt8] = []
        for y in 16..<37 { frame += pixels.bytes[(y * 50 + 10) * 4..<(y * 50 + 47) * 4] }
        #expect(SHA256Digest.hex(frame).hasPrefix(fixture.digest))
        #expect(pixels.bytes.count { $0 != 0 } == frame.count { $0 != 0 })
        for wrong in [animation(7, 8, 37, 21), animation(5, 10, 37, 21), animation(5, 8, 36, 21)] {
            #expect(throws: ImageError.self) { _ = try SequentialPicture(ByteSource(wrong), .animatedWebP) }
        }
    }

    /// A canvas is no larger than its format allows, or than the file makes likely: a tile of it would take minutes.
    @Test func `canvases that no file fills are refused`() throws {
        let (_, data) = try lossy()
        for (width, height, isHeaderRead) in [
            (1 << 24, 65_536, false), (1 << 24, 1 << 24, false), (65_536, 65_535, true), (1 << 24, 255, true),
            (9000, 9000, true),
        ] {
            let frame = [UInt8](repeating: 0, count: 6) + [36, 0, 0, 20, 0, 0, 100, 0, 0, 0]
            let file = Self.file([
                Self.extended(flags: 2, width: width, height: height), Self.chunk("ANIM", [0, 0, 0, 0, 0, 0]),
                Self.chunk("ANMF", frame + data),
            ])
            #expect(((try? ImageHeader.read(from: ByteSource(file))) != nil) == isHeaderRead, "\(width) × \(height)")
            #expect(throws: ImageError.self, "\(width) × \(height)") {
                _ = try SequentialPicture(ByteSource(file), .animatedWebP)
            }
        }
    }

    /// The tile of a lossless picture has its very pixels.
    @Test func `tiles of a WebP`() throws {
        let fixture = try #require(WebPFixture.all.first { $0.name == "lossless, 13 colours" })
        let demo = try #require(DemoCollection(count: 1))
        let size = PixelSize(width: 29, height: 11)
        let pass = TilePass(demo, item: "0", version: "1", size: size, format: .webp, level: 0)
        var tiles: [EncodedTile] = []
        try FileTiles(pass, orientation: 1).make(
            from: ByteSource(fixture.file),
            to: TileOutput(
                isWanted: { _ in true }, emit: { _, tile in tiles.append(tile) },
                progress: { _ in }))
        let tile = try #require(tiles.first)
        #expect(tiles.count == 1 && tile.mediaType == "image/png")
        var decoder = try PNGDecoder(source: ByteSource(tile.bytes))
        #expect(SHA256Digest.hex(try decoder.readAll().rgba).hasPrefix(fixture.digest))
    }
}
