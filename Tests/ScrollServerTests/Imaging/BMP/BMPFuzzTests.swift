// Random damage to BMP files.

import Testing

@testable import Imaging
@testable import Pixels

@Suite struct BMPFuzzTests {
    @Test func `no damage crashes the decoder, and no answer is larger than its claim`() {
        DecoderFuzz(
            seeds: BMPFixture.all.map(\.file), place: DecoderFuzz.inHeader,
            open: { source throws(ImageError) in try BMPDecoder(source: source) }
        ).run()
    }
}
