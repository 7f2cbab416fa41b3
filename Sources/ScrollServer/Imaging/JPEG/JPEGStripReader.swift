// Decodes a picture whose single scan has all components, MCU row by MCU row, straight to samples.

import Pixels
import Platform

/// Entropy decoding and inverse transform in one loop (T.81 §A.2.3: blocks interleaved).
final class JPEGStripReader {
    /// What the loop needs to know about one component.
    private struct Part {
        /// Indices of the first words of its Huffman tables in `words`.
        let dc: Int
        let ac: Int
        /// Index of its skip table's first entry in `skips`; nil where building one is not worth its time.
        let skips: Int?
        let plane: Int
        /// Index of the first sample of row 1 of the component's plane.
        let start: Int
        let stride: Int
        let horizontal: Int
        let vertical: Int
        let blockSize: Int
        /// Whether samples have more than 8 bits.
        let isReduced: Bool
    }

    private let frame: JPEGFrame
    private let entropy: JPEGEntropyBuffer
    private let planes: [JPEGPlane]
    /// The words of all Huffman tables, the entries of all skip tables, and 64 factors of each component.
    private let words: [UInt32]
    private let skips: [UInt16]
    private let factors: [Int16]
    /// Blocks above which building the skip tables pays.
    private static let fewBlocks = 10_000
    private let parts: [Part]
    /// The previous mean (DC coefficient) of each component; a scan has at most four.
    private var predictions = SIMD4<Int32>()
    private var restarts: JPEGRestarts

    /// Builds the tables and parts.
    ///
    /// - Throws: `ImageError` when a table that the scan names is missing or impossible.
    init(
        frame: JPEGFrame, scan: JPEGScan, segments: JPEGSegments, planes: [JPEGPlane], entropy: JPEGEntropyBuffer
    ) throws(ImageError) {
        self.frame = frame
        self.planes = planes
        self.entropy = entropy
        restarts = JPEGRestarts(interval: segments.header.restartInterval)
        var (words, skips, factors): ([UInt32], [UInt16], [Int16]) = ([], [], [])
        var parts: [Part] = []
        for part in scan.components {
            let plane = planes[part.index]
            try plane.setQuantisation(segments.quantisation(of: part.index))
            factors += plane.quantisation
            let dc = words.count
            words += try segments.dcTable(part.dcTable).words
            let ac = words.count
            words += try segments.acTable(part.acTable).words
            var tableStart: Int?
            if plane.component.blockSize == 1, frame.blockCount > Self.fewBlocks {
                tableStart = scan.components.prefix(parts.count).firstIndex { $0.acTable == part.acTable }
                    .flatMap { parts[$0].skips }
                if tableStart == nil, let table = segments.acSkipTable(part.acTable) {
                    tableStart = skips.count
                    skips += table.entries
                }
            }
            parts.append(
                Part(
                    dc: dc, ac: ac, skips: tableStart, plane: part.index, start: plane.row(1), stride: plane.stride,
                    horizontal: plane.component.horizontal, vertical: plane.component.vertical,
                    blockSize: plane.component.blockSize, isReduced: plane.reduction != nil))
        }
        (self.words, self.skips, self.factors, self.parts) = (words, skips, factors, parts)
        entropy.startSegment()
    }

    /// Whether the data has ended and no restart marker can follow.
    var isSilent: Bool { entropy.bits.isExhausted && !restarts.areUsed }

    /// Returns the state before MCU row `strip`, which comes next; nil where data is missing or has stray fill bytes.
    func restartPoint(_ strip: Int) -> JPEGRestartPoint? {
        guard let position = entropy.position else { return nil }
        return JPEGRestartPoint(
            strip: strip,
            scans: [
                .init(
                    offset: position.offset, bitCount: position.bitCount,
                    predictions: parts.indices.map { predictions[$0] },
                    untilMarker: restarts.left, marker: restarts.number)
            ])
    }

    /// Continues from a point that a reader of the same file returned.
    func restart(at point: JPEGRestartPoint) -> Bool {
        guard point.scans.count == 1, let scan = point.scans.first, scan.predictions.count == parts.count,
            restarts.set(left: scan.untilMarker, number: scan.marker)
        else { return false }
        for index in parts.indices { predictions[index] = scan.predictions[index] }
        entropy.go(to: (scan.offset, scan.bitCount))
        return true
    }

    /// Skips `count` MCUs of the current interval without computing their samples.
    func skip(_ count: Int) {
        var (bits, bytes) = entropy.lend()
        let tables = words
        let words = tables.span
        for _ in 0..<count {
            restarts.count()
            for (index, part) in parts.enumerated() {
                for _ in 0..<part.horizontal * part.vertical {
                    entropy.replenish(&bits, &bytes)
                    _ = JPEGBlockDecoding.sequentialDC(
                        &bits, bytes.span,
                        dc: words.extracting(part.dc..<part.dc + JPEGHuffmanTable.wordCount),
                        ac: words.extracting(part.ac..<part.ac + JPEGHuffmanTable.wordCount),
                        prediction: &predictions[index])
                }
            }
        }
        entropy.replenish(&bits, &bytes)
        entropy.takeBack(bits, bytes)
    }

    /// Decodes MCU row `strip` into the planes.
    ///
    /// - Returns: false when data was missing or damaged; blocks without data become mid-gray.
    func readStrip(_ strip: Int, into samples: inout [UInt8]) throws(ImageError) -> Bool {
        if strip == 0, entropy.bits.end == 0 {
            throw .damaged("there is no picture data", offset: entropy.inputOffset)
        }
        // Two copies of the loop: without transforms, it needs few registers.
        let areMeans = parts.allSatisfy { $0.blockSize == 1 }
        return areMeans ? decode(into: &samples, areMeans: true) : decode(into: &samples, areMeans: false)
    }

    /// Decodes the next MCU row; with `areMeans`, every block is one sample.
    @inline(__always)
    private func decode(into samples: inout [UInt8], areMeans: Bool) -> Bool {
        var isSound = true
        var (bits, bytes) = entropy.lend()
        var (restarts, predictions) = (restarts, predictions)
        // All 0 between blocks.
        var memory = [Int16](repeating: 0, count: 64)
        var block = memory.mutableSpan
        precondition(block.count == 64)
        var samples = samples.mutableSpan
        let (tables, skipTables, quantisation, order) = (words, skips, factors, JPEGZigzag.natural)
        let words = tables.span
        let skips = skipTables.span
        let allFactors = quantisation.span
        let natural = order.span
        for column in 0..<frame.mcusWide {
            if restarts.isDue {
                if !restarts.skipSoundMarker(entropy, &bits, &bytes) { isSound = false }
                predictions = SIMD4()
            }
            restarts.count()
            entropy.replenish(&bits, &bytes)
            // Zero bits complete the MCU in which the data ends; the MCUs after it are gray.
            let isSilent = bits.isExhausted
            for index in parts.indices {
                let part = parts[index]
                let dc = words.extracting(part.dc..<part.dc &+ JPEGHuffmanTable.wordCount)
                let ac = words.extracting(part.ac..<part.ac &+ JPEGHuffmanTable.wordCount)
                let factors = allFactors.extracting(64 &* index..<64 &* index &+ 64)
                var prediction = predictions[index]
                for y in 0..<part.vertical {
                    for x in 0..<part.horizontal {
                        let output =
                            part.start &+ y &* part.blockSize &* part.stride
                            &+ (column &* part.horizontal &+ x) &* part.blockSize
                        entropy.replenish(&bits, &bytes)
                        let data = bytes.span
                        if areMeans || part.blockSize == 1 {
                            var mean: Int16 = 0
                            if isSilent {
                                // It stays gray.
                            } else if let tableStart = part.skips {
                                mean = JPEGBlockDecoding.sequentialDC(
                                    &bits, data, dc: dc, ac: ac,
                                    skips: skips.extracting(tableStart..<tableStart &+ JPEGSkipTable.count),
                                    prediction: &prediction)
                            } else {
                                mean = JPEGBlockDecoding.sequentialDC(
                                    &bits, data, dc: dc, ac: ac, prediction: &prediction)
                            }
                            if part.isReduced, let reduction = planes[part.plane].reduction {
                                mean = reduction(mean, at: 0)
                            }
                            samples[output] = JPEGInverseDCT.sample(mean: mean &* factors[0])
                            continue
                        }
                        var last = 0
                        if !isSilent {
                            last = JPEGBlockDecoding.sequential(
                                &bits, data, dc: dc, ac: ac, prediction: &prediction, natural: natural,
                                block: &block, at: 0)
                            if part.isReduced { planes[part.plane].reduction?(&block, at: 0) }
                        }
                        JPEGInverseDCT.transform(
                            block.span, last: last, size: part.blockSize, quantisation: factors, to: &samples,
                            at: output, stride: part.stride)
                        Self.clear(&block, last: last)
                    }
                }
                predictions[index] = prediction
            }
        }
        entropy.replenish(&bits, &bytes)
        if bits.isExhausted || bits.isDamaged { isSound = false }
        entropy.takeBack(bits, bytes)
        (self.restarts, self.predictions) = (restarts, predictions)
        return isSound
    }

    /// Sets all 64 coefficients to 0; those beyond zigzag index `last` already are.
    @inline(__always)
    private static func clear(_ block: inout MutableSpan<Int16>, last: Int) {
        block[0] = 0
        guard last > 0 else { return }
        for row in 0..<8 { block.store(SIMD8<Int16>(), at: 8 &* row) }
    }
}

/// Counts MCUs to the next restart marker (T.81 §F.2.2.4).
struct JPEGRestarts {
    /// In MCUs; 0 when there are none.
    private let interval: Int
    /// MCUs to the next marker.
    private(set) var left: Int
    /// The next marker's number, 0...7.
    private(set) var number = 0

    init(interval: Int) {
        self.interval = interval
        left = interval == 0 ? .max : interval
    }

    /// Restores the counts of a restart point; false where they are invalid.
    mutating func set(left: Int, number: Int) -> Bool {
        guard (0..<8).contains(number), interval == 0 ? left > 0 : (0...interval).contains(left) else { return false }
        self.left = left
        self.number = number
        return true
    }

    /// Whether the picture has restart markers.
    var areUsed: Bool { interval > 0 }

    /// Whether a restart marker comes before the next MCU.
    var isDue: Bool { left == 0 }

    /// Counts one MCU; must be called once for each.
    mutating func count() { left &-= 1 }

    /// Skips past the restart marker; the data is then that of the next interval.
    ///
    /// - Returns: false when the marker is not the expected one.
    mutating func skipMarker(_ entropy: JPEGEntropyBuffer, _ bits: inout JPEGBits, _ bytes: inout [UInt8]) -> Bool {
        let isExpected = entropy.skipRestart(expecting: number, &bits, &bytes)
        number = (number + 1) & 7
        left = interval
        return isExpected
    }

    /// Skips the marker as above; returns false also when the interval before ran out of data.
    @inline(__always)
    mutating func skipSoundMarker(_ entropy: JPEGEntropyBuffer, _ bits: inout JPEGBits, _ bytes: inout [UInt8]) -> Bool
    {
        var copy = bits
        entropy.replenish(&copy, &bytes)
        let isSound = !copy.isExhausted
        let isExpected = skipMarker(entropy, &copy, &bytes)
        bits = copy
        return isExpected && isSound
    }
}
