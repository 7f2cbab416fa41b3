// LZW as used by GIF and TIFF (GIF89a appendix F, TIFF 6.0 §13): codes of up to 12 bits for strings of bytes.

import Platform

/// Decodes codes to bytes; a value type, so copies are independent.
///
/// Memory: 64 KB of strings and 20 KB of output.
///
/// A kernel without checks of its own arrays, since they cost 15 %. An index into the 4096 `entries` is a code, which is
/// below `next`, at most 4096. A step begins below `outputByteCount` and writes at most 4096 bytes and seven more: within
/// `capacity`. The input is checked at the door of `decode`, and at each load.
struct LZWDecoder {
    /// Which bit of a byte comes first.
    enum BitOrder {
        case lowestFirst, highestFirst
    }

    /// Why `decode` stopped.
    enum Stop {
        /// There is enough output to take.
        case output
        /// Fewer than eight bytes of input are left, and they are not the last.
        case input
        /// The end code was read, or the input has ended.
        case end
        /// An undefined code was read; `next` is the next one to be defined.
        case undefined(Int, next: Int)
    }

    /// The string of a code, which is one byte longer than that of some smaller code.
    private struct Entry {
        /// The last one to eight bytes, the first of them lowest: most strings are short and written in one store.
        var tail: UInt64
        /// The code of the bytes before the tail; their number is a multiple of eight.
        var prefix: UInt16
        /// At most 4096.
        var length: UInt16
        var first: UInt8
    }

    /// The decoding state between codes.
    private struct Cursor {
        var bits: UInt64 = 0
        var bitCount = 0
        var codeLength: Int
        /// The next code to be defined; at most 4096.
        var next: Int
        /// The previous code; -1 after a clear code.
        var previous = -1
    }

    private static let codeCount = 4096
    /// Bytes of output produced per step.
    ///
    /// A step may end with a string of up to 4096 more, and seven bytes written after it.
    private static let outputByteCount = 16_384
    private static let capacity = outputByteCount + codeCount + 8

    private let order: BitOrder
    /// The clear code; the end code is one more.
    private let clear: Int
    private let firstLength: Int
    /// How many codes early the code length grows.
    private let early: Int

    private var entries: [Entry]
    private var cursor: Cursor
    private var output = [UInt8](repeating: 0, count: capacity)
    private var (outputStart, outputEnd) = (0, 0)

    /// Starts with an empty table of strings.
    ///
    /// `literalBitCount` is the bits of the codes for single bytes, 1...11. With `growsEarly`, codes grow by a bit one
    /// code before they must.
    init(literalBitCount: Int, _ order: BitOrder, growsEarly: Bool) {
        self.order = order
        clear = 1 << min(max(literalBitCount, 1), 11)
        firstLength = min(max(literalBitCount, 1), 11) + 1
        early = growsEarly ? 1 : 0
        entries = (0..<Self.codeCount).map {
            Entry(tail: UInt64($0 & 255), prefix: 0, length: 1, first: UInt8(truncatingIfNeeded: $0))
        }
        cursor = Cursor(codeLength: firstLength, next: clear + 2)
    }

    /// Takes decoded bytes.
    ///
    /// - Returns: the number of bytes: as many as fit, or all there are.
    mutating func take(into buffer: inout MutableSpan<UInt8>) -> Int {
        let count = min(outputEnd - outputStart, buffer.count)
        buffer.copy(output.span, outputStart..<outputStart + count, to: 0)
        outputStart += count
        return count
    }

    /// Decodes strings, once all bytes have been taken.
    ///
    /// - Parameters:
    ///   - input: at least `filled + 8` bytes, of which the last eight are ignored.
    ///   - position: the next byte of the input, at most `filled`.
    ///   - filled: the number of valid input bytes.
    ///   - isLast: whether no input follows.
    /// - Returns: why decoding stopped.
    mutating func decode(_ input: Span<UInt8>, position: inout Int, filled: Int, isLast: Bool) -> Stop {
        precondition((0...filled).contains(position) && input.count >= filled + 8)
        guard outputStart == outputEnd else { return .output }
        var cursor = cursor
        var offset = 0
        let (order, clear, firstLength, early) = (order, clear, firstLength, early)
        let stop = unsafe entries.withUnsafeMutableBufferPointer { entries in
            unsafe output.withUnsafeMutableBytes { output -> Stop in
                guard let entries = entries.baseAddress, let output = output.baseAddress else { return .end }
                // Local copies stay in registers.
                var (bits, bitCount, at) = (cursor.bits, cursor.bitCount, position)
                var (codeLength, next, previous) = (cursor.codeLength, cursor.next, cursor.previous)
                var limit = 1 &<< codeLength &- early
                defer {
                    position = at
                    cursor = Cursor(
                        bits: bits, bitCount: bitCount, codeLength: codeLength, next: next, previous: previous)
                }
                while offset < Self.outputByteCount {
                    if bitCount < 32 {
                        // Load to 32 bits or more, or all that are left.
                        if filled &- at < 8, !isLast { return .input }
                        let word = input.load(at: at, as: UInt64.self)
                        let byteCount = min((63 &- bitCount) / 8, filled &- at)
                        if byteCount > 0 {
                            // Clear the bits beyond `byteCount` bytes: they are loaded again with the next word.
                            let unused = UInt64(truncatingIfNeeded: 64 &- 8 &* byteCount)
                            let shift = UInt64(truncatingIfNeeded: bitCount)
                            if order == .lowestFirst {
                                bits |= (word.littleEndian & (.max &>> unused)) &<< shift
                            } else {
                                bits |= (word.bigEndian & (.max &<< unused)) &>> shift
                            }
                            at &+= byteCount
                            bitCount &+= 8 &* byteCount
                        }
                    }
                    guard bitCount >= codeLength else { return .end }
                    let code: Int
                    let length = UInt64(truncatingIfNeeded: codeLength)
                    if order == .lowestFirst {
                        code = Int(truncatingIfNeeded: bits & (1 &<< length &- 1))
                        bits &>>= length
                    } else {
                        code = Int(truncatingIfNeeded: bits &>> (64 &- length))
                        bits &<<= length
                    }
                    bitCount &-= codeLength
                    if code == clear {
                        (codeLength, next, previous) = (firstLength, clear &+ 2, -1)
                        limit = 1 &<< codeLength &- early
                        continue
                    }
                    if code == clear &+ 1 { return .end }
                    // A code is defined by the one after it; only the code being defined may occur before its
                    // definition.
                    guard code < next || code == next && previous >= 0 else { return .undefined(code, next: next) }
                    // Once all codes are defined, they stay unchanged until the next clear code.
                    if previous >= 0, next < Self.codeCount {
                        let before = unsafe entries[previous]
                        let last = unsafe UInt64(code == next ? before.first : entries[code].first)
                        let isFull = before.length & 7 == 0
                        let shift = UInt64(truncatingIfNeeded: 8 &* (before.length & 7))
                        unsafe entries[next] = Entry(
                            tail: isFull ? last : before.tail | last &<< shift,
                            prefix: isFull ? UInt16(truncatingIfNeeded: previous) : before.prefix,
                            length: before.length &+ 1, first: before.first)
                        next &+= 1
                        if next == limit, codeLength < 12 {
                            codeLength &+= 1
                            limit = 1 &<< codeLength &- early
                        }
                    }
                    previous = code
                    // In bounds: `code` is below 4096 and its length at most 4096. Up to seven bytes after it are
                    // overwritten by the next string.
                    var entry = unsafe entries[code]
                    let byteCount = Int(entry.length)
                    var start = (byteCount &- 1) & ~7
                    unsafe (output + offset + start).storeBytes(of: entry.tail.littleEndian, as: UInt64.self)
                    while start > 0 {
                        entry = unsafe entries[Int(entry.prefix)]
                        start &-= 8
                        unsafe (output + offset + start).storeBytes(of: entry.tail.littleEndian, as: UInt64.self)
                    }
                    offset &+= byteCount
                }
                return .output
            }
        }
        self.cursor = cursor
        (outputStart, outputEnd) = (0, offset)
        return stop
    }
}
