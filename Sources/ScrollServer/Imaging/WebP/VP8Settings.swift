// Derives the settings of each segment's macroblocks from the header of a VP8 frame.

/// The quantisation steps of a segment's coefficients (RFC 6386 §14.1).
struct DequantFactors {
    let y1: (dc: Int32, ac: Int32)
    let y2: (dc: Int32, ac: Int32)
    let uv: (dc: Int32, ac: Int32)

    init(_ header: VP8Header, segment: Int) {
        let quantizer = header.segments[segment].quantizer
        func dc(_ delta: Int, limit: Int = 127) -> Int { Int(VP8Tables.dcSteps[min(max(quantizer + delta, 0), limit)]) }
        func ac(_ delta: Int) -> Int { VP8Tables.acSteps[min(max(quantizer + delta, 0), 127)] }
        let deltas = header.quantizerDeltas
        y1 = (Int32(dc(deltas.y1DC)), Int32(ac(0)))
        y2 = (Int32(dc(deltas.y2DC) * 2), Int32(max(ac(deltas.y2AC) * 155 / 100, 8)))
        uv = (Int32(dc(deltas.uvDC, limit: 117)), Int32(ac(deltas.uvAC)))
    }
}

/// How the edges of a macroblock are filtered (RFC 6386 §15.2, §15.3, §9.6).
struct VP8FilterStrength {
    /// Limit for edges between subblocks, four less than between macroblocks; 0 for no filtering.
    var edgeLimit: Int16 = 0
    var interiorLimit: Int16 = 0
    var highVarianceThreshold: Int16 = 0
    /// Whether the edges between subblocks are filtered.
    var hasInnerEdges = false

    init() {}

    /// Returns the limit for an edge between macroblocks (`isOuter`) or between subblocks.
    @inline(__always)
    func limit(isOuter: Bool) -> Int16 { isOuter ? edgeLimit &+ 4 : edgeLimit }

    init(_ header: VP8Header, segment: Int, isBySubblocks: Bool) {
        guard header.filterLevel > 0 else { return }
        var level = header.segments[segment].filterLevel + header.filterDeltas.all
        if isBySubblocks { level += header.filterDeltas.subblocks }
        level = min(max(level, 0), 63)
        guard level > 0 else { return }
        var interior = level
        if header.sharpness > 0 {
            interior = min(interior >> (header.sharpness > 4 ? 2 : 1), 9 - header.sharpness)
        }
        interior = max(interior, 1)
        interiorLimit = Int16(interior)
        edgeLimit = Int16(2 * level + interior)
        highVarianceThreshold = level >= 40 ? 2 : level >= 15 ? 1 : 0
        hasInnerEdges = isBySubblocks
    }
}
