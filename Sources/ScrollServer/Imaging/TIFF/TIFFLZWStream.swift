// LZW as TIFF has it (compression 5; TIFF 6.0 §13), and as it was before 1990: the lowest bit first.

/// Strings of bytes by codes of 9 … 12 bits.
///
/// Memory: 52 KB of strings and 20 KB of output.
final class TIFFLZWStream: TIFFStream {
    private static let (clear, end, first) = (256, 257, 258)
    private static let codeCount = 4096
    /// Output is made in steps of so many bytes, and each step may end with a string of up to 4096 more, and what is written
    /// behind it.
    private static let outputByteCount = 16_384
    private static let capacity = outputByteCount + codeCount + 8

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

    /// For each code its length, its first byte, its last one to eight bytes, the first of them lowest, and the code of those
    /// before, of which there is a multiple of eight. So most strings are written at once, as they are short. That code is
    /// always a smaller one, and a code's length one more than that of some smaller one: no length exceeds 4096 − 256.
    private let lengths: UnsafeMutablePointer<UInt16>
    private let firsts: UnsafeMutablePointer<UInt8>
    private let tails: UnsafeMutablePointer<UInt64>
    private let prefixes: UnsafeMutablePointer<UInt16>

    private let output: UnsafeMutablePointer<UInt8>
    private var outputStart = 0
    private var outputEnd = 0

    init(_ input: TIFFInput) {
        self.input = input
        lengths = .allocate(capacity: Self.codeCount)
        firsts = .allocate(capacity: Self.codeCount)
        tails = .allocate(capacity: Self.codeCount)
        prefixes = .allocate(capacity: Self.codeCount)
        output = .allocate(capacity: Self.capacity)
        lengths.initialize(repeating: 1, count: Self.codeCount)
        prefixes.initialize(repeating: 0, count: Self.codeCount)
        for code in 0..<Self.codeCount {
            (firsts + code).initialize(to: UInt8(truncatingIfNeeded: code))
            (tails + code).initialize(to: UInt64(code & 255))
        }
        output.initialize(repeating: 0, count: Self.capacity)
    }

    deinit {
        lengths.deallocate()
        firsts.deallocate()
        tails.deallocate()
        prefixes.deallocate()
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

    /// Decodes strings until the output is full or the data ends.
    private func decode() {
        var (bits, bitCount, codeLength, next, previous) = (bits, bitCount, codeLength, next, previous)
        var place = 0
        let (lengths, firsts, tails, prefixes) = (lengths, firsts, tails, prefixes)
        let output = UnsafeMutableRawPointer(output)
        let isOld = isOld
        // The loop works on copies: the input's own are looked after at each use.
        let block = UnsafeRawPointer(input.block)
        var (position, filled) = (input.position, input.filled)
        defer { input.consume(position - input.position) }
        // Codes grow when the next one to be defined has so many bits, and one earlier in the newer kind.
        let early = isOld ? 0 : 1
        var limit = 1 &<< codeLength &- early
        while place < Self.outputByteCount {
            if bitCount < 32 {
                // 32 bits or more, or all that are left.
                if filled &- position < 8 {
                    input.consume(position &- input.position)
                    _ = input.refill()
                    (position, filled) = (input.position, input.filled)
                }
                let word = (block + position).loadUnaligned(as: UInt64.self)
                let byteCount = min((63 &- bitCount) / 8, filled &- position)
                if byteCount > 0 {
                    // Bits beyond `byteCount` bytes come again with the next word, so they are taken away.
                    let unused = UInt64(64 &- 8 &* byteCount)
                    if isOld {
                        bits |= (word.littleEndian & (.max &>> unused)) &<< UInt64(bitCount)
                    } else {
                        bits |= (word.bigEndian & (.max &<< unused)) &>> UInt64(bitCount)
                    }
                    position &+= byteCount
                    bitCount &+= 8 &* byteCount
                }
            }
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
                    input.consume(position &- input.position)
                    problem = .damaged("LZW code \(code) of \(next)", offset: input.offset)
                    isDone = true
                    break
                }
                if previous >= 0, next < Self.codeCount {
                    let last = UInt64(code == next ? firsts[previous] : firsts[code])
                    let length = lengths[previous]
                    lengths[next] = length &+ 1
                    firsts[next] = firsts[previous]
                    if length & 7 == 0 {
                        tails[next] = last
                        prefixes[next] = UInt16(truncatingIfNeeded: previous)
                    } else {
                        tails[next] = tails[previous] | last &<< UInt64(8 &* (length & 7))
                        prefixes[next] = prefixes[previous]
                    }
                    next &+= 1
                    if next >= limit, codeLength < 12 {
                        codeLength &+= 1
                        limit = 1 &<< codeLength &- early
                    }
                } else if code == next {
                    // The table is full: the code cannot be defined.
                    input.consume(position &- input.position)
                    problem = .damaged("LZW code \(code) of \(next)", offset: input.offset)
                    isDone = true
                    break
                }
                // `code` is below 4096 and its length at most 3840, so that all bytes, and up to seven behind them, which the
                // next string overwrites, lie in the output.
                let length = Int(lengths[code])
                var start = (length &- 1) & ~7
                var part = code
                (output + place + start).storeBytes(of: tails[part].littleEndian, as: UInt64.self)
                while start > 0 {
                    part = Int(prefixes[part])
                    start &-= 8
                    (output + place + start).storeBytes(of: tails[part].littleEndian, as: UInt64.self)
                }
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
