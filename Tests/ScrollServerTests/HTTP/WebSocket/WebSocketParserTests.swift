// Frames put together to messages, and what is refused (RFC 6455 §5, §7.4, §8.1).

import Testing

@testable import HTTP

@Suite struct WebSocketParserTests {
    private func events(_ frames: ClientFrame..., limit: Int = 1 << 20) -> [String] {
        webSocketTranscript(of: [frames.flatMap(\.bytes)], messageLimit: limit)
    }

    /// RFC 6455 §5.7.
    @Test func theStandardsExamples() {
        let hello: [UInt8] = [0x81, 0x85, 0x37, 0xFA, 0x21, 0x3D, 0x7F, 0x9F, 0x4D, 0x51, 0x58]
        #expect(webSocketTranscript(of: [hello]) == ["text(\(Array("Hello".utf8)))"])
        let pong: [UInt8] = [0x8A, 0x85, 0x37, 0xFA, 0x21, 0x3D, 0x7F, 0x9F, 0x4D, 0x51, 0x58]
        #expect(webSocketTranscript(of: [pong]) == ["pong(\(Array("Hello".utf8)))"])
        #expect(WebSocketFrame.control(.ping, Array("Hello".utf8)) == [0x89, 0x05, 0x48, 0x65, 0x6C, 0x6C, 0x6F])
        var head: [UInt8] = []
        WebSocketFrame.appendHead(.binary, byteCount: 256, to: &head)
        WebSocketFrame.appendHead(.binary, byteCount: 65536, to: &head)
        #expect(head == [0x82, 0x7E, 0x01, 0x00, 0x82, 0x7F, 0, 0, 0, 0, 0, 1, 0, 0])
    }

    @Test(arguments: [0, 1, 3, 4, 7, 8, 9, 15, 16, 17, 125, 126, 127, 128, 65535, 65536, 65537])
    func everyLengthIsRead(count: Int) throws {
        let payload = (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 7) }
        var parser = WebSocketParser(messageLimit: 1 << 20)
        var position = 0
        let bytes = ClientFrame(2, payload).bytes + ClientFrame(9, [1]).bytes
        let message = try parser.next(bytes.span, &position)
        let ping = try parser.next(bytes.span, &position)
        let nothing = try parser.next(bytes.span, &position)
        #expect(message == .binary(payload))
        #expect(ping == .ping([1]))
        #expect(nothing == nil)
    }

    @Test func controlFramesComeBetweenFragments() {
        #expect(
            events(
                .text("a", isFinal: false), ClientFrame(9, [7]), ClientFrame(0, [], isFinal: false),
                ClientFrame(10, []), ClientFrame(0, [0x62]), ClientFrame(2, [1]))
                == ["ping([7])", "pong([])", "text([97, 98])", "binary([1])"])
    }

    @Test func nothingIsReadBehindAClose() {
        #expect(events(.close(1000, "bye"), .text("more")) == [#"close(1000, reason: "bye")"#])
        #expect(events(ClientFrame(8), ClientFrame(15)) == [#"close(1005, reason: "")"#])
    }

    @Test(arguments: [1000, 1001, 1002, 1003, 1007, 1008, 1009, 1010, 1011, 1012, 1013, 1014, 3000, 3999, 4000, 4999])
    func closeCodesInUseAreAccepted(code: UInt16) {
        #expect(events(.close(code)) == ["close(\(code), reason: \"\")"])
    }

    @Test(arguments: [0, 999, 1004, 1005, 1006, 1015, 1016, 1100, 2000, 2999, 5000, 65535])
    func otherCloseCodesAreRefused(code: UInt16) {
        #expect(events(.close(code)) == ["error 1002 at byte 8: no close frame may carry the code \(code)"])
    }

    static let breaches: [(name: String, frames: [ClientFrame], code: Int)] = [
        ("not masked", [ClientFrame.text("a").with { $0.isMasked = false }], 1002),
        ("reserved bit 1", [ClientFrame.text("a").with { $0.reserved = 4 }], 1002),
        ("reserved bit 2", [ClientFrame.text("a").with { $0.reserved = 2 }], 1002),
        ("reserved bit 3", [ClientFrame(9).with { $0.reserved = 1 }], 1002),
        ("reserved data opcode", [ClientFrame(3)], 1002),
        ("reserved data opcode", [ClientFrame(7)], 1002),
        ("reserved control opcode", [ClientFrame(11)], 1002),
        ("reserved control opcode", [ClientFrame(15)], 1002),
        ("fragmented ping", [ClientFrame(9, isFinal: false)], 1002),
        ("fragmented close", [ClientFrame(8, isFinal: false)], 1002),
        ("long ping", [ClientFrame(9, [UInt8](repeating: 0, count: 126))], 1002),
        ("long close", [ClientFrame(8, [3, 232] + [UInt8](repeating: 97, count: 124))], 1002),
        ("half a close code", [ClientFrame(8, [3])], 1002),
        ("reason not UTF-8", [ClientFrame(8, [3, 232, 0xFF])], 1007),
        ("nothing to continue", [ClientFrame(0, [1])], 1002),
        ("nothing to continue any more", [.text("a"), ClientFrame(0, [1])], 1002),
        ("message within a message", [.text("a", isFinal: false), .text("b")], 1002),
        ("length not minimal", [ClientFrame.text("a").with { $0.lengthForm = .twoBytes }], 1002),
        ("length not minimal", [ClientFrame.text("a").with { $0.lengthForm = .eightBytes }], 1002),
        (
            "length not minimal",
            [ClientFrame(2, [UInt8](repeating: 0, count: 0xFFFF)).with { $0.lengthForm = .eightBytes }], 1002
        ),
        ("length's highest bit", [ClientFrame(2).with { $0.claimedCount = 1 << 63 }], 1002),
        ("greatest length", [ClientFrame(2).with { $0.claimedCount = (1 << 63) - 1 }], 1009),
        ("too long", [ClientFrame(2).with { $0.claimedCount = 1_000_001 }], 1009),
        (
            "too long together",
            [
                ClientFrame(2, [UInt8](repeating: 0, count: 999_999), isFinal: false),
                ClientFrame(0).with { $0.claimedCount = 2 },
            ], 1009
        ),
        ("not UTF-8", [ClientFrame(1, [0x61, 0xC0, 0x80])], 1007),
        ("ends within a character", [ClientFrame(1, [0xE2, 0x82])], 1007),
        ("a surrogate over two frames", [ClientFrame(1, [0xED], isFinal: false), ClientFrame(0, [0xA0, 0x80])], 1007),
    ]

    @Test(arguments: breaches.indices) func breachesAreRefused(_ index: Int) {
        let breach = Self.breaches[index]
        let bytes = breach.frames.flatMap(\.bytes)
        let last = webSocketTranscript(of: [bytes], messageLimit: 1_000_000).last
        #expect(last?.hasPrefix("error \(breach.code) at byte ") == true, "\(breach.name): \(last ?? "nothing")")
        // The reason has to fit into a close frame as it is.
        #expect(last.map { $0.utf8.count < 124 && $0.utf8.allSatisfy { $0 < 0x80 } } == true)
    }

    @Test func aMessageOfTheLimitIsAccepted() {
        #expect(events(ClientFrame(2, [1, 2], isFinal: false), ClientFrame(0, [3]), limit: 3) == ["binary([1, 2, 3])"])
        #expect(
            events(ClientFrame(2, [1, 2], isFinal: false), ClientFrame(0, [3]), limit: 2).last?.contains("1009") == true
        )
    }

    /// Text is refused at the byte that is wrong, not at the end of its frame.
    @Test func wrongTextIsNoticedAtOnce() {
        let text: [UInt8] = [0xCE, 0xBA, 0xF4, 0x90, 0x80, 0x80, 0x65]
        let frame = ClientFrame(1, text).with { $0.claimedCount = 1000 }.bytes
        let head = frame.count - text.count
        for end in 0...frame.count {
            let lines = webSocketTranscript(of: [Array(frame[..<end])])
            let isWrong = end > head + 3
            #expect(lines == (isWrong ? ["error 1007 at byte \(head + 3): the text is not UTF-8"] : []), "\(end)")
        }
    }

    // MARK: Splits

    private static let conversation: [[ClientFrame]] =
        [
            [
                .text("Grüße, 世界 🌍", isFinal: false), ClientFrame(9, [1, 2, 3]), ClientFrame(0, Array("é".utf8)),
                ClientFrame(2, (0..<300).map { UInt8(truncatingIfNeeded: $0) }), ClientFrame(10), .close(4000, "ende"),
            ]
        ] + breaches.filter { $0.frames.allSatisfy { $0.payload.count < 200 } }.map { [.text("vorher")] + $0.frames }

    @Test(arguments: conversation.indices) func anySplitGivesTheSame(_ index: Int) {
        let bytes = Self.conversation[index].flatMap(\.bytes)
        let whole = webSocketTranscript(of: [bytes])
        #expect(webSocketTranscript(of: bytes.map { [$0] }) == whole)
        for cut in 0...bytes.count {
            #expect(webSocketTranscript(of: [Array(bytes[..<cut]), Array(bytes[cut...])]) == whole, "cut at \(cut)")
        }
        var numbers = RepeatableNumbers(seed: UInt64(index))
        for _ in 0..<20 {
            let cuts =
                [0] + (0..<6).map { _ in Int.random(in: 0...bytes.count, using: &numbers) }.sorted() + [bytes.count]
            let pieces = zip(cuts, cuts.dropFirst()).map { Array(bytes[$0..<$1]) }
            #expect(webSocketTranscript(of: pieces) == whole, "cuts at \(cuts)")
        }
    }

    /// Whatever comes, the parser ends in events or in an error that can be sent.
    @Test func noiseIsSurvived() {
        var numbers = RepeatableNumbers(seed: 6455)
        for _ in 0..<300 {
            var bytes = Self.conversation.randomElement(using: &numbers)?.flatMap(\.bytes) ?? []
            for _ in 0..<Int.random(in: 1...4, using: &numbers) where !bytes.isEmpty {
                bytes[Int.random(in: bytes.indices, using: &numbers)] = UInt8.random(in: 0...255, using: &numbers)
            }
            let whole = webSocketTranscript(of: [bytes])
            #expect(webSocketTranscript(of: bytes.map { [$0] }) == whole)
        }
    }
}
