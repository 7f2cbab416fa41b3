// The pictures of the matrix: each corner of each has a colour of its own, so that every tile tells whose it is.

import Foundation

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
        /// Light with a common exponent, without runs, and an ICNS with a PNG.
        case radiance, icns
        /// Bits, of which 1 is white.
        case wbmp
        /// An animated cursor with a PNG in each icon, and an OS/2 icon of 24 bits with a mask.
        case ani, os2
        /// An SVG in gzip, made by Python: 34 × 30 pixels.
        case svgz
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
        /// A TIFF in tiles of 128 × 128 pixels that are JPEGs, so that those inside the picture are sent as they are.
        case tiles
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
        case .png, .jpeg, .linear, .bright, .animatedPNG, .webP, .tiff, .tiles, .gif, .stillGIF, .bmp, .ppm, .qoi, .ico,
            .tga,
            .psd, .pcx, .exr, .pfm, .dds, .bmpOfPNG, .raw, .heic, .radiance, .icns, .wbmp, .ani, .os2, .mpo:
            true
        case .svg, .svgz, .video, .damaged, .headless, .text: false
        }
    }

    /// Whether the browser gets all of it where it fills the view.
    var isAnimated: Bool { [.gif, .animatedPNG].contains(kind) }

    /// Whether there is a picture of it to be sent.
    var isSeen: Bool { isTiled || [.svg, .svgz].contains(kind) }

    /// The mean of the corners, by channel.
    ///
    /// The middle square has as much of each.
    var average: [Int] {
        [16, 8, 0].map { shift in corners.reduce(0) { $0 + ($1 >> shift & 255) } / corners.count }
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
        picture("b2.mpo", .mpo, 64, 48, 8, day: 43, [0x30_A0C0, 0xA0_C030, 0xC0_30A0, 0x90_5040]),
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
        picture("o2.tif", .tiles, 528, 144, day: 44, [0x90_C030, 0x30_90C0, 0xC0_3090, 0x40_5070]),
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
        picture("n2.hdr", .radiance, 30, 42, day: 36, [0xA0_D060, 0xD0_60A0, 0x60_A0D0, 0x80_4080]),
        picture("u2.icns", .icns, 32, 32, day: 37, [0x90_30B0, 0x30_B090, 0xB0_9030, 0x50_8050]),
        picture("n3.wbmp", .wbmp, 44, 26, day: 38, [0xFF_FFFF, 0, 0, 0xFF_FFFF]),
        picture("u3.ani", .ani, 40, 40, day: 39, [0xC0_70A0, 0x70_A0C0, 0xA0_C070, 0x40_4080]),
        picture("u4.ptr", .os2, 36, 28, day: 41, [0x50_A0D0, 0xA0_D050, 0xD0_50A0, 0x70_3070]),
        MatrixPicture(name: "g3.svgz", kind: .svgz, width: 34, height: 30, day: 42, corners: [0]),
    ]

    private static func picture(
        _ name: String, _ kind: Kind, _ width: Int, _ height: Int, _ orientation: Int = 1, day: Int,
        taken: String? = nil, _ corners: [Int]
    ) -> MatrixPicture {
        MatrixPicture(
            name: name, kind: kind, width: width, height: height, orientation: orientation, day: day, taken: taken,
            corners: corners.count == 4 ? corners : Array(repeating: corners[0], count: 4))
    }
}
