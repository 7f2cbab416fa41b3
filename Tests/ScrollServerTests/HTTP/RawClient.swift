// A client that sends bytes as they are and reads answers as they come.

import Foundation

@testable import Platform

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

    private let descriptor: Int32
    private var received: [UInt8] = []
    private var isClosed = false

    /// `receiveBuffer`: bytes of the system's receive buffer; small for a client that is slow.
    init(port: Int, receiveBuffer: Int32? = nil) throws {
        #if os(Linux)
            descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        #else
            descriptor = socket(AF_INET, SOCK_STREAM, 0)
        #endif
        guard descriptor >= 0 else { throw SystemError(call: "socket", code: errno) }
        var limit = timeval(tv_sec: 20, tv_usec: 0)
        unsafe setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
        unsafe setsockopt(descriptor, SOL_SOCKET, SO_SNDTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
        var on: Int32 = 1
        unsafe setsockopt(descriptor, Int32(IPPROTO_TCP), TCP_NODELAY, &on, socklen_t(MemoryLayout<Int32>.size))
        if var size = receiveBuffer {
            unsafe setsockopt(descriptor, SOL_SOCKET, SO_RCVBUF, &size, socklen_t(MemoryLayout<Int32>.size))
        }
        try connect(port)
    }

    deinit {
        close()
    }

    private func connect(_ port: Int) throws {
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = in_port_t(UInt16(port)).bigEndian
        address.sin_addr.s_addr = unsafe inet_addr("127.0.0.1")
        let descriptor = descriptor
        let code = unsafe withUnsafePointer(to: &address) { pointer in
            unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                #if os(Linux)
                    unsafe Glibc.connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
                #else
                    Darwin.connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
                #endif
            }
        }
        guard code == 0 else { throw SystemError(call: "connect", code: errno) }
    }

    // MARK: Sending

    func send(_ text: String) {
        send(Array(text.utf8))
    }

    /// Sends all of it, as far as the server takes it; false when it does not take all.
    @discardableResult
    func send(_ bytes: [UInt8]) -> Bool {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = unsafe rest.withUnsafeBytes { unsafe write(descriptor, $0.baseAddress, $0.count) }
            guard count > 0 else { return false }
            rest = rest.dropFirst(count)
        }
        return true
    }

    func get(_ target: String, fields: String = "") {
        send("GET \(target) HTTP/1.1\r\nHost: localhost\r\n\(fields)\r\n")
    }

    /// Ends our side; answers can still be read.
    func endWriting() {
        shutdown(descriptor, Int32(SHUT_WR))
    }

    func close() {
        guard !isClosed else { return }
        isClosed = true
        System.close(descriptor)
    }

    /// Breaks the connection off, so that the server is told at once.
    func reset() {
        var linger = linger(l_onoff: 1, l_linger: 0)
        unsafe setsockopt(
            descriptor, SOL_SOCKET, SO_LINGER, &linger, socklen_t(MemoryLayout.size(ofValue: linger)))
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
        var piece = [UInt8](repeating: 0, count: 64 << 10)
        let count = unsafe read(descriptor, &piece, piece.count)
        guard count > 0 else { return false }
        received.append(contentsOf: piece[..<count])
        return true
    }
}
