// UTF-8 checked bit by bit, beside the standard library's check of whole texts.

import Testing

@testable import HTTP

@Suite struct UTF8ValidatorTests {
    /// The index at which the bytes are refused, their count where they end within a character, else nil.
    private func firstError(_ pieces: [[UInt8]]) -> Int? {
        var validator = UTF8Validator()
        var offset = 0
        for piece in pieces {
            if let index = validator.firstError(in: piece.span) { return offset + index }
            offset += piece.count
        }
        return validator.isComplete ? nil : offset
    }

    /// All two-byte texts, and all characters of three and four bytes in their first two bytes.
    @Test func agreesWithTheStandardLibrary() {
        for first in UInt8.min...UInt8.max {
            for second in UInt8.min...UInt8.max {
                for tail: [UInt8] in [[], [0x80], [0xBF, 0x80], [0x41]] {
                    let bytes = [first, second] + tail
                    let isValid = String(validating: bytes, as: UTF8.self) != nil
                    if (firstError([bytes]) == nil) != isValid { Issue.record("\(bytes)") }
                }
            }
        }
    }

    @Test(arguments: [
        ([0xF4, 0x90, 0x80, 0x80], 1), ([0xED, 0xA0, 0x80], 1), ([0xE0, 0x9F, 0xBF], 1), ([0xF0, 0x8F, 0xBF, 0xBF], 1),
        ([0xC1, 0x81], 0), ([0xF5, 0x80, 0x80, 0x80], 0), ([0x80], 0), ([0xE2, 0x82, 0x41], 2), ([0xE2, 0x82], 2),
    ])
    func isRefusedAtTheFirstByteThatCannotBe(bytes: [UInt8], index: Int) {
        for ascii in [0, 1, 7, 8, 9, 31, 40, 71, 72] {
            let text = [UInt8](repeating: 0x61, count: ascii) + bytes
            #expect(firstError([text]) == ascii + index)
            #expect(firstError([text + [UInt8](repeating: 0x61, count: 40)]) == ascii + index)
            #expect(firstError(text.map { [$0] }) == ascii + index)
        }
    }

    @Test func longTextsAreAccepted() {
        let text = Array(String(repeating: "ASCII only, then κόσμε and 𝄞. ", count: 20).utf8)
        #expect(firstError([text]) == nil)
        #expect(firstError(text.map { [$0] }) == nil)
    }
}
