// A blocking connection over which tests speak to a server on this machine.

import Foundation

@testable import Platform

/// A TCP socket; closed with the last reference.
///
/// What takes longer than 20 seconds fails, so that a test does not hang.
final class ClientSocket {
    private let descriptor: Int32
    private var isClosed = false

    init() throws {
        #if os(Linux)
            descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        #else
            descriptor = socket(AF_INET, SOCK_STREAM, 0)
        #endif
        guard descriptor >= 0 else { throw SystemError(call: "socket", code: errno) }
        set(SOL_SOCKET, SO_RCVTIMEO, timeval(tv_sec: 20, tv_usec: 0))
        set(SOL_SOCKET, SO_SNDTIMEO, timeval(tv_sec: 20, tv_usec: 0))
    }

    deinit { close() }

    func set<Value: BitwiseCopyable>(_ level: Int32, _ option: Int32, _ value: Value) {
        _ = unsafe withUnsafePointer(to: value) {
            unsafe setsockopt(descriptor, level, option, $0, socklen_t(MemoryLayout<Value>.size))
        }
    }

    func connect(port: Int) throws {
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = in_port_t(UInt16(port)).bigEndian
        address.sin_addr.s_addr = in_addr_t(0x7F00_0001).bigEndian
        let code = unsafe withUnsafePointer(to: address) { pointer in
            unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                unsafe Foundation.connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
        guard code == 0 else { throw SystemError(call: "connect", code: errno) }
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

    /// Ends our side; answers can still be read.
    func endWriting() {
        shutdown(descriptor, Int32(SHUT_WR))
    }

    /// Returns what comes, empty at the end; nil on an error, whose code is `errno`.
    func receive() -> ArraySlice<UInt8>? {
        var piece = [UInt8](repeating: 0, count: 64 << 10)
        let count = unsafe read(descriptor, &piece, piece.count)
        return count < 0 ? nil : piece[..<count]
    }

    func close() {
        guard !isClosed else { return }
        isClosed = true
        System.close(descriptor)
    }
}

/// The number of descriptors that this process may have.
enum DescriptorLimit {
    #if os(Linux)
        private static let resource = __rlimit_resource_t(UInt32(RLIMIT_NOFILE.rawValue))
    #else
        private static let resource = RLIMIT_NOFILE
    #endif

    static var current: Int {
        get { Int(clamping: limits.rlim_cur) }
        set {
            var limits = limits
            limits.rlim_cur = rlim_t(newValue)
            unsafe setrlimit(resource, &limits)
        }
    }

    private static var limits: rlimit {
        var limits = rlimit()
        unsafe getrlimit(resource, &limits)
        return limits
    }
}
