// The loop that decodes the blocks of one scan into coefficient memory.

import Pixels

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
    private struct Part {
        /// Indices of the first words of its Huffman tables; 0 where the kind of scan needs no table.
        let dc: Int
        let ac: Int
        /// Index in the band of the row's first block.
        let firstBlock: Int
        let horizontal: Int
        /// Index into `predictions`.
        let component: Int
    }

    private let frame: JPEGFrame
    private let scan: JPEGScan
    private let kind: Kind
    /// The words of all tables, one after the other.
    private let words: [UInt32]
    /// For each component of the scan, the index of the first word of its tables.
    private let tables: [(dc: Int, ac: Int)]
    private var restarts: JPEGRestarts
    /// The previous mean (DC coefficient) of each component; a scan has at most four.
    private var predictions = SIMD4<Int32>()
    private var endOfBand = 0
    /// Whether no data is left.
    private(set) var isOver = false

    /// Prepares a scan.
    ///
    /// Throws `ImageError` where a table that the scan names is missing or impossible.
    init(frame: JPEGFrame, scan: JPEGScan, kind: Kind, segments: JPEGSegments) throws(ImageError) {
        self.frame = frame
        self.scan = scan
        self.kind = kind
        var (words, tables): ([UInt32], [(dc: Int, ac: Int)]) = ([], [])
        for part in scan.components {
            let dc = words.count
            if kind.needsDC { words += try segments.dcTable(part.dcTable).words }
            let ac = words.count
            if kind.needsAC { words += try segments.acTable(part.acTable).words }
            tables.append((dc, ac))
        }
        (self.words, self.tables) = (words, tables)
        restarts = JPEGRestarts(interval: segments.header.restartInterval)
    }

    /// Returns the state before the next row of MCUs.
    func position(offset: Int, bitCount: Int, isOver: Bool) -> JPEGRestartPoint.Scan {
        JPEGRestartPoint.Scan(
            offset: offset, bitCount: bitCount, predictions: tables.indices.map { predictions[$0] },
            untilMarker: restarts.left, marker: restarts.number, endOfBand: endOfBand, isOver: isOver)
    }

    /// Takes a state that a loop over the same scan returned; false where it is invalid.
    mutating func go(to position: JPEGRestartPoint.Scan) -> Bool {
        guard position.predictions.count == tables.count, position.endOfBand >= 0,
            restarts.set(left: position.untilMarker, number: position.marker)
        else { return false }
        for index in tables.indices { predictions[index] = position.predictions[index] }
        endOfBand = position.endOfBand
        isOver = position.isOver
        return true
    }

    /// Decodes the next rows of MCUs into `band`.
    ///
    /// - Returns: false when data was missing or damaged; the blocks without data keep their earlier coefficients.
    mutating func run(_ strips: Range<Int>, _ entropy: JPEGEntropyBuffer, _ band: inout JPEGBlockBand) -> Bool {
        let isSingle = scan.components.count == 1
        let first = frame.components[scan.components[0].index]
        let rows = isSingle ? first.rows(of: strips) : strips
        let columnCount = isSingle ? first.blocksWide : frame.mcusWide
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
                    parts.append(
                        Part(
                            dc: tables[index].dc, ac: tables[index].ac, firstBlock: blocks.lowerBound,
                            horizontal: isSingle ? 1 : component.horizontal, component: index))
                }
            }
            if !readRow(parts, columnCount: columnCount, entropy, &band.coefficients, &band.last) { isSound = false }
        }
        return isSound
    }

    /// Decodes one row of MCUs.
    private mutating func readRow(
        _ parts: [Part], columnCount: Int, _ entropy: JPEGEntropyBuffer, _ coefficients: inout [Int16],
        _ last: inout [UInt8]
    ) -> Bool {
        var isSound = true
        var (bits, bytes) = entropy.lend()
        let (order, tableWords, tableSize) = (JPEGZigzag.natural, words, JPEGHuffmanTable.wordCount)
        let natural = order.span
        let words = tableWords.span
        var block = coefficients.mutableSpan
        var last = last.mutableSpan
        var (restarts, predictions, endOfBand) = (restarts, predictions, endOfBand)
        let (kind, size) = (kind, frame.coefficientsPerBlock)
        let shift = Int32(scan.approximationLow)
        let bit = Int16(truncatingIfNeeded: 1 &<< shift)
        let (start, end) = (scan.spectralStart, scan.spectralEnd)
        for column in 0..<columnCount {
            if restarts.isDue {
                if !restarts.skipSoundMarker(entropy, &bits, &bytes) { isSound = false }
                predictions = SIMD4()
                endOfBand = 0
            }
            restarts.count()
            entropy.replenish(&bits, &bytes)
            if bits.isExhausted { continue }
            for index in parts.indices {
                let part = parts[index]
                for x in 0..<part.horizontal {
                    entropy.replenish(&bits, &bytes)
                    let blockIndex = part.firstBlock &+ column &* part.horizontal &+ x
                    let first = size &* blockIndex
                    let data = bytes.span
                    switch kind {
                    case .sequential:
                        last[blockIndex] = UInt8(
                            truncatingIfNeeded: JPEGBlockDecoding.sequential(
                                &bits, data, dc: words.extracting(part.dc..<part.dc &+ tableSize),
                                ac: words.extracting(part.ac..<part.ac &+ tableSize),
                                prediction: &predictions[part.component], natural: natural, block: &block, at: first))
                    case .sequentialDC:
                        block[first] = JPEGBlockDecoding.sequentialDC(
                            &bits, data, dc: words.extracting(part.dc..<part.dc &+ tableSize),
                            ac: words.extracting(part.ac..<part.ac &+ tableSize),
                            prediction: &predictions[part.component])
                    case .dcFirst:
                        block[first] =
                            JPEGBlockDecoding.mean(
                                &bits, data, dc: words.extracting(part.dc..<part.dc &+ tableSize),
                                prediction: &predictions[part.component]) &<< Int16(shift)
                    case .dcRefine:
                        bits.need32(data)
                        if bits.readBits(1) != 0 { block[first] |= bit }
                    case .acFirst:
                        JPEGBlockDecoding.acFirst(
                            &bits, data, ac: words.extracting(part.ac..<part.ac &+ tableSize), from: start,
                            through: end, shift: shift, endOfBand: &endOfBand, natural: natural, block: &block,
                            at: first, last: &last[blockIndex])
                    case .acRefine:
                        JPEGBlockDecoding.refineBand(
                            &bits, data, ac: words.extracting(part.ac..<part.ac &+ tableSize), from: start,
                            through: end, shift: shift, endOfBand: &endOfBand, natural: natural, block: &block,
                            at: first, last: &last[blockIndex])
                    }
                }
            }
        }
        entropy.replenish(&bits, &bytes)
        if bits.isExhausted || bits.isDamaged { isSound = false }
        entropy.takeBack(bits, bytes)
        (self.restarts, self.predictions, self.endOfBand) = (restarts, predictions, endOfBand)
        return isSound
    }
}
