// The pixels of a mosaic tile while it is painted.

import Imaging
import Platform
import Tiling

/// Three-byte pixels on an opaque ground, or without a ground and with an alpha channel.
struct MosaicCanvas {
    let area: MosaicArea
    private let ground: UInt32?
    /// Three bytes per pixel, then without a ground one byte of alpha per pixel.
    var samples: [UInt8]

    /// - Parameters:
    ///   - width: of the tile, in pixels.
    ///   - height: of the tile, in pixels.
    ///   - ground: the colour where nothing is drawn, 0xRRGGBB; nil for transparent.
    init(width: Int, height: Int, on ground: UInt32?) {
        self.ground = ground
        area = MosaicArea(width: max(0, width), height: max(0, height), hasAlpha: ground == nil)
        samples = [UInt8](repeating: 0, count: area.pixelCount * (ground == nil ? 4 : 3))
        guard let ground else { return }
        let area = area
        var span = samples.mutableSpan
        area.fill(PixelRect(x: 0, y: 0, width: area.width, height: area.height), ground, &span)
    }

    /// The picture: `rgb` if it is opaque, else `rgba`.
    var buffer: PixelBuffer {
        let (width, height, count) = (area.width, area.height, area.pixelCount)
        guard area.hasAlpha, !samples[(count * 3)...].allSatisfy({ $0 == 255 }) else {
            let bytes = area.hasAlpha ? Array(samples[..<(count * 3)]) : samples
            return PixelBuffer(width: width, height: height, format: .rgb, bytes: bytes)
        }
        let colours = samples.span.extracting(..<(count * 3))
        let alpha = samples.span.extracting((count * 3)...)
        let all = [UInt8](capacity: count * 4) { output in
            for pixel in 0..<count {
                for channel in 0..<3 { output.append(colours[pixel &* 3 &+ channel]) }
                output.append(alpha[pixel])
            }
        }
        return PixelBuffer(width: width, height: height, format: .rgba, bytes: all)
    }

    /// Sets a row from light and coverage of each pixel, both 0 … 65,535.
    mutating func set(row: Int, _ line: Span<SIMD4<Float>>) {
        guard row >= 0, row < area.height else { return }
        let below = ground.map { SIMD4<Float>(small: SIMD4(truncatingIfNeeded: MosaicLights.light(of: $0))) } ?? .zero
        let (area, lookup) = (area, LinearLight.sample)
        // With the count known, the compiler drops the checks of lights that are at most 65,535.
        let sample = lookup.span.extracting(..<65_536)
        var samples = samples.mutableSpan
        var place = row * area.width
        for column in 0..<min(area.width, line.count) {
            defer { place &+= 1 }
            var light = line[column]
            let cover = light.w
            // The sums have rounding errors: treat nearly nothing as nothing, and nearly all as all.
            if cover <= 64 { continue }
            if cover != 65_535 {
                light =
                    cover > 65_300 || area.hasAlpha
                    ? light * (65_535 / cover) : light + below * ((65_535 - cover) / 65_535)
            }
            samples.store(light.nearest, from: sample, atPixel: place)
            if area.hasAlpha {
                samples[area.pixelCount &* 3 &+ place] =
                    cover > 65_300 ? 255 : UInt8(clamping: min(cover / 257 + 0.5, 255))
            }
        }
    }

    /// Sets the visible pixels of a row, from `x` on, from lights in whole numbers.
    mutating func set(_ lights: Span<SIMD4<UInt16>>, x: Int, row: Int) {
        let columns = min(max(0, x), area.width)..<min(max(0, x + lights.count), area.width)
        guard row >= 0, row < area.height, !columns.isEmpty else { return }
        let (area, lookup) = (area, LinearLight.sample)
        // With the count known, the compiler drops the checks of lights that are at most 65,535.
        let sample = lookup.span.extracting(..<65_536)
        var samples = samples.mutableSpan
        for column in columns {
            let light = SIMD4<UInt32>(truncatingIfNeeded: lights[column &- x])
            samples.store(light, from: sample, atPixel: row &* area.width &+ column)
        }
        area.cover(row, columns, &samples)
    }
}

extension MutableSpan<UInt8> {
    /// Stores the samples of three lights, each 0 … 65,535 or more by rounding.
    @inline(__always)
    fileprivate mutating func store(_ light: SIMD4<UInt32>, from sample: Span<UInt8>, atPixel place: Int) {
        self[place &* 3] = sample[Int(min(light.x, 65_535))]
        self[place &* 3 &+ 1] = sample[Int(min(light.y, 65_535))]
        self[place &* 3 &+ 2] = sample[Int(min(light.z, 65_535))]
    }

    /// Copies bytes, which must not be more than the source has from `start` on, to `place`.
    @inline(__always)
    fileprivate mutating func copy(_ source: Span<UInt8>, from start: Int, count: Int, to place: Int) {
        // Vectors of decreasing size; the last one overlaps the one before.
        if count >= 16 {
            copy(source, from: start, count: count, to: place, by: SIMD16<UInt8>.self)
        } else if count >= 8 {
            copy(source, from: start, count: count, to: place, by: SIMD8<UInt8>.self)
        } else if count >= 4 {
            copy(source, from: start, count: count, to: place, by: SIMD4<UInt8>.self)
        } else {
            for index in 0..<count { self[place &+ index] = source[start &+ index] }
        }
    }

    @inline(__always)
    private mutating func copy<Vector: FullyInhabited>(
        _ source: Span<UInt8>, from start: Int, count: Int, to place: Int, by vector: Vector.Type
    ) {
        let size = MemoryLayout<Vector>.size
        var index = 0
        while index < count {
            let next = Swift.min(index, count &- size)
            store(source.load(at: start &+ next, as: vector), at: place &+ next)
            index &+= size
        }
    }
}

/// Where the pixels of a canvas are among its samples.
///
/// Whoever draws many cells borrows the samples once, and draws them into the span. Every rectangle is first clipped to
/// the tile.
struct MosaicArea {
    let width: Int
    let height: Int
    let hasAlpha: Bool

    fileprivate var pixelCount: Int { width * height }

    /// Makes pixels opaque, if the canvas has alpha.
    @inline(__always)
    fileprivate func cover(_ row: Int, _ columns: Range<Int>, _ samples: inout MutableSpan<UInt8>) {
        guard hasAlpha else { return }
        let start = width &* (height &* 3 &+ row)
        for place in columns { samples[start &+ place] = 255 }
    }

    func fill(_ frame: PixelRect, _ light: SIMD4<UInt16>, _ samples: inout MutableSpan<UInt8>) {
        fill(
            frame,
            UInt32(LinearLight.sample[Int(light.x)]) << 16 | UInt32(LinearLight.sample[Int(light.y)]) << 8
                | UInt32(LinearLight.sample[Int(light.z)]),
            &samples)
    }

    /// Fills the visible part of a rectangle with 0xRRGGBB.
    func fill(_ frame: PixelRect, _ colour: UInt32, _ samples: inout MutableSpan<UInt8>) {
        let (columns, rows) = visible(frame)
        guard !columns.isEmpty else { return }
        let (red, green, blue) = (
            UInt8(truncatingIfNeeded: colour >> 16), UInt8(truncatingIfNeeded: colour >> 8),
            UInt8(truncatingIfNeeded: colour)
        )
        for y in rows {
            let start = (y &* width &+ columns.lowerBound) &* 3
            let end = start &+ columns.count &* 3
            var place = start
            let wordEnd = min(end, place &+ 48)
            while wordEnd &- place > 3 {
                samples.store(SIMD4(red, green, blue, red), at: place)
                place &+= 3
            }
            (samples[place], samples[place &+ 1], samples[place &+ 2]) = (red, green, blue)
            place &+= 3
            // The rest repeats the first pixels, sixteen bytes at a time; the last vector overlaps the one before.
            while place < end {
                let next = min(place, end &- 16)
                let pattern = samples.load(at: start &+ (next &- start) % 3, as: SIMD16<UInt8>.self)
                samples.store(pattern, at: next)
                place &+= 16
            }
            cover(y, columns, &samples)
        }
    }

    private func visible(_ frame: PixelRect) -> (columns: Range<Int>, rows: Range<Int>) {
        let (left, top) = (min(max(0, frame.x), width), min(max(0, frame.y), height))
        return (
            left..<max(left, min(width, frame.x + frame.width)),
            top..<max(top, min(height, frame.y + frame.height))
        )
    }

    /// Draws three-byte pixels, from byte `start` of `source` on, into the visible part of a rectangle of their size.
    @inline(__always)
    func draw(_ source: Span<UInt8>, from start: Int, _ frame: PixelRect, _ samples: inout MutableSpan<UInt8>) {
        let (columns, rows) = visible(frame)
        guard !columns.isEmpty else { return }
        let count = columns.count &* 3
        for y in rows {
            let from = start &+ ((y &- frame.y) &* frame.width &+ columns.lowerBound &- frame.x) &* 3
            samples.copy(source, from: from, count: count, to: (y &* width &+ columns.lowerBound) &* 3)
            cover(y, columns, &samples)
        }
    }
}
