// The loop that decodes the blocks of one scan into coefficient memory.

/// Walks the MCUs of the scan, or the blocks of its only component, and decodes each block into its row (T.81 §A.2.2,
/// §A.2.3).
struct JPEGScanLoop {
    /// What a scan codes for each block.
    ///
    /// All coefficients, or in a progressive picture the mean (DC) or a band of the others (AC), each for the first
    /// time or refined by one bit. `sequentialDC` keeps only the mean.
    enum Kind {
        case sequential, sequentialDC, dcFirst, dcRefine, acFirst, acRefine

        /// Whether the scan needs a DC Huffman table.
        var needsDC: Bool { self == .sequential || self == .sequentialDC || self == .dcFirst }
        /// Whether the scan needs an AC Huffman table.
        var needsAC: Bool { self != .dcFirst && self != .dcRefine }
    }

    /// One row of blocks that the current row of MCUs writes to.
    @safe private struct Part {
        /// The Huffman tables' words.
        ///
        /// Where the kind of scan needs no table, any other table stands in and is never read.
        let dc: UnsafePointer<UInt32>
        let ac: UnsafePointer<UInt32>
        let coefficients: UnsafeMutablePointer<Int16>
        let last: UnsafeMutablePointer<UInt8>
        let horizontal: Int
        /// Index into `predictions`.
        let component: Int
    }

    private let frame: JPEGFrame
    private let scan: JPEGScan
    private let kind: Kind
    private let tables: [JPEGHuffmanTable?]
    private var restarts: JPEGRestarts
    private var predictions: [Int32]
    private var endOfBand = 0
    /// Whether no data is left.
    private(set) var isOver = false

    /// Prepares a scan.
    ///
    /// `tables` has a DC and an AC table for each component of the scan in turn, nil where the kind needs none.
    init(frame: JPEGFrame, scan: JPEGScan, kind: Kind, tables: [JPEGHuffmanTable?], interval: Int) {
        self.frame = frame
        self.scan = scan
        self.kind = kind
        self.tables = tables
        restarts = JPEGRestarts(interval: interval)
        predictions = Array(repeating: 0, count: scan.components.count)
    }

    /// Returns the state before the next row of MCUs.
    func place(offset: Int, bitCount: Int, isOver: Bool) -> JPEGRestartPoint.Scan {
        JPEGRestartPoint.Scan(
            offset: offset, bitCount: bitCount, predictions: predictions, untilMarker: restarts.left,
            marker: restarts.number, endOfBand: endOfBand, isOver: isOver)
    }

    /// Takes a state that a loop over the same scan returned; false where it is invalid.
    mutating func go(to place: JPEGRestartPoint.Scan) -> Bool {
        guard place.predictions.count == predictions.count, place.endOfBand >= 0,
            restarts.set(left: place.untilMarker, number: place.marker)
        else { return false }
        predictions = place.predictions
        endOfBand = place.endOfBand
        isOver = place.isOver
        return true
    }

    /// Decodes the next rows of MCUs into `band`.
    ///
    /// - Returns: false when data was missing or damaged; the blocks without data keep their earlier coefficients.
    mutating func run(_ strips: Range<Int>, _ entropy: JPEGEntropyBuffer, _ band: JPEGBlockBand) -> Bool {
        let isSingle = scan.components.count == 1
        let first = frame.components[scan.components[0].index]
        let rows = isSingle ? first.rows(of: strips) : strips
        let columnCount = isSingle ? first.blocksWide : frame.mcusWide
        guard let anyTable = tables.lazy.compactMap({ $0 }).first ?? JPEGHuffmanTable(.luminanceDC, isDC: true) else {
            return false
        }
        var isSound = true
        for row in rows {
            // No data is left and no restart marker can follow: the rest of the scan is empty.
            if entropy.bits.isExhausted, !(restarts.areUsed && entropy.hasRestartAhead) {
                isOver = true
                return false
            }
            var parts: [Part] = []
            for (index, part) in scan.components.enumerated() {
                let component = frame.components[part.index]
                for y in 0..<(isSingle ? 1 : component.vertical) {
                    let blocks = band.row(isSingle ? row : row * component.vertical + y, of: part.index)
                    unsafe parts.append(
                        Part(
                            dc: (tables[2 * index] ?? anyTable).words, ac: (tables[2 * index + 1] ?? anyTable).words,
                            coefficients: blocks.coefficients, last: blocks.last,
                            horizontal: isSingle ? 1 : component.horizontal, component: index))
                }
            }
            withExtendedLifetime((band, anyTable)) {
                if !readRow(parts, columnCount: columnCount, entropy) { isSound = false }
            }
        }
        return isSound
    }

    /// Decodes one row of MCUs.
    private mutating func readRow(_ parts: [Part], columnCount: Int, _ entropy: JPEGEntropyBuffer) -> Bool {
        var isSound = true
        var bits = entropy.bits
        var endOfBand = self.endOfBand
        let kind = self.kind
        let shift = Int32(scan.approximationLow)
        let bit = Int16(truncatingIfNeeded: 1 &<< shift)
        let (start, end) = (scan.spectralStart, scan.spectralEnd)
        unsafe JPEGZigzag.natural.withUnsafeBufferPointer { natural in
            unsafe parts.withUnsafeBufferPointer { parts in
                guard let natural = natural.baseAddress else { return }
                for column in 0..<columnCount {
                    if restarts.isDue {
                        if !restarts.pass(entropy, &bits) { isSound = false }
                        for index in predictions.indices { predictions[index] = 0 }
                        endOfBand = 0
                    }
                    restarts.count()
                    if bits.position > bits.checkpoint { entropy.replenish(&bits) }
                    if bits.isExhausted { continue }
                    for index in parts.indices {
                        let part = unsafe parts[index]
                        for x in 0..<part.horizontal {
                            if bits.position > bits.checkpoint { entropy.replenish(&bits) }
                            let place = column &* part.horizontal &+ x
                            let block = unsafe part.coefficients + (frame.coefficientsPerBlock &* place)
                            switch kind {
                            case .sequential:
                                unsafe part.last[place] = unsafe UInt8(
                                    truncatingIfNeeded: JPEGBlockDecoding.sequential(
                                        &bits, dc: part.dc, ac: part.ac, prediction: &predictions[part.component],
                                        natural: natural, block: block))
                            case .sequentialDC:
                                unsafe block[0] = unsafe JPEGBlockDecoding.sequentialDC(
                                    &bits, dc: part.dc, ac: part.ac, prediction: &predictions[part.component])
                            case .dcFirst:
                                unsafe block[0] =
                                    unsafe JPEGBlockDecoding.mean(
                                        &bits, dc: part.dc, prediction: &predictions[part.component]) &<< Int16(shift)
                            case .dcRefine:
                                bits.need32()
                                if bits.readBits(1) != 0 { unsafe block[0] |= bit }
                            case .acFirst:
                                unsafe JPEGBlockDecoding.acFirst(
                                    &bits, ac: part.ac, from: start, through: end, shift: shift, endOfBand: &endOfBand,
                                    natural: natural, block: block, last: &part.last[place])
                            case .acRefine:
                                unsafe JPEGBlockDecoding.refineBand(
                                    &bits, ac: part.ac, from: start, through: end, shift: shift, endOfBand: &endOfBand,
                                    natural: natural, block: block, last: &part.last[place])
                            }
                        }
                    }
                }
            }
        }
        if bits.position > bits.checkpoint { entropy.replenish(&bits) }
        if bits.isExhausted || bits.isDamaged { isSound = false }
        entropy.bits = bits
        self.endOfBand = endOfBand
        return isSound
    }
}
