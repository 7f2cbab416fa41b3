// Copies and fills bytes of spans.

import Platform

extension MutableSpan<UInt8> {
    /// Copies the bytes of `source` in `range` to those from `start` on; traps outside either span.
    ///
    /// Goes by vectors of 32 bytes, since the standard library has no such copy.
    package mutating func copy(_ source: Span<UInt8>, _ range: Range<Int>, to start: Int) {
        precondition(range.lowerBound >= 0 && start >= 0 && range.count <= count - start)
        var (from, to) = (range.lowerBound, start)
        while range.upperBound &- from >= 32 {
            store(source.load(at: from, as: SIMD32<UInt8>.self), at: to)
            (from, to) = (from &+ 32, to &+ 32)
        }
        while from < range.upperBound {
            self[to] = source[from]
            (from, to) = (from &+ 1, to &+ 1)
        }
    }

    /// Sets the bytes in `range` to `byte`; traps outside the span.
    mutating func fill(_ range: Range<Int>, with byte: UInt8) {
        var place = range.lowerBound
        while range.upperBound &- place >= 32 {
            store(SIMD32<UInt8>(repeating: byte), at: place)
            place &+= 32
        }
        while place < range.upperBound {
            self[place] = byte
            place &+= 1
        }
    }
}

extension [UInt8] {
    /// Appends the bytes of a span.
    mutating func append(_ bytes: Span<UInt8>) {
        let start = count
        append(contentsOf: repeatElement(0, count: bytes.count))
        var span = mutableSpan
        span.copy(bytes, bytes.indices, to: start)
    }
}
