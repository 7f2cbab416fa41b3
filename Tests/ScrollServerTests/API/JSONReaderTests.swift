// JSON from outside.

import Foundation
import Testing

@testable import Platform

@Suite struct JSONReaderTests {
    private func read(_ text: String) throws(JSONError) -> JSONValue { try JSONReader.value(of: Array(text.utf8)) }

    @Test func values() throws {
        #expect(try read(" null ") == .null)
        #expect(try read("[true,false]") == .list([.bool(true), .bool(false)]))
        #expect(try read("-0.5e+3") == .number(-500))
        #expect(try read(#"{"a":{"b":[1,"x"]},"c":{}}"#)["a"]?["b"] == .list([.number(1), .text("x")]))
        #expect(try read(#""a\"\\\/\b\f\n\r\t\u00e9\ud83d\ude00é""#) == .text("a\"\\/\u{8}\u{c}\n\r\té😀é"))
        #expect(try read("12").integer == 12)
        #expect(try read("1.5").integer == nil)
        #expect(try read("1e300").integer == nil)
    }

    @Test(arguments: [
        "", " ", "[", "]", "{", "{\"a\"}", "{\"a\":}", "{\"a\":1,}", "[1,]", "[1 2]", "01", "-", "1.", ".5", "1e", "+1",
        "0x10", "NaN", "Infinity", "nul", "truee", "\"", "\"\\x\"", "\"\\u12\"", "\"\\ud800\"", "\"\\ud800\\u0041\"",
        "\"\\udc00\"", "\"\u{1}\"", "{1:2}", "{'a':1}", "1 2", "{\"a\":1,\"a\":2}", "1e999", "[1]x", "// 1",
    ]) func mistakes(text: String) {
        let error = #expect(throws: JSONError.self) { try JSONReader.value(of: Array(text.utf8)) }
        #expect((0...text.utf8.count).contains(error?.offset ?? -1))
    }

    @Test func bytesThatAreNoText() {
        #expect(throws: JSONError.self) { try JSONReader.value(of: [0x22, 0xFF, 0x22]) }
        #expect(throws: JSONError.self) { try JSONReader.value(of: [0xEF, 0xBB, 0xBF, 0x31]) }
    }

    @Test func depthIsBounded() throws {
        func nested(_ depth: Int) -> String {
            String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
        }
        _ = try read(nested(JSONReader.deepest))
        #expect(throws: JSONError.self) { try read(nested(JSONReader.deepest + 1)) }
        #expect(throws: JSONError.self) { try read(nested(100_000)) }
    }

    /// Whatever Foundation writes is read as what it was; cut anywhere, it is refused.
    @Test(arguments: 0..<30) func foundation(seed: UInt64) throws {
        var noise = RepeatableNoise(seed: seed)
        func value(_ depth: Int) -> (Any, JSONValue) {
            switch noise.next() % (depth > 3 ? 4 : 6) {
            case 0: return (NSNull(), .null)
            case 1: return (true, .bool(true))
            case 2:
                let number = Double(Int64(bitPattern: noise.next()) >> 20) / 64
                return (number, .number(number))
            case 3:
                let text = String((0..<noise.next() % 9).map { _ in "aé\"\\\n😀/ \u{1f}"[noise.next() % 9] })
                return (text, .text(text))
            case 4:
                let values = (0..<noise.next() % 4).map { _ in value(depth + 1) }
                return (values.map(\.0), .list(values.map(\.1)))
            default:
                let values = (0..<noise.next() % 4).map { ("k\($0)", value(depth + 1)) }
                return (
                    Dictionary(uniqueKeysWithValues: values.map { ($0.0, $0.1.0) }),
                    .object(Dictionary(uniqueKeysWithValues: values.map { ($0.0, $0.1.1) }))
                )
            }
        }
        let (object, expected) = value(0)
        let bytes = [UInt8](try JSONSerialization.data(withJSONObject: [object]))
        #expect(try JSONReader.value(of: bytes) == .list([expected]))
        for count in 0..<bytes.count {
            #expect(throws: JSONError.self) { try JSONReader.value(of: Array(bytes[..<count])) }
        }
    }
}

extension String {
    fileprivate subscript(place: UInt64) -> Character { self[index(startIndex, offsetBy: Int(place))] }
}
