// Random damage to GIF files.

import Testing

@testable import Imaging
@testable import Pixels

@Suite struct GIFFuzzTests {
    @Test func `no damage crashes the decoder, and no answer is larger than its claim`() {
        DecoderFuzz(
            seeds: GIFFixture.all.map(\.file), place: DecoderFuzz.inHeader,
            open: { source throws(ImageError) in try GIFDecoder(source: source) }
        ).run()
    }
}
