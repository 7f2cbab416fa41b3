// Any split of the same bytes gives the same events, whatever the bytes are.

import Testing

@testable import HTTP

@Suite struct RequestParserSplitTests {
    private static let streams = [
        "GET / HTTP/1.1\r\nHost: a\r\n\r\n",
        "\r\nHEAD /x?y=z HTTP/1.0\r\nConnection: keep-alive\r\n\r\nGET /b HTTP/1.1\r\nHost: b\r\nRange: bytes=0-1\r\n\r\n",
        "POST /p HTTP/1.1\r\nHost: a\r\nContent-Length: 11\r\n\r\nhello worldGET / HTTP/1.1\r\nHost: a\r\n\r\n",
        "PUT /c HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\nExpect: 100-continue\r\n\r\n"
            + "3\r\nabc\r\n10;x=y\r\n0123456789abcdef\r\n0\r\nT: 1\r\n\r\nDELETE /d HTTP/1.1\r\nHost: a\r\n\r\n",
        "GET / HTTP/1.1\r\nHost: a\r\nA: b\nc\r\n\r\n",
        "POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabcd\r\n0\r\n\r\n",
        "GET /half HTTP/1.1\r\nHos",
    ]

    @Test(arguments: streams)
    func everySplitInTwo(stream: String) {
        let bytes = Array(stream.utf8)
        let whole = transcript(of: [bytes])
        for position in 0...bytes.count {
            #expect(transcript(of: [Array(bytes[..<position]), Array(bytes[position...])]) == whole)
        }
    }

    @Test(arguments: streams)
    func manyRandomSplits(stream: String) {
        let bytes = Array(stream.utf8)
        let whole = transcript(of: [bytes])
        var numbers = RepeatableNumbers(seed: 7)
        for _ in 0..<50 { #expect(transcript(of: pieces(of: bytes, &numbers)) == whole) }
    }

    /// Changed, cut, doubled and spliced requests never crash, and mean the same however they are split.
    @Test func mutations() {
        var numbers = RepeatableNumbers(seed: 2026)
        let seeds = Self.streams.map { Array($0.utf8) }
        let inserts: [[UInt8]] = [
            "\r\n", "\n", "\r", " ", "\t", "\0", ":", ";", "%", "%00", "..", "Content-Length: 5\r\n", "0\r\n\r\n",
            "Transfer-Encoding: chunked\r\n", "ffffffff", "99999999999999999999", "HTTP/1.1", "Host: a\r\n",
        ].map { Array($0.utf8) }
        var limits = RequestParser.Limits()
        limits.requestLine = 60
        limits.fieldBytes = 90
        limits.body = 20
        #if !OPTIMISED
            let rounds = 2000
        #else
            let rounds = 100_000
        #endif
        for _ in 0..<rounds {
            var bytes = seeds[Int.random(in: 0..<seeds.count, using: &numbers)]
            for _ in 0..<Int.random(in: 1...4, using: &numbers) where !bytes.isEmpty {
                let position = Int.random(in: 0..<bytes.count, using: &numbers)
                switch Int.random(in: 0..<5, using: &numbers) {
                case 0: bytes[position] = UInt8.random(in: 0...255, using: &numbers)
                case 1: bytes.remove(at: position)
                case 2: bytes.removeSubrange(position...)
                case 3:
                    let inserted = inserts[Int.random(in: 0..<inserts.count, using: &numbers)]
                    bytes.insert(contentsOf: inserted, at: position)
                default:
                    bytes.insert(
                        contentsOf: seeds[Int.random(in: 0..<seeds.count, using: &numbers)].prefix(30), at: position)
                }
            }
            #expect(
                transcript(of: pieces(of: bytes, &numbers), limits: limits) == transcript(of: [bytes], limits: limits),
                "\(String(decoding: bytes, as: UTF8.self).debugDescription)")
        }
    }

    private func pieces(of bytes: [UInt8], _ numbers: inout RepeatableNumbers) -> [[UInt8]] {
        var pieces: [[UInt8]] = []
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = Int.random(in: 1...9, using: &numbers)
            pieces.append(Array(rest.prefix(count)))
            rest = rest.dropFirst(count)
        }
        return pieces
    }
}
