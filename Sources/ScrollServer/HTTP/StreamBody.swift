// A body that is made while it is sent.

import Synchronization

/// A body of unknown length, made part by part: the next part only when the one before has been sent, so that memory does
/// not grow with the body.
///
/// Parts go out in chunks (RFC 9112 §7.1); to HTTP/1.0, which has none, as they are, and the end of the connection is the
/// end of the body.
package final class StreamBody: Sendable {
    /// What a part is.
    package enum Part: Sendable {
        case bytes([UInt8])
        case end
        /// The rest cannot be made: the connection is broken off, so that the client does not take a part for the whole.
        case failed
    }

    /// Guards the maker, which is called by one thread at a time.
    private let make: Mutex<@Sendable () -> Part>
    /// Whether parts are framed as chunks; set before the first part is sent.
    let isChunked: Bool

    /// - Parameter make: gives the next part; called on a pool thread, and never again after `end` or `failed`. It keeps its
    ///   place itself.
    package convenience init(_ make: @escaping @Sendable () -> Part) { self.init(isChunked: true, make) }

    private init(isChunked: Bool, _ make: @escaping @Sendable () -> Part) {
        self.isChunked = isChunked
        self.make = Mutex(make)
    }

    /// The same body without chunks.
    var plain: StreamBody { StreamBody(isChunked: false) { [self] in next() } }

    func next() -> Part { make.withLock { $0() } }

    /// A part as it is sent. An empty part is nothing: a chunk of no bytes would be the end.
    func framed(_ part: Part) -> [UInt8] {
        switch part {
        case .bytes(let bytes):
            guard isChunked, !bytes.isEmpty else { return bytes }
            return Array("\(String(bytes.count, radix: 16))\r\n".utf8) + bytes + [0x0D, 0x0A]
        case .end: return isChunked ? Array("0\r\n\r\n".utf8) : []
        case .failed: return []
        }
    }
}
