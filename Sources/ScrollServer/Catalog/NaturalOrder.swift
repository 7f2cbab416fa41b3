// The order in which people expect file names.

/// Compares names: runs of digits count by their value (`img2` before `img10`); capital and small ASCII letters are
/// equal unless nothing else differs.
///
/// Compares bytes, since file names are bytes: UTF-8 letters outside ASCII compare by code point. The order is total:
/// two names are equal only when their bytes are. Allocates nothing; O(length of the common part).
enum NaturalOrder {
    /// Whether `first` comes before `second`; false when they are equal.
    static func precedes(_ first: UnsafeRawBufferPointer, _ second: UnsafeRawBufferPointer) -> Bool {
        var i = 0
        var j = 0
        while i < first.count, j < second.count {
            let (a, b) = (first[i], second[j])
            if isDigit(a), isDigit(b) {
                while i < first.count, first[i] == 0x30 { i += 1 }
                while j < second.count, second[j] == 0x30 { j += 1 }
                let (startA, startB) = (i, j)
                // Numbers of the same length: the first digit that differs decides. Else the longer one is greater.
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
        // The names differ in case and leading zeros only.
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
