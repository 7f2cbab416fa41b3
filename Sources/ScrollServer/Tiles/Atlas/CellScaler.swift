// Scales tiny pictures to the size of a cell.

import Imaging
import Platform
import Tiling

/// Scales a square picture to `width × height` pixels in linear light, averaging by area or interpolating linearly.
///
/// Rows are combined first, four samples at a time regardless of channel, then the pixels of each row. Cost: some 4 ns
/// per source pixel, and 8 ns per target pixel.
struct CellScaler {
    private typealias Samples = SIMD4<Float>

    /// For each target pixel the first source pixel, and the weights of it and the next two.
    private struct Taps {
        var first: [Int] = []
        var weights: [Samples] = []

        init(from source: Int, to target: Int) {
            let step = Double(source) / Double(target)
            for place in 0..<target {
                if step >= 1 {
                    let (start, end) = (Double(place) * step, Double(place + 1) * step)
                    let first = min(Int(clamping: start), source - 1)
                    var weights = Samples.zero
                    for tap in 0..<3 {
                        let pixel = Double(first + tap)
                        weights[tap] = Float(max(0, min(end, pixel + 1) - max(start, pixel)) / step)
                    }
                    self.first.append(first)
                    self.weights.append(weights)
                } else {
                    let middle = min(max((Double(place) + 0.5) * step - 0.5, 0), Double(source - 1))
                    let rest = Float(middle - middle.rounded(.down))
                    first.append(Int(clamping: middle))
                    weights.append(Samples(1 - rest, rest, 0, 0))
                }
            }
        }

        /// Combines rows of `source` in `line`, and scales each by `columns` into a row of `pixels`.
        func scale(_ source: [Float], _ columns: Taps, by line: inout [Float], into pixels: inout [UInt8]) {
            let stride = line.count - 12
            var line = line.mutableSpan
            var pixels = pixels.mutableSpan
            for row in first.indices {
                combine(source.span, stride, row, into: &line)
                columns.emit(line.span, row, into: &pixels)
            }
        }

        /// Combines the three source rows of a target row into `line`.
        @inline(__always)
        func combine(_ source: Span<Float>, _ stride: Int, _ row: Int, into line: inout MutableSpan<Float>) {
            let weights = weights[row]
            var place = first[row] &* stride
            for target in Swift.stride(from: 0, to: stride, by: 4) {
                let sum =
                    source.load(at: place, as: Samples.self) * weights.x
                    + source.load(at: place &+ stride, as: Samples.self) * weights.y
                    + source.load(at: place &+ stride &* 2, as: Samples.self) * weights.z
                line.store(sum, at: target)
                place &+= 4
            }
        }

        /// Scales `line` horizontally into a row of three-byte pixels.
        @inline(__always)
        func emit(_ line: Span<Float>, _ row: Int, into pixels: inout MutableSpan<UInt8>) {
            let samples = LinearLight.sample
            // With the count known, the compiler drops the checks of lights that are at most 65,535.
            let sample = samples.span.extracting(..<65_536)
            let weights = weights.span
            var output = row &* first.count &* 3
            for column in weights.indices {
                let (tap, weight) = (first[column] &* 3, weights[column])
                let sum =
                    line.load(at: tap, as: Samples.self) * weight.x
                    + line.load(at: tap &+ 3, as: Samples.self) * weight.y
                    + line.load(at: tap &+ 6, as: Samples.self) * weight.z
                // Weights add up to one, except for rounding.
                let rounded = sum.nearest
                pixels[output] = sample[Int(min(rounded.x, 65_535))]
                pixels[output &+ 1] = sample[Int(min(rounded.y, 65_535))]
                pixels[output &+ 2] = sample[Int(min(rounded.z, 65_535))]
                output &+= 3
            }
        }
    }

    private let side: Int
    private let width: Int
    private let height: Int
    private let columns: Taps
    private let rows: Taps
    /// Samples per source row, rounded up to a multiple of four.
    private let stride: Int
    /// The light of the source, plus two rows; and a row not yet scaled horizontally, plus four pixels.
    private var source: [Float]
    private var line: [Float]
    /// The result of the last `scale`: `width × height` pixels of three bytes.
    private(set) var pixels: [UInt8]

    /// Prepares to scale from `side` pixels, a power of two from 2 on, to at least 1 × 1 pixels.
    init(side: Int, width: Int, height: Int) {
        precondition(side > 0 && width > 0 && height > 0)
        (self.side, self.width, self.height) = (side, width, height)
        columns = Taps(from: side, to: width)
        rows = Taps(from: side, to: height)
        stride = (side * 3 + 3) / 4 * 4
        source = [Float](repeating: 0, count: stride * (side + 2))
        line = [Float](repeating: 0, count: stride + 12)
        pixels = [UInt8](repeating: 0, count: width * height * 3)
    }

    func isFor(_ frame: PixelRect) -> Bool { frame.width == width && frame.height == height }

    /// Scales a picture of `side × side` pixels of three bytes, from byte `start` of `bytes` on, into `pixels`.
    ///
    /// Taps outside the source have weight 0, and there is room to read them.
    mutating func scale(_ bytes: Span<UInt8>, from start: Int) {
        fill(bytes, from: start)
        rows.scale(source, columns, by: &line, into: &pixels)
    }

    private mutating func fill(_ bytes: Span<UInt8>, from start: Int) {
        let (side, stride, floats) = (side, stride, LinearLight.floats)
        let light = floats.span.extracting(..<256)
        var source = source.mutableSpan
        for row in 0..<side {
            let samples = bytes.extracting(start + row * side * 3..<start + (row + 1) * side * 3)
            var lights = source._mutatingExtracting(row * stride..<row * stride + samples.count)
            for sample in samples.indices { lights[sample] = light[Int(samples[sample])] }
        }
    }
}
