// The loop that decodes the blocks of one arithmetic-coded scan into coefficient memory (T.81 §F.1.4, §F.2.4, §G.1.3).

/// Conditioning parameters of arithmetic coding, from a DAC segment (§B.2.4.3).
struct JPEGConditioning: Sendable, Equatable {
    /// Tables of each kind: the standard has four; libjpeg accepts as many as a 4-bit number can name.
    static let tableCount = 16

    /// For each DC table: the bounds between small and large differences, as exponents (L and U).
    var lower = [Int](repeating: 0, count: tableCount)
    var upper = [Int](repeating: 1, count: tableCount)
    /// For each AC table: the last coefficient, in zigzag order, of the low-frequency contexts (Kx).
    var threshold = [Int](repeating: 5, count: tableCount)
}

/// Decodes one scan, row by row.
struct JPEGArithmeticScan {
    /// Contexts of one table: for DC differences, and for AC coefficients (§F.1.4.4).
    private static let (meanKinds, bandKinds) = (64, 256)

    /// Most columns of MCUs that are decoded from omitted trailing zeros.
    ///
    /// A file of a hundred bytes may claim billions.
    private static let inventedLimit = 1 << 19

    private let frame: JPEGFrame
    private let scan: JPEGScan
    private let kind: JPEGScanLoop.Kind
    private let conditioning: JPEGConditioning
    private var restarts: JPEGRestarts
    /// Statistics of all tables, one after the other.
    private var means: [JPEGStatistic] = []
    private var bands: [JPEGStatistic] = []
    private var even = JPEGStatistic.even
    /// For each component of the scan: the previous DC value, and the first context for the next difference's size.
    private var predictions: [Int32]
    private var contexts: [Int]
    /// Nil before the first row is decoded.
    private var decoder: JPEGArithmeticDecoder?
    /// Whether the rest of the restart interval is undecodable.
    private var needsResync = false
    private var inventedCount = 0
    /// Whether no data is left.
    private(set) var isOver = false

    init(frame: JPEGFrame, scan: JPEGScan, kind: JPEGScanLoop.Kind, conditioning: JPEGConditioning, interval: Int) {
        self.frame = frame
        self.scan = scan
        self.kind = kind
        self.conditioning = conditioning
        restarts = JPEGRestarts(interval: interval)
        means = Array(repeating: JPEGStatistic(), count: JPEGConditioning.tableCount * Self.meanKinds)
        bands = Array(repeating: JPEGStatistic(), count: JPEGConditioning.tableCount * Self.bandKinds)
        predictions = Array(repeating: 0, count: scan.components.count)
        contexts = predictions.map { _ in 0 }
    }

    /// Forgets all statistics, in place, since there may be a restart marker before each MCU.
    private mutating func reset() {
        for index in means.indices { means[index] = JPEGStatistic() }
        for index in bands.indices { bands[index] = JPEGStatistic() }
        for index in predictions.indices { (predictions[index], contexts[index]) = (0, 0) }
    }

    /// Decodes the next rows of MCUs into `band`.
    ///
    /// - Returns: false when data was missing or damaged; the blocks without data keep their earlier coefficients.
    mutating func run(_ strips: Range<Int>, _ entropy: JPEGEntropyBuffer, _ band: inout JPEGBlockBand) -> Bool {
        var decoder = self.decoder.take() ?? JPEGArithmeticDecoder(entropy)
        defer { self.decoder = decoder }
        let isSingle = scan.components.count == 1
        let first = frame.components[scan.components[0].index]
        let rowsOfBlocks = isSingle ? first.rows(of: strips) : strips
        let columnCount = isSingle ? first.blocksWide : frame.mcusWide
        var isSound = true
        for row in rowsOfBlocks {
            if decoder.isBehindData { inventedCount += columnCount }
            if needsResync && !restarts.areUsed || inventedCount > Self.inventedLimit {
                isOver = true
                return false
            }
            var rows: [(firstBlock: Int, count: Int, component: Int)] = []
            for (index, part) in scan.components.enumerated() {
                let component = frame.components[part.index]
                for y in 0..<(isSingle ? 1 : component.vertical) {
                    let blocks = band.row(isSingle ? row : row * component.vertical + y, of: part.index)
                    rows.append((blocks.lowerBound, isSingle ? 1 : component.horizontal, index))
                }
            }
            for column in 0..<columnCount {
                if restarts.isDue {
                    // Only a restart marker allows the scan to continue.
                    if !entropy.hasRestartAhead {
                        isOver = true
                        return false
                    }
                    if !decoder.restart(&restarts) { isSound = false }
                    reset()
                    needsResync = false
                }
                restarts.count()
                if needsResync { continue }
                for (firstBlock, count, component) in rows {
                    for x in 0..<count where !needsResync {
                        let blockIndex = firstBlock + column * count + x
                        needsResync =
                            !decode(
                                &decoder, &band.coefficients, at: frame.coefficientsPerBlock * blockIndex,
                                &band.last[blockIndex], component) || decoder.isCutOff
                    }
                }
                if needsResync { isSound = false }
            }
        }
        return isSound
    }

    /// Decodes this scan's coefficients of one block.
    ///
    /// - Returns: false when the data is invalid.
    private mutating func decode(
        _ decoder: inout JPEGArithmeticDecoder, _ block: inout [Int16], at start: Int, _ last: inout UInt8,
        _ component: Int
    ) -> Bool {
        let part = scan.components[component]
        let shift = Int32(scan.approximationLow)
        switch kind {
        case .sequential, .sequentialDC:
            guard let mean = mean(&decoder, component, part.dcTable) else { return false }
            block[start] = Int16(truncatingIfNeeded: mean)
            return band(&decoder, part.acTable, 1...63, shift: 0, &block, at: start, &last)
        case .dcFirst:
            guard let mean = mean(&decoder, component, part.dcTable) else { return false }
            block[start] = Int16(truncatingIfNeeded: mean &<< shift)
            return true
        case .dcRefine:
            if decoder.decodeDecision(&even) == 1 { block[start] |= Int16(truncatingIfNeeded: 1 &<< shift) }
            return true
        case .acFirst:
            return band(
                &decoder, part.acTable, scan.spectralStart...scan.spectralEnd, shift: shift, &block, at: start, &last)
        case .acRefine:
            return refine(&decoder, part.acTable, Int16(truncatingIfNeeded: 1 &<< shift), &block, at: start, &last)
        }
    }

    /// Decodes a block's DC value, coded as the difference from the block before (§F.1.4.1); nil if invalid.
    private mutating func mean(_ decoder: inout JPEGArithmeticDecoder, _ component: Int, _ table: Int) -> Int32? {
        let first = table * Self.meanKinds
        let start = contexts[component]
        guard decoder.decodeDecision(&means[first + start]) == 1 else {
            contexts[component] = 0
            return predictions[component]
        }
        let sign = decoder.decodeDecision(&means[first + start + 1])
        var context = start + 2 + sign
        var size = decoder.decodeDecision(&means[first + context])
        if size == 1 {
            context = 20
            while decoder.decodeDecision(&means[first + context]) == 1 {
                size <<= 1
                if size == 0x8000 { return nil }
                context += 1
            }
        }
        if size < (1 << conditioning.lower[table]) >> 1 {
            contexts[component] = 0
        } else {
            contexts[component] = (size > (1 << conditioning.upper[table]) >> 1 ? 12 : 4) + 4 * sign
        }
        let value = Self.magnitude(&decoder, size) { decoder in decoder.decodeDecision(&means[first + context + 14]) }
        predictions[component] &+= sign == 1 ? -value : value
        return predictions[component]
    }

    /// Decodes the bits of a magnitude below its highest one (§F.1.4.3.2) and adds one.
    private static func magnitude(
        _ decoder: inout JPEGArithmeticDecoder, _ size: Int, _ next: (inout JPEGArithmeticDecoder) -> Int
    ) -> Int32 {
        var value = size
        var bit = size >> 1
        while bit > 0 {
            if next(&decoder) == 1 { value |= bit }
            bit >>= 1
        }
        return Int32(truncatingIfNeeded: value + 1)
    }

    /// Decodes a band of coefficients for the first time (§F.1.4.2, §G.1.3.2).
    ///
    /// The values are not kept where blocks have only their means.
    ///
    /// - Returns: false when the data is invalid.
    private mutating func band(
        _ decoder: inout JPEGArithmeticDecoder, _ table: Int, _ range: ClosedRange<Int>, shift: Int32,
        _ block: inout [Int16], at start: Int, _ last: inout UInt8
    ) -> Bool {
        let first = table * Self.bandKinds
        var index = range.lowerBound
        while index <= range.upperBound {
            // End-of-block decision.
            if decoder.decodeDecision(&bands[first + 3 * (index - 1)]) == 1 { return true }
            while decoder.decodeDecision(&bands[first + 3 * (index - 1) + 1]) == 0 {
                index += 1
                if index > range.upperBound { return false }
            }
            let sign = decoder.decodeDecision(&even)
            var context = 3 * (index - 1) + 2
            var size = decoder.decodeDecision(&bands[first + context])
            if size == 1, decoder.decodeDecision(&bands[first + context]) == 1 {
                size = 2
                context = index <= conditioning.threshold[table] ? 189 : 217
                while decoder.decodeDecision(&bands[first + context]) == 1 {
                    size <<= 1
                    if size == 0x8000 { return false }
                    context += 1
                }
            }
            let value = Self.magnitude(&decoder, size) { decoder in decoder.decodeDecision(&bands[first + context + 14])
            }
            if frame.coefficientsPerBlock == 64 {
                block[start + Int(JPEGZigzag.natural[index])] = Int16(
                    truncatingIfNeeded: (sign == 1 ? -value : value) &<< shift)
                last = max(last, UInt8(truncatingIfNeeded: index))
            }
            index += 1
        }
        return true
    }

    /// Refines a band of coefficients by one bit (§G.1.3.3).
    ///
    /// - Returns: false when the data is invalid.
    private mutating func refine(
        _ decoder: inout JPEGArithmeticDecoder, _ table: Int, _ bit: Int16, _ block: inout [Int16], at start: Int,
        _ last: inout UInt8
    ) -> Bool {
        let first = table * Self.bandKinds
        let end = scan.spectralEnd
        var known = min(end, Int(last))
        while known > 0, block[start + Int(JPEGZigzag.natural[known])] == 0 { known -= 1 }
        var index = scan.spectralStart
        while index <= end {
            if index > known, decoder.decodeDecision(&bands[first + 3 * (index - 1)]) == 1 { return true }
            while true {
                let context = 3 * (index - 1)
                let natural = start + Int(JPEGZigzag.natural[index])
                if block[natural] != 0 {
                    if decoder.decodeDecision(&bands[first + context + 2]) == 1 {
                        block[natural] =
                            block[natural] < 0 ? block[natural] &- bit : block[natural] &+ bit
                    }
                    break
                }
                if decoder.decodeDecision(&bands[first + context + 1]) == 1 {
                    block[natural] = decoder.decodeDecision(&even) == 1 ? 0 &- bit : bit
                    last = max(last, UInt8(truncatingIfNeeded: index))
                    break
                }
                index += 1
                if index > end { return false }
            }
            index += 1
        }
        return true
    }
}
