// PNMs, QOIs, TGAs and icons that tests write themselves.

@testable import Imaging
@testable import Pixels

/// Small files of the formats, and the parts of larger ones.
enum SmallFormatFile {
    private static let little = TinyImage.little

    static func pnm(_ header: String, _ data: [UInt8] = []) -> [UInt8] { [UInt8](header.utf8) + data }

    /// A header of QOI 1.0 and what follows.
    static func qoi(width: Int, height: Int, channels: UInt8 = 3, data: [UInt8]) -> [UInt8] {
        [UInt8]("qoif".utf8) + TinyImage.big(width, 4) + TinyImage.big(height, 4) + [channels, 0] + data
    }

    /// A header of TGA 1.0 and what follows.
    ///
    /// `colours`: how many bits a colour of the palette has, and the palette.
    static func tga(
        type: UInt8, width: Int, height: Int, bits: UInt8, descriptor: UInt8 = 0,
        colours: (bits: UInt8, bytes: [UInt8]) = (0, []), data: [UInt8]
    ) -> [UInt8] {
        let count = colours.bits == 0 ? 0 : colours.bytes.count / ((Int(colours.bits) + 7) / 8)
        return [0, colours.bits == 0 ? 0 : 1, type, 0, 0] + little(count, 2) + [colours.bits, 0, 0, 0, 0]
            + little(width, 2) + little(height, 2) + [bits, descriptor] + colours.bytes + data
    }

    /// The last bytes of a TGA of version 2 without other areas.
    static let tgaFooter = [UInt8](repeating: 0, count: 8) + [UInt8]("TRUEVISION-XFILE.\0".utf8)

    typealias IconEntry = (width: Int, height: Int, bits: Int, data: [UInt8])

    /// An icon, or with 2 a cursor, of pictures whose sizes are said in a byte each.
    static func ico(_ entries: [IconEntry], type: UInt8 = 1) -> [UInt8] {
        var (head, rest): ([UInt8], [UInt8]) = ([0, 0, type, 0] + little(entries.count, 2), [])
        for entry in entries {
            head += [UInt8(entry.width & 255), UInt8(entry.height & 255), 0, 0, 1, 0] + little(entry.bits, 2)
            head += little(entry.data.count, 4) + little(6 + 16 * entries.count + rest.count, 4)
            rest += entry.data
        }
        return head + rest
    }

    /// A picture of an icon: its header, with the height of picture and mask together, and what follows.
    static func bitmap(width: Int, height: Int, bits: Int, compression: Int = 0, data: [UInt8]) -> [UInt8] {
        little(40, 4) + little(width, 4) + little(2 * height, 4) + little(1, 2) + little(bits, 2)
            + little(compression, 4) + little(0, 20) + data
    }

    /// An animated cursor of some icons, behind a list of texts.
    ///
    /// See Microsoft's "Multimedia Programming Interface and Data Specifications 1.0".
    static func ani(_ icons: [[UInt8]]) -> [UInt8] {
        func chunk(_ name: String, _ data: [UInt8]) -> [UInt8] {
            [UInt8](name.utf8) + little(data.count, 4) + data + [UInt8](repeating: 0, count: data.count % 2)
        }
        let numbers = [36, icons.count, icons.count, 0, 0, 0, 0, 10, 1].flatMap { little($0, 4) }
        let body =
            chunk("LIST", [UInt8]("INFO".utf8) + chunk("INAM", [UInt8]("a b\0c".utf8)))
            + chunk("anih", numbers) + chunk("LIST", [UInt8]("fram".utf8) + icons.flatMap { chunk("icon", $0) })
        return chunk("RIFF", [UInt8]("ACON".utf8) + body)
    }

    /// One picture of OS/2: its kind, its size, how many bits a pixel has, and the bits of a mask if it has colours.
    ///
    /// `data` and `mask` are rows of whole words, the lowest first; a mask has those in black and white before it.
    struct OS2Picture {
        var kind: String
        var width: Int
        var height: Int
        var bits: Int
        var data: [UInt8]
        var mask: [UInt8] = []
        /// Whether headers are those of OS/2 2.0, of 64 bytes, rather than of 1.x, of 12 bytes.
        var isLong = false
    }

    /// An array of pictures of OS/2, or without `isArray` the first one alone: headers, then all pixels.
    static func os2(_ pictures: [OS2Picture], isArray: Bool = true) -> [UInt8] {
        /// The headers of a bitmap, whose pixels are `offset` bytes from the file's start.
        func headers(_ picture: OS2Picture, bits: Int, height: Int, offset: Int) -> [UInt8] {
            let palette =
                bits > 8
                ? []
                : (0..<1 << bits).flatMap { index -> [UInt8] in
                    let shade = UInt8(truncatingIfNeeded: index &* 50 &+ 7)
                    return [shade, shade &+ 1, shade &+ 2] + (picture.isLong ? [0] : [])
                }
            let side = picture.isLong ? 4 : 2
            let sizes = little(picture.width, side) + little(height, side) + little(1, 2) + little(bits, 2)
            let info = little(picture.isLong ? 64 : 12, 4) + sizes + (picture.isLong ? little(0, 48) : [])
            return [UInt8](picture.kind.utf8) + little(14 + info.count, 4) + little(3, 2) + little(4, 2)
                + little(offset, 4) + info + palette
        }
        /// The bits of an icon's mask, and its colours, in this order.
        func parts(_ picture: OS2Picture) -> [(bits: Int, height: Int, data: [UInt8])] {
            let height = ["IC", "PT"].contains(picture.kind) ? 2 * picture.height : picture.height
            let colours = (bits: picture.bits, height: height, data: picture.data)
            return picture.mask.isEmpty
                ? [colours] : [(bits: 1, height: 2 * picture.height, data: picture.mask), colours]
        }
        func written(_ picture: OS2Picture, _ offset: inout Int) -> [UInt8] {
            parts(picture).flatMap { part -> [UInt8] in
                defer { offset += part.data.count }
                return headers(picture, bits: part.bits, height: part.height, offset: offset)
            }
        }
        let kept = isArray ? pictures : Array(pictures.prefix(1))
        var nothing = 0
        let counts = kept.map { written($0, &nothing).count + (isArray ? 14 : 0) }
        var (file, offset) = ([UInt8](), counts.reduce(0, +))
        for (index, picture) in kept.enumerated() {
            if isArray {
                let next = index + 1 < kept.count ? file.count + counts[index] : 0
                file += [UInt8]("BA".utf8) + little(40, 4) + little(next, 4) + little(0, 4)
            }
            file += written(picture, &offset)
        }
        return file + kept.flatMap { parts($0).flatMap { $0.data } }
    }

    /// A BMP with a JPEG or a PNG instead of pixels.
    static func bmp(compression: Int, width: Int, height: Int, _ picture: [UInt8]) -> [UInt8] {
        let sizes = little(54 + picture.count, 4) + little(0, 4) + little(54, 4) + little(40, 4) + little(width, 4)
        return [UInt8]("BM".utf8) + sizes + little(height, 4) + little(1, 2) + little(0, 2) + little(compression, 4)
            + little(picture.count, 4) + little(0, 16) + picture
    }

    /// Shades that differ from pixel to pixel, as many as asked for.
    static func shades(_ count: Int) -> [UInt8] { (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 37 &+ 11) } }

    /// A decoder's pixels, and whether some are missing.
    static func pixels(_ decoder: any RowSource) throws -> (pixels: PixelBuffer, isPartial: Bool) {
        var decoder = decoder
        let pixels = try decoder.readAll()
        return (pixels, decoder.isPartial)
    }

    /// What is said of a file that cannot be shown; its size for one that can.
    static func explanation(_ open: () throws(ImageError) -> any RowSource) -> String {
        do throws(ImageError) {
            var decoder = try open()
            var rows: [UInt8] = []
            _ = try decoder.readRows(into: &rows)
            return "\(decoder.width) × \(decoder.height)"
        } catch {
            return error.explanation
        }
    }
}
