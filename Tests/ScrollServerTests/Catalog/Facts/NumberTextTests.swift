// Plain numbers in the cells of lists: bytes are read as a text of them is.

import Testing

@testable import Catalog

@Suite struct NumberTextTests {
    @Test func `bytes give the number that their text gives, to the last bit`() {
        var random = RepeatableNoise(seed: TestSeed.seed())
        let characters = Array("0123456789012345678901234567890123456789..-+eE ".utf8)
        var found = 0
        for _ in 0..<20_000 {
            let count = Int.random(in: 0...20, using: &random)
            let bytes = (0..<count).map { _ in characters.randomElement(using: &random) ?? 0 }
            let text = String(decoding: bytes, as: UTF8.self)
            let (own, expected) = (NumberText.decimal(bytes), NumberText.decimal(text))
            #expect(own?.bitPattern == expected?.bitPattern, "'\(text)' is \(String(describing: own))")
            if own != nil { found += 1 }
        }
        #expect(found > 1000)
        for text in ["", "-", ".", "-.5", "5.", "-0", "1.5e3", "123456789012345", "0.1234567890123456", "12 "] {
            #expect(
                NumberText.decimal(Array(text.utf8))?.bitPattern == NumberText.decimal(text)?.bitPattern, "'\(text)'")
        }
        #expect(NumberText.decimal(Array("-0.25".utf8)) == -0.25)
    }
}
