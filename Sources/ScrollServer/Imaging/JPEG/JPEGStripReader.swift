// Decodes a picture whose single scan has all components, MCU row by MCU row, straight to samples.

/// Entropy decoding and inverse transform in one loop (T.81 §A.2.3: blocks interleaved).
@safe final class JPEGStripReader {
    /// What the loop needs to know about one component.
    ///
    /// Pointers avoid reference counting; the reader keeps the tables and planes that they point into alive.
    @safe private struct Part {
        let dc: UnsafePointer<UInt32>
        let ac: UnsafePointer<UInt32>
        /// Nil where building a skip table is not worth its time.
        let skips: UnsafePointer<UInt16>?
        let quantisation: UnsafePointer<Int16>
        /// First sample of row 1 of the component's plane.
        let samples: UnsafeMutablePointer<UInt8>
        let stride: Int
        let horizontal: Int
        let vertical: Int
        let blockSize: Int
        /// Set where samples have more than 8 bits.
        let reduction: JPEGReduction?
        var prediction: Int32 = 0
    }

    private let frame: JPEGFrame
    private let entropy: JPEGEntropyBuffer
    private let planes: [JPEGPlane]
    private let tables: [JPEGHuffmanTable]
    private let skipTables: [JPEGSkipTable?]
    /// Blocks above which building the skip tables pays.
    private static let fewBlocks = 10_000
    private var parts: [Part]
    /// 64 coefficients, all 0 between blocks.
    private let block: UnsafeMutablePointer<Int16>
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
        var tables: [JPEGHuffmanTable] = []
        var skipTables: [JPEGSkipTable?] = []
        var parts: [Part] = []
        for part in scan.components {
            let plane = planes[part.index]
            try plane.setQuantisation(segments.quantisation(of: part.index))
            let dc = try segments.dcTable(part.dcTable)
            let ac = try segments.acTable(part.acTable)
            tables += [dc, ac]
            let known = scan.components.prefix(skipTables.count).firstIndex { $0.acTable == part.acTable }
            skipTables.append(
                plane.component.blockSize > 1 || frame.blockCount <= Self.fewBlocks
                    ? nil
                    : known.flatMap { skipTables[$0] } ?? segments.acSkipTable(part.acTable))
            unsafe parts.append(
                Part(
                    dc: dc.words, ac: ac.words, skips: skipTables[skipTables.count - 1]?.entries,
                    quantisation: UnsafePointer(plane.quantisation), samples: plane.row(1),
                    stride: plane.stride, horizontal: plane.component.horizontal, vertical: plane.component.vertical,
                    blockSize: plane.component.blockSize,
                    reduction: plane.reduction))
        }
        (self.tables, self.skipTables) = (tables, skipTables)
        self.parts = parts
        unsafe block = .allocate(capacity: 64)
        unsafe block.initialize(repeating: 0, count: 64)
        entropy.startSegment()
    }

    deinit {
        unsafe block.deallocate()
    }

    /// Whether the data has ended and no restart marker can follow.
    var isSilent: Bool { entropy.bits.isExhausted && !restarts.areUsed }

    /// Returns the state before MCU row `strip`, which comes next; nil where data is missing or has stray fill bytes.
    func restartPoint(_ strip: Int) -> JPEGRestartPoint? {
        guard let place = entropy.place else { return nil }
        return JPEGRestartPoint(
            strip: strip,
            scans: [
                .init(
                    offset: place.offset, bitCount: place.bitCount, predictions: parts.map(\.prediction),
                    untilMarker: restarts.left, marker: restarts.number)
            ])
    }

    /// Continues from a point that a reader of the same file returned.
    func restart(at point: JPEGRestartPoint) -> Bool {
        guard point.scans.count == 1, let scan = point.scans.first, scan.predictions.count == parts.count,
            restarts.set(left: scan.untilMarker, number: scan.marker)
        else { return false }
        for index in parts.indices { parts[index].prediction = scan.predictions[index] }
        entropy.go(to: (scan.offset, scan.bitCount))
        return true
    }

    /// Skips `count` MCUs of the current interval without computing their samples.
    func skip(_ count: Int) {
        var bits = entropy.bits
        for _ in 0..<count {
            restarts.count()
            for index in parts.indices {
                for _ in 0..<parts[index].horizontal * parts[index].vertical {
                    if bits.position > bits.checkpoint { entropy.replenish(&bits) }
                    _ = unsafe JPEGBlockDecoding.sequentialDC(
                        &bits, dc: parts[index].dc, ac: parts[index].ac, prediction: &parts[index].prediction)
                }
            }
        }
        if bits.position > bits.checkpoint { entropy.replenish(&bits) }
        entropy.bits = bits
    }

    /// Decodes MCU row `strip` into the planes.
    ///
    /// - Returns: false when data was missing or damaged; blocks without data become mid-gray.
    func readStrip(_ strip: Int) throws(ImageError) -> Bool {
        var isSound = true
        var bits = entropy.bits
        let block = unsafe self.block
        if strip == 0, bits.end == 0 {
            throw .damaged("there is no picture data", offset: entropy.inputOffset)
        }
        unsafe JPEGZigzag.natural.withUnsafeBufferPointer { natural in
            unsafe parts.withUnsafeMutableBufferPointer { parts in
                guard let natural = natural.baseAddress else { return }
                for column in 0..<frame.mcusWide {
                    if restarts.isDue {
                        if !restarts.pass(entropy, &bits) { isSound = false }
                        for index in parts.indices { unsafe parts[index].prediction = 0 }
                    }
                    restarts.count()
                    if bits.position > bits.checkpoint { entropy.replenish(&bits) }
                    // Zero bits complete the MCU in which the data ends; the MCUs after it are gray.
                    let isSilent = bits.isExhausted
                    for index in parts.indices {
                        let part = unsafe parts[index]
                        var prediction = part.prediction
                        for y in 0..<part.vertical {
                            for x in 0..<part.horizontal {
                                let output =
                                    unsafe part.samples + y &* part.blockSize &* part.stride
                                    + (column &* part.horizontal &+ x) &* part.blockSize
                                if bits.position > bits.checkpoint { entropy.replenish(&bits) }
                                if part.blockSize == 1 {
                                    var mean: Int16 = 0
                                    if isSilent {
                                        // It stays gray.
                                    } else if let skips = unsafe part.skips {
                                        mean = unsafe JPEGBlockDecoding.sequentialDC(
                                            &bits, dc: part.dc, ac: part.ac, skips: skips, prediction: &prediction)
                                    } else {
                                        mean = unsafe JPEGBlockDecoding.sequentialDC(
                                            &bits, dc: part.dc, ac: part.ac, prediction: &prediction)
                                    }
                                    let even = part.reduction?(mean, at: 0) ?? mean
                                    unsafe output[0] = unsafe JPEGInverseDCT.sample(mean: even &* part.quantisation[0])
                                    continue
                                }
                                var last = 0
                                if !isSilent {
                                    last = unsafe JPEGBlockDecoding.sequential(
                                        &bits, dc: part.dc, ac: part.ac, prediction: &prediction, natural: natural,
                                        block: block)
                                    unsafe part.reduction?(block)
                                }
                                unsafe JPEGInverseDCT.transform(
                                    UnsafePointer(block), last: last, size: part.blockSize,
                                    quantisation: part.quantisation, output: output, stride: part.stride)
                                unsafe Self.clear(block, last: last)
                            }
                        }
                        unsafe parts[index].prediction = prediction
                    }
                }
            }
        }
        if bits.position > bits.checkpoint { entropy.replenish(&bits) }
        if bits.isExhausted || bits.isDamaged { isSound = false }
        entropy.bits = bits
        return isSound
    }

    /// Sets all 64 coefficients to 0; those beyond zigzag index `last` already are.
    @inline(__always)
    private static func clear(_ block: UnsafeMutablePointer<Int16>, last: Int) {
        unsafe block[0] = 0
        guard last > 0 else { return }
        let memory = UnsafeMutableRawPointer(block)
        let zero = SIMD8<Int16>()
        for offset in stride(from: 0, to: 128, by: 16) {
            unsafe memory.storeBytes(of: zero, toByteOffset: offset, as: SIMD8<Int16>.self)
        }
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

    /// Skips past the restart marker; `bits` then holds the bits of the next interval.
    ///
    /// - Returns: false when the interval before ran out of data, or the marker is not the expected one.
    mutating func pass(_ entropy: JPEGEntropyBuffer, _ bits: inout JPEGBits) -> Bool {
        if bits.position > bits.checkpoint { entropy.replenish(&bits) }
        let isSound = !bits.isExhausted
        let wasDamaged = bits.isDamaged
        entropy.bits = bits
        let isExpected = entropy.passRestart(expecting: number)
        bits = entropy.bits
        bits.isDamaged = wasDamaged
        number = (number + 1) & 7
        left = interval
        return isSound && isExpected
    }
}
