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

    /// The picture, without alpha where nothing is transparent.
    var buffer: PixelBuffer {
        if alpha.allSatisfy({ $0 == 255 }) {
            return PixelBuffer(width: width, height: height, format: .rgb, bytes: bytes)
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

    /// Sets a row from light, 0 … 65,535, and how much of each pixel is covered.
    mutating func set(row: Int, _ line: UnsafeBufferPointer<SIMD4<Float>>) {
        let start = row * width
        bytes.withUnsafeMutableBufferPointer { bytes in
            alpha.withUnsafeMutableBufferPointer { alpha in
                LinearLight.sample.withUnsafeBufferPointer { sample in
                    for column in 0..<min(width, line.count) {
                        let light = line[column]
                        // The sums are rounded: nearly nothing is nothing, and nearly all is all.
                        guard light.w > 64 else { continue }
                        let isWhole = light.w > 65_300
                        let rounded = SIMD4<Int32>(light * (65_535 / light.w) + 0.5)
                        let place = (start &+ column) &* 3
                        bytes[place] = sample[Int(min(rounded.x, 65_535))]
                        bytes[place &+ 1] = sample[Int(min(rounded.y, 65_535))]
                        bytes[place &+ 2] = sample[Int(min(rounded.z, 65_535))]
                        alpha[start &+ column] = isWhole ? 255 : UInt8(min(light.w / 257 + 0.5, 255))
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
        for y in rows {
            for x in columns {
                let place = y * width + x
                bytes[place * 3] = UInt8(truncatingIfNeeded: colour >> 16)
                bytes[place * 3 + 1] = UInt8(truncatingIfNeeded: colour >> 8)
                bytes[place * 3 + 2] = UInt8(truncatingIfNeeded: colour)
                alpha[place] = 255
            }
        }
    }

    private func visible(_ frame: PixelRect) -> (columns: Range<Int>, rows: Range<Int>) {
        let (left, top) = (min(max(0, frame.x), width), min(max(0, frame.y), height))
        return (
            left..<max(left, min(width, frame.x + frame.width)), top..<max(top, min(height, frame.y + frame.height))
        )
    }

    /// Draws pixels of three bytes into a rectangle of their size, as far as it is on the tile.
    mutating func draw(_ pixels: [UInt8], _ frame: PixelRect) {
        let (columns, rows) = visible(frame)
        guard !columns.isEmpty else { return }
        // Bounds: the visible part of the frame lies on the tile, and in the pixels.
        pixels.withUnsafeBytes { pixels in
            bytes.withUnsafeMutableBytes { bytes in
                for y in rows {
                    let from = ((y - frame.y) * frame.width + columns.lowerBound - frame.x) * 3
                    let to = (y * width + columns.lowerBound) * 3
                    UnsafeMutableRawBufferPointer(rebasing: bytes[to..<to + columns.count * 3]).copyMemory(
                        from: UnsafeRawBufferPointer(rebasing: pixels[from..<from + columns.count * 3]))
                }
            }
        }
        alpha.withUnsafeMutableBufferPointer { alpha in
            for y in rows {
                UnsafeMutableBufferPointer(
                    rebasing: alpha[y * width + columns.lowerBound..<y * width + columns.upperBound]
                ).update(repeating: 255)
            }
        }
    }
}
