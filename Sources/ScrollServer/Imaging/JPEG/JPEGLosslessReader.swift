// Decodes a lossless picture of one scan, eight lines at a time, straight to samples of 8 bits.

import Pixels
import Platform

/// Predicts each sample from its left and upper neighbours and adds the coded difference (T.81 annex H).
final class JPEGLosslessReader {
    /// One component of the scan.
    private struct Part {
        /// Index of the first word of its Huffman table.
        let table: Int
        /// Index of the first sample of row 1 of the component's plane.
        let start: Int
        let stride: Int
        /// Indices in `lines` of the previous and the current line.
        var above: Int
        var line: Int
    }

    private let entropy: JPEGEntropyBuffer
    /// The words of all tables, one after the other.
    private let words: [UInt32]
    private var parts: [Part]
    /// Two lines of each component, at full precision.
    private var lines: [UInt16]
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
        self.entropy = entropy
        (width, height) = (header.width, header.height)
        predictor = scan.spectralStart
        start = 1 << Int32(precision - shift - 1)
        let most = 1 << precision - 1
        levels = (0..<(1 << 16)).map { UInt8((min($0 << shift, most) * 255 + most / 2) / most) }
        restarts = JPEGRestarts(interval: interval / header.width)
        var (words, parts): ([UInt32], [Part]) = ([], [])
        for part in scan.components {
            let plane = planes[part.index]
            let line = 2 * header.width * parts.count
            parts.append(
                Part(
                    table: words.count, start: plane.row(1), stride: plane.stride, above: line,
                    line: line + header.width))
            words += try segments.differenceTable(part.dcTable).words
        }
        (self.words, self.parts) = (words, parts)
        lines = [UInt16](repeating: 0, count: 2 * header.width * parts.count)
        entropy.startSegment()
    }

    /// Whether the data has ended and no restart marker can follow.
    var isSilent: Bool { entropy.bits.isExhausted && !restarts.areUsed }

    /// Decodes the lines of strip `strip`, eight at a time, into the planes.
    ///
    /// - Returns: false when data was missing or damaged; samples without data become mid-gray.
    func readStrip(_ strip: Int, into samples: inout [UInt8]) throws(ImageError) -> Bool {
        if strip == 0, entropy.bits.end == 0 {
            throw .damaged("there is no picture data", offset: entropy.inputOffset)
        }
        var (bits, bytes) = entropy.lend()
        var isSound = true
        for row in 0..<min(8, height - 8 * strip) {
            if restarts.isDue {
                if !restarts.skipSoundMarker(entropy, &bits, &bytes) { isSound = false }
                isFirstLine = true
            }
            restarts.count()
            readLine(&bits, &bytes, to: row, of: &samples, &lines)
            isFirstLine = false
        }
        entropy.replenish(&bits, &bytes)
        if bits.isExhausted || bits.isDamaged { isSound = false }
        entropy.takeBack(bits, bytes)
        return isSound
    }

    private func readLine(
        _ bits: inout JPEGBits, _ bytes: inout [UInt8], to row: Int, of samples: inout [UInt8],
        _ lines: inout [UInt16]
    ) {
        let (width, predictor, start, isFirstLine) = (width, predictor, start, isFirstLine)
        let (parts, tableWords, allLevels) = (parts, words, levels)
        let words = tableWords.span
        let levels = allLevels.span
        var lines = lines.mutableSpan
        var samples = samples.mutableSpan
        for x in 0..<width {
            entropy.replenish(&bits, &bytes)
            if bits.isExhausted {
                for part in parts {
                    let first = part.start + row * part.stride
                    samples.fill(first + x..<first + width, with: 128)
                }
                break
            }
            for index in parts.indices {
                let part = parts[index]
                let prediction: Int32
                if x == 0 {
                    prediction = isFirstLine ? start : Int32(lines[part.above])
                } else if isFirstLine {
                    prediction = Int32(lines[part.line &+ x &- 1])
                } else {
                    prediction = Self.predicted(
                        predictor, left: Int32(lines[part.line &+ x &- 1]), above: Int32(lines[part.above &+ x]),
                        corner: Int32(lines[part.above &+ x &- 1]))
                }
                let table = words.extracting(part.table..<part.table &+ JPEGHuffmanTable.wordCount)
                let value = UInt16(
                    truncatingIfNeeded: prediction &+ Self.difference(&bits, bytes.span, table))
                lines[part.line &+ x] = value
                samples[part.start &+ row &* part.stride &+ x] = levels[Int(value)]
            }
        }
        for index in parts.indices {
            (self.parts[index].above, self.parts[index].line) = (parts[index].line, parts[index].above)
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
    private static func difference(_ bits: inout JPEGBits, _ bytes: Span<UInt8>, _ words: Span<UInt32>) -> Int32 {
        bits.need32(bytes)
        let entry = bits.readCode(words)
        let size = Int(truncatingIfNeeded: (entry &>> 12) & 15)
        if size != 0 { return bits.readMagnitude(size) }
        // The table stores symbol 16 as a run of one zero.
        return entry & 0xF00 == 0x100 ? 32768 : Int32(bitPattern: entry) &>> 16
    }
}
