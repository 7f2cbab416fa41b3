// LZW as TIFF has it (compression 5; TIFF 6.0 §13), and as it was before 1990: the lowest bit first.

/// Strings of bytes by codes of 9 … 12 bits.
///
/// Memory: 24 KB of strings and 20 KB of output.
final class TIFFLZWStream: TIFFStream {
    private static let (clear, end, first) = (256, 257, 258)
    private static let codeCount = 4096
    /// Output is made in steps of so many bytes, and each step may end with a string of up to 4096 more.
    private static let outputByteCount = 16_384

    private let input: TIFFInput
    private(set) var problem: ImageError?
    /// Whether the file is of the older kind, whose codes also grow one code later.
    private var isOld = false
    private var hasBegun = false
    private var isDone = false

    private var bits: UInt64 = 0
    private var bitCount = 0
    private var codeLength = 9
    /// The next code to be defined; at most 4096.
    private var next = first
    /// The code before; -1 after a clear code.
    private var previous = -1

    /// For each code the code of all its bytes but the last, its last and first byte, and its length. A code's prefix is
    /// always a smaller code, and its length one more than the prefix's, so that no chain is longer than 4096 − 256.
    private let prefixes: UnsafeMutablePointer<UInt16>
    private let lengths: UnsafeMutablePointer<UInt16>
    private let lasts: UnsafeMutablePointer<UInt8>
    private let firsts: UnsafeMutablePointer<UInt8>

    private let output: UnsafeMutablePointer<UInt8>
    private var outputStart = 0
    private var outputEnd = 0

    init(_ input: TIFFInput) {
        self.input = input
        prefixes = .allocate(capacity: Self.codeCount)
        lengths = .allocate(capacity: Self.codeCount)
        lasts = .allocate(capacity: Self.codeCount)
        firsts = .allocate(capacity: Self.codeCount)
        output = .allocate(capacity: Self.outputByteCount + Self.codeCount)
        prefixes.initialize(repeating: 0, count: Self.codeCount)
        lengths.initialize(repeating: 1, count: Self.codeCount)
        for code in 0..<Self.codeCount {
            (lasts + code).initialize(to: UInt8(truncatingIfNeeded: code))
            (firsts + code).initialize(to: UInt8(truncatingIfNeeded: code))
        }
        output.initialize(repeating: 0, count: Self.outputByteCount + Self.codeCount)
    }

    deinit {
        prefixes.deallocate()
        lengths.deallocate()
        lasts.deallocate()
        firsts.deallocate()
        output.deallocate()
    }

    func read(into buffer: UnsafeMutableRawBufferPointer) -> Int {
        var done = 0
        while done < buffer.count {
            let count = min(outputEnd - outputStart, buffer.count - done)
            if count > 0 {
                UnsafeMutableRawBufferPointer(rebasing: buffer[done...]).copyMemory(
                    from: UnsafeRawBufferPointer(start: output + outputStart, count: count))
                outputStart += count
                done += count
                continue
            }
            guard !isDone else { break }
            if !hasBegun { begin() }
            (outputStart, outputEnd) = (0, 0)
            decode()
        }
        return done
    }

    /// A file of the older kind begins with the clear code, the lowest bit first.
    private func begin() {
        hasBegun = true
        if input.unread.count < 2 { _ = input.refill() }
        let start = input.unread
        isOld = start.count >= 2 && start[0] == 0 && start[1] & 1 == 1
    }

    /// Makes bits available: 32 or more, or all that are left.
    private static func fill(_ input: TIFFInput, _ bits: inout UInt64, _ count: inout Int, isOld: Bool) {
        if input.filled - input.position < 8 { _ = input.refill() }
        let word = UnsafeRawPointer(input.block + input.position).loadUnaligned(as: UInt64.self)
        let byteCount = min((63 - count) / 8, input.filled - input.position)
        guard byteCount > 0 else { return }
        // Bits beyond `byteCount` bytes come again with the next word, so they are taken away.
        if isOld {
            bits |= (word.littleEndian & (.max >> UInt64(64 - 8 * byteCount))) << UInt64(count)
        } else {
            bits |= (word.bigEndian & (.max << UInt64(64 - 8 * byteCount))) >> UInt64(count)
        }
        input.consume(byteCount)
        count += 8 * byteCount
    }

    /// Decodes strings until the output is full or the data ends.
    private func decode() {
        var (bits, bitCount, codeLength, next, previous) = (bits, bitCount, codeLength, next, previous)
        var place = 0
        let (prefixes, lengths, lasts, firsts, output) = (prefixes, lengths, lasts, firsts, output)
        let isOld = isOld
        // Codes grow when the next one to be defined has so many bits, and one earlier in the newer kind.
        let early = isOld ? 0 : 1
        var limit = 1 &<< codeLength &- early
        while place < Self.outputByteCount {
            if bitCount < 32 { Self.fill(input, &bits, &bitCount, isOld: isOld) }
            guard bitCount >= codeLength else {
                isDone = true
                break
            }
            let code: Int
            if isOld {
                code = Int(truncatingIfNeeded: bits & (1 &<< UInt64(codeLength) &- 1))
                bits &>>= UInt64(codeLength)
            } else {
                code = Int(truncatingIfNeeded: bits &>> UInt64(64 &- codeLength))
                bits &<<= UInt64(codeLength)
            }
            bitCount &-= codeLength
            if code < Self.clear || code >= Self.first {
                // A code is defined by the one after it; only the code being defined may be met before it is.
                guard code < next || code == next && previous >= 0 else {
                    problem = .damaged("LZW code \(code) of \(next)", offset: input.offset)
                    isDone = true
                    break
                }
                if previous >= 0, next < Self.codeCount {
                    prefixes[next] = UInt16(truncatingIfNeeded: previous)
                    lengths[next] = lengths[previous] &+ 1
                    firsts[next] = firsts[previous]
                    lasts[next] = code == next ? firsts[previous] : firsts[code]
                    next &+= 1
                    if next >= limit, codeLength < 12 {
                        codeLength &+= 1
                        limit = 1 &<< codeLength &- early
                    }
                } else if code == next {
                    // The table is full: the code cannot be defined.
                    problem = .damaged("LZW code \(code) of \(next)", offset: input.offset)
                    isDone = true
                    break
                }
                // `code` is below 4096 and its length at most 3839, so that all bytes lie in the output.
                let length = Int(lengths[code])
                var target = place &+ length &- 1
                var part = code
                while target > place {
                    output[target] = lasts[part]
                    part = Int(prefixes[part])
                    target &-= 1
                }
                output[place] = firsts[code]
                place &+= length
                previous = code
            } else if code == Self.clear {
                (codeLength, next, previous) = (9, Self.first, -1)
                limit = 1 &<< codeLength &- early
            } else {
                isDone = true
                break
            }
        }
        outputEnd = place
        (self.bits, self.bitCount, self.codeLength, self.next, self.previous) = (
            bits, bitCount, codeLength, next, previous
        )
    }
}
