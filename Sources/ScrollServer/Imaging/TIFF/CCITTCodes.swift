// The codes of fax machines (ITU-T T.4 tables 2 and 3, T.6 table 1).

/// Decoding tables of run lengths and of modes.
struct CCITTCodes {
    /// Bits by which a run length is looked up.
    static let lookupBits = 13

    /// `run << 4 | code length`, by the next 13 bits; 0 where no code begins so.
    let white: [UInt16]
    let black: [UInt16]

    /// Mode of the next change in a row coded against the one above (T.4 §4.2.1.3, T.6 §2.2.3), by the next seven bits.
    ///
    /// `mode << 4 | code length`; 0 for no code, and for extensions.
    let modes: [UInt8]

    /// The mode V0: the colour changes in the same column as above.
    ///
    /// Lower modes mean up to three pixels to the left, higher ones to the right.
    static let noDistance = 4
    /// The pass mode: the row above has a run that this row lacks.
    static let pass = 8
    /// The horizontal mode: two run lengths follow.
    static let horizontal = 9

    static let shared = CCITTCodes()

    private init() {
        modes = (0..<128).map { bits in
            let (mode, length) =
                switch bits {
                case 0b1000000...: (Self.noDistance, 1)
                case 0b0110000...0b0111111: (Self.noDistance + 1, 3)
                case 0b0100000...0b0101111: (Self.noDistance - 1, 3)
                case 0b0010000...0b0011111: (Self.horizontal, 3)
                case 0b0001000...0b0001111: (Self.pass, 4)
                case 0b0000110, 0b0000111: (Self.noDistance + 2, 6)
                case 0b0000100, 0b0000101: (Self.noDistance - 2, 6)
                case 0b0000011: (Self.noDistance + 3, 7)
                case 0b0000010: (Self.noDistance - 3, 7)
                default: (0, 0)
                }
            return UInt8(mode << 4 | length)
        }
        white = Self.table(Self.whiteEndings, Self.whiteMakeUps)
        black = Self.table(Self.blackEndings, Self.blackMakeUps)
    }

    private static func table(_ endings: String, _ makeUps: String) -> [UInt16] {
        var table = [UInt16](repeating: 0, count: 1 << lookupBits)
        func add(_ codes: String, first: Int, step: Int) {
            for (index, code) in codes.split(separator: " ").enumerated() {
                guard let bits = Int(code, radix: 2) else { continue }
                let free = lookupBits - code.utf8.count
                let entry = UInt16((first + index * step) << 4 | code.utf8.count)
                for rest in 0..<1 << free { table[bits << free | rest] = entry }
            }
        }
        add(endings, first: 0, step: 1)
        add(makeUps, first: 64, step: 64)
        add(commonMakeUps, first: 1792, step: 64)
        return table
    }

    /// Codes of runs of 0...63 white pixels.
    private static let whiteEndings = """
        00110101 000111 0111 1000 1011 1100 1110 1111 10011 10100 00111 01000 001000 000011 110100 110101 101010 101011 \
        0100111 0001100 0001000 0010111 0000011 0000100 0101000 0101011 0010011 0100100 0011000 00000010 00000011 \
        00011010 00011011 00010010 00010011 00010100 00010101 00010110 00010111 00101000 00101001 00101010 00101011 \
        00101100 00101101 00000100 00000101 00001010 00001011 01010010 01010011 01010100 01010101 00100100 00100101 \
        01011000 01011001 01011010 01011011 01001010 01001011 00110010 00110011 00110100
        """

    /// Codes of runs of 64, 128, … 1728 white pixels.
    private static let whiteMakeUps = """
        11011 10010 010111 0110111 00110110 00110111 01100100 01100101 01101000 01100111 011001100 011001101 011010010 \
        011010011 011010100 011010101 011010110 011010111 011011000 011011001 011011010 011011011 010011000 010011001 \
        010011010 011000 010011011
        """

    /// Codes of runs of 0...63 black pixels.
    private static let blackEndings = """
        0000110111 010 11 10 011 0011 0010 00011 000101 000100 0000100 0000101 0000111 00000100 00000111 000011000 \
        0000010111 0000011000 0000001000 00001100111 00001101000 00001101100 00000110111 00000101000 00000010111 \
        00000011000 000011001010 000011001011 000011001100 000011001101 000001101000 000001101001 000001101010 \
        000001101011 000011010010 000011010011 000011010100 000011010101 000011010110 000011010111 000001101100 \
        000001101101 000011011010 000011011011 000001010100 000001010101 000001010110 000001010111 000001100100 \
        000001100101 000001010010 000001010011 000000100100 000000110111 000000111000 000000100111 000000101000 \
        000001011000 000001011001 000000101011 000000101100 000001011010 000001100110 000001100111
        """

    /// Codes of runs of 64, 128, … 1728 black pixels.
    private static let blackMakeUps = """
        0000001111 000011001000 000011001001 000001011011 000000110011 000000110100 000000110101 0000001101100 \
        0000001101101 0000001001010 0000001001011 0000001001100 0000001001101 0000001110010 0000001110011 \
        0000001110100 0000001110101 0000001110110 0000001110111 0000001010010 0000001010011 0000001010100 \
        0000001010101 0000001011010 0000001011011 0000001100100 0000001100101
        """

    /// Codes of runs of 1792, 1856, … 2560 pixels of either colour.
    private static let commonMakeUps = """
        00000001000 00000001100 00000001101 000000010010 000000010011 000000010100 000000010101 000000010110 \
        000000010111 000000011100 000000011101 000000011110 000000011111
        """
}
