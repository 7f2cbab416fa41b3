// Decodes a lossless picture of one scan, eight lines at a time, straight to samples of 8 bits.

/// Predicts each sample from its left and upper neighbours and adds the coded difference (T.81 annex H).
final class JPEGLosslessReader {
    /// One component of the scan.
    ///
    /// Pointers avoid reference counting; the reader owns the lines and keeps the tables and planes that they point
    /// into alive.
    @safe private struct Part {
        let words: UnsafePointer<UInt32>
        /// First sample of row 1 of the component's plane.
        let samples: UnsafeMutablePointer<UInt8>
        let stride: Int
        /// The previous and the current line, at full precision.
        var above: UnsafeMutablePointer<UInt16>
        var line: UnsafeMutablePointer<UInt16>
    }

    private let entropy: JPEGEntropyBuffer
    private let planes: [JPEGPlane]
    private let tables: [JPEGHuffmanTable]
    private var parts: [Part]
    private let width: Int
    private let height: Int
    /// Which of the seven predictors of table H.1 is used.
    private let predictor: Int
    /// The prediction where no neighbour exists.
    private let start: Int32
    /// Maps a coded sample value to 8 bits.
    private let levels: [UInt8]
    /// Counts lines up to the next restart marker.
    private var restarts: JPEGRestarts
    /// Whether the next line must not be predicted from the line above.
    private var isFirstLine = true

    /// Checks the scan's parameters and allocates the lines.
    ///
    /// - Throws: `ImageError` when a parameter is invalid or unsupported.
    init(
        frame: JPEGFrame, scan: JPEGScan, segments: JPEGSegments, planes: [JPEGPlane], entropy: JPEGEntropyBuffer
    ) throws(ImageError) {
        let header = frame.header
        let (precision, shift) = (header.precision, scan.approximationLow)
        let interval = segments.header.restartInterval
        guard (1...7).contains(scan.spectralStart), shift < precision, interval % header.width == 0 else {
            throw .damaged("the parameters of a lossless scan are unsound", offset: entropy.inputOffset)
        }
        guard scan.components.count == header.components.count else {
            throw .unsupported("a lossless JPEG of several scans")
        }
        guard frame.components.allSatisfy({ $0.horizontal == 1 && $0.vertical == 1 }) else {
            throw .unsupported("a lossless JPEG with fewer samples of colour")
        }
        self.planes = planes
        self.entropy = entropy
        (width, height) = (header.width, header.height)
        predictor = scan.spectralStart
        start = 1 << Int32(precision - shift - 1)
        let most = 1 << precision - 1
        levels = (0..<(1 << 16)).map { UInt8((min($0 << shift, most) * 255 + most / 2) / most) }
        restarts = JPEGRestarts(interval: interval / header.width)
        var tables: [JPEGHuffmanTable] = []
        for part in scan.components { tables.append(try segments.differenceTable(part.dcTable)) }
        self.tables = tables
        parts = zip(scan.components, tables).map { [width] part, table in
            let plane = planes[part.index]
            func line() -> UnsafeMutablePointer<UInt16> {
                let memory = UnsafeMutablePointer<UInt16>.allocate(capacity: width)
                unsafe memory.initialize(repeating: 0, count: width)
                return unsafe memory
            }
            return unsafe Part(
                words: table.words, samples: plane.row(1), stride: plane.stride, above: line(), line: line())
        }
        entropy.startSegment()
    }

    deinit {
        for part in parts {
            unsafe part.above.deallocate()
            unsafe part.line.deallocate()
        }
    }

    /// Whether the data has ended and no restart marker can follow.
    var isSilent: Bool { entropy.bits.isExhausted && !restarts.areUsed }

    /// Decodes the lines of strip `strip`, eight at a time, into the planes.
    ///
    /// - Returns: false when data was missing or damaged; samples without data become mid-gray.
    func readStrip(_ strip: Int) throws(ImageError) -> Bool {
        var bits = entropy.bits
        if strip == 0, bits.end == 0 {
            throw .damaged("there is no picture data", offset: entropy.inputOffset)
        }
        var isSound = true
        for row in 0..<min(8, height - 8 * strip) {
            if restarts.isDue {
                if !restarts.pass(entropy, &bits) { isSound = false }
                isFirstLine = true
            }
            restarts.count()
            readLine(&bits, to: row)
            isFirstLine = false
        }
        if bits.position > bits.checkpoint { entropy.replenish(&bits) }
        if bits.isExhausted || bits.isDamaged { isSound = false }
        entropy.bits = bits
        return isSound
    }

    private func readLine(_ bits: inout JPEGBits, to row: Int) {
        let (width, predictor, start, isFirstLine) = (width, predictor, start, isFirstLine)
        unsafe levels.withUnsafeBufferPointer { levels in
            unsafe parts.withUnsafeMutableBufferPointer { parts in
                for x in 0..<width {
                    if bits.position > bits.checkpoint { entropy.replenish(&bits) }
                    if bits.isExhausted {
                        for index in parts.indices {
                            let part = unsafe parts[index]
                            unsafe (part.samples + row * part.stride + x).update(repeating: 128, count: width - x)
                        }
                        break
                    }
                    for index in parts.indices {
                        let part = unsafe parts[index]
                        let prediction: Int32
                        if x == 0 {
                            prediction = unsafe isFirstLine ? start : Int32(part.above[0])
                        } else if isFirstLine {
                            prediction = unsafe Int32(part.line[x &- 1])
                        } else {
                            prediction = unsafe Self.predicted(
                                predictor, left: Int32(part.line[x &- 1]), above: Int32(part.above[x]),
                                corner: Int32(part.above[x &- 1]))
                        }
                        let value = unsafe UInt16(
                            truncatingIfNeeded: prediction &+ Self.difference(&bits, part.words))
                        unsafe part.line[x] = value
                        unsafe part.samples[row &* part.stride &+ x] = unsafe levels[Int(value)]
                    }
                }
                for index in parts.indices {
                    unsafe (parts[index].above, parts[index].line) = unsafe (parts[index].line, parts[index].above)
                }
            }
        }
    }

    /// Computes the prediction (T.81 table H.1).
    @inline(__always)
    private static func predicted(_ predictor: Int, left: Int32, above: Int32, corner: Int32) -> Int32 {
        switch predictor {
        case 1: left
        case 2: above
        case 3: corner
        case 4: left &+ above &- corner
        case 5: left &+ (above &- corner) &>> 1
        case 6: above &+ (left &- corner) &>> 1
        default: (left &+ above) &>> 1
        }
    }

    /// Decodes the next difference (T.81 §H.1.2.2): as for DC, except that size 16 has no extra bits and means 32768.
    @inline(__always)
    private static func difference(_ bits: inout JPEGBits, _ words: UnsafePointer<UInt32>) -> Int32 {
        bits.need32()
        let entry = unsafe bits.readCode(words)
        let size = Int(truncatingIfNeeded: (entry &>> 12) & 15)
        if size != 0 { return bits.readMagnitude(size) }
        // The table stores symbol 16 as a run of one zero.
        return entry & 0xF00 == 0x100 ? 32768 : Int32(bitPattern: entry) &>> 16
    }
}
