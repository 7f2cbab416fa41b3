// Lossy WebPs decoded at a quarter or an eighth, as thumbnails need them.
import Testing
import Tiling

@testable import Catalog
@testable import Imaging
@testable import Metadata
@testable import Pixels
@testable import Tiles

@Suite struct WebPReductionTests {
    private static let lossy = WebPFixture.all.filter { $0.name.hasPrefix("lossy") && $0.format == .rgb }

    private func pixels(_ file: [UInt8], _ denominator: Int) throws(ImageError) -> PixelBuffer {
        var decoder = try WebPDecoder(source: ByteSource(file), scaleDenominator: denominator)
        return try decoder.readAll()
    }

    /// The means of squares of the whole picture; at the right and lower edges of what there is.
    private func means(_ whole: PixelBuffer, _ side: Int) -> [Int] {
        var means: [Int] = []
        for top in stride(from: 0, to: whole.height, by: side) {
            for left in stride(from: 0, to: whole.width, by: side) {
                let (bottom, right) = (min(top + side, whole.height), min(left + side, whole.width))
                for channel in 0..<3 {
                    var sum = 0
                    for y in top..<bottom {
                        for x in left..<right { sum += Int(whole.bytes[(y * whole.width + x) * 3 + channel]) }
                    }
                    means.append(sum / ((bottom - top) * (right - left)))
                }
            }
        }
        return means
    }

    @Test(arguments: lossy, [4, 8])
    func `a reduced picture has the means of the whole one`(fixture: WebPFixture, denominator: Int) throws {
        let whole = try pixels(fixture.file, 1)
        let small = try pixels(fixture.file, denominator)
        #expect(small.width == (whole.width + denominator - 1) / denominator)
        #expect(small.height == (whole.height + denominator - 1) / denominator)
        let differences = zip(small.bytes, means(whole, denominator)).map { abs(Int($0) - $1) }
        // The loop filter is left out, and chroma is not interpolated.
        #expect(differences.reduce(0, +) < 4 * differences.count)
    }

    @Test(arguments: lossy, [4, 8])
    func `no cut changes a row of a reduced picture`(fixture: WebPFixture, denominator: Int) throws {
        let whole = try pixels(fixture.file, denominator)
        for count in 0..<fixture.file.count {
            guard let cut = try? pixels([UInt8](fixture.file.prefix(count)), denominator) else { continue }
            #expect(cut.bytes.elementsEqual(whole.bytes.prefix(cut.bytes.count)), "\(count) bytes")
        }
    }

    /// Alpha, lossless data and factors of two are decoded whole.
    @Test(arguments: WebPFixture.all)
    func `what gains nothing is not reduced`(fixture: WebPFixture) throws {
        let isReduced = Self.lossy.contains { $0.name == fixture.name }
        let whole = try WebPDecoder(source: ByteSource(fixture.file))
        for denominator in [2, 4, 8] {
            let decoder = try WebPDecoder(source: ByteSource(fixture.file), scaleDenominator: denominator)
            #expect(decoder.storedSize == PixelSize(width: whole.width, height: whole.height))
            #expect((decoder.width < whole.width) == (isReduced && denominator > 2), "1/\(denominator)")
        }
    }

    /// A level of which the decoder gives a reduced picture has the size that it has of a whole one.
    @Test func `tiles of a coarse level`() throws {
        let fixture = try #require(Self.lossy.first { $0.name == "lossy, even size" })
        let demo = try #require(DemoCollection(count: 1))
        let size = PixelSize(width: 32, height: 32)
        let pass = TilePass(demo, item: "0", version: "1", size: size, format: .webp, level: 2)
        var tiles: [EncodedTile] = []
        try FileTiles(pass, orientation: 1).make(
            from: ByteSource(fixture.file),
            to: TileOutput(
                isWanted: { _ in true }, emit: { _, tile in tiles.append(tile) },
                progress: { _ in }))
        let tile = try #require(tiles.first)
        let header = try pictureSize(tile)
        #expect(tiles.count == 1 && header == PixelSize(width: 8, height: 8))
    }

    /// The size of a tile's picture.
    private func pictureSize(_ tile: EncodedTile) throws(ImageError) -> PixelSize {
        let source = ByteSource(tile.bytes)
        if tile.mediaType == "image/png" {
            let header = try PNGHeader(source)
            return PixelSize(width: header.width, height: header.height)
        }
        let header = try JPEGHeader(source: source)
        return PixelSize(width: header.width, height: header.height)
    }
}
