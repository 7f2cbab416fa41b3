// Converts samples of a profile's colour space to sRGB or Display P3.

import Foundation
import Pixels
import Platform

/// Converts 8-bit pixels; colours outside the target's gamut are clipped, as in browsers.
package struct ColourConversion: Sendable {
    /// A target colour space; both use the sRGB curve.
    package enum Target: Sendable {
        case sRGB, displayP3

        var chromaticities: Chromaticities { self == .sRGB ? .bt709 : .displayP3 }
    }

    private typealias Vector = SIMD4<Float>

    private enum Steps {
        /// Neutral colours, by sample.
        case gray([UInt8])
        /// Linear light of each sample, and the matrix to the target's linear light.
        case matrix([[Float]], (Vector, Vector, Vector))
        /// Samples of high dynamic range, as an ordinary screen shows them.
        case toned(ToneMapping)
        /// Colours of 0...255 at a grid of `side` nodes per axis; the last sample varies fastest.
        case grid(side: Int, [Vector])
    }

    /// Grid nodes per axis for three and for four samples: the mean error against the profile is below one level.
    private static let (side3, side4) = (33, 17)
    /// The target's samples by linear light, in steps of 1/16384.
    private static let encoded: [UInt8] = (0...16384).map {
        UInt8(clamping: (encode(Double($0) / 16384) * 255).rounded())
    }

    let sampleCount: Int
    private let steps: Steps

    /// Prepares a conversion; cost: up to 0.1 s for a profile with tables; 50 µs otherwise.
    package init(_ profile: ColourProfile, to target: Target) {
        sampleCount = profile.space.sampleCount
        let colour = Self.converter(profile, target)
        switch profile.model {
        case .gray:
            steps = .gray((0..<256).map { Self.byte(colour([Double($0) / 255, 0, 0, 0])[1]) })
        case .matrix(let curves, let matrix):
            let tables = curves.map { curve in (0..<256).map { Float(curve.value(Double($0) / 255)) } }
            let whole = matrix.followed(by: Self.linear(target))
            func column(_ v: ColourMatrix.Vector) -> Vector { [Float(v[0]), Float(v[1]), Float(v[2]), 0] }
            steps = .matrix(tables, (column(whole.columns.0), column(whole.columns.1), column(whole.columns.2)))
        case .lookup:
            let side = sampleCount == 4 ? Self.side4 : Self.side3
            let count = sampleCount == 4 ? side * side * side * side : side * side * side
            let nodes = (0..<count).map { node -> Vector in
                var rest = node
                var samples = SIMD4<Double>(repeating: 0)
                for channel in (0..<profile.space.sampleCount).reversed() {
                    samples[channel] = Double(rest % side) / Double(side - 1)
                    rest /= side
                }
                let value = colour(samples) * 255
                return [Float(value[0]), Float(value[1]), Float(value[2]), 0]
            }
            steps = .grid(side: side, nodes)
        }
    }

    /// Prepares the mapping of high dynamic range that an ICC profile declares; nil for other profiles.
    ///
    /// Returns the ICC profile of the resulting samples as well; nil for sRGB.
    package static func toneMapping(_ icc: [UInt8]) -> (conversion: ColourConversion, profile: [UInt8]?)? {
        ColourProfile.codePoints(icc).flatMap { ToneMapping($0) }.map { (ColourConversion($0), $0.profile) }
    }

    private init(_ mapping: ToneMapping) { (sampleCount, steps) = (3, .toned(mapping)) }

    /// Returns a function from samples of 0...1 to the target's samples, which lie outside 0...1 beyond the gamut.
    private static func converter(
        _ profile: ColourProfile, _ target: Target
    ) -> (SIMD4<Double>) -> ColourMatrix.Vector {
        let matrix = linear(target)
        return { samples in
            let light = matrix.applied(to: profile.xyz(samples))
            return [wide(light[0]), wide(light[1]), wide(light[2])]
        }
    }

    /// Returns the target's linear light for samples of 0...1: below 0 or above 1 outside the target's gamut.
    package static func light(of samples: SIMD4<Double>, _ profile: ColourProfile, _ target: Target)
        -> ColourMatrix.Vector
    {
        linear(target).applied(to: profile.xyz(samples))
    }

    /// Returns the matrix from XYZ with white point D50 to the target's linear light.
    private static func linear(_ target: Target) -> ColourMatrix {
        target.chromaticities.matrix?.inverse ?? ColourMatrix([1, 0, 0], [0, 1, 0], [0, 0, 1])
    }

    /// Encodes linear light as sRGB (IEC 61966-2-1 §5.3).
    static func encode(_ light: Double) -> Double {
        let light = min(max(light, 0), 1)
        return light <= 0.0031308 ? light * 12.92 : 1.055 * pow(light, 1 / 2.4) - 0.055
    }

    /// Encodes like `encode`, but continued below 0 and above 1.
    ///
    /// Interpolated colours are then clipped where they leave the gamut, and not before.
    private static func wide(_ light: Double) -> Double {
        let size = min(abs(light), 8)
        let value = size <= 1 ? encode(size) : 1.055 * pow(size, 1 / 2.4) - 0.055
        return light < 0 ? -value : value
    }

    private static func byte(_ value: Double) -> UInt8 { UInt8(clamping: min(max((value * 255).rounded(), 0), 255)) }

    /// Converts one pixel; `samples` are as many as the profile's, of 0...255; gray gives three equal ones.
    package func converted(_ samples: SIMD4<UInt8>) -> SIMD4<UInt8> {
        switch steps {
        case .gray(let table):
            let value = table[Int(samples[0])]
            return [value, value, value, 255]
        case .matrix(let tables, let columns):
            return Self.encoded(
                columns.0 * tables[0][Int(samples[0])] + columns.1 * tables[1][Int(samples[1])]
                    + columns.2 * tables[2][Int(samples[2])])
        case .toned(let mapping): return mapping.shown(samples)
        case .grid(let side, let nodes):
            return interpolated(samples, nodes.span, side)
        }
    }

    @inline(__always)
    private static func encoded(_ light: Vector) -> SIMD4<UInt8> {
        let indices = indices(light)
        return [
            encoded[Int(indices[0])], encoded[Int(indices[1])], encoded[Int(indices[2])], 255,
        ]
    }

    /// Interpolates linearly between the nodes around a colour.
    @inline(__always)
    private func interpolated(_ samples: SIMD4<UInt8>, _ nodes: Span<Vector>, _ side: Int) -> SIMD4<UInt8> {
        // Written out: generic conversions of whole vectors take longer than all the rest.
        let position =
            Vector(Float(samples[0]), Float(samples[1]), Float(samples[2]), Float(samples[3])) * (Float(side - 1) / 255)
        let last = Int32(truncatingIfNeeded: side &- 2)
        let lower = SIMD4<Int32>(
            min(Int32(clamping: position[0]), last), min(Int32(clamping: position[1]), last),
            min(Int32(clamping: position[2]), last),
            min(Int32(clamping: position[3]), last))
        let rest = position - Vector(Float(lower[0]), Float(lower[1]), Float(lower[2]), Float(lower[3]))
        var node = 0
        for sample in 0..<sampleCount { node = node &* side &+ Int(lower[sample]) }
        @inline(__always) func between(_ a: Vector, _ b: Vector, _ share: Float) -> Vector { a + (b - a) * share }
        // From the last sample, whose nodes are adjacent, to the first.
        @inline(__always) func square(_ node: Int, _ first: Int) -> Vector {
            // Two nodes at once.
            let near = nodes.load(at: node, as: SIMD8<Float>.self)
            let far = nodes.load(at: node &+ side, as: SIMD8<Float>.self)
            return between(
                between(near.lowHalf, near.highHalf, rest[first &+ 1]),
                between(far.lowHalf, far.highHalf, rest[first &+ 1]), rest[first])
        }
        @inline(__always) func cube(_ node: Int, _ first: Int) -> Vector {
            between(square(node, first &+ 1), square(node &+ side &* side, first &+ 1), rest[first])
        }
        let result =
            sampleCount == 3
            ? cube(node, 0) : between(cube(node, 1), cube(node &+ side &* side &* side, 1), rest[0])
        let value = Self.limited(result, Vector(repeating: 255)) + 0.5
        @inline(__always) func byte(_ value: Float) -> UInt8 { UInt8(clamping: value) }
        return SIMD4(byte(value[0]), byte(value[1]), byte(value[2]), byte(value[3]))
    }

    /// Clamps each lane to 0...`most`.
    @inline(__always)
    private static func limited(_ vector: Vector, _ most: Vector) -> Vector {
        let above = vector.replacing(with: Vector(), where: vector .< Vector())
        return above.replacing(with: most, where: above .> most)
    }

    /// Converts a picture; alpha is unchanged.
    ///
    /// Gray pictures stay gray, even with an RGB profile, and RGB ones with a gray profile are unchanged. Cost: about
    /// 10 ns per pixel; 40 ns for four inks.
    package func converted(_ picture: PixelBuffer) -> PixelBuffer {
        let step = picture.format.channelCount
        guard step < 3 || sampleCount == 3 else { return picture }
        var picture = picture
        var bytes = picture.bytes.mutableSpan
        if step < 3 {
            let table = (0..<256).map { value in
                let sample = UInt8(value)
                return converted([sample, sample, sample, 0])[1]
            }
            for offset in stride(from: 0, to: bytes.count, by: step) { bytes[offset] = table[Int(bytes[offset])] }
            return picture
        }
        switch steps {
        case .matrix(let tables, let columns): Self.convert(&bytes, step, tables, columns)
        case .gray: Self.convert(&bytes, step, converted)
        case .toned(let mapping): Self.convert(&bytes, step, mapping.shown)
        case .grid(let side, let nodes): Self.convert(&bytes, step) { interpolated($0, nodes.span, side) }
        }
        return picture
    }

    /// Converts pixels of three or four samples in place.
    @inline(__always)
    private static func convert(
        _ bytes: inout MutableSpan<UInt8>, _ step: Int, _ converted: (SIMD4<UInt8>) -> SIMD4<UInt8>
    ) {
        for offset in stride(from: 0, to: bytes.count, by: step) {
            let colour = converted(SIMD4<UInt8>(bytes[offset], bytes[offset + 1], bytes[offset + 2], 0))
            (bytes[offset], bytes[offset + 1], bytes[offset + 2]) = (colour[0], colour[1], colour[2])
        }
    }

    /// Converts pixels of three or four samples by curves and a matrix, in place.
    private static func convert(
        _ bytes: inout MutableSpan<UInt8>, _ step: Int, _ tables: [[Float]], _ columns: (Vector, Vector, Vector)
    ) {
        let all = encoded
        let encoded = all.span
        let (first, second, third) = (tables[0], tables[1], tables[2])
        let red = first.span
        let green = second.span
        let blue = third.span
        for offset in stride(from: 0, to: bytes.count - 2, by: step) {
            let light =
                columns.0 * red[Int(bytes[offset])] + columns.1 * green[Int(bytes[offset + 1])]
                + columns.2 * blue[Int(bytes[offset + 2])]
            let indices = Self.indices(light)
            bytes[offset] = encoded[Int(indices[0])]
            bytes[offset + 1] = encoded[Int(indices[1])]
            bytes[offset + 2] = encoded[Int(indices[2])]
        }
    }

    /// Returns indices into the table `encoded`, 0...16384.
    @inline(__always)
    private static func indices(_ light: Vector) -> SIMD4<UInt32> {
        let exact = limited(light, Vector(repeating: 1)) * 16384 + 0.5
        return SIMD4(UInt32(clamping: exact[0]), UInt32(clamping: exact[1]), UInt32(clamping: exact[2]), 0)
    }

    /// Converts a row of four inks to RGB, in place.
    ///
    /// `pixels` has three bytes per pixel, `black` one. Files store inverted inks: 255 is no ink; with `isInk`,
    /// `pixels` holds ink amounts instead.
    func convertInks(_ pixels: inout MutableSpan<UInt8>, black: Span<UInt8>, count: Int, isInk: Bool) {
        let flip: UInt8 = isInk ? 0 : 255
        @inline(__always) func convert(
            _ pixels: inout MutableSpan<UInt8>, _ converted: (SIMD4<UInt8>) -> SIMD4<UInt8>
        ) {
            for x in 0..<count {
                let offset = 3 &* x
                let colour = converted(
                    SIMD4(pixels[offset] ^ flip, pixels[offset &+ 1] ^ flip, pixels[offset &+ 2] ^ flip, black[x] ^ 255)
                )
                (pixels[offset], pixels[offset &+ 1], pixels[offset &+ 2]) = (colour[0], colour[1], colour[2])
            }
        }
        guard case .grid(let side, let nodes) = steps else { return convert(&pixels, converted) }
        convert(&pixels) { interpolated($0, nodes.span, side) }
    }
}
