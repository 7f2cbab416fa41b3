// The error of a WebSocket client that violates the protocol.

/// A violation of RFC 6455; the server sends a close frame and ends the connection (§7.1.7).
struct WebSocketError: Error, Equatable, CustomStringConvertible {
    /// The status code of the close frame.
    let code: WebSocketCloseCode
    /// What is wrong, with the value found; ASCII of at most 123 bytes, to fit into the close frame.
    let reason: String
    /// The byte offset of the error, counted from the start of the first frame.
    let offset: Int

    var description: String { "\(code) at byte \(offset): \(reason)" }
}
