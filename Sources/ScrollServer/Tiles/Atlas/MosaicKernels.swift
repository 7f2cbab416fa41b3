// The inner loops of mosaics: checks of each access would make painting a tile up to twice as slow.

import Imaging
import Tiling

/// Rows of bytes in a picture, `stride` bytes apart.
struct ByteRows {
    var start: Int
    var stride: Int

    /// Traps unless all bytes of the rows are among `count`; none of the numbers may be negative.
    fileprivate func check(_ rowCount: Int, of byteCount: Int, in count: Int) {
        precondition(start >= 0 && stride >= 0 && rowCount > 0 && byteCount >= 0)
        precondition(start + (rowCount - 1) * stride + byteCount <= count)
    }
}

// Each function checks the bounds of all that it reads and writes before its loop.
extension Span<UInt8> {
    /// Returns RGBA pixels from `pixelCount` RGB pixels and the alpha bytes that follow them.
    func joinedPixels(_ pixelCount: Int) -> [UInt8] {
        precondition(pixelCount >= 0 && pixelCount * 4 <= count)
        return unsafe withUnsafeBufferPointer { source in
            unsafe [UInt8](unsafeUninitializedCapacity: pixelCount * 4) { target, filled in
                for pixel in 0..<pixelCount {
                    unsafe target[pixel &* 4] = source[pixel &* 3]
                    unsafe target[pixel &* 4 &+ 1] = source[pixel &* 3 &+ 1]
                    unsafe target[pixel &* 4 &+ 2] = source[pixel &* 3 &+ 2]
                    unsafe target[pixel &* 4 &+ 3] = source[pixelCount &* 3 &+ pixel]
                }
                filled = pixelCount * 4
            }
        }
    }
}

extension MutableSpan<UInt8> {
    /// Copies rows of `byteCount` bytes from `source`.
    @inline(__always)
    mutating func copy(_ source: Span<UInt8>, _ from: ByteRows, to rows: ByteRows, _ rowCount: Int, of byteCount: Int) {
        from.check(rowCount, of: byteCount, in: source.count)
        rows.check(rowCount, of: byteCount, in: count)
        unsafe source.withUnsafeBytes { source in
            unsafe withUnsafeMutableBytes { target in
                guard let source = source.baseAddress, let target = target.baseAddress else { return }
                for row in 0..<rowCount {
                    let bytes = unsafe source + (from.start &+ row &* from.stride)
                    let rowStart = unsafe target + (rows.start &+ row &* rows.stride)
                    // Copying six bytes directly is faster than a call.
                    if byteCount == 6 {
                        unsafe rowStart.storeBytes(of: bytes.loadUnaligned(as: UInt32.self), as: UInt32.self)
                        unsafe rowStart.storeBytes(
                            of: bytes.loadUnaligned(fromByteOffset: 4, as: UInt16.self), toByteOffset: 4,
                            as: UInt16.self)
                    } else {
                        unsafe rowStart.copyMemory(from: bytes, byteCount: byteCount)
                    }
                }
            }
        }
    }

    /// Sets all bytes of rows.
    mutating func fill(_ byte: UInt8, _ rows: ByteRows, _ rowCount: Int, of byteCount: Int) {
        rows.check(rowCount, of: byteCount, in: count)
        unsafe withUnsafeMutableBufferPointer { target in
            guard let target = target.baseAddress else { return }
            for row in 0..<rowCount {
                unsafe (target + (rows.start &+ row &* rows.stride)).update(repeating: byte, count: byteCount)
            }
        }
    }

    /// Sets rows of three-byte pixels to 0xRRGGBB.
    mutating func fill(colour: UInt32, _ rows: ByteRows, _ rowCount: Int, of pixelCount: Int) {
        let (red, green, blue) = (
            UInt8(truncatingIfNeeded: colour >> 16), UInt8(truncatingIfNeeded: colour >> 8),
            UInt8(truncatingIfNeeded: colour)
        )
        if red == green, green == blue { return fill(red, rows, rowCount, of: pixelCount * 3) }
        rows.check(rowCount, of: pixelCount * 3, in: count)
        unsafe withUnsafeMutableBufferPointer { target in
            guard let target = target.baseAddress else { return }
            for row in 0..<rowCount {
                let start = unsafe target + (rows.start &+ row &* rows.stride)
                for pixel in 0..<pixelCount {
                    unsafe start[pixel &* 3] = red
                    unsafe start[pixel &* 3 &+ 1] = green
                    unsafe start[pixel &* 3 &+ 2] = blue
                }
            }
        }
    }

    /// Sets pixels of three bytes, from pixel `first` on, from lights in whole numbers.
    mutating func set(_ lights: Span<SIMD4<UInt16>>, at first: Int) {
        precondition(first >= 0 && (first + lights.count) * 3 <= count)
        unsafe withUnsafeMutableBufferPointer { target in
            unsafe LinearLight.withSamples { sample in
                for index in lights.indices {
                    let light = lights[index]
                    let offset = (first &+ index) &* 3
                    unsafe target[offset] = unsafe sample[Int(light.x)]
                    unsafe target[offset &+ 1] = unsafe sample[Int(light.y)]
                    unsafe target[offset &+ 2] = unsafe sample[Int(light.z)]
                }
            }
        }
    }

    /// Sets pixels from light and coverage, both 0 … 65,535: colours from pixel `first` on, on `below` where there is
    /// no `alpha`, and else the coverage from byte `alpha` on.
    mutating func set(_ line: Span<SIMD4<Float>>, at first: Int, on below: SIMD4<Float>, alpha: Int?) {
        precondition(first >= 0 && (first + line.count) * 3 <= count)
        if let alpha { precondition(alpha >= 0 && alpha + line.count <= count) }
        unsafe withUnsafeMutableBufferPointer { target in
            unsafe LinearLight.withSamples { sample in
                for column in line.indices {
                    var light = line[column]
                    let cover = light.w
                    // The sums have rounding errors: treat nearly nothing as nothing, and nearly all as all.
                    if cover <= 64 { continue }
                    if cover != 65_535 {
                        light =
                            cover > 65_300 || alpha != nil
                            ? light * (65_535 / cover) : light + below * ((65_535 - cover) / 65_535)
                    }
                    let rounded = light.nearest
                    let offset = (first &+ column) &* 3
                    unsafe target[offset] = unsafe sample[Int(min(rounded.x, 65_535))]
                    unsafe target[offset &+ 1] = unsafe sample[Int(min(rounded.y, 65_535))]
                    unsafe target[offset &+ 2] = unsafe sample[Int(min(rounded.z, 65_535))]
                    guard let alpha else { continue }
                    unsafe target[alpha &+ column] = cover > 65_300 ? 255 : UInt8(clamping: min(cover / 257 + 0.5, 255))
                }
            }
        }
    }
}

extension LinearLight {
    /// Calls `body` with the sample of each light, 0 … 65,535.
    @inline(__always)
    fileprivate static func withSamples(_ body: (UnsafePointer<UInt8>) -> Void) {
        precondition(sample.count == 65_536)
        unsafe sample.withUnsafeBufferPointer { if let base = $0.baseAddress { unsafe body(base) } }
    }
}

/// For each target pixel the first source pixel, and the weights of it and the next two.
struct CellTaps {
    typealias Samples = SIMD4<Float>

    /// At most `source - 1`, and as many as `weights`.
    private var first: [Int] = []
    private var weights: [Samples] = []
    /// Samples per source row, rounded up to a multiple of four.
    let stride: Int
    private let source: Int

    init(from source: Int, to target: Int) {
        self.source = source
        stride = (source * 3 + 3) / 4 * 4
        let step = Double(source) / Double(target)
        for index in 0..<target {
            if step >= 1 {
                let (start, end) = (Double(index) * step, Double(index + 1) * step)
                let first = min(Int(clamping: start), source - 1)
                var weights = Samples.zero
                for tap in 0..<3 {
                    let pixel = Double(first + tap)
                    weights[tap] = Float(max(0, min(end, pixel + 1) - max(start, pixel)) / step)
                }
                self.first.append(first)
                self.weights.append(weights)
            } else {
                let middle = min(max((Double(index) + 0.5) * step - 0.5, 0), Double(source - 1))
                let rest = Float(middle - middle.rounded(.down))
                first.append(Int(clamping: middle))
                weights.append(Samples(1 - rest, rest, 0, 0))
            }
        }
    }

    /// Combines rows of `light` in `line`, and scales each by `columns` into a row of three-byte `pixels`.
    ///
    /// Taps outside the source have weight 0; there must be room for them: two rows in `light`, 12 samples in `line`.
    func scale(_ light: [Float], _ columns: CellTaps, by line: inout [Float], into pixels: inout [UInt8]) {
        precondition(light.count >= (source + 2) * stride && line.count >= max(stride, columns.stride + 12))
        precondition(pixels.count >= first.count * columns.first.count * 3)
        unsafe light.withUnsafeBytes { light in
            unsafe line.withUnsafeMutableBytes { line in
                unsafe pixels.withUnsafeMutableBufferPointer { pixels in
                    guard let light = light.baseAddress, let line = line.baseAddress, var output = pixels.baseAddress
                    else { return }
                    for row in first.indices {
                        unsafe combine(light + first[row] &* stride &* 4, weights[row], line)
                        unsafe columns.emit(line, &output)
                    }
                }
            }
        }
    }

    /// Combines three source rows into `line`.
    @inline(__always)
    private func combine(_ rows: UnsafeRawPointer, _ weights: Samples, _ line: UnsafeMutableRawPointer) {
        let (one, two) = (stride &* 4, stride &* 8)
        var offset = 0
        while offset < one {
            let sum =
                unsafe rows.loadUnaligned(fromByteOffset: offset, as: Samples.self) * weights.x
                + rows.loadUnaligned(fromByteOffset: offset &+ one, as: Samples.self) * weights.y
                + rows.loadUnaligned(fromByteOffset: offset &+ two, as: Samples.self) * weights.z
            unsafe line.storeBytes(of: sum, toByteOffset: offset, as: Samples.self)
            offset &+= 16
        }
    }

    /// Scales `line` horizontally into a row of the target.
    @inline(__always)
    private func emit(_ line: UnsafeMutableRawPointer, _ output: inout UnsafeMutablePointer<UInt8>) {
        let (first, weights) = (first.span, weights.span)
        unsafe LinearLight.withSamples { sample in
            for column in weights.indices {
                let taps = unsafe UnsafeRawPointer(line) + first[column] &* 12
                let weight = weights[column]
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
}
