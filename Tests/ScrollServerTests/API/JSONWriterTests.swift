// What we write, Foundation reads back.

import Foundation
import Testing

@testable import Platform

@Suite struct JSONWriterTests {
    private func text(_ write: (inout JSONWriter) -> Void) -> String {
        var json = JSONWriter()
        write(&json)
        return String(decoding: json.bytes, as: UTF8.self)
    }

    @Test func numbers() {
        for (value, expected) in [
            (0, "0"), (-0.0, "0"), (-0.0004, "0"), (0.0005, "0.001"), (1.5, "1.5"), (-1.25, "-1.25"), (0.1, "0.1"),
            (0.01, "0.01"), (0.001, "0.001"), (12.34, "12.34"), (100, "100"), (-7.009, "-7.009"), (1.9996, "2"),
            (-1.9996, "-2"), (0.9994, "0.999"), (1e12 + 0.0005, "1000000000000.001"), (1e12, "1000000000000"),
            (.nan, "0"), (.infinity, "0"), (-.infinity, "0"), (.leastNonzeroMagnitude, "0"),
            (8.9e15, "8900000000000000"),
        ] as [(Double, String)] {
            #expect(text { $0.value(value) } == expected, "\(value)")
        }
        for value in [0, 9, 10, -1, -10, 99, 100, 999, 1000, 9999, 10_000, -99_999, 1_000_000_007, .max, .min] {
            #expect(text { $0.value(value) } == String(value))
        }
    }

    /// Any number comes back, to half of a thousandth or the last bit.
    @Test func numbersComeBack() throws {
        var noise = RepeatableNoise(seed: 5)
        for _ in 0..<3000 {
            let exponent = Double.random(in: -6...22, using: &noise)
            let value = pow(10, exponent) * (Bool.random(using: &noise) ? 1 : -1)
            let written = text { $0.value(value) }
            let read = try #require(Double(written))
            #expect(abs(read - value) <= 0.000_500_1 + value.magnitude.ulp, "\(value): \(written)")
            // Foundation's reader is off by some last bits where there are many digits.
            let object = try JSONSerialization.jsonObject(with: Data("[\(written)]".utf8)) as? [Double]
            let other = try #require(object?.first)
            #expect(abs(other - value) <= 0.000_500_1 + 8 * value.magnitude.ulp, "\(value): \(written)")
            if value.magnitude < 9e15 { #expect(!written.contains("e"), "\(value)") }
        }
        for _ in 0..<3000 {
            let value = Int(truncatingIfNeeded: noise.next()) >> Int.random(in: 0..<64, using: &noise)
            #expect(text { $0.value(value) } == String(value))
        }
    }

    @Test func structure() {
        let text = text { json in
            json.object { json in
                json.array("a") { json in
                    json.value(1)
                    json.value(true)
                    json.null()
                    json.value("x,")
                    json.array { _ in }
                    json.object { _ in }
                    json.array { json in json.array { _ in } }
                }
                json.member("b", false)
                json.text("c") { text in
                    text.append(plain: "n")
                    text.append(42)
                    text.append("\"")
                    text.append(colour: 0x0A_B0F9)
                }
                json.member("d", written: Array("[1,2]".utf8))
                json.member("e", [3, 4])
                json.member("f", [String]())
                json.member("g", nil as Int?)
                json.null("h")
                json.object("i") { $0.member("j", exactly: 1.0 / 3) }
            }
        }
        #expect(
            text == #"{"a":[1,true,null,"x,",[],{},[[]]],"b":false,"c":"n42\"0ab0f9","d":[1,2],"e":[3,4],"f":[],"#
                + #""g":null,"h":null,"i":{"j":0.3333333333333333}}"#)
    }

    /// However little was expected, there is room: pieces of all lengths end at the end of the memory and beyond it.
    @Test func grows() throws {
        for capacity in [-1, 0, 1, 63, 64, 65, 1000] {
            let texts = (0..<200).map { String(repeating: $0 % 3 == 0 ? "\u{1}" : "é", count: $0) }
            let bytes = JSONWriter.bytes(capacity: capacity) { json in
                json.array { json in
                    for text in texts {
                        json.value(text)
                        json.value(-1.234)
                        json.value(Int.min)
                    }
                }
            }
            let read = try #require(try JSONSerialization.jsonObject(with: Data(bytes)) as? [Any])
            #expect(read.count == 600)
            #expect(read.compactMap { $0 as? String } == texts)
            #expect(read.compactMap { $0 as? Double }.filter { $0 == -1.234 }.count == 200)
        }
        #expect(JSONWriter.bytes { _ in } == [])
        #expect(JSONWriter.bytes(capacity: 1 << 20) { $0.value(1) } == Array("1".utf8))
    }

    /// Any text comes back as it was: control characters, quotes, line separators, pictures, parts of characters.
    @Test func textsComeBack() throws {
        var noise = RepeatableNoise(seed: 9)
        let odd: [Unicode.Scalar] = [
            "\"", "\\", "/", "\u{0}", "\u{1F}", "\u{7F}", "\n", "\r", "\t", "\u{8}", "\u{C}", "\u{2028}", "\u{2029}",
            "\u{FFFD}", "\u{301}", "😀", "👨", "\u{200D}", "é", "日", "<", "&", "\u{10FFFF}",
        ]
        var texts = odd.map { String($0) } + ["", "plain", "\u{0}\u{0}", "end\\", "\"\"", "</script>"]
        for _ in 0..<500 {
            var text = String.UnicodeScalarView()
            for _ in 0..<Int.random(in: 0..<40, using: &noise) {
                if Bool.random(using: &noise) {
                    text.append(odd.randomElement(using: &noise) ?? "x")
                } else if let scalar = Unicode.Scalar(UInt32.random(in: 0..<0x11_0000, using: &noise)) {
                    text.append(scalar)
                }
            }
            texts.append(String(text))
        }
        for expected in texts {
            let written = text { json in
                json.array { $0.value(expected) }
            }
            let read = try JSONSerialization.jsonObject(with: Data(written.utf8)) as? [String]
            #expect(read?.first?.unicodeScalars.elementsEqual(expected.unicodeScalars) == true, "\(written)")
            #expect(!written.utf8.contains { $0 < 0x20 })
        }
        // Foundation's reader drops this one, so the bytes are looked at.
        #expect(text { $0.value("a\u{FEFF}b") } == "\"a\u{FEFF}b\"")
    }
}
