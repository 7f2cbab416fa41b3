// What a client did wrong on a WebSocket.

/// A breach of RFC 6455, after which the connection is failed (§7.1.7).
struct WebSocketError: Error, Equatable, CustomStringConvertible {
    /// The status code of the close frame that tells the client.
    let code: WebSocketCloseCode
    /// What is wrong, with the value found: ASCII of at most 123 bytes, so that it fits into the close frame.
    let reason: String
    /// Bytes from the first frame's beginning to where it was noticed.
    let offset: Int

    var description: String { "\(code) at byte \(offset): \(reason)" }
}
