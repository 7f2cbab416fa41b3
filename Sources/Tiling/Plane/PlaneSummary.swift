// What is known of all points of a plane together.

/// The greatest number of points in a cell of each size, and a hash of all points.
struct PlaneSummary: Sendable {
    /// For each number of bits, from 0 to 64, the most points whose keys begin with the same bits; 0 without points.
    let greatestCounts: [Int]
    /// A hash of the keys and of their items.
    let digest: UInt64

    /// O(points): each point ends about two runs of equal beginnings.
    init(_ keys: [UInt64], _ items: [UInt32]) {
        var greatest = [Int](repeating: keys.isEmpty ? 0 : 1, count: 65)
        // Where the run of each number of bits starts, as far as the last two points have so many bits in common.
        var starts = [Int](repeating: 0, count: 65)
        var common = keys.isEmpty ? -1 : 64
        var sum = UInt64(truncatingIfNeeded: keys.count)
        for position in keys.indices {
            sum = (sum ^ keys[position] ^ UInt64(items[position]) << 17) &* 0x9E37_79B9_7F4A_7C15
            sum ^= sum >> 29
            guard position > 0 else { continue }
            let shared = (keys[position] ^ keys[position - 1]).leadingZeroBitCount
            if shared < common {
                for bits in shared + 1...common { greatest[bits] = max(greatest[bits], position - starts[bits]) }
            } else if shared > common {
                for bits in common + 1...shared { starts[bits] = position - 1 }
            }
            common = shared
        }
        if common >= 0 { for bits in 0...common { greatest[bits] = max(greatest[bits], keys.count - starts[bits]) } }
        (greatestCounts, digest) = (greatest, sum)
    }
}
