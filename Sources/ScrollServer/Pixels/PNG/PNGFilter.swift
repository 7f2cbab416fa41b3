// Chooses and applies the filter of each row of a PNG (PNG §9, §12.7).

import Platform

/// Filters rows before they are compressed.
enum PNGFilter {
    /// Filters all rows; each is preceded by its filter type.
    ///
    /// Drawings are left unfiltered, since their rows repeat. In photographs each row gets the filter with the smallest
    /// sum of absolute differences.
    static func filtered(_ bytes: [UInt8], rowByteCount: Int, rowCount: Int, pixelByteCount: Int) -> [UInt8] {
        var output: [UInt8] = []
        output.reserveCapacity(rowCount * (rowByteCount + 1))
        let isFlat = isFlat(bytes, rowByteCount: rowByteCount, rowCount: rowCount, pixelByteCount: pixelByteCount)
        var rows = PNGRowFilter(rowByteCount: rowByteCount, pixelByteCount: pixelByteCount)
        for start in stride(from: 0, to: rowCount * rowByteCount, by: rowByteCount) {
            let line = bytes[start..<(start + rowByteCount)]
            if isFlat {
                output.append(0)
                output.append(contentsOf: line)
            } else {
                output.append(contentsOf: repeatElement(0, count: rowByteCount + 1))
                var span = output.mutableSpan
                var target = span._mutatingExtracting(last: rowByteCount + 1)
                rows.filter(line.span, into: &target)
            }
        }
        return output
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

    /// Writes the filter type and the filtered `line`, together `rowByteCount + 1` bytes, to `target`.
    mutating func filter(_ line: Span<UInt8>, into target: inout MutableSpan<UInt8>) {
        precondition(line.count == rowByteCount && target.count == rowByteCount + 1)
        let rows = PNGRowNeighbours(count: rowByteCount, pixelByteCount: pixelByteCount)
        var span = current.mutableSpan
        span.copy(line, line.indices, to: rows.pixelByteCount)
        let type = rows.bestType(current.span, above.span)
        target[0] = type
        var differences = target._mutatingExtracting(droppingFirst: 1)
        rows.write(type, current.span, above.span, to: &differences)
        swap(&above, &current)
    }
}

/// Predicts the samples of a row from their neighbours.
///
/// The row and the one above it are passed with `pixelByteCount` bytes before them. An index from 0 up to `count` − 1 is
/// the left neighbour's in both; `pixelByteCount` farther is the sample's own.
private struct PNGRowNeighbours {
    let count: Int
    let pixelByteCount: Int

    /// Returns the filter type, 1...4, with the least sum of absolute differences; of several, the first.
    ///
    /// Differences are taken as numbers −128...127. Cost: one pass over the row.
    func bestType(_ row: Span<UInt8>, _ above: Span<UInt8>) -> UInt8 {
        let (here, up) = (row.extracting(last: count), above.extracting(last: count))
        let (left, upLeft) = (row.extracting(first: count), above.extracting(first: count))
        var sums = (0, 0, 0, 0)
        var partial = (SIMD8<UInt16>(), SIMD8<UInt16>(), SIMD8<UInt16>(), SIMD8<UInt16>())
        var (index, step) = (0, 0)
        while count - index >= 16 {
            let x = here.load(at: index, as: SIMD16<UInt8>.self)
            let a = left.load(at: index, as: SIMD16<UInt8>.self)
            let b = up.load(at: index, as: SIMD16<UInt8>.self)
            let c = upLeft.load(at: index, as: SIMD16<UInt8>.self)
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
            index += 16
        }
        Self.add(partial, to: &sums)
        while index < count {
            let (a, b, c) = (left[index], up[index], upLeft[index])
            let x = here[index]
            func size(_ type: UInt8) -> Int { abs(Int(Int8(bitPattern: x &- Self.prediction(type, a, b, c)))) }
            sums = (sums.0 &+ size(1), sums.1 &+ size(2), sums.2 &+ size(3), sums.3 &+ size(4))
            index += 1
        }
        var (best, least) = (UInt8(1), sums.0)
        if sums.1 < least { (best, least) = (2, sums.1) }
        if sums.2 < least { (best, least) = (3, sums.2) }
        return sums.3 < least ? 4 : best
    }

    /// Writes the differences of the row from its prediction to `target`, which is as long as the row.
    func write(_ type: UInt8, _ row: Span<UInt8>, _ above: Span<UInt8>, to target: inout MutableSpan<UInt8>) {
        let (here, up) = (row.extracting(last: count), above.extracting(last: count))
        let (left, upLeft) = (row.extracting(first: count), above.extracting(first: count))
        var target = target._mutatingExtracting(...)
        var index = 0
        while count - index >= 16 {
            let a = left.load(at: index, as: SIMD16<UInt8>.self)
            let b = up.load(at: index, as: SIMD16<UInt8>.self)
            let prediction: SIMD16<UInt8>
            switch type {
            case 1: prediction = a
            case 2: prediction = b
            case 3: prediction = Self.average(a, b)
            default: prediction = Self.paeth(a, b, upLeft.load(at: index))
            }
            target.store(here.load(at: index, as: SIMD16<UInt8>.self) &- prediction, at: index)
            index += 16
        }
        while index < count {
            target[index] = here[index] &- Self.prediction(type, left[index], up[index], upLeft[index])
            index += 1
        }
    }

    /// Returns the prediction of one sample by a filter type, 1...4 (PNG §9.2).
    private static func prediction(_ type: UInt8, _ a: UInt8, _ b: UInt8, _ c: UInt8) -> UInt8 {
        switch type {
        case 1: return a
        case 2: return b
        case 3: return UInt8(truncatingIfNeeded: (Int(a) + Int(b)) >> 1)
        default:
            let p = Int(a) + Int(b) - Int(c)
            let (pa, pb, pc) = (abs(p - Int(a)), abs(p - Int(b)), abs(p - Int(c)))
            return pa <= pb && pa <= pc ? a : pb <= pc ? b : c
        }
    }

    /// Adds the absolute values of signed differences of the two halves, in eight sums.
    @inline(__always)
    private static func sizes(_ difference: SIMD16<UInt8>) -> SIMD8<UInt16> {
        let negated = 0 &- difference
        let size = difference.replacing(with: negated, where: negated .< difference)
        return SIMD8<UInt16>(widening: size.lowHalf) &+ SIMD8<UInt16>(widening: size.highHalf)
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
