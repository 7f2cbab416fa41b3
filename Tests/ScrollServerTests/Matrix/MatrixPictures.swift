// The files of the matrix: each corner of each has a colour of its own, so that every tile tells whose it is.

import Foundation
import Tiling

@testable import Imaging
@testable import Pixels

/// One file that the matrix shows, and what is to be seen of it.
struct MatrixPicture: Sendable {
    enum Kind: Sendable {
        case png, jpeg, svg
        /// Of two frames, made by Pillow, the first 36 × 44 pixels in these corners: played where it fills the view.
        case gif
        /// Of one frame, interlaced, made by Pillow: 38 × 42 pixels in these corners.
        case stillGIF
        /// Of 24 bits, the lowest row first.
        case bmp
        /// A PPM, a QOI of nothing but pixels that are written out, and an icon with a PNG.
        case ppm, qoi, ico
        /// Of 24 bits, the lowest row first, without a signature.
        case tga
        /// A PSD in runs and a PCX without, each of 8 bits in three planes.
        case psd, pcx
        /// Light in floats, without compression.
        case exr, pfm
        /// A texture in blocks of BC7, and a BMP with a PNG in it.
        case dds, bmpOfPNG
        /// A PNG whose samples are in proportion to light, and that says so.
        case linear
        /// A PNG of 16 bits by PQ, below its white: see `ToneMapping`.
        case bright
        /// A PNG that announces two frames: played where it fills the view.
        case animatedPNG
        /// Lossless, made by libwebp: 52 × 28 pixels in these corners.
        case webP
        /// A JPEG, and behind it a second picture, of other colours.
        case mpo
        /// In two strips, the most significant byte first; on its second page are other colours.
        case tiff
        /// A grid of one tile, made by heif-enc: 56 × 40 pixels in these corners.
        case heic
        /// A camera's container with a JPEG in it, turned by the container.
        case raw
        /// The header of a video: its original is all there is.
        case video
        /// A header that is sound, and nothing behind it.
        case damaged
        /// A signature, and nothing that follows from it.
        case headless
        /// No picture in spite of its name.
        case text
    }

    /// Relative to the folder.
    var name: String
    var kind: Kind
    /// As shown, in pixels.
    var width: Int
    var height: Int
    var orientation = 1
    /// When the file was changed, in days since 2020-01-01.
    var day: Int
    /// DateTimeOriginal of its EXIF block, as EXIF writes it.
    var taken: String?
    /// 0xRRGGBB as shown: top left, top right, bottom left, bottom right.
    var corners: [Int]

    var isTiled: Bool {
        switch kind {
        case .png, .jpeg, .linear, .bright, .animatedPNG, .webP, .tiff, .gif, .stillGIF, .bmp, .ppm, .qoi, .ico, .tga,
            .psd, .pcx, .exr, .pfm, .dds, .bmpOfPNG, .raw, .heic, .mpo:
            true
        case .svg, .video, .damaged, .headless, .text: false
        }
    }

    /// Whether the browser gets all of it where it fills the view.
    var isAnimated: Bool { [.gif, .animatedPNG].contains(kind) }

    /// Whether there is a picture of it to be sent.
    var isSeen: Bool { isTiled || kind == .svg }

    /// The mean of the corners in linear light (IEC 61966-2-1), by channel.
    ///
    /// The middle square has as much of each.
    var average: [Int] {
        [16, 8, 0].map { shift in
            let lights = corners.map { corner -> Double in
                let part = Double(corner >> shift & 255) / 255
                return part <= 0.04045 ? part / 12.92 : pow((part + 0.055) / 1.055, 2.4)
            }
            let mean = lights.reduce(0, +) / Double(lights.count)
            return Int(
                clamping: (255 * (mean <= 0.0031308 ? mean * 12.92 : 1.055 * pow(mean, 1 / 2.4) - 0.055)).rounded())
        }
    }

    /// Red, green and blue at a place given as parts of the width and the height; nil near the seams of the corners.
    func colour(atX x: Double, y: Double) -> [Int]? {
        guard abs(x - 0.5) > 0.1, abs(y - 0.5) > 0.1 else { return nil }
        let corner = corners[(x > 0.5 ? 1 : 0) + (y > 0.5 ? 2 : 0)]
        return [corner >> 16 & 255, corner >> 8 & 255, corner & 255]
    }

    /// Every kind of file that meets an order, a name or a tile in a way of its own.
    ///
    /// In no order.
    static let all = [
        picture("a.png", .png, 48, 32, day: 9, [0xC0_2020]),
        picture("b.jpg", .jpeg, 64, 48, day: 8, taken: "2019:05:06 07:08:09", [0x20_A040]),
        picture("b2.mpo", .mpo, 50, 38, 8, day: 36, [0x30_A0C0, 0xA0_C030, 0xC0_30A0, 0x90_5040]),
        // Two columns of tiles.
        picture("c.png", .png, 700, 20, day: 1, [0xE0_C010, 0x10_40C0, 0xE0_C010, 0x10_40C0]),
        picture("d.jpg", .jpeg, 80, 48, 6, day: 3, [0xD0_8040, 0x40_80D0, 0x30_9030, 0x90_3090]),
        picture("e 10.png", .png, 30, 50, day: 7, [0x80_8020]),
        picture("e 2.jpg", .jpeg, 96, 32, day: 6, taken: "2021:01:31 23:59:59", [0x60_20A0]),
        picture("f.gif", .gif, 36, 44, day: 5, [0x70_A040, 0x40_70A0, 0xA0_4070, 0x50_50C0]),
        picture("f2.png", .animatedPNG, 24, 36, day: 34, [0x50_B070, 0x70_50B0, 0xB0_7050, 0x40_90B0]),
        MatrixPicture(name: "g.svg", kind: .svg, width: 40, height: 30, day: 20, corners: [0]),
        MatrixPicture(name: "g2.webm", kind: .video, width: 64, height: 36, day: 21, corners: [0]),
        MatrixPicture(name: "h.png", kind: .damaged, width: 60, height: 20, day: 40, corners: [0]),
        MatrixPicture(name: "i.png", kind: .headless, width: 0, height: 0, day: 2, corners: [0]),
        MatrixPicture(name: "j.jpg", kind: .text, width: 0, height: 0, day: 11, corners: [0]),
        // The same bytes at the same time: only their names tell them apart.
        picture("k copy.png", .png, 40, 40, day: 4, [0x10_9090]),
        picture("k.png", .png, 40, 40, day: 4, [0x10_9090]),
        picture("l.png", .linear, 44, 36, day: 12, [0x60_90C0, 0x90_C060, 0xC0_6090, 0x50_70A0]),
        picture("l2.png", .bright, 34, 46, day: 35, [0x60_A080, 0x80_60A0, 0xA0_8060, 0x40_70A0]),
        picture("m.dng", .raw, 36, 60, 6, day: 13, [0x90_4040, 0x40_9040, 0x40_4090, 0x90_9040]),
        picture("n.webp", .webP, 52, 28, day: 14, [0x50_C080, 0x80_50C0, 0xC0_8050, 0x30_60B0]),
        picture("o.tif", .tiff, 34, 54, 8, day: 15, [0xA0_30B0, 0x30_B0A0, 0xB0_A030, 0x20_5080]),
        picture("p.gif", .stillGIF, 38, 42, day: 16, [0xC0_A020, 0x20_A0C0, 0xA0_20C0, 0x60_C020]),
        picture("q.bmp", .bmp, 33, 27, day: 17, [0x30_C0A0, 0xC0_30A0, 0xA0_C030, 0x40_4090]),
        picture("q2.bmp", .bmpOfPNG, 31, 29, day: 28, [0x40_A0C0, 0xC0_40A0, 0xA0_C040, 0x30_5090]),
        picture("r.ppm", .ppm, 37, 23, day: 18, [0x20_60C0, 0xC0_2060, 0x60_C020, 0x90_9030]),
        picture("s.qoi", .qoi, 29, 31, day: 19, [0xA0_6020, 0x20_A060, 0x60_20A0, 0x30_9090]),
        picture("t.tga", .tga, 41, 25, day: 22, [0x70_B030, 0x30_70B0, 0xB0_3070, 0x90_3090]),
        picture("u.ico", .ico, 48, 48, day: 23, [0xD0_5080, 0x80_D050, 0x50_80D0, 0x60_6020]),
        picture("v.heic", .heic, 56, 40, day: 24, [0xB0_5040, 0x40_B050, 0x50_40B0, 0x80_8030]),
        picture("w.pcx", .pcx, 26, 40, day: 25, [0xC0_4060, 0x40_60C0, 0x60_C040, 0x50_5090]),
        picture("w2.pfm", .pfm, 28, 38, day: 29, [0x70_D090, 0x90_70D0, 0xD0_9070, 0x40_8060]),
        picture("x.psd", .psd, 46, 22, day: 26, [0x60_B0D0, 0xB0_D060, 0xD0_60B0, 0x80_8030]),
        // BC7 has one lowest bit for all numbers of a colour.
        picture("x2.dds", .dds, 40, 24, day: 32, [0x61_B1D1, 0xB1_D161, 0xD1_61B1, 0x81_8131]),
        picture("y.exr", .exr, 42, 34, day: 27, [0x90_D050, 0x50_90D0, 0xD0_5090, 0x30_8080]),
        picture("sub/deep/z.jpg", .jpeg, 32, 96, 8, day: 33, [0xF0_F0F0, 0x10_1010, 0x20_20D0, 0xD0_2020]),
        picture("sub/quote\" & ?#%.png", .png, 20, 30, day: 31, [0x40_6080]),
        picture("sub/ä ö.png", .png, 30, 20, day: 30, [0xB0_6090]),
        // Two rows of tiles.
        picture("z.png", .png, 16, 600, day: 10, [0x20_D0D0, 0x20_D0D0, 0xD0_20D0, 0xD0_20D0]),
    ]

    private static func picture(
        _ name: String, _ kind: Kind, _ width: Int, _ height: Int, _ orientation: Int = 1, day: Int,
        taken: String? = nil, _ corners: [Int]
    ) -> MatrixPicture {
        MatrixPicture(
            name: name, kind: kind, width: width, height: height, orientation: orientation, day: day, taken: taken,
            corners: corners.count == 4 ? corners : Array(repeating: corners[0], count: 4))
    }

    // MARK: Files

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
            let second = (type: MultiPictureFile.disparity, bytes: MultiPictureFile.grey(90, 50, 38))
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
