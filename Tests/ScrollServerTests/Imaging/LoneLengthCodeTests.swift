// A lossless WebP whose pixels are all references by a code that takes no bits itself (RFC 9649 §3.7.2).
import Testing

@testable import Imaging
@testable import Pixels

@Suite struct LoneLengthCodeTests {
    /// Bits of a lossless WebP, the lowest of each byte first.
    private struct BitWriter {
        private(set) var bytes: [UInt8] = []
        private var count = 0

        mutating func put(_ value: Int, _ bitCount: Int) {
            for bit in 0..<bitCount {
                if count % 8 == 0 { bytes.append(0) }
                bytes[count / 8] |= UInt8(value >> bit & 1) << UInt8(count % 8)
                count += 1
            }
        }

        /// A code of one symbol below 256, or of two (§3.7.2.1.1).
        mutating func putSimpleCode(_ symbols: Int...) {
            put(1, 1)
            put(symbols.count - 1, 1)
            put(1, 1)
            for symbol in symbols { put(symbol, 8) }
        }

        /// The code of 280 symbols of which only 256 is used: that of the length 1 (§3.7.2.1.2).
        mutating func putLoneLengthCode() {
            put(0, 1)
            // Of the code for lengths: 17, 18, 0 and 1 have 0, 1, 0 and 1 bits: 0 stands for a length of 1, and 1 for zeros.
            put(0, 4)
            for length in [0, 1, 0, 1] { put(length, 3) }
            put(0, 1)
            for zeroCount in [138, 118] {
                put(1, 1)
                put(zeroCount - 11, 7)
            }
            put(0, 1)
            put(1, 1)
            put(23 - 11, 7)
        }
    }

    /// A picture of 512 pixels in a block, of which the first six blocks of a row are random, and the others single references.
    ///
    /// - Returns: the file, and the greens of its pixels.
    private static func file(blockCount: Int, height: Int, _ noise: inout RepeatableNoise) -> ([UInt8], [UInt8]) {
        var bits = BitWriter()
        let width = 512 * blockCount
        bits.put(0x2F, 8)
        bits.put(width - 1, 14)
        bits.put(height - 1, 14)
        // No alpha, version 0, no transform, no colour cache; groups by blocks of 2⁹ pixels.
        bits.put(0, 1 + 3 + 1 + 1)
        bits.put(1, 1)
        bits.put(9 - 2, 3)
        bits.put(0, 1)
        bits.putSimpleCode(0, 1)
        for _ in 0..<4 { bits.putSimpleCode(0) }
        for block in 0..<blockCount { bits.put(block < 6 ? 0 : 1, 1) }
        // Of the first group: green 10 or 200. Of the second: the length 1, and distances of 10 bits.
        bits.putSimpleCode(10, 200)
        for symbol in [30, 40, 255, 0] { bits.putSimpleCode(symbol) }
        bits.putLoneLengthCode()
        for symbol in [0, 0, 0, 22] { bits.putSimpleCode(symbol) }
        var greens: [UInt8] = []
        for _ in 0..<height {
            for column in 0..<width {
                if column < 6 * 512 {
                    let bit = Int(noise.next() % 2)
                    bits.put(bit, 1)
                    greens.append([10, 200][bit])
                } else {
                    // §3.6.2.2: the prefix 22 and ten bits; what is above 120 counts pixels.
                    let extra = Int(noise.next() % 1024)
                    bits.put(extra, 10)
                    greens.append(greens[greens.count - (2 << 10 + extra + 1 - 120)])
                }
            }
        }
        let data = bits.bytes.count % 2 == 0 ? bits.bytes : bits.bytes + [0]
        let little = TinyImage.little
        let file =
            [UInt8]("RIFF".utf8) + little(12 + data.count, 4) + [UInt8]("WEBPVP8L".utf8) + little(data.count, 4) + data
        return (file, greens)
    }

    /// More than is read at once, so that the bits have to be fetched in the middle of a row.
    @Test func `references by a code of no bits are read to their end`() throws {
        let seed = UInt64.random(in: 0..<UInt64.max)
        print("a lone length code with seed \(seed)")
        var noise = RepeatableNoise(seed: seed)
        for (blockCount, height) in [(16, 12), (32, 6), (7, 3), (17, 14)] {
            let (file, greens) = Self.file(blockCount: blockCount, height: height, &noise)
            var decoder = try WebPDecoder(source: ByteSource(file))
            let pixels = try decoder.readAll()
            #expect(!decoder.isPartial, "seed \(seed), \(blockCount) blocks, \(height) rows")
            let rgba = pixels.rgba
            #expect(rgba.count == 4 * greens.count, "seed \(seed), \(blockCount) blocks, \(height) rows")
            let shown = stride(from: 1, to: rgba.count, by: 4).map { rgba[$0] }
            #expect(shown == greens, "seed \(seed), \(blockCount) blocks, \(height) rows")
        }
    }

    /// libwebp being the judge.
    @Test(.needs(.pillow)) func `libwebp shows the same pixels`() throws {
        var noise = RepeatableNoise(seed: 5)
        let (file, greens) = Self.file(blockCount: 16, height: 12, &noise)
        let shown = try PythonOracle.run(
            """
            import io, sys
            from PIL import Image
            picture = Image.open(io.BytesIO(sys.stdin.buffer.read())).convert("RGB")
            sys.stdout.buffer.write(picture.getchannel("G").tobytes())
            """, input: file)
        #expect(shown == greens)
    }
}
