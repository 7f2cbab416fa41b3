/// A picture parameter set: what slices of a picture share (H.265, 7.3.2.3).
struct PictureParameters {
    private(set) var identifier = 0
    private(set) var sequence = 0
    private(set) var hasDependentSegments = false
    private(set) var hasOutputFlag = false
    private(set) var extraHeaderBits = 0
    private(set) var hidesSigns = false
    private(set) var initialQP = 26
    private(set) var canSkipTransform = false
    private(set) var log2MaxSkip = 2
    private(set) var hasQPDelta = false
    private(set) var qpDeltaDepth = 0
    private(set) var cbOffset = 0
    private(set) var crOffset = 0
    private(set) var hasSliceChromaOffsets = false
    private(set) var canBypass = false
    private(set) var tiles: Tiles?
    private(set) var hasWavefronts = false
    private(set) var filtersAcrossTiles = true
    private(set) var filtersAcrossSlices = false
    private(set) var canOverrideDeblocking = false
    private(set) var isDeblockingDisabled = false
    private(set) var betaOffset = 0
    private(set) var tcOffset = 0
    private(set) var scalingLists: ScalingLists?
    private(set) var hasHeaderExtension = false
    private(set) var hasCrossComponent = false
    /// Pairs of chroma offsets that coding units choose from; empty where they cannot.
    private(set) var chromaOffsets: [(cb: Int, cr: Int)] = []
    private(set) var chromaOffsetDepth = 0
    private(set) var log2LumaOffsetScale = 0
    private(set) var log2ChromaOffsetScale = 0

    /// Rectangles of coding tree blocks that are coded apart.
    struct Tiles {
        let columns: Int
        let rows: Int
        /// Widths and heights of all but the last, in coding tree blocks; nil where they are uniform.
        let widths: [Int]?
        let heights: [Int]?
    }

    /// Reads the payload of a unit of type 34.
    init(_ unit: NALUnit) throws(HEVCError) {
        var reader = BitReader(unit.bytes, from: NALUnit.headerLength, subject: "the picture parameter set")
        identifier = try reader.unsigned("pps_pic_parameter_set_id", upTo: 63)
        sequence = try reader.unsigned("pps_seq_parameter_set_id", upTo: 15)
        hasDependentSegments = try reader.flag()
        hasOutputFlag = try reader.flag()
        extraHeaderBits = try reader.bits(3)
        hidesSigns = try reader.flag()
        try reader.skip(1)
        for _ in 0..<2 { _ = try reader.unsigned("num_ref_idx_default_active_minus1", upTo: 14) }
        initialQP = 26 + (try reader.signed("init_qp_minus26", in: -74...25))
        // Constrained prediction changes nothing where all blocks are intra.
        try reader.skip(1)
        canSkipTransform = try reader.flag()
        hasQPDelta = try reader.flag()
        if hasQPDelta { qpDeltaDepth = try reader.unsigned("diff_cu_qp_delta_depth", upTo: 3) }
        cbOffset = try reader.signed("pps_cb_qp_offset", in: -12...12)
        crOffset = try reader.signed("pps_cr_qp_offset", in: -12...12)
        hasSliceChromaOffsets = try reader.flag()
        try reader.skip(2)
        canBypass = try reader.flag()
        let hasTiles = try reader.flag()
        hasWavefronts = try reader.flag()
        if hasTiles { try readTiles(&reader) }
        try readFilters(&reader)
        if try reader.flag() {
            scalingLists = try ScalingLists(&reader)
        }
        try reader.skip(1)
        _ = try reader.unsigned("log2_parallel_merge_level_minus2", upTo: 4)
        hasHeaderExtension = try reader.flag()
        try readExtensions(&reader)
    }

    private mutating func readTiles(_ reader: inout BitReader) throws(HEVCError) {
        let columns = try reader.unsigned("num_tile_columns_minus1", upTo: 1023) + 1
        let rows = try reader.unsigned("num_tile_rows_minus1", upTo: 1023) + 1
        if try reader.flag() {
            tiles = Tiles(columns: columns, rows: rows, widths: nil, heights: nil)
        } else {
            var widths: [Int] = []
            var heights: [Int] = []
            for _ in 1..<columns { widths.append(try reader.unsigned("column_width_minus1", upTo: 65_535) + 1) }
            for _ in 1..<rows { heights.append(try reader.unsigned("row_height_minus1", upTo: 65_535) + 1) }
            tiles = Tiles(columns: columns, rows: rows, widths: widths, heights: heights)
        }
        filtersAcrossTiles = try reader.flag()
    }

    private mutating func readFilters(_ reader: inout BitReader) throws(HEVCError) {
        filtersAcrossSlices = try reader.flag()
        guard try reader.flag() else { return }
        canOverrideDeblocking = try reader.flag()
        isDeblockingDisabled = try reader.flag()
        guard !isDeblockingDisabled else { return }
        betaOffset = try reader.signed("pps_beta_offset_div2", in: -6...6)
        tcOffset = try reader.signed("pps_tc_offset_div2", in: -6...6)
    }

    private mutating func readExtensions(_ reader: inout BitReader) throws(HEVCError) {
        guard try reader.flag() else { return }
        let hasRange = try reader.flag()
        // The multilayer and 3D extensions, which change nothing in the base layer, are last to be read here.
        try reader.skip(2)
        let hasScreenContent = try reader.flag()
        try reader.skip(4)
        if hasScreenContent { throw .unsupported("screen content coding") }
        if hasRange { try readRange(&reader) }
    }

    private mutating func readRange(_ reader: inout BitReader) throws(HEVCError) {
        if canSkipTransform {
            log2MaxSkip = try reader.unsigned("log2_max_transform_skip_block_size_minus2", upTo: 3) + 2
        }
        hasCrossComponent = try reader.flag()
        if try reader.flag() {
            chromaOffsetDepth = try reader.unsigned("diff_cu_chroma_qp_offset_depth", upTo: 3)
            for _ in 0...(try reader.unsigned("chroma_qp_offset_list_len_minus1", upTo: 5)) {
                let cb = try reader.signed("cb_qp_offset_list", in: -12...12)
                chromaOffsets.append((cb, try reader.signed("cr_qp_offset_list", in: -12...12)))
            }
        }
        log2LumaOffsetScale = try reader.unsigned("log2_sao_offset_scale_luma", upTo: 8)
        log2ChromaOffsetScale = try reader.unsigned("log2_sao_offset_scale_chroma", upTo: 8)
    }
}
