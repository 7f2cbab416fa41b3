// The order in which people expect file names.

import Platform

/// Compares names as people order them.
///
/// Runs of digits compare by value (`img2` before `img10`); case and accents decide only between otherwise equal names
/// (`Ä` beside `A`, see `LetterFolding`). The order is total: names are equal only when their bytes are. Allocates
/// nothing; O(length of the common part).
enum NaturalOrder {
    /// Whether `first` comes before `second`; false when they are equal.
    static func precedes(_ first: ArraySlice<UInt8>, _ second: ArraySlice<UInt8>) -> Bool {
        precedes(first.span, second.span)
    }

    /// Whether `first` comes before `second`; false when they are equal.
    static func precedes(_ first: Span<UInt8>, _ second: Span<UInt8>) -> Bool {
        var i = start(first, second)
        var j = i
        while i < first.count, j < second.count {
            let (a, b) = (first[i], second[j])
            if isDigit(a), isDigit(b) {
                while i < first.count, first[i] == 0x30 { i += 1 }
                while j < second.count, second[j] == 0x30 { j += 1 }
                let (startA, startB) = (i, j)
                // Numbers of the same length: the first different digit decides. Otherwise the longer one is greater.
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

    /// Returns an offset before which two names are equal, and from which they can be compared as from their start.
    ///
    /// That is the first difference, or the start of the digits before it. Saves time, since names in a folder often
    /// begin alike.
    private static func start(_ first: Span<UInt8>, _ second: Span<UInt8>) -> Int {
        let count = min(first.count, second.count)
        var offset = 0
        while offset + 8 <= count {
            let difference = (first.load(at: offset, as: UInt64.self) ^ second.load(at: offset)).littleEndian
            if difference != 0 {
                offset += difference.trailingZeroBitCount / 8
                break
            }
            offset += 8
        }
        while offset < count, first[offset] == second[offset] { offset += 1 }
        // A combining mark belongs to the letter before it.
        if offset < first.count, first[offset] >= 0x80 { return 0 }
        if offset < second.count, second[offset] >= 0x80 { return 0 }
        if offset > 0, first[offset - 1] >= 0x80 { return 0 }
        while offset > 0, isDigit(first[offset - 1]) { offset -= 1 }
        return offset
    }

    /// Compares names that differ only in case, accents and leading zeros.
    private static func precedesByBytes(_ first: Span<UInt8>, _ second: Span<UInt8>) -> Bool {
        for index in 0..<min(first.count, second.count) where first[index] != second[index] {
            return first[index] < second[index]
        }
        return first.count < second.count
    }

    /// Compares from `i` and `j` on, for names with letters outside ASCII.
    private static func precedes(_ first: Span<UInt8>, _ i: Int, _ second: Span<UInt8>, _ j: Int) -> Bool {
        var (a, b) = (LetterFolding(from: i), LetterFolding(from: j))
        while true {
            a.skipMarks(in: first)
            b.skipMarks(in: second)
            if a.digit(in: first) != nil, b.digit(in: second) != nil {
                while a.digit(in: first) == 0 { a.skipDigit() }
                while b.digit(in: second) == 0 { b.skipDigit() }
                var isLess: Bool?
                while let left = a.digit(in: first), let right = b.digit(in: second) {
                    if isLess == nil, left != right { isLess = left < right }
                    a.skipDigit()
                    b.skipDigit()
                }
                let isLongerB = b.digit(in: second) != nil
                if (a.digit(in: first) != nil) != isLongerB { return isLongerB }
                if let isLess { return isLess }
                continue
            }
            switch (a.next(in: first), b.next(in: second)) {
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
