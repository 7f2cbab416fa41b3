// The interface between a WebSocket and the application.

/// Handles one client's WebSocket.
///
/// The event loop makes all calls, one at a time; they must not block.
package protocol WebSocketHandler: AnyObject {
    /// The first call; the handler may send messages from now on.
    func opened(_ connection: WebSocketConnection)
    func received(text: String)
    func received(binary: [UInt8])
    /// Called after one or more calls of `WebSocketConnection.wake()`.
    func woken()
    /// Called when the send queue has shrunk to half its limit, after it was larger or a message was refused.
    func drained()
    /// The last call, made once: no more messages are received or sent.
    ///
    /// - Parameter code: the client's code; `.noStatus` if it gave none; `.abnormal` if the connection ended without a
    ///   close frame.
    func closed(_ code: WebSocketCloseCode)
}

extension WebSocketHandler {
    func woken() {}
}

/// A handler's consent to an upgrade to WebSocket; the server still checks the handshake.
package struct WebSocketUpgrade: Sendable {
    /// The maximum size of a received message in bytes; a longer one ends the connection with code 1009.
    package var messageLimit = 64 << 10
    /// The maximum number of bytes queued for the client; a message that does not fit is refused.
    var queueLimit = 1 << 20
    /// Creates the handler on the event loop when the connection is upgraded.
    let makeHandler: @Sendable () -> any WebSocketHandler

    package init(makeHandler: @escaping @Sendable () -> any WebSocketHandler) {
        self.makeHandler = makeHandler
    }
}
