// Canonical Huffman codes of limited length, made from frequencies (RFC 1951 §3.2.2).

/// A code for writing: each symbol's length in bits (0: unused) and its bits, the first to be written lowest.
struct HuffmanCode {
    private(set) var lengths: [UInt8]
    private(set) var codes: [UInt16]

    /// Builds the canonical code of the given lengths.
    init(lengths: [UInt8]) {
        self.lengths = lengths
        codes = [UInt16](repeating: 0, count: lengths.count)
        var next = [UInt16](repeating: 0, count: 17)
        for length in lengths where length > 0 { next[Int(length) + 1] &+= 1 }
        // `next[l]` becomes the first code of length l.
        var code: UInt16 = 0
        for length in 1...15 {
            code = (code &+ next[length]) << 1
            next[length] = code
        }
        for (symbol, length) in lengths.enumerated() where length > 0 {
            codes[symbol] = Self.reversed(next[Int(length)], bitCount: Int(length))
            next[Int(length)] &+= 1
        }
    }

    /// Builds a code with lengths of at most `limit` bits, close to the optimum for the frequencies.
    ///
    /// The code has at least two symbols, because some decoders refuse a code of one. Cost: O(n log n) for n symbols.
    init(frequencies: [UInt32], limit: Int) {
        var used: [UInt64] = []
        for (symbol, frequency) in frequencies.enumerated() where frequency > 0 {
            used.append(UInt64(frequency) << 16 | UInt64(symbol))
        }
        for symbol in frequencies.indices where used.count < 2 && frequencies[symbol] == 0 {
            used.append(1 << 16 | UInt64(symbol))
        }
        used.sort()
        let counts = Self.limited(Self.lengthCounts(used.map { $0 >> 16 }), to: limit)
        // The rarest symbols come first and get the longest codes.
        var lengths = [UInt8](repeating: 0, count: frequencies.count)
        var index = 0
        for length in stride(from: limit, to: 0, by: -1) {
            for _ in 0..<counts[length] {
                lengths[Int(used[index] & 0xFFFF)] = UInt8(length)
                index += 1
            }
        }
        self.init(lengths: lengths)
    }

    /// Returns the number of leaves at each depth of the Huffman tree; the weights are in ascending order.
    ///
    /// Two queues suffice, because both the weights and the sums are created in ascending order.
    private static func lengthCounts(_ weights: [UInt64]) -> [Int] {
        let leafCount = weights.count
        var sums: [UInt64] = []
        sums.reserveCapacity(leafCount)
        // Nodes below `leafCount` are leaves; the others are inner nodes in the order of their creation.
        var parents = [Int](repeating: 0, count: 2 * leafCount)
        var leaf = 0
        var inner = 0
        while sums.count < leafCount - 1 {
            var sum: UInt64 = 0
            for _ in 0..<2 {
                if leaf < leafCount && (inner >= sums.count || weights[leaf] <= sums[inner]) {
                    sum += weights[leaf]
                    parents[leaf] = leafCount + sums.count
                    leaf += 1
                } else {
                    sum += sums[inner]
                    parents[leafCount + inner] = leafCount + sums.count
                    inner += 1
                }
            }
            sums.append(sum)
        }
        let root = leafCount + sums.count - 1
        var depths = [Int](repeating: 0, count: 2 * leafCount)
        var counts = [Int](repeating: 0, count: leafCount + 1)
        for node in stride(from: root - 1, through: 0, by: -1) {
            depths[node] = depths[parents[node]] + 1
            if node < leafCount { counts[depths[node]] += 1 }
        }
        return counts
    }

    /// Moves leaves deeper than `limit` up to it, then moves others down until the code is complete again.
    private static func limited(_ counts: [Int], to limit: Int) -> [Int] {
        var limited = [Int](repeating: 0, count: limit + 1)
        for (depth, count) in counts.enumerated() { limited[min(depth, limit)] += count }
        var space = 0
        for depth in 1...limit { space += limited[depth] << (limit - depth) }
        while space > 1 << limit {
            limited[limit] -= 1
            guard let depth = (1..<limit).last(where: { limited[$0] > 0 }) else { break }
            limited[depth] -= 1
            limited[depth + 1] += 2
            space -= 1
        }
        return limited
    }

    private static func reversed(_ code: UInt16, bitCount: Int) -> UInt16 {
        var code = code
        var result: UInt16 = 0
        for _ in 0..<bitCount {
            result = result << 1 | code & 1
            code >>= 1
        }
        return result
    }
}
