/// Decodes the slices of one intra picture (H.265, clauses 7.3.8 and 8.6).
///
/// Names follow the standard's syntax. Nothing here throws for each block: damage is noted and asked for after each
/// coding tree block.
struct PictureDecoder {
    let sequence: SequenceParameters
    let picture: PictureParameters
    let layout: PictureLayout
    let scalingFactors: [UInt8]
    var planes: [Plane]
    var map: FilterMap
    var predictor: IntraPredictor
    var engine = ArithmeticDecoder([], from: 0)
    var header: SliceHeader
    var statistics = RiceStatistics()

    /// Luma mode of each 4 × 4 block.
    var lumaModes: [UInt8]
    /// Depth of the coding quadtree of each 8 × 8 block.
    var codingDepths: [UInt8]
    let columnsOf8: Int
    /// Slice of each coding tree block in raster order, or -1 before it is decoded.
    var slices: [Int32]
    var sliceIndex: Int32 = -1
    /// The next block in the order of decoding.
    var nextBlock = 0

    var block: CodingTreeBlock
    var unit = CodingUnit()
    var quantiser = Quantiser()
    var coefficients = [Int32](repeating: 0, count: 1024)
    /// Residuals of luma that chroma is predicted from.
    var lumaResidual = [Int32](repeating: 0, count: 1024)
    /// A rule that a block broke.
    var damage: StaticString?

    private var savedRow: Saved?
    private var savedSegment: Saved?

    /// What a later part of the data goes on with.
    private struct Saved {
        var models: InlineArray<149, UInt8>
        var statistics: RiceStatistics
    }

    /// Takes memory for a picture.
    init(
        sequence: SequenceParameters, picture: PictureParameters, header: SliceHeader
    ) throws(HEVCError) {
        self.sequence = sequence
        self.picture = picture
        self.header = header
        layout = try PictureLayout(sequence: sequence, picture: picture)
        scalingFactors =
            sequence.scalingLists == nil ? [] : (picture.scalingLists ?? sequence.scalingLists)?.factors ?? []
        planes = [Plane(width: sequence.width, height: sequence.height)]
        if sequence.chroma != .monochrome {
            let plane = Plane(
                width: sequence.width >> sequence.chroma.log2Width,
                height: sequence.height >> sequence.chroma.log2Height)
            planes += [plane, plane]
        }
        map = FilterMap(
            FilterMap.Layout(
                width: sequence.width, height: sequence.height, log2CTB: sequence.log2CTB, chroma: sequence.chroma,
                lumaDepth: sequence.lumaDepth, chromaDepth: sequence.chromaDepth, cbQpOffset: picture.cbOffset,
                crQpOffset: picture.crOffset, loopFilterAcrossTiles: picture.filtersAcrossTiles))
        map.tileIndex = layout.tileIndex
        block = CodingTreeBlock(of: sequence)
        predictor = IntraPredictor(
            strongSmoothing: sequence.usesStrongSmoothing,
            isSmoothingDisabled: sequence.extended.isSmoothingDisabled)
        lumaModes = [UInt8](repeating: 1, count: map.columns * map.rows)
        columnsOf8 = (sequence.width + 7) / 8
        codingDepths = [UInt8](repeating: 0, count: columnsOf8 * ((sequence.height + 7) / 8))
        slices = [Int32](repeating: -1, count: layout.columns * layout.rows)
    }

    /// Whether all blocks are decoded.
    var isComplete: Bool { nextBlock == layout.rasterAddresses.count }

    /// Decodes the data of a segment.
    mutating func decode(_ unit: NALUnit, header: SliceHeader, isCancelled: () -> Bool) throws(HEVCError) {
        guard nextBlock < layout.rasterAddresses.count, Int(layout.rasterAddresses[nextBlock]) == header.address else {
            throw .damaged("a slice begins at block \(header.address); \(nextBlock) blocks are decoded")
        }
        self.header = header
        if !header.isDependent {
            guard sliceIndex < 65_535 else { throw .damaged("too many slices") }
            sliceIndex += 1
            var filter = header.filter
            filter.address = nextBlock
            map.sliceParameters.append(filter)
            quantiser.previous = header.qp
        }
        engine = ArithmeticDecoder(unit.bytes, from: header.dataOffset)
        try decodeBlocks(isCancelled: isCancelled)
    }

    private mutating func decodeBlocks(isCancelled: () -> Bool) throws(HEVCError) {
        var isFirst = true
        while true {
            let address = Int(layout.rasterAddresses[nextBlock])
            enterBlock(address)
            if block.column == Int(layout.firstColumn[block.column]), isCancelled() { throw .cancelled }
            startContexts(isFirst: isFirst)
            isFirst = false
            decodeBlock()
            nextBlock += 1
            if let damage { throw .damaged("\(damage)") }
            if engine.isExhausted { throw .damaged("the data of a slice ends early") }

            let column = block.column - Int(layout.firstColumn[block.column])
            if picture.hasWavefronts, column == 1 {
                savedRow = Saved(models: engine.models, statistics: statistics)
            }
            if engine.terminate() { break }
            guard nextBlock < layout.rasterAddresses.count else {
                throw .damaged("a slice goes on beyond the last block")
            }
            if startsPart(Int(layout.rasterAddresses[nextBlock]), after: address) {
                guard engine.terminate() else { throw .damaged("a tile or row of blocks goes on beyond its end") }
                engine.restart(at: engine.nextByte)
            }
        }
        if picture.hasDependentSegments { savedSegment = Saved(models: engine.models, statistics: statistics) }
    }

    /// Whether a block begins a tile, or a row of blocks that is coded apart.
    private func startsPart(_ address: Int, after previous: Int) -> Bool {
        if layout.tileIndex[address] != layout.tileIndex[previous] { return true }
        return picture.hasWavefronts && isFirstInRow(address)
    }

    private func isFirstInRow(_ address: Int) -> Bool {
        let column = address % layout.columns
        return column == Int(layout.firstColumn[column])
    }

    /// Prepares context models at the first block of a segment, a tile or a row (9.3.1).
    private mutating func startContexts(isFirst: Bool) {
        let address = block.address
        let order = nextBlock
        let startsTile =
            order == 0 || layout.tileIndex[Int(layout.rasterAddresses[order - 1])] != layout.tileIndex[address]
        let startsRow = picture.hasWavefronts && isFirstInRow(address)
        guard isFirst || startsTile || startsRow else { return }
        if startsTile {
            resetContexts()
        } else if startsRow {
            if let savedRow, block.hasAboveRight {
                engine.models = savedRow.models
                statistics = savedRow.statistics
            } else {
                resetContexts()
            }
        } else if header.isDependent, let savedSegment {
            engine.models = savedSegment.models
            statistics = savedSegment.statistics
        } else {
            resetContexts()
        }
        if startsTile || startsRow || !header.isDependent { quantiser.previous = header.qp }
        if isFirst, !header.isDependent { quantiser.chromaOffsets = (0, 0) }
        quantiser.setLuma(quantiser.previous, in: self.header, picture: picture, sequence: sequence)
    }

    private mutating func resetContexts() {
        engine.models = ContextModels.initial(qp: header.qp)
        statistics = RiceStatistics()
    }

    /// Notes where a block lies and which blocks beside it may be used (6.4.1).
    private mutating func enterBlock(_ address: Int) {
        let column = address % layout.columns
        let row = address / layout.columns
        block.address = address
        block.column = column
        block.x = column << sequence.log2CTB
        block.y = row << sequence.log2CTB
        block.hasLeft = column > 0 && isUsable(address - 1, from: address)
        block.hasAbove = row > 0 && isUsable(address - layout.columns, from: address)
        block.hasAboveLeft = row > 0 && column > 0 && isUsable(address - layout.columns - 1, from: address)
        block.hasAboveRight =
            row > 0 && column + 1 < layout.columns && isUsable(address - layout.columns + 1, from: address)
        let isDeblocked = !header.isDeblockingDisabled
        block.isDeblocked = isDeblocked
        block.filtersLeft = isDeblocked && column > 0 && isFiltered(address - 1, from: address)
        block.filtersTop = isDeblocked && row > 0 && isFiltered(address - layout.columns, from: address)
        slices[address] = sliceIndex
        map.slices[address] = UInt16(truncatingIfNeeded: sliceIndex)
    }

    private func isUsable(_ neighbour: Int, from address: Int) -> Bool {
        slices[neighbour] == sliceIndex && layout.tileIndex[neighbour] == layout.tileIndex[address]
    }

    /// Whether deblocking goes over the edge to an earlier block.
    private func isFiltered(_ neighbour: Int, from address: Int) -> Bool {
        (header.filter.loopFilterAcrossSlices || slices[neighbour] == sliceIndex)
            && (picture.filtersAcrossTiles || layout.tileIndex[neighbour] == layout.tileIndex[address])
    }

    /// Filters the picture and cuts it to its conformance window (8.7).
    consuming func finish() -> HEVCPicture {
        Deblocking.filter(&planes, map: map)
        if sequence.hasSampleAdaptiveOffset { SampleAdaptiveOffset.filter(&planes, map: map) }
        let columns = sequence.columns
        let rows = sequence.rows
        var cut: [Plane] = []
        for (component, plane) in planes.enumerated() {
            let log2Width = component == 0 ? 0 : sequence.chroma.log2Width
            let log2Height = component == 0 ? 0 : sequence.chroma.log2Height
            cut.append(
                plane.cut(
                    columns: columns.lowerBound >> log2Width..<(columns.upperBound + log2Width) >> log2Width,
                    rows: rows.lowerBound >> log2Height..<(rows.upperBound + log2Height) >> log2Height))
        }
        return HEVCPicture(
            width: columns.count, height: rows.count, chroma: sequence.chroma, lumaDepth: sequence.lumaDepth,
            chromaDepth: sequence.chroma == .monochrome ? sequence.lumaDepth : sequence.chromaDepth, planes: cut,
            colour: sequence.colour)
    }

    private mutating func decodeBlock() {
        if header.filter.saoLuma || header.filter.saoChroma { readSampleAdaptiveOffset() }
        decodeCodingTree(block.x, block.y, log2Size: sequence.log2CTB, depth: 0)
    }
}

extension Plane {
    /// The plane's part in a range of columns and rows.
    fileprivate func cut(columns: Range<Int>, rows: Range<Int>) -> Plane {
        guard columns.count < width || rows.count < height else { return self }
        var part = Plane(width: columns.count, height: rows.count)
        var index = 0
        for row in rows {
            for source in row * width + columns.lowerBound..<row * width + columns.upperBound {
                part.samples[index] = samples[source]
                index += 1
            }
        }
        return part
    }
}
