// Reads all scans of a picture into coefficients, then turns the coefficients into samples.

/// The coefficients of a progressive picture, or of a sequential picture that has one scan for each component.
///
/// Work is bounded: at most 1000 scans, and at most `visitLimit` visits per block on average. The standard allows more
/// (a scan for each bit of each coefficient); encoders write 1 to 20 scans. A scan ends with its data, so a file of few
/// bytes visits few blocks.
struct JPEGScanReader {
    private static let scanLimit = 1000
    private static let visitLimit = 100

    private let frame: JPEGFrame
    private var scan: JPEGScan?
    private var coefficients: [JPEGCoefficients]
    /// For each component, the bit position down to which its means are known; nil before its first scan.
    private var meanPrecision: [Int?]

    /// Where the coefficients are; nil for memory.
    private var memory: ScratchMemory?

    /// - Parameter scratch: where coefficients go that are too many for memory; nil for memory.
    /// - Throws: `tooLarge` where there is too little room.
    init(frame: JPEGFrame, firstScan: JPEGScan, scratch: DecodingScratch?) throws(ImageError) {
        self.frame = frame
        scan = firstScan
        func make(_ component: JPEGFrame.Component, _ memory: ScratchMemory?, _ start: Int) -> JPEGCoefficients {
            JPEGCoefficients(
                blocksWide: component.horizontal * frame.mcusWide, blocksHigh: component.vertical * frame.mcusHigh,
                coefficientsPerBlock: frame.coefficientsPerBlock, in: memory, at: start)
        }
        if let scratch {
            let starts = frame.components.reduce(into: [0]) { $0.append($0[$0.count - 1] + make($1, nil, 0).byteCount) }
            let byteCount = starts[starts.count - 1]
            let refusal = ImageError.tooLarge(
                "\(frame.header.width) × \(frame.header.height) in several scans takes \(byteCount >> 20) MiB of the cache's "
                    + "disk, more than there is for it")
            guard byteCount <= scratch.byteLimit,
                let memory = try? ScratchMemory(folder: scratch.folder, byteCount: byteCount)
            else { throw refusal }
            self.memory = memory
            coefficients = zip(frame.components, starts).map { make($0, memory, $1) }
        } else {
            coefficients = frame.components.map { make($0, nil, 0) }
        }
        meanPrecision = Array(repeating: nil, count: frame.components.count)
    }

    /// Reads scans up to the end of the image, or until no further scan can change the result at this scale.
    ///
    /// - Returns: false when data is missing or damaged.
    /// - Throws: `ImageError` when even the first scan is unusable.
    mutating func readScans(
        _ segments: inout JPEGSegments, entropy: JPEGEntropyBuffer, planes: [JPEGPlane]
    ) throws(ImageError) -> Bool {
        var isSound = true
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
                entropy.startSegment()
                if contributes(scan) {
                    // Arithmetic coding leaves out zeros at the end, and so perhaps all.
                    if scanCount == 1, entropy.bits.end == 0, !header.isArithmetic || entropy.marker == nil {
                        throw ImageError.damaged("there is no picture data", offset: entropy.inputOffset)
                    }
                    if try !read(scan, segments, entropy) { isSound = false }
                }
                if isComplete { return isSound }
                var marker = entropy.skipToMarker()
                while let code = marker, JPEGMarker.isRestart(code) {
                    entropy.startSegment()
                    marker = entropy.skipToMarker()
                }
                guard let marker else { return false }
                self.scan = try segments.nextScan(after: marker)
            } catch {
                if scanCount == 1 { throw error }
                return false
            }
        }
        return isSound && segments.sawEnd
    }

    /// Whether the disk has lost coefficients.
    var isDamaged: Bool { memory?.isDamaged == true }

    private func blockCount(of scan: JPEGScan) -> Int {
        if scan.components.count == 1, let index = scan.components.first?.index {
            return frame.components[index].blocksWide * frame.components[index].blocksHigh
        }
        let perMCU = scan.components.reduce(0) {
            $0 + frame.components[$1.index].horizontal * frame.components[$1.index].vertical
        }
        return perMCU * frame.mcusWide * frame.mcusHigh
    }

    /// Whether no further scan can change the result: at 1/8, once every mean is known to the last bit.
    private var isComplete: Bool {
        frame.coefficientsPerBlock == 1 && meanPrecision.allSatisfy { $0 == 0 }
    }

    /// Whether the scan has coefficients that the transforms at this scale use.
    private func contributes(_ scan: JPEGScan) -> Bool {
        guard header.isProgressive, scan.spectralStart > 0 else { return true }
        guard frame.coefficientsPerBlock > 1 else { return false }
        guard scan.spectralEnd >= scan.spectralStart, scan.spectralEnd < 64 else { return true }
        let size = scan.components.map { frame.components[$0.index].blockSize }.max() ?? 8
        return JPEGZigzag.natural[scan.spectralStart...scan.spectralEnd].contains { place in
            let row = place / 8
            let column = place % 8
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

    /// Transforms MCU row `strip` into the planes and frees the strip's coefficients; to be called once per strip.
    mutating func transformStrip(_ strip: Int, into planes: [JPEGPlane]) {
        for (index, plane) in planes.enumerated() {
            let component = plane.component
            for y in 0..<component.vertical {
                let output = plane.row(1 + y * component.blockSize)
                guard let row = coefficients[index].removeRow(strip * component.vertical + y) else {
                    for line in 0..<component.blockSize {
                        plane.row(1 + y * component.blockSize + line).update(
                            repeating: 128, count: plane.stride - JPEGPlane.margin)
                    }
                    continue
                }
                let quantisation = UnsafePointer(plane.quantisation)
                for column in 0..<row.blockCount {
                    if frame.coefficientsPerBlock == 1 {
                        let mean = plane.reduction?(row.coefficients[column], at: 0) ?? row.coefficients[column]
                        output[column] = JPEGInverseDCT.sample(mean: mean &* quantisation[0])
                    } else {
                        plane.reduction?(row.coefficients + 64 * column)
                        JPEGInverseDCT.transform(
                            UnsafePointer(row.coefficients + 64 * column), last: Int(row.last[column]),
                            size: component.blockSize, quantisation: quantisation,
                            output: output + column * component.blockSize, stride: plane.stride)
                    }
                }
            }
        }
    }

    /// Reads the data of one scan.
    ///
    /// - Returns: false when data was missing or damaged.
    private mutating func read(
        _ scan: JPEGScan, _ segments: JPEGSegments, _ entropy: JPEGEntropyBuffer
    ) throws(ImageError) -> Bool {
        let kind = try kind(of: scan, offset: entropy.inputOffset)
        if scan.spectralStart == 0 {
            for part in scan.components { meanPrecision[part.index] = scan.approximationLow }
        }
        if header.isArithmetic {
            var loop = JPEGArithmeticScan(
                frame: frame, scan: scan, kind: kind, conditioning: segments.conditioning,
                interval: segments.header.restartInterval)
            return loop.run(entropy, &coefficients)
        }
        var tables: [JPEGHuffmanTable?] = []
        for part in scan.components {
            tables.append(kind.needsMeans ? try segments.dcTable(part.dcTable) : nil)
            tables.append(kind.needsBands ? try segments.acTable(part.acTable) : nil)
        }
        var loop = JPEGScanLoop(
            frame: frame, scan: scan, kind: kind, tables: tables, interval: segments.header.restartInterval)
        return loop.run(entropy, &coefficients)
    }

    /// The kind of scan that the parameters ask for (T.81 §G.1.1.1).
    private func kind(of scan: JPEGScan, offset: Int) throws(ImageError) -> JPEGScanLoop.Kind {
        guard header.isProgressive else { return frame.coefficientsPerBlock == 1 ? .sequentialMean : .sequential }
        let isFirst = scan.approximationHigh == 0
        let isSound =
            scan.approximationLow <= 13 && (isFirst || scan.approximationHigh == scan.approximationLow + 1)
            && (scan.spectralStart == 0
                ? scan.spectralEnd == 0
                : scan.spectralEnd >= scan.spectralStart && scan.spectralEnd < 64 && scan.components.count == 1)
        guard isSound else { throw .damaged("the parameters of a progressive scan are unsound", offset: offset) }
        if scan.spectralStart == 0 { return isFirst ? .firstMean : .refinedMean }
        return isFirst ? .firstBand : .refinedBand
    }
}
