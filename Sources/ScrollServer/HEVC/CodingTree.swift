// The quadtree of coding units and their modes (H.265, 7.3.8.4 and 7.3.8.5).
extension PictureDecoder {
    private var chromaDepthLimit: Int { sequence.log2CTB - picture.chromaOffsetDepth }

    mutating func decodeCodingTree(_ x: Int, _ y: Int, log2Size: Int, depth: Int) {
        let size = 1 << log2Size
        let isSplit: Bool
        if x + size <= sequence.width, y + size <= sequence.height, log2Size > sequence.log2MinCoding {
            isSplit = engine.bin(ContextModels.splitCoding + deeperNeighbours(x, y, depth: depth))
        } else {
            isSplit = log2Size > sequence.log2MinCoding
        }
        if log2Size >= sequence.log2CTB - picture.qpDeltaDepth { startQuantisationGroup(x, y) }
        if header.choosesChromaOffsets, log2Size >= chromaDepthLimit { quantiser.isChromaOffsetCoded = false }
        guard isSplit else {
            decodeCodingUnit(x, y, log2Size: log2Size, depth: depth)
            return
        }
        let half = size >> 1
        for part in 0..<4 {
            let partX = x + (part & 1) * half
            let partY = y + (part >> 1) * half
            guard partX < sequence.width, partY < sequence.height, damage == nil else { continue }
            decodeCodingTree(partX, partY, log2Size: log2Size - 1, depth: depth + 1)
        }
    }

    /// How many of the units at the left and above are deeper in their trees.
    private mutating func deeperNeighbours(_ x: Int, _ y: Int, depth: Int) -> Int {
        let index = (y >> 3) * columnsOf8 + x >> 3
        var count = 0
        if x > block.x || block.hasLeft, Int(codingDepths[index - 1]) > depth { count += 1 }
        if y > block.y || block.hasAbove, Int(codingDepths[index - columnsOf8]) > depth { count += 1 }
        return count
    }

    /// Predicts the quantiser from the groups at the left and above and the one before (8.6.1).
    private mutating func startQuantisationGroup(_ x: Int, _ y: Int) {
        quantiser.isDeltaCoded = false
        guard picture.hasQPDelta else { return }
        let index = (y >> 2) * map.columns + x >> 2
        let left = x > block.x ? Int(map.qp[index - 1]) : quantiser.previous
        let above = y > block.y ? Int(map.qp[index - map.columns]) : quantiser.previous
        quantiser.predicted = (left + above + 1) >> 1
        quantiser.setLuma(quantiser.predicted, in: header, picture: picture, sequence: sequence)
    }

    private mutating func decodeCodingUnit(_ x: Int, _ y: Int, log2Size: Int, depth: Int) {
        unit.x = x
        unit.y = y
        unit.log2Size = log2Size
        unit.isBypassed = picture.canBypass && engine.bin(ContextModels.bypassTransform)
        unit.isSplit = log2Size == sequence.log2MinCoding && !engine.bin(ContextModels.partMode)
        Self.fill(&codingDepths, UInt8(truncatingIfNeeded: depth), x >> 3, y >> 3, log2Size - 3, columnsOf8)
        if let pulseCode = sequence.pulseCode, !unit.isSplit,
            (pulseCode.log2Min...pulseCode.log2Max).contains(log2Size), engine.terminate()
        {
            Self.fill(&lumaModes, 1, x >> 2, y >> 2, log2Size - 2, map.columns)
            markEdges(x, y, log2Size: log2Size)
            readPulseCode(pulseCode)
            finishUnit(isUnfiltered: unit.isBypassed || pulseCode.isLoopFilterDisabled)
            return
        }
        readLumaModes()
        readChromaModes()
        unit.maximumDepth = sequence.transformDepth + (unit.isSplit ? 1 : 0)
        let coded = sequence.chroma == .monochrome ? 0 : 1
        decodeTransformTree(
            TransformNode(
                x: x, y: y, baseX: x, baseY: y, log2Size: log2Size, depth: 0, index: 0, cb: coded, cr: coded))
        finishUnit(isUnfiltered: unit.isBypassed)
    }

    private mutating func finishUnit(isUnfiltered: Bool) {
        let qp = quantiser.luma
        quantiser.previous = qp
        let log2Size = unit.log2Size - 2
        Self.fill(&map.qp, Int8(truncatingIfNeeded: qp), unit.x >> 2, unit.y >> 2, log2Size, map.columns)
        if isUnfiltered { Self.fill(&map.bypass, 1, unit.x >> 2, unit.y >> 2, log2Size, map.columns) }
    }

    /// Fills a square of a map.
    @inline(__always)
    private static func fill<Value: FixedWidthInteger>(
        _ values: inout [Value], _ value: Value, _ x: Int, _ y: Int, _ log2Size: Int, _ columns: Int
    ) {
        let size = 1 << log2Size
        for row in y..<y + size {
            for index in row * columns + x..<row * columns + x + size { values[index] = value }
        }
    }

    /// Reads and derives the modes of luma (8.4.2).
    private mutating func readLumaModes() {
        let parts = unit.isSplit ? 4 : 1
        var isPredicted = InlineArray<4, Bool>(repeating: false)
        for part in 0..<parts { isPredicted[part] = engine.bin(ContextModels.previousLumaMode) }
        let log2Size = unit.log2Size - (unit.isSplit ? 1 : 0)
        for part in 0..<parts {
            let x = unit.x + (part & 1) << log2Size
            let y = unit.y + (part >> 1) << log2Size
            let mode: Int
            if isPredicted[part] {
                let index = engine.bypass() ? (engine.bypass() ? 2 : 1) : 0
                mode = likelyModes(x, y)[index]
            } else {
                mode = remainingMode(engine.bypass(5), likelyModes(x, y))
            }
            Self.fill(&lumaModes, UInt8(truncatingIfNeeded: mode), x >> 2, y >> 2, log2Size - 2, map.columns)
        }
    }

    private mutating func likelyModes(_ x: Int, _ y: Int) -> InlineArray<3, Int> {
        let index = (y >> 2) * map.columns + x >> 2
        let left = x > block.x || block.hasLeft ? Int(lumaModes[index - 1]) : 1
        // Modes of the row of coding tree blocks above are not used.
        let above = y > block.y ? Int(lumaModes[index - map.columns]) : 1
        if left == above {
            return left < 2 ? [0, 1, 26] : [left, 2 + (left + 29) % 32, 2 + (left - 1) % 32]
        }
        let third = left != 0 && above != 0 ? 0 : left != 1 && above != 1 ? 1 : 26
        return [left, above, third]
    }

    private func remainingMode(_ value: Int, _ likely: InlineArray<3, Int>) -> Int {
        let low = min(likely[0], likely[1], likely[2])
        let high = max(likely[0], likely[1], likely[2])
        let middle = likely[0] + likely[1] + likely[2] - low - high
        var mode = value
        if mode >= low { mode += 1 }
        if mode >= middle { mode += 1 }
        if mode >= high { mode += 1 }
        return mode
    }

    /// Reads and derives the modes of chroma (8.4.3).
    private mutating func readChromaModes() {
        guard sequence.chroma != .monochrome else { return }
        let parts = unit.isSplit && sequence.chroma == .yuv444 ? 4 : 1
        let half = 1 << (unit.log2Size - 1)
        for part in 0..<parts {
            let x = unit.x + (part & 1) * half
            let y = unit.y + (part >> 1) * half
            let luma = Int(lumaModes[(y >> 2) * map.columns + x >> 2])
            let follows = !engine.bin(ContextModels.chromaMode)
            var mode = luma
            if !follows {
                let choice = engine.bypass(2)
                mode = choice == 0 ? 0 : choice == 1 ? 26 : choice == 2 ? 10 : 1
                if mode == luma { mode = 34 }
            }
            unit.chromaFollowsLuma[part] = follows
            unit.chromaModes[part] = sequence.chroma == .yuv422 ? IntraPredictor.mode422(mode) : mode
        }
    }

    /// Reads samples that are sent as they are (7.3.8.7).
    private mutating func readPulseCode(_ pulseCode: SequenceParameters.PulseCode) {
        var bit = engine.nextByte * 8
        for component in 0..<planes.count {
            let isLuma = component == 0
            let depth = isLuma ? pulseCode.lumaDepth : pulseCode.chromaDepth
            let shift = UInt16((isLuma ? sequence.lumaDepth : sequence.chromaDepth) - depth)
            let log2Width = isLuma ? 0 : sequence.chroma.log2Width
            let log2Height = isLuma ? 0 : sequence.chroma.log2Height
            let stride = planes[component].width
            let columns = 1 << (unit.log2Size - log2Width)
            for row in 0..<1 << (unit.log2Size - log2Height) {
                let start = (unit.y >> log2Height + row) * stride + unit.x >> log2Width
                for index in start..<start + columns {
                    planes[component].samples[index] = engine.rawBits(depth, at: bit) << shift
                    bit += depth
                }
            }
        }
        engine.restart(at: (bit + 7) / 8)
    }
}
