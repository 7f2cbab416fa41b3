// The crop of HEIC and AVIF pictures. What is expected was measured: of HEICs what libheif 1.23.6 decodes of files of 64 × 48
// pixels with these properties, of AVIFs what Chromium shows of them.

import Testing

@testable import Metadata
@testable import Pixels
@testable import Platform

@Suite struct CleanApertureTests {
    private static let whole = [64, 48]

    private static func extent(_ width: Int, _ height: Int) -> [UInt8] {
        TinyImage.box("ispe", TinyImage.big(0, 4) + TinyImage.big(width, 4) + TinyImage.big(height, 4))
    }

    /// Numerators and denominators of the width, the height and the offsets of the middles.
    private static func crop(_ numbers: [Int]) -> [UInt8] {
        TinyImage.box("clap", numbers.flatMap { TinyImage.big($0, 4) })
    }

    private static func shown(_ brand: String, _ properties: [[UInt8]]) throws -> [Int] {
        let bytes = TinyImage.avif(brand: brand, properties: [extent(64, 48)] + properties)
        let header = try ImageHeader.read(from: ByteSource(bytes))
        return [header.orientedWidth, header.orientedHeight]
    }

    @Test(arguments: [
        // At the picture's corner; in whole numbers, in halves.
        ([40, 1, 30, 1, -12, 1, -9, 1], [40, 30], [40, 30]), ([80, 2, 60, 2, -24, 2, -18, 2], [40, 30], [40, 30]),
        ([64, 1, 30, 1, 0, 1, -9, 1], [64, 30], [64, 30]), ([41, 1, 31, 1, -23, 2, -17, 2], [41, 31], [41, 31]),
        // All of it, its middle, parts of pixels.
        ([64, 1, 48, 1, 0, 1, 0, 1], whole, whole), ([40, 1, 30, 1, 0, 1, 0, 1], [40, 30], whole),
        ([81, 2, 61, 2, 0, 1, 0, 1], [41, 31], whole), ([81, 2, 61, 2, -47, 4, -35, 4], [41, 31], whole),
        // Beyond the picture's edges.
        ([100, 1, 90, 1, 0, 1, 0, 1], whole, whole), ([40, 1, 30, 1, 20, 1, 0, 1], [32, 30], whole),
        ([0x7FFF_FFFF, 1, 0x7FFF_FFFF, 1, 0, 1, 0, 1], whole, whole),
        // libheif opens none of these.
        ([40, 1, 30, 1, 200, 1, 0, 1], whole, whole), ([40, 1, 30, 1, 12, -1, 9, -1], whole, whole),
        ([-40, -1, 30, 1, -12, 1, -9, 1], whole, whole), ([-40, 1, 30, 1, 0, 1, 0, 1], whole, whole),
        ([40, 0, 30, 1, 0, 1, 0, 1], whole, whole), ([40, 1, 30, 1, 0, 0, 0, 1], whole, whole),
        ([0, 1, 30, 1, 0, 1, 0, 1], whole, whole),
        // Shorter than the box has to be.
        ([40, 1, 30, 1, -12, 1, -9], whole, whole), ([], whole, whole),
    ])
    func sizes(numbers: [Int], heic: [Int], avif: [Int]) throws {
        #expect(try Self.shown("heic", [Self.crop(numbers)]) == heic)
        #expect(try Self.shown("avif", [Self.crop(numbers)]) == avif)
    }

    /// In the order of the properties; browsers crop before they turn, and once.
    @Test func turns() throws {
        let corner = Self.crop([40, 1, 30, 1, -12, 1, -9, 1])
        let (left, mirror) = (TinyImage.box("irot", [1]), TinyImage.box("imir", [1]))
        for brand in ["heic", "avif"] {
            #expect(try Self.shown(brand, [corner, left]) == [30, 40])
            #expect(try Self.shown(brand, [corner, left, mirror]) == [30, 40])
            #expect(try Self.shown(brand, [corner, mirror]) == [40, 30])
        }
        let turned = Self.crop([30, 1, 40, 1, -9, 1, -12, 1])
        #expect(try Self.shown("heic", [left, turned]) == [30, 40])
        #expect(try Self.shown("avif", [left, turned]) == [48, 64])
        let second = Self.crop([20, 1, 10, 1, -10, 1, -10, 1])
        #expect(try Self.shown("heic", [corner, second]) == [20, 10])
        #expect(try Self.shown("avif", [corner, second]) == [40, 30])
    }

    /// No numbers of 32 bits end the program, whatever the picture's size.
    @Test func anyNumbers() throws {
        let extremes = [0, 1, 2, 3, 0x7FFF_FFFF, 0x8000_0000, 0x8000_0001, 0xFFFF_FFFF]
        var state: UInt64 = 1
        func pick() -> Int {
            state = StableHash.mix(state)
            return extremes[Int(state >> 32) % extremes.count]
        }
        for _ in 0..<4000 {
            let size = [1, 2, 64, 0xFFFF_FFFF][pick() & 3]
            let properties = [Self.extent(size, size), Self.crop((0..<8).map { _ in pick() })]
            for brand in ["heic", "avif"] {
                let bytes = TinyImage.avif(brand: brand, properties: properties)
                let header = try ImageHeader.read(from: ByteSource(bytes))
                #expect((1...size).contains(header.width) && (1...size).contains(header.height))
            }
        }
    }
}
