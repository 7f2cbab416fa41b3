// Binary decisions decoded from arithmetic-coded data (T.81 annex D).

/// Adaptive probability estimate of one decision context: the more probable outcome, and how probable it is.
struct JPEGStatistic {
    /// Index into `JPEGArithmeticDecoder.states`.
    var state: UInt8 = 0
    /// The more probable outcome: 0 or 1.
    var likely: UInt8 = 0

    /// A fixed probability of one half (§F.1.4.4.2: the sign of a coefficient).
    static let even = JPEGStatistic(state: 113)
}

/// The decoder's registers (§D.2).
///
/// Reads zeros beyond the end of the data, because encoders omit trailing zeros.
struct JPEGArithmeticDecoder {
    /// More zero bytes than this beyond the file's end mean that the file is cut off.
    private static let zeroLimit = 256

    private let entropy: JPEGEntropyBuffer
    private var bits: JPEGBits
    private var bytes: [UInt8]
    /// The current interval, and the code register's position in it.
    private var interval: UInt32 = 0x10000
    private var code: UInt32 = 0
    /// Shifts left before the next byte is needed.
    private var count = 0
    private var zeros = 0

    /// Starts at the beginning of the buffer's segment.
    init(_ entropy: JPEGEntropyBuffer) {
        self.entropy = entropy
        (bits, bytes) = entropy.lend()
        start()
    }

    /// Fills the registers (§D.2.7: Initdec).
    private mutating func start() {
        (interval, code, count, zeros) = (0x10000, 0, 0, 0)
        code = nextByte() << 24
        code |= nextByte() << 16
    }

    /// Passes the restart marker that is due and starts behind it; false where it is not the expected one.
    mutating func restart(_ restarts: inout JPEGRestarts) -> Bool {
        let isExpected = restarts.skipMarker(entropy, &bits, &bytes)
        start()
        return isExpected
    }

    /// Whether the zeros read now replace missing data.
    ///
    /// Data that ends with a marker may omit any number of zeros.
    var isCutOff: Bool { zeros > Self.zeroLimit && entropy.marker == nil }

    /// Whether all data has been read.
    var isBehindData: Bool { zeros > 0 }

    private mutating func nextByte() -> UInt32 {
        entropy.replenish(&bits, &bytes)
        if bits.isExhausted { zeros += 1 }
        var bits = bits
        bits.need32(bytes.span)
        defer { self.bits = bits }
        return UInt32(truncatingIfNeeded: bits.readBits(8))
    }

    /// Decodes the next decision of a context: 0 or 1 (§D.2.4).
    @inline(__always)
    mutating func decodeDecision(_ statistic: inout JPEGStatistic) -> Int {
        let entry = Self.states[Int(statistic.state)]
        let share = entry.share
        interval &-= share
        var isLikely = true
        if code &>> 16 < interval {
            if interval >= 0x8000 { return Int(statistic.likely) }
            // The more probable outcome may have the smaller subinterval (§D.1.5: conditional exchange).
            isLikely = interval >= share
        } else {
            isLikely = interval < share
            code &-= interval &<< 16
            interval = share
        }
        let outcome = isLikely ? statistic.likely : 1 &- statistic.likely
        if isLikely {
            statistic.state = entry.afterLikely
        } else {
            if entry.exchanges { statistic.likely = 1 &- statistic.likely }
            statistic.state = entry.afterUnlikely
        }
        repeat {
            if count == 0 {
                code &+= nextByte() &<< 8
                count = 8
            }
            interval &<<= 1
            code &<<= 1
            count &-= 1
        } while interval < 0x8000
        return Int(outcome)
    }

    struct State {
        /// Subinterval of the less probable outcome.
        let share: UInt32
        let afterUnlikely: UInt8
        let afterLikely: UInt8
        /// Whether the less probable outcome becomes the more probable one (Switch_MPS).
        let exchanges: Bool
    }

    /// Table D.3, and one more state that never changes.
    static let states: [State] = {
        let rows: [(UInt32, UInt8, UInt8)] = [
            (0x5A1D, 1, 1), (0x2586, 14, 2), (0x1114, 16, 3), (0x080B, 18, 4), (0x03D8, 20, 5), (0x01DA, 23, 6),
            (0x00E5, 25, 7), (0x006F, 28, 8), (0x0036, 30, 9), (0x001A, 33, 10), (0x000D, 35, 11), (0x0006, 9, 12),
            (0x0003, 10, 13), (0x0001, 12, 13), (0x5A7F, 15, 15), (0x3F25, 36, 16), (0x2CF2, 38, 17), (0x207C, 39, 18),
            (0x17B9, 40, 19), (0x1182, 42, 20), (0x0CEF, 43, 21), (0x09A1, 45, 22), (0x072F, 46, 23), (0x055C, 48, 24),
            (0x0406, 49, 25), (0x0303, 51, 26), (0x0240, 52, 27), (0x01B1, 54, 28), (0x0144, 56, 29), (0x00F5, 57, 30),
            (0x00B7, 59, 31), (0x008A, 60, 32), (0x0068, 62, 33), (0x004E, 63, 34), (0x003B, 32, 35), (0x002C, 33, 9),
            (0x5AE1, 37, 37), (0x484C, 64, 38), (0x3A0D, 65, 39), (0x2EF1, 67, 40), (0x261F, 68, 41), (0x1F33, 69, 42),
            (0x19A8, 70, 43), (0x1518, 72, 44), (0x1177, 73, 45), (0x0E74, 74, 46), (0x0BFB, 75, 47), (0x09F8, 77, 48),
            (0x0861, 78, 49), (0x0706, 79, 50), (0x05CD, 48, 51), (0x04DE, 50, 52), (0x040F, 50, 53), (0x0363, 51, 54),
            (0x02D4, 52, 55), (0x025C, 53, 56), (0x01F8, 54, 57), (0x01A4, 55, 58), (0x0160, 56, 59), (0x0125, 57, 60),
            (0x00F6, 58, 61), (0x00CB, 59, 62), (0x00AB, 61, 63), (0x008F, 61, 32), (0x5B12, 65, 65), (0x4D04, 80, 66),
            (0x412C, 81, 67), (0x37D8, 82, 68), (0x2FE8, 83, 69), (0x293C, 84, 70), (0x2379, 86, 71), (0x1EDF, 87, 72),
            (0x1AA9, 87, 73), (0x174E, 72, 74), (0x1424, 72, 75), (0x119C, 74, 76), (0x0F6B, 74, 77), (0x0D51, 75, 78),
            (0x0BB6, 77, 79), (0x0A40, 77, 48), (0x5832, 80, 81), (0x4D1C, 88, 82), (0x438E, 89, 83), (0x3BDD, 90, 84),
            (0x34EE, 91, 85), (0x2EAE, 92, 86), (0x299A, 93, 87), (0x2516, 86, 71), (0x5570, 88, 89), (0x4CA9, 95, 90),
            (0x44D9, 96, 91), (0x3E22, 97, 92), (0x3824, 99, 93), (0x32B4, 99, 94), (0x2E17, 93, 86), (0x56A8, 95, 96),
            (0x4F46, 101, 97), (0x47E5, 102, 98), (0x41CF, 103, 99), (0x3C3D, 104, 100), (0x375E, 99, 93),
            (0x5231, 105, 102), (0x4C0F, 106, 103), (0x4639, 107, 104), (0x415E, 103, 99), (0x5627, 105, 106),
            (0x50E7, 108, 107), (0x4B85, 109, 103), (0x5597, 110, 109), (0x504F, 111, 107), (0x5A10, 110, 111),
            (0x5522, 112, 109), (0x59EB, 112, 111), (0x5A1D, 113, 113),
        ]
        let exchanging: Set<Int> = [0, 14, 36, 64, 80, 88, 95, 105, 110, 112]
        return rows.enumerated().map { index, row in
            State(
                share: row.0, afterUnlikely: row.1, afterLikely: row.2, exchanges: exchanging.contains(index))
        }
    }()
}
