// The inner loops of mosaics: checks of each access would make painting a tile up to twice as slow.

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

    /// Sets rows of three-byte pixels to a colour.
    mutating func fill(colour: SIMD4<UInt8>, _ rows: ByteRows, _ rowCount: Int, of pixelCount: Int) {
        let (red, green, blue) = (colour.x, colour.y, colour.z)
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

    /// Sets pixels of three bytes, from pixel `first` on.
    mutating func set(_ colours: Span<SIMD4<UInt8>>, at first: Int) {
        precondition(first >= 0 && (first + colours.count) * 3 <= count)
        unsafe withUnsafeMutableBufferPointer { target in
            for index in colours.indices {
                let colour = colours[index]
                let offset = (first &+ index) &* 3
                unsafe target[offset] = colour.x
                unsafe target[offset &+ 1] = colour.y
                unsafe target[offset &+ 2] = colour.z
            }
        }
    }

    /// Sets pixels from red, green, blue and coverage, each 0 … 255: colours from pixel `first` on, on `below` where
    /// there is no `alpha`, and else the coverage from byte `alpha` on.
    mutating func set(_ line: Span<SIMD4<Float>>, at first: Int, on below: SIMD4<Float>, alpha: Int?) {
        precondition(first >= 0 && (first + line.count) * 3 <= count)
        if let alpha { precondition(alpha >= 0 && alpha + line.count <= count) }
        unsafe withUnsafeMutableBufferPointer { target in
            for column in line.indices {
                var colour = line[column]
                let cover = colour.w
                // The sums have rounding errors: treat nearly nothing as nothing, and nearly all as all.
                if cover <= 0.25 { continue }
                if cover != 255 {
                    colour =
                        cover > 254 || alpha != nil
                        ? colour * (255 / cover) : colour + below * ((255 - cover) / 255)
                }
                let rounded = colour.nearest
                let offset = (first &+ column) &* 3
                unsafe target[offset] = UInt8(clamping: rounded.x)
                unsafe target[offset &+ 1] = UInt8(clamping: rounded.y)
                unsafe target[offset &+ 2] = UInt8(clamping: rounded.z)
                guard let alpha else { continue }
                unsafe target[alpha &+ column] = UInt8(clamping: cover > 254 ? 255 : cover + 0.5)
            }
        }
    }
}

/// For each target pixel the first source pixel, and the weights of it and the next two, which add up to 256.
struct CellTaps {
    /// Samples of a row, regardless of channel, and those of one pixel and a sample of the next.
    private typealias Samples = SIMD8<UInt16>
    private typealias Pixel = SIMD4<UInt16>

    /// At most `source - 1`, and as many as `weights`.
    private var first: [Int] = []
    private var weights: [Pixel] = []
    /// Samples per source row, rounded up to a multiple of eight.
    let stride: Int
    private let source: Int

    /// Prepares to scale a side of `source` pixels, a power of two up to 256, to `target` pixels.
    init(from source: Int, to target: Int) {
        self.source = source
        stride = (source * 3 + 7) / 8 * 8
        for index in 0..<target {
            if target <= source {
                // The target pixel's edges, where a source pixel has the length `target`.
                let (start, end) = (index * source, (index + 1) * source)
                first.append(start / target)
                var weights = Pixel.zero
                for tap in 0..<3 {
                    let pixel = (start / target + tap) * target
                    weights[tap] = UInt16(clamping: (min(end, pixel + target) - max(start, pixel)) * 256 / source)
                }
                self.weights.append(weights)
            } else {
                // The target pixel's middle from that of the first source pixel, which has the length `2 * target`.
                let middle = min(max((2 * index + 1) * source - target, 0), (source - 1) * 2 * target)
                let second = UInt16(clamping: (middle % (2 * target) * 256 + target) / (2 * target))
                first.append(middle / (2 * target))
                weights.append(Pixel(256 - second, second, 0, 0))
            }
        }
    }

    /// Combines rows of `samples` in `line`, and scales each by `columns` into a row of three-byte `pixels`.
    ///
    /// Taps outside the source have weight 0; there must be room for them: two rows in `samples`, eight samples in
    /// `line`.
    func scale(_ samples: [UInt16], _ columns: CellTaps, by line: inout [UInt16], into pixels: inout [UInt8]) {
        precondition(samples.count >= (source + 2) * stride && line.count >= max(stride, columns.stride + 8))
        precondition(pixels.count >= first.count * columns.first.count * 3)
        unsafe samples.withUnsafeBytes { samples in
            unsafe line.withUnsafeMutableBytes { line in
                unsafe pixels.withUnsafeMutableBufferPointer { pixels in
                    guard let samples = samples.baseAddress, let line = line.baseAddress,
                        var output = pixels.baseAddress
                    else { return }
                    for row in first.indices {
                        unsafe combine(samples + first[row] &* stride &* 2, weights[row], line)
                        unsafe columns.emit(line, &output)
                    }
                }
            }
        }
    }

    /// Combines three source rows into `line`.
    @inline(__always)
    private func combine(_ rows: UnsafeRawPointer, _ weights: Pixel, _ line: UnsafeMutableRawPointer) {
        let (one, two) = (stride &* 2, stride &* 4)
        let (x, y, z) = (
            Samples(repeating: weights.x), Samples(repeating: weights.y), Samples(repeating: weights.z)
        )
        var offset = 0
        while offset < one {
            let sum =
                unsafe rows.loadUnaligned(fromByteOffset: offset, as: Samples.self) &* x
                &+ rows.loadUnaligned(fromByteOffset: offset &+ one, as: Samples.self) &* y
                &+ rows.loadUnaligned(fromByteOffset: offset &+ two, as: Samples.self) &* z
            let rounded = (sum &+ Samples(repeating: 128)) &>> Samples(repeating: 8)
            unsafe line.storeBytes(of: rounded, toByteOffset: offset, as: Samples.self)
            offset &+= 16
        }
    }

    /// Scales `line` horizontally into a row of the target.
    @inline(__always)
    private func emit(_ line: UnsafeMutableRawPointer, _ output: inout UnsafeMutablePointer<UInt8>) {
        let (first, weights) = (first.span, weights.span)
        for column in weights.indices {
            let taps = unsafe UnsafeRawPointer(line) + first[column] &* 6
            let weight = weights[column]
            let sum =
                unsafe taps.loadUnaligned(as: Pixel.self) &* Pixel(repeating: weight.x)
                &+ taps.loadUnaligned(fromByteOffset: 6, as: Pixel.self) &* Pixel(repeating: weight.y)
                &+ taps.loadUnaligned(fromByteOffset: 12, as: Pixel.self) &* Pixel(repeating: weight.z)
            let rounded = (sum &+ Pixel(repeating: 128)) &>> Pixel(repeating: 8)
            unsafe output[0] = UInt8(truncatingIfNeeded: rounded.x)
            unsafe output[1] = UInt8(truncatingIfNeeded: rounded.y)
            unsafe output[2] = UInt8(truncatingIfNeeded: rounded.z)
            unsafe output += 3
        }
    }
}
