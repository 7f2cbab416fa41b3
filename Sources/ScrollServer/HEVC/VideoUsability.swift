/// Video usability information, of which only the colours are kept (H.265, annex E).
enum VideoUsability {
    /// Reads `vui_parameters` to their end, for the extensions that follow.
    static func readColour(_ reader: inout BitReader, subLayers: Int) throws(HEVCError) -> VideoColour {
        var colour = VideoColour()
        if try reader.flag(), try reader.bits(8) == 255 { try reader.skip(32) }
        if try reader.flag() { try reader.skip(1) }
        if try reader.flag() {
            try reader.skip(3)
            colour.isFullRange = try reader.flag()
            if try reader.flag() {
                colour.primaries = UInt8(truncatingIfNeeded: try reader.bits(8))
                colour.transfer = UInt8(truncatingIfNeeded: try reader.bits(8))
                colour.matrix = UInt8(truncatingIfNeeded: try reader.bits(8))
            }
        }
        if try reader.flag() { for _ in 0..<2 { _ = try reader.unsigned("chroma_sample_loc_type", upTo: 5) } }
        try reader.skip(3)
        // The default display window is advice for showing, not part of the picture.
        if try reader.flag() { for _ in 0..<4 { _ = try reader.unsigned("def_disp_win_offset") } }
        if try reader.flag() {
            try reader.skip(64)
            if try reader.flag() { _ = try reader.unsigned("vui_num_ticks_poc_diff_one_minus1") }
            if try reader.flag() { try skipReferenceDecoder(&reader, subLayers: subLayers) }
        }
        if try reader.flag() {
            try reader.skip(3)
            for _ in 0..<5 { _ = try reader.unsigned("bitstream_restriction") }
        }
        return colour
    }

    /// Passes over `hrd_parameters` (E.2.2).
    private static func skipReferenceDecoder(_ reader: inout BitReader, subLayers: Int) throws(HEVCError) {
        let hasNetwork = try reader.flag()
        let hasVideo = try reader.flag()
        var hasSubPictures = false
        if hasNetwork || hasVideo {
            hasSubPictures = try reader.flag()
            if hasSubPictures { try reader.skip(19) }
            try reader.skip(8)
            if hasSubPictures { try reader.skip(4) }
            try reader.skip(15)
        }
        for _ in 0...subLayers {
            var isFixed = try reader.flag()
            if !isFixed { isFixed = try reader.flag() }
            var isLowDelay = false
            if isFixed {
                _ = try reader.unsigned("elemental_duration_in_tc_minus1")
            } else {
                isLowDelay = try reader.flag()
            }
            let buffers = isLowDelay ? 1 : try reader.unsigned("cpb_cnt_minus1", upTo: 31) + 1
            for _ in 0..<buffers * ((hasNetwork ? 1 : 0) + (hasVideo ? 1 : 0)) {
                for _ in 0..<(hasSubPictures ? 4 : 2) { _ = try reader.unsigned("bit_rate_value_minus1") }
                try reader.skip(1)
            }
        }
    }
}
