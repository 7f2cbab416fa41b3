// HEIC files that lie, lead in circles, or are damaged at random: each ends in an answer soon.

import Foundation
import Testing

@testable import Imaging
@testable import Pixels

@Suite struct HEICHostileTests {
    private static func isRefused(_ file: HEICFile) -> Bool {
        do throws(ImageError) {
            var decoder = try HEICDecoder(source: ByteSource(file.bytes))
            var rows: [UInt8] = []
            while try decoder.readRows(into: &rows) > 0 { rows.removeAll() }
            return false
        } catch { return true }
    }

    @Test func `pictures that are made of each other are refused`() {
        let identity = HEICFile.identity(64, 64)
        #expect(Self.isRefused(HEICFile(items: [identity], references: [("dimg", 1, [1])])))
        #expect(
            Self.isRefused(
                HEICFile(items: [identity, identity], references: [("dimg", 1, [2]), ("dimg", 2, [1])])))
        #expect(
            Self.isRefused(
                HEICFile(items: [HEICFile.grid(1, 1, 64, 64)], references: [("dimg", 1, [1])])))
        #expect(
            Self.isRefused(
                HEICFile(
                    items: [HEICFile.overlay(64, 64, fill: [0, 0, 0, 255], [(0, 0), (0, 0)])],
                    references: [("dimg", 1, [1, 1])])))
    }

    @Test func `numbers of tiles that do not fit are refused`() {
        let tiles = [Int](repeating: 2, count: 65_535)
        for (grid, inputs) in [
            (HEICFile.grid(256, 256, 16_384, 16_384), tiles), (HEICFile.grid(2, 2, 128, 128), [2, 2, 2]),
            (HEICFile.grid(2, 2, 128, 128), [2, 2, 2, 9]), (HEICFile.grid(1, 1, 128, 128), [2]),
            (HEICFile.grid(2, 1, 60, 60), [2, 2]), (HEICFile.grid(1, 1, 0, 0), [2]),
        ] {
            #expect(
                Self.isRefused(HEICFile(items: [grid, HEICFile.first], references: [("dimg", 1, inputs)]))
                    || inputs.contains(9))
        }
        let many = HEICFile.overlay(64, 64, fill: [0, 0, 0, 255], [(Int, Int)](repeating: (0, 0), count: 65_535))
        #expect(Self.isRefused(HEICFile(items: [many, HEICFile.first], references: [("dimg", 1, tiles)])))
    }

    @Test func `sizes that cannot be are refused before memory is taken`() {
        let sizes = [(0, 64), (1 << 31, 64), (64, 1 << 31), ((1 << 32) - 1, (1 << 32) - 1), (65_536, 65_536)]
        for (width, height) in sizes {
            var coded = HEICFile.first
            coded.properties[1] = HEICFile.extent(width, height)
            #expect(Self.isRefused(HEICFile(items: [coded])))
            #expect(
                Self.isRefused(
                    HEICFile(items: [HEICFile.identity(width, height), HEICFile.first], references: [("dimg", 1, [2])]))
            )
            var grid = HEICFile.grid(1, 1, 64, 64)
            grid.properties[0] = HEICFile.extent(width, height)
            #expect(Self.isRefused(HEICFile(items: [grid, coded], references: [("dimg", 1, [2])])))
        }
    }

    @Test func `no damage crashes the decoder, and no answer is larger than its claim`() {
        var mask = HEICFile.mask
        mask.properties.append(HEICFile.alpha)
        let tiles = [HEICFile.first, HEICFile.second, HEICFile.second, HEICFile.first]
        DecoderFuzz(
            seeds: [
                HEICFile(items: [HEICFile.first, mask], references: [("auxl", 2, [1])]).bytes,
                HEICFile(
                    items: [HEICFile.grid(2, 2, 100, 90)] + tiles + [mask],
                    references: [("dimg", 1, [2, 3, 4, 5]), ("auxl", 6, [1])]
                ).bytes,
                HEICFile(
                    items: [HEICFile.overlay(70, 70, fill: [1, 2, 3, 255], [(0, 0), (-9, 30)])] + tiles,
                    references: [("dimg", 1, [2, 3])]
                ).bytes,
                TinyImage.heic,
            ], place: { file, generator in Int(generator.next() % UInt64(file.count)) },
            open: { source throws(ImageError) in try HEICDecoder(source: source) }
        ).run()
    }
}
