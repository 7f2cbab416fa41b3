// Frames as a client writes them, right and wrong.

@testable import HTTP

/// One frame; what makes it wrong is set on purpose.
struct ClientFrame {
    /// How the length is written.
    enum LengthForm {
        case shortest
        case twoBytes
        case eightBytes
    }

    var opcode: UInt8
    var payload: [UInt8]
    var isFinal = true
    var reserved: UInt8 = 0
    var isMasked = true
    var key: [UInt8] = [0x37, 0xFA, 0x21, 0x3D]
    var lengthForm = LengthForm.shortest
    /// What the head says, where that is not the payload's count.
    var claimedCount: UInt64?

    init(_ opcode: UInt8, _ payload: [UInt8] = [], isFinal: Bool = true) {
        self.opcode = opcode
        self.payload = payload
        self.isFinal = isFinal
    }

    static func text(_ text: String, isFinal: Bool = true) -> ClientFrame {
        ClientFrame(1, Array(text.utf8), isFinal: isFinal)
    }

    static func close(_ code: UInt16, _ reason: String = "") -> ClientFrame {
        ClientFrame(8, [UInt8(code >> 8), UInt8(code & 0xFF)] + Array(reason.utf8))
    }

    /// This frame, changed.
    func with(_ change: (inout ClientFrame) -> Void) -> ClientFrame {
        var frame = self
        change(&frame)
        return frame
    }

    var bytes: [UInt8] {
        let count = claimedCount ?? UInt64(payload.count)
        var bytes = [(isFinal ? 0x80 : 0) | reserved << 4 | opcode]
        let maskBit: UInt8 = isMasked ? 0x80 : 0
        func length(_ places: Int) -> [UInt8] {
            (0..<places).reversed().map { UInt8(truncatingIfNeeded: count >> (8 * UInt64($0))) }
        }
        switch lengthForm {
        case .shortest where count < 126: bytes.append(maskBit | UInt8(count))
        case .shortest where count < 0x10000, .twoBytes: bytes += [maskBit | 126] + length(2)
        default: bytes += [maskBit | 127] + length(8)
        }
        guard isMasked else { return bytes + payload }
        bytes += key
        for (index, byte) in payload.enumerated() { bytes.append(byte ^ key[index % 4]) }
        return bytes
    }
}

/// The events and the error that bytes give, fed in the pieces given.
func webSocketTranscript(of pieces: [[UInt8]], messageLimit: Int = 1 << 20) -> [String] {
    var parser = WebSocketParser(messageLimit: messageLimit)
    var lines: [String] = []
    for piece in pieces {
        var position = 0
        do throws(WebSocketError) {
            while let event = try parser.next(piece.span, &position) { lines.append("\(event)") }
        } catch {
            return lines + ["error \(error)"]
        }
        if position != piece.count { lines.append("\(piece.count - position) bytes left") }
    }
    return lines
}
