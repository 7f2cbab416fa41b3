// Blocks of DDS textures whose pixels are known.

import Testing

@testable import Imaging
@testable import Metadata

@Suite struct DDSBlockTests {
    private typealias Kind = DDSHeader.BlockKind

    private func pixels(_ block: [UInt8], _ kind: Kind) -> [UInt8] {
        var pixels = [UInt8](repeating: 7, count: 64)
        DDSBlock.decode(block[...], kind, into: &pixels)
        return pixels
    }

    /// The fourteen modes of BC6H, and one that is reserved.
    private static let modes: [UInt8] = [0, 1, 2, 6, 10, 14, 18, 22, 26, 30, 3, 7, 11, 15, 19]
    /// Sums of the light that OpenImageIO 3.2.2 reads from the blocks of each mode.
    private static let sums: [Bool: [UInt32]] = [
        false: [
            0x6E55D9C3, 0x4CDFCA35, 0x11E302BF, 0xDA12CF41, 0x5D4DD442, 0x5C4853C8, 0x289262E2, 0xAB132074,
            0xA17DF71B, 0xF8DD0A45, 0x3AAF5DD8, 0x0E15E4AA, 0xAEF9C5F0, 0x855B16F9, 0x00000000,
        ],
        true: [
            0xBAA99055, 0x1EB47A5F, 0x77E6DC98, 0xCB91E5E0, 0x028040BC, 0xC44832E3, 0xD4394C45, 0xAD13A7FE,
            0xE34BD879, 0x0E1706FC, 0xF71260DB, 0x16724D62, 0x0BEDF643, 0x5A56F99C, 0x00000000,
        ],
    ]

    @Test(arguments: [false, true]) func `light is as OpenImageIO reads it`(isSigned: Bool) {
        let sums = Self.modes.map { mode -> UInt32 in
            var (state, sum) = (UInt64(mode), UInt32(0))
            for _ in 0..<16 {
                var block = (0..<16).map { _ -> UInt8 in
                    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
                    return UInt8(truncatingIfNeeded: state >> 56)
                }
                let modeBits: UInt8 = mode < 2 ? 2 : 5
                block[0] = (block[0] >> modeBits) << modeBits | mode
                var halves = [UInt16](repeating: 0, count: 48)
                BC6HBlock.decodeLight(block[...], isSigned: isSigned) { place, channel, half in
                    halves[place * 3 + channel] = half
                }
                // A zero with a sign is a zero.
                for half in halves { sum = sum &* 31 &+ UInt32(half == 0x8000 ? 0 : half) }
            }
            return sum
        }
        #expect(sums == Self.sums[isSigned])
    }

    @Test func `light from 0 to 1 is shown`() {
        // Ten bits for each number, twice red and a half of green: all pixels are of the first colour.
        let (red, green) = (495, 448)
        let word = 3 | UInt64(red) << 5 | UInt64(green) << 15
        let block = (0..<8).map { UInt8(truncatingIfNeeded: word >> (8 * $0)) } + [UInt8](repeating: 0, count: 8)
        #expect(Array(pixels(block, .bc6h(isSigned: false))[..<4]) == [255, 169, 0, 255])
        // As a signed number, with a highest bit that is a sign.
        let negative = [UInt8](repeating: 0xFF, count: 4) + [UInt8](repeating: 0, count: 12)
        #expect(Array(pixels([0xE3] + negative[1...], .bc6h(isSigned: true))[..<1]) == [0])
    }

    @Test func `a reserved mode is black, and clear where there is alpha`() {
        let block = [0] + [UInt8](repeating: 200, count: 15)
        #expect(pixels(block, .bc7) == [UInt8](repeating: 0, count: 64))
        #expect(pixels([0x13] + block[1...], .bc6h(isSigned: true)).prefix(5) == [0, 0, 0, 255, 0])
    }

    @Test func `one and two channels`() {
        // The indices 0 to 7, twice.
        let indices: [UInt8] = [0x88, 0xC6, 0xFA, 0x88, 0xC6, 0xFA]
        func reds(_ ends: [UInt8], _ kind: Kind) -> [UInt8] {
            let pixels = pixels(ends + indices, kind)
            return (0..<8).map { pixels[4 * $0] }
        }
        #expect(reds([210, 0], .bc4(isSigned: false)) == [210, 0, 180, 150, 120, 90, 60, 30])
        #expect(reds([0, 200], .bc4(isSigned: false)) == [0, 200, 40, 80, 120, 160, 0, 255])
        // -28 to 72.
        #expect(reds([0xE4, 72], .bc4(isSigned: true)) == [100, 200, 120, 140, 160, 180, 0, 255])
        let plain = [10, 0] + [UInt8](repeating: 0, count: 6)
        let other = [20, 0] + [UInt8](repeating: 0, count: 6)
        #expect(pixels(plain + other, .bc5(isSigned: false)).prefix(4) == [10, 20, 0, 255])
        #expect(pixels(plain + other, .bc5(isSigned: true)).prefix(4) == [138, 148, 128, 255])
    }
}
