// LZW as GIF has it (GIF89a appendix F): codes of up to 12 bits, the lowest bit first, in blocks of up to 255 bytes.

/// Indices of pixels by codes, from any place between two rows on: a copy goes on by itself.
///
/// Memory: 24 KB of strings, 8 KB of the file.
struct GIFCodeReader {
    private static let codeCount = 4096
    private static let blockByteCount = 1 << 13

    private let source: ByteSource
    /// The code that clears the strings; the one after it ends the data.
    private let clear: Int
    private let firstLength: Int

    // The part of the file at hand, the place in it, and how much of a sub-block follows.
    private var block: [UInt8] = []
    private var blockOffset: Int
    private var position = 0
    private var remaining = 0
    private var isInputDone = false

    private var bits: UInt32 = 0
    private var bitCount = 0
    private var codeLength: Int
    /// The next code to be defined; at most 4096.
    private var next: Int
    /// The code before; -1 after a clear code.
    private var previous = -1
    private var isDone = false

    /// For each code the code of all its bytes but the last, its last and first byte, and its length. A code's prefix is
    /// always a smaller code, and its length one more than the prefix's.
    private var prefixes = [UInt16](repeating: 0, count: codeCount)
    private var lengths = [UInt16](repeating: 1, count: codeCount)
    private var lasts = [UInt8](repeating: 0, count: codeCount)
    private var firsts = [UInt8](repeating: 0, count: codeCount)
    /// What was decoded and belongs to the next row.
    private var rest: [UInt8] = []
    private var restStart = 0

    /// - Parameter offset: where the length of the first code is.
    /// - Throws: `ImageError.damaged` where that is no length.
    init(_ source: ByteSource, offset: Int) throws(ImageError) {
        guard let length = source.bytes(at: offset, count: 1).first else {
            throw .damaged("the picture's data ends before its first row", offset: offset)
        }
        // Lengths above 8 are against the rule, and some files have them.
        guard (1...11).contains(length) else { throw .damaged("LZW codes of \(length) bits", offset: offset) }
        self.source = source
        clear = 1 << Int(length)
        firstLength = Int(length) + 1
        codeLength = firstLength
        next = clear + 2
        blockOffset = offset + 1
        for code in 0..<clear {
            lasts[code] = UInt8(truncatingIfNeeded: code)
            firsts[code] = UInt8(truncatingIfNeeded: code)
        }
    }

    /// The next byte of the sub-blocks.
    private mutating func byte() -> UInt8? {
        while true {
            guard !isInputDone else { return nil }
            if position == block.count {
                blockOffset += block.count
                block = source.bytes(at: blockOffset, count: Self.blockByteCount)
                position = 0
                if block.isEmpty {
                    isInputDone = true
                    return nil
                }
            }
            let byte = block[position]
            position += 1
            if remaining > 0 {
                remaining -= 1
                return byte
            }
            remaining = Int(byte)
            if remaining == 0 { isInputDone = true }
        }
    }

    private mutating func code() -> Int? {
        while bitCount < codeLength {
            guard let byte = byte() else { return nil }
            bits |= UInt32(byte) << UInt32(bitCount)
            bitCount += 8
        }
        let code = Int(bits & (1 << UInt32(codeLength) - 1))
        bits >>= UInt32(codeLength)
        bitCount -= codeLength
        return code
    }

    /// Fills a row with indices.
    ///
    /// - Returns: how many of them are there: fewer than the row has where the data ends.
    mutating func read(into row: inout [UInt8]) -> Int {
        var filled = min(rest.count - restStart, row.count)
        if filled > 0 {
            row.replaceSubrange(0..<filled, with: rest[restStart..<restStart + filled])
            restStart += filled
        }
        while filled < row.count, !isDone {
            guard let code = code() else {
                isDone = true
                break
            }
            if code == clear {
                (codeLength, next, previous) = (firstLength, clear + 2, -1)
                continue
            }
            // The end, or a code that was not defined.
            guard code != clear + 1, code < next || code == next && previous >= 0 && next < Self.codeCount else {
                isDone = true
                break
            }
            if previous >= 0, next < Self.codeCount {
                prefixes[next] = UInt16(truncatingIfNeeded: previous)
                lengths[next] = lengths[previous] &+ 1
                firsts[next] = firsts[previous]
                lasts[next] = firsts[code == next ? previous : code]
                next += 1
                if next == 1 << codeLength, codeLength < 12 { codeLength += 1 }
            }
            previous = code
            let length = Int(lengths[code])
            if length <= row.count - filled {
                Self.write(code, length, to: &row, at: filled, prefixes, lasts)
                filled += length
            } else {
                rest = [UInt8](repeating: 0, count: length)
                restStart = row.count - filled
                Self.write(code, length, to: &rest, at: 0, prefixes, lasts)
                row.replaceSubrange(filled..<row.count, with: rest[..<restStart])
                filled = row.count
            }
        }
        return filled
    }

    /// Writes a string from its end.
    private static func write(
        _ code: Int, _ length: Int, to bytes: inout [UInt8], at start: Int, _ prefixes: [UInt16], _ lasts: [UInt8]
    ) {
        var code = code
        var place = start + length
        while place > start {
            place -= 1
            bytes[place] = lasts[code]
            code = Int(prefixes[code])
        }
    }
}
