// Scales by Lanczos 3, row by row: first along each row, then across rows.

import Platform

/// Takes source rows one at a time, and returns each target row once its last source row has come.
///
/// Memory: as many target-wide rows as the kernel has taps across rows.
struct LanczosScaler {
    private let channelCount: Int
    private let targetByteCount: Int
    private let columns: LanczosWeights
    private let rows: LanczosAxis
    /// The last `rows.tapCount` rows, scaled along the row; row r is stored at r mod `rows.tapCount`.
    private var ring: [UInt8]
    private let ringRowByteCount: Int
    private var rowsSeen = 0
    private var rowsGiven = 0
    /// The source rows of the next target row, and the weights of the last one; `exact` is scratch for these.
    private var span: Range<Int>
    private var weights: [Int16] = []
    private var exact: [Double] = []

    init(channelCount: Int, columns: LanczosWeights, rows: LanczosAxis) {
        self.channelCount = channelCount
        self.columns = columns
        self.rows = rows
        targetByteCount = columns.spans.count * channelCount
        span = rows.span(of: 0)
        // Padding: four bytes are stored at the last pixel, and whole vectors are read.
        ringRowByteCount = (targetByteCount + 15) / 16 * 16 + 16
        ring = [UInt8](repeating: 0, count: ringRowByteCount * rows.tapCount)
    }

    /// Takes the next source row; at least three bytes must follow the row's samples in `row`.
    mutating func push(_ row: [UInt8]) {
        let rowStart = rowsSeen % rows.tapCount * ringRowByteCount
        switch channelCount {
        case 1: Self.scaleSamples(row, columns, stride: 1, into: &ring, at: rowStart)
        case 2: Self.scaleSamples(row, columns, stride: 2, into: &ring, at: rowStart)
        case 3: Self.scalePixels(row, columns, stride: 3, into: &ring, at: rowStart)
        default: Self.scalePixels(row, columns, stride: 4, into: &ring, at: rowStart)
        }
        rowsSeen += 1
    }

    /// Writes the next target row if all the source rows it needs have come.
    ///
    /// `output` has room for one target row and at least 15 more bytes.
    ///
    /// - Returns: whether a row was written.
    mutating func pull(into output: inout [UInt8]) -> Bool {
        guard rowsGiven < rows.targetCount, span.upperBound <= rowsSeen else { return false }
        weights.removeAll(keepingCapacity: true)
        rows.appendWeights(of: rowsGiven, to: &weights, exact: &exact)
        scaleRows(into: &output)
        rowsGiven += 1
        span = rows.span(of: rowsGiven)
        return true
    }

    /// Scales across rows, for the next target row.
    private func scaleRows(into output: inout [UInt8]) {
        var output = output.mutableSpan
        let first = span.lowerBound
        let tapCount = rows.tapCount
        let weights = weights.span
        let ring = ring.span
        let ringRowByteCount = ringRowByteCount
        // Sixteen bytes from any position before a row's end lie within the row's padding, here and in `output`.
        for index in stride(from: 0, to: targetByteCount, by: 16) {
            var low = SIMD8<Int32>(repeating: 1 << 13)
            var high = low
            var ringRow = first % tapCount
            for tap in weights.indices {
                let samples = ring.load(at: ringRow &* ringRowByteCount &+ index, as: SIMD16<UInt8>.self)
                let factor = SIMD8<Int32>(repeating: Int32(weights[tap]))
                low &+= SIMD8<Int32>(widening: SIMD8<Int16>(widening: samples.lowHalf)) &* factor
                high &+= SIMD8<Int32>(widening: SIMD8<Int16>(widening: samples.highHalf)) &* factor
                ringRow &+= 1
                if ringRow == tapCount { ringRow = 0 }
            }
            output.store(SIMD16<UInt8>(lowHalf: Self.bytes(low), highHalf: Self.bytes(high)), at: index)
        }
    }

    /// Transparent, since the optimiser does not follow `@inline(__always)` among so many checks.
    @_transparent
    private static func bytes(_ sums: SIMD8<Int32>) -> SIMD8<UInt8> {
        SIMD8<UInt8>(narrowing: SIMD8<Int16>(narrowing: (sums &>> LanczosAxis.shift).clampedToByte))
    }

    /// Scales pixels of three or four samples, each loaded and stored as four.
    @inline(__always)
    private static func scalePixels(
        _ row: [UInt8], _ columns: LanczosWeights, stride: Int, into ring: inout [UInt8], at rowStart: Int
    ) {
        let (row, spans, weights) = (row.span, columns.spans.span, columns.weights.span)
        let tapCount = columns.tapCount
        var ring = ring.mutableSpan
        // The fourth byte of the last source pixel lies in the padding, and so does that of the last target pixel.
        for column in spans.indices {
            let span = spans[column]
            let taps = weights.extracting(column &* tapCount..<(column &+ 1) &* tapCount)
            var sums = SIMD4<Int32>(repeating: 1 << 13)
            var offset = span.lowerBound &* stride
            for tap in 0..<span.count {
                let samples = SIMD4<Int32>(widening: row.load(at: offset, as: SIMD4<UInt8>.self))
                sums &+= samples &* SIMD4<Int32>(repeating: Int32(taps[tap]))
                offset &+= stride
            }
            let shifted = (sums &>> LanczosAxis.shift).clampedToByte
            ring.store(SIMD4<UInt8>(narrowing: shifted), at: rowStart &+ column &* stride)
        }
    }

    @inline(__always)
    private static func scaleSamples(
        _ row: [UInt8], _ columns: LanczosWeights, stride: Int, into ring: inout [UInt8], at rowStart: Int
    ) {
        let (row, spans, weights) = (row.span, columns.spans.span, columns.weights.span)
        let tapCount = columns.tapCount
        var ring = ring.mutableSpan
        for column in spans.indices {
            let span = spans[column]
            for channel in 0..<stride {
                var sum = 1 << 13
                var tap = column &* tapCount
                for source in span {
                    sum &+= Int(row[source &* stride &+ channel]) &* Int(weights[tap])
                    tap &+= 1
                }
                ring[rowStart &+ column &* stride &+ channel] = UInt8(clamping: sum &>> 14)
            }
        }
    }
}
