// Scales tiny pictures to the size of a cell.

import Imaging
import Tiling

/// Scales a square picture to `width × height` pixels in linear light, averaging by area or interpolating linearly.
///
/// Rows are combined first, four samples at a time regardless of channel, then the pixels of each row. Cost: some 4 ns
/// per source pixel, and 8 ns per target pixel.
@safe final class CellScaler {
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
    }

    private let side: Int
    private let width: Int
    private let height: Int
    private let columns: Taps
    private let rows: Taps
    /// Samples per source row, rounded up to a multiple of four.
    private let stride: Int
    /// The light of the source, plus two rows; and a row not yet scaled horizontally, plus four pixels.
    private let source: UnsafeMutablePointer<Float>
    private let line: UnsafeMutablePointer<Float>
    /// `width × height` pixels of three bytes.
    private let target: UnsafeMutablePointer<UInt8>

    /// Prepares to scale from `side` pixels, a power of two from 2 on, to at least 1 × 1 pixels.
    init(side: Int, width: Int, height: Int) {
        precondition(side > 0 && width > 0 && height > 0)
        (self.side, self.width, self.height) = (side, width, height)
        columns = Taps(from: side, to: width)
        rows = Taps(from: side, to: height)
        stride = (side * 3 + 3) / 4 * 4
        let (sourceCount, lineCount, targetCount) = (stride * (side + 2), stride + 12, width * height * 3 + 1)
        unsafe source = .allocate(capacity: sourceCount)
        unsafe source.initialize(repeating: 0, count: sourceCount)
        unsafe line = .allocate(capacity: lineCount)
        unsafe line.initialize(repeating: 0, count: lineCount)
        unsafe target = .allocate(capacity: targetCount)
        unsafe target.initialize(repeating: 0, count: targetCount)
    }

    deinit {
        unsafe source.deallocate()
        unsafe line.deallocate()
        unsafe target.deallocate()
    }

    func isFor(_ frame: PixelRect) -> Bool { frame.width == width && frame.height == height }

    /// The result of the last `scale`: `width × height` pixels of three bytes.
    var pixels: UnsafeRawPointer { unsafe UnsafeRawPointer(target) }

    /// Scales a picture of `side × side` pixels of three bytes, which `bytes` must have, into `pixels`.
    ///
    /// Taps outside the source have weight 0, and there is room to read them.
    func scale(_ bytes: UnsafeRawPointer) {
        unsafe LinearLight.floats.withUnsafeBufferPointer { light in
            let rowCount = side &* 3
            for row in 0..<side {
                let (from, to) = unsafe (bytes + row &* rowCount, source + row &* stride)
                for sample in 0..<rowCount {
                    unsafe to[sample] = unsafe light[Int(from.load(fromByteOffset: sample, as: UInt8.self))]
                }
            }
        }
        unsafe LinearLight.sample.withUnsafeBufferPointer { sample in
            unsafe rows.first.withUnsafeBufferPointer { rowFirst in
                unsafe rows.weights.withUnsafeBufferPointer { rowWeights in
                    unsafe columns.first.withUnsafeBufferPointer { columnFirst in
                        unsafe columns.weights.withUnsafeBufferPointer { columnWeights in
                            for row in 0..<height {
                                unsafe combine(rowFirst[row], rowWeights[row])
                                unsafe emit(row, columnFirst, columnWeights, sample)
                            }
                        }
                    }
                }
            }
        }
    }

    /// Combines three source rows into `line`.
    @inline(__always)
    private func combine(_ first: Int, _ weights: Samples) {
        let rows = unsafe UnsafeRawPointer(source + first &* stride)
        let (one, two) = (stride &* 4, stride &* 8)
        var place = 0
        while place < one {
            let sum =
                unsafe rows.loadUnaligned(fromByteOffset: place, as: Samples.self) * weights.x
                + rows.loadUnaligned(fromByteOffset: place &+ one, as: Samples.self) * weights.y
                + rows.loadUnaligned(fromByteOffset: place &+ two, as: Samples.self) * weights.z
            unsafe UnsafeMutableRawPointer(line).storeBytes(of: sum, toByteOffset: place, as: Samples.self)
            place &+= 16
        }
    }

    /// Scales `line` horizontally into a row of the target.
    @inline(__always)
    private func emit(
        _ row: Int, _ first: UnsafeBufferPointer<Int>, _ weights: UnsafeBufferPointer<Samples>,
        _ sample: UnsafeBufferPointer<UInt8>
    ) {
        var output = unsafe target + row &* width &* 3
        for column in 0..<width {
            let taps = unsafe UnsafeRawPointer(line + first[column] &* 3)
            let weight = unsafe weights[column]
            let sum =
                unsafe taps.loadUnaligned(as: Samples.self) * weight.x
                + taps.loadUnaligned(fromByteOffset: 12, as: Samples.self) * weight.y
                + taps.loadUnaligned(fromByteOffset: 24, as: Samples.self) * weight.z
            // Weights add up to one, except for rounding.
            let rounded = sum.nearest
            unsafe output[0] = unsafe sample[Int(min(rounded.x, 65_535))]
            unsafe output[1] = unsafe sample[Int(min(rounded.y, 65_535))]
            unsafe output[2] = unsafe sample[Int(min(rounded.z, 65_535))]
            unsafe output += 3
        }
    }
}
