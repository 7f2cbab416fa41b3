// Every PNG of the corpus against the pixels an independent decoder gave.
import Testing

@testable import Imaging
@testable import Pixels

@Suite(.optimised(), .needs(.corpus))
struct PNGCorpusTests {
    private func decode(_ bytes: [UInt8]) throws -> (pixels: PixelBuffer, isPartial: Bool) {
        var decoder = try PNGDecoder(source: ByteSource(bytes))
        let pixels = try decoder.readAll()
        return (pixels, decoder.isPartial)
    }

    @Test func `every sound file gives the expected pixels`() throws {
        var matchCount = 0
        for file in PNGCorpusFile.all where file.status == "ok" && file.pypng_error == nil {
            do {
                let (pixels, isPartial) = try decode(file.bytes())
                #expect(!isPartial, "\(file.path)")
                let isMatch = SHA256Digest.hex(pixels.rgba) == file.rgba8_sha256
                #expect(isMatch, "\(file.path)")
                matchCount += isMatch ? 1 : 0
            } catch {
                Issue.record("\(file.path): \(error)")
            }
        }
        #expect(matchCount >= 280)
    }

    /// Files that lenient decoders take although they break the standard may be refused; what is decoded must be right.
    @Test func `files that break the standard are refused or right`() throws {
        for file in PNGCorpusFile.all where file.status == "ok" && file.pypng_error != nil {
            do {
                let (pixels, isPartial) = try decode(file.bytes())
                if !isPartial { #expect(SHA256Digest.hex(pixels.rgba) == file.rgba8_sha256, "\(file.path)") }
            } catch let error as ImageError {
                #expect(!error.explanation.isEmpty)
            }
        }
    }

    @Test func `damaged files are partial or say what is wrong`() throws {
        for file in PNGCorpusFile.all where file.status != "ok" {
            do {
                let (pixels, isPartial) = try decode(file.bytes())
                #expect(pixels.height > 0 && pixels.width > 0, "\(file.path)")
                #expect(isPartial || file.status == "error", "\(file.path) decoded as if it were whole")
            } catch let error as ImageError {
                #expect(!error.explanation.isEmpty)
            }
        }
    }

    @Test func `PngSuite's corrupt files are refused`() throws {
        let files = PNGCorpusFile.all.filter { $0.path.hasPrefix("pngsuite/x") }
        #expect(files.count >= 9)
        for file in files {
            let bytes = try file.bytes()
            if file.path.contains("/xcs") {
                // Only the data's checksum is wrong: Chromium shows it, too.
                let (pixels, isPartial) = try decode(bytes)
                #expect(pixels.height == 32 && isPartial)
                continue
            }
            #expect(throws: ImageError.self, "\(file.path)") { try decode(bytes) }
        }
    }
}

@Suite(.optimised())
struct PNGPaethTests {
    /// All 2²⁴ of them, by the words of PNG §9.4.
    @Test func `every triple of neighbours is predicted as the standard says`() {
        func predictor(_ a: Int, _ b: Int, _ c: Int) -> UInt8 {
            let p = a + b - c
            let (pa, pb, pc) = (abs(p - a), abs(p - b), abs(p - c))
            return UInt8(pa <= pb && pa <= pc ? a : pb <= pc ? b : c)
        }
        var wrongCount = 0
        var (row, prior) = ([UInt8](repeating: 0, count: 8), [UInt8](repeating: 0, count: 8))
        for b in 0..<256 {
            for c in 0..<256 {
                for a in stride(from: 0, to: 256, by: 4) {
                    for channel in 0..<4 {
                        // The first pixel's prediction is what is above it: there is nothing to the left.
                        prior[channel] = UInt8(c)
                        prior[channel + 4] = UInt8(b)
                        row[channel] = UInt8(a + channel) &- UInt8(c)
                        row[channel + 4] = 0
                    }
                    var span = row.mutableSpan
                    PNGUnfilter.apply(4, row: &span, prior: prior.span, pixelByteCount: 4)
                    for channel in 0..<4 where row[channel + 4] != predictor(a + channel, b, c) { wrongCount += 1 }
                }
            }
        }
        #expect(wrongCount == 0)
    }

    @Test("Two rows with filter 4 together are as one after the other", arguments: [1, 2, 3, 4, 6, 8])
    func pairs(pixelByteCount: Int) {
        var noise = RepeatableNoise(seed: UInt64(pixelByteCount))
        for width in 1...40 {
            let count = width * pixelByteCount
            let prior = (0..<count).map { _ in UInt8.random(in: 0...255, using: &noise) }
            let filtered = (0..<2 * count).map { _ in UInt8.random(in: 0...255, using: &noise) }
            var (upper, lower) = (Array(filtered[..<count]), Array(filtered[count...]))
            var span = upper.mutableSpan
            PNGUnfilter.apply(4, row: &span, prior: prior.span, pixelByteCount: pixelByteCount)
            span = lower.mutableSpan
            PNGUnfilter.apply(4, row: &span, prior: upper.span, pixelByteCount: pixelByteCount)
            var pair = filtered
            var both = pair.mutableSpan
            PNGUnfilter.applyPaeth(&both, prior: prior.span, pixelByteCount: pixelByteCount)
            #expect(pair == upper + lower, "width \(width)")
        }
    }
}
