// The bytes of the matrix's files.

import Foundation
import Tiling

@testable import Imaging
@testable import Pixels

extension MatrixPicture {
    /// The bytes of the files, by name.
    private static let files = Dictionary(uniqueKeysWithValues: all.map { ($0.name, $0.bytes) })

    var file: [UInt8]? { Self.files[name] }

    /// Writes all of them below a folder.
    static func write(to folder: ScratchFolder, below name: String) throws {
        for picture in all {
            let path = "\(folder.path)/\(name)/\(picture.name)"
            try folder.write("\(name)/\(picture.name)", files[picture.name] ?? [])
            let changed = Date(timeIntervalSince1970: 1_577_836_800 + Double(picture.day) * 86_400)
            try FileManager.default.setAttributes([.modificationDate: changed], ofItemAtPath: path)
        }
    }

    /// A TIFF with all of them as pages that are read from pixels, each under its name.
    static var pages: [UInt8] {
        let pages = all.filter { $0.isTiled && !$0.isAnimated }.map { picture -> (TIFFBuilder, [UInt8]) in
            let pixels = picture.stored
            let builder = TIFFBuilder(
                width: pixels.width, height: pixels.height, rowsPerStrip: 9, others: [274: [picture.orientation]],
                texts: [285: picture.name])
            return (builder, pixels.bytes)
        }
        return pages.first.map { $0.0.file($0.1, Array(pages.dropFirst())) } ?? []
    }

    private var bytes: [UInt8] {
        switch kind {
        case .png: return PNGEncoder.encode(stored)
        case .jpeg, .mpo:
            let jpeg = JPEGEncoder.encode(stored, quality: 95, subsampling: .none)
            let block = [UInt8]("Exif\0\0".utf8) + exif
            let file = Array(jpeg[..<2]) + MultiPictureFile.segment(0xE1, block) + jpeg[2...]
            let second = (type: MultiPictureFile.disparity, bytes: MultiPictureFile.grey(90, width, height))
            return kind == .mpo ? MultiPictureFile.file(file, [second]) : file
        case .webP:
            let text =
                "UklGRkwAAABXRUJQVlA4TEAAAAAvM8AGAB8gECBWJUiUJEcgQCxJkSJVkkCAWPBfIUGCpPkP8MJTg9pIUhs6oDpf"
                + "Ik0a6WPiiP5PQMEUeKiGTPBQ"
            return [UInt8](Data(base64Encoded: text) ?? Data())
        case .stillGIF:
            let text =
                "R0lGODdhJgAqAIEAAMCgICCgwKAgwGDAICwAAAAAJgAqAEAIsgABCBxIsCDBAAgTKlyo0KBDgwwjMnxIUaDEiwgFaNzIsSPH"
                + "ASBDihwp0qNJjyRTkjzJUqPKlyArUsR4UeZDmhJtOsQZsSVLmC99ngSqUidEnguNFkSaVOlApg2dWoSKUOpUqkJNEk2ZFeXW"
                + "kV07fgUbduPYkmVdno1plWrVtm6tAnAbQC5du3HhUsW7Vy9Uvn/9Mk2rdi1hAWtBHk48YHFix4YJM4Z8lvJYy18xb9VMNCAA"
                + "Ow=="
            return [UInt8](Data(base64Encoded: text) ?? Data())
        case .ppm: return SmallFormatFile.pnm("P6\n\(width) \(height)\n255\n", stored.bytes)
        case .qoi:
            let chunks = triples.map { (colour: [UInt8]) -> [UInt8] in [0xFE] + colour }
            return SmallFormatFile.qoi(width: width, height: height, data: Array(chunks.joined()))
        case .ico:
            let black = PixelBuffer(width: 16, height: 16, format: .rgb, bytes: [UInt8](repeating: 0, count: 768))
            return SmallFormatFile.ico([
                (16, 16, 32, PNGEncoder.encode(black)), (width, height, 32, PNGEncoder.encode(stored)),
            ])
        case .psd:
            return RowReaderFile.psd(
                mode: 3, channels: 3, width: width, height: height, isPacked: true,
                data: (0..<3).flatMap { channel in triples.map { $0[channel] } })
        case .pcx:
            let rows = (0..<height).flatMap { row in
                (0..<3).flatMap { channel in triples[row * width..<(row + 1) * width].map { $0[channel] } }
            }
            return RowReaderFile.pcx(bits: 8, planes: 3, width: width, height: height, data: rows)
        case .pfm:
            let rows = (0..<height).reversed().flatMap { triples[$0 * width..<($0 + 1) * width].joined() }
            return RowReaderFile.pfm("PF\n\(width) \(height)\n-1.0\n", rows.map { Float(Self.part($0)) })
        case .dds:
            let colours = triples
            let corners = (0..<height / 4).flatMap { y in (0..<width / 4).map { x in colours[4 * (y * width + x)] } }
            return RowReaderFile.dds(
                width: width, height: height, code: "DX10",
                data: [98] + [UInt8](repeating: 0, count: 19) + corners.flatMap { RowReaderFile.bc7($0) })
        case .bmpOfPNG:
            return SmallFormatFile.bmp(compression: 5, width: width, height: height, PNGEncoder.encode(stored))
        case .radiance:
            // Greg Ward, "Real Pixels": a pixel's largest number is from a half to 1 times the exponent's power of 2.
            let pixels = triples.flatMap { colour -> [UInt8] in
                let lights = colour.map { Self.part($0) }
                let exponent = Int(clamping: (log2(lights.max() ?? 1) + 1e-9).rounded(.up))
                let scale = 256 / pow(2, Double(exponent))
                return lights.map { UInt8(clamping: Int(clamping: ($0 * scale).rounded())) } + [UInt8(128 + exponent)]
            }
            return RowReaderFile.radiance(width: width, height: height, data: pixels)
        case .icns: return RowReaderFile.icns([("ic07", PNGEncoder.encode(stored))])
        case .wbmp:
            let colours = triples
            let rows = (0..<height).flatMap { y in
                stride(from: 0, to: width, by: 8).map { x -> UInt8 in
                    let bits = (x..<min(x + 8, width)).map { colours[y * width + $0][0] & UInt8(128 >> ($0 - x)) }
                    return bits.reduce(0, |)
                }
            }
            return [0, 0, UInt8(width), UInt8(height)] + rows
        case .ani:
            let black = PixelBuffer(width: width, height: height, format: .rgb, repeating: 0)
            let icons = [stored, black].map { SmallFormatFile.ico([(width, height, 32, PNGEncoder.encode($0))]) }
            return SmallFormatFile.ani(icons)
        case .os2:
            let padding = [UInt8](repeating: 0, count: (4 - width * 3 % 4) % 4)
            let rows = (0..<height).reversed().flatMap { row in
                triples[row * width..<(row + 1) * width].flatMap { $0.reversed() } + padding
            }
            let mask = [UInt8](repeating: 0, count: (width + 31) / 32 * 4 * 2 * height)
            return SmallFormatFile.os2([
                .init(kind: "CI", width: width, height: height, bits: 24, data: rows, mask: mask)
            ])
        case .svgz:
            return [UInt8](Data(base64Encoded: Self.packedSVG) ?? Data())
        case .exr:
            let colours = triples
            let channels = ["B", "G", "R"].enumerated().map { index, name in
                OpenEXRFile.Channel(name: name) { x, y in Float(Self.part(colours[y * width + x][2 - index])) }
            }
            return OpenEXRFile.plain(channels, data: [0, 0, width - 1, height - 1])
        case .tga:
            let rows = (0..<height).reversed().flatMap { triples[$0 * width..<($0 + 1) * width] }
            return SmallFormatFile.tga(
                type: 2, width: width, height: height, bits: 24, data: rows.flatMap { $0.reversed() })
        case .bmp:
            // BITMAPFILEHEADER and BITMAPINFOHEADER: sizes, one plane, 24 bits; then blue, green, red.
            let pixels = stored
            let rowByteCount = pixels.width * 3
            let padding = [UInt8](repeating: 0, count: (4 - rowByteCount % 4) % 4)
            let little = { (number: Int, count: Int) in [UInt8](TinyImage.big(number, count).reversed()) }
            let head = little(40, 4) + little(width, 4) + little(height, 4) + little(1, 2) + little(24, 2)
            let rows = (0..<pixels.height).reversed().flatMap { row -> [UInt8] in
                let samples = Array(pixels.bytes[row * rowByteCount..<(row + 1) * rowByteCount])
                return stride(from: 0, to: rowByteCount, by: 3).flatMap { samples[$0..<$0 + 3].reversed() } + padding
            }
            return [UInt8]("BM".utf8) + little(54 + rows.count, 4) + little(0, 4) + little(54, 4) + head
                + [UInt8](repeating: 0, count: 24) + rows
        case .tiff:
            let pixels = stored
            let builder = TIFFBuilder(
                width: pixels.width, height: pixels.height, rowsPerStrip: 20, isLittleEndian: false,
                others: [274: [orientation]])
            return builder.file(pixels.bytes, [(builder, pixels.bytes.map { 255 - $0 })])
        case .tiles:
            var builder = TIFFBuilder(width: width, height: height, photometric: 6, others: [259: [7]])
            builder.tile = (128, 128)
            builder.chunk = { samples in
                let pixels = PixelBuffer(width: 128, height: 128, format: .rgb, bytes: samples)
                return JPEGEncoder.encode(pixels, quality: 95, subsampling: .none)
            }
            return builder.file(stored.bytes)
        case .raw: return raw
        case .heic: return TinyImage.heic
        case .gif:
            let text =
                "R0lGODlhJAAsAIEAAHCgQEBwoFBQwKBAcCH/C05FVFNDQVBFMi4wAwEAAAAh+QQAFAAAACwAAAAAJAAsAAAIsgABCBxIsODAAAgTKlyY"
                + "0KDDggwjLnxIEYDEiwEqPsQoUaNDjhE9GgTJUCREkgpNEkSZUqVAlg1dWoSZUSbNmi5vypwJc6dOmzR9BgXakyhLoUVzDlWaVOXNAVCj"
                + "Sp0aVYDVq1izXqXKdarWr1m7ih0AtqyAsV3NgkXLVe1XtlTdaoXrVS5WulLt3sULVe9WvmT9ngUseDDfwoAD+02MmLBgxo8dL5asF/Lk"
                + "w5ExX8ZbOCAAIfkEARQABAAsAAAAACQALACBcKBAQHCgUFDAoEBwCLIABQgcSLDgwAEIEypcmNCgw4IMIy58SFGAxIsDKj7EKFGjQ44R"
                + "PRoEyVAkRJIKTRJEmVKlQJYNXVqEmVEmzZoub8qcCXOnTps0fQYF2pMoS6FFcw5VmlTlzQBQo0qdGhWA1atYs16lynWq1q9Zu4oNALYs"
                + "gLFdzYJFy1XtV7ZU3WqF61UuVrpS7d7FC1XvVr5k/Z4FLHgw38KAA/tNjJiwYMaPHS+WrBfy5MORMV/GWzggADs="
            return [UInt8](Data(base64Encoded: text) ?? Data())
        case .svg: return TinyImage.svg("width=\"\(width)\" height=\"\(height)\"")
        case .video:
            // RFC 8794 §11.1, RFC 9559 §5.1.4.1.28: the type, and one track with its width and height.
            func element(_ id: [UInt8], _ contents: [UInt8]) -> [UInt8] {
                id + [0x80 | UInt8(contents.count)] + contents
            }
            let size = element([0xB0], [UInt8(width)]) + element([0xBA], [UInt8(height)])
            let tracks = element([0x16, 0x54, 0xAE, 0x6B], element([0xAE], element([0xE0], size)))
            return element([0x1A, 0x45, 0xDF, 0xA3], element([0x42, 0x82], [UInt8]("webm".utf8)))
                + element([0x18, 0x53, 0x80, 0x67], tracks)
        case .damaged: return TinyImage.png(width: width, height: height)
        case .headless: return Array(TinyImage.png()[..<12])
        case .text: return [UInt8]("<html><body>404</body></html>".utf8)
        case .linear:
            // PNG §11.3.2.2: the exponent from light to samples, times 100,000. It comes after the header.
            var pixels = stored
            pixels.bytes = pixels.bytes.map(Self.light)
            return Self.png(pixels, with: "gAMA", TinyImage.big(100_000, 4))
        case .animatedPNG: return Self.png(stored, with: "acTL", TinyImage.big(2, 4) + TinyImage.big(0, 4))
        case .bright:
            let levels = (0...255).map { TinyImage.big(Self.pq(UInt8($0)), 2) }
            let pixels = stored
            let rows = (0..<height).flatMap { row -> [UInt8] in
                let samples = pixels.bytes[3 * row * width..<3 * (row + 1) * width]
                return [0] + samples.flatMap { levels[Int($0)] }
            }
            var builder = PNGBuilder(width: width, height: height, bitDepth: 16, colorType: 2, rows: rows)
            builder.leading = [("cICP", [1, 16, 0, 1])]
            return builder.file
        }
    }

    /// What `TinyImage.svg` writes, by Python's `gzip`.
    private static let packedSVG =
        "H4sIAAAAAAACA7MpLktXqMjNySu2VcooKSmw0tcvLy/XKzfWyy9K1zcyMDDQB6pQUijPTCnJsFUyNlFSyEjNTM8oAb"
        + "INlOxsQLJ2ACnqj6NFAAAA"

    /// A PNG with a chunk of its own behind the header.
    private static func png(_ pixels: PixelBuffer, with name: String, _ data: [UInt8]) -> [UInt8] {
        let png = PNGEncoder.encode(pixels)
        var file = Array(png[..<33])
        PNGBuilder.append(name, data, to: &file)
        return file + png[33...]
    }

    /// What a sample of sRGB (IEC 61966-2-1) is of all light, of 255.
    private static func light(_ sample: UInt8) -> UInt8 { UInt8(clamping: (255 * part(sample)).rounded()) }

    /// The same as a part of 1.
    private static func part(_ sample: UInt8) -> Double {
        let part = Double(sample) / 255
        return part <= 0.04045 ? part / 12.92 : pow((part + 0.055) / 1.055, 2.4)
    }

    /// PQ's 16-bit sample (ITU-R BT.2100 table 4) for what a screen of sRGB shows, if PQ's 203 cd/m² are half of its light.
    private static func pq(_ sample: UInt8) -> Int {
        let power = pow(part(sample) * 406 / 10_000, 2610.0 / 16_384)
        let (c1, c2, c3) = (3424.0 / 4096, 2413.0 / 128, 2392.0 / 128)
        return Int(clamping: (65_535 * pow((c1 + c2 * power) / (1 + c3 * power), 2523.0 / 32)).rounded())
    }

    /// The samples of each pixel.
    private var triples: [[UInt8]] {
        let bytes = stored.bytes
        return stride(from: 0, to: bytes.count, by: 3).map { Array(bytes[$0..<$0 + 3]) }
    }

    /// The pixels before they are turned upright.
    private var stored: PixelBuffer {
        let isTurned = orientation >= 5
        let (columns, rows) = isTurned ? (height, width) : (width, height)
        var bytes = [UInt8](repeating: 0, count: columns * rows * 3)
        for y in 0..<height {
            for x in 0..<width {
                // EXIF 2.32, tag Orientation: which side of the picture the first row and column are.
                let (column, row) =
                    switch orientation {
                    case 6: (y, rows - 1 - x)
                    case 8: (columns - 1 - y, x)
                    default: (x, y)
                    }
                let corner = corners[(2 * x >= width ? 1 : 0) + (2 * y >= height ? 2 : 0)]
                let place = (row * columns + column) * 3
                for channel in 0..<3 { bytes[place + channel] = UInt8(corner >> (16 - 8 * channel) & 255) }
            }
        }
        return PixelBuffer(width: columns, height: rows, format: .rgb, bytes: bytes)
    }

    /// A DNG (DNG 1.7 chapter 4) of which only what leads to the JPEG is there: the first directory, from 8 on, leads to one
    /// within it, at 50, and that to the JPEG, at 92.
    private var raw: [UInt8] {
        let (big, jpeg) = (TinyImage.big, JPEGEncoder.encode(stored, quality: 95, subsampling: .none))
        let first = [
            Self.entry(0x0112, 3, 1, big(orientation, 2)), Self.entry(0x014A, 4, 1, big(50, 4)),
            Self.entry(0xC612, 1, 4, [1, 7, 0, 0]),
        ]
        let second = [
            Self.entry(0x0103, 3, 1, big(7, 2)), Self.entry(0x0111, 4, 1, big(92, 4)),
            Self.entry(0x0117, 4, 1, big(jpeg.count, 4)),
        ]
        let directories = [first, second].flatMap { big($0.count, 2) + $0.flatMap(\.self) + big(0, 4) }
        return [UInt8]("MM".utf8) + big(42, 2) + big(8, 4) + directories + jpeg
    }

    /// An entry of a TIFF's directory (TIFF 6.0 §2), most significant byte first.
    private static func entry(_ tag: Int, _ type: Int, _ count: Int, _ value: [UInt8]) -> [UInt8] {
        let big = TinyImage.big
        return big(tag, 2) + big(type, 2) + big(count, 4) + value + [UInt8](repeating: 0, count: 4 - value.count)
    }

    /// A TIFF block with the orientation, and with the time where there is one.
    private var exif: [UInt8] {
        let big = TinyImage.big
        let start = [UInt8]("MM".utf8) + big(42, 2) + big(8, 4)
        let turn = Self.entry(0x0112, 3, 1, big(orientation, 2))
        guard let taken else { return start + big(1, 2) + turn + big(0, 4) }
        // The first directory ends at 38, the second one at 56, where the text stands.
        return start + big(2, 2) + turn + Self.entry(0x8769, 4, 1, big(38, 4)) + big(0, 4)
            + big(1, 2) + Self.entry(0x9003, 2, 20, big(56, 4)) + big(0, 4) + [UInt8](taken.utf8) + [0]
    }
}
