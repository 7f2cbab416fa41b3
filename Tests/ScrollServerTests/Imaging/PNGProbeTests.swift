// What is listed as a PNG is what the decoder accepts as one.

import Testing

@testable import Catalog
@testable import Metadata
@testable import Pixels

@Suite struct PNGProbeTests {
    /// - Returns: whether both accept the file.
    @discardableResult
    private func expectAgreement(_ bytes: [UInt8], _ name: @autoclosure () -> String) -> Bool {
        guard bytes.starts(with: PNGHeader.signature) else { return false }
        let source = ByteSource(bytes)
        let (header, listed) = (try? PNGHeader(source), try? ImageHeader.read(from: source))
        #expect(header?.width == listed?.width && header?.height == listed?.height, "\(name())")
        return header != nil
    }

    @Test(.enabled(if: !PNGCorpusFile.all.isEmpty, "needs the corpus"))
    func `the corpus`() throws {
        var accepted = 0
        for file in PNGCorpusFile.all where expectAgreement(try file.bytes(), file.path) { accepted += 1 }
        #expect(accepted > 100)
    }

    @Test
    func `a PNG of several frames is known by their number before the pixels, and played where it fills the view`()
        throws
    {
        func format(_ leading: [(String, [UInt8])], trailing: [UInt8] = []) throws -> MediaFormat {
            var builder = PNGBuilder(width: 1, height: 1, bitDepth: 8, colorType: 0, rows: [0, 7])
            builder.leading = leading
            return try ImageHeader.read(from: ByteSource(builder.file + trailing)).format
        }
        func frames(_ count: Int) -> (String, [UInt8]) { ("acTL", TinyImage.big(count, 4) + [0, 0, 0, 0]) }
        #expect(try format([frames(2)]) == .animatedPNG && format([frames(900)]) == .animatedPNG)
        #expect(try format([("tEXt", [65, 0, 66]), frames(2)]) == .animatedPNG)
        #expect(try format([]) == .png && format([frames(0)]) == .png && format([frames(1)]) == .png)
        #expect(try format([("acTL", [0, 0, 0, 9])]) == .png)
        #expect(try format([], trailing: TinyImage.big(8, 4) + [UInt8]("acTL".utf8) + TinyImage.big(9, 4)) == .png)
        func summary(_ format: MediaFormat) -> ItemSummary { ItemSummary(id: "", version: "", format: format) }
        #expect(summary(.png).played.isTiled && summary(.animatedPNG).isTiled && !summary(.animatedPNG).played.isTiled)
        #expect(MediaFormat.animatedPNG.name == "png" && MediaFormat.animatedPNG.mimeType == "image/apng")
    }

    /// Every byte of the header, with its checksum made right again and without.
    @Test(arguments: [false, true])
    func `changed headers`(isRepaired: Bool) {
        var accepted = 0
        let whole = TinyImage.png(width: 300, height: 200)
        for index in 0..<PNGHeader.byteCount {
            for value in UInt8.min ... .max {
                var bytes = whole
                bytes[index] = value
                if isRepaired {
                    let sum = CRC32.checksum(bytes.span.extracting(12..<29))
                    bytes.replaceSubrange(29..<33, with: TinyImage.big(Int(sum), 4))
                }
                if expectAgreement(bytes, "byte \(index) is \(value)") { accepted += 1 }
            }
            expectAgreement(Array(whole.prefix(index)), "cut to \(index)")
        }
        #expect(accepted >= (isRepaired ? 1000 : PNGHeader.byteCount))
    }

    /// Apple's variant is no PNG that anything but its own systems shows.
    @Test func `what iPhones have`() {
        let bytes = TinyImage.png()
        let chunk = TinyImage.big(4, 4) + Array("CgBI".utf8) + TinyImage.big(0, 8)
        let file = Array(bytes.prefix(8)) + chunk + Array(bytes.dropFirst(8))
        #expect(!expectAgreement(file, "CgBI"))
        #expect(throws: ImageError.unsupported("Apple's CgBI variant of PNG")) {
            try ImageHeader.read(from: ByteSource(file))
        }
    }
}
