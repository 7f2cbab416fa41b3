// Every WebP of the corpus against the pixels that libwebp gives.
import Foundation
import Testing

@testable import Imaging
@testable import Metadata
@testable import Pixels
@testable import Tiles

@Suite(.optimised(), .needs(.corpus))
struct WebPCorpusTests {
    @Test func `every still file gives the pixels of libwebp`() throws {
        var matchCount = 0
        for file in FormatsCorpusFile.all("webp") where !file.isAnimated {
            guard let digest = file.expected.rgba8_sha256 else { continue }
            do {
                var decoder = try WebPDecoder(source: ByteSource(try file.bytes()))
                let pixels = try decoder.readAll()
                let isMatch = !decoder.isPartial && SHA256Digest.hex(pixels.rgba) == digest
                #expect(isMatch, "\(file.path)")
                matchCount += isMatch ? 1 : 0
            } catch {
                Issue.record("\(file.path): \(error)")
            }
        }
        #expect(matchCount >= 130)
    }

    @Test func `the first frame of what moves is that of libwebp`() throws {
        var matchCount = 0
        for file in FormatsCorpusFile.all("webp") where file.isAnimated && file.expected.verdict == "decode" {
            let source = ByteSource(try file.bytes())
            let picture = try #require(try SequentialPicture(source, .animatedWebP), "\(file.path)")
            var decoder = picture.decoder
            let isMatch = SHA256Digest.hex(try decoder.readAll().rgba) == file.expected.rgba8_sha256
            #expect(isMatch, "\(file.path)")
            matchCount += isMatch ? 1 : 0
        }
        #expect(matchCount >= 8)
    }

    @Test func `animated files are known as such, and damaged ones say what is wrong`() throws {
        var (animatedCount, refusedCount) = (0, 0)
        for file in FormatsCorpusFile.all("webp") {
            let bytes = try file.bytes()
            #expect((MediaFormat.sniff(bytes) == .animatedWebP) == file.isAnimated, "\(file.path)")
            animatedCount += file.isAnimated ? 1 : 0
            if file.expected.verdict == "refuse" {
                #expect(throws: ImageError.self, "\(file.path)") { try WebPDecoder(source: ByteSource(bytes)) }
                refusedCount += 1
            }
        }
        #expect(animatedCount > 0 && refusedCount > 0)
    }
}
