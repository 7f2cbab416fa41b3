// Decodes the key frame of a lossy WebP, a row of macroblocks at a time (RFC 6386).

/// Decodes the planes of a frame from the top.
///
/// Memory: some hundred bytes for each column of the picture, and a block of each partition.
final class VP8Decoder {
    private static let blockByteCount = 1 << 15
    /// Most bytes that the modes of a macroblock take: 20 trees of at most nine booleans of seven bits.
    private static let modeByteLimit = 200

    let header: VP8Header
    let planes: VP8Planes
    /// Rows at a reduced size, if requested; `planes` are then unused.
    let reduced: VP8ReducedPlanes?
    let macroblockColumns: Int
    let macroblockRows: Int
    /// Rows of macroblocks decoded.
    private(set) var rowCount = 0
    /// File offset where the data ended too early; nil otherwise.
    private(set) var endOffset: Int?

    private let firstPartition: WebPBytes
    private let partitions: [WebPBytes]
    private var modeBits: VP8Bits
    private var partitionBits: [VP8Bits]

    private let coefficients: VP8Coefficients
    private let macroblock = VP8Macroblock()
    private let bottom: VP8Bottom
    private let segmentSteps: [DequantFactors]
    /// Per segment, for macroblocks predicted as a whole and by subblocks.
    private let segmentStrengths: [(whole: VP8FilterStrength, subblocks: VP8FilterStrength)]
    /// Filter strengths of the current row's macroblocks.
    private let strengths: WebPMemory<VP8FilterStrength>
    /// Subblock modes above (four per macroblock), then those to the left, then the current macroblock's own.
    private let modes: WebPMemory<UInt8>
    /// Whether the blocks above have coefficients.
    ///
    /// For each macroblock 4 of luma, 2 of each chroma and the second-order block; then those to the left.
    private let contexts: WebPMemory<UInt8>
    private let subblockModes: WebPMemory<UInt8>

    /// Reads the frame's header.
    ///
    /// - Parameters:
    ///   - source: the file.
    ///   - range: the frame as file offsets; it may end beyond the file's end.
    ///   - denominator: 4 or 8 to divide the sides of the rows by that; else 1.
    /// - Throws: `ImageError` where the header or the partitions are damaged or unsupported.
    init(_ source: ByteSource, range: Range<Int>, denominator: Int = 1) throws(ImageError) {
        let offset = range.lowerBound
        var header = try VP8Header(
            lead: source.bytes(at: offset, count: min(VP8Header.leadByteCount, range.count)), offset: offset)
        let firstStart = offset + VP8Header.leadByteCount
        let firstEnd = firstStart + header.firstPartitionByteCount
        guard firstEnd <= range.upperBound else {
            throw .damaged("the first partition is longer than the frame", offset: offset)
        }
        // A macroblock takes at least two booleans, each possibly a fraction of a bit: data length does not bound the
        // size.
        firstPartition = WebPBytes(source, range: firstStart..<firstEnd, blockByteCount: Self.blockByteCount)
        modeBits = VP8Bits(firstPartition)
        header.read(&modeBits, firstPartition)
        guard !modeBits.isExhausted(firstPartition) else {
            throw .damaged("the frame ends inside its header", offset: min(firstEnd, source.count))
        }
        self.header = header

        // §9.5: the lengths of all partitions but the last, which extends to the end.
        let lengthByteCount = 3 * (header.partitionCount - 1)
        let lengths = source.bytes(at: firstEnd, count: lengthByteCount)
        guard lengths.count == lengthByteCount, firstEnd + lengthByteCount <= range.upperBound else {
            throw .damaged("the frame ends before its second partition", offset: min(firstEnd, source.count))
        }
        var start = firstEnd + lengthByteCount
        var partitions: [WebPBytes] = []
        for index in 0..<header.partitionCount {
            var end = range.upperBound
            if index < header.partitionCount - 1 {
                let length =
                    Int(lengths[3 * index]) | Int(lengths[3 * index + 1]) << 8 | Int(lengths[3 * index + 2]) << 16
                end = min(end, start + length)
            }
            partitions.append(WebPBytes(source, range: start..<end, blockByteCount: Self.blockByteCount))
            start = end
        }
        self.partitions = partitions
        partitionBits = partitions.map { VP8Bits($0) }

        macroblockColumns = (header.width + 15) / 16
        macroblockRows = (header.height + 15) / 16
        reduced =
            denominator > 1
            ? VP8ReducedPlanes(width: header.width, height: header.height, denominator: denominator) : nil
        planes = VP8Planes(macroblockColumns: reduced == nil ? macroblockColumns : 0)
        bottom = VP8Bottom(macroblockColumns: macroblockColumns)
        coefficients = VP8Coefficients(header.coefficients)
        segmentSteps = (0..<4).map { DequantFactors(header, segment: $0) }
        segmentStrengths = (0..<4).map {
            (
                VP8FilterStrength(header, segment: $0, isBySubblocks: false),
                VP8FilterStrength(header, segment: $0, isBySubblocks: true)
            )
        }
        strengths = WebPMemory(count: macroblockColumns, repeating: VP8FilterStrength())
        modes = WebPMemory(count: 4 * macroblockColumns + 20, repeating: VP8SubblockMode.dc.rawValue)
        contexts = WebPMemory(count: 9 * (macroblockColumns + 1), repeating: 0)
        subblockModes = WebPMemory(count: VP8Tables.subblockModes.count, repeating: 0)
        for (index, probability) in VP8Tables.subblockModes.enumerated() { subblockModes[index] = probability }
    }

    /// Decodes the next row of macroblocks into the planes and filters it.
    ///
    /// - Returns: false where there is none, or the data ends before its last macroblock.
    func decodeRow() -> Bool {
        guard rowCount < macroblockRows, endOffset == nil else { return false }
        if reduced == nil { planes.advance() }
        let partition = rowCount & (header.partitionCount - 1)
        // Local copies stay in registers.
        var (modeBits, bits) = (self.modeBits, partitionBits[partition])
        macroblock.beginRow(isFirst: rowCount == 0)
        for index in 0..<9 { contexts[9 * macroblockColumns + index] = 0 }
        for index in 0..<4 { modes[4 * macroblockColumns + index] = VP8SubblockMode.dc.rawValue }
        for column in 0..<macroblockColumns {
            modeBits.prepare(firstPartition, byteCount: Self.modeByteLimit)
            bits.prepare(partitions[partition], byteCount: VP8Coefficients.macroblockByteLimit)
            decode(column, &modeBits, &bits)
        }
        self.modeBits = modeBits
        partitionBits[partition] = bits
        for (bits, bytes) in [(modeBits, firstPartition), (bits, partitions[partition])] where bits.isExhausted(bytes) {
            endOffset = bytes.fileOffset
            return false
        }
        if reduced == nil { filterRow() }
        rowCount += 1
        return true
    }

    @inline(__always)
    private func decode(_ column: Int, _ modeBits: inout VP8Bits, _ bits: inout VP8Bits) {
        var segment = 0
        if let tree = header.segmentTree {
            segment = modeBits.bit(tree[0]) ? 2 &+ modeBits.number(tree[2]) : modeBits.number(tree[1])
        }
        var isSkipped = false
        if let probability = header.skipProbability { isSkipped = modeBits.bit(probability) }
        let own = unsafe modes.pointer + (4 &* macroblockColumns &+ 4)
        let lumaMode = unsafe readLumaMode(&modeBits, column, own)
        let chromaMode = Self.readChromaMode(&modeBits)

        if column > 0 { macroblock.moveRight() }
        if rowCount > 0 {
            unsafe macroblock.setAbove(
                y: bottom.y + 16 &* column, u: bottom.u + 8 &* column, v: bottom.v + 8 &* column,
                isLast: column == macroblockColumns &- 1)
        }
        let isEmpty = readCoefficients(&bits, column, segment, isBySubblocks: lumaMode == nil, isSkipped: isSkipped)
        if let lumaMode {
            macroblock.makeLuma(lumaMode, hasAbove: rowCount > 0, hasLeft: column > 0)
        } else {
            unsafe macroblock.makeLuma(own)
        }
        macroblock.makeChroma(chromaMode, hasAbove: rowCount > 0, hasLeft: column > 0)
        if let reduced {
            macroblock.store(in: reduced, column: column, row: rowCount, bottom: bottom)
            return
        }
        macroblock.store(in: planes, column: column, bottom: bottom)

        var strength = lumaMode == nil ? segmentStrengths[segment].subblocks : segmentStrengths[segment].whole
        if !isEmpty { strength.hasInnerEdges = true }
        unsafe strengths.pointer[column] = strength
    }

    // MARK: Modes

    /// Reads the mode of a macroblock's luma; nil where each subblock has its own, stored in `own` (§11.2, §11.3).
    @inline(__always)
    private func readLumaMode(
        _ reader: inout VP8Bits, _ column: Int, _ own: UnsafeMutablePointer<UInt8>
    ) -> VP8BlockMode? {
        // A local copy stays in registers.
        var bits = reader
        defer { reader = bits }
        let above = unsafe modes.pointer + 4 &* column
        let left = unsafe modes.pointer + 4 &* macroblockColumns
        if bits.bit(145) {
            let mode: VP8BlockMode
            if bits.bit(156) {
                mode = bits.bit(128) ? .trueMotion : .horizontal
            } else {
                mode = bits.bit(163) ? .vertical : .dc
            }
            // Implied modes serve as contexts of neighbouring subblocks.
            let implied: VP8SubblockMode =
                switch mode {
                case .dc: .dc
                case .vertical: .vertical
                case .horizontal: .horizontal
                case .trueMotion: .trueMotion
                }
            unsafe above.update(repeating: implied.rawValue, count: 4)
            unsafe left.update(repeating: implied.rawValue, count: 4)
            return mode
        }
        for row in 0..<4 {
            var previous = unsafe left[row]
            for place in 0..<4 {
                // Both modes are below 10.
                let mode = unsafe Self.readSubblockMode(
                    &bits, subblockModes.pointer + 9 &* (10 &* Int(above[place]) &+ Int(previous)))
                unsafe above[place] = mode
                unsafe own[4 &* row &+ place] = mode
                previous = mode
            }
            unsafe left[row] = previous
        }
        return nil
    }

    @inline(__always)
    private static func readSubblockMode(_ bits: inout VP8Bits, _ tree: UnsafeMutablePointer<UInt8>) -> UInt8 {
        let mode: VP8SubblockMode
        if unsafe !bits.bit(tree[0]) {
            mode = .dc
        } else if unsafe !bits.bit(tree[1]) {
            mode = .trueMotion
        } else if unsafe !bits.bit(tree[2]) {
            mode = .vertical
        } else if unsafe !bits.bit(tree[3]) {
            if unsafe !bits.bit(tree[4]) {
                mode = .horizontal
            } else {
                mode = unsafe bits.bit(tree[5]) ? .verticalRight : .rightDown
            }
        } else if unsafe !bits.bit(tree[6]) {
            mode = .leftDown
        } else if unsafe !bits.bit(tree[7]) {
            mode = .verticalLeft
        } else {
            mode = unsafe bits.bit(tree[8]) ? .horizontalUp : .horizontalDown
        }
        return mode.rawValue
    }

    @inline(__always)
    private static func readChromaMode(_ bits: inout VP8Bits) -> VP8BlockMode {
        if !bits.bit(142) { return .dc }
        if !bits.bit(114) { return .vertical }
        return bits.bit(183) ? .trueMotion : .horizontal
    }

    // MARK: Coefficients

    /// Reads all coefficients of a macroblock (§13).
    ///
    /// - Returns: whether there are none.
    @inline(__always)
    private func readCoefficients(
        _ bits: inout VP8Bits, _ column: Int, _ segment: Int, isBySubblocks: Bool, isSkipped: Bool
    ) -> Bool {
        let above = unsafe contexts.pointer + 9 &* column
        let left = unsafe contexts.pointer + 9 &* macroblockColumns
        let contents = unsafe macroblock.contents
        if isSkipped {
            // A macroblock without a second-order block leaves that block's context unchanged.
            let count = isBySubblocks ? 8 : 9
            unsafe above.update(repeating: 0, count: count)
            unsafe left.update(repeating: 0, count: count)
            unsafe contents.update(repeating: 0, count: 24)
            return true
        }
        let steps = segmentSteps[segment]
        macroblock.clearCoefficients()
        let blocks = unsafe macroblock.coefficients
        var first = 0
        var kind = VP8Coefficients.Kind.lumaWithDC
        if !isBySubblocks {
            let end = unsafe coefficients.read(
                &bits, .secondOrder, context: Int(above[8] &+ left[8]), first: 0, steps: steps.y2, into: blocks + 384)
            let isThere: UInt8 = end > 0 ? 1 : 0
            unsafe above[8] = isThere
            unsafe left[8] = isThere
            if end > 0 { unsafe VP8Transform.inverseWalshHadamard(blocks + 384, into: blocks) }
            first = 1
            kind = .lumaWithoutDC
        }
        var all: UInt8 = 0
        for block in 0..<16 {
            let (row, place) = (block &>> 2, block & 3)
            let values = unsafe blocks + 16 &* block
            let end = unsafe coefficients.read(
                &bits, kind, context: Int(above[place] &+ left[row]), first: first, steps: steps.y1, into: values)
            let isThere: UInt8 = end > first ? 1 : 0
            unsafe above[place] = isThere
            unsafe left[row] = isThere
            let content: UInt8 = unsafe end > 1 ? 2 : values[0] != 0 ? 1 : 0
            unsafe contents[block] = content
            all |= content
        }
        for block in 16..<24 {
            let base = block < 20 ? 4 : 6
            let (row, place) = (base &+ (block &>> 1) & 1, base &+ block & 1)
            let values = unsafe blocks + 16 &* block
            let end = unsafe coefficients.read(
                &bits, .chroma, context: Int(above[place] &+ left[row]), first: 0, steps: steps.uv, into: values)
            let isThere: UInt8 = end > 0 ? 1 : 0
            unsafe above[place] = isThere
            unsafe left[row] = isThere
            let content: UInt8 = unsafe end > 1 ? 2 : values[0] != 0 ? 1 : 0
            unsafe contents[block] = content
            all |= content
        }
        return all == 0
    }

    // MARK: Filter

    /// Filters the row of macroblocks and, across its upper edge, the end of the row above (§15.1).
    private func filterRow() {
        guard header.filterLevel > 0 else { return }
        for column in 0..<macroblockColumns {
            let strength = unsafe strengths.pointer[column]
            guard strength.edgeLimit > 0 else { continue }
            let y = unsafe planes.y + (VP8Planes.lumaAbove &* planes.lumaStride &+ 16 &* column)
            if header.isSimpleFilter {
                unsafe filterSimply(y, strength, hasLeft: column > 0)
            } else {
                unsafe filterLuma(y, strength, hasLeft: column > 0)
                let chroma = VP8Planes.chromaAbove &* planes.chromaStride &+ 8 &* column
                unsafe filterChroma(planes.u + chroma, strength, hasLeft: column > 0)
                unsafe filterChroma(planes.v + chroma, strength, hasLeft: column > 0)
            }
        }
    }

    private func filterLuma(_ y: UnsafeMutablePointer<UInt8>, _ strength: VP8FilterStrength, hasLeft: Bool) {
        let stride = planes.lumaStride
        for half in 0..<2 {
            let start = unsafe y + 8 &* half &* stride
            if hasLeft { unsafe VP8LoopFilter.filterLeft(start, stride: stride, strength, isOuter: true) }
            guard strength.hasInnerEdges else { continue }
            for column in 1..<4 {
                unsafe VP8LoopFilter.filterLeft(start + 4 &* column, stride: stride, strength, isOuter: false)
            }
        }
        for half in 0..<2 {
            let start = unsafe y + 8 &* half
            if rowCount > 0 { unsafe VP8LoopFilter.filterAbove(start, stride: stride, strength, isOuter: true) }
            guard strength.hasInnerEdges else { continue }
            for row in 1..<4 {
                unsafe VP8LoopFilter.filterAbove(start + 4 &* row &* stride, stride: stride, strength, isOuter: false)
            }
        }
    }

    private func filterChroma(_ plane: UnsafeMutablePointer<UInt8>, _ strength: VP8FilterStrength, hasLeft: Bool) {
        let stride = planes.chromaStride
        if hasLeft { unsafe VP8LoopFilter.filterLeft(plane, stride: stride, strength, isOuter: true) }
        if strength.hasInnerEdges {
            unsafe VP8LoopFilter.filterLeft(plane + 4, stride: stride, strength, isOuter: false)
        }
        if rowCount > 0 { unsafe VP8LoopFilter.filterAbove(plane, stride: stride, strength, isOuter: true) }
        if strength.hasInnerEdges {
            unsafe VP8LoopFilter.filterAbove(plane + 4 &* stride, stride: stride, strength, isOuter: false)
        }
    }

    private func filterSimply(_ y: UnsafeMutablePointer<UInt8>, _ strength: VP8FilterStrength, hasLeft: Bool) {
        let stride = planes.lumaStride
        let (outer, inner) = (strength.edgeLimit &+ 4, strength.edgeLimit)
        for half in 0..<2 {
            let start = unsafe y + 8 &* half &* stride
            if hasLeft { unsafe VP8LoopFilter.filterLeftSimply(start, stride: stride, limit: outer) }
            guard strength.hasInnerEdges else { continue }
            for column in 1..<4 {
                unsafe VP8LoopFilter.filterLeftSimply(start + 4 &* column, stride: stride, limit: inner)
            }
        }
        for half in 0..<2 {
            let start = unsafe y + 8 &* half
            if rowCount > 0 { unsafe VP8LoopFilter.filterAboveSimply(start, stride: stride, limit: outer) }
            guard strength.hasInnerEdges else { continue }
            for row in 1..<4 {
                unsafe VP8LoopFilter.filterAboveSimply(start + 4 &* row &* stride, stride: stride, limit: inner)
            }
        }
    }
}
