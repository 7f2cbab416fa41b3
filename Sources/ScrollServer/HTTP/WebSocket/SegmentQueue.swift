// A queue of bytes that wait to be written to a socket.

import Platform

/// A queue of bytes to be written.
///
/// Small pieces are copied into shared segments; large pieces are kept without a copy.
///
///     | 64 KB or less | large | 64 KB or less …
///     0     sent
struct SegmentQueue: Sendable {
    /// Pieces of at least this many bytes become segments of their own.
    private static let ownSegment = 16 << 10
    private static let segmentLimit = 64 << 10

    private var segments: [[UInt8]] = []
    /// The index of the first segment not fully sent, and the number of its bytes already sent.
    private var first = 0
    private var sent = 0
    private(set) var byteCount = 0

    var isEmpty: Bool { byteCount == 0 }

    mutating func append(_ piece: [UInt8]) {
        guard !piece.isEmpty else { return }
        if piece.count < Self.ownSegment, let last = segments.indices.last, last >= first,
            segments[last].count + piece.count <= Self.segmentLimit,
            segments[last].count < Self.ownSegment || segments[last].capacity >= segments[last].count + piece.count
        {
            segments[last] += piece
        } else {
            segments.append(piece)
        }
        byteCount += piece.count
    }

    /// Moves all bytes of another queue, which must not have sent any, to the end of this one.
    mutating func moveAll(of other: inout SegmentQueue) {
        guard !other.isEmpty else { return }
        if isEmpty {
            self = other
        } else {
            segments.append(contentsOf: other.segments)
            byteCount += other.byteCount
        }
        other = SegmentQueue()
    }

    /// Writes up to two segments with one system call, and removes the bytes written.
    mutating func write(to descriptor: Int32) -> System.Transfer {
        guard first < segments.count else { return .bytes(0) }
        let (segment, next) = (segments[first], first + 1 < segments.count ? segments[first + 1] : [])
        let outcome = System.write(descriptor, segment.span.extracting(sent...), next.span)
        if case .bytes(let count) = outcome { drop(count) }
        return outcome
    }

    private mutating func drop(_ count: Int) {
        byteCount -= count
        sent += count
        while first < segments.count, sent >= segments[first].count {
            sent -= segments[first].count
            segments[first] = []
            first += 1
        }
        if first == segments.count {
            segments = []
            first = 0
        } else if first >= 64 {
            segments.removeFirst(first)
            first = 0
        }
    }
}
