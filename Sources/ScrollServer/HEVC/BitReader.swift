/// Reads the fields of parameter sets and slice headers from a raw byte sequence payload (H.265, 7.2 and 9.2).
struct BitReader {
    /// The payload, without the bytes that prevent emulation.
    let bytes: [UInt8]
    /// The next bit, counted from the first byte.
    private(set) var position: Int
    /// What is read, for messages.
    let subject: String

    /// Begins at a byte of a payload.
    init(_ bytes: [UInt8], from offset: Int, subject: String) {
        self.bytes = bytes
        position = offset * 8
        self.subject = subject
    }

    private var isAtEnd: HEVCError { .damaged("\(subject) ends early") }

    /// Reads an unsigned number of up to 32 bits, `u(n)`.
    mutating func bits(_ count: Int) throws(HEVCError) -> Int {
        guard count >= 0, count <= 32, bytes.count * 8 - position >= count else { throw isAtEnd }
        var value = 0
        for _ in 0..<count {
            value = value << 1 | Int(bytes[position >> 3] >> UInt8(7 - position & 7) & 1)
            position += 1
        }
        return value
    }

    /// Reads one bit as a truth value.
    mutating func flag() throws(HEVCError) -> Bool { try bits(1) == 1 }

    /// Passes over bits.
    mutating func skip(_ count: Int) throws(HEVCError) {
        guard count >= 0, bytes.count * 8 - position >= count else { throw isAtEnd }
        position += count
    }

    /// Reads an unsigned Exp-Golomb number, `ue(v)`, which must be at most `limit`.
    mutating func unsigned(_ name: StaticString, upTo limit: Int = 0xFFFF_FFFE) throws(HEVCError) -> Int {
        var zeroes = 0
        while try bits(1) == 0 {
            zeroes += 1
            guard zeroes <= 31 else { throw .damaged("\(subject): \(name) is too long a number") }
        }
        let value = (1 << zeroes) - 1 + (try bits(zeroes))
        guard value <= limit else { throw .damaged("\(subject): \(name) is \(value), at most \(limit) is allowed") }
        return value
    }

    /// Reads a signed Exp-Golomb number, `se(v)`, which must be in `range`.
    mutating func signed(_ name: StaticString, in range: ClosedRange<Int>) throws(HEVCError) -> Int {
        let code = try unsigned(name)
        let value = code & 1 == 1 ? (code + 1) >> 1 : -(code >> 1)
        guard range.contains(value) else { throw .damaged("\(subject): \(name) is \(value), outside \(range)") }
        return value
    }
}
