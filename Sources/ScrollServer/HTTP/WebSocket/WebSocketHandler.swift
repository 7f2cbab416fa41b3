// The interface between a WebSocket and the program.

/// Handles one client's WebSocket. The event loop makes all calls, one at a time; they must not block.
package protocol WebSocketHandler: AnyObject {
    /// The first call. From here on the handler may send messages.
    func opened(_ connection: WebSocketConnection)
    func received(text: String)
    func received(binary: [UInt8])
    /// Called after one or more calls of `WebSocketConnection.wake()`.
    func woken()
    /// Called when the send queue has shrunk to half of its limit, after it held more or a message was refused.
    func drained()
    /// The last call, made once: no more messages are received or sent.
    ///
    /// - Parameter code: the client's code; `.noStatus` when it gave none; `.abnormal` when the connection ended
    ///   without a close frame.
    func closed(_ code: WebSocketCloseCode)
}

extension WebSocketHandler {
    func woken() {}
}

/// A handler's consent to turn a connection into a WebSocket. The server still checks the handshake.
package struct WebSocketUpgrade: Sendable {
    /// The most bytes in a received message; a longer one ends the connection with code 1009.
    package var messageLimit = 64 << 10
    /// The most bytes queued for the client; a message that does not fit is refused.
    var queueLimit = 1 << 20
    /// Makes the handler when the connection is upgraded; called on the event loop.
    let makeHandler: @Sendable () -> any WebSocketHandler

    package init(makeHandler: @escaping @Sendable () -> any WebSocketHandler) {
        self.makeHandler = makeHandler
    }
}
