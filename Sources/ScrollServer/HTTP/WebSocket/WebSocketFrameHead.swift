// Parses the head of a client's frame (RFC 6455 §5.2) byte by byte.

/// The head of a client's frame, 6 to 14 bytes: opcode, length, masking key.
struct WebSocketFrameHead: Sendable {
    private(set) var isFinal = false
    private(set) var opcode = WebSocketFrame.Opcode.continuation
    /// The payload's length in bytes.
    private(set) var byteCount = 0
    /// The number of bytes read so far.
    private var count = 0
    /// The number of bytes of the extended length: 0, 2 or 8.
    private var lengthCount = 0
    private var length: UInt64 = 0
    private var key: (UInt8, UInt8, UInt8, UInt8) = (0, 0, 0, 0)

    var isComplete: Bool { count == 6 + lengthCount }
    /// Whether the opcode is the last byte read.
    var isAtOpcode: Bool { count == 1 }
    var mask: WebSocketMask { WebSocketMask(key.0, key.1, key.2, key.3) }

    /// Reads the next byte of an incomplete head.
    ///
    /// - Throws: a protocol error at the first invalid byte.
    mutating func append(_ byte: UInt8) throws(WebSocketError) {
        switch count {
        case 0: try readOpcode(byte)
        case 1: try readLength(byte)
        case 2..<(2 + lengthCount):
            length = length << 8 | UInt64(byte)
            if count == 1 + lengthCount { try checkLength() }
        default:
            key = (key.1, key.2, key.3, byte)
        }
        count += 1
    }

    private mutating func readOpcode(_ byte: UInt8) throws(WebSocketError) {
        // Reserved bits are for extensions, and the handshake accepts none.
        guard byte & 0x70 == 0 else { throw violation("a reserved bit is set: 0x\(String(byte, radix: 16))") }
        guard let opcode = WebSocketFrame.Opcode(rawValue: byte & 0x0F) else {
            throw violation("the opcode \(byte & 0x0F) is reserved")
        }
        (isFinal, self.opcode) = (byte & 0x80 != 0, opcode)
        guard isFinal || !opcode.isControl else { throw violation("a control frame is fragmented") }
    }

    private mutating func readLength(_ byte: UInt8) throws(WebSocketError) {
        guard byte & 0x80 != 0 else { throw violation("a client's frame is not masked") }
        let short = Int(byte & 0x7F)
        guard short <= WebSocketFrame.controlLimit || !opcode.isControl else {
            throw violation("a control frame is longer than \(WebSocketFrame.controlLimit) bytes")
        }
        switch short {
        case 126: lengthCount = 2
        case 127: lengthCount = 8
        default: byteCount = short
        }
    }

    private mutating func checkLength() throws(WebSocketError) {
        guard length > (lengthCount == 2 ? 125 : 0xFFFF) else {
            throw violation("the length \(length) is written in more bytes than it needs")
        }
        guard let count = Int(exactly: length) else { throw violation("the length's highest bit is set") }
        byteCount = count
    }

    private func violation(_ reason: String) -> WebSocketError {
        WebSocketError(code: .protocolError, reason: reason, offset: 0)
    }
}
