// A client that speaks frames as they are.

@testable import ScrollServer

/// A WebSocket from the client's side, over a blocking connection.
///
/// The first answer is read when it is made.
final class WebSocketClient {
    struct Frame: Equatable {
        var opcode: UInt8
        var payload: [UInt8]

        static func text(_ text: String) -> Frame { Frame(opcode: 1, payload: Array(text.utf8)) }
        static func close(_ code: UInt16) -> Frame {
            Frame(opcode: 8, payload: [UInt8(code >> 8), UInt8(code & 0xFF)])
        }
    }

    static func head(_ path: String, fields: String = "") -> [UInt8] {
        Array(
            ("GET \(path) HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
                + "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n\(fields)\r\n").utf8)
    }

    let raw: RawClient
    /// Status of the answer to the upgrade.
    let status: Int

    /// `fields` are more header fields, each with its line end.
    ///
    /// `behind`: bytes sent in one write with the request's head.
    init(
        port: Int, path: String, fields: String = "", behind: [UInt8] = [], receiveBuffer: Int32? = nil
    ) throws {
        raw = try RawClient(port: port, receiveBuffer: receiveBuffer)
        raw.send(Self.head(path, fields: fields) + behind)
        status = raw.receive()?.status ?? 0
    }

    @discardableResult
    func send(_ frames: ClientFrame...) -> Bool {
        raw.send(frames.flatMap(\.bytes))
    }

    /// The next frame; nil at the end.
    func receive() -> Frame? {
        guard let head = raw.receiveBytes(2), head[0] & 0x70 == 0, head[1] & 0x80 == 0 else { return nil }
        var count = Int(head[1])
        if count > 125 {
            guard let length = raw.receiveBytes(count == 126 ? 2 : 8) else { return nil }
            count = length.reduce(0) { $0 << 8 | Int($1) }
        }
        return raw.receiveBytes(count).map { Frame(opcode: head[0] & 0x0F, payload: $0) }
    }
}
