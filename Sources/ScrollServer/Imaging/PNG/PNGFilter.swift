// Chooses and applies the filter of each row of a PNG (PNG §9, §12.7).

/// Filters rows before they are compressed.
enum PNGFilter {
    /// Filters all rows; each is preceded by its filter type.
    ///
    /// Drawings are left unfiltered, since their rows repeat. In photographs each row gets the filter with the smallest
    /// sum of absolute differences.
    static func filtered(_ bytes: [UInt8], rowByteCount: Int, rowCount: Int, pixelByteCount: Int) -> [UInt8] {
        let isFlat = isFlat(bytes, rowByteCount: rowByteCount, rowCount: rowCount, pixelByteCount: pixelByteCount)
        return unsafe bytes.withUnsafeBufferPointer { input in
            unsafe [UInt8](unsafeUninitializedCapacity: rowCount * (rowByteCount + 1)) { output, filled in
                var rows = PNGRowFilter(rowByteCount: rowByteCount, pixelByteCount: pixelByteCount)
                for row in 0..<rowCount {
                    let line = unsafe UnsafeBufferPointer(
                        rebasing: input[(row * rowByteCount)..<((row + 1) * rowByteCount)])
                    let target = unsafe UnsafeMutableBufferPointer(rebasing: output[(row * (rowByteCount + 1))...])
                    if isFlat {
                        unsafe target.initializeElement(at: 0, to: 0)
                        _ = unsafe UnsafeMutableBufferPointer(rebasing: target[1...]).update(fromContentsOf: line)
                    } else {
                        unsafe rows.filter(line, into: target)
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

/// Filters rows in order and keeps the last row.
struct PNGRowFilter {
    private let rowByteCount: Int
    private let pixelByteCount: Int
    /// The row above, after `pixelByteCount` zero bytes: samples outside the picture count as 0.
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
        unsafe current.withUnsafeMutableBufferPointer {
            _ = unsafe UnsafeMutableBufferPointer(rebasing: $0[pixelByteCount...]).update(fromContentsOf: line)
        }
        unsafe current.withUnsafeBufferPointer { current in
            unsafe above.withUnsafeBufferPointer { above in
                let rows = unsafe PNGRowNeighbours(current, above, pixelByteCount)
                let type = rows.bestType
                unsafe target[0] = type
                unsafe rows.write(type, to: UnsafeMutableBufferPointer(rebasing: target[1...]))
            }
        }
        swap(&above, &current)
    }
}

/// A row and the neighbours that predict its samples; valid as long as its buffers.
///
/// Bounds: `current` and `above` have equal length and `pixelByteCount` bytes before the row. An index from 0 up to
/// `count` − 1 is the left neighbour's in them; `pixelByteCount` farther is the sample's own.
@safe private struct PNGRowNeighbours {
    private let count: Int
    private let here: UnsafeRawBufferPointer
    private let left: UnsafeRawBufferPointer
    private let up: UnsafeRawBufferPointer
    private let upLeft: UnsafeRawBufferPointer

    init(_ current: UnsafeBufferPointer<UInt8>, _ above: UnsafeBufferPointer<UInt8>, _ pixelByteCount: Int) {
        precondition(above.count == current.count)
        count = current.count - pixelByteCount
        unsafe here = unsafe UnsafeRawBufferPointer(rebasing: UnsafeRawBufferPointer(current)[pixelByteCount...])
        unsafe left = UnsafeRawBufferPointer(current)
        unsafe up = unsafe UnsafeRawBufferPointer(rebasing: UnsafeRawBufferPointer(above)[pixelByteCount...])
        unsafe upLeft = UnsafeRawBufferPointer(above)
    }

    /// The filter type, 1...4, with the least sum of absolute differences; of several, the first.
    ///
    /// Differences are taken as numbers −128...127. Cost: one pass over the row.
    var bestType: UInt8 {
        var sums = (0, 0, 0, 0)
        var partial = (SIMD8<UInt16>(), SIMD8<UInt16>(), SIMD8<UInt16>(), SIMD8<UInt16>())
        var (index, step) = (0, 0)
        while index &+ 16 <= count {
            let x = unsafe vector(here, index)
            let (a, b, c) = unsafe (vector(left, index), vector(up, index), vector(upLeft, index))
            partial.0 &+= Self.sizes(x &- a)
            partial.1 &+= Self.sizes(x &- b)
            partial.2 &+= Self.sizes(x &- Self.average(a, b))
            partial.3 &+= Self.sizes(x &- Self.paeth(a, b, c))
            step &+= 1
            // Flush the eight sums before they overflow: 128 steps cannot fill them.
            if step & 127 == 0 {
                Self.add(partial, to: &sums)
                partial = (SIMD8(), SIMD8(), SIMD8(), SIMD8())
            }
            index &+= 16
        }
        Self.add(partial, to: &sums)
        while index < count {
            func size(_ type: UInt8) -> Int {
                unsafe abs(Int(Int8(bitPattern: here[index] &- prediction(type, index))))
            }
            sums = (sums.0 &+ size(1), sums.1 &+ size(2), sums.2 &+ size(3), sums.3 &+ size(4))
            index &+= 1
        }
        var (best, least) = (UInt8(1), sums.0)
        if sums.1 < least { (best, least) = (2, sums.1) }
        if sums.2 < least { (best, least) = (3, sums.2) }
        return sums.3 < least ? 4 : best
    }

    /// Writes the differences of the row from its prediction to `target`, which is at least as long as the row.
    func write(_ type: UInt8, to target: UnsafeMutableBufferPointer<UInt8>) {
        precondition(target.count >= count)
        let output = UnsafeMutableRawBufferPointer(target)
        var index = 0
        while index &+ 16 <= count {
            let (a, b) = unsafe (vector(left, index), vector(up, index))
            let prediction: SIMD16<UInt8>
            switch type {
            case 1: prediction = a
            case 2: prediction = b
            case 3: prediction = Self.average(a, b)
            default: prediction = unsafe Self.paeth(a, b, vector(upLeft, index))
            }
            unsafe output.storeBytes(of: vector(here, index) &- prediction, toByteOffset: index, as: SIMD16<UInt8>.self)
            index &+= 16
        }
        while index < count {
            unsafe target[index] = unsafe here[index] &- prediction(type, index)
            index &+= 1
        }
    }

    @inline(__always)
    private func vector(_ row: UnsafeRawBufferPointer, _ index: Int) -> SIMD16<UInt8> {
        unsafe row.loadUnaligned(fromByteOffset: index, as: SIMD16<UInt8>.self)
    }

    /// Returns the prediction of one sample by a filter type, 1...4 (PNG §9.2).
    private func prediction(_ type: UInt8, _ index: Int) -> UInt8 {
        let (a, b) = unsafe (left[index], up[index])
        switch type {
        case 1: return a
        case 2: return b
        case 3: return UInt8(truncatingIfNeeded: (Int(a) + Int(b)) >> 1)
        default:
            let c = unsafe upLeft[index]
            let p = Int(a) + Int(b) - Int(c)
            let (pa, pb, pc) = (abs(p - Int(a)), abs(p - Int(b)), abs(p - Int(c)))
            return pa <= pb && pa <= pc ? a : pb <= pc ? b : c
        }
    }

    /// Adds the absolute values of signed differences at even and odd places, in eight sums.
    @inline(__always)
    private static func sizes(_ difference: SIMD16<UInt8>) -> SIMD8<UInt16> {
        let negated = 0 &- difference
        let size = difference.replacing(with: negated, where: negated .< difference)
        let pairs = unsafe unsafeBitCast(size, to: SIMD8<UInt16>.self)
        return pairs & 0xFF &+ pairs &>> 8
    }

    @inline(__always)
    private static func add(
        _ partial: (SIMD8<UInt16>, SIMD8<UInt16>, SIMD8<UInt16>, SIMD8<UInt16>), to sums: inout (Int, Int, Int, Int)
    ) {
        sums = (
            sums.0 &+ total(partial.0), sums.1 &+ total(partial.1), sums.2 &+ total(partial.2),
            sums.3 &+ total(partial.3)
        )
    }

    @inline(__always)
    private static func average(_ a: SIMD16<UInt8>, _ b: SIMD16<UInt8>) -> SIMD16<UInt8> {
        (a & b) &+ ((a ^ b) &>> 1)
    }

    @inline(__always)
    private static func paeth(_ a: SIMD16<UInt8>, _ b: SIMD16<UInt8>, _ c: SIMD16<UInt8>) -> SIMD16<UInt8> {
        SIMD16(
            lowHalf: paeth(a.lowHalf, b.lowHalf, c.lowHalf), highHalf: paeth(a.highHalf, b.highHalf, c.highHalf))
    }

    @inline(__always)
    private static func total(_ sums: SIMD8<UInt16>) -> Int {
        (0..<8).reduce(0) { $0 &+ Int(sums[$1]) }
    }

    /// Computes the Paeth predictor (PNG §9.4): the one of a, b, c nearest to a + b − c; on a tie, the first of them.
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
