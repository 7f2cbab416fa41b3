// TIFF files against the pixels that were put into them, whole, cut short, and with lies in them.
import Foundation
import Testing

@testable import Imaging
@testable import Metadata
@testable import Pixels

@Suite struct TIFFDecoderTests {
    /// All rows that a decoder gives, and how many.
    private func rows(of file: [UInt8]) throws(ImageError) -> (pixels: PixelBuffer, decoder: TIFFDecoder) {
        let decoder = try TIFFDecoder(source: ByteSource(file))
        var (bytes, rowCount): ([UInt8], Int) = ([], 0)
        while true {
            let count = try decoder.readRows(into: &bytes)
            if count == 0 { break }
            rowCount += count
        }
        let pixels = PixelBuffer(width: decoder.width, height: rowCount, format: decoder.format, bytes: bytes)
        return (pixels, decoder)
    }

    private func error(_ file: [UInt8]) -> ImageError? {
        do throws(ImageError) {
            _ = try rows(of: file)
            return nil
        } catch { return error }
    }

    @Test(arguments: TIFFFixture.all)
    func `pixels are those that were put in`(fixture: TIFFFixture) throws {
        let (pixels, decoder) = try rows(of: fixture.file)
        #expect(!decoder.isPartial && pixels.height == decoder.height)
        #expect(SHA256Digest.hex(pixels.rgba).hasPrefix(fixture.digest))
    }

    /// What a file that ends early gives are the first rows of the whole picture, and it says that some are missing.
    ///
    /// Of a JPEG the rows after that are a guess.
    @Test(arguments: TIFFFixture.all)
    func `no cut changes a row`(fixture: TIFFFixture) throws {
        let whole = try rows(of: fixture.file).pixels
        var (cutCount, refusedCount) = (0, 0)
        for count in stride(from: 0, to: fixture.file.count, by: isOptimised ? 1 : 13) {
            do throws(ImageError) {
                let (pixels, decoder) = try rows(of: [UInt8](fixture.file.prefix(count)))
                #expect(decoder.isPartial || pixels == whole, "\(count) bytes")
                #expect(
                    fixture.isJPEG || pixels.bytes.elementsEqual(whole.bytes.prefix(pixels.bytes.count)),
                    "\(count) bytes")
                cutCount += 1
            } catch {
                #expect(!error.explanation.isEmpty)
                refusedCount += 1
            }
        }
        #expect(refusedCount > 0 && cutCount + refusedCount > 10)
    }

    // MARK: Layouts

    @Test func `every layout gives the same pixels`() throws {
        let seed: UInt64 = 19
        print("layouts of TIFF with seed \(seed)")
        var generator = RepeatableNoise(seed: seed)
        func random(_ range: ClosedRange<Int>) -> Int {
            range.lowerBound + Int(generator.next() % UInt64(range.count))
        }
        for round in 0..<(isOptimised ? 2000 : 150) {
            var builder = TIFFBuilder(width: random(1...40), height: random(1...40))
            let hasAlpha = random(0...1) == 1
            let isGray = random(0...1) == 1
            builder.photometric = isGray ? 1 : 2
            // A sample that means nothing comes before alpha.
            builder.sampleCount = (isGray ? 1 : 3) + (hasAlpha ? 2 : 0)
            if hasAlpha { builder.others[338] = [0, 2] }
            if random(0...1) == 1 { builder.tile = (16 * random(1...3), 16 * random(1...3)) }
            builder.rowsPerStrip = random(1...50)
            builder.isPlanar = random(0...1) == 1
            builder.isBig = random(0...1) == 1
            builder.isLittleEndian = random(0...1) == 1
            let pixelCount = builder.width * builder.height
            let samples = (0..<pixelCount * builder.sampleCount).map { _ in
                UInt8(truncatingIfNeeded: generator.next())
            }
            let (pixels, decoder) = try rows(of: builder.file(samples))
            let colourCount = isGray ? 1 : 3
            let expected = (0..<pixelCount).flatMap { pixel -> [UInt8] in
                let first = pixel * builder.sampleCount
                return samples[first..<first + colourCount] + (hasAlpha ? [samples[first + colourCount + 1]] : [])
            }
            #expect(!decoder.isPartial && pixels.height == builder.height && pixels.bytes == expected, "round \(round)")
        }
    }

    @Test func `the lowest bit may be the first`() throws {
        var builder = TIFFBuilder(width: 7, height: 5)
        let samples = (0..<105).map { UInt8($0 * 2) }
        let plain = try rows(of: builder.file(samples)).pixels
        builder.others[266] = [2]
        builder.chunk = { $0.map { byte in (0..<8).reduce(0) { $0 | (byte >> UInt8($1) & 1) << UInt8(7 - $1) } } }
        #expect(try rows(of: builder.file(samples)).pixels == plain)
    }

    @Test func `chroma is taken apart as libtiff does`() throws {
        var builder = TIFFBuilder(width: 3, height: 3, photometric: 6, rowsPerStrip: 3)
        builder.others[530] = [2, 2]
        // Four units of four samples of luma, Cb and Cr each; what lies beyond the picture is 9.
        let units: [[UInt8]] = [
            [10, 20, 40, 50, 128, 128], [30, 9, 60, 9, 128, 228], [70, 80, 9, 9, 28, 128], [90, 9, 9, 9, 128, 128],
        ]
        builder.chunk = { _ in units.flatMap(\.self) }
        let pixels = try rows(of: builder.file([UInt8](repeating: 0, count: 27))).pixels
        // 30 + 1.402 × 100, 30 − 0.714 × 100; 70 + 0.344 × 100, 70 − 1.772 × 100.
        let expected: [[UInt8]] = [
            [10, 10, 10], [20, 20, 20], [170, 0, 30], [40, 40, 40], [50, 50, 50], [200, 0, 60], [70, 104, 0],
            [80, 114, 0], [90, 90, 90],
        ]
        #expect(pixels.bytes == expected.flatMap(\.self))
    }

    @Test func `tiles that were not written are black`() throws {
        var builder = TIFFBuilder(width: 40, height: 20, tile: (16, 16))
        builder.isSparse = { $0 == 1 }
        let (pixels, decoder) = try rows(of: builder.file([UInt8](repeating: 200, count: 2400)))
        #expect(!decoder.isPartial)
        for (place, byte) in pixels.bytes.enumerated() {
            let (column, row) = (place / 3 % 40, place / 120)
            #expect(byte == ((16..<32).contains(column) && row < 16 ? 0 : 200))
        }
    }

    @Test(arguments: [false, true]) func `strips that were not written are black`(isPlanar: Bool) throws {
        var builder = TIFFBuilder(width: 40, height: 20, rowsPerStrip: 4, isPlanar: isPlanar)
        // Of the planes, the second one's first strip and the others' fourth.
        builder.isSparse = { isPlanar ? [3, 5, 13].contains($0) : [0, 3].contains($0) }
        let (pixels, decoder) = try rows(of: builder.file([UInt8](repeating: 200, count: 2400)))
        #expect(!decoder.isPartial && pixels.height == 20)
        for (place, byte) in pixels.bytes.enumerated() {
            let (channel, strip) = (place % 3, place / 480)
            let isThere = isPlanar ? ![3, 5, 13].contains(channel * 5 + strip) : strip != 0 && strip != 3
            #expect(byte == (isThere ? 200 : 0))
        }
    }

    /// What GDAL leaves out: strips of zeros, whole pictures of them.
    @Test("Strips that GDAL leaves out are zeros", .needs(.rasterio)) func sparseByGDAL() throws {
        let folder = try ScratchFolder()
        _ = try PythonOracle.run(
            """
            import numpy, rasterio, warnings
            warnings.simplefilter("ignore")
            picture = numpy.zeros((3, 300, 200), numpy.uint8)
            picture[:, 120:140, :] = 90
            for name, values, compression in ("plain", picture, "NONE"), ("lzw", picture, "LZW"), ("empty", picture * 0, "NONE"):
                with rasterio.open("\(folder.path)/" + name + ".tif", "w", driver="GTiff", width=200, height=300, count=3,
                                   dtype="uint8", photometric="RGB", interleave="pixel", blockysize=10, SPARSE_OK="TRUE",
                                   compress=compression) as file:
                    file.write(values)
            """)
        for name in ["plain", "lzw", "empty"] {
            let file = [UInt8](try Data(contentsOf: URL(fileURLWithPath: "\(folder.path)/\(name).tif")))
            #expect(file.count < 20_000)
            let (pixels, decoder) = try rows(of: file)
            #expect(!decoder.isPartial && pixels.height == 300)
            let isRight = pixels.bytes.enumerated().allSatisfy {
                $1 == (name != "empty" && (120..<140).contains($0 / 600) ? 90 : 0)
            }
            #expect(isRight, "\(name)")
        }
    }

    @Test func `a fax that ends by its mark is white from there on`() throws {
        var builder = TIFFBuilder(width: 9, height: 6, sampleCount: 1, photometric: 0, rowsPerStrip: 6)
        builder.others = [258: [1], 259: [4]]
        // Two rows as white as the one above, then the end: 1 1 000000000001 000000000001.
        builder.chunk = { _ in [0b1100_0000, 0b0000_0100, 0b0000_0000, 0b0100_0000] }
        let (pixels, decoder) = try rows(of: builder.file([UInt8](repeating: 0, count: 54)))
        #expect(pixels.bytes == [UInt8](repeating: 255, count: 54) && !decoder.isPartial)
        #expect(decoder.fillPixel == [255])
    }

    // MARK: L*a*b*

    /// The same colours as libvips writes them in floats and in signed numbers, and as TIFF 6.0 has them in bytes, rounded.
    @Test("L*a*b* of any width is the same colours", .needs(.vips), .needs(.tifffile)) func wideLab() throws {
        let folder = try ScratchFolder()
        _ = try PythonOracle.run(
            """
            import subprocess, numpy, tifffile
            folder = "\(folder.path)/"
            y, x = numpy.mgrid[0:30, 0:40]
            picture = numpy.stack([x * 6, y * 8, 255 - x * 3 - y * 4], -1).astype(numpy.uint8)
            tifffile.imwrite(folder + "rgb.tif", picture, photometric="rgb", metadata=None)
            def vips(*arguments): subprocess.run(["vips", *arguments], check=True)
            for name, space in ("float", "lab"), ("signed", "labs"):
                vips("colourspace", folder + "rgb.tif", folder + "x.v", space)
                vips("tiffsave", folder + "x.v", folder + name + ".tif")
                vips("bandjoin_const", folder + "x.v", folder + "y.v", "128")
                vips("tiffsave", folder + "y.v", folder + name + "-alpha.tif")
            lab = tifffile.imread(folder + "float.tif")
            assert lab.dtype == numpy.float32 and tifffile.imread(folder + "signed.tif").dtype == numpy.int16
            bytes = numpy.rint(lab * [2.55, 1, 1]).astype(numpy.int16).astype(numpy.uint8)
            tifffile.imwrite(folder + "bytes.tif", bytes, photometric="cielab", metadata=None)
            tifffile.imwrite(folder + "planes.tif", numpy.moveaxis(lab, -1, 0), photometric="cielab", metadata=None,
                             planarconfig="separate", compression="zlib", byteorder=">")
            vips("colourspace", folder + "rgb.tif", folder + "x.v", "lab")
            vips("tiffsave", folder + "x.v", folder + "predictor.tif", "--compression", "deflate", "--predictor", "float")
            tifffile.imwrite(folder + "half.tif", lab.astype(numpy.float16), photometric="cielab", metadata=None)
            tifffile.imwrite(folder + "icc.tif", lab, photometric="icclab", metadata=None)
            tifffile.imwrite(folder + "wide.tif", lab.astype(numpy.int32), photometric="cielab", metadata=None)
            """)
        func file(_ name: String) throws -> [UInt8] {
            [UInt8](try Data(contentsOf: URL(fileURLWithPath: "\(folder.path)/\(name).tif")))
        }
        let bytes = try rows(of: file("bytes")).pixels.bytes
        let original = try rows(of: file("rgb")).pixels.bytes
        for name in ["float", "signed", "planes", "predictor", "half"] {
            let pixels = try rows(of: file(name)).pixels.bytes
            try #require(pixels.count == bytes.count)
            let differences = zip(pixels, bytes).map { abs(Int($0) - Int($1)) }
            let (most, mean) = (differences.max() ?? 0, Double(differences.reduce(0, +)) / Double(bytes.count))
            let far = zip(pixels, original).map { abs(Int($0) - Int($1)) }.reduce(0, +)
            print("L*a*b* │ \(name) │ most \(most), mean \(mean) │ original \(Double(far) / Double(bytes.count))")
            // Of these two some are rounded to the other side.
            let isRounded = name == "signed" || name == "half"
            #expect(isRounded ? most <= 20 && mean < 0.2 : most == 0, "\(name)")
            guard name == "float" || name == "signed" else { continue }
            let clear = try rows(of: file(name + "-alpha")).pixels
            #expect(clear.format == .rgba)
            let isRight = clear.bytes.enumerated().allSatisfy { place, byte in
                place % 4 == 3 ? byte == 128 : byte == pixels[place / 4 * 3 + place % 4]
            }
            #expect(isRight, "\(name)")
        }
        #expect(try error(file("icc")) == .unsupported("a TIFF of ICC's L*a*b* in floats"))
        #expect(try error(file("wide")) == .unsupported("a TIFF of L*a*b* in signed numbers of 32 bits"))
    }

    // MARK: Lies

    /// The first of several values is the size, wherever they are: for who measures and for who decodes.
    @Test(arguments: [false, true]) func `a size with too many values is measured as it is decoded`(isBig: Bool) throws
    {
        for (values, isThere) in [
            ([20, 7], true), ([20, 70_000], true), ([20, 70_000, 1], true), ([20, 1, 2, 3, 4], true), ([], false),
        ] {
            var builder = TIFFBuilder(width: 12, height: 20, isBig: isBig)
            builder.others[257] = values
            let file = builder.file([UInt8](repeating: 9, count: 720))
            let header = try? ImageHeader.read(from: ByteSource(file))
            let decoder = try? TIFFDecoder(source: ByteSource(file))
            #expect(header?.height == (isThere ? 20 : nil) && decoder?.height == (isThere ? 20 : nil), "\(values)")
        }
    }

    @Test func `what is not decoded is named`() {
        let samples = [UInt8](repeating: 0, count: 300)
        func with(_ others: [Int: [Int]]) -> ImageError? {
            error(TIFFBuilder(width: 10, height: 10, others: others).file(samples))
        }
        #expect(with([:]) == nil)
        #expect(with([259: [6], 512: [14]]) == .unsupported("a TIFF with lossless JPEG in the old style"))
        #expect(with([259: [6]])?.explanation.contains("old-style JPEG without its tables") == true)
        #expect(with([259: [50_000]]) == .unsupported("a TIFF with Zstandard compression"))
        #expect(with([259: [4711]]) == .unsupported("a TIFF with compression 4711"))
        #expect(with([258: [8, 8, 4]]) == .unsupported("a TIFF with samples of different bits"))
        #expect(with([258: [65, 65, 65]]) == .unsupported("a TIFF of 65 bits in a sample"))
        #expect(with([262: [77]]) == .unsupported("a TIFF with colours of kind 77"))
        #expect(with([277: [65_535]]) == .unsupported("a TIFF of 65535 samples in a pixel"))
        #expect(with([259: [5], 317: [3]]) == .unsupported("a TIFF with predictor 3 of samples of 8 bits"))
        #expect(error([UInt8]("II".utf8) + [42]) == .notAnImage("the file is not a TIFF"))
        #expect(
            error([UInt8]("MM".utf8) + [0, 42, 0, 0, 1, 0])
                == .damaged(
                    "the first directory is beyond the file's end", offset: 4))
    }

    @Test func `places that lie are errors`() throws {
        let samples = [UInt8](repeating: 9, count: 3 * 64 * 64)
        func with(_ others: [Int: [Int]], rowsPerStrip: Int = 4) throws -> String {
            let file = TIFFBuilder(width: 64, height: 64, rowsPerStrip: rowsPerStrip, others: others).file(samples)
            do throws(ImageError) {
                let (pixels, decoder) = try rows(of: file)
                return decoder.isPartial ? "\(pixels.height) rows" : "whole"
            } catch { return error.explanation }
        }
        #expect(try with([:]) == "whole")
        let beyond = try with([273: Array(repeating: 1 << 30, count: 16)])
        #expect(beyond.contains("strip 0 is not in the file"))
        // Only the first of sixteen.
        #expect(try with([273: [8], 279: [768]]) == "4 rows")
        // A strip's length that goes beyond the end is cut there.
        #expect(try with([279: Array(repeating: Int(UInt32.max), count: 16)]) == "whole")
        #expect(try with([256: [0]]).contains("a directory without a size"))
        #expect(try with([256: [1 << 31]]).contains("are too long"))
        #expect(try with([273: []]).contains("a directory without strips"))
    }

    /// All strips are the same one, so that a small file would be the work of a large one.
    @Test func `strips that overlap end the picture`() throws {
        let builder = TIFFBuilder(
            width: 1000, height: 3000, sampleCount: 1, photometric: 1, rowsPerStrip: 3000,
            others: [
                278: [1], 273: Array(repeating: 8, count: 3000), 279: Array(repeating: 1000, count: 3000), 257: [3000],
            ], chunk: { Array($0.prefix(1000)) })
        let (pixels, decoder) = try rows(of: builder.file([UInt8](repeating: 3, count: 3_000_000)))
        #expect(decoder.isPartial && (100..<3000).contains(pixels.height))
    }

    /// A header may claim any size; memory is for what is decoded at once.
    @Test func `claims take no memory`() throws {
        for (tile, others) in [
            (nil, [256: [4_000_000], 257: [4_000_000], 278: [4_000_000]]),
            ((16, 16), [256: [4_000_000], 257: [4_000_000]]),
            ((16, 16), [256: [4_000_000], 257: [4_000_000], 322: [4_000_000], 323: [4_000_000]]),
        ] as [((Int, Int)?, [Int: [Int]])] {
            let file = TIFFBuilder(
                width: 8, height: 8, sampleCount: 1, photometric: 1, tile: tile.map { (width: $0.0, height: $0.1) },
                others: others
            ).file([UInt8](repeating: 0, count: 64))
            #expect(error(file) != nil)
        }
    }
}
