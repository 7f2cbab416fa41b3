// Every TIFF of the corpus against the pixels that tifffile and libtiff give.
import Foundation
import Testing

@testable import Imaging
@testable import Pixels

@Suite(.optimised(), .needs(.corpus))
struct TIFFCorpusTests {
    /// Files of which something else is shown than what the corpus expects.
    private static let others = [
        "tiff/a33.tif": "what is expected is turned: the orientation is stored in a type that it cannot have",
        "tiff/flower-separated-planar-08~dba400.tif":
            "no tag says what the four samples are; by their inks they are CMYK",
        "tiff/g3aoe.tif": "one row is damaged, and the last one is not there",
    ]

    private func pixels(_ bytes: [UInt8]) throws(ImageError) -> (pixels: PixelBuffer, isPartial: Bool) {
        let decoder = try TIFFDecoder(source: ByteSource(bytes))
        var (rows, rowCount): ([UInt8], Int) = ([], 0)
        while true {
            let count = try decoder.readRows(into: &rows)
            if count == 0 { break }
            rowCount += count
        }
        let pixels = PixelBuffer(width: decoder.width, height: rowCount, format: decoder.format, bytes: rows)
        return (pixels, decoder.isPartial)
    }

    @Test func `every file gives the pixels of tifffile and libtiff, or says what is wrong`() throws {
        var (equalCount, nearCount, refusedCount) = (0, 0, 0)
        // Those for profiles and facts have expectations of another kind: see ColourProfileTests and PictureFactTests.
        let files = FormatsCorpusFile.all("tiff").filter { $0.features != nil && $0.expected.verdict != nil }
        for file in files where !file.path.hasPrefix("icc/") && !file.path.hasPrefix("meta/") {
            let expected = file.expected
            do throws(ImageError) {
                guard let bytes = try? file.bytes() else {
                    Issue.record("\(file.path) cannot be read")
                    continue
                }
                let (pixels, isPartial) = try pixels(bytes)
                if let digest = expected.rgba8_sha256, SHA256Digest.hex(pixels.rgba) == digest {
                    #expect(!isPartial, "\(file.path)")
                    equalCount += 1
                } else if Self.others[file.path] == nil, expected.verdict != "either" {
                    let difference = file.gridDifference(pixels) ?? 255
                    #expect(expected.match == "tolerance" && difference <= 2, "\(file.path): \(difference)")
                    nearCount += 1
                }
            } catch {
                #expect(expected.verdict != "decode" && !error.explanation.isEmpty, "\(file.path): \(error)")
                refusedCount += 1
            }
        }
        print("TIFF corpus: \(equalCount) equal, \(nearCount) near, \(refusedCount) refused")
        #expect(equalCount >= 330 && refusedCount >= 30)
    }
}
