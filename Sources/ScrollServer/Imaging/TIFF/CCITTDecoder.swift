// Decodes the rows of a fax: Group 3 in one and two dimensions, Group 4, and Modified Huffman rows (ITU-T T.4, T.6).

import Pixels

/// Decodes rows of one bit per pixel, 0 for white, from the top.
final class CCITTDecoder: TIFFStream {
    enum Scheme: Equatable {
        /// Run lengths; each row starts at a byte boundary (compression 2; TIFF 6.0 §10).
        case rows
        /// Run lengths, with end-of-line codes between rows (compression 3).
        case group3
        /// The same, where rows may be coded against the row above.
        case group3TwoDimensional
        /// All rows are coded against the row above (compression 4).
        case group4
    }

    private let codes = CCITTCodes.shared
    private let scheme: Scheme
    private let width: Int
    private let input: TIFFInput
    private var bits = TIFFBits()
    private(set) var problem: ImageError?
    private(set) var isPartial = false
    /// Whether an end-of-data code was read: all further rows are white.
    private(set) var isBlank = false
    private var isDone = false
    /// Whether a row was decoded, or the first end-of-line code was searched.
    private var hasRows = false
    /// Whether the bits up to the next end-of-line code are to be skipped.
    private var needsResync: Bool
    /// Columns where the colour changes in the row above and in this one.
    ///
    /// In ascending order, the first to black, then `width` four times: no further element is ever read. A row of
    /// millions of pixels takes no memory until it has that many changes.
    private var above: [Int32]
    private var changes: [Int32] = []

    /// Decodes rows of `width` pixels.
    init(_ input: TIFFInput, scheme: Scheme, width: Int) {
        (self.input, self.scheme, self.width) = (input, scheme, width)
        // Like libtiff, ignore what comes before the first end-of-line code; but some writers leave out these codes.
        needsResync = scheme == .group3TwoDimensional
        above = []
        changes = end
    }

    /// What follows a row's changes.
    private var end: [Int32] { [Int32](repeating: Int32(truncatingIfNeeded: width), count: 4) }

    /// Fills `range` with as many whole rows as it has room for, at least one.
    func read(into bytes: inout MutableSpan<UInt8>, _ range: Range<Int>) -> Int {
        let rowByteCount = (width + 7) / 8
        var done = 0
        while done + rowByteCount <= range.count, decodeRow() {
            let start = range.lowerBound + done
            paint(&bytes, start..<start + rowByteCount)
            done += rowByteCount
        }
        return done
    }

    /// Decodes the changes of the next row; false where there is none.
    private func decodeRow() -> Bool {
        if isBlank { return true }
        guard !isDone else { return false }
        swap(&above, &changes)
        changes.removeAll(keepingCapacity: true)
        var isByRuns = scheme != .group4
        let hasMarks = scheme == .group3 || scheme == .group3TwoDimensional
        if scheme == .rows { bits.align() }
        if hasMarks, !skipMarks(isOneDimensional: &isByRuns) {
            isDone = true
        } else {
            bits.fill(input)
            if bits.count <= 0 { isDone = true }
        }
        if !isDone, !isBlank, !(isByRuns ? decodeRuns() : decodeModes()) {
            if scheme == .group4, bits.peek(24) == 0x001001 {
                isBlank = true
                changes.removeAll(keepingCapacity: true)
            } else if hasMarks {
                // The rest of the row is lost. If no end-of-line code follows, the row may only be cut short.
                let isFirst = scheme == .group3 && !hasRows
                isPartial = isPartial || !isFirst
                isDone = !findMark()
                hasRows = true
                // What was before the first code was no row.
                if isFirst, !isDone { return decodeRow() }
            } else {
                problem = .damaged("bits that are no code of a fax", offset: input.offset)
                isDone = true
            }
        }
        changes += end
        hasRows = true
        return !isDone
    }

    /// Skips the end-of-line codes between rows (T.4 §4.1.2): eleven or more zeros and a one.
    ///
    /// In two dimensions a bit follows that tells how the next row is coded.
    ///
    /// - Returns: false where there is no more data.
    private func skipMarks(isOneDimensional: inout Bool) -> Bool {
        var markCount = 0
        while true {
            bits.fill(input)
            if bits.peek(11) != 0 {
                guard needsResync else { return bits.count > 0 }
                guard findMark() else { return false }
            }
            // Fill bits: further zeros.
            while bits.peek(11) == 0 {
                guard bits.count > 11 else { return false }
                bits.skip(bits.peek(24) == 0 ? min(13, bits.count - 11) : 1)
                bits.fill(input)
            }
            while bits.peek(1) == 0, bits.count > 0 { bits.skip(1) }
            guard bits.count > 0 else { return false }
            bits.skip(1)
            markCount += 1
            needsResync = false
            if scheme == .group3TwoDimensional {
                bits.fill(input)
                isOneDimensional = bits.peek(1) == 1
                bits.skip(1)
            }
            // Six end-of-line codes (RTC) end the data; three in a row are enough to tell.
            if markCount == 3 {
                isBlank = true
                return true
            }
        }
    }

    /// Skips to the next eleven zeros; false where there are none.
    private func findMark() -> Bool {
        bits.fill(input)
        while bits.peek(11) != 0 {
            guard bits.count > 11 else { return false }
            bits.skip(1)
            bits.fill(input)
        }
        return bits.count > 11
    }

    // MARK: Rows

    private func decodeRuns() -> Bool {
        var (bits, changes) = (bits, [Int32]())
        swap(&changes, &self.changes)
        defer { (self.bits, self.changes) = (bits, changes) }
        var (column, isBlack) = (0, false)
        while column < width {
            guard let run = readRun(isBlack: isBlack, &bits) else { return false }
            // Some writers' runs go beyond the row's end.
            column = min(column + run, width)
            append(column, to: &changes)
            isBlack.toggle()
        }
        return true
    }

    /// Reads a run length of one colour: codes for multiples of 64, then one for the rest.
    private func readRun(isBlack: Bool, _ bits: inout TIFFBits) -> Int? {
        let codes = isBlack ? codes.black : codes.white
        var run = 0
        while true {
            bits.fill(input)
            let entry = Int(codes[bits.peek(CCITTCodes.lookupBits)])
            guard entry > 0, bits.count >= entry & 15 else { return nil }
            bits.skip(entry & 15)
            run &+= entry &>> 4
            if entry >> 4 < 64 { return run }
            guard run <= width + 2560 else { return nil }
        }
    }

    private func decodeModes() -> Bool {
        // Work on local copies: accesses to the object's fields would be checked each time.
        var (bits, changes) = (bits, [Int32]())
        swap(&changes, &self.changes)
        defer { (self.bits, self.changes) = (bits, changes) }
        let (above, width, modes) = (above, width, codes.modes)
        var (column, isBlack) = (0, false)
        // Index of the first relevant change above; stays two below the end of `above`.
        var index = 0
        while column < width {
            bits.fill(input)
            let entry = Int(modes[bits.peek(7)])
            guard entry > 0, bits.count >= entry & 15 else { return false }
            bits.skip(entry & 15)
            // b1: the first change above to the right of `column` to the opposite colour; at the row's start, one at 0
            // counts.
            index = max(0, index &- 1)
            if (index & 1 == 1) != isBlack { index &+= 1 }
            if column > 0 || !changes.isEmpty {
                while above[index] <= column, above[index] < width { index &+= 2 }
            }
            switch entry &>> 4 {
            case CCITTCodes.pass:
                column = Int(above[index &+ 1])
            case CCITTCodes.horizontal:
                guard let first = readRun(isBlack: isBlack, &bits), let second = readRun(isBlack: !isBlack, &bits)
                else { return false }
                append(min(column &+ first, width), to: &changes)
                column = min(column &+ first &+ second, width)
                append(column, to: &changes)
            case let distance:
                let next = Int(above[index]) &+ distance &- CCITTCodes.noDistance
                guard next >= column, next <= width else { return false }
                column = next
                append(column, to: &changes)
                isBlack.toggle()
            }
        }
        return true
    }

    /// Records a change of colour; a row can have few more of them than columns, so that damage cannot make it longer.
    @inline(__always)
    private func append(_ column: Int, to changes: inout [Int32]) {
        if changes.count < width &+ 2 { changes.append(Int32(truncatingIfNeeded: column)) }
    }

    // MARK: Pixels

    /// Paints the row in `range`.
    private func paint(_ bytes: inout MutableSpan<UInt8>, _ range: Range<Int>) {
        bytes.fill(range, with: 0)
        // The end of the last run is an element after the changes.
        for index in stride(from: 0, to: changes.count - 4, by: 2) {
            let (start, end) = (Int(changes[index]), Int(changes[index + 1]))
            guard start < end else { continue }
            let (first, last) = (range.lowerBound + start / 8, range.lowerBound + (end - 1) / 8)
            let head = UInt8.max >> UInt8(start % 8)
            let tail = UInt8.max << UInt8(7 - (end - 1) % 8)
            if first == last {
                bytes[first] |= head & tail
            } else {
                bytes[first] |= head
                bytes.fill(first + 1..<last, with: 255)
                bytes[last] |= tail
            }
        }
    }
}
