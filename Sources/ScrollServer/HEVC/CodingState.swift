/// Where the current coding tree block lies, and what may be used beside it.
struct CodingTreeBlock {
    var address = 0
    var column = 0
    var x = 0
    var y = 0
    var hasLeft = false
    var hasAbove = false
    var hasAboveLeft = false
    var hasAboveRight = false
    var isDeblocked = false
    var filtersLeft = false
    var filtersTop = false
    /// Luma columns and rows of any such block, and of the picture.
    let size: Int
    let pictureWidth: Int
    let pictureHeight: Int

    init(of sequence: SequenceParameters) {
        size = 1 << sequence.log2CTB
        pictureWidth = sequence.width
        pictureHeight = sequence.height
    }

    /// Tells which samples around a block are decoded and may be used (6.4.1, 8.4.4.2.2).
    func neighbours(
        _ x: Int, _ y: Int, log2Size: Int, log2Width: Int, log2Height: Int
    ) -> IntraNeighbours {
        let width = 1 << (log2Size + log2Width)
        let height = 1 << (log2Size + log2Height)
        let blockX = x - self.x
        let blockY = y - self.y
        let order = Self.order(blockX, blockY)
        var belowLeft = 0
        if blockY + height < size,
            blockX > 0 ? Self.order(blockX - 1, blockY + height) < order : hasLeft
        {
            belowLeft = max(0, min(height, pictureHeight - y - height))
        }
        let right = blockX + width
        var aboveRight = 0
        if blockY > 0
            ? right < size && Self.order(right, blockY - 1) < order
            : right < size ? hasAbove : hasAboveRight
        {
            aboveRight = max(0, min(width, pictureWidth - x - width))
        }
        let isLeft = blockX > 0 || hasLeft
        let isAbove = blockY > 0 || hasAbove
        let isCorner = blockX > 0 ? isAbove : blockY > 0 ? hasLeft : hasAboveLeft
        return IntraNeighbours(
            belowLeft: belowLeft >> log2Height, left: isLeft, corner: isCorner, above: isAbove,
            aboveRight: aboveRight >> log2Width)
    }

    /// Place of a 4 × 4 block in the z-scan of its coding tree block (6.5.2).
    @inline(__always)
    private static func order(_ x: Int, _ y: Int) -> Int { spread(x >> 2) | spread(y >> 2) << 1 }

    @inline(__always)
    private static func spread(_ value: Int) -> Int {
        value & 1 | (value & 2) << 1 | (value & 4) << 2 | (value & 8) << 3
    }
}

/// The current coding unit.
struct CodingUnit {
    var x = 0
    var y = 0
    var log2Size = 0
    /// Samples are sent without transform and quantisation.
    var isBypassed = false
    /// Luma is predicted in four parts.
    var isSplit = false
    /// Mode of chroma by part; only 4:4:4 has four.
    var chromaModes = InlineArray<4, Int>(repeating: 0)
    /// Whether the mode of chroma is said to be that of luma, by part.
    var chromaFollowsLuma = InlineArray<4, Bool>(repeating: false)
    var maximumDepth = 0

    /// The part that a block lies in.
    func part(_ x: Int, _ y: Int) -> Int {
        guard isSplit else { return 0 }
        let half = 1 << (log2Size - 1)
        return (y >= self.y + half ? 2 : 0) + (x >= self.x + half ? 1 : 0)
    }
}

/// A node of the tree of transforms.
struct TransformNode {
    var x: Int
    var y: Int
    var baseX: Int
    var baseY: Int
    var log2Size: Int
    var depth: Int
    var index: Int
    /// Whether chroma blocks are coded; in 4:2:2 the second bit is of the lower one.
    var cb: Int
    var cr: Int
}

/// The quantiser of the current quantisation group (H.265, 8.6.1).
struct Quantiser {
    /// Luma quantiser of the coding unit before, in the order of decoding.
    var previous = 26
    /// What the current group's quantiser is predicted to be.
    var predicted = 26
    /// QpY.
    private(set) var luma = 26
    /// Qp′ of each component, which scaling uses.
    private(set) var scaled = InlineArray<3, Int>(repeating: 26)
    var isDeltaCoded = false
    var isChromaOffsetCoded = false
    var chromaOffsets = (cb: 0, cr: 0)

    private static let chromaTable: [UInt8] = [29, 30, 31, 32, 33, 33, 34, 34, 35, 35, 36, 36, 37, 37]

    /// Sets the luma quantiser and those that follow from it.
    mutating func setLuma(
        _ value: Int, in header: SliceHeader, picture: PictureParameters, sequence: SequenceParameters
    ) {
        luma = value
        scaled[0] = value + 6 * (sequence.lumaDepth - 8)
        setChroma(in: header, picture: picture, sequence: sequence)
    }

    /// Sets the chroma quantisers from luma's (8.6.1, equations of Qp′Cb and Qp′Cr).
    mutating func setChroma(in header: SliceHeader, picture: PictureParameters, sequence: SequenceParameters) {
        let cb = luma + picture.cbOffset + header.cbOffset + chromaOffsets.cb
        let cr = luma + picture.crOffset + header.crOffset + chromaOffsets.cr
        scaled[1] = Self.chroma(cb, sequence)
        scaled[2] = Self.chroma(cr, sequence)
    }

    private static func chroma(_ index: Int, _ sequence: SequenceParameters) -> Int {
        let range = 6 * (sequence.chromaDepth - 8)
        let index = min(max(index, -range), 57)
        guard sequence.chroma == .yuv420, index >= 30 else { return min(index, 51) + range }
        return (index < 44 ? Int(chromaTable[index - 30]) : index - 6) + range
    }
}

/// Sizes of earlier escapes, from which Rice parameters begin (H.265, 9.3.4.2.6).
struct RiceStatistics {
    var counts = InlineArray<4, UInt8>(repeating: 0)
}
