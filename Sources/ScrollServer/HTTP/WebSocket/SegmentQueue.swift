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
        if piece.count >= Self.ownSegment {
            segments.append(piece)
            byteCount += piece.count
        } else {
            unsafe piece.withUnsafeBytes { unsafe append($0) }
        }
    }

    /// Copies a piece.
    mutating func append(_ piece: UnsafeRawBufferPointer) {
        guard unsafe !piece.isEmpty else { return }
        if let last = segments.indices.last, last >= first, segments[last].count + piece.count <= Self.segmentLimit,
            segments[last].count < Self.ownSegment || segments[last].capacity >= segments[last].count + piece.count
        {
            unsafe segments[last].append(contentsOf: piece)
        } else {
            unsafe segments.append([UInt8](piece))
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
        let outcome = unsafe segments[first].withUnsafeBytes { segment in
            let head = unsafe UnsafeRawBufferPointer(rebasing: segment[sent...])
            guard first + 1 < segments.count else {
                return unsafe System.write(descriptor, head, UnsafeRawBufferPointer(start: nil, count: 0))
            }
            return unsafe segments[first + 1].withUnsafeBytes { unsafe System.write(descriptor, head, $0) }
        }
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
