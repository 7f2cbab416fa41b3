// Checked loads, stores and copies of spans.

import Testing

@testable import Platform

@Suite struct SpanAccessTests {
    private static let bytes = (0..<40).map { UInt8($0) }

    @Test func valuesAreReadAndWrittenUpToTheEnds() {
        let span = Self.bytes.span
        for offset in 0...32 {
            let word = span.load(at: offset, as: UInt64.self)
            #expect(word == (0..<8).reduce(0) { $0 | UInt64(offset + $1) << UInt64(8 * $1) })
        }
        #expect(span.load(at: 8, as: SIMD32<UInt8>.self)[31] == 39)
        var numbers = [UInt16](repeating: 0, count: 9)
        var target = numbers.mutableSpan
        target.store(SIMD8<UInt16>(1, 2, 3, 4, 5, 6, 7, 8), at: 1)
        #expect(numbers == [0, 1, 2, 3, 4, 5, 6, 7, 8])
    }

    @Test func copiesAndFillsAreThoseOfArrays() {
        for start in 0...8 {
            for end in start...40 {
                for target in [0, start, min(start + 3, 40 - (end - start)), 40 - (end - start)] {
                    var (copied, expected) = (Self.bytes, Self.bytes)
                    var span = copied.mutableSpan
                    span.copy(start..<end, to: target)
                    expected.replaceSubrange(target..<target + end - start, with: Self.bytes[start..<end])
                    #expect(copied == expected)
                    var (other, filled) = ([UInt8](repeating: 9, count: 40), Self.bytes)
                    var otherSpan = other.mutableSpan
                    otherSpan.copy(Self.bytes.span, start..<end, to: target)
                    #expect(other[target..<target + end - start].elementsEqual(Self.bytes[start..<end]))
                    #expect(other.count { $0 == 9 } >= 40 - (end - start))
                    var filledSpan = filled.mutableSpan
                    filledSpan.fill(start..<end, with: 77)
                    #expect(filled.count { $0 == 77 } == end - start)
                }
            }
        }
    }

    @Test(arguments: [-1, 33, 40, .max, .max - 7, .max - 8, .min, .min + 8])
    func loadsBeyondTheEndsTrap(offset: Int) async {
        await #expect(processExitsWith: .failure) { [offset] in
            _ = SpanAccessTests.bytes.span.load(at: offset, as: UInt64.self)
        }
    }

    @Test(arguments: [-1, 25, .max - 15, .min])
    func storesBeyondTheEndsTrap(offset: Int) async {
        await #expect(processExitsWith: .failure) { [offset] in
            var bytes = SpanAccessTests.bytes
            var span = bytes.mutableSpan
            span.store(SIMD16<UInt8>(), at: offset)
        }
    }

    @Test(arguments: [(0, 41, 0), (-1, 3, 0), (30, 40, 31), (30, 40, -1), (0, 40, .max)])
    func copiesBeyondTheEndsTrap(from: Int, end: Int, to: Int) async {
        await #expect(processExitsWith: .failure) { [from, end, to] in
            var bytes = SpanAccessTests.bytes
            var span = bytes.mutableSpan
            span.copy(from..<end, to: to)
        }
        await #expect(processExitsWith: .failure) { [from, end, to] in
            var bytes = SpanAccessTests.bytes
            var span = bytes.mutableSpan
            span.copy(SpanAccessTests.bytes.span, from..<end, to: to)
        }
    }
}
