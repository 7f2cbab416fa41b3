// Inflates from a place that gives its bytes piece by piece, and decides where the stream ends.

/// Compressed bytes that come piece by piece.
package protocol InflateInput {
    /// Passes the bytes that were read and not used yet, or none, to `body`, which returns how many of them it used.
    mutating func withUnread(_ body: (UnsafeRawBufferPointer) -> Int)

    /// Reads the next piece; it is asked for once all bytes are used. Returns false where there are no more.
    mutating func refill() -> Bool
}

/// Compressed bytes that lie in memory as a whole.
struct InflateBytes: InflateInput {
    private var rest: ArraySlice<UInt8>

    init(_ bytes: ArraySlice<UInt8>) { rest = bytes }

    mutating func withUnread(_ body: (UnsafeRawBufferPointer) -> Int) {
        rest = rest.dropFirst(rest.withUnsafeBytes { body($0) })
    }

    mutating func refill() -> Bool { false }
}

extension Inflater {
    package enum Progress: Equatable {
        /// There may be more: use and discard the output, then call again.
        case output
        /// The input has ended before the stream.
        case inputEnded
        /// The stream holds more bytes than the limit; all bytes up to the limit were given.
        case limitReached
        /// The stream ended, and its checksum is right.
        case finished
    }

    /// Inflates what is at hand, and otherwise at most one more piece of `input`.
    ///
    /// The last bytes of the input may lie in the register while their output finds no room. So the input's end is the
    /// stream's end only when nothing more comes without input. Everyone who inflates asks here.
    ///
    /// - Throws: `InflateError`, and the same again on each later call. Output decoded before the error stays available.
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

    /// Inflates a zlib stream that lies in memory as a whole.
    ///
    /// - Parameter limit: the most bytes that are given.
    /// - Returns: what could be inflated, and whether that is the whole stream, with the right checksum.
    static func inflated(_ stream: ArraySlice<UInt8>, limit: Int) -> (bytes: [UInt8], isComplete: Bool) {
        var inflater = Inflater(limit: limit, outputByteCount: min(limit, 1 << 16))
        var input = InflateBytes(stream)
        var bytes: [UInt8] = []
        while true {
            let progress = Result { () throws(InflateError) in try inflater.inflate(from: &input) }
            inflater.withAvailable { bytes.append(contentsOf: $0) }
            inflater.discard(inflater.availableCount)
            if case .success(.output) = progress { continue }
            return (bytes, progress == .success(.finished))
        }
    }
}
