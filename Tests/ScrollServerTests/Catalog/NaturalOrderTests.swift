// Names in the order people expect.

import Testing

@testable import Catalog

@Suite struct NaturalOrderTests {
    private func precedes(_ first: [UInt8], _ second: [UInt8]) -> Bool {
        NaturalOrder.precedes(first[...], second[...])
    }

    @Test(arguments: [
        ["a", "a0", "a1", "a02", "a2", "a10", "a10b", "a100"],
        ["IMG_1.jpg", "img_2.jpg", "IMG_10.jpg", "img_11.jpg"],
        ["", "0", "00", "1", "2", "9", "10", "99999999999999999998", "99999999999999999999", "a"],
        ["A", "a", "B", "b"],
        ["x007y1", "x7y2", "x07y3"],
        ["a 1", "a-1", "a.1", "a1", "a_1"],
        ["é", "z", "日本"],
        ["A.jpg", "a.jpg", "Ä.jpg", "á.jpg", "ab.jpg", "Äb.jpg", "B.jpg"],
        ["Strasse 2", "Straße 2", "Strasse 10", "Straße 10", "Strata"],
        ["œuf", "ofen", "Øre 1", "Øre 2", "Øre 10"],
        ["Ñandu", "nb", "o"], ["Łódź", "lza"], ["ähnlich2", "Ähnlich10"],
        ["Ärger", "Azur", "ß", "su"],
        ["Απρίλιος", "ΑΠΡΙΛΙΟΣ2", "Βήτα"], ["ёлка", "Ж", "ж", "Я"],
        // Composed and decomposed are the same letters.
        ["e\u{301}1", "\u{e9}2", "e\u{301}10"],
        ["2024-1-9.png", "2024-1-10.png", "2024-02-01.png", "2024-11-01.png"],
    ])
    func order(names: [String]) {
        let bytes = names.map { [UInt8]($0.utf8) }
        for i in bytes.indices {
            for j in bytes.indices {
                // Equal numbers with other zeros: only that the order is total is fixed here.
                #expect(precedes(bytes[i], bytes[j]) == (i < j) || names[i] == "0" || names[j] == "0")
            }
        }
    }

    /// All strings of up to three characters of an alphabet that has every case in it.
    @Test func isTotal() {
        let alphabet = [UInt8]("01aA.".utf8) + [0xC3, 0xA4, 0x9F]
        var names: [[UInt8]] = [[]]
        for length in 1...3 {
            names += names.filter { $0.count == length - 1 }.flatMap { name in alphabet.map { name + [$0] } }
        }
        let sorted = names.shuffled().sorted(by: precedes)
        for i in sorted.indices {
            for j in sorted.indices {
                // A sequence in which every pair is in order means: antisymmetric, transitive, total.
                if precedes(sorted[i], sorted[j]) != (i < j) {
                    Issue.record("\(sorted[i]) and \(sorted[j]) at \(i) and \(j)")
                    return
                }
            }
        }
    }

    @Test func randomLongNames() {
        var random = RepeatableNoise(seed: TestSeed.seed())
        let alphabet = [UInt8]("0019aZ-_\u{e9}\u{301}\u{df}\u{414}".utf8)
        let names = (0..<300).map { _ in
            (0..<Int.random(in: 0...12, using: &random)).compactMap { _ in alphabet.randomElement(using: &random) }
        }
        let sorted = Set(names).sorted(by: precedes)
        for (i, name) in sorted.enumerated() {
            #expect(!precedes(name, name))
            for (j, other) in sorted.enumerated() where precedes(name, other) != (i < j) {
                Issue.record("\(name) and \(other)")
                return
            }
        }
    }
}
