// PNMs, QOIs, TGAs and icons against Pillow and numpy.
import Foundation
import Testing

@testable import Imaging
@testable import Metadata
@testable import Pixels
@testable import Tiles

@Suite(.needs(.pillow), .needs(.numpy))
struct SmallFormatOracleTests {
    @Test func `every file gives the pixels that others read, exactly`() throws {
        var counts: [MediaFormat: Int] = [:]
        for file in try SmallFormatOracle.all() {
            let source = ByteSource(file.bytes)
            do {
                // Pillow writes the signature of version 2; what is made by hand has none.
                let header = try ImageHeader.read(from: source, name: [UInt8]("a.tga".utf8))
                #expect((header.width, header.height) == (file.width, file.height), "\(file.name)")
                let picture = try #require(try SequentialPicture(source, header.format), "\(file.name)")
                var decoder = picture.decoder
                let pixels = try decoder.readAll()
                #expect(!decoder.isPartial && pixels.height == file.height, "\(file.name)")
                #expect(SHA256Digest.hex(pixels.rgba) == file.digest, "\(file.name)")
                counts[header.format, default: 0] += 1
            } catch {
                Issue.record("\(file.name): \(error)")
            }
        }
        print("small formats: \(counts.map { "\($0.value) \($0.key)" }.sorted().joined(separator: ", "))")
        #expect(counts == [.pnm: 228, .qoi: 16, .tga: 144, .ico: 42])
    }
}
