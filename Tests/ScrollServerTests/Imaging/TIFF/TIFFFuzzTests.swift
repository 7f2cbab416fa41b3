// Random damage to TIFF files.

import Testing

@testable import Imaging
@testable import Metadata
@testable import Pixels

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

    /// A directory takes six bytes at least, and none is gone through twice.
    @Test func `no damage keeps a chain of pages from ending`() {
        var generator = RepeatableNoise(seed: 1)
        let sound = TIFFPageFile.stack(9)
        var (whole, ended) = (0, 0)
        for _ in 0..<(isOptimised ? 20_000 : 1000) {
            var file = sound
            for _ in 0...Int(generator.next() % 3) {
                let place = Int(generator.next() % UInt64(file.count))
                file[place] = UInt8(
                    truncatingIfNeeded: generator.next() % 3 == 0 ? generator.next() : generator.next() % 9)
            }
            if generator.next() % 4 == 0 { file.removeLast(Int(generator.next() % UInt64(file.count))) }
            let source = CountedSource(file)
            do throws(ImageError) {
                var chain = try TIFFPageChain(source.source)
                while try chain.nextPage() != nil {}
                whole += 1
                #expect(chain.pageCount * 6 <= file.count)
            } catch {
                ended += 1
            }
            #expect(source.readByteCount <= file.count * 512)
            #expect(TIFFPageChain.count(of: ByteSource(file), directoryLimit: 3) <= 3)
        }
        #expect(whole > 0 && ended > 0)
    }
}
