// The syntax of coefficients (H.265, 7.3.8.11).
extension PictureDecoder {
    /// Reads the scaled coefficients of a block, and returns columns and rows beyond which there are none.
    mutating func readCoefficients(_ block: CoefficientBlock) -> (column: Int, row: Int) {
        let log2Size = block.log2Size
        let isLuma = block.component == 0
        var (lastX, lastY) = readLast(log2Size: log2Size, isLuma: isLuma)
        if block.scan == 2 { swap(&lastX, &lastY) }
        let subBlocks = Self.placeOfSubBlocks(block)
        let lastSubBlock = Int(
            CoefficientTables.subBlockTurns[subBlocks + (lastY >> 2) << (log2Size - 2) + lastX >> 2])
        let lastTurn = Int(CoefficientTables.turns[16 * block.scan + 4 * (lastY & 3) + lastX & 3])

        let lastColumn = (1 << (log2Size - 2)) - 1
        var codedFlags: UInt64 = 0
        var state = SubBlock()
        var result = (column: 0, row: 0)
        for index in stride(from: lastSubBlock, through: 0, by: -1) {
            let place = Int(CoefficientTables.subBlocks[subBlocks + index])
            let column = place & 7
            let row = place >> 3
            let right = column < lastColumn ? Int(truncatingIfNeeded: codedFlags &>> UInt64(place + 1) & 1) : 0
            let below = row < lastColumn ? Int(truncatingIfNeeded: codedFlags &>> UInt64(place + 8) & 1) : 0
            let isEnd = index == lastSubBlock || index == 0
            guard isEnd || engine.bin(ContextModels.codedSubBlock + (isLuma ? 0 : 2) + (right | below)) else {
                continue
            }
            codedFlags |= 1 &<< UInt64(place)
            state.isFirst = index == 0
            state.column = 4 * column
            state.row = 4 * row
            let pattern = log2Size == 2 ? 4 : right + 2 * below
            state.mask = index == lastSubBlock ? 1 &<< UInt32(lastTurn) : 0
            readSignificance(
                block, &state, pattern: pattern, from: index == lastSubBlock ? lastTurn - 1 : 15, isInferred: !isEnd)
            guard state.mask != 0 else { continue }
            if lastX | lastY != 0 {
                result = (max(result.column, state.column + 3), max(result.row, state.row + 3))
            }
            readLevels(block, &state)
        }
        return result
    }

    /// Reads `last_sig_coeff_x_prefix` and what belongs to it (9.3.4.2.3).
    private mutating func readLast(log2Size: Int, isLuma: Bool) -> (x: Int, y: Int) {
        let offset = isLuma ? 3 * (log2Size - 2) + (log2Size - 1) >> 2 : 15
        let shift = isLuma ? (log2Size + 1) >> 2 : log2Size - 2
        let limit = 2 * log2Size - 1
        var x = 0
        while x < limit, engine.bin(ContextModels.lastColumn + offset + x >> shift) { x += 1 }
        var y = 0
        while y < limit, engine.bin(ContextModels.lastRow + offset + y >> shift) { y += 1 }
        if x > 3 {
            let bits = (x >> 1) - 1
            x = (2 + x & 1) << bits + engine.bypass(bits)
        }
        if y > 3 {
            let bits = (y >> 1) - 1
            y = (2 + y & 1) << bits + engine.bypass(bits)
        }
        return (x, y)
    }

    /// A sub-block of 4 × 4 coefficients while it is read.
    struct SubBlock {
        var column = 0
        var row = 0
        /// Whether it is the one with the lowest frequencies.
        var isFirst = false
        /// A bit for each coefficient that is not zero, by its turn in the scan.
        var mask: UInt32 = 0
        /// Whether the sub-block before ended with a level above one.
        var hasLargeLevel = false
    }

    /// Reads `sig_coeff_flag` (9.3.4.2.5).
    @inline(__always)
    private mutating func readSignificance(
        _ block: CoefficientBlock, _ state: inout SubBlock, pattern: Int, from start: Int, isInferred: Bool
    ) {
        let isLuma = block.component == 0
        var mask = state.mask
        if block.isRaw, sequence.extended.hasSkipContext {
            let model = ContextModels.significant + (isLuma ? 42 : 43)
            for turn in stride(from: start, through: 1, by: -1) where engine.bin(model) {
                mask |= 1 &<< UInt32(truncatingIfNeeded: turn)
            }
            if start >= 0, isInferred && mask == 0 || engine.bin(model) { mask |= 1 }
            state.mask = mask
            return
        }
        var base = ContextModels.significant
        if block.log2Size == 2 {
            base += isLuma ? 0 : 27
        } else if isLuma {
            base += (state.isFirst ? 0 : 3) + (block.log2Size > 3 ? 21 : block.scan == 0 ? 9 : 15)
        } else {
            base += block.log2Size > 3 ? 39 : 36
        }
        let table = 16 * (5 * block.scan + pattern)
        var turn = start
        while turn > 0 {
            if engine.bin(base + Int(CoefficientTables.significance[table + turn])) {
                mask |= 1 &<< UInt32(truncatingIfNeeded: turn)
            }
            turn &-= 1
        }
        if turn == 0 {
            let model =
                state.isFirst
                ? ContextModels.significant + (isLuma ? 0 : 27) : base + Int(CoefficientTables.significance[table])
            if isInferred && mask == 0 || engine.bin(model) { mask |= 1 }
        }
        state.mask = mask
    }

    /// Reads levels and signs of a sub-block (9.3.4.2.6 to 9.3.4.2.9) and puts scaled coefficients in their places.
    @inline(__always)
    private mutating func readLevels(_ block: CoefficientBlock, _ state: inout SubBlock) {
        let isLuma = block.component == 0
        let count = state.mask.nonzeroBitCount
        var set = state.isFirst || !isLuma ? 0 : 2
        if state.hasLargeLevel { set += 1 }
        var context = 1
        var largeFlags: UInt32 = 0
        let base = ContextModels.greaterOne + (isLuma ? 0 : 16) + 4 * set
        for index in 0..<min(8, count) {
            if engine.bin(base + context) {
                largeFlags |= 1 &<< UInt32(truncatingIfNeeded: index)
                context = 0
            } else if context > 0, context < 3 {
                context &+= 1
            }
        }
        state.hasLargeLevel = context == 0
        let firstLarge = largeFlags.trailingZeroBitCount
        let isVeryLarge = largeFlags != 0 && engine.bin(ContextModels.greaterTwo + (isLuma ? 0 : 4) + set)

        if sequence.extended.alignsBypass, count > 8 || isVeryLarge || largeFlags.nonzeroBitCount > 1 {
            engine.align()
        }
        let highest = 31 &- state.mask.leadingZeroBitCount
        let lowest = state.mask.trailingZeroBitCount
        let isHidden = block.hidesSigns && highest - lowest > 3
        let signCount = isHidden ? count - 1 : count
        var signs = UInt32(truncatingIfNeeded: engine.bypass(signCount)) &<< UInt32(32 - signCount)

        var rice = RiceParameter(
            value: block.riceKind.map { Int(statistics.counts[$0] / 4) } ?? 0, isUnbounded: block.riceKind != nil)
        var isFirstEscape = true
        var sum = 0
        var mask = state.mask
        for index in 0..<count {
            let turn = 31 &- mask.leadingZeroBitCount
            mask ^= 1 &<< UInt32(truncatingIfNeeded: turn)
            var level = 1
            var limit = 1
            if index < 8 {
                level &+= Int(truncatingIfNeeded: largeFlags >> UInt32(truncatingIfNeeded: index) & 1)
                limit = 2
                if index == firstLarge {
                    limit = 3
                    if isVeryLarge { level = 3 }
                }
            }
            if level == limit {
                let escape = readEscape(rice: rice.value)
                level &+= escape
                rice.note(level)
                if isFirstEscape, let kind = block.riceKind { statistics.note(escape, kind: kind) }
                isFirstEscape = false
            }
            sum &+= level
            var isNegative = signs >> 31 != 0
            signs = signs &<< 1
            if isHidden, index == count - 1 { isNegative = sum & 1 != 0 }
            let place = Int(CoefficientTables.places[16 * block.scan + turn])
            store(
                isNegative ? 0 &- level : level, block, column: state.column + place & 3, row: state.row + place >> 2)
        }
    }

    @inline(__always)
    private mutating func store(_ level: Int, _ block: CoefficientBlock, column: Int, row: Int) {
        let index = row << block.log2Size + column
        let level = Int64(truncatingIfNeeded: min(max(level, -32_768), 32_767))
        guard !block.scaling.isBypassed else {
            coefficients[index] = Int32(truncatingIfNeeded: level)
            return
        }
        var factor = block.scaling.factor
        if let start = block.scaling.listStart { factor &*= Int64(scalingFactors[start + index]) }
        let shift = block.scaling.shift
        let value = (level &* factor &+ (1 &<< (shift &- 1))) &>> shift
        coefficients[index] = Int32(truncatingIfNeeded: min(max(value, -32_768), 32_767))
    }

    /// Reads `coeff_abs_level_remaining` (9.3.3.11).
    @inline(__always)
    private mutating func readEscape(rice: Int) -> Int {
        var prefix = 0
        while engine.bypass() {
            prefix &+= 1
            if prefix == 32 { break }
        }
        guard prefix > 3 else { return prefix << rice + engine.bypass(rice) }
        let bits = prefix - 3 + rice
        guard bits <= 24 else {
            damage = "a coefficient is too large"
            return 0
        }
        let high = bits > 16 ? engine.bypass(bits - 16) : 0
        let low = engine.bypass(min(bits, 16))
        return ((1 << (prefix - 3)) + 2) << rice + high << 16 + low
    }
}

/// The parameter of the Golomb-Rice code of escapes in one sub-block (H.265, 9.3.3.11).
struct RiceParameter {
    private(set) var value: Int
    /// Whether it may become more than 4.
    let isUnbounded: Bool

    init(value: Int, isUnbounded: Bool) {
        self.value = min(value, 16)
        self.isUnbounded = isUnbounded
    }

    /// Goes on with the level that was read.
    @inline(__always)
    mutating func note(_ level: Int) {
        if level > 3 << value { value = min(value + 1, isUnbounded ? 16 : 4) }
    }
}

extension RiceStatistics {
    /// Notes the first escape of a sub-block.
    mutating func note(_ escape: Int, kind: Int) {
        let count = Int(counts[kind])
        if escape >= 3 << (count / 4) {
            counts[kind] = UInt8(truncatingIfNeeded: min(count + 1, 64))
        } else if 2 * escape < 1 << (count / 4), count > 0 {
            counts[kind] = UInt8(truncatingIfNeeded: count - 1)
        }
    }
}
