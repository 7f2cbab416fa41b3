// Decodes the rows of a fax: Group 3 in one and two dimensions, Group 4, and Modified Huffman rows (ITU-T T.4, T.6).

/// Decodes rows of one bit per pixel, 0 for white, from the top.
@safe final class CCITTDecoder: TIFFStream {
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
    /// Whether the bits up to the next end-of-line code are to be skipped.
    private var isLost: Bool
    /// Columns where the colour changes in the row above and in this one.
    ///
    /// In ascending order, the first to black, then `width` several times. `width + 4` elements.
    private var above: UnsafeMutablePointer<Int32>
    private var changes: UnsafeMutablePointer<Int32>
    private let capacity: Int
    private var changeCount = 0

    /// Decodes rows of `width` pixels.
    init(_ input: TIFFInput, scheme: Scheme, width: Int) {
        (self.input, self.scheme, self.width) = (input, scheme, width)
        // Like libtiff, ignore what comes before the first end-of-line code.
        isLost = scheme == .group3 || scheme == .group3TwoDimensional
        capacity = width + 4
        unsafe above = .allocate(capacity: capacity)
        unsafe changes = .allocate(capacity: capacity)
        // Only four elements after a row's last change are ever read. The rest of a row of millions of pixels takes no
        // memory until a row has that many changes.
        unsafe above.initialize(repeating: Int32(truncatingIfNeeded: width), count: 4)
        unsafe changes.initialize(repeating: Int32(truncatingIfNeeded: width), count: 4)
    }

    deinit {
        unsafe above.deallocate()
        unsafe changes.deallocate()
    }

    /// Fills `buffer` with as many whole rows as it has room for, at least one.
    func read(into buffer: UnsafeMutableRawBufferPointer) -> Int {
        let rowByteCount = (width + 7) / 8
        var done = 0
        while done + rowByteCount <= buffer.count, decodeRow() {
            unsafe paint(UnsafeMutableRawBufferPointer(rebasing: buffer[done..<done + rowByteCount]))
            done += rowByteCount
        }
        return done
    }

    /// Decodes the changes of the next row; false where there is none.
    private func decodeRow() -> Bool {
        if isBlank { return true }
        guard !isDone else { return false }
        unsafe swap(&above, &changes)
        changeCount = 0
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
                changeCount = 0
            } else if hasMarks {
                // The rest of the row is lost. If no end-of-line code follows, the row may only be cut short.
                isPartial = true
                isDone = !findMark()
            } else {
                problem = .damaged("bits that are no code of a fax", offset: input.offset)
                isDone = true
            }
        }
        for index in changeCount..<min(changeCount + 4, capacity) {
            unsafe changes[index] = Int32(truncatingIfNeeded: width)
        }
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
                guard isLost else { return bits.count > 0 }
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
            isLost = false
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
        var bits = bits
        defer { self.bits = bits }
        var (column, isBlack) = (0, false)
        while column < width {
            guard let run = readRun(isBlack: isBlack, &bits) else { return false }
            // Some writers' runs go beyond the row's end.
            column = min(column + run, width)
            append(column)
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
        var (bits, changeCount) = (bits, 0)
        defer { (self.bits, self.changeCount) = (bits, changeCount) }
        let (above, changes, width, modes) = unsafe (above, changes, width, codes.modes)
        // A row can have no more changes than columns, so that damage cannot make it longer.
        let changeLimit = capacity - 2
        func append(_ column: Int) {
            guard changeCount < changeLimit else { return }
            unsafe changes[changeCount] = Int32(truncatingIfNeeded: column)
            changeCount &+= 1
        }
        var (column, isBlack) = (0, false)
        // Index of the first relevant change above; stays two below the end of `above`.
        var place = 0
        let lastPlace = capacity - 2
        while column < width {
            bits.fill(input)
            let entry = Int(modes[bits.peek(7)])
            guard entry > 0, bits.count >= entry & 15 else { return false }
            bits.skip(entry & 15)
            // b1: the first change above to the right of `column` to the opposite colour; at the row's start, one at 0
            // counts.
            place = max(0, place &- 1)
            if (place & 1 == 1) != isBlack { place = min(place &+ 1, lastPlace) }
            if column > 0 || changeCount > 0 {
                while place < lastPlace, unsafe above[place] <= column, unsafe above[place] < width {
                    place = min(place &+ 2, lastPlace)
                }
            }
            switch entry &>> 4 {
            case CCITTCodes.pass:
                column = unsafe Int(above[place &+ 1])
            case CCITTCodes.horizontal:
                guard let first = readRun(isBlack: isBlack, &bits), let second = readRun(isBlack: !isBlack, &bits)
                else { return false }
                append(min(column &+ first, width))
                column = min(column &+ first &+ second, width)
                append(column)
            case let distance:
                let next = unsafe Int(above[place]) &+ distance &- CCITTCodes.noDistance
                guard next >= column, next <= width else { return false }
                column = next
                append(column)
                isBlack.toggle()
            }
        }
        return true
    }

    /// Records a change of colour.
    private func append(_ column: Int) {
        guard changeCount < capacity - 2 else { return }
        unsafe changes[changeCount] = Int32(truncatingIfNeeded: column)
        changeCount &+= 1
    }

    // MARK: Pixels

    private func paint(_ row: UnsafeMutableRawBufferPointer) {
        unsafe row.initializeMemory(as: UInt8.self, repeating: 0)
        var index = 0
        while index < changeCount {
            let start = unsafe Int(changes[index])
            let end = unsafe index + 1 < changeCount ? Int(changes[index + 1]) : width
            index += 2
            guard start < end else { continue }
            let (first, last) = (start / 8, (end - 1) / 8)
            let head = UInt8.max >> UInt8(start % 8)
            let tail = UInt8.max << UInt8(7 - (end - 1) % 8)
            if first == last {
                unsafe row[first] |= head & tail
            } else {
                unsafe row[first] |= head
                for byte in first + 1..<last { unsafe row[byte] = 255 }
                unsafe row[last] |= tail
            }
        }
    }
}
