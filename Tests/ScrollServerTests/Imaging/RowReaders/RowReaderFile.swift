// PSDs, PCXs, PFMs, Radiance pictures, WBMPs, DDSs, ICNSs and rare icons that tests write themselves.

@testable import Imaging
@testable import Metadata
@testable import Pixels

/// Small files of the formats.
enum RowReaderFile {
    private static let (little, big) = (TinyImage.little, TinyImage.big)
    private static func zeros(_ count: Int) -> [UInt8] { [UInt8](repeating: 0, count: count) }

    /// A PSD whose channels are stored one after the other.
    ///
    /// With `isPacked` each row is one run of plain bytes. With `isZipped` all of `data`, which has all rows of all
    /// channels, is one zlib stream; with `hasDifferences` it is said to be one of differences. `profile` has an even
    /// number of bytes. `hasComposite` is what the file says of its composite.
    static func psd(
        mode: Int, bits: Int = 8, channels: Int, width: Int, height: Int, isPacked: Bool = false, isLarge: Bool = false,
        hasAlpha: Bool = false, palette: [UInt8] = [], isZipped: Bool = false, hasDifferences: Bool = false,
        profile: [UInt8] = [], hasComposite: Bool? = nil, data: [UInt8]
    ) -> [UInt8] {
        var file = [UInt8]("8BPS".utf8) + [0, isLarge ? 2 : 1] + zeros(6) + big(channels, 2) + big(height, 4)
        file += big(width, 4) + big(bits, 2) + big(mode, 2) + big(palette.count, 4) + palette
        // A resource without a name, of three bytes and their padding.
        var resources = [UInt8]("8BIM".utf8) + big(1000, 2) + [0, 0] + big(3, 4) + [1, 2, 3, 0]
        if let hasComposite {
            resources += [UInt8]("8BIM".utf8) + big(0x0421, 2) + [0, 0] + big(5, 4) + big(1, 4)
            resources += [hasComposite ? 1 : 0, 0]
        }
        if !profile.isEmpty {
            resources += [UInt8]("8BIM".utf8) + big(0x040F, 2) + [0, 0] + big(profile.count, 4) + profile
        }
        file += big(resources.count, 4) + resources
        let wide = isLarge ? 8 : 4
        let layers = hasAlpha ? big(20, wide) + [0xFF, 0xFF] + zeros(18) : []
        file += big(layers.count, wide) + layers + [0, isZipped ? hasDifferences ? 3 : 2 : isPacked ? 1 : 0]
        if isZipped { return file + Deflater.zlib(data) }
        guard isPacked else { return file + data }
        let rowByteCount = (width * bits + 7) / 8
        for _ in 0..<channels * height { file += big(rowByteCount + 1, isLarge ? 4 : 2) }
        for start in stride(from: 0, to: data.count, by: rowByteCount) {
            file += [UInt8(rowByteCount - 1)] + data[start..<min(start + rowByteCount, data.count)]
        }
        return file
    }

    /// A header of PCX and what follows.
    static func pcx(
        bits: Int, planes: Int, width: Int, height: Int, hasRuns: Bool = false, version: UInt8 = 5, data: [UInt8]
    ) -> [UInt8] {
        let planeByteCount = (width * bits + 15) / 16 * 2
        return [10, version, hasRuns ? 1 : 0, UInt8(bits)] + zeros(4) + little(width - 1, 2) + little(height - 1, 2)
            + zeros(4) + SmallFormatFile.shades(48) + [0, UInt8(planes)] + little(planeByteCount, 2) + zeros(60) + data
    }

    static func pfm(_ header: String, _ numbers: [Float]) -> [UInt8] {
        [UInt8](header.utf8) + numbers.flatMap { little(Int($0.bitPattern), 4) }
    }

    static func radiance(width: Int, height: Int, data: [UInt8]) -> [UInt8] {
        [UInt8]("#?RADIANCE\nFORMAT=32-bit_rle_rgbe\n\n-Y \(height) +X \(width)\n".utf8) + data
    }

    /// A header of DDS with a code, or with numbers of some bits and their masks.
    static func dds(
        width: Int, height: Int, code: String = "", bits: Int = 0, flags: Int = 4, masks: [Int] = [0, 0, 0, 0],
        data: [UInt8]
    ) -> [UInt8] {
        let name = [UInt8](code.utf8) + zeros(4 - code.utf8.count)
        return [UInt8]("DDS ".utf8) + little(124, 4) + zeros(4) + little(height, 4) + little(width, 4) + zeros(56)
            + little(32, 4) + little(flags, 4) + name + little(bits, 4) + masks.flatMap { little($0, 4) } + zeros(20)
            + data
    }

    /// A block of BC7 in mode 6, of one opaque colour of three odd numbers.
    static func bc7(_ colour: [UInt8]) -> [UInt8] {
        var bits = [false, false, false, false, false, false, true]
        for value in colour + [255] { for _ in 0..<2 { bits += (1...7).map { value >> $0 & 1 == 1 } } }
        // The lowest bit of both ends, and indices of the first one.
        bits += [true, true] + [Bool](repeating: false, count: 63)
        return stride(from: 0, to: 128, by: 8).map { start in
            (0..<8).reduce(0) { $0 | (bits[start + $1] ? 1 << $1 : 0) }
        }
    }

    /// An ICNS of parts with four-letter types.
    static func icns(_ parts: [(type: String, data: [UInt8])]) -> [UInt8] {
        let body = parts.flatMap { [UInt8]($0.type.utf8) + big(8 + $0.data.count, 4) + $0.data }
        return [UInt8]("icns".utf8) + big(8 + body.count, 4) + body
    }

    private static let pictures: [(name: String, files: [[UInt8]])] = [
        (
            "a.psd",
            [
                psd(mode: 3, channels: 3, width: 9, height: 7, data: shades(189)),
                psd(mode: 3, channels: 4, width: 9, height: 7, isPacked: true, hasAlpha: true, data: shades(252)),
                psd(mode: 0, bits: 1, channels: 1, width: 9, height: 7, data: shades(14)),
                psd(
                    mode: 2, channels: 1, width: 9, height: 7, isPacked: true, isLarge: true, palette: shades(768),
                    data: shades(63)),
                psd(mode: 4, bits: 16, channels: 4, width: 5, height: 4, data: shades(160)),
                psd(mode: 9, channels: 3, width: 5, height: 4, data: shades(60)),
                psd(mode: 1, bits: 32, channels: 1, width: 5, height: 4, data: shades(80)),
                psd(mode: 7, channels: 5, width: 5, height: 4, data: shades(100)),
                psd(mode: 3, channels: 3, width: 9, height: 7, isZipped: true, data: shades(189)),
                psd(
                    mode: 4, bits: 16, channels: 5, width: 5, height: 4, isLarge: true, isZipped: true,
                    hasDifferences: true, data: shades(200)),
                psd(
                    mode: 1, bits: 32, channels: 1, width: 5, height: 4, isZipped: true, hasDifferences: true,
                    data: shades(80)),
            ]
        ),
        (
            "a.pcx",
            [
                pcx(bits: 8, planes: 3, width: 9, height: 7, data: shades(210)),
                pcx(bits: 8, planes: 1, width: 9, height: 7, data: shades(70) + [12] + shades(768)),
                pcx(bits: 1, planes: 4, width: 9, height: 7, data: shades(56)),
                pcx(bits: 1, planes: 1, width: 9, height: 7, hasRuns: true, data: [0xC8, 7, 0xC3, 9, 1, 2, 3]),
            ]
        ),
        (
            "a.pfm",
            [
                pfm("PF\n4 3\n-1.0\n", (0..<36).map { Float($0) / 30 }),
                pfm("Pf 4 3 -1\n", (0..<12).map { Float($0) / 10 }),
            ]
        ),
        (
            "a.hdr",
            [
                radiance(width: 9, height: 2, data: [2, 2, 0, 9] + runs + [2, 2, 0, 9] + runs),
                radiance(width: 3, height: 2, data: [9, 8, 7, 128, 1, 1, 1, 2] + shades(12)),
            ]
        ),
        ("a.exr", OpenEXRFile.all),
        ("a.wbmp", [[0, 0, 12, 5] + shades(10)]),
        (
            "a.dds",
            [
                dds(width: 6, height: 5, code: "DXT1", data: shades(32)),
                dds(width: 6, height: 5, code: "DXT3", data: shades(64)),
                dds(width: 6, height: 5, code: "DXT5", data: shades(64)),
                dds(width: 6, height: 5, code: "BC4S", data: shades(32)),
                dds(width: 6, height: 5, code: "ATI2", data: shades(64)),
                dds(width: 6, height: 5, code: "DX10", data: [95] + zeros(19) + shades(64)),
                dds(width: 6, height: 5, code: "DX10", data: [98] + zeros(19) + shades(64)),
                dds(
                    width: 6, height: 5, bits: 16, flags: 0x41, masks: [0x7C00, 0x3E0, 0x1F, 0x8000], data: shades(60)),
                dds(width: 6, height: 5, bits: 8, flags: 0x2_0000, masks: [0xFF, 0, 0, 0], data: shades(30)),
            ]
        ),
        (
            "a.icns",
            [
                icns([
                    ("is32", (0..<48).flatMap { [0x8D, UInt8($0)] as [UInt8] }), ("s8mk", shades(256)),
                ]),
                icns([("ICN#", shades(256))]), icns([("ic04", [UInt8]("ARGB".utf8) + ramps)]),
                icns([
                    ("ics#", shades(64)),
                    (
                        "ic07",
                        PNGEncoder.encode(
                            PixelBuffer(width: 20, height: 20, format: .rgb, repeating: 9))
                    ),
                ]),
            ]
        ),
    ]

    /// Sound files of each format, by their names.
    static let all = icons + pictures

    /// An animated cursor, and arrays of OS/2's icons.
    private static let icons: [(name: String, files: [[UInt8]])] = [
        (
            "a.ani",
            [
                SmallFormatFile.ani([
                    SmallFormatFile.ico(
                        [(9, 8, 1, SmallFormatFile.bitmap(width: 9, height: 8, bits: 24, data: shades(260)))], type: 2),
                    shades(40),
                ]),
                SmallFormatFile.ani([
                    SmallFormatFile.ico([
                        (9, 8, 1, SmallFormatFile.bitmap(width: 9, height: 8, bits: 1, data: shades(80)))
                    ])
                ]),
            ]
        ),
        (
            "a.ptr",
            [
                SmallFormatFile.os2([
                    .init(kind: "CI", width: 10, height: 6, bits: 4, data: shades(48), mask: shades(48)),
                    .init(kind: "CI", width: 12, height: 6, bits: 24, data: shades(216), mask: shades(48)),
                ]),
                SmallFormatFile.os2(
                    [.init(kind: "PT", width: 9, height: 7, bits: 1, data: shades(56))], isArray: false),
                SmallFormatFile.os2([.init(kind: "BM", width: 9, height: 7, bits: 8, data: shades(84), isLong: true)]),
            ]
        ),
    ]

    private static func shades(_ count: Int) -> [UInt8] { SmallFormatFile.shades(count) }
    /// Four channels of nine pixels, each a run and some bytes.
    private static let runs: [UInt8] = (0..<4).flatMap { [0x84, UInt8(100 + $0), 5, 1, 2, 3, 4, 5] as [UInt8] }
    /// Runs of 16 bytes, as many as four channels of 16 × 16 pixels have.
    private static let ramps: [UInt8] = (0..<64).flatMap { [0x8D, UInt8($0 * 3)] as [UInt8] }
}
