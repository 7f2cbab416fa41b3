// Decodes the key frame of a lossy WebP, a row of macroblocks at a time (RFC 6386).

import Pixels
import Platform

/// Decodes the planes of a frame from the top.
///
/// Memory: some hundred bytes for each column of the picture, and a block of each partition.
struct VP8Decoder {
    private static let blockByteCount = 1 << 15
    /// Most bytes that the modes of a macroblock take: 20 trees of at most nine booleans of seven bits.
    private static let modeByteLimit = 200

    let header: VP8Header
    private(set) var planes: VP8Planes
    /// Rows at a reduced size, if requested; `planes` are then unused.
    private(set) var reduced: VP8ReducedPlanes?
    let macroblockColumns: Int
    let macroblockRows: Int
    /// Rows of macroblocks decoded.
    private(set) var rowCount = 0
    /// File offset where the data ended too early; nil otherwise.
    private(set) var endOffset: Int?

    private var firstPartition: WebPBytes
    private var partitions: [WebPBytes]
    private var modeBits = VP8Bits()
    private var partitionBits: [VP8Bits]

    private let coefficients: VP8Coefficients
    private var macroblock = VP8Macroblock()
    private var bottom: VP8Bottom
    private let segmentSteps: [DequantFactors]
    /// Per segment, for macroblocks predicted as a whole and by subblocks.
    private let segmentStrengths: [(whole: VP8FilterStrength, subblocks: VP8FilterStrength)]
    /// Filter strengths of the current row's macroblocks.
    private var strengths: [VP8FilterStrength]
    /// Subblock modes above (four per macroblock), then those to the left, then the current macroblock's own.
    private var modes: [UInt8]
    /// Whether the blocks above have coefficients.
    ///
    /// For each macroblock 4 of luma, 2 of each chroma and the second-order block; then those to the left.
    private var contexts: [UInt8]

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
        header.read(&modeBits, &firstPartition)
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
        partitions = []
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
        partitionBits = [VP8Bits](repeating: VP8Bits(), count: partitions.count)

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
        strengths = [VP8FilterStrength](repeating: VP8FilterStrength(), count: macroblockColumns)
        modes = [UInt8](repeating: VP8SubblockMode.dc.rawValue, count: 4 * macroblockColumns + 20)
        contexts = [UInt8](repeating: 0, count: 9 * (macroblockColumns + 1))
    }

    /// Decodes the next row of macroblocks into the planes and filters it.
    ///
    /// - Returns: false where there is none, or the data ends before its last macroblock.
    mutating func decodeRow() -> Bool {
        guard rowCount < macroblockRows, endOffset == nil else { return false }
        if reduced == nil { planes.advance() }
        let partition = rowCount & (header.partitionCount - 1)
        // Local copies stay in registers.
        var (modeBits, bits) = (self.modeBits, partitionBits[partition])
        var (modeBytes, bytes) = (firstPartition, partitions[partition])
        macroblock.beginRow(isFirst: rowCount == 0)
        for index in 0..<9 { contexts[9 * macroblockColumns + index] = 0 }
        for index in 0..<4 { modes[4 * macroblockColumns + index] = VP8SubblockMode.dc.rawValue }
        for column in 0..<macroblockColumns {
            modeBits.prepare(&modeBytes, byteCount: Self.modeByteLimit)
            bits.prepare(&bytes, byteCount: VP8Coefficients.macroblockByteLimit)
            decode(column, &modeBits, modeBytes.block.span, &bits, bytes.block.span)
        }
        (self.modeBits, partitionBits[partition]) = (modeBits, bits)
        (firstPartition, partitions[partition]) = (modeBytes, bytes)
        for (bits, bytes) in [(modeBits, modeBytes), (bits, bytes)] where bits.isExhausted(bytes) {
            endOffset = bytes.fileOffset
            return false
        }
        if reduced == nil, header.filterLevel > 0 {
            Self.filter(&planes, strengths, isSimple: header.isSimpleFilter, hasAbove: rowCount > 0)
        }
        rowCount += 1
        return true
    }

    /// Decodes a macroblock, whose modes and coefficients come from the two blocks of bytes.
    @inline(__always)
    private mutating func decode(
        _ column: Int, _ modeBits: inout VP8Bits, _ modeBytes: Span<UInt8>, _ bits: inout VP8Bits, _ bytes: Span<UInt8>
    ) {
        var segment = 0
        if let tree = header.segmentTree {
            segment =
                modeBits.bit(modeBytes, tree[0])
                ? 2 &+ modeBits.number(modeBytes, tree[2]) : modeBits.number(modeBytes, tree[1])
        }
        var isSkipped = false
        if let probability = header.skipProbability { isSkipped = modeBits.bit(modeBytes, probability) }
        let lumaMode = Self.readLumaMode(&modeBits, modeBytes, &modes, column)
        let chromaMode = Self.readChromaMode(&modeBits, modeBytes)
        let (hasAbove, hasLeft) = (rowCount > 0, column > 0)

        if hasLeft { macroblock.moveRight() }
        if hasAbove { macroblock.setAbove(bottom, column: column, isLast: column == macroblockColumns &- 1) }
        let isEmpty: Bool
        if isSkipped {
            isEmpty = true
            // A macroblock without a second-order block leaves that block's context unchanged.
            for index in 0..<(lumaMode == nil ? 8 : 9) {
                contexts[9 &* column &+ index] = 0
                contexts[9 &* macroblockColumns &+ index] = 0
            }
            macroblock.clearContents()
        } else {
            isEmpty = coefficients.readMacroblock(
                &bits, bytes, segmentSteps[segment], isBySubblocks: lumaMode == nil, contexts: &contexts,
                column: column, into: &macroblock.residual)
        }
        macroblock.make(luma: lumaMode, modes, chroma: chromaMode, hasAbove: hasAbove, hasLeft: hasLeft)
        macroblock.storeBottom(&bottom, column: column)
        if reduced != nil {
            macroblock.store(in: &reduced, column: column, row: rowCount)
            return
        }
        macroblock.store(in: &planes, column: column)

        var strength = lumaMode == nil ? segmentStrengths[segment].subblocks : segmentStrengths[segment].whole
        if !isEmpty { strength.hasInnerEdges = true }
        strengths[column] = strength
    }

    // MARK: Modes

    /// Reads the mode of a macroblock's luma; nil where each subblock has its own, the last 16 of `modes` (§11.2, §11.3).
    @inline(__always)
    private static func readLumaMode(
        _ reader: inout VP8Bits, _ bytes: Span<UInt8>, _ modes: inout [UInt8], _ column: Int
    ) -> VP8BlockMode? {
        // A local copy stays in registers.
        var bits = reader
        defer { reader = bits }
        var modes = modes.mutableSpan
        let (above, left) = (4 &* column, modes.count &- 20)
        if bits.bit(bytes, 145) {
            let mode: VP8BlockMode
            if bits.bit(bytes, 156) {
                mode = bits.bit(bytes, 128) ? .trueMotion : .horizontal
            } else {
                mode = bits.bit(bytes, 163) ? .vertical : .dc
            }
            // Implied modes serve as contexts of neighbouring subblocks.
            let implied: VP8SubblockMode =
                switch mode {
                case .dc: .dc
                case .vertical: .vertical
                case .horizontal: .horizontal
                case .trueMotion: .trueMotion
                }
            modes.store(SIMD4(repeating: implied.rawValue), at: above)
            modes.store(SIMD4(repeating: implied.rawValue), at: left)
            return mode
        }
        let table = VP8Tables.subblockModes
        let trees = table.span
        for row in 0..<4 {
            var previous = modes[left &+ row]
            for column in 0..<4 {
                let tree = 9 &* (10 &* Int(modes[above &+ column]) &+ Int(previous))
                let mode = Self.readSubblockMode(&bits, bytes, trees, tree).rawValue
                modes[above &+ column] = mode
                modes[left &+ 4 &+ 4 &* row &+ column] = mode
                previous = mode
            }
            modes[left &+ row] = previous
        }
        return nil
    }

    /// Reads a mode by the tree at `start` of `trees`.
    @inline(__always)
    private static func readSubblockMode(
        _ bits: inout VP8Bits, _ bytes: Span<UInt8>, _ trees: Span<UInt8>, _ start: Int
    ) -> VP8SubblockMode {
        if !bits.bit(bytes, trees[start]) { return .dc }
        if !bits.bit(bytes, trees[start &+ 1]) { return .trueMotion }
        if !bits.bit(bytes, trees[start &+ 2]) { return .vertical }
        if !bits.bit(bytes, trees[start &+ 3]) {
            if !bits.bit(bytes, trees[start &+ 4]) { return .horizontal }
            return bits.bit(bytes, trees[start &+ 5]) ? .verticalRight : .rightDown
        }
        if !bits.bit(bytes, trees[start &+ 6]) { return .leftDown }
        if !bits.bit(bytes, trees[start &+ 7]) { return .verticalLeft }
        return bits.bit(bytes, trees[start &+ 8]) ? .horizontalUp : .horizontalDown
    }

    @inline(__always)
    private static func readChromaMode(_ bits: inout VP8Bits, _ bytes: Span<UInt8>) -> VP8BlockMode {
        if !bits.bit(bytes, 142) { return .dc }
        if !bits.bit(bytes, 114) { return .vertical }
        return bits.bit(bytes, 183) ? .trueMotion : .horizontal
    }

    // MARK: Filter

    /// Filters a row of macroblocks and, across its upper edge, the end of the row above (§15.1).
    private static func filter(
        _ planes: inout VP8Planes, _ strengths: [VP8FilterStrength], isSimple: Bool, hasAbove: Bool
    ) {
        let (luma, chroma) = (planes.lumaStride, planes.chromaStride)
        let (u, v) = (planes.u &+ VP8Planes.chromaAbove &* chroma, planes.v &+ VP8Planes.chromaAbove &* chroma)
        var samples = planes.samples.mutableSpan
        for (column, strength) in strengths.enumerated() where strength.edgeLimit > 0 {
            let edges = VP8LoopFilter.Edges(
                strength: strength, isSimple: isSimple, hasAbove: hasAbove, hasLeft: column > 0)
            edges.filter(&samples, at: VP8Planes.lumaAbove &* luma &+ 16 &* column, stride: luma, size: 16)
            if isSimple { continue }
            edges.filter(&samples, at: u &+ 8 &* column, stride: chroma, size: 8)
            edges.filter(&samples, at: v &+ 8 &* column, stride: chroma, size: 8)
        }
    }
}
