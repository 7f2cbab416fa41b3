// Scales by Lanczos 3, row by row: first along each row, then across rows.

/// Takes source rows one at a time, and returns each target row once its last source row has come.
///
/// Memory: as many target-wide rows as the kernel has taps across rows.
struct LanczosScaler {
    private let channelCount: Int
    private let targetByteCount: Int
    private let targetHeight: Int
    private let columns: LanczosWeights
    private let rows: LanczosWeights
    /// The last `rows.tapCount` rows, scaled along the row; row r is stored at r mod `rows.tapCount`.
    private var ring: [UInt8]
    private let ringRowByteCount: Int
    private var rowsSeen = 0
    private var rowsGiven = 0

    init(channelCount: Int, columns: LanczosWeights, rows: LanczosWeights) {
        self.channelCount = channelCount
        self.columns = columns
        self.rows = rows
        targetByteCount = columns.spans.count * channelCount
        targetHeight = rows.spans.count
        // Padding: four bytes are stored at the last pixel, and whole vectors are read.
        ringRowByteCount = (targetByteCount + 15) / 16 * 16 + 16
        ring = [UInt8](repeating: 0, count: ringRowByteCount * rows.tapCount)
    }

    /// Takes the next source row; at least three bytes must follow the row's samples in `row`.
    mutating func push(_ row: UnsafeRawBufferPointer) {
        let place = rowsSeen % rows.tapCount * ringRowByteCount
        let (spans, weights) = (columns.spans, columns.weights)
        let (tapCount, channelCount) = (columns.tapCount, channelCount)
        let ringRowByteCount = ringRowByteCount
        unsafe ring.withUnsafeMutableBytes { ring in
            let target = unsafe UnsafeMutableRawBufferPointer(rebasing: ring[place..<(place + ringRowByteCount)])
            unsafe spans.withUnsafeBufferPointer { spans in
                unsafe weights.withUnsafeBufferPointer { weights in
                    switch channelCount {
                    case 1: unsafe Self.scaleSamples(row, spans, weights, tapCount, stride: 1, into: target)
                    case 2: unsafe Self.scaleSamples(row, spans, weights, tapCount, stride: 2, into: target)
                    case 3: unsafe Self.scalePixels(row, spans, weights, tapCount, stride: 3, into: target)
                    default: unsafe Self.scalePixels(row, spans, weights, tapCount, stride: 4, into: target)
                    }
                }
            }
        }
        rowsSeen += 1
    }

    /// Writes the next target row if all the source rows it needs have come.
    ///
    /// `output` has room for one target row and at least 15 more bytes.
    ///
    /// - Returns: whether a row was written.
    mutating func pull(into output: UnsafeMutableRawBufferPointer) -> Bool {
        guard rowsGiven < targetHeight, rows.spans[rowsGiven].upperBound <= rowsSeen else { return false }
        precondition(output.count >= targetByteCount + 15)
        let first = rows.spans[rowsGiven].lowerBound
        let count = rows.spans[rowsGiven].count
        let tapCount = rows.tapCount
        let weights = rows.weights[(rowsGiven * tapCount)..<(rowsGiven * tapCount + count)]
        let ringRowByteCount = ringRowByteCount
        let targetByteCount = targetByteCount
        unsafe weights.withUnsafeBufferPointer { weights in
            unsafe ring.withUnsafeBytes { ring in
                // Sixteen bytes from any position before a row's end lie within the row's padding, here and in
                // `output`.
                var index = 0
                while index < targetByteCount {
                    var low = SIMD8<Int32>(repeating: 1 << 13)
                    var high = low
                    var place = first % tapCount
                    for tap in weights.indices {
                        let weight = unsafe weights[tap]
                        let samples = unsafe ring.loadUnaligned(
                            fromByteOffset: place &* ringRowByteCount &+ index, as: SIMD16<UInt8>.self)
                        let factor = SIMD8<Int32>(repeating: Int32(weight))
                        low &+= SIMD8<Int32>(widening: SIMD8<Int16>(widening: samples.lowHalf)) &* factor
                        high &+= SIMD8<Int32>(widening: SIMD8<Int16>(widening: samples.highHalf)) &* factor
                        place &+= 1
                        if place == tapCount { place = 0 }
                    }
                    let bytes = SIMD16<UInt8>(lowHalf: Self.bytes(low), highHalf: Self.bytes(high))
                    unsafe output.storeBytes(of: bytes, toByteOffset: index, as: SIMD16<UInt8>.self)
                    index &+= 16
                }
            }
        }
        rowsGiven += 1
        return true
    }

    @inline(__always)
    private static func bytes(_ sums: SIMD8<Int32>) -> SIMD8<UInt8> {
        // Written out, because `clamped` is not always inlined.
        var shifted = sums &>> LanczosWeights.shift
        shifted.replace(with: 0, where: shifted .< 0)
        shifted.replace(with: 255, where: shifted .> 255)
        return SIMD8<UInt8>(narrowing: SIMD8<Int16>(narrowing: shifted))
    }

    /// Scales pixels of three or four samples, each loaded and stored as four.
    @inline(__always)
    private static func scalePixels(
        _ row: UnsafeRawBufferPointer, _ spans: UnsafeBufferPointer<Range<Int>>, _ weights: UnsafeBufferPointer<Int16>,
        _ tapCount: Int, stride: Int, into target: UnsafeMutableRawBufferPointer
    ) {
        // The fourth byte of the last source pixel lies in the padding, and so does that of the last target pixel.
        for column in spans.indices {
            let span = unsafe spans[column]
            precondition(span.upperBound &* stride &+ 4 &- stride <= row.count)
            var sums = SIMD4<Int32>(repeating: 1 << 13)
            var offset = span.lowerBound &* stride
            var tap = column &* tapCount
            let end = span.upperBound &* stride
            while offset < end {
                let samples = unsafe SIMD4<Int32>(
                    widening: row.loadUnaligned(fromByteOffset: offset, as: SIMD4<UInt8>.self))
                unsafe sums &+= samples &* SIMD4<Int32>(repeating: Int32(weights[tap]))
                offset &+= stride
                tap &+= 1
            }
            var shifted = sums &>> LanczosWeights.shift
            shifted.replace(with: 0, where: shifted .< 0)
            shifted.replace(with: 255, where: shifted .> 255)
            unsafe target.storeBytes(
                of: SIMD4<UInt8>(narrowing: shifted), toByteOffset: column &* stride, as: SIMD4<UInt8>.self)
        }
    }

    @inline(__always)
    private static func scaleSamples(
        _ row: UnsafeRawBufferPointer, _ spans: UnsafeBufferPointer<Range<Int>>, _ weights: UnsafeBufferPointer<Int16>,
        _ tapCount: Int, stride: Int, into target: UnsafeMutableRawBufferPointer
    ) {
        for column in spans.indices {
            let span = unsafe spans[column]
            precondition(span.upperBound &* stride <= row.count)
            for channel in 0..<stride {
                var sum = 1 << 13
                var tap = column &* tapCount
                var offset = span.lowerBound &* stride &+ channel
                let end = span.upperBound &* stride
                while offset < end {
                    unsafe sum &+= Int(row[offset]) &* Int(weights[tap])
                    offset &+= stride
                    tap &+= 1
                }
                unsafe target[column &* stride &+ channel] = UInt8(clamping: sum &>> 14)
            }
        }
    }
}
