// Finds the k-th smallest number of any run of a sequence.

/// The numbers 0 ..< n in any sequence, so that those of each run are found in ascending order.
///
/// A wavelet matrix (F. Claude, G. Navarro, A. Ordóñez, The wavelet matrix, Information Systems 47, 2015): for each bit
/// from the highest on, the bits of all numbers, which are then parted by it. 1.5 bits for each bit of a number.
struct RunOrder: Sendable {
    private struct Level: Sendable {
        var words: [UInt64]
        /// The number of ones before each word.
        var onesBefore: [UInt32]
        var zeroCount: Int

        /// The number of ones before a position.
        func ones(before position: Int) -> Int {
            let (word, bit) = (position >> 6, UInt64(position & 63))
            return Int(onesBefore[word]) + (words[word] & ((1 << bit) - 1)).nonzeroBitCount
        }
    }

    /// The highest bit first.
    private let levels: [Level]

    /// O(n × log n).
    init(_ numbers: [UInt32]) {
        let highest = numbers.reduce(0, |)
        var levels: [Level] = []
        var (numbers, parted) = (numbers, numbers)
        for bit in stride(from: UInt32.bitWidth - 1 - highest.leadingZeroBitCount, through: 0, by: -1) {
            let zeroCount = numbers.count - numbers.reduce(0) { $0 + Int($1 >> UInt32(bit) & 1) }
            // One word more, so that the end of the sequence is a position, too.
            var words = [UInt64](repeating: 0, count: numbers.count / 64 + 1)
            var onesBefore = [UInt32](repeating: 0, count: words.count)
            var (zeroPlace, onePlace) = (0, zeroCount)
            for word in words.indices {
                onesBefore[word] = UInt32(truncatingIfNeeded: onePlace - zeroCount)
                var ones: UInt64 = 0
                for position in word << 6..<min(numbers.count, (word + 1) << 6) {
                    // Without branches, which a processor would guess wrongly half of the time.
                    let number = numbers[position]
                    let one = Int(number >> UInt32(bit) & 1)
                    parted[zeroPlace + (onePlace - zeroPlace) * one] = number
                    zeroPlace += 1 - one
                    onePlace += one
                    ones |= UInt64(one) << UInt64(position & 63)
                }
                words[word] = ones
            }
            levels.append(Level(words: words, onesBefore: onesBefore, zeroCount: zeroCount))
            swap(&numbers, &parted)
        }
        self.levels = levels
    }

    /// The number at place `rank` among those of a run in ascending order; O(log n).
    func number(at rank: Int, in run: Range<Int>) -> Int {
        var (low, high, rank, number) = (run.lowerBound, run.upperBound, rank, 0)
        for level in levels {
            let ones = (level.ones(before: low), level.ones(before: high))
            let zeros = (high - ones.1) - (low - ones.0)
            number <<= 1
            if rank < zeros {
                (low, high) = (low - ones.0, high - ones.1)
            } else {
                rank -= zeros
                number |= 1
                (low, high) = (level.zeroCount + ones.0, level.zeroCount + ones.1)
            }
        }
        return number
    }

    /// How many numbers of a run are less than `number`, one of the sequence; O(log n).
    func count(below number: Int, in run: Range<Int>) -> Int {
        var (low, high, count) = (run.lowerBound, run.upperBound, 0)
        for (depth, level) in levels.enumerated() {
            let ones = (level.ones(before: low), level.ones(before: high))
            if number >> (levels.count - 1 - depth) & 1 == 0 {
                (low, high) = (low - ones.0, high - ones.1)
            } else {
                count += (high - ones.1) - (low - ones.0)
                (low, high) = (level.zeroCount + ones.0, level.zeroCount + ones.1)
            }
        }
        return count
    }
}
