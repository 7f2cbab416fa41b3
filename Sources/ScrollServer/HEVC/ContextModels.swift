/// Where the context models of each syntax element begin, and their first values in intra slices (H.265, 9.3.2.2).
enum ContextModels {
    static let saoMerge = 0
    static let saoType = 1
    static let splitCoding = 2
    static let bypassTransform = 5
    static let partMode = 6
    static let previousLumaMode = 7
    static let chromaMode = 8
    static let splitTransform = 9
    static let codedLuma = 12
    static let codedChroma = 14
    static let skipTransform = 19
    static let qpDelta = 21
    static let chromaOffsetFlag = 23
    static let chromaOffsetIndex = 24
    static let residualScale = 25
    static let residualScaleSign = 33
    static let lastColumn = 35
    static let lastRow = 53
    static let codedSubBlock = 71
    static let significant = 75
    static let greaterOne = 119
    static let greaterTwo = 143
    static let count = 149

    /// `initValue` of each model where the slice is intra (tables 9-5 to 9-37).
    static let firstValues: [UInt8] = [
        153, 200, 139, 141, 157, 154, 184, 184, 63, 153, 138, 138, 111, 141, 94, 138, 182, 154, 154, 139, 139, 154, 154,
        154, 154, 154, 154, 154, 154, 154, 154, 154, 154, 154, 154,
        // last_sig_coeff_x_prefix, last_sig_coeff_y_prefix
        110, 110, 124, 125, 140, 153, 125, 127, 140, 109, 111, 143, 127, 111, 79, 108, 123, 63,
        110, 110, 124, 125, 140, 153, 125, 127, 140, 109, 111, 143, 127, 111, 79, 108, 123, 63,
        // coded_sub_block_flag
        91, 171, 134, 141,
        // sig_coeff_flag, the last two of blocks without transform
        111, 111, 125, 110, 110, 94, 124, 108, 124, 107, 125, 141, 179, 153, 125, 107, 125, 141, 179, 153, 125, 107,
        125, 141, 179, 153, 125, 140, 139, 182, 182, 152, 136, 152, 136, 153, 136, 139, 111, 136, 139, 111, 141, 111,
        // coeff_abs_level_greater1_flag, coeff_abs_level_greater2_flag
        140, 92, 137, 138, 140, 152, 138, 139, 153, 74, 149, 92, 139, 107, 122, 152, 140, 179, 166, 182, 140, 227, 122,
        197, 138, 153, 136, 167, 152, 152,
    ]

    /// Models before the first bin of a slice: the state's number twice, plus the more probable symbol.
    static func initial(qp: Int) -> InlineArray<149, UInt8> {
        var models = InlineArray<149, UInt8>(repeating: 0)
        let qp = min(max(qp, 0), 51)
        for index in 0..<count {
            let value = Int(firstValues[index])
            let slope = (value >> 4) * 5 - 45
            let offset = ((value & 15) << 3) - 16
            let state = min(max(((slope * qp) >> 4) + offset, 1), 126)
            let symbol = state > 63 ? 1 : 0
            models[index] = UInt8(truncatingIfNeeded: (symbol == 1 ? state - 64 : 63 - state) << 1 | symbol)
        }
        return models
    }
}
