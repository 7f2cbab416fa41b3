// One request, one answer, over a socket of its own. (Linux's URLSession refuses chromedriver's header fields, which have
// no space after the colon.)

import Foundation

enum HTTPClient {
    struct Failure: Error, CustomStringConvertible {
        let description: String
    }

    struct Answer: Sendable {
        let status: Int
        let body: Data
    }

    private static let queue = DispatchQueue(label: "HTTPClient", attributes: .concurrent)

    /// Sends a request to a port of this machine and waits, at most `timeout` seconds, for the answer.
    static func send(
        _ method: String, port: Int, path: String, body: Data? = nil, timeout: Int = 120
    ) async throws -> Answer {
        try await withCheckedThrowingContinuation { continuation in
            queue.async {
                continuation.resume(with: Result { try exchange(method, port, path, body, timeout) })
            }
        }
    }

    private static func exchange(
        _ method: String, _ port: Int, _ path: String, _ body: Data?, _ timeout: Int
    ) throws -> Answer {
        let socket = try connect(port, timeout)
        defer { close(socket) }
        var head = "\(method) \(path) HTTP/1.1\r\nHost: 127.0.0.1:\(port)\r\nConnection: close\r\n"
        if let body { head += "Content-Type: application/json; charset=utf-8\r\nContent-Length: \(body.count)\r\n" }
        try write(Data((head + "\r\n").utf8) + (body ?? Data()), to: socket)
        return try answer(from: socket)
    }

    private static func connect(_ port: Int, _ timeout: Int) throws -> Int32 {
        #if os(Linux)
            let kind = Int32(SOCK_STREAM.rawValue)
        #else
            let kind = SOCK_STREAM
        #endif
        let descriptor = socket(AF_INET, kind, 0)
        guard descriptor >= 0 else { throw Failure(description: "no socket: \(errno)") }
        var limit = timeval(tv_sec: timeout, tv_usec: 0)
        unsafe setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = UInt16(port).bigEndian
        address.sin_addr.s_addr = unsafe inet_addr("127.0.0.1")
        let status = unsafe withUnsafePointer(to: &address) { pointer in
            unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                unsafe systemConnect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
        guard status == 0 else {
            close(descriptor)
            throw Failure(description: "nobody answers at port \(port)")
        }
        return descriptor
    }

    private static func write(_ data: Data, to socket: Int32) throws {
        var rest = data[...]
        while !rest.isEmpty {
            let count = unsafe rest.withUnsafeBytes { unsafe systemSend(socket, $0.baseAddress, $0.count) }
            guard count > 0 else { throw Failure(description: "the connection broke while sending") }
            rest = rest.dropFirst(count)
        }
    }

    private static func answer(from socket: Int32) throws -> Answer {
        var data = Data()
        var buffer = [UInt8](repeating: 0, count: 65536)
        var end: Range<Data.Index>?
        var length: Int?
        var status = 0
        while true {
            if end == nil, let found = data.range(of: Data("\r\n\r\n".utf8)) {
                end = found
                let lines = String(decoding: data[..<found.lowerBound], as: UTF8.self).components(separatedBy: "\r\n")
                status = lines.first?.split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0
                let field = lines.first { $0.lowercased().hasPrefix("content-length:") }
                length = field?.split(separator: ":").last.flatMap { Int($0.drop { $0 == " " }) }
            }
            if let end, let length, data.endIndex - end.upperBound >= length { break }
            let count = unsafe recv(socket, &buffer, buffer.count, 0)
            guard count >= 0 else { throw Failure(description: "no answer in time") }
            if count == 0 { break }
            data += buffer[..<count]
        }
        guard let end else { throw Failure(description: "the connection ended before the answer") }
        return Answer(status: status, body: Data(data[end.upperBound...]))
    }
}

// Inside a type that has functions of these names the system's cannot be called by them.

private func systemSend(_ socket: Int32, _ bytes: UnsafeRawPointer?, _ count: Int) -> Int {
    unsafe send(socket, bytes, count, 0)
}

private func systemConnect(_ socket: Int32, _ address: UnsafePointer<sockaddr>, _ length: socklen_t) -> Int32 {
    unsafe connect(socket, address, length)
}
