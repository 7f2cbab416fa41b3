// The pixels of a mosaic tile while it is painted.

import Imaging
import Tiling

/// Three-byte pixels on an opaque ground, or without a ground and with an alpha channel.
///
/// The memory is not an array, so that tens of thousands of cells are drawn without uniqueness and bounds checks. Every
/// rectangle is first clipped to the tile.
@safe final class MosaicCanvas {
    private let width: Int
    private let height: Int
    private let ground: UInt32?
    /// `3 × width × height` bytes, and 16 that may be overwritten.
    private let pixels: UnsafeMutablePointer<UInt8>
    /// `width × height` bytes; nil on a ground.
    private let alpha: UnsafeMutablePointer<UInt8>?

    /// - Parameters:
    ///   - width: of the tile, in pixels.
    ///   - height: of the tile, in pixels.
    ///   - ground: the colour where nothing is drawn, 0xRRGGBB; nil for transparent.
    init(width: Int, height: Int, on ground: UInt32?) {
        (self.width, self.height, self.ground) = (max(0, width), max(0, height), ground)
        let count = self.width * self.height
        unsafe pixels = .allocate(capacity: count * 3 + 16)
        unsafe alpha = ground == nil ? .allocate(capacity: count) : nil
        unsafe alpha?.initialize(repeating: 0, count: count)
        unsafe pixels.initialize(repeating: 0, count: count * 3 + 16)
        if let ground { fill(PixelRect(x: 0, y: 0, width: self.width, height: self.height), ground) }
    }

    deinit {
        unsafe pixels.deallocate()
        unsafe alpha?.deallocate()
    }

    /// The picture: `rgb` if it is opaque, else `rgba`.
    var buffer: PixelBuffer {
        let count = width * height
        guard let alpha = unsafe alpha,
            unsafe !UnsafeBufferPointer(start: alpha, count: count).allSatisfy({ $0 == 255 })
        else {
            let bytes = unsafe [UInt8](UnsafeBufferPointer(start: pixels, count: count * 3))
            return PixelBuffer(width: width, height: height, format: .rgb, bytes: bytes)
        }
        let all = unsafe [UInt8](unsafeUninitializedCapacity: count * 4) { target, filled in
            for pixel in 0..<count {
                unsafe target[pixel &* 4] = unsafe pixels[pixel &* 3]
                unsafe target[pixel &* 4 &+ 1] = unsafe pixels[pixel &* 3 &+ 1]
                unsafe target[pixel &* 4 &+ 2] = unsafe pixels[pixel &* 3 &+ 2]
                unsafe target[pixel &* 4 &+ 3] = unsafe alpha[pixel]
            }
            filled = count * 4
        }
        return PixelBuffer(width: width, height: height, format: .rgba, bytes: all)
    }

    /// Sets a row from light and coverage of each pixel, both 0 … 65,535.
    func set(row: Int, _ line: UnsafeBufferPointer<SIMD4<Float>>) {
        guard row >= 0, row < height else { return }
        let below = ground.map { SIMD4<Float>(small: SIMD4(truncatingIfNeeded: MosaicLights.light(of: $0))) } ?? .zero
        // In bounds: the row is on the tile; lights are clamped to 65,535, and there is a sample for each.
        unsafe LinearLight.sample.withUnsafeBufferPointer { sample in
            var place = row &* width
            for column in 0..<min(width, line.count) {
                defer { place &+= 1 }
                var light = unsafe line[column]
                let cover = light.w
                // The sums have rounding errors: treat nearly nothing as nothing, and nearly all as all.
                if cover <= 64 { continue }
                if cover != 65_535 {
                    light =
                        unsafe cover > 65_300 || alpha != nil
                        ? light * (65_535 / cover) : light + below * ((65_535 - cover) / 65_535)
                }
                let rounded = light.nearest
                unsafe pixels[place &* 3] = unsafe sample[Int(min(rounded.x, 65_535))]
                unsafe pixels[place &* 3 &+ 1] = unsafe sample[Int(min(rounded.y, 65_535))]
                unsafe pixels[place &* 3 &+ 2] = unsafe sample[Int(min(rounded.z, 65_535))]
                unsafe alpha?[place] = cover > 65_300 ? 255 : UInt8(clamping: min(cover / 257 + 0.5, 255))
            }
        }
    }

    /// Sets the visible pixels of a row, from `x` on, from lights in whole numbers.
    func set(_ lights: UnsafeBufferPointer<SIMD4<UInt16>>, x: Int, row: Int) {
        let columns = min(max(0, x), width)..<min(max(0, x + lights.count), width)
        guard row >= 0, row < height, !columns.isEmpty else { return }
        var place = row &* width &+ columns.lowerBound
        unsafe alpha.map { unsafe ($0 + place).update(repeating: 255, count: columns.count) }
        // In bounds: there is a sample for each light.
        unsafe LinearLight.sample.withUnsafeBufferPointer { sample in
            for column in columns {
                let light = unsafe lights[column &- x]
                unsafe pixels[place &* 3] = unsafe sample[Int(light.x)]
                unsafe pixels[place &* 3 &+ 1] = unsafe sample[Int(light.y)]
                unsafe pixels[place &* 3 &+ 2] = unsafe sample[Int(light.z)]
                place &+= 1
            }
        }
    }

    func fill(_ frame: PixelRect, _ light: SIMD4<UInt16>) {
        fill(
            frame,
            UInt32(LinearLight.sample[Int(light.x)]) << 16 | UInt32(LinearLight.sample[Int(light.y)]) << 8
                | UInt32(LinearLight.sample[Int(light.z)]))
    }

    /// Fills the visible part of a rectangle with 0xRRGGBB.
    func fill(_ frame: PixelRect, _ colour: UInt32) {
        let (columns, rows) = visible(frame)
        guard !columns.isEmpty else { return }
        let (red, green, blue) = (
            UInt8(truncatingIfNeeded: colour >> 16), UInt8(truncatingIfNeeded: colour >> 8),
            UInt8(truncatingIfNeeded: colour)
        )
        for y in rows {
            let start = y &* width &+ columns.lowerBound
            if red == green, green == blue {
                unsafe (pixels + start &* 3).update(repeating: red, count: columns.count &* 3)
            } else {
                for place in start..<start &+ columns.count {
                    unsafe pixels[place &* 3] = red
                    unsafe pixels[place &* 3 &+ 1] = green
                    unsafe pixels[place &* 3 &+ 2] = blue
                }
            }
            unsafe alpha.map { unsafe ($0 + start).update(repeating: 255, count: columns.count) }
        }
    }

    private func visible(_ frame: PixelRect) -> (columns: Range<Int>, rows: Range<Int>) {
        let (left, top) = (min(max(0, frame.x), width), min(max(0, frame.y), height))
        return (
            left..<max(left, min(width, frame.x + frame.width)),
            top..<max(top, min(height, frame.y + frame.height))
        )
    }

    /// Draws three-byte pixels into the visible part of a rectangle of their size.
    ///
    /// `source` must have three bytes for each pixel of `frame`.
    @inline(__always)
    func draw(_ source: UnsafeRawPointer, _ frame: PixelRect) {
        let (columns, rows) = visible(frame)
        guard !columns.isEmpty else { return }
        let isWhole = columns.count == frame.width && rows.count == frame.height
        if isWhole, unsafe alpha == nil, frame.width == 2 {
            // Copying six bytes directly is faster than a call.
            for y in 0..<frame.height {
                let from = unsafe source + y &* 6
                let to = unsafe UnsafeMutableRawPointer(pixels + ((frame.y &+ y) &* width &+ frame.x) &* 3)
                unsafe to.storeBytes(of: from.loadUnaligned(as: UInt32.self), as: UInt32.self)
                unsafe to.storeBytes(
                    of: from.loadUnaligned(fromByteOffset: 4, as: UInt16.self), toByteOffset: 4, as: UInt16.self)
            }
            return
        }
        for y in rows {
            let from = ((y &- frame.y) &* frame.width &+ columns.lowerBound &- frame.x) &* 3
            let to = y &* width &+ columns.lowerBound
            unsafe UnsafeMutableRawPointer(pixels + to &* 3).copyMemory(
                from: source + from, byteCount: columns.count &* 3)
            unsafe alpha.map { unsafe ($0 + to).update(repeating: 255, count: columns.count) }
        }
    }
}
