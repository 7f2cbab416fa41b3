// Every GIF of the corpus against the first frame that Chromium, Pillow and libnsgif show.
import Foundation
import Testing

@testable import Imaging
@testable import Metadata
@testable import Pixels

@Suite(.needs(.corpus))
struct GIFCorpusTests {
    @Test func `every first frame is that of other decoders, or it says what is wrong`() throws {
        var (equalCount, refusedCount, movingCount) = (0, 0, 0)
        for file in FormatsCorpusFile.all("gif") {
            let (bytes, expected) = (try file.bytes(), file.expected)
            do throws(ImageError) {
                var decoder = try GIFDecoder(source: ByteSource(bytes))
                var pixels = try decoder.readAll().rgba
                for place in stride(from: 0, to: pixels.count, by: 4) where pixels[place + 3] == 0 {
                    pixels.replaceSubrange(place..<place + 4, with: [0, 0, 0, 0])
                }
                if SHA256Digest.hex(pixels) == expected.frame_sha256?.first {
                    equalCount += 1
                } else {
                    #expect(expected.verdict == "either", "\(file.path)")
                }
                let header = try ImageHeader.read(from: ByteSource(bytes))
                #expect(header.width == decoder.width && header.height == decoder.height, "\(file.path)")
                if header.format == .animatedGIF { movingCount += 1 }
                if let count = expected.frame_sha256?.count, expected.verdict == "decode" {
                    #expect(header.format == (count > 1 ? .animatedGIF : .gif), "\(file.path)")
                }
            } catch {
                #expect(expected.verdict != "decode" && !error.explanation.isEmpty, "\(file.path): \(error)")
                refusedCount += 1
            }
        }
        print("GIF corpus: \(equalCount) equal, \(refusedCount) refused, \(movingCount) of several frames")
        #expect(equalCount >= 42 && refusedCount >= 3 && movingCount >= 20)
    }
}
