// JPEGs of a TIFF that are decoded at a smaller size, where the file has no smaller copy.

import Testing
import Tiling

@testable import Imaging
@testable import Pixels

@Suite struct TIFFReducedTests {
    private static let (width, height, side) = (101, 83, 32)

    /// The pixels of a smooth picture; beyond its edges others that must not be seen.
    private static func pixels(_ left: Int, _ top: Int, _ columns: Int, _ rows: Int, _ channels: Int) -> PixelBuffer {
        var bytes: [UInt8] = []
        for y in top..<top + rows {
            for x in left..<left + columns {
                let isInside = x < width && y < height
                for channel in 0..<channels { bytes.append(isInside ? UInt8(40 + x + y / (1 + channel)) : 255) }
            }
        }
        return PixelBuffer(width: columns, height: rows, format: channels == 1 ? .gray : .rgb, bytes: bytes)
    }

    /// A TIFF of JPEGs, in tiles or strips of `side` rows.
    private static func file(isTiled: Bool, channels: Int) -> [UInt8] {
        func number(_ value: Int, _ count: Int) -> [UInt8] { (0..<count).map { UInt8(value >> (8 * $0) & 255) } }
        var jpegs: [[UInt8]] = []
        for top in stride(from: 0, to: height, by: side) {
            for left in stride(from: 0, to: isTiled ? width : 1, by: side) {
                let size = isTiled ? (side, side) : (width, min(side, height - top))
                jpegs.append(
                    JPEGEncoder.encode(pixels(left, top, size.0, size.1, channels), quality: 98, subsampling: .none))
            }
        }
        var bytes = [UInt8]("II".utf8) + number(42, 2) + [0, 0, 0, 0]
        let offsets = jpegs.map { jpeg in
            defer { bytes += jpeg }
            return bytes.count
        }
        let tables = bytes.count
        bytes += offsets.flatMap { number($0, 4) } + jpegs.flatMap { number($0.count, 4) }
        let counts = tables + 4 * jpegs.count
        var entries = [
            (256, 1, width), (257, 1, height), (258, 1, 8), (259, 1, 7), (262, 1, channels == 1 ? 1 : 6),
            (277, 1, channels),
        ]
        entries += isTiled ? [(322, 1, side), (323, 1, side)] : [(278, 1, side)]
        entries += [(isTiled ? 324 : 273, jpegs.count, tables), (isTiled ? 325 : 279, jpegs.count, counts)]
        let directory = bytes.count
        bytes += number(entries.count, 2)
        for (tag, count, value) in entries.sorted(by: { $0.0 < $1.0 }) {
            bytes += number(tag, 2) + number(4, 2) + number(count, 4) + number(value, 4)
        }
        bytes.replaceSubrange(4..<8, with: number(directory, 4))
        return bytes + [0, 0, 0, 0]
    }

    /// The mean of each square of pixels, fewer at the edges.
    private static func mean(_ picture: PixelBuffer, _ factor: Int) -> PixelBuffer {
        let size = ((picture.width + factor - 1) / factor, (picture.height + factor - 1) / factor)
        let channels = picture.format.channelCount
        var bytes: [UInt8] = []
        for y in 0..<size.1 {
            for x in 0..<size.0 {
                for channel in 0..<channels {
                    var (sum, count) = (0, 0)
                    for row in y * factor..<min((y + 1) * factor, picture.height) {
                        for column in x * factor..<min((x + 1) * factor, picture.width) {
                            sum += Int(picture.bytes[(row * picture.width + column) * channels + channel])
                            count += 1
                        }
                    }
                    bytes.append(UInt8((sum + count / 2) / count))
                }
            }
        }
        return PixelBuffer(width: size.0, height: size.1, format: picture.format, bytes: bytes)
    }

    @Test(arguments: [true, false], [1, 3])
    func `a reduced picture is the mean of the stored one, at its edges, too`(isTiled: Bool, channels: Int) throws {
        let source = ByteSource(Self.file(isTiled: isTiled, channels: channels))
        let file = try TIFFFile(source: source, leastReduced: 0)
        #expect(file.overviews.map(\.level) == [1, 2, 3] && file.storedLevels == [0])
        var decoder = try file.decoder()
        let whole = try decoder.readAll()
        try #require(whole.width == Self.width && whole.height == Self.height)
        for overview in file.overviews {
            decoder = try file.decoder(of: overview)
            let reduced = try decoder.readAll()
            let expected = Self.mean(whole, 1 << overview.level)
            try #require(reduced.width == expected.width && reduced.height == expected.height)
            // Strips end with what their encoder has repeated.
            let most = zip(reduced.bytes, expected.bytes).map { abs(Int($0) - Int($1)) }.max() ?? 255
            #expect(most <= (isTiled ? 3 : 6), "level \(overview.level): \(most)")
        }
        // The rows of a part are those of the whole.
        decoder = try file.decoder(of: try #require(file.overviews.first))
        let first = decoder.begin(at: 20, columns: 0..<51)
        var part: [UInt8] = []
        while try decoder.readRows(into: &part) > 0 {}
        var other = try file.decoder(of: try #require(file.overviews.first))
        #expect(try other.readAll().bytes.suffix(part.count).elementsEqual(part) && first <= 20)
    }

    @Test func `small pictures and other compressions are not reduced`() throws {
        #expect(try TIFFFile(source: ByteSource(Self.file(isTiled: true, channels: 3))).overviews.isEmpty)
        let plain = TIFFBuilder(width: 40, height: 40).file([UInt8](repeating: 9, count: 4800))
        #expect(try TIFFFile(source: ByteSource(plain), leastReduced: 0).overviews.isEmpty)
    }
}
