// What the loop filters know about a picture besides its samples (H.265, 8.7).

/// What a slice header and the picture parameter set say to the loop filters for one slice (7.4.7.1).
struct SliceFilterParameters: Sendable {
    /// slice_beta_offset_div2, or that of the picture parameter set where the slice has none.
    var betaOffsetDiv2 = 0
    /// slice_tc_offset_div2, or that of the picture parameter set where the slice has none.
    var tcOffsetDiv2 = 0
    /// slice_sao_luma_flag.
    var saoLuma = false
    /// slice_sao_chroma_flag.
    var saoChroma = false
    /// slice_loop_filter_across_slices_enabled_flag.
    var loopFilterAcrossSlices = true
    /// The first coding tree block of the slice in tile scan order; tells which of two slices is decoded first.
    var address = 0
}

/// Sample adaptive offset of one component of a coding tree block (7.4.9.3).
struct SAOParameters: Sendable {
    /// SaoTypeIdx: 0 none, 1 band offset, 2 edge offset.
    var kind: UInt8 = 0
    /// sao_band_position, 0 to 31.
    var band: UInt8 = 0
    /// SaoEoClass: 0 horizontal, 1 vertical, 2 falling diagonal, 3 rising diagonal.
    var edgeClass: UInt8 = 0
    /// SaoOffsetVal[1…4], already scaled by log2OffsetScale.
    var offsets: (Int16, Int16, Int16, Int16) = (0, 0, 0, 0)
}

/// What the loop filters know; filled while a picture is decoded.
///
/// Arrays are row-major: one element per 4×4 luma block, or per coding tree block where it is said.
struct FilterMap: Sendable {
    /// Sizes and choices of a coded picture, of which a map is made.
    struct Layout: Sendable {
        /// Luma columns of the coded picture.
        var width: Int
        /// Luma rows of the coded picture.
        var height: Int
        /// Binary logarithm of the size of a coding tree block.
        var log2CTB: Int
        /// How chroma is sampled.
        var chroma: ChromaFormat
        /// Bits of a luma sample.
        var lumaDepth: Int
        /// Bits of a chroma sample.
        var chromaDepth: Int
        /// pps_cb_qp_offset (8.7.2.5.5).
        var cbQpOffset: Int
        /// pps_cr_qp_offset (8.7.2.5.5).
        var crQpOffset: Int
        /// loop_filter_across_tiles_enabled_flag.
        var loopFilterAcrossTiles: Bool
    }

    /// Sizes and choices of the picture.
    let layout: Layout
    /// 4×4 luma blocks in a row.
    let columns: Int
    /// Rows of 4×4 luma blocks.
    let rows: Int
    /// Coding tree blocks in a row.
    let ctbColumns: Int
    /// Rows of coding tree blocks.
    let ctbRows: Int
    /// QpY of each block, which may be negative.
    var qp: [Int8]
    /// Edges to filter: bit 0 at the left side, bit 1 at the top, on the 8×8 luma grid only.
    ///
    /// Rules of picture, slices, tiles and slice_deblocking_filter_disabled_flag are applied already.
    var edges: [UInt8]
    /// 1 where the loop filters leave samples as they are (pcm_loop_filter_disabled_flag, cu_transquant_bypass_flag).
    var bypass: [UInt8]
    /// Per coding tree block in raster order: the index into `sliceParameters`.
    var slices: [UInt16]
    /// What each slice says; empty until one is decoded.
    var sliceParameters: [SliceFilterParameters] = []
    /// Tile of each coding tree block in raster order.
    var tileIndex: [UInt16]
    /// Three per coding tree block in raster order: luma, Cb, Cr.
    var sao: [SAOParameters]

    /// Makes a map without edges and offsets.
    init(_ layout: Layout) {
        self.layout = layout
        columns = (layout.width + 3) >> 2
        rows = (layout.height + 3) >> 2
        let size = 1 << layout.log2CTB
        ctbColumns = (layout.width + size - 1) >> layout.log2CTB
        ctbRows = (layout.height + size - 1) >> layout.log2CTB
        qp = Array(repeating: 0, count: columns * rows)
        edges = Array(repeating: 0, count: columns * rows)
        bypass = Array(repeating: 0, count: columns * rows)
        slices = Array(repeating: 0, count: ctbColumns * ctbRows)
        tileIndex = Array(repeating: 0, count: ctbColumns * ctbRows)
        sao = Array(repeating: SAOParameters(), count: 3 * ctbColumns * ctbRows)
    }

    /// Returns what the slice of a coding tree block in raster order says, or nothing special for a damaged stream.
    func slice(ofCTB index: Int) -> SliceFilterParameters {
        guard slices.indices.contains(index) else { return SliceFilterParameters() }
        let slice = Int(slices[index])
        return slice < sliceParameters.count ? sliceParameters[slice] : SliceFilterParameters()
    }
}
