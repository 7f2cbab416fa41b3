// The reader of numbers beside the standard library's.

import Testing

@testable import Charts

@Suite struct DecimalNumberTests {
    /// What is read of a text, and how many bytes that took.
    private func read(_ text: String, separator: UInt8 = UInt8(ascii: ".")) -> (value: Double?, count: Int) {
        let bytes = CellReader.padded([UInt8](text.utf8))
        var place = 0
        let value = DecimalNumber(separator: separator).read(bytes.span, &place)
        return (value, place)
    }

    private func check(_ text: String, _ location: SourceLocation = #_sourceLocation) {
        let (value, count) = read(text)
        #expect(value?.bitPattern == Double(text)?.bitPattern, "\(text)", sourceLocation: location)
        #expect(count == text.utf8.count, "\(text)", sourceLocation: location)
    }

    @Test func `numbers of every shape are what the standard library says`() {
        var generator = RepeatableNoise(seed: 3)
        func digits(_ count: Int) -> String {
            String((0..<count).map { _ in Character(String(Int.random(in: 0...9, using: &generator))) })
        }
        for _ in 0..<4000 {
            var text = ["", "-", "+"].randomElement(using: &generator) ?? ""
            text += digits(Int.random(in: 1...12, using: &generator))
            if Bool.random(using: &generator) { text += "." + digits(Int.random(in: 1...12, using: &generator)) }
            if Int.random(in: 0..<4, using: &generator) == 0 {
                text += "e\(Int.random(in: -330...320, using: &generator))"
            }
            check(text)
        }
    }

    @Test func `the shortest texts of random numbers give them back to the bit`() {
        var generator = RepeatableNoise(seed: 4)
        for _ in 0..<4000 {
            let value = Double(bitPattern: UInt64.random(in: .min ... .max, using: &generator))
            guard value.isFinite else { continue }
            #expect(read("\(value)").value?.bitPattern == value.bitPattern, "\(value)")
            let near = Double.random(in: -1000...1000, using: &generator)
            #expect(read("\(near)").value?.bitPattern == near.bitPattern, "\(near)")
        }
    }

    @Test func `numbers between two neighbours go to the nearer, and to the even one from the middle`() {
        var generator = RepeatableNoise(seed: 5)
        for _ in 0..<1000 {
            // The middle between two numbers of 53 bits is a number of 54, exact in decimal.
            let bits = UInt64.random(in: 1 << 53..<1 << 54, using: &generator) | 1
            for text in ["\(bits)", "\(bits).0", "\(bits)00e-2", "\(bits).5", "\(bits - 1).99999"] { check(text) }
        }
        // Known to be hard: Clinger's, and others nearly in the middle, at the ends of the range, and below it.
        for text in [
            "9007199254740993", "9007199254740993.00000000000000000001", "1.7976931348623157e308",
            "2.2250738585072014e-308",
            "2.2250738585072011e-308", "4.9e-324", "2.4e-324", "8.5e-17", "7.2057594037927933e16", "1e23", "8.41e21",
            "9.2e-41", "6.631236846766476e-316", "3.2378839133029012e-319", "100000000000000016777215",
            "100000000000000016777216", "0.000000000000000000000000000000000000000000000001",
            "123456789012345678901234567890", "0.1", "-0", "-0.0", "0e5", "00012", "1e-400", "5e-55", "5e55",
        ] {
            check(text)
        }
        #expect(read("1e400").value == .infinity)
    }

    @Test func `reading stops where a number ends`() {
        for (text, value, count) in [
            ("1.5,2", 1.5, 3), ("1.5.2", 1.5, 3), ("12345678x", 12_345_678, 8), ("1;", 1, 1), (".5 ", 0.5, 2),
            ("5.,", 5, 2),
        ] {
            let read = read(text)
            #expect(read.value == value && read.count == count, "\(text)")
        }
        for text in ["", "-", ".", "e5", "x", "1e", "1e+", "-.", "+-1", "/", ":"] {
            #expect(read(text).value == nil, "\(text)")
        }
    }

    @Test func `a comma may stand for the point`() {
        let comma = UInt8(ascii: ",")
        #expect(read("12,25;", separator: comma).value == 12.25)
        #expect(read("12,2512345678901234567890123;", separator: comma).value == 12.251_234_567_890_123)
        #expect(read("12.25;", separator: comma).count == 2)
    }
}
