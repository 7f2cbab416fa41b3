// A body that is generated while it is sent.

import Synchronization

/// A body that is generated part by part as the parts are sent, so that memory use is bounded.
///
/// Parts of a body of unknown length are sent in chunks (RFC 9112 §7.1); HTTP/1.0 has none, so there the body ends when
/// the connection closes.
package final class StreamBody: Sendable {
    /// One part of a body.
    package enum Part: Sendable {
        case bytes([UInt8])
        case end
        /// The rest cannot be made: the connection is aborted, so that the client knows it is incomplete.
        case failed
    }

    private struct Generator {
        let make: @Sendable () -> Part
        /// The bytes that are missing of a body of known length.
        var rest: Int?

        mutating func next() -> Part {
            let part = make()
            guard let rest else { return part }
            switch part {
            case .bytes(let bytes):
                // More than was announced would be taken for the next answer.
                guard bytes.count <= rest else { return .failed }
                self.rest = rest - bytes.count
                return part
            case .end: return rest == 0 ? .end : .failed
            case .failed: return .failed
            }
        }
    }

    /// Guards the generator, which one thread at a time may call.
    private let generator: Mutex<Generator>
    /// Whether parts are framed as chunks; set before the first part is sent.
    let isChunked: Bool
    /// The length in bytes; nil if it is unknown.
    let count: Int?

    /// Makes a body from a generator, which is called on pool threads until it returns `end` or `failed`.
    ///
    /// The generator itself remembers how far it has come. Where `count` is given, the body has that many bytes; it
    /// fails where the generator makes fewer or more.
    package convenience init(count: Int? = nil, _ make: @escaping @Sendable () -> Part) {
        self.init(count: count, isChunked: count == nil, make)
    }

    private init(count: Int?, isChunked: Bool, _ make: @escaping @Sendable () -> Part) {
        self.count = count
        self.isChunked = isChunked
        generator = Mutex(Generator(make: make, rest: count))
    }

    /// The same body without chunks.
    var plain: StreamBody { StreamBody(count: nil, isChunked: false) { [self] in next() } }

    func next() -> Part { generator.withLock { $0.next() } }

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
