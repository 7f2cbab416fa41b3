// Numbers in base 36, against the standard library's.

import Platform
import Testing

@Suite struct Base36Tests {
    @Test func writesWhatTheStandardLibraryWrites() {
        var powers: [Int] = [1]
        while let last = powers.last, last <= Int.max / 36 { powers.append(last * 36) }
        let numbers = powers.flatMap { [$0 - 1, $0, $0 + 1] } + [0, 35, 36, 1295, 1296, 1_000_000, .max, .max - 1]
        for number in numbers {
            #expect(Base36.encode(number) == String(number, radix: 36))
            #expect(Base36.decode(Base36.encode(number)) == number)
        }
    }
}
