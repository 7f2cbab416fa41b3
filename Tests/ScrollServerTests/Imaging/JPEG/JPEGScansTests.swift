// Pictures of several scans, which are decoded side by side.

import Foundation
import Testing

@testable import Imaging
@testable import Pixels

@Suite struct JPEGScansTests {
    @Test("Some hundred bytes that claim gigabytes of coefficients cost a row of them", arguments: [1, 2, 8])
    func claim(denominator: Int) throws {
        for marker: UInt8 in [0xC2, 0xCA] {
            var bytes = JPEGHeaders.file(marker: marker, width: 65_000, height: 65_000, sampling: [0x22, 0x11, 0x11])
            bytes += [UInt8](repeating: 0x5A, count: 64)
            guard let decoder = try? JPEGDecoder(source: ByteSource(bytes), scaleDenominator: denominator) else {
                continue
            }
            var (rows, strips): ([UInt8], Int) = ([], 0)
            while decoder.fillPixel == nil, strips < 1000 {
                rows.removeAll(keepingCapacity: true)
                guard let count = try? decoder.readRows(into: &rows), count > 0 else { break }
                strips += 1
            }
            // Arithmetic coding may leave out zeros, of which some rows are made.
            #expect(strips < 300, "\(marker)")
        }
    }

    @Test("The rows of four inks that have no data are told as one pixel", arguments: [0xC0, 0xC2] as [UInt8], [1, 8])
    func silentInks(marker: UInt8, denominator: Int) throws {
        var bytes = JPEGHeaders.file(
            marker: marker, width: 65_000, height: 65_000, sampling: [0x11, 0x11, 0x11, 0x11])
        bytes += [UInt8](repeating: 0x5A, count: 64)
        let decoder = try JPEGDecoder(source: ByteSource(bytes), scaleDenominator: denominator)
        var (rows, strips): ([UInt8], Int) = ([], 0)
        while decoder.fillPixel == nil, strips < 100 {
            rows.removeAll(keepingCapacity: true)
            #expect(try decoder.readRows(into: &rows) > 0)
            strips += 1
        }
        let pixel = try #require(decoder.fillPixel)
        for _ in 0..<3 {
            rows.removeAll(keepingCapacity: true)
            #expect(try decoder.readRows(into: &rows) > 0)
        }
        #expect(stride(from: 0, to: rows.count, by: 3).allSatisfy { Array(rows[$0..<$0 + 3]) == pixel })
    }

    /// As libjpeg has it: what is cut off of later scans leaves the picture as coarse as the earlier ones made it.
    @Test("A picture that ends in the middle of any of its scans is all there, and coarser", .needs(.corpus))
    func cutOff() throws {
        let entries = try JPEGCorpus.entries().filter {
            $0.status == "ok" && $0.isOurs && $0.jpeg?.sof == 2 && $0.byteCount < 100_000
        }
        #expect(entries.count > 10)
        for entry in entries.prefix(20) {
            let whole = try JPEGDecoder(source: ByteSource(entry.bytes))
            for part in 5...9 {
                let bytes = Array(entry.bytes.prefix(entry.bytes.count * part / 10))
                guard var decoder = try? JPEGDecoder(source: ByteSource(bytes)) else { continue }
                guard let pixels = try? decoder.readAll() else { continue }
                #expect(decoder.isPartial && pixels.height == whole.height, "\(entry.path)")
            }
        }
    }
}
