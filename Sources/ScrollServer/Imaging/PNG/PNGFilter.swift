// Chooses and applies the filter of each row of a PNG (PNG §9, §12.7).

/// Filters rows before they are compressed.
enum PNGFilter {
    /// All rows, each preceded by its filter type.
    ///
    /// Drawings are left unfiltered, since their rows repeat. In photographs each row gets the filter with the smallest
    /// sum of absolute differences.
    static func filtered(_ bytes: [UInt8], rowByteCount: Int, rowCount: Int, pixelByteCount: Int) -> [UInt8] {
        let isFlat = isFlat(bytes, rowByteCount: rowByteCount, rowCount: rowCount, pixelByteCount: pixelByteCount)
        return bytes.withUnsafeBufferPointer { input in
            [UInt8](unsafeUninitializedCapacity: rowCount * (rowByteCount + 1)) { output, filled in
                var rows = PNGRowFilter(rowByteCount: rowByteCount, pixelByteCount: pixelByteCount)
                for row in 0..<rowCount {
                    let line = UnsafeBufferPointer(
                        rebasing: input[(row * rowByteCount)..<((row + 1) * rowByteCount)])
                    let target = UnsafeMutableBufferPointer(rebasing: output[(row * (rowByteCount + 1))...])
                    if isFlat {
                        target.initializeElement(at: 0, to: 0)
                        _ = UnsafeMutableBufferPointer(rebasing: target[1...]).update(fromContentsOf: line)
                    } else {
                        rows.filter(line, into: target)
                    }
                }
                filled = rowCount * (rowByteCount + 1)
            }
        }
    }

    /// Whether the picture looks like a drawing: in about 32 sampled rows, at least half of the pixels equal their left
    /// neighbour.
    private static func isFlat(_ bytes: [UInt8], rowByteCount: Int, rowCount: Int, pixelByteCount: Int) -> Bool {
        var equal = 0
        var seen = 0
        for row in stride(from: 0, to: rowCount, by: max(rowCount / 32, 1)) {
            let start = row * rowByteCount
            for column in stride(from: pixelByteCount, to: rowByteCount, by: pixelByteCount) {
                seen += 1
                let here = start + column
                var isEqual = true
                for sample in 0..<pixelByteCount where bytes[here + sample] != bytes[here + sample - pixelByteCount] {
                    isEqual = false
                }
                equal += isEqual ? 1 : 0
            }
        }
        return equal * 2 >= seen
    }
}

/// Filters rows in order, and remembers the last row.
struct PNGRowFilter {
    private let rowByteCount: Int
    private let pixelByteCount: Int
    /// The row above, after `pixelByteCount` zero bytes: samples left of the picture and above it count as 0.
    private var above: [UInt8]
    private var current: [UInt8]

    init(rowByteCount: Int, pixelByteCount: Int) {
        self.rowByteCount = rowByteCount
        self.pixelByteCount = pixelByteCount
        above = [UInt8](repeating: 0, count: rowByteCount + pixelByteCount)
        current = above
    }

    /// Writes the filter type and the filtered `line`, together `rowByteCount + 1` bytes, to the start of `target`.
    mutating func filter(_ line: UnsafeBufferPointer<UInt8>, into target: UnsafeMutableBufferPointer<UInt8>) {
        precondition(line.count == rowByteCount && target.count > rowByteCount)
        let pixelByteCount = pixelByteCount
        current.withUnsafeMutableBufferPointer {
            _ = UnsafeMutableBufferPointer(rebasing: $0[pixelByteCount...]).update(fromContentsOf: line)
        }
        var best = UInt8(0)
        var least = Int.max
        current.withUnsafeBufferPointer { current in
            above.withUnsafeBufferPointer { above in
                for type in UInt8(1)...4 {
                    let sum = Self.apply(type, current, above, pixelByteCount, to: nil)
                    if sum < least {
                        least = sum
                        best = type
                    }
                }
                target[0] = best
                _ = Self.apply(
                    best, current, above, pixelByteCount, to: UnsafeMutableBufferPointer(rebasing: target[1...]))
            }
        }
        swap(&above, &current)
    }

    /// Computes the differences of one row from its prediction, and writes them to `target` unless that is nil.
    ///
    /// - Returns: the sum of the absolute differences, each taken as a number −128…127.
    ///
    /// Bounds: `current` and `above` have equal length and `pixelByteCount` bytes before the row. An index from 0 up to
    /// `count − pixelByteCount` is the left neighbour's; adding `pixelByteCount` gives the sample's own.
    private static func apply(
        _ type: UInt8, _ current: UnsafeBufferPointer<UInt8>, _ above: UnsafeBufferPointer<UInt8>,
        _ pixelByteCount: Int, to target: UnsafeMutableBufferPointer<UInt8>?
    ) -> Int {
        let count = current.count - pixelByteCount
        let here = UnsafeRawBufferPointer(rebasing: UnsafeRawBufferPointer(current)[pixelByteCount...])
        let left = UnsafeRawBufferPointer(current)
        let up = UnsafeRawBufferPointer(rebasing: UnsafeRawBufferPointer(above)[pixelByteCount...])
        let upLeft = UnsafeRawBufferPointer(above)
        var sum = 0
        var index = 0
        var (sums, step) = (SIMD8<UInt16>(), 0)
        while index &+ 16 <= count {
            let a = left.loadUnaligned(fromByteOffset: index, as: SIMD16<UInt8>.self)
            let b = up.loadUnaligned(fromByteOffset: index, as: SIMD16<UInt8>.self)
            let prediction: SIMD16<UInt8>
            switch type {
            case 1: prediction = a
            case 2: prediction = b
            case 3: prediction = (a & b) &+ ((a ^ b) &>> 1)
            default:
                let c = upLeft.loadUnaligned(fromByteOffset: index, as: SIMD16<UInt8>.self)
                prediction = SIMD16(
                    lowHalf: paeth(a.lowHalf, b.lowHalf, c.lowHalf),
                    highHalf: paeth(a.highHalf, b.highHalf, c.highHalf))
            }
            let difference = here.loadUnaligned(fromByteOffset: index, as: SIMD16<UInt8>.self) &- prediction
            if let target {
                UnsafeMutableRawBufferPointer(target).storeBytes(
                    of: difference, toByteOffset: index, as: SIMD16<UInt8>.self)
            } else {
                let negated = 0 &- difference
                let size = difference.replacing(with: negated, where: negated .< difference)
                // The bytes at even places and those between, in eight sums; 128 steps cannot fill them.
                let pairs = unsafeBitCast(size, to: SIMD8<UInt16>.self)
                sums &+= pairs & 0xFF &+ pairs &>> 8
                step &+= 1
                if step & 127 == 0 {
                    sum &+= total(sums)
                    sums = SIMD8()
                }
            }
            index &+= 16
        }
        sum &+= total(sums)
        while index < count {
            let a = left[index]
            let b = up[index]
            let prediction: UInt8
            switch type {
            case 1: prediction = a
            case 2: prediction = b
            case 3: prediction = UInt8(truncatingIfNeeded: (Int(a) + Int(b)) >> 1)
            default:
                let c = upLeft[index]
                let p = Int(a) + Int(b) - Int(c)
                let (pa, pb, pc) = (abs(p - Int(a)), abs(p - Int(b)), abs(p - Int(c)))
                prediction = pa <= pb && pa <= pc ? a : pb <= pc ? b : c
            }
            let difference = here[index] &- prediction
            target?[index] = difference
            sum &+= abs(Int(Int8(bitPattern: difference)))
            index &+= 1
        }
        return sum
    }

    @inline(__always)
    private static func total(_ sums: SIMD8<UInt16>) -> Int {
        (0..<8).reduce(0) { $0 &+ Int(sums[$1]) }
    }

    /// The Paeth predictor (PNG §9.4): the one of a, b, c that is nearest to a + b − c; on a tie, the first of them.
    @inline(__always)
    private static func paeth(_ left: SIMD8<UInt8>, _ up: SIMD8<UInt8>, _ upLeft: SIMD8<UInt8>) -> SIMD8<UInt8> {
        let a = SIMD8<Int16>(widening: left)
        let b = SIMD8<Int16>(widening: up)
        let c = SIMD8<Int16>(widening: upLeft)
        // `PNGUnfilter.addPaeth` explains this form.
        let isLess = b .< a
        let lesser = a.replacing(with: b, where: isLess)
        let greater = b.replacing(with: a, where: isLess)
        let threshold = c &+ c &+ c &- b &- a
        let nearLesser = c.replacing(with: lesser, where: greater .<= threshold)
        let result = nearLesser.replacing(with: greater, where: threshold .<= lesser)
        return SIMD8<UInt8>(narrowing: result)
    }
}
