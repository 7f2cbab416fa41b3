// Sorts many rows by whole numbers, in linear time.

enum StableSort {
    /// Stands for "no rank": such rows come last, whatever the direction.
    static let none = Int64.max
    private static let digitBits = 11

    /// Sorts rows by their ranks; equal ranks keep their order.
    ///
    /// A radix sort from the lowest digit on, in O(n × digits). Digits have 11 bits of each rank's distance from the
    /// least rank, or from the greatest if descending.
    static func sort(_ rows: inout [UInt32], by ranks: [Int64], isDescending: Bool) {
        var (least, greatest) = (Int64.max, Int64.min)
        for rank in ranks where rank != none { (least, greatest) = (min(least, rank), max(greatest, rank)) }
        // No row has a rank.
        guard least <= greatest else { return }
        let span = UInt64(bitPattern: greatest &- least)
        var keys = ranks.map { rank in
            rank == none ? span &+ 1 : UInt64(bitPattern: isDescending ? greatest &- rank : rank &- least)
        }
        // If the span uses all 64 bits, "no rank" would wrap round: drop the ranks' lowest bit, in which alone no two
        // doubles of the same sign differ.
        if span == .max { keys = zip(keys, ranks).map { $1 == none ? 1 << 63 : $0 >> 1 } }
        let top = span == .max ? 1 << 63 : span + 1
        var shift: UInt64 = 0
        while shift < 64, top >> shift > 0 {
            sortByDigit(&rows, &keys, shift: shift)
            shift += UInt64(digitBits)
        }
    }

    /// Sorts by the digit at `shift` alone, keeping the order of rows with the same digit.
    private static func sortByDigit(_ rows: inout [UInt32], _ keys: inout [UInt64], shift: UInt64) {
        let mask: UInt64 = 1 << UInt64(digitBits) - 1
        var starts = [Int](repeating: 0, count: 1 << digitBits + 1)
        for key in keys { starts[Int(key >> shift & mask) + 1] += 1 }
        // All rows have the same digit.
        if starts.contains(keys.count) { return }
        for digit in 1..<starts.count { starts[digit] += starts[digit - 1] }
        let (oldRows, oldKeys) = (rows, keys)
        var rowSpan = rows.mutableSpan
        var keySpan = keys.mutableSpan
        for (row, key) in zip(oldRows, oldKeys) {
            let digit = Int(key >> shift & mask)
            // Each start is below the number of rows, since as many positions follow it as rows have its digit.
            rowSpan[starts[digit]] = row
            keySpan[starts[digit]] = key
            starts[digit] += 1
        }
    }
}
