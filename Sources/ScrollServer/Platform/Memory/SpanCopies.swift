// Copies and fills bytes of spans, for which the standard library has no functions yet.

// Each function checks the bounds of all that it reads and writes before it does so.
extension MutableSpan<UInt8> {
    /// Copies the bytes of `source` in `range` to those from `start` on; traps outside either span.
    @inlinable @inline(__always)
    package mutating func copy(_ source: Span<UInt8>, _ range: Range<Int>, to start: Int) {
        precondition(range.lowerBound >= 0 && range.upperBound <= source.count)
        precondition(start >= 0 && range.count <= count &- start)
        unsafe source.withUnsafeBytes { source in
            unsafe withUnsafeMutableBytes { target in
                guard let from = source.baseAddress, let to = target.baseAddress else { return }
                unsafe (to + start).copyMemory(from: from + range.lowerBound, byteCount: range.count)
            }
        }
    }

    /// Copies the bytes in `range` to those from `start` on, as if by way of another memory; traps outside the span.
    @inlinable @inline(__always)
    package mutating func copy(_ range: Range<Int>, to start: Int) {
        precondition(range.lowerBound >= 0 && range.upperBound <= count)
        precondition(start >= 0 && range.count <= count &- start)
        unsafe withUnsafeMutableBytes { bytes in
            guard let base = bytes.baseAddress else { return }
            unsafe (base + start).copyMemory(from: base + range.lowerBound, byteCount: range.count)
        }
    }

    /// Sets the bytes in `range` to `byte`; traps outside the span.
    @inlinable @inline(__always)
    package mutating func fill(_ range: Range<Int>, with byte: UInt8) {
        precondition(range.lowerBound >= 0 && range.upperBound <= count)
        unsafe withUnsafeMutableBytes { bytes in
            guard let base = bytes.baseAddress else { return }
            unsafe (base + range.lowerBound).initializeMemory(as: UInt8.self, repeating: byte, count: range.count)
        }
    }
}
