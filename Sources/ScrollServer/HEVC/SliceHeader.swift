/// The header of a slice segment (H.265, 7.3.6.1).
struct SliceHeader {
    private(set) var isFirstOfPicture = false
    private(set) var pictureParameters = 0
    private(set) var isDependent = false
    /// Address of the segment's first coding tree block, in raster order.
    private(set) var address = 0
    private(set) var filter = SliceFilterParameters()
    private(set) var isDeblockingDisabled = false
    private(set) var qp = 26
    private(set) var cbOffset = 0
    private(set) var crOffset = 0
    private(set) var choosesChromaOffsets = false
    /// Where the segment's data begins in its unit.
    private(set) var dataOffset = 0

    /// Reads what comes before the parameter sets are known: whether a picture begins, and its parameter set.
    static func begin(_ unit: NALUnit) throws(HEVCError) -> (isFirst: Bool, pictureParameters: Int) {
        var reader = BitReader(unit.bytes, from: NALUnit.headerLength, subject: "the slice header")
        let isFirst = try reader.flag()
        if unit.isRandomAccess { try reader.skip(1) }
        return (isFirst, try reader.unsigned("slice_pic_parameter_set_id", upTo: 63))
    }

    /// Reads a header.
    ///
    /// - Parameter previous: the header of the segment before, whose fields a dependent segment shares.
    init(
        _ unit: NALUnit, sequence: SequenceParameters, picture: PictureParameters, previous: SliceHeader?
    ) throws(HEVCError) {
        var reader = BitReader(unit.bytes, from: NALUnit.headerLength, subject: "the slice header")
        isFirstOfPicture = try reader.flag()
        if unit.isRandomAccess { try reader.skip(1) }
        pictureParameters = try reader.unsigned("slice_pic_parameter_set_id", upTo: 63)
        if !isFirstOfPicture {
            if picture.hasDependentSegments { isDependent = try reader.flag() }
            let count = sequence.columnsOfCTBs * sequence.rowsOfCTBs
            address = try reader.bits(ReferenceSets.bitsToCount(count))
            guard address < count else { throw .damaged("a slice begins at block \(address) of \(count)") }
        }
        if isDependent {
            guard let previous else { throw .damaged("a dependent slice segment follows none") }
            filter = previous.filter
            isDeblockingDisabled = previous.isDeblockingDisabled
            qp = previous.qp
            cbOffset = previous.cbOffset
            crOffset = previous.crOffset
            choosesChromaOffsets = previous.choosesChromaOffsets
        } else {
            try reader.skip(picture.extraHeaderBits)
            try readType(&reader)
            if picture.hasOutputFlag { try reader.skip(1) }
            if !unit.isInstantRefresh { try ReferenceSets.skip(&reader, sequence: sequence) }
            try readCoding(&reader, sequence: sequence, picture: picture)
            try readFilter(&reader, picture: picture)
        }
        if picture.tiles != nil || picture.hasWavefronts { try Self.skipEntryPoints(&reader) }
        if picture.hasHeaderExtension {
            try reader.skip(8 * (try reader.unsigned("slice_segment_header_extension_length", upTo: 256)))
        }
        dataOffset = reader.position / 8 + 1
    }

    private func readType(_ reader: inout BitReader) throws(HEVCError) {
        switch try reader.unsigned("slice_type", upTo: 2) {
        case 0: throw .unsupported("a B slice in the first picture")
        case 1: throw .unsupported("a P slice in the first picture")
        default: break
        }
    }

    private mutating func readCoding(
        _ reader: inout BitReader, sequence: SequenceParameters, picture: PictureParameters
    ) throws(HEVCError) {
        if sequence.hasSampleAdaptiveOffset {
            filter.saoLuma = try reader.flag()
            if sequence.chroma != .monochrome { filter.saoChroma = try reader.flag() }
        }
        let lowest = -6 * (sequence.lumaDepth - 8)
        qp = picture.initialQP + (try reader.signed("slice_qp_delta", in: -128...128))
        guard (lowest...51).contains(qp) else { throw .damaged("a slice's quantiser is \(qp)") }
        if picture.hasSliceChromaOffsets {
            cbOffset = try reader.signed("slice_cb_qp_offset", in: -12...12)
            crOffset = try reader.signed("slice_cr_qp_offset", in: -12...12)
        }
        if !picture.chromaOffsets.isEmpty { choosesChromaOffsets = try reader.flag() }
    }

    private mutating func readFilter(_ reader: inout BitReader, picture: PictureParameters) throws(HEVCError) {
        isDeblockingDisabled = picture.isDeblockingDisabled
        filter.betaOffsetDiv2 = picture.betaOffset
        filter.tcOffsetDiv2 = picture.tcOffset
        filter.loopFilterAcrossSlices = picture.filtersAcrossSlices
        if picture.canOverrideDeblocking, try reader.flag() {
            isDeblockingDisabled = try reader.flag()
            if !isDeblockingDisabled {
                filter.betaOffsetDiv2 = try reader.signed("slice_beta_offset_div2", in: -6...6)
                filter.tcOffsetDiv2 = try reader.signed("slice_tc_offset_div2", in: -6...6)
            }
        }
        if picture.filtersAcrossSlices, filter.saoLuma || filter.saoChroma || !isDeblockingDisabled {
            filter.loopFilterAcrossSlices = try reader.flag()
        }
    }

    /// Passes over the entry points: each part ends at a whole byte, where the next begins.
    private static func skipEntryPoints(_ reader: inout BitReader) throws(HEVCError) {
        let count = try reader.unsigned("num_entry_point_offsets", upTo: 1 << 20)
        guard count > 0 else { return }
        try reader.skip(count * (try reader.unsigned("offset_len_minus1", upTo: 31) + 1))
    }
}
