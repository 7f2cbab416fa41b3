// PNMs that were cut, that go on without an end, that lie, and what is none.
import Foundation
import Testing

@testable import Imaging
@testable import Metadata
@testable import Pixels

@Suite struct PNMDecoderTests {
    private typealias File = SmallFormatFile

    private func shades(_ file: [UInt8]) throws -> (shades: [UInt8], isPartial: Bool) {
        let (pixels, isPartial) = try File.pixels(PNMDecoder(source: ByteSource(file)))
        return (pixels.bytes, isPartial)
    }

    @Test func `samples are rounded to the nearest of 8 bits`() throws {
        #expect(try shades(File.pnm("P5 5 1 4\n", [0, 1, 2, 3, 4])).shades == [0, 64, 128, 191, 255])
        let wide = File.pnm("P5\n4 1\n65535\n", [0, 128, 0, 129, 0x7F, 0xFF, 0xFF, 0xFF])
        #expect(try shades(wide).shades == [0, 1, 127, 255])
        // What is above the highest value counts as it.
        #expect(try shades(File.pnm("P2 3 1 10\n5 10 99999999999999999999")).shades == [128, 255, 255])
    }

    @Test func `comments stand between the numbers of plain pictures, and digits without any space are bits`() throws {
        #expect(try shades(File.pnm("P1#a\n3#b\r2 01#c\n1\n0 # d 1\n0 1")).shades == [255, 0, 0, 255, 255, 0])
        #expect(try shades(File.pnm("P2 2 2 255 1#c\n2\n\n3\t4")).shades == [1, 2, 3, 4])
    }

    @Test func `of a file that was cut the rows until there are given`() throws {
        let raw = try shades(File.pnm("P5 4 5 255\n", File.shades(14)))
        #expect(raw.isPartial && raw.shades == File.shades(12))
        let bits = try shades(File.pnm("P4 9 3\n", [0x80, 0, 0, 0x80, 1]))
        #expect(bits.isPartial && bits.shades.count == 18 && bits.shades[0] == 0 && bits.shades[17] == 0)
        let plain = try shades(File.pnm("P2 2 3 9\n9 0 9 9 0 x 9 9"))
        #expect(plain.isPartial && plain.shades == [255, 0, 255, 255])
        // The first of several pictures.
        let two = try shades(File.pnm("P5 2 1 255\n", [1, 2] + [UInt8]("P5 2 1 255\n".utf8) + [3, 4]))
        #expect(!two.isPartial && two.shades == [1, 2])
    }

    @Test(arguments: ["P1 3 2\n", "P2 3 2 9\n1 1 1 "]) func `nothing without an end is read to its end`(start: String)
        throws
    {
        for filling in [" ", "#", "#\n", "\n"] {
            let end = String(repeating: filling, count: (2 << 20) / filling.count)
            do throws(ImageError) {
                var decoder: any RowSource = try PNMDecoder(source: ByteSource(File.pnm(start + end + " 1 1 1 1 1 1")))
                var rows: [UInt8] = []
                while try decoder.readRows(into: &rows) > 0 {}
                #expect(decoder.isPartial && rows.count == 3)
            } catch {
                #expect(start.contains("P1") && error.explanation.contains("ends before its first row"))
            }
        }
        // A header of nothing but a comment ends as well.
        let header = File.pnm("P5 # " + String(repeating: "x", count: 3 << 20))
        #expect(throws: ImageError.self) { try ImageHeader.read(from: ByteSource(header)) }
    }

    @Test func `what is not decoded says so, and no header gets memory`() {
        func explanation(_ header: String, _ count: Int = 100) -> String {
            let file = File.pnm(header, [UInt8](repeating: 0x31, count: count))
            return File.explanation { () throws(ImageError) in try PNMDecoder(source: ByteSource(file)) }
        }
        func pam(_ depth: Int, _ kind: String) -> String {
            "P7\nWIDTH 2\nHEIGHT 2\nDEPTH \(depth)\nMAXVAL 255\nTUPLTYPE \(kind)\nENDHDR\n"
        }
        #expect(explanation("P5 3 3 255\n") == "3 × 3")
        #expect(explanation(pam(4, "RGB_ALPHA")) == "2 × 2" && explanation(pam(4, "")) == "2 × 2")
        #expect(explanation(pam(4, "CMYK")) == "a PAM of 4 samples in a pixel of CMYK cannot be shown")
        #expect(explanation(pam(5, "")) == "a PAM of 5 samples in a pixel cannot be shown")
        #expect(explanation(pam(2, "RGB")).contains("2 samples in a pixel of RGB"))
        #expect(explanation("P5 0 3 255\n").contains("a size of 0 × 3"))
        #expect(explanation("P4 3 0\n").contains("a size of 3 × 0"))
        #expect(explanation("P5 3 3 0\n").contains("samples of up to 0"))
        #expect(explanation("P5 3 3 65536\n").contains("samples of up to 65536"))
        #expect(explanation("P6 3000000 3 255\n").contains("too wide"))
        #expect(explanation("P4 2000000 2000000\n").contains("of which the file holds but a few"))
        #expect(explanation("P4 9 99999999999999999999999\n").contains("of which the file holds but a few"))
        #expect(explanation("P5 200 1 255\n").contains("ends before its first row"))
        #expect(explanation("P5 3 3 255", 0).contains("ends inside its header"))
    }

    @Test func `texts that begin like a PNM are none`() {
        func format(_ text: String) -> MediaFormat? { MediaFormat.sniff([UInt8](text.utf8)) }
        for text in [
            "P1", "P1 is the first", "P2: 3 4", "P3 12 13 what", "P3 12 13 255 what", "P1 2 2 x", "P8 1 1 1", "P5",
            "P7 332\n#XVVERSION", "P7\nWIDER 3\n", "P6 3 -3 255\n", "PNG", "P1\n\nFirst section",
        ] { #expect(format(text) == nil, "\(text)") }
        for text in [
            "P1 2 2 1", "P3 12 13 255 # c", "P6\n# by hand\n3 4 255\n\u{1}", "P7\n# c\nHEIGHT 3\n", "P4 1",
            "P5 0 0 0\n",
            "P5 # " + String(repeating: "long ", count: 300),
        ] { #expect(format(String(text.prefix(1024))) == .pnm, "\(text)") }
    }
}
