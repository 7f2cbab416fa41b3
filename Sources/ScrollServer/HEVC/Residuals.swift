// Residual blocks: from coefficients to samples (H.265, 7.3.8.11 and 8.6).

/// What reading the coefficients of one block needs to know.
struct CoefficientBlock {
    let component: Int
    let log2Size: Int
    /// 0 diagonal, 1 horizontal, 2 vertical.
    let scan: Int
    /// Neither transformed nor, perhaps, scaled.
    let isRaw: Bool
    let isSkipped: Bool
    let hidesSigns: Bool
    /// Kind of block for `RiceStatistics`, or nil where they are not kept.
    let riceKind: Int?
    var scaling = Scaling()
}

/// How levels become coefficients (H.265, 8.6.4.1).
struct Scaling {
    /// Levels are residuals as they are.
    var isBypassed = false
    var factor: Int64 = 0
    var shift: Int64 = 0
    /// Where the block's scaling list begins, or nil where it is flat, and 16 is in the factor.
    var listStart: Int?
}

extension PictureDecoder {
    /// Reads a block's residual and adds it to the prediction; `x` and `y` are of luma.
    mutating func reconstruct(_ component: Int, _ x: Int, _ y: Int, log2Size: Int, mode: Int, scale: Int) {
        let isLuma = component == 0
        let isBypassed = unit.isBypassed
        let isSkipped =
            picture.canSkipTransform && !isBypassed && log2Size <= picture.log2MaxSkip
            && engine.bin(ContextModels.skipTransform + (isLuma ? 0 : 1))
        let isRaw = isBypassed || isSkipped
        let isStraight = mode == 10 || mode == 26
        let accumulates = sequence.extended.hasImplicitRDPCM && isRaw && isStraight
        let depth = isLuma ? sequence.lumaDepth : sequence.chromaDepth
        for index in 0..<1 << (2 * log2Size) { coefficients[index] = 0 }
        let last = readCoefficients(
            CoefficientBlock(
                component: component, log2Size: log2Size,
                scan: scan(component, log2Size: log2Size, mode: mode), isRaw: isRaw, isSkipped: isSkipped,
                hidesSigns: picture.hidesSigns && !isBypassed && !accumulates,
                riceKind: sequence.extended.hasPersistentRice ? (isLuma ? 0 : 2) + (isRaw ? 1 : 0) : nil,
                scaling: scaling(component, log2Size: log2Size, isSkipped: isSkipped, depth: depth)))
        let rotates = sequence.extended.rotatesSkipped && log2Size == 2
        if isBypassed {
            if rotates { InverseTransform.rotate(&coefficients, log2Size: log2Size) }
        } else if isSkipped {
            InverseTransform.skip(&coefficients, log2Size: log2Size, bitDepth: depth, rotate: rotates)
        } else {
            InverseTransform.transform(
                &coefficients, log2Size: log2Size, isSine: isLuma && log2Size == 2, bitDepth: depth,
                lastColumn: last.column, lastRow: last.row)
        }
        if accumulates { InverseTransform.accumulate(&coefficients, log2Size: log2Size, vertical: mode == 26) }
        if isLuma, picture.hasCrossComponent {
            for index in 0..<1 << (2 * log2Size) { lumaResidual[index] = coefficients[index] }
        } else if scale != 0 {
            addLumaResidual(log2Size: log2Size, scale: scale)
        }
        add(component, x, y, log2Size: log2Size)
    }

    /// Adds a part of luma's residual to that of chroma (7.3.8.12, 8.6.6).
    mutating func addLumaResidual(log2Size: Int, scale: Int) {
        let up = Int64(sequence.chromaDepth)
        let down = Int64(sequence.lumaDepth)
        for index in 0..<1 << (2 * log2Size) {
            let part = (Int64(scale) &* ((Int64(lumaResidual[index]) &<< up) &>> down)) &>> 3
            coefficients[index] &+= Int32(truncatingIfNeeded: part)
        }
    }

    /// Adds the residual to the samples of a plane.
    mutating func add(_ component: Int, _ x: Int, _ y: Int, log2Size: Int) {
        let isLuma = component == 0
        InverseTransform.add(
            coefficients, log2Size: log2Size, to: &planes[component],
            x: isLuma ? x : x >> sequence.chroma.log2Width, y: isLuma ? y : y >> sequence.chroma.log2Height,
            bitDepth: isLuma ? sequence.lumaDepth : sequence.chromaDepth)
    }

    /// The order of coefficients, which follows the direction of prediction in small blocks (7.4.9.11).
    private mutating func scan(_ component: Int, log2Size: Int, mode: Int) -> Int {
        guard log2Size == 2 || log2Size == 3 && (component == 0 || sequence.chroma == .yuv444) else { return 0 }
        return (6...14).contains(mode) ? 2 : (22...30).contains(mode) ? 1 : 0
    }

    private mutating func scaling(_ component: Int, log2Size: Int, isSkipped: Bool, depth: Int) -> Scaling {
        var scaling = Scaling()
        guard !unit.isBypassed else {
            scaling.isBypassed = true
            return scaling
        }
        let qp = quantiser.scaled[component]
        scaling.factor = Int64(CoefficientTables.levelScale[qp % 6]) << Int64(qp / 6)
        scaling.shift = Int64(depth + log2Size - 5)
        if scalingFactors.isEmpty || isSkipped && log2Size > 2 {
            scaling.factor <<= 4
        } else {
            scaling.listStart = ScalingLists.start(log2Size: log2Size, component: component)
        }
        return scaling
    }

    /// Where a block's scan of sub-blocks begins in `CoefficientTables`.
    static func placeOfSubBlocks(_ block: CoefficientBlock) -> Int {
        let log2Count = block.log2Size - 2
        if block.scan > 0 { return (block.scan == 1 ? 85 : 90) + log2Count }
        return ((1 << (2 * log2Count)) - 1) / 3
    }
}
