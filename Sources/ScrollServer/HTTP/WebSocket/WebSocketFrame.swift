// Writes frames as a server does (RFC 6455 §5.2): one frame for each message, never masked.

/// Writes WebSocket frames, which have this layout.
///
///     byte 0           byte 1          then, by the length   then
///     +-+-+-+-+-------+-+-------------+---------------------+----------
///     |F|R|R|R|opcode |M| 0…125       | nothing             |
///     |I|S|S|S|       |A| 126         | 2 bytes, big-endian | payload …
///     |N|V|V|V|       |S| 127         | 8 bytes, big-endian |
///     | |1|2|3|       |K|             |                     |
///     +-+-+-+-+-------+-+-------------+---------------------+----------
///
/// In a client's frame MASK is set, and a key of four bytes precedes the payload.
enum WebSocketFrame {
    enum Opcode: UInt8, Sendable {
        case continuation = 0
        case text = 1
        case binary = 2
        case close = 8
        case ping = 9
        case pong = 10

        var isControl: Bool { rawValue >= 8 }
    }

    /// The maximum payload of a control frame in bytes (§5.5).
    static let controlLimit = 125

    /// Appends the head of an unfragmented frame.
    static func appendHead(_ opcode: Opcode, byteCount: Int, to buffer: inout [UInt8]) {
        buffer.append(0x80 | opcode.rawValue)
        switch byteCount {
        case ...125: buffer.append(UInt8(truncatingIfNeeded: byteCount))
        case ...0xFFFF: append(byteCount, marker: 126, bytes: 2, to: &buffer)
        default: append(byteCount, marker: 127, bytes: 8, to: &buffer)
        }
    }

    /// Makes a control frame, truncating the payload to the limit.
    static func control(_ opcode: Opcode, _ payload: [UInt8]) -> [UInt8] {
        let payload = payload.prefix(controlLimit)
        var frame: [UInt8] = []
        appendHead(opcode, byteCount: payload.count, to: &frame)
        frame.append(contentsOf: payload)
        return frame
    }

    /// Makes a close frame; a code that must not be sent is omitted together with the reason (§7.4.1).
    static func close(_ code: WebSocketCloseCode, _ reason: String) -> [UInt8] {
        guard code.maySend else { return control(.close, []) }
        // Truncate between characters, since the reason must be UTF-8.
        var text = Array(reason.utf8)
        if text.count > controlLimit - 2 {
            var end = controlLimit - 2
            while end > 0, text[end] & 0xC0 == 0x80 { end -= 1 }
            text.removeSubrange(end...)
        }
        return control(.close, [UInt8(code.rawValue >> 8), UInt8(code.rawValue & 0xFF)] + text)
    }

    private static func append(_ number: Int, marker: UInt8, bytes: Int, to buffer: inout [UInt8]) {
        buffer.append(marker)
        for byte in (0..<bytes).reversed() { buffer.append(UInt8(truncatingIfNeeded: number >> (8 * byte))) }
    }
}
