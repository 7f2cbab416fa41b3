// The pixels of a mosaic's tile as they are painted.

import Tiling

/// Pixels of three bytes, and how much of each is covered.
struct MosaicCanvas {
    private let width: Int
    private let height: Int
    private var bytes: [UInt8]
    private var alpha: [UInt8]

    init(width: Int, height: Int) {
        (self.width, self.height) = (width, height)
        bytes = [UInt8](repeating: 0, count: width * height * 3)
        alpha = [UInt8](repeating: 0, count: width * height)
    }

    /// The picture: with alpha, or on a ground, 0xRRGGBB. Without either where nothing is transparent.
    func buffer(on ground: UInt32?) -> PixelBuffer {
        let isOpaque = alpha.withUnsafeBytes { alpha in
            // Eight at a time, and the rest.
            let whole = alpha.count / 8 * 8
            return stride(from: 0, to: whole, by: 8).allSatisfy {
                alpha.loadUnaligned(fromByteOffset: $0, as: UInt64.self) == .max
            } && alpha[whole...].allSatisfy { $0 == 255 }
        }
        if isOpaque { return PixelBuffer(width: width, height: height, format: .rgb, bytes: bytes) }
        if let ground {
            return PixelBuffer(width: width, height: height, format: .rgb, bytes: blended(on: ground))
        }
        let all = [UInt8](unsafeUninitializedCapacity: width * height * 4) { target, count in
            count = width * height * 4
            bytes.withUnsafeBufferPointer { bytes in
                alpha.withUnsafeBufferPointer { alpha in
                    for pixel in 0..<width * height {
                        target[pixel &* 4] = bytes[pixel &* 3]
                        target[pixel &* 4 &+ 1] = bytes[pixel &* 3 &+ 1]
                        target[pixel &* 4 &+ 2] = bytes[pixel &* 3 &+ 2]
                        target[pixel &* 4 &+ 3] = alpha[pixel]
                    }
                }
            }
        }
        return PixelBuffer(width: width, height: height, format: .rgba, bytes: all)
    }

    /// The pixels on a ground, in linear light.
    private func blended(on ground: UInt32) -> [UInt8] {
        var blended = bytes
        let own = [16, 8, 0].map { UInt8(truncatingIfNeeded: ground >> UInt32($0)) }
        blended.withUnsafeMutableBufferPointer { blended in
            alpha.withUnsafeBufferPointer { alpha in
                for pixel in 0..<alpha.count where alpha[pixel] != 255 {
                    let part = Float(alpha[pixel]) / 255
                    for channel in 0..<3 {
                        let place = pixel &* 3 &+ channel
                        guard alpha[pixel] > 0 else {
                            blended[place] = own[channel]
                            continue
                        }
                        let light =
                            LinearLight.floats[Int(blended[place])] * part
                            + LinearLight.floats[Int(own[channel])] * (1 - part)
                        blended[place] = LinearLight.sample[Int(min(light + 0.5, 65_535))]
                    }
                }
            }
        }
        return blended
    }

    /// Sets a row from light, 0 … 65,535, and how much of each pixel is covered.
    mutating func set(row: Int, _ line: UnsafeBufferPointer<SIMD4<Float>>) {
        let start = row * width
        // Bounds: a row of the tile; lights are at most 65,535, and there is a sample for each.
        bytes.withUnsafeMutableBufferPointer { bytes in
            alpha.withUnsafeMutableBufferPointer { alpha in
                LinearLight.sample.withUnsafeBufferPointer { sample in
                    for column in 0..<min(width, line.count) {
                        var light = line[column]
                        let cover = light.w
                        // The sums are rounded: nearly nothing is nothing, and nearly all is all.
                        guard cover > 64 else { continue }
                        let isWhole = cover > 65_300
                        if cover != 65_535 { light *= 65_535 / cover }
                        let rounded = light.clamped(lowerBound: .zero, upperBound: SIMD4(repeating: 65_535))
                            .nearest
                        let place = (start &+ column) &* 3
                        bytes[place] = sample[Int(rounded.x)]
                        bytes[place &+ 1] = sample[Int(rounded.y)]
                        bytes[place &+ 2] = sample[Int(rounded.z)]
                        alpha[start &+ column] = isWhole ? 255 : UInt8(min(cover / 257 + 0.5, 255))
                    }
                }
            }
        }
    }

    mutating func fill(_ frame: PixelRect, _ light: SIMD4<UInt16>) {
        fill(
            frame,
            UInt32(LinearLight.sample[Int(light.x)]) << 16 | UInt32(LinearLight.sample[Int(light.y)]) << 8
                | UInt32(LinearLight.sample[Int(light.z)]))
    }

    /// Fills a rectangle, as far as it is on the tile, with 0xRRGGBB.
    mutating func fill(_ frame: PixelRect, _ colour: UInt32) {
        let (columns, rows) = visible(frame)
        let (red, green, blue) = (
            UInt8(truncatingIfNeeded: colour >> 16), UInt8(truncatingIfNeeded: colour >> 8),
            UInt8(truncatingIfNeeded: colour)
        )
        // Bounds: the visible part of the frame lies on the tile.
        bytes.withUnsafeMutableBufferPointer { bytes in
            alpha.withUnsafeMutableBufferPointer { alpha in
                for y in rows {
                    for place in y &* width &+ columns.lowerBound..<y &* width &+ columns.upperBound {
                        bytes[place &* 3] = red
                        bytes[place &* 3 &+ 1] = green
                        bytes[place &* 3 &+ 2] = blue
                        alpha[place] = 255
                    }
                }
            }
        }
    }

    private func visible(_ frame: PixelRect) -> (columns: Range<Int>, rows: Range<Int>) {
        let (left, top) = (min(max(0, frame.x), width), min(max(0, frame.y), height))
        return (
            left..<max(left, min(width, frame.x + frame.width)),
            top..<max(top, min(height, frame.y + frame.height))
        )
    }

    /// Draws pixels of three bytes into a rectangle of their size, as far as it is on the tile.
    mutating func draw(_ pixels: UnsafeRawBufferPointer, _ frame: PixelRect) {
        let (columns, rows) = visible(frame)
        guard !columns.isEmpty, pixels.count >= frame.width * frame.height * 3 else { return }
        // Bounds: the visible part of the frame lies on the tile, and in the pixels.
        bytes.withUnsafeMutableBytes { bytes in
            alpha.withUnsafeMutableBufferPointer { alpha in
                for y in rows {
                    let from = ((y &- frame.y) &* frame.width &+ columns.lowerBound &- frame.x) &* 3
                    let to = y &* width &+ columns.lowerBound
                    for byte in 0..<columns.count &* 3 { bytes[to &* 3 &+ byte] = pixels[from &+ byte] }
                    for pixel in 0..<columns.count { alpha[to &+ pixel] = 255 }
                }
            }
        }
    }
}
