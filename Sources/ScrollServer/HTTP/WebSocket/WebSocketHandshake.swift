// The opening handshake of a WebSocket (RFC 6455 §4.2).

import Platform

/// The server's side of the opening handshake, which accepts no extension and no subprotocol.
enum WebSocketHandshake {
    private static let version = "13"
    /// The text that RFC 6455 §1.3 appends to the client's key.
    private static let suffix = "258EAFA5-E914-47DA-95CA-C5AB0DC85B11"

    /// Returns the head of the 101 response, from the status line to the empty line.
    ///
    /// The `AccessPolicy` has already checked the origin.
    ///
    /// - Throws: a 400, 405 or 426 if the request is not a valid handshake.
    static func accept(_ request: Request) throws(Problem) -> [UInt8] {
        guard request.method == .get else { throw .methodNotAllowed(request.method, allowed: [.get]) }
        guard request.version == .http11, has("websocket", in: request.headers["upgrade"]),
            has("upgrade", in: request.headers["connection"])
        else {
            throw upgradeRequired("this address is for WebSockets; send an HTTP/1.1 request to upgrade to one")
        }
        guard request.headers["sec-websocket-version"] == version else {
            throw upgradeRequired("this server speaks version \(version) of the WebSocket protocol")
        }
        guard let key = request.headers["sec-websocket-key"], Base64.decodedCount(key) == 16 else {
            throw .badRequest("Sec-WebSocket-Key is not 16 bytes in base 64")
        }
        return Array(
            """
            HTTP/1.1 101 Switching Protocols\r
            Upgrade: websocket\r
            Connection: Upgrade\r
            Sec-WebSocket-Accept: \(answer(to: key))\r
            \r\n
            """.utf8)
    }

    /// Returns the value of `Sec-WebSocket-Accept` (§4.2.2, item 5.4).
    static func answer(to key: String) -> String {
        Base64.encode(SHA1.digest(Array((key + suffix).utf8)))
    }

    private static func upgradeRequired(_ detail: String) -> Problem {
        var problem = Problem(426, detail)
        // RFC 9110 §15.5.22 and RFC 6455 §4.4.
        problem.headers = ["Upgrade": "websocket", "Connection": "Upgrade", "Sec-WebSocket-Version": version]
        return problem
    }

    /// Returns whether a list of tokens contains this one, ignoring case.
    private static func has(_ token: StaticString, in field: String?) -> Bool {
        guard let field else { return false }
        return Array(field.utf8).split(separator: 0x2C).contains { ASCII.equal($0.trimmingWhiteSpace(), token) }
    }
}
