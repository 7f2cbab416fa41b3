// A body that is generated while it is sent.

import Synchronization

/// A body of unknown length, generated part by part as the parts are sent, so that memory use is bounded.
///
/// Parts are sent in chunks (RFC 9112 §7.1); HTTP/1.0 has none, so there the body ends when the connection closes.
package final class StreamBody: Sendable {
    /// One part of a body.
    package enum Part: Sendable {
        case bytes([UInt8])
        case end
        /// The rest cannot be made: the connection is aborted, so that the client knows it is incomplete.
        case failed
    }

    /// Guards the generator, which one thread at a time may call.
    private let make: Mutex<@Sendable () -> Part>
    /// Whether parts are framed as chunks; set before the first part is sent.
    let isChunked: Bool

    /// Makes a body from a generator, which is called on pool threads until it returns `end` or `failed`.
    ///
    /// The generator itself remembers how far it has come.
    package convenience init(_ make: @escaping @Sendable () -> Part) { self.init(isChunked: true, make) }

    private init(isChunked: Bool, _ make: @escaping @Sendable () -> Part) {
        self.isChunked = isChunked
        self.make = Mutex(make)
    }

    /// The same body without chunks.
    var plain: StreamBody { StreamBody(isChunked: false) { [self] in next() } }

    func next() -> Part { make.withLock { $0() } }

    /// Returns a part as it is sent; an empty part is sent as nothing, since an empty chunk would end the body.
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
