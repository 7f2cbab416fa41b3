/// A sequence parameter set: what is constant over a sequence (H.265, 7.3.2.2).
struct SequenceParameters {
    private(set) var identifier = 0
    private(set) var chroma = ChromaFormat.yuv420
    /// Samples of the coded picture, in whole minimum coding blocks.
    private(set) var width = 0
    private(set) var height = 0
    /// The conformance window in luma samples of the coded picture.
    private(set) var columns = 0..<0
    private(set) var rows = 0..<0
    private(set) var lumaDepth = 8
    private(set) var chromaDepth = 8
    private(set) var orderCountBits = 4

    private(set) var log2MinCoding = 3
    private(set) var log2CTB = 4
    private(set) var log2MinTransform = 2
    private(set) var log2MaxTransform = 5
    private(set) var transformDepth = 0

    private(set) var scalingLists: ScalingLists?
    private(set) var hasSampleAdaptiveOffset = false
    private(set) var pulseCode: PulseCode?
    private(set) var referenceSets: [Int] = []
    private(set) var hasLongTermReferences = false
    private(set) var longTermCount = 0
    private(set) var hasTemporalVectors = false
    private(set) var usesStrongSmoothing = false
    private(set) var colour = VideoColour()
    private(set) var extended = RangeExtension()

    /// How samples are sent without transform.
    struct PulseCode {
        let lumaDepth: Int
        let chromaDepth: Int
        let log2Min: Int
        let log2Max: Int
        let isLoopFilterDisabled: Bool
    }

    /// The flags of the range extensions (7.3.2.2.2).
    struct RangeExtension {
        var rotatesSkipped = false
        var hasSkipContext = false
        var hasImplicitRDPCM = false
        var isSmoothingDisabled = false
        var hasPersistentRice = false
        var alignsBypass = false
    }

    /// Coding tree blocks in a row of the picture.
    var columnsOfCTBs: Int { (width + (1 << log2CTB) - 1) >> log2CTB }
    /// Rows of coding tree blocks.
    var rowsOfCTBs: Int { (height + (1 << log2CTB) - 1) >> log2CTB }

    /// Reads the payload of a unit of type 33.
    init(_ unit: NALUnit) throws(HEVCError) {
        var reader = BitReader(unit.bytes, from: NALUnit.headerLength, subject: "the sequence parameter set")
        try reader.skip(4)
        let subLayers = try reader.bits(3)
        try reader.skip(1)
        try Self.skipProfile(&reader, subLayers: subLayers)
        identifier = try reader.unsigned("sps_seq_parameter_set_id", upTo: 15)
        try readSizes(&reader)
        let hasOrdering = try reader.flag()
        for _ in (hasOrdering ? 0 : subLayers)...subLayers {
            for _ in 0..<3 { _ = try reader.unsigned("sps_max_dec_pic_buffering") }
        }
        try readBlockSizes(&reader)
        if try reader.flag() {
            scalingLists = try reader.flag() ? ScalingLists(&reader) : ScalingLists()
        }
        try reader.skip(1)
        hasSampleAdaptiveOffset = try reader.flag()
        try readPulseCode(&reader)
        try readReferences(&reader)
        hasTemporalVectors = try reader.flag()
        usesStrongSmoothing = try reader.flag()
        if try reader.flag() {
            colour = try VideoUsability.readColour(&reader, subLayers: subLayers)
        }
        try readExtensions(&reader)
    }

    private mutating func readSizes(_ reader: inout BitReader) throws(HEVCError) {
        let format = try reader.unsigned("chroma_format_idc", upTo: 3)
        chroma = ChromaFormat(rawValue: UInt8(format)) ?? .yuv420
        if format == 3, try reader.flag() { throw .unsupported("separate colour planes") }
        width = try reader.unsigned("pic_width_in_luma_samples", upTo: 65_535)
        height = try reader.unsigned("pic_height_in_luma_samples", upTo: 65_535)
        guard width > 0, height > 0 else { throw .damaged("the picture has no size: \(width) × \(height)") }
        columns = 0..<width
        rows = 0..<height
        if try reader.flag() {
            let left = try reader.unsigned("conf_win_left_offset", upTo: width) << chroma.log2Width
            let right = width - (try reader.unsigned("conf_win_right_offset", upTo: width) << chroma.log2Width)
            let top = try reader.unsigned("conf_win_top_offset", upTo: height) << chroma.log2Height
            let bottom = height - (try reader.unsigned("conf_win_bottom_offset", upTo: height) << chroma.log2Height)
            guard left < right, top < bottom else {
                throw .damaged("the conformance window leaves nothing of \(width) × \(height)")
            }
            columns = left..<right
            rows = top..<bottom
        }
        lumaDepth = try reader.unsigned("bit_depth_luma_minus8", upTo: 8) + 8
        chromaDepth = try reader.unsigned("bit_depth_chroma_minus8", upTo: 8) + 8
        orderCountBits = try reader.unsigned("log2_max_pic_order_cnt_lsb_minus4", upTo: 12) + 4
    }

    private mutating func readBlockSizes(_ reader: inout BitReader) throws(HEVCError) {
        log2MinCoding = try reader.unsigned("log2_min_luma_coding_block_size_minus3", upTo: 3) + 3
        log2CTB = log2MinCoding + (try reader.unsigned("log2_diff_max_min_luma_coding_block_size", upTo: 3))
        log2MinTransform = try reader.unsigned("log2_min_luma_transform_block_size_minus2", upTo: 3) + 2
        log2MaxTransform =
            log2MinTransform + (try reader.unsigned("log2_diff_max_min_luma_transform_block_size", upTo: 3))
        guard (4...6).contains(log2CTB), log2MinTransform < log2MinCoding, log2MaxTransform <= min(log2CTB, 5) else {
            throw .damaged(
                "coding blocks of 2^\(log2MinCoding)…2^\(log2CTB) with transforms up to 2^\(log2MaxTransform)")
        }
        let mask = (1 << log2MinCoding) - 1
        guard width & mask == 0, height & mask == 0 else {
            throw .damaged("the size \(width) × \(height) is not made of whole coding blocks")
        }
        _ = try reader.unsigned("max_transform_hierarchy_depth_inter", upTo: 4)
        transformDepth = try reader.unsigned("max_transform_hierarchy_depth_intra", upTo: 4)
    }

    private mutating func readPulseCode(_ reader: inout BitReader) throws(HEVCError) {
        guard try reader.flag() else { return }
        let luma = try reader.bits(4) + 1
        let chroma = try reader.bits(4) + 1
        let smallest = try reader.unsigned("log2_min_pcm_luma_coding_block_size_minus3", upTo: 2) + 3
        let largest = smallest + (try reader.unsigned("log2_diff_max_min_pcm_luma_coding_block_size", upTo: 2))
        guard luma <= lumaDepth, chroma <= chromaDepth, largest <= 5 else {
            throw .damaged("PCM of \(luma) and \(chroma) bits in blocks up to 2^\(largest)")
        }
        pulseCode = PulseCode(
            lumaDepth: luma, chromaDepth: chroma, log2Min: smallest, log2Max: largest,
            isLoopFilterDisabled: try reader.flag())
    }

    private mutating func readReferences(_ reader: inout BitReader) throws(HEVCError) {
        let count = try reader.unsigned("num_short_term_ref_pic_sets", upTo: 64)
        for index in 0..<count {
            let entries = try ReferenceSets.readShortTerm(
                &reader, index: index, counts: referenceSets, isInSliceHeader: false)
            referenceSets.append(entries)
        }
        hasLongTermReferences = try reader.flag()
        guard hasLongTermReferences else { return }
        longTermCount = try reader.unsigned("num_long_term_ref_pics_sps", upTo: 32)
        try reader.skip(longTermCount * (orderCountBits + 1))
    }

    private mutating func readExtensions(_ reader: inout BitReader) throws(HEVCError) {
        guard try reader.flag() else { return }
        let hasRange = try reader.flag()
        let hasMultilayer = try reader.flag()
        let hasDepth = try reader.flag()
        let hasScreenContent = try reader.flag()
        try reader.skip(4)
        if hasRange { try readRange(&reader) }
        if hasMultilayer { try reader.skip(1) }
        if hasDepth { throw .unsupported("the 3D extension") }
        if hasScreenContent { throw .unsupported("screen content coding") }
    }

    private mutating func readRange(_ reader: inout BitReader) throws(HEVCError) {
        extended.rotatesSkipped = try reader.flag()
        extended.hasSkipContext = try reader.flag()
        extended.hasImplicitRDPCM = try reader.flag()
        // Explicit RDPCM is of inter blocks only.
        try reader.skip(1)
        if try reader.flag() { throw .unsupported("extended precision") }
        extended.isSmoothingDisabled = try reader.flag()
        // High-precision offsets are of weighted prediction only.
        try reader.skip(1)
        extended.hasPersistentRice = try reader.flag()
        extended.alignsBypass = try reader.flag()
    }

    /// Passes over `profile_tier_level` (7.3.3).
    private static func skipProfile(_ reader: inout BitReader, subLayers: Int) throws(HEVCError) {
        try reader.skip(96)
        guard subLayers > 0 else { return }
        var length = 0
        for _ in 0..<8 {
            if try reader.flag() { length += 88 }
            if try reader.flag() { length += 8 }
        }
        try reader.skip(length)
    }
}
