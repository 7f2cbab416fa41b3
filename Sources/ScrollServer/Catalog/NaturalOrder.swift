// The order in which people expect file names.

/// Compares names: runs of digits count by their value (`img2` before `img10`); case and accents of letters count only
/// where nothing else differs (`Ä` beside `A`, see `LetterFolding`).
///
/// The order is total: two names are equal only when their bytes are. Allocates nothing; O(length of the common part).
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
                if a | b >= 0x80 { return precedes(first, i, second, j) }
                let (foldedA, foldedB) = (fold(a), fold(b))
                if foldedA != foldedB { return foldedA < foldedB }
                i += 1
                j += 1
            }
        }
        let (restA, restB) = (first.count - i, second.count - j)
        if (restA == 0) != (restB == 0) { return restA == 0 }
        return precedesByBytes(first, second)
    }

    /// Of names that differ in case, accents and leading zeros only.
    private static func precedesByBytes(_ first: UnsafeRawBufferPointer, _ second: UnsafeRawBufferPointer) -> Bool {
        for (a, b) in zip(first, second) where a != b { return a < b }
        return first.count < second.count
    }

    /// The same from `i` and `j` on, for names with letters outside ASCII.
    private static func precedes(
        _ first: UnsafeRawBufferPointer, _ i: Int, _ second: UnsafeRawBufferPointer, _ j: Int
    ) -> Bool {
        var (a, b) = (LetterFolding(first, from: i), LetterFolding(second, from: j))
        while true {
            a.skipMarks()
            b.skipMarks()
            if a.digit != nil, b.digit != nil {
                while a.digit == 0 { a.skipDigit() }
                while b.digit == 0 { b.skipDigit() }
                var isLess: Bool?
                while let left = a.digit, let right = b.digit {
                    if isLess == nil, left != right { isLess = left < right }
                    a.skipDigit()
                    b.skipDigit()
                }
                if (a.digit != nil) != (b.digit != nil) { return b.digit != nil }
                if let isLess { return isLess }
                continue
            }
            switch (a.next(), b.next()) {
            case (nil, nil): return precedesByBytes(first, second)
            case (nil, _): return true
            case (_, nil): return false
            case (let left?, let right?): if left != right { return left < right }
            }
        }
    }

    private static func isDigit(_ byte: UInt8) -> Bool {
        byte &- 0x30 < 10
    }

    private static func fold(_ byte: UInt8) -> UInt8 {
        byte &- 0x41 < 26 ? byte | 0x20 : byte
    }
}
