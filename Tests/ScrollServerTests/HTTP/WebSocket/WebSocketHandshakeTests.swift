// Which requests become WebSockets (RFC 6455 §4.2), and what the answer is made of.

import Testing

@testable import HTTP

@Suite struct WebSocketHandshakeTests {
    private static let fields = [
        ("Host", "localhost:8080"), ("Upgrade", "websocket"), ("Connection", "Upgrade"),
        ("Sec-WebSocket-Key", "dGhlIHNhbXBsZSBub25jZQ=="), ("Sec-WebSocket-Version", "13"),
    ]

    private func answer(_ method: HTTP.Method = .get, _ changes: [(String, String?)] = []) throws -> Result<
        String, Problem
    > {
        var fields = Self.fields
        for (name, value) in changes {
            fields.removeAll { $0.0 == name }
            if let value { fields.append((name, value)) }
        }
        let request = try Request(method, "/session", headers: fields)
        do throws(Problem) {
            return .success(
                String(decoding: try WebSocketHandshake.accept(request), as: UTF8.self))
        } catch {
            return .failure(error)
        }
    }

    private func status(_ method: HTTP.Method = .get, _ changes: (String, String?)...) throws -> Int {
        switch try answer(method, changes) {
        case .success: 101
        case .failure(let problem): problem.status
        }
    }

    /// RFC 6455 §1.3.
    @Test func theStandardsExample() throws {
        let head = try answer().get()
        #expect(
            head == "HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
                + "Sec-WebSocket-Accept: s3pPLMBiTxaQ9kYGzzhZRbK+xOo=\r\n\r\n")
    }

    @Test func tokensAreComparedWithoutCaseAndInLists() throws {
        #expect(try status(.get, ("Upgrade", "h2c, WebSocket"), ("Connection", "keep-alive, UPGRADE")) == 101)
        #expect(try status(.get, ("Sec-WebSocket-Extensions", "permessage-deflate")) == 101)
        #expect(try status(.get, ("Sec-WebSocket-Protocol", "chat")) == 101)
    }

    @Test func whatIsMissingIsSaid() throws {
        #expect(try status(.get, ("Upgrade", nil)) == 426)
        #expect(try status(.get, ("Upgrade", "websockets")) == 426)
        #expect(try status(.get, ("Connection", "keep-alive")) == 426)
        #expect(try status(.get, ("Sec-WebSocket-Version", nil)) == 426)
        #expect(try status(.get, ("Sec-WebSocket-Version", "8")) == 426)
        #expect(try status(.get, ("Sec-WebSocket-Key", nil)) == 400)
        #expect(try status(.get, ("Sec-WebSocket-Key", "dGhlIHNhbXBsZSBub25jZQ")) == 400)
        #expect(try status(.get, ("Sec-WebSocket-Key", "dGhlIHNhbXBsZSBub25jZTE=")) == 400)
        #expect(try status(.get, ("Sec-WebSocket-Key", "dGhlIHNhbXBsZSBub25jZ!==")) == 400)
        #expect(try status(.head) == 405)
        #expect(try status(.post) == 405)
        guard case .failure(let problem) = try answer(.get, [("Sec-WebSocket-Version", "12")]) else { return }
        #expect(problem.headers["Sec-WebSocket-Version"] == "13")
        #expect(problem.headers["Upgrade"] == "websocket")
    }

    /// FIPS 180-4's examples, and the lengths around which padding takes another block (from Python's hashlib).
    @Test(arguments: [
        ("", "da39a3ee5e6b4b0d3255bfef95601890afd80709"), ("abc", "a9993e364706816aba3e25717850c26c9cd0d89d"),
        (
            "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq", "84983e441c3bd26ebaae4aa1f95129e5e54670f1"
        ),
        (String(repeating: "a", count: 55), "c1c8bbdc22796e28c0e15163d20899b65621d65a"),
        (String(repeating: "a", count: 56), "c2db330f6083854c99d4b5bfb6e8f29f201be699"),
        (String(repeating: "a", count: 64), "0098ba824b5c16427bd7a1122a5a442a25ec644d"),
    ])
    func digestsAreRight(text: String, digest: String) {
        let hexadecimal = SHA1.digest(Array(text.utf8)).map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
        #expect(hexadecimal == digest)
    }

    /// RFC 4648 §10.
    @Test(arguments: [
        ("", ""), ("f", "Zg=="), ("fo", "Zm8="), ("foo", "Zm9v"), ("foob", "Zm9vYg=="), ("fooba", "Zm9vYmE="),
        ("foobar", "Zm9vYmFy"),
    ])
    func base64IsRight(text: String, encoded: String) {
        #expect(Base64.encode(Array(text.utf8)) == encoded)
        #expect(Base64.decodedCount(encoded) == text.utf8.count)
    }

    @Test(arguments: ["Z", "Zg=", "Zg===", "====", "Z===", "Zm9v====", "Zm=v", "Zm9-"])
    func otherTextIsNotBase64(text: String) {
        #expect(Base64.decodedCount(text) == nil)
    }
}
