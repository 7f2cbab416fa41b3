// The order in which people expect file names.

/// Runs of digits count by their value (`img2` before `img10`), capitals and small letters are the same unless
/// nothing else differs.
///
/// Works on bytes, since file names are bytes: letters outside ASCII compare by code point. A total order: names are
/// only equal when their bytes are. No memory is taken, cost is linear in the common part of the names.
enum NaturalOrder {
    static func precedes(_ first: UnsafeRawBufferPointer, _ second: UnsafeRawBufferPointer) -> Bool {
        var i = 0
        var j = 0
        while i < first.count, j < second.count {
            let (a, b) = (first[i], second[j])
            if isDigit(a), isDigit(b) {
                while i < first.count, first[i] == 0x30 { i += 1 }
                while j < second.count, second[j] == 0x30 { j += 1 }
                let (startA, startB) = (i, j)
                // The first digit that differs decides, but only among numbers of the same length.
                var isLess: Bool?
                while i < first.count, j < second.count, isDigit(first[i]), isDigit(second[j]) {
                    if isLess == nil, first[i] != second[j] { isLess = first[i] < second[j] }
                    i += 1
                    j += 1
                }
                let isLongerA = i < first.count && isDigit(first[i])
                let isLongerB = j < second.count && isDigit(second[j])
                if isLongerA != isLongerB { return isLongerB }
                if let isLess { return isLess }
                assert(i - startA == j - startB)
            } else {
                let (foldedA, foldedB) = (fold(a), fold(b))
                if foldedA != foldedB { return foldedA < foldedB }
                i += 1
                j += 1
            }
        }
        let (restA, restB) = (first.count - i, second.count - j)
        if (restA == 0) != (restB == 0) { return restA == 0 }
        // Only case and leading zeros are left to tell them apart.
        for (a, b) in zip(first, second) where a != b { return a < b }
        return first.count < second.count
    }

    private static func isDigit(_ byte: UInt8) -> Bool {
        byte &- 0x30 < 10
    }

    private static func fold(_ byte: UInt8) -> UInt8 {
        byte &- 0x41 < 26 ? byte | 0x20 : byte
    }
}
