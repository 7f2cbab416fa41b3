// Pictures of several scans whose coefficients are kept in a file.

import Foundation
import Testing

@testable import ScrollServer

@Suite struct JPEGScratchTests {
    private static func pixels(
        _ bytes: [UInt8], _ denominator: Int, limit: Int = 0, scratch: DecodingScratch?
    ) throws -> PixelBuffer {
        var decoder = try JPEGDecoder(
            source: ByteSource(bytes), scaleDenominator: denominator, coefficientByteLimit: limit, scratch: scratch)
        return try decoder.readAll()
    }

    @Test("A file gives the pixels that memory gives, and is gone afterwards", .needs(.corpus))
    func same() throws {
        let folder = try TemporaryFolder()
        let scratch = DecodingScratch(folder: folder.path, byteLimit: 1 << 30)
        var checked = 0
        let entries = try JPEGCorpus.entries().filter {
            $0.status == "ok" && $0.isOurs && ($0.jpeg?.sof == 2 || $0.jpeg?.sof ?? 0 > 8) && $0.byteCount < 300_000
        }
        for entry in entries.prefix(40) {
            for denominator in [1, 4, 8] {
                let expected = try Self.pixels(entry.bytes, denominator, limit: 1 << 30, scratch: nil)
                #expect(try Self.pixels(entry.bytes, denominator, scratch: scratch) == expected, "\(entry.path)")
                checked += 1
            }
            #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).isEmpty)
        }
        #expect(checked > 60)
    }

    @Test("What has no room is refused in words, and leaves nothing behind")
    func tooLittleRoom() throws {
        let folder = try TemporaryFolder()
        let bytes = try #require(JPEGFixture.all.first { $0.name.contains("progressive") }).bytes
        for scratch in [
            nil, DecodingScratch(folder: folder.path, byteLimit: 100),
            DecodingScratch(folder: folder.path + "/none", byteLimit: 1 << 30),
        ] {
            let error = #expect(throws: ImageError.self) { try Self.pixels(bytes, 1, scratch: scratch) }
            #expect(error?.explanation.contains("too large") == true || error?.explanation.contains("MiB") == true)
        }
        #expect(try Self.pixels(bytes, 1, scratch: DecodingScratch(folder: folder.path, byteLimit: 1 << 30)).width > 0)
        // Some hundred bytes that claim a picture of gigabytes take no room.
        let claim = JPEGHeaders.file(marker: 0xC2, width: 30_000, height: 30_000, sampling: [0x22, 0x11, 0x11])
        #expect(throws: ImageError.self) {
            try Self.pixels(claim, 1, scratch: DecodingScratch(folder: folder.path, byteLimit: .max))
        }
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).isEmpty)
    }
}
