// Sizes and orientations from headers, and headers that lie.

import Testing

@testable import Metadata
@testable import Pixels

@Suite struct ImageHeaderTests {
    private func read(_ bytes: [UInt8]) throws(ImageError) -> ImageHeader {
        try ImageHeader.read(from: ByteSource(bytes))
    }

    @Test func everyFormat() throws {
        #expect(try read(TinyImage.png(width: 7, height: 5)) == ImageHeader(format: .png, width: 7, height: 5))
        #expect(try read(TinyImage.gif(width: 7, height: 5)) == ImageHeader(format: .gif, width: 7, height: 5))
        #expect(try read(TinyImage.bmp(width: 7, height: 5)) == ImageHeader(format: .bmp, width: 7, height: 5))
        #expect(try read(TinyImage.bmp(width: 7, height: -5)) == ImageHeader(format: .bmp, width: 7, height: 5))
        #expect(try read(TinyImage.jpeg(width: 7, height: 5)) == ImageHeader(format: .jpeg, width: 7, height: 5))
    }

    /// As browsers show it: a first frame beyond the logical screen makes the picture larger.
    @Test func gifFirstFrame() throws {
        let table = [UInt8](repeating: 0, count: 768)
        let control: [UInt8] = [0x21, 0xF9, 4, 0, 0, 0, 0, 0]
        for (flags, colours) in [(0, []), (0x87, table)] as [(UInt8, [UInt8])] {
            for (x, y, width, height) in [(0, 0, 4, 3), (2, 1, 9, 9), (0, 0, 0, 0)] {
                let frame =
                    [0x2C] + TinyImage.little(x, 2) + TinyImage.little(y, 2) + TinyImage.little(width, 2)
                    + TinyImage.little(height, 2)
                let bytes =
                    [UInt8]("GIF89a".utf8) + TinyImage.little(6, 2) + TinyImage.little(5, 2) + [flags, 0, 0] + colours
                    + control + frame + [0]
                let whole = ImageHeader(format: .gif, width: max(6, x + width), height: max(5, y + height))
                #expect(try read(bytes) == whole)
                // Cut short, the frame may be unknown, never the screen.
                for count in 11..<bytes.count {
                    let header = try read([UInt8](bytes.prefix(count)))
                    #expect(header == whole || (header.width == 6 && header.height == 5))
                }
            }
        }
    }

    @Test(arguments: 1...8, [true, false])
    func jpegOrientation(orientation: Int, littleEndian: Bool) throws {
        let header = try read(
            TinyImage.jpeg(width: 40, height: 30, orientation: orientation, littleEndian: littleEndian))
        #expect(header.orientation == orientation)
        #expect(header.width == 40)
        #expect(header.orientedWidth == (orientation < 5 ? 40 : 30))
        #expect(header.orientedHeight == (orientation < 5 ? 30 : 40))
    }

    @Test(arguments: [0, 9, 65_535])
    func invalidOrientation(orientation: Int) throws {
        #expect(try read(TinyImage.jpeg(orientation: orientation)).orientation == 1)
    }

    /// Segments before the frame header are skipped, not read: a megabyte of them costs a few blocks.
    @Test func longSegmentsAreSkipped() throws {
        let bytes = TinyImage.jpeg(width: 40, height: 30, orientation: 6, padding: 3_000_000)
        #expect(try read(bytes) == ImageHeader(format: .jpeg, width: 40, height: 30, orientation: 6))
        #expect(ImageHeader.read(prefix: [UInt8](bytes.prefix(1024)), count: bytes.count) == nil)
    }

    /// A file of nothing but tiny segments, and one without any marker, end at the bound.
    @Test func readingIsBounded() {
        let segments = [0xFF, 0xD8] + [UInt8]((0..<2_000_000).flatMap { _ in [0xFF, 0xE5, 0, 2] as [UInt8] })
        #expect(throws: ImageError.self) { try read(segments) }
        let noise = [0xFF, 0xD8, 0xFF, 0x01] + [UInt8](repeating: 0x55, count: 3_000_000)
        #expect(throws: ImageError.self) { try read(noise) }
    }

    @Test func tiffBothOrders() throws {
        for little in [true, false] {
            let number = little ? TinyImage.little : TinyImage.big
            let entries = [(256, 4, 1000), (257, 4, 600), (274, 3, 8)].flatMap { tag, type, value -> [UInt8] in
                let held = type == 3 ? number(value, 2) + number(0, 2) : number(value, 4)
                return number(tag, 2) + number(type, 2) + number(1, 4) + held
            }
            let mark: [UInt8] = little ? [0x49, 0x49] : [0x4D, 0x4D]
            let bytes = mark + number(42, 2) + number(8, 4) + number(3, 2) + entries + number(0, 4)
            #expect(try read(bytes) == ImageHeader(format: .tiff, width: 1000, height: 600, orientation: 8))

            let wide = [(256, 3, 1000), (257, 16, 600)].flatMap { tag, type, value -> [UInt8] in
                let held = type == 3 ? number(value, 2) + number(0, 6) : number(value, 8)
                return number(tag, 2) + number(type, 2) + number(1, 8) + held
            }
            let header = mark + number(43, 2) + number(8, 2) + number(0, 2) + number(16, 8)
            #expect(
                try read(header + number(2, 8) + wide) == ImageHeader(format: .tiff, width: 1000, height: 600))
        }
    }

    /// As Pillow reads the turns of an AVIF: first `irot`, then `imir`.
    @Test(arguments: [
        (0, nil, 1), (1, nil, 8), (2, nil, 3), (3, nil, 6), (0, 0, 4), (0, 1, 2), (1, 0, 5), (1, 1, 7), (2, 0, 2),
        (3, 0, 7), (3, 1, 5),
    ])
    func avifTurns(quarters: UInt8, axis: UInt8?, orientation: Int) throws {
        var properties = [
            TinyImage.box("ispe", TinyImage.big(0, 4) + TinyImage.big(64, 4) + TinyImage.big(48, 4)),
            TinyImage.box("irot", [quarters]),
        ]
        if let axis { properties.append(TinyImage.box("imir", [axis])) }
        let header = try read(TinyImage.avif(properties: properties))
        #expect(header == ImageHeader(format: .avif, width: 64, height: 48, orientation: orientation))
    }

    @Test func brands() throws {
        let size = TinyImage.box("ispe", TinyImage.big(0, 4) + TinyImage.big(64, 4) + TinyImage.big(48, 4))
        #expect(try read(TinyImage.avif(brand: "heic", properties: [size])).format == .heic)
        #expect(try read(TinyImage.avif(brand: "mif1", properties: [size])).format == .heic)
        #expect(throws: ImageError.self) { try read(TinyImage.avif(brand: "isom", properties: [size])) }
    }

    @Test(arguments: [
        ("width=\"120\" height=\"80\"", 120, 80), ("width='1in' height='72pt'", 96, 96),
        ("width=\"10mm\" height=\"1cm\"", 38, 38), ("viewBox=\"0 0 24 12\"", 24, 12),
        ("width=\"100\" viewBox=\"0,0,24,12\"", 100, 50), ("height=\"50\" viewBox=\"0 0 24 12\"", 100, 50),
        ("width=\"100%\" height=\"100%\" viewBox=\"0 0 30 20\"", 30, 20), ("", 300, 150), ("width=\"20\"", 20, 150),
        ("width=\"-5\" height=\"nan\"", 300, 150), ("width=\"1e2px\" height=\" 7.6 \"", 100, 8),
        ("width=\"0.1\" height=\"0.1\"", 1, 1),
    ])
    func svgSizes(attributes: String, width: Int, height: Int) throws {
        let header = try read(TinyImage.svg(attributes))
        #expect(header == ImageHeader(format: .svg, width: width, height: height))
    }

    @Test(arguments: [
        "<?xml version=\"1.0\"?>\n", "\u{FEFF}", "<!-- <svg width='1'> -->",
        "<!DOCTYPE svg PUBLIC \"-//W3C//DTD SVG 1.1//EN\" \"http://x\" [<!ENTITY a \"]>\"> <!ENTITY b '2'>]>\n",
        "<?xml version='1.0'?><!-- \(String(repeating: "long ", count: 3000)) -->\n",
    ])
    func svgProlog(prolog: String) throws {
        let header = try read(TinyImage.svg("width=\"9\" height=\"6\"", prolog: prolog))
        #expect(header == ImageHeader(format: .svg, width: 9, height: 6))
    }

    @Test(arguments: [
        "", "hello", "<", "<html></html>", "<!DOCTYPE html><html><svg></svg>", "<?xml version='1.0'?><rss/>",
        "<svgx width='1'>", "BM but text, not a picture", "GIF88a  ", "RIFF....WAVEfmt ", "II*", "<!-- never ends",
    ])
    func notImages(text: String) {
        #expect(throws: ImageError.self) { try read([UInt8](text.utf8)) }
    }

    /// Cut short anywhere, a header is an error or, once all of it is there, the same header.
    ///
    /// Never a crash.
    @Test func truncatedAtEveryByte() throws {
        let size = TinyImage.box("ispe", TinyImage.big(0, 4) + TinyImage.big(64, 4) + TinyImage.big(48, 4))
        let images = [
            TinyImage.png(), TinyImage.gif(width: 9, height: 8), TinyImage.bmp(width: 5, height: 4),
            TinyImage.jpeg(orientation: 6), TinyImage.avif(properties: [size, TinyImage.box("irot", [1])]),
            TinyImage.svg("width=\"9\" height=\"6\"", prolog: "<?xml version='1.0'?><!-- c --><!DOCTYPE svg>"),
        ]
        for image in images {
            let whole = try read(image)
            for count in image.indices {
                let part = [UInt8](image.prefix(count))
                if let header = try? read(part) {
                    #expect(header == whole, "\(whole.format) cut to \(count)")
                } else {
                    #expect(throws: ImageError.self) { try read(part) }
                }
                let scanned = ImageHeader.read(prefix: part, count: image.count)
                #expect(scanned == nil || scanned == whole)
            }
        }
    }

    /// A bit flipped anywhere is answered, whatever with.
    @Test func damagedAtEveryByte() {
        let size = TinyImage.box("ispe", TinyImage.big(0, 4) + TinyImage.big(64, 4) + TinyImage.big(48, 4))
        var answered = 0
        for image in [TinyImage.jpeg(orientation: 6), TinyImage.avif(properties: [size]), TinyImage.png()] {
            for place in image.indices {
                for value in [0, 1, 0x7F, 0x80, 0xFF] as [UInt8] {
                    var bytes = image
                    bytes[place] = value
                    if let header = try? read(bytes) { #expect(header.width > 0 && header.height > 0) }
                    answered += 1
                }
            }
        }
        #expect(answered > 500)
    }
}
