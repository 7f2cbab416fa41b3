/// The arithmetic decoder of slice data, with its context models (H.265, 9.3.4.3).
///
/// The standard's offset of 9 bits is kept with `spare` bits that follow it, so that most bins need no byte.
struct ArithmeticDecoder {
    private let bytes: [UInt8]
    /// The next byte to take; beyond the end zeroes are taken.
    private var position = 0
    private var value: UInt64 = 0
    private var range: UInt64 = 510
    /// Bits in `value` below the standard's offset; at least 16 between two bins.
    private var spare: UInt64 = 0
    /// The context models: a state's number twice, plus the more probable symbol.
    var models = InlineArray<149, UInt8>(repeating: 0)

    /// Begins at a byte of slice data.
    init(_ bytes: [UInt8], from offset: Int) {
        self.bytes = bytes
        restart(at: offset)
    }

    /// Begins again at a byte, with the models as they are (9.3.2.5).
    mutating func restart(at offset: Int) {
        position = offset
        range = 510
        value = 0
        for _ in 0..<7 { value = value << 8 | takeByte() }
        spare = 47
    }

    /// The byte after the bits that were read so far; where data without arithmetic coding, or its next part, begins.
    var nextByte: Int { position - Int(truncatingIfNeeded: spare) / 8 }

    /// Whether more bits were read than there are.
    var isExhausted: Bool { nextByte > bytes.count }

    private mutating func takeByte() -> UInt64 {
        let byte = position < bytes.count ? UInt64(bytes[position]) : 0
        position &+= 1
        return byte
    }

    @inline(never)
    private mutating func refill() {
        while spare <= 40 {
            value = value << 8 | takeByte()
            spare &+= 8
        }
    }

    /// Decodes a bin with a context model.
    @inline(__always)
    mutating func bin(_ model: Int) -> Bool {
        let state = models[model]
        let entry = Int(state >> 1) << 2 | Int(truncatingIfNeeded: range >> 6 & 3)
        let less = UInt64(ArithmeticTables.lessProbableRange[entry])
        let more = range &- less
        let scaled = more &<< spare
        if value < scaled {
            models[model] = ArithmeticTables.afterMoreProbable[Int(state)]
            let shift = more >> 8 ^ 1
            range = more &<< shift
            spare &-= shift
            if spare < 16 { refill() }
            return state & 1 != 0
        }
        value &-= scaled
        models[model] = ArithmeticTables.afterLessProbable[Int(state)]
        let shift = UInt64(truncatingIfNeeded: less.leadingZeroBitCount &- 55)
        range = less &<< shift
        spare &-= shift
        if spare < 16 { refill() }
        return state & 1 == 0
    }

    /// Decodes a bin with a context model, as a number.
    @inline(__always)
    mutating func binValue(_ model: Int) -> Int { bin(model) ? 1 : 0 }

    /// Decodes a bin of even probability.
    @inline(__always)
    mutating func bypass() -> Bool {
        spare &-= 1
        let scaled = range &<< spare
        let isSet = value >= scaled
        if isSet { value &-= scaled }
        if spare < 16 { refill() }
        return isSet
    }

    /// Decodes up to 16 bins of even probability.
    @inline(__always)
    mutating func bypass(_ count: Int) -> Int {
        guard count > 0 else { return 0 }
        spare &-= UInt64(truncatingIfNeeded: count)
        let quotient = UInt32(truncatingIfNeeded: value &>> spare) / UInt32(truncatingIfNeeded: range)
        value &-= (UInt64(quotient) &* range) &<< spare
        if spare < 16 { refill() }
        return Int(quotient)
    }

    /// Makes bins of even probability whole bits from here on (9.3.4.3.6).
    mutating func align() { range = 256 }

    /// Decodes a bin that may end a part of the data.
    mutating func terminate() -> Bool {
        range &-= 2
        if value >= range &<< spare { return true }
        let shift = range >> 8 ^ 1
        range = range &<< shift
        spare &-= shift
        if spare < 16 { refill() }
        return false
    }

    /// Reads a sample of pulse code modulation at a bit of the data; beyond the end zeroes are read.
    func rawBits(_ count: Int, at bit: Int) -> UInt16 {
        var result: UInt32 = 0
        for index in bit..<bit + count {
            let byte = index >> 3 < bytes.count ? UInt32(bytes[index >> 3]) : 0
            result = result << 1 | byte >> UInt32(7 - index & 7) & 1
        }
        return UInt16(truncatingIfNeeded: result)
    }
}
