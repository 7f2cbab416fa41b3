// Decodes the scans of a picture side by side, a few rows of coefficients at a time, and transforms them to samples.

import Metadata
import Pixels

/// The scans of a progressive picture, or of a sequential picture that has one scan for each component.
///
/// Entropy decoding of a row needs nothing of the rows below, so each scan has a cursor, and all move down the picture
/// together. Memory: one row of MCUs, and each cursor's read-ahead. Cost: besides decoding, one search of the file for
/// the starts of scans (about 2 GB/s).
///
/// Work is bounded: at most 1000 scans, and at most `visitLimit` visits per block on average. The standard allows more
/// (a scan for each bit of each coefficient); encoders write 1 to 20 scans. A scan ends with its data, so a file of few
/// bytes visits few blocks.
struct JPEGScanReader {
    private static let scanLimit = 1000
    private static let visitLimit = 100

    private let frame: JPEGFrame
    private var scan: JPEGScan?
    private let source: ByteSource
    private var band: JPEGBlockBand
    /// Rows of MCUs that `band` holds.
    private var bandStrips = 0..<0
    /// In file order, without scans that change nothing at this scale.
    private var cursors: [JPEGScanCursor] = []
    /// File offsets of the markers that end the scans found so far.
    private var scanEnds: [Int] = []
    /// The same offsets as a restart point gives them.
    private var knownEnds: [Int] = []
    /// For each component, the bit position down to which its means are known; nil before its first scan.
    private var meanPrecision: [Int?]

    /// Whether means may lack their last bits.
    private let isRough: Bool

    init(frame: JPEGFrame, firstScan: JPEGScan, source: ByteSource, isRough: Bool = false) {
        self.isRough = isRough
        self.frame = frame
        self.source = source
        scan = firstScan
        band = JPEGBlockBand(frame)
        meanPrecision = Array(repeating: nil, count: frame.components.count)
    }

    /// Whether there is no data left in any scan.
    var isSilent: Bool { !cursors.isEmpty && cursors.allSatisfy(\.isOver) }

    /// Finds the scans up to the end of the image, or until no further scan can change the result at this scale.
    ///
    /// - Returns: false when scans are missing or damaged.
    /// - Throws: `ImageError` when even the first scan is unusable.
    mutating func findScans(
        _ segments: inout JPEGSegments, entropy: JPEGEntropyBuffer, planes: [JPEGPlane]
    ) throws(ImageError) -> Bool {
        var visits = 0
        var scanCount = 0
        while let scan {
            scanCount += 1
            visits += blockCount(of: scan)
            guard scanCount <= Self.scanLimit, visits <= Self.visitLimit * frame.blockCount else { return false }
            do throws(ImageError) {
                for part in scan.components {
                    try planes[part.index].setQuantisation(segments.quantisation(of: part.index))
                }
                let offset = segments.input.offset
                if scanCount == 1 {
                    entropy.startSegment()
                    // Arithmetic coding omits trailing zeros, possibly the whole data.
                    if entropy.bits.end == 0, !header.isArithmetic || entropy.marker == nil {
                        throw ImageError.damaged("there is no picture data", offset: entropy.inputOffset)
                    }
                }
                if contributes(scan) {
                    try add(scan, segments, offset: offset, number: scanCount)
                    if isComplete { return true }
                }
                let isKnown = scanEnds.count < knownEnds.count
                if isKnown { segments.input.go(to: knownEnds[scanEnds.count]) }
                if isKnown || scanCount > 1 { entropy.startSegment() }
                var marker = entropy.skipToMarker()
                while let code = marker, isWithinScan(code, segments) {
                    entropy.startSegment()
                    marker = entropy.skipToMarker()
                }
                guard let marker else { return false }
                scanEnds.append(entropy.inputOffset - 2)
                self.scan = try segments.nextScan(after: marker)
            } catch {
                if scanCount == 1 { throw error }
                return false
            }
        }
        return segments.sawEnd
    }

    /// Whether a marker lies within a scan: a restart marker or, with restart intervals, a code that is no marker.
    private func isWithinScan(_ marker: UInt8, _ segments: JPEGSegments) -> Bool {
        JPEGMarker.isRestart(marker) || segments.header.restartInterval > 0 && marker < JPEGMarker.baseline
    }

    /// Returns the state before row `strip` of MCUs, which comes next; nil where it is unknown.
    func restartPoint(_ strip: Int) -> JPEGRestartPoint? {
        guard !cursors.isEmpty, strip == bandStrips.upperBound, frame.minimumBlockSize == 8, !header.isArithmetic else {
            return nil
        }
        var scans: [JPEGRestartPoint.Scan] = []
        for cursor in cursors {
            guard let position = cursor.position else { return nil }
            scans.append(position)
        }
        return JPEGRestartPoint(strip: strip, scans: scans, scanEnds: scanEnds)
    }

    /// Takes the scans' ends from a restart point; must be called before `findScans`.
    mutating func expect(_ point: JPEGRestartPoint) { knownEnds = point.scanEnds }

    /// Continues from a point that a reader of the same file returned; must be called after `findScans`.
    mutating func restart(at point: JPEGRestartPoint) -> Bool {
        guard point.scans.count == cursors.count, point.scanEnds == scanEnds else { return false }
        bandStrips = point.strip..<point.strip
        return zip(cursors, point.scans).allSatisfy { $0.go(to: $1) }
    }

    private func blockCount(of scan: JPEGScan) -> Int {
        if scan.components.count == 1, let index = scan.components.first?.index {
            return frame.components[index].blocksWide * frame.components[index].blocksHigh
        }
        let perMCU = scan.components.reduce(0) {
            $0 + frame.components[$1.index].horizontal * frame.components[$1.index].vertical
        }
        return perMCU * frame.mcusWide * frame.mcusHigh
    }

    /// Whether no further scan can change the result: at 1/8, once every mean is known precisely enough.
    private var isComplete: Bool {
        frame.coefficientsPerBlock == 1 && meanPrecision.allSatisfy { $0.map { $0 <= (isRough ? 2 : 0) } ?? false }
    }

    /// Whether the scan has coefficients that the transforms at this scale use.
    private func contributes(_ scan: JPEGScan) -> Bool {
        guard header.isProgressive, scan.spectralStart > 0 else { return true }
        guard frame.coefficientsPerBlock > 1 else { return false }
        guard scan.spectralEnd >= scan.spectralStart, scan.spectralEnd < 64 else { return true }
        let size = scan.components.map { frame.components[$0.index].blockSize }.max() ?? 8
        return JPEGZigzag.natural[scan.spectralStart...scan.spectralEnd].contains { coefficient in
            let row = coefficient / 8
            let column = coefficient % 8
            func isUsed(_ index: UInt8) -> Bool {
                switch size {
                case 4: index != 4
                case 2: index % 2 == 1 || index == 0
                default: true
                }
            }
            return isUsed(row) && isUsed(column)
        }
    }

    private var header: JPEGHeader { frame.header }

    /// Decodes row `strip` of MCUs, which comes next, into the planes.
    ///
    /// - Returns: false when data was missing or damaged.
    mutating func readStrip(_ strip: Int, into samples: inout [UInt8], _ planes: [JPEGPlane]) -> Bool {
        var isSound = true
        if strip >= bandStrips.upperBound {
            bandStrips = strip..<min(strip - strip % band.stripCount + band.stripCount, frame.mcusHigh)
            band.clear()
            for cursor in cursors where !cursor.read(bandStrips, into: &band) { isSound = false }
        }
        transformStrip(strip, into: &samples, planes)
        return isSound
    }

    private mutating func transformStrip(_ strip: Int, into samples: inout [UInt8], _ planes: [JPEGPlane]) {
        for (index, plane) in planes.enumerated() {
            for y in 0..<plane.component.vertical {
                let row = band.row(strip * plane.component.vertical + y, of: index)
                Self.transform(
                    row, &band.coefficients, band.last, plane, to: &samples,
                    at: plane.row(1 + y * plane.component.blockSize), isDCOnly: frame.coefficientsPerBlock == 1)
            }
        }
    }

    /// Transforms the blocks of `row` to the samples from index `start` on.
    private static func transform(
        _ row: Range<Int>, _ coefficients: inout [Int16], _ last: [UInt8], _ plane: JPEGPlane,
        to samples: inout [UInt8], at start: Int, isDCOnly: Bool
    ) {
        var coefficients = coefficients.mutableSpan
        var samples = samples.mutableSpan
        let (factors, reduction, size) = (plane.quantisation, plane.reduction, plane.component.blockSize)
        let quantisation = factors.span
        var output = start
        for blockIndex in row {
            if isDCOnly {
                let mean = reduction?(coefficients[blockIndex], at: 0) ?? coefficients[blockIndex]
                samples[output] = JPEGInverseDCT.sample(mean: mean &* quantisation[0])
            } else {
                reduction?(&coefficients, at: 64 &* blockIndex)
                JPEGInverseDCT.transform(
                    coefficients.span.extracting(64 &* blockIndex..<64 &* blockIndex &+ 64),
                    last: Int(last[blockIndex]),
                    size: size, quantisation: quantisation, to: &samples, at: output,
                    stride: plane.stride)
            }
            output += size
        }
    }

    /// Adds a scan to those that are decoded.
    private mutating func add(
        _ scan: JPEGScan, _ segments: JPEGSegments, offset: Int, number: Int
    ) throws(ImageError) {
        let kind = try kind(of: scan, offset: offset)
        if scan.spectralStart == 0 {
            for part in scan.components { meanPrecision[part.index] = scan.approximationLow }
        }
        if header.isArithmetic {
            let loop = JPEGArithmeticScan(
                frame: frame, scan: scan, kind: kind, conditioning: segments.conditioning,
                interval: segments.header.restartInterval)
            cursors.append(JPEGScanCursor(arithmetic: loop, source: source, offset: offset, scanCount: number))
            return
        }
        let loop = try JPEGScanLoop(frame: frame, scan: scan, kind: kind, segments: segments)
        cursors.append(JPEGScanCursor(huffman: loop, source: source, offset: offset, scanCount: number))
    }

    /// Returns the kind of scan that the parameters ask for (T.81 §G.1.1.1).
    private func kind(of scan: JPEGScan, offset: Int) throws(ImageError) -> JPEGScanLoop.Kind {
        guard header.isProgressive else { return frame.coefficientsPerBlock == 1 ? .sequentialDC : .sequential }
        let isFirst = scan.approximationHigh == 0
        let isSound =
            scan.approximationLow <= 13 && (isFirst || scan.approximationHigh == scan.approximationLow + 1)
            && (scan.spectralStart == 0
                ? scan.spectralEnd == 0
                : scan.spectralEnd >= scan.spectralStart && scan.spectralEnd < 64 && scan.components.count == 1)
        guard isSound else { throw .damaged("the parameters of a progressive scan are unsound", offset: offset) }
        if scan.spectralStart == 0 { return isFirst ? .dcFirst : .dcRefine }
        return isFirst ? .acFirst : .acRefine
    }
}
