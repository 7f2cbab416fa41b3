// Sockets made in advance, to be connected when no descriptor is to be had any more.

import Foundation

@testable import ScrollServer

struct LateClients {
    private let descriptors: [Int32]

    #if os(Linux)
        static let descriptorLimit = __rlimit_resource_t(UInt32(RLIMIT_NOFILE.rawValue))
        private static let stream = Int32(SOCK_STREAM.rawValue)
    #else
        static let descriptorLimit = RLIMIT_NOFILE
        private static let stream = SOCK_STREAM
    #endif

    init(count: Int) throws {
        descriptors = (0..<count).map { _ in socket(AF_INET, Self.stream, 0) }
    }

    /// Connects, and waits for the server to close the connection; false when it does not within 20 seconds.
    func connectAndSeeTheEnd(_ index: Int, port: Int) -> Bool {
        let descriptor = descriptors[index]
        var limit = timeval(tv_sec: 20, tv_usec: 0)
        unsafe setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = in_port_t(UInt16(port)).bigEndian
        address.sin_addr.s_addr = unsafe inet_addr("127.0.0.1")
        let connected = unsafe withUnsafePointer(to: &address) { pointer in
            unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                unsafe connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size)) == 0
            }
        }
        guard connected else { return false }
        var byte: UInt8 = 0
        let count = unsafe read(descriptor, &byte, 1)
        return count == 0 || count < 0 && errno == ECONNRESET
    }
}
