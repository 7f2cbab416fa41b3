// BMPs with a JPEG or a PNG in them.

import Testing

@testable import Imaging
@testable import Metadata
@testable import Pixels

@Suite struct BMPEmbeddedTests {
    private static let picture = PixelBuffer(
        width: 20, height: 10, format: .rgb, bytes: (0..<600).map { UInt8(truncatingIfNeeded: $0 * 7) })

    private func bmp(_ compression: Int, width: Int = 20, height: Int = 10, _ picture: [UInt8]) -> [UInt8] {
        SmallFormatFile.bmp(compression: compression, width: width, height: height, picture)
    }

    private func open(_ file: [UInt8]) throws(ImageError) -> any RowSource {
        let source = ByteSource(file)
        let header = try ImageHeader.read(from: source, name: Array("a.bmp".utf8))
        guard let picture = try SequentialPicture(source, header.format) else { throw .notAnImage("no decoder") }
        return picture.decoder
    }

    private func explanation(_ file: [UInt8]) -> String {
        SmallFormatFile.explanation { () throws(ImageError) in try open(file) }
    }

    @Test func `the picture in it is shown`() throws {
        let jpeg = JPEGEncoder.encode(Self.picture, quality: 90, subsampling: .none)
        var (inside, alone) = (try open(bmp(4, jpeg)), try JPEGDecoder(source: ByteSource(jpeg)))
        #expect(try inside.readAll().bytes == alone.readAll().bytes)
        // A negative height changes nothing.
        inside = try open(bmp(5, height: 0x1_0000_0000 - 10, PNGEncoder.encode(Self.picture)))
        #expect(try inside.readAll().bytes == Self.picture.bytes)
    }

    @Test func `other sizes and other data are refused`() {
        let png = PNGEncoder.encode(Self.picture)
        #expect(explanation(bmp(5, width: 21, png)).contains("a picture of 20 × 10 pixels in a BMP of 21 × 10"))
        #expect(explanation(bmp(4, png)) != "20 × 10")
        #expect(explanation(bmp(5, [])).contains("its pixels are not in the file"))
    }
}
