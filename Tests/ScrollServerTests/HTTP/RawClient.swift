// A client that sends bytes as they are and reads answers as they come.

import Foundation

/// A blocking connection to a server on this machine.
///
/// What does not come within 20 seconds counts as the end, so that a test fails rather than hangs.
final class RawClient {
    struct Answer: Equatable {
        var status: Int
        /// Names in lower case.
        var headers: [String: String]
        var body: [UInt8]
        var text: String { String(decoding: body, as: UTF8.self) }
    }

    private let socket: ClientSocket
    private var received: [UInt8] = []

    /// `receiveBuffer`: bytes of the system's receive buffer; small for a client that is slow.
    init(port: Int, receiveBuffer: Int32? = nil) throws {
        socket = try ClientSocket()
        socket.set(Int32(IPPROTO_TCP), TCP_NODELAY, 1 as Int32)
        if let receiveBuffer { socket.set(SOL_SOCKET, SO_RCVBUF, receiveBuffer) }
        try socket.connect(port: port)
    }

    // MARK: Sending

    func send(_ text: String) {
        send(Array(text.utf8))
    }

    /// Sends all of it, as far as the server takes it; false when it does not take all.
    @discardableResult
    func send(_ bytes: [UInt8]) -> Bool { socket.send(bytes) }

    func get(_ target: String, fields: String = "") {
        send("GET \(target) HTTP/1.1\r\nHost: localhost\r\n\(fields)\r\n")
    }

    /// Ends our side; answers can still be read.
    func endWriting() { socket.endWriting() }

    func close() { socket.close() }

    /// Breaks the connection off, so that the server is told at once.
    func reset() {
        socket.set(SOL_SOCKET, SO_LINGER, linger(l_onoff: 1, l_linger: 0))
        close()
    }

    // MARK: Receiving

    /// The next answer; nil at the end.
    func receive(head: Bool = false) -> Answer? {
        var end = 0
        while true {
            if let found = endOfHead(from: max(end - 3, 0)) {
                end = found
                break
            }
            end = received.count
            guard fill() else { return nil }
        }
        let lines = String(decoding: received[..<(end - 4)], as: UTF8.self).components(separatedBy: "\r\n")
        received.removeFirst(end)
        var headers: [String: String] = [:]
        for line in lines.dropFirst() {
            let parts = line.split(separator: ":", maxSplits: 1)
            headers[parts[0].lowercased()] = parts.count > 1 ? parts[1].trimmingCharacters(in: .whitespaces) : ""
        }
        let status = Int(lines[0].split(separator: " ").dropFirst().first ?? "") ?? 0
        let count = head || status < 200 ? 0 : Int(headers["content-length"] ?? "") ?? 0
        while received.count < count {
            guard fill() else { return nil }
        }
        let body = Array(received.prefix(count))
        received.removeFirst(count)
        return Answer(status: status, headers: headers, body: body)
    }

    /// Everything until the server ends its side.
    func receiveAll() -> [UInt8] {
        while fill() {}
        defer { received = [] }
        return received
    }

    /// So many bytes of what comes; nil when the end comes before.
    func receiveBytes(_ count: Int) -> [UInt8]? {
        while received.count < count {
            guard fill() else { return nil }
        }
        defer { received.removeFirst(count) }
        return Array(received.prefix(count))
    }

    /// Whether the server has ended the connection and everything before that has been read.
    func isAtEnd() -> Bool {
        received.isEmpty && !fill()
    }

    private func endOfHead(from start: Int) -> Int? {
        guard received.count >= 4 else { return nil }
        for index in start..<max(received.count - 3, start) where received[index] == 13 {
            if received[index...].starts(with: [13, 10, 13, 10]) { return index + 4 }
        }
        return nil
    }

    private func fill() -> Bool {
        guard let piece = socket.receive(), !piece.isEmpty else { return false }
        received += piece
        return true
    }
}
