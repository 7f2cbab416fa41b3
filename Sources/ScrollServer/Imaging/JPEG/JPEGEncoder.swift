// Encodes pixels as a baseline JPEG.

import Metadata
import Pixels

/// Writes JFIF files: 8 bits, Huffman tables of T.81 annex K, quantisation tables scaled as libjpeg does.
package enum JPEGEncoder {
    /// The resolution at which chroma is stored.
    package enum Subsampling: Sendable {
        /// One pair of chroma samples per pixel (4:4:4).
        case none
        /// One pair per 2 × 2 pixels (4:2:0).
        case half
    }

    /// Encodes a picture of 1...65535 pixels in each direction.
    ///
    /// Gray pictures are written with one component. A JPEG has no alpha: transparent pixels are blended with white.
    /// Cost: one pass; besides the file, memory for at most 16 rows.
    ///
    /// - Parameters:
    ///   - pixels: the picture.
    ///   - quality: 1...100; values outside are clamped.
    ///   - subsampling: the resolution of chroma.
    ///   - profile: an ICC profile of at most 65,519 bytes to embed.
    /// - Returns: the bytes of the file.
    package static func encode(
        _ pixels: PixelBuffer, quality: Int, subsampling: Subsampling = .half, profile: [UInt8]? = nil
    ) -> [UInt8] {
        precondition((1...65535).contains(pixels.width) && (1...65535).contains(pixels.height))
        let isGray = pixels.format == .gray || pixels.format == .grayAlpha
        let tables = JPEGQuantisation(quality: quality)
        var output = JPEGOutput(
            header: header(
                width: pixels.width, height: pixels.height, isGray: isGray, subsampling: subsampling, tables: tables,
                profile: profile),
            capacity: 4096 + pixels.width * pixels.height / 4)
        var blocks = JPEGBlockEncoder(tables)
        var strip = JPEGSampleStrip(width: pixels.width, isGray: isGray, subsampling: subsampling)
        for top in stride(from: 0, to: pixels.height, by: strip.rowCount) {
            strip.fill(from: pixels, top: top)
            blocks.encode(strip, into: &output)
        }
        return output.finish()
    }

    /// Appends an ICC profile of at most 65,519 bytes as a segment (ICC.1 annex B.4).
    static func append(profile: [UInt8], to bytes: inout [UInt8]) {
        let body = Array("ICC_PROFILE\0".utf8) + [1, 1] + profile
        bytes += [0xFF, JPEGMarker.application2, UInt8((body.count + 2) >> 8), UInt8((body.count + 2) & 255)] + body
    }

    /// Writes all segments before the entropy-coded data.
    private static func header(
        width: Int, height: Int, isGray: Bool, subsampling: Subsampling, tables: JPEGQuantisation, profile: [UInt8]?
    ) -> [UInt8] {
        var bytes: [UInt8] = [0xFF, JPEGMarker.startOfImage]
        func segment(_ marker: UInt8, _ body: [UInt8]) {
            bytes += [0xFF, marker, UInt8((body.count + 2) >> 8), UInt8((body.count + 2) & 255)] + body
        }
        // JFIF 1.1, square pixels, no thumbnail.
        segment(JPEGMarker.application0, Array("JFIF\0".utf8) + [1, 1, 0, 0, 1, 0, 1, 0, 0])
        if let profile { append(profile: profile, to: &bytes) }
        func zigzag(_ table: [UInt8]) -> [UInt8] { JPEGZigzag.natural.prefix(64).map { table[Int($0)] } }
        segment(
            JPEGMarker.quantisationTables,
            [0] + zigzag(tables.luminance) + (isGray ? [] : [1] + zigzag(tables.chrominance)))
        let size = [UInt8(height >> 8), UInt8(height & 255), UInt8(width >> 8), UInt8(width & 255)]
        let luma: [UInt8] = [1, !isGray && subsampling == .half ? 0x22 : 0x11, 0]
        segment(
            JPEGMarker.baseline, [8] + size + (isGray ? [1] + luma : [3] + luma + [2, 0x11, 1, 3, 0x11, 1]))
        func huffman(_ selector: UInt8, _ code: JPEGHuffmanCode) -> [UInt8] { [selector] + code.counts + code.symbols }
        var codes = huffman(0x00, .luminanceDC) + huffman(0x10, .luminanceAC)
        if !isGray { codes += huffman(0x01, .chrominanceDC) + huffman(0x11, .chrominanceAC) }
        segment(JPEGMarker.huffmanTables, codes)
        segment(JPEGMarker.startOfScan, (isGray ? [1, 1, 0x00] : [3, 1, 0x00, 2, 0x11, 3, 0x11]) + [0, 63, 0])
        return bytes
    }
}

/// The quantisation tables of Annex K (T.81 tables K.1 and K.2) scaled to a quality.
struct JPEGQuantisation {
    /// 64 values in natural order.
    let luminance: [UInt8]
    let chrominance: [UInt8]

    /// Scales the tables to `quality`, 1...100 (clamped) as libjpeg does; 50 leaves them unchanged.
    init(quality: Int) {
        let quality = min(max(quality, 1), 100)
        let percent = quality < 50 ? 5000 / quality : 200 - 2 * quality
        func scaled(_ table: [UInt8]) -> [UInt8] {
            table.map { UInt8(min(max((Int($0) * percent + 50) / 100, 1), 255)) }
        }
        luminance = scaled([
            16, 11, 10, 16, 24, 40, 51, 61, 12, 12, 14, 19, 26, 58, 60, 55, 14, 13, 16, 24, 40, 57, 69, 56,
            14, 17, 22, 29, 51, 87, 80, 62, 18, 22, 37, 56, 68, 109, 103, 77, 24, 35, 55, 64, 81, 104, 113, 92,
            49, 64, 78, 87, 103, 121, 120, 101, 72, 92, 95, 98, 112, 100, 103, 99,
        ])
        chrominance = scaled(
            [
                17, 18, 24, 47, 99, 99, 99, 99, 18, 21, 26, 66, 99, 99, 99, 99, 24, 26, 56, 99, 99, 99, 99, 99,
                47, 66, 99, 99, 99, 99, 99, 99,
            ] + [UInt8](repeating: 99, count: 32))
    }
}
