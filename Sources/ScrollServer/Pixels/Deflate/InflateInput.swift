// Inflates from a source of pieces, and decides where the stream ends.

/// Compressed bytes that arrive in pieces.
package protocol InflateInput {
    /// Passes the unread bytes, possibly none, to `body`, which returns how many of them it used.
    mutating func withUnread(_ body: (Span<UInt8>) -> Int)

    /// Reads the next piece, once all bytes are used; returns false where there are no more.
    mutating func refill() -> Bool
}

/// Compressed bytes that are completely in memory.
struct InflateBytes: InflateInput {
    private var rest: ArraySlice<UInt8>

    init(_ bytes: ArraySlice<UInt8>) { rest = bytes }

    mutating func withUnread(_ body: (Span<UInt8>) -> Int) { rest = rest.dropFirst(body(rest.span)) }

    mutating func refill() -> Bool { false }
}

/// Compressed bytes that a function reads in pieces.
package struct InflatePieces<Failure: Error>: InflateInput {
    /// The offset of the next byte that is not used.
    package private(set) var offset: Int
    /// Why there are no more pieces, where they could not be read.
    package private(set) var failure: Failure?
    private var piece: ArraySlice<UInt8> = []
    private let read: (_ offset: Int) throws(Failure) -> [UInt8]

    /// Starts at an offset; `read` returns some bytes, or none at the end.
    package init(at offset: Int, _ read: @escaping (_ offset: Int) throws(Failure) -> [UInt8]) {
        (self.offset, self.read) = (offset, read)
    }

    package mutating func withUnread(_ body: (Span<UInt8>) -> Int) {
        let used = body(piece.span)
        piece = piece.dropFirst(used)
        offset += used
    }

    package mutating func refill() -> Bool {
        do throws(Failure) {
            piece = try read(offset)[...]
        } catch {
            failure = error
            return false
        }
        return !piece.isEmpty
    }
}

extension Inflater {
    package enum Progress: Equatable {
        /// More output may follow: use and discard it, then call again.
        case output
        /// The input ended before the stream.
        case inputEnded
        /// The stream has more bytes than the limit; all bytes up to the limit were returned.
        case limitReached
        /// The stream ended, and its checksum is right.
        case finished
    }

    /// Inflates the unread bytes, and otherwise at most one more piece of `input`.
    ///
    /// The last bytes of the input may be in the bit register while their output finds no room. So the input's end is
    /// the stream's end only when no more output comes without input. All callers that inflate use this function.
    ///
    /// - Throws: `InflateError`, and the same again on each later call. Output decoded before the error stays
    ///   available.
    package mutating func inflate(from input: inout some InflateInput) throws(InflateError) -> Progress {
        let count = availableCount
        var outcome = try inflateUnread(of: &input)
        if outcome == .needsInput, availableCount == count {
            guard input.refill() else { return .inputEnded }
            outcome = try inflateUnread(of: &input)
        }
        switch outcome {
        case .needsInput, .outputFull: return .output
        case .limitReached: return .limitReached
        case .finished: return .finished
        }
    }

    private mutating func inflateUnread(of input: inout some InflateInput) throws(InflateError) -> Outcome {
        var result = Result<Outcome, InflateError>.success(.needsInput)
        input.withUnread { bytes in
            do throws(InflateError) {
                let (outcome, consumed) = try inflate(bytes)
                result = .success(outcome)
                return consumed
            } catch {
                result = .failure(error)
                return bytes.count
            }
        }
        return try result.get()
    }

    /// Inflates a zlib stream that is completely in memory.
    ///
    /// - Parameters:
    ///   - stream: the compressed bytes.
    ///   - limit: the most bytes returned.
    /// - Returns: the inflated bytes, and whether they are the whole stream, with the right checksum.
    package static func inflated(_ stream: ArraySlice<UInt8>, limit: Int) -> (bytes: [UInt8], isComplete: Bool) {
        var inflater = Inflater(limit: limit, outputByteCount: min(limit, 1 << 16))
        var input = InflateBytes(stream)
        var bytes: [UInt8] = []
        while true {
            let progress = Result { () throws(InflateError) in try inflater.inflate(from: &input) }
            bytes += inflater.available
            inflater.discard(inflater.availableCount)
            if case .success(.output) = progress { continue }
            return (bytes, progress == .success(.finished))
        }
    }
}
