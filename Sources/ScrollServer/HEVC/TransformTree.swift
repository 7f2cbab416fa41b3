// The tree of transforms of a coding unit (H.265, 7.3.8.8 to 7.3.8.10, 7.3.8.12 and 7.3.8.14).
extension PictureDecoder {
    mutating func decodeTransformTree(_ node: TransformNode) {
        let log2Size = node.log2Size
        let isForced = unit.isSplit && node.depth == 0
        let isSplit: Bool
        if log2Size <= sequence.log2MaxTransform, log2Size > sequence.log2MinTransform,
            node.depth < unit.maximumDepth, !isForced
        {
            isSplit = engine.bin(ContextModels.splitTransform + 5 - log2Size)
        } else {
            isSplit = log2Size > sequence.log2MaxTransform || isForced
        }
        var node = node
        if sequence.chroma != .monochrome, log2Size > 2 || sequence.chroma == .yuv444 {
            let isDouble = sequence.chroma == .yuv422 && (!isSplit || log2Size == 3)
            node.cb = readCodedChroma(node.cb, depth: node.depth, isDouble: isDouble)
            node.cr = readCodedChroma(node.cr, depth: node.depth, isDouble: isDouble)
        }
        guard isSplit else {
            decodeTransformUnit(node, isLumaCoded: engine.bin(ContextModels.codedLuma + (node.depth == 0 ? 1 : 0)))
            return
        }
        let half = 1 << (log2Size - 1)
        for index in 0..<4 {
            decodeTransformTree(
                TransformNode(
                    x: node.x + (index & 1) * half, y: node.y + (index >> 1) * half, baseX: node.x, baseY: node.y,
                    log2Size: log2Size - 1, depth: node.depth + 1, index: index, cb: node.cb, cr: node.cr))
        }
    }

    private mutating func readCodedChroma(_ parent: Int, depth: Int, isDouble: Bool) -> Int {
        guard parent != 0 else { return 0 }
        var flags = engine.binValue(ContextModels.codedChroma + depth)
        if isDouble { flags |= engine.binValue(ContextModels.codedChroma + depth) << 1 }
        return flags
    }

    private mutating func decodeTransformUnit(_ node: TransformNode, isLumaCoded: Bool) {
        let isChromaCoded = node.cb | node.cr != 0
        if isLumaCoded || isChromaCoded { readQuantiser(isChromaCoded: isChromaCoded) }
        markEdges(node.x, node.y, log2Size: node.log2Size)
        let mode = Int(lumaModes[(node.y >> 2) * map.columns + node.x >> 2])
        predict(0, node.x, node.y, log2Size: node.log2Size, mode: mode)
        if isLumaCoded { reconstruct(0, node.x, node.y, log2Size: node.log2Size, mode: mode, scale: 0) }
        guard sequence.chroma != .monochrome else { return }
        if node.log2Size > 2 || sequence.chroma == .yuv444 {
            let part = sequence.chroma == .yuv444 ? unit.part(node.x, node.y) : 0
            let log2Size = node.log2Size - (sequence.chroma == .yuv444 ? 0 : 1)
            let isPredicted = picture.hasCrossComponent && isLumaCoded && unit.chromaFollowsLuma[part]
            for component in 1...2 {
                let scale = isPredicted ? readResidualScale(component - 1) : 0
                decodeChroma(
                    component, node.x, node.y, log2Size: log2Size, coded: component == 1 ? node.cb : node.cr,
                    mode: unit.chromaModes[part], scale: scale)
            }
        } else if node.index == 3 {
            for component in 1...2 {
                decodeChroma(
                    component, node.baseX, node.baseY, log2Size: 2, coded: component == 1 ? node.cb : node.cr,
                    mode: unit.chromaModes[0], scale: 0)
            }
        }
    }

    /// Predicts and reconstructs a chroma block, or both blocks of 4:2:2.
    private mutating func decodeChroma(
        _ component: Int, _ x: Int, _ y: Int, log2Size: Int, coded: Int, mode: Int, scale: Int
    ) {
        for part in 0..<(sequence.chroma == .yuv422 ? 2 : 1) {
            let partY = y + part << log2Size
            predict(component, x, partY, log2Size: log2Size, mode: mode)
            if coded >> part & 1 != 0 {
                reconstruct(component, x, partY, log2Size: log2Size, mode: mode, scale: scale)
            } else if scale != 0 {
                for index in 0..<1 << (2 * log2Size) { coefficients[index] = 0 }
                addLumaResidual(log2Size: log2Size, scale: scale)
                add(component, x, partY, log2Size: log2Size)
            }
        }
    }

    private mutating func predict(_ component: Int, _ x: Int, _ y: Int, log2Size: Int, mode: Int) {
        let log2Width = component == 0 ? 0 : sequence.chroma.log2Width
        let log2Height = component == 0 ? 0 : sequence.chroma.log2Height
        let neighbours = block.neighbours(
            x, y, log2Size: log2Size, log2Width: log2Width, log2Height: log2Height)
        predictor.predict(
            &planes[component], x: x >> log2Width, y: y >> log2Height, log2Size: log2Size, mode: mode,
            component: component, filtersLikeLuma: sequence.chroma == .yuv444,
            withoutEdgeFilter: sequence.extended.hasImplicitRDPCM && unit.isBypassed,
            neighbours: neighbours,
            bitDepth: component == 0 ? sequence.lumaDepth : sequence.chromaDepth)
    }

    /// Marks the left and top sides of a block for deblocking (8.7.2.3).
    mutating func markEdges(_ x: Int, _ y: Int, log2Size: Int) {
        let count = 1 << (log2Size - 2)
        let index = (y >> 2) * map.columns + x >> 2
        if x & 7 == 0, x > block.x ? block.isDeblocked : block.filtersLeft {
            for row in 0..<count { map.edges[index + row * map.columns] |= 1 }
        }
        if y & 7 == 0, y > block.y ? block.isDeblocked : block.filtersTop {
            for column in 0..<count { map.edges[index + column] |= 2 }
        }
    }

    private mutating func readQuantiser(isChromaCoded: Bool) {
        if picture.hasQPDelta, !quantiser.isDeltaCoded { readQuantiserDelta() }
        guard header.choosesChromaOffsets, isChromaCoded, !unit.isBypassed, !quantiser.isChromaOffsetCoded else {
            return
        }
        quantiser.isChromaOffsetCoded = true
        quantiser.chromaOffsets = (0, 0)
        if engine.bin(ContextModels.chromaOffsetFlag) {
            var index = 0
            while index + 1 < picture.chromaOffsets.count, engine.bin(ContextModels.chromaOffsetIndex) { index += 1 }
            quantiser.chromaOffsets = picture.chromaOffsets[index]
        }
        quantiser.setChroma(in: header, picture: picture, sequence: sequence)
    }

    /// Reads `cu_qp_delta_abs` and its sign (9.3.3.10), and sets the quantiser (8.6.1).
    private mutating func readQuantiserDelta() {
        quantiser.isDeltaCoded = true
        var delta = 0
        while delta < 5, engine.bin(ContextModels.qpDelta + (delta == 0 ? 0 : 1)) { delta += 1 }
        if delta == 5 {
            var order = 0
            while order < 7, engine.bypass() {
                delta += 1 << order
                order += 1
            }
            delta += engine.bypass(order)
        }
        if delta != 0, engine.bypass() { delta = -delta }
        let offset = 6 * (sequence.lumaDepth - 8)
        guard (-26 - offset / 2...25 + offset / 2).contains(delta) else {
            damage = "the change of a quantiser is out of range"
            return
        }
        let value = (quantiser.predicted + delta + 52 + 2 * offset) % (52 + offset) - offset
        quantiser.setLuma(value, in: header, picture: picture, sequence: sequence)
    }

    /// Reads `log2_res_scale_abs_plus1` and its sign: how much of luma's residual chroma takes, in eighths.
    private mutating func readResidualScale(_ component: Int) -> Int {
        var size = 0
        while size < 4, engine.bin(ContextModels.residualScale + 4 * component + size) { size += 1 }
        guard size > 0 else { return 0 }
        let isNegative = engine.bin(ContextModels.residualScaleSign + component)
        return isNegative ? -(1 << (size - 1)) : 1 << (size - 1)
    }
}
