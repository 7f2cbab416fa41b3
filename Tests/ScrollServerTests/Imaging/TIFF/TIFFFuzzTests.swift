// Random damage to TIFF files.

import Testing

@testable import ScrollServer

@Suite struct TIFFFuzzTests {
    /// Where the directory of a small file is.
    private static func directory(of file: [UInt8]) -> Int {
        guard file.count > 8 else { return 0 }
        return file[0] == 0x49 ? Int(file[4]) | Int(file[5]) << 8 : Int(file[7]) | Int(file[6]) << 8
    }

    @Test func `no damage crashes the decoder, and no answer is larger than its claim`() {
        DecoderFuzz(
            seeds: TIFFFixture.all.map(\.file),
            place: { file, generator in
                // The directory is hit more often than the data.
                switch generator.next() % 4 {
                case 0: Int(generator.next() % UInt64(file.count))
                case 1: Int(generator.next() % UInt64(min(40, file.count)))
                default: min(file.count - 1, Self.directory(of: file) + Int(generator.next() % 250))
                }
            },
            open: { source throws(ImageError) in try TIFFDecoder(source: source) }
        ).run()
    }
}
