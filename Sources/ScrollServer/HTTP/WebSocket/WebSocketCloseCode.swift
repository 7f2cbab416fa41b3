// The status codes of close frames (RFC 6455 §7.4).

/// The status code of a close frame: the reason why a WebSocket ends.
package struct WebSocketCloseCode: RawRepresentable, Sendable, Hashable, CustomStringConvertible {
    package let rawValue: UInt16

    package init(rawValue: UInt16) {
        self.rawValue = rawValue
    }

    static let normal = WebSocketCloseCode(rawValue: 1000)
    /// The server stops, or the user leaves the page.
    static let goingAway = WebSocketCloseCode(rawValue: 1001)
    static let protocolError = WebSocketCloseCode(rawValue: 1002)
    /// The receiver does not accept this kind of message.
    package static let unsupportedData = WebSocketCloseCode(rawValue: 1003)
    /// Never sent: the peer's close frame had no code.
    static let noStatus = WebSocketCloseCode(rawValue: 1005)
    /// Never sent: the connection ended without a close frame.
    static let abnormal = WebSocketCloseCode(rawValue: 1006)
    /// A text message is not UTF-8.
    static let invalidPayload = WebSocketCloseCode(rawValue: 1007)
    package static let policyViolation = WebSocketCloseCode(rawValue: 1008)
    static let messageTooBig = WebSocketCloseCode(rawValue: 1009)

    /// Whether a close frame may carry this code: it is registered for that with IANA (§7.4.2), or free for libraries
    /// and applications.
    var maySend: Bool {
        switch rawValue {
        case 1000...1003, 1007...1014, 3000...4999: true
        default: false
        }
    }

    package var description: String { String(rawValue) }
}
