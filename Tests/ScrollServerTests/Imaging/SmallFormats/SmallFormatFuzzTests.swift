// Random damage to PNM, QOI, TGA and icon files.

import Testing

@testable import Imaging
@testable import Pixels

@Suite struct SmallFormatFuzzTests {
    private typealias File = SmallFormatFile

    @Test func `no damage to a PNM crashes, and no answer is larger than its claim`() {
        let data = File.shades(200)
        let plain = data.map { "\($0)" }.joined(separator: " ")
        DecoderFuzz(
            seeds: [
                File.pnm("P1 9 8\n110101010 0011010101 # x\n" + String(repeating: "10", count: 40)),
                File.pnm("P2 8 9 255\n" + plain), File.pnm("P3\n# c\n8 6 99\n" + plain), File.pnm("P4 33 20\n", data),
                File.pnm("P5 10 9 65535\n", data), File.pnm("P6 9 7 31\n", data),
                File.pnm("P7\nWIDTH 7\nHEIGHT 7\nDEPTH 4\nMAXVAL 255\nTUPLTYPE RGB_ALPHA\nENDHDR\n", data),
            ],
            values: [UInt8]("0123456789 #\n".utf8), place: DecoderFuzz.inHeader,
            open: { source throws(ImageError) in try PNMDecoder(source: source) }
        ).run()
    }

    @Test func `no damage to a QOI crashes, and no answer is larger than its claim`() {
        DecoderFuzz(
            seeds: [3, 4].map { File.qoi(width: 17, height: 9, channels: $0, data: QOIDecoderTests.chunks(17 * 9)) },
            values: [0, 1, 7, 0x3F, 0x40, 0x80, 0xC0, 0xFD, 0xFE, 0xFF], place: DecoderFuzz.inHeader,
            open: { source throws(ImageError) in try QOIDecoder(source: source) }
        ).run()
    }

    @Test func `no damage to a TGA crashes, and no answer is larger than its claim`() {
        let data = File.shades(400)
        DecoderFuzz(
            seeds: [
                File.tga(type: 1, width: 12, height: 9, bits: 8, colours: (24, File.shades(768)), data: data),
                File.tga(type: 2, width: 9, height: 8, bits: 32, descriptor: 8, data: data) + File.tgaFooter,
                File.tga(type: 3, width: 9, height: 8, bits: 16, descriptor: 0x28, data: data),
                File.tga(type: 10, width: 30, height: 20, bits: 24, data: TGADecoderTests.packets(700, bytes: 3)),
                File.tga(
                    type: 9, width: 30, height: 20, bits: 8, descriptor: 0x30, colours: (16, File.shades(512)),
                    data: TGADecoderTests.packets(700, bytes: 1)),
            ],
            values: [0, 1, 2, 3, 9, 10, 11, 8, 15, 16, 24, 32, 0x20, 0x7F, 0x80, 0xFF], place: DecoderFuzz.inHeader,
            open: { source throws(ImageError) in try TGADecoder(source: source) }
        ).run()
    }

    @Test func `no damage to an icon crashes, and no answer is larger than its claim`() {
        let bits = File.bitmap(width: 9, height: 8, bits: 1, data: File.shades(80))
        let bytes = File.bitmap(width: 10, height: 9, bits: 24, data: File.shades(400))
        let alpha = File.bitmap(width: 10, height: 9, bits: 32, data: File.shades(500))
        let png = PNGEncoder.encode(PixelBuffer(width: 9, height: 8, format: .rgb, bytes: File.shades(216)))
        DecoderFuzz(
            seeds: [
                File.ico([(9, 8, 1, bits)]), File.ico([(9, 8, 1, bits), (10, 9, 24, bytes)]),
                File.ico([(10, 9, 0, alpha)], type: 2), File.ico([(9, 8, 32, png)]),
            ], place: DecoderFuzz.inHeader, open: { source throws(ImageError) in try ICODecoder(source: source) }
        ).run()
    }
}
