// What the server tells of a WebSocket, and what it is told.

/// One client's WebSocket, as the program sees it. Every call comes on the client's event loop, one at a time, and must
/// not block.
protocol WebSocketHandler: AnyObject {
    /// The first call, before any other. Messages may be sent from here on.
    func opened(_ connection: WebSocketConnection)
    func received(text: String)
    func received(binary: [UInt8])
    /// `WebSocketConnection.wake()` was called, once or more often.
    func woken()
    /// At most half of the queue's limit is left to be sent, after more was queued or a message was refused.
    func drained()
    /// The last call, made once: no message comes or goes any more.
    ///
    /// - Parameter code: what the client said; `.noStatus` where it gave no code, `.abnormal` where the connection ended
    ///   without a close frame.
    func closed(_ code: WebSocketCloseCode)
}

extension WebSocketHandler {
    func woken() {}
}

/// A router's consent to make a connection a WebSocket. The server checks the handshake.
struct WebSocketUpgrade: Sendable {
    /// Bytes a message may have; a longer one ends the connection with 1009.
    var messageLimit = 64 << 10
    /// Bytes that may be queued for the client; what does not fit is refused.
    var queueLimit = 1 << 20
    /// Makes the handler of a connection that has been upgraded, on its event loop.
    let makeHandler: @Sendable () -> any WebSocketHandler

    init(makeHandler: @escaping @Sendable () -> any WebSocketHandler) {
        self.makeHandler = makeHandler
    }
}
