// Writes lossless WebP files (RFC 9649).

import Platform

/// Encodes pictures in memory as lossless WebP files.
///
/// Green is subtracted from red and blue, and pixels are predicted from their neighbours, by one rule for all of them,
/// where that makes the file smaller. Runs and repeated rows become references. There is one set of prefix codes.
package enum WebPEncoder {
    /// The greatest width and height in pixels (§3.4: 14 bits each).
    package static let greatestSide = 1 << 14

    /// Encodes a picture of 1 to `greatestSide` pixels a side; `profile` is an ICC profile to embed.
    ///
    /// Cost: four passes, some 40 ns per pixel; memory for the file, and four bytes per pixel.
    package static func encode(_ pixels: PixelBuffer, profile: [UInt8]? = nil) -> [UInt8] {
        precondition((1...greatestSide).contains(pixels.width) && (1...greatestSide).contains(pixels.height))
        let data = WebPLosslessData.encode(pixels)
        var chunks: [UInt8] = []
        if let profile {
            // §2.7.1.2: flags for the profile and for alpha, and the size of the canvas.
            let flags: UInt8 = pixels.format.hasAlpha ? 0x30 : 0x20
            append(
                "VP8X",
                [flags, 0, 0, 0] + little(pixels.width - 1, 3) + little(pixels.height - 1, 3), to: &chunks)
            append("ICCP", profile, to: &chunks)
        }
        append("VP8L", data, to: &chunks)
        return Array("RIFF".utf8) + little(chunks.count + 4, 4) + Array("WEBP".utf8) + chunks
    }

    /// Appends a chunk: type, length, data, and a byte that makes the length even (§2.3).
    private static func append(_ type: String, _ data: [UInt8], to file: inout [UInt8]) {
        file += Array(type.utf8) + little(data.count, 4)
        file += data
        if data.count % 2 == 1 { file.append(0) }
    }

    private static func little(_ value: Int, _ count: Int) -> [UInt8] {
        (0..<count).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
    }
}
