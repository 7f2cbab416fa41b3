// Random damage to WebP files.

import Testing

@testable import Imaging
@testable import Pixels

@Suite struct WebPFuzzTests {
    @Test func `no damage crashes the decoder, and no answer is larger than its claim`() {
        DecoderFuzz(
            seeds: WebPFixture.all.map(\.file),
            // A sound file of some bytes can have 2²⁸ pixels of one colour.
            pixelLimit: 1 << 20, values: [0, 1, 0x7F, 0x80, 0xFF],
            place: { file, generator in
                // Headers are hit more often than data.
                let reach = [40, 200, file.count, file.count][Int(generator.next() % 4)]
                return Int(generator.next() % UInt64(min(reach, file.count)))
            },
            open: { source throws(ImageError) in try WebPDecoder(source: source) }
        ).run()
    }
}
