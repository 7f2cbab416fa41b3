// Vectors of samples beside plain arithmetic.

import Testing

@testable import Pixels

@Suite struct VectorTests {
    @Test func `lanes are moved into a byte as numbers are`() {
        let numbers: [Int32] = [.min, .min + 1, -65_536, -256, -1, 0, 1, 127, 254, 255, 256, 65_535, .max - 1, .max]
        for (index, number) in numbers.enumerated() {
            // Its neighbours are other numbers.
            let others = (0..<8).map { numbers[(index + $0) % numbers.count] }
            let bytes = others.map { min(max($0, 0), 255) }
            #expect(SIMD8<Int32>(others).clampedToByte == SIMD8(bytes))
            #expect(SIMD4<Int32>(others.prefix(4)).clampedToByte == SIMD4(bytes.prefix(4)))
            #expect(SIMD8<Int32>(repeating: number).clampedToByte[7] == min(max(number, 0), 255))
        }
    }
}
