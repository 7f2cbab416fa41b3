// Interlaced pictures that are kept in a file while they are decoded.

import Foundation
import Testing

@testable import Imaging
@testable import Pixels
@testable import Platform

@Suite struct PNGScratchTests {
    private static func pixels(_ bytes: [UInt8], limit: Int, scratch: DecodingScratch?) throws -> PixelBuffer {
        var limits = PNGDecoder.Limits()
        limits.interlacedByteCount = limit
        var decoder = try PNGDecoder(source: ByteSource(bytes), limits: limits, scratch: scratch)
        return try decoder.readAll()
    }

    @Test("A file gives the pixels that memory gives, and is gone afterwards")
    func same() throws {
        let folder = try TemporaryFolder()
        let scratch = DecodingScratch(folder: folder.path, byteLimit: 1 << 30)
        var checked = 0
        for fixture in PNGFixture.all where PNGHeaderFacts.isInterlaced(fixture.file) {
            let expected = try Self.pixels(fixture.file, limit: 1 << 20, scratch: nil)
            #expect(try Self.pixels(fixture.file, limit: 0, scratch: scratch) == expected, "\(fixture)")
            // What a damaged file holds, too.
            let cut = Array(fixture.file.prefix(fixture.file.count - 30))
            let rest = try? Self.pixels(cut, limit: 1 << 20, scratch: nil)
            #expect((try? Self.pixels(cut, limit: 0, scratch: scratch)) == rest)
            #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).isEmpty)
            checked += 1
        }
        #expect(checked >= 10)
    }

    @Test("What has no room is refused in words, and leaves nothing behind")
    func tooLittleRoom() throws {
        let folder = try TemporaryFolder()
        let fixture = try #require(PNGFixture.all.first { PNGHeaderFacts.isInterlaced($0.file) })
        for scratch in [
            nil, DecodingScratch(folder: folder.path, byteLimit: 3),
            DecodingScratch(folder: folder.path + "/none", byteLimit: 1 << 30),
        ] {
            let error = #expect(throws: ImageError.self) {
                try Self.pixels(fixture.file, limit: 0, scratch: scratch)
            }
            #expect(error?.explanation.contains("interlaced") == true)
        }
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).isEmpty)
    }
}
