// Every BMP of the corpus against the pixels of bmpsuite, Pillow and Chromium.
import Foundation
import Testing

@testable import Imaging
@testable import Pixels

@Suite(.needs(.corpus))
struct BMPCorpusTests {
    @Test func `every file gives the pixels of another decoder, or says what is wrong`() throws {
        var (equalCount, otherCount, refusedCount) = (0, 0, 0)
        for file in FormatsCorpusFile.all("bmp") {
            let (bytes, expected) = (try file.bytes(), file.expected)
            do throws(ImageError) {
                var decoder = try BMPDecoder(source: ByteSource(bytes))
                let pixels = try decoder.readAll().rgba
                // Colours under no alpha are not seen. What a file says nothing of is black to some.
                var (clear, opaque) = (pixels, pixels)
                for place in stride(from: 0, to: pixels.count, by: 4) {
                    if pixels[place + 3] == 0 { clear.replaceSubrange(place..<place + 4, with: [0, 0, 0, 0]) }
                    opaque[place + 3] = 255
                }
                let digests = expected.rgba8_sha256_any_of ?? []
                let hasRuns = file.features?.contains { $0.hasPrefix("RLE") } == true
                if [pixels, clear].contains(where: { digests.contains(SHA256Digest.hex($0)) })
                    || hasRuns && digests.contains(SHA256Digest.hex(opaque))
                {
                    equalCount += 1
                } else {
                    #expect(expected.verdict == "either", "\(file.path)")
                    otherCount += 1
                }
            } catch {
                #expect(expected.verdict != "decode" && !error.explanation.isEmpty, "\(file.path): \(error)")
                refusedCount += 1
            }
        }
        print("BMP corpus: \(equalCount) equal, \(otherCount) others, \(refusedCount) refused")
        #expect(equalCount >= 91 && refusedCount >= 8)
    }
}
