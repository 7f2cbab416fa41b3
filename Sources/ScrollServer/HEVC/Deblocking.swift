// The deblocking filter: which edges, and how strongly (H.265, 8.7.2).

/// The deblocking filter of a picture of intra blocks (8.7.2), whose edges all have a bS of 2.
enum Deblocking {
    /// Filters all vertical edges of the picture, then all horizontal ones.
    ///
    /// - Parameters:
    ///   - planes: luma, and unless the picture is monochrome, Cb and Cr; of whole 4×4 luma blocks.
    ///   - map: edges and quantisation of the picture.
    static func filter(_ planes: inout [Plane], map: FilterMap) {
        let format = map.layout.chroma
        for component in planes.indices where component < (format == .monochrome ? 1 : 3) {
            let log2Width = component == 0 ? 0 : format.log2Width
            let log2Height = component == 0 ? 0 : format.log2Height
            guard planes[component].width >= (map.columns * 4) >> log2Width,
                planes[component].height >= (map.rows * 4) >> log2Height
            else { continue }
            let edges = EdgeGrid(component: component, log2Width: log2Width, log2Height: log2Height)
            let width = planes[component].width
            var samples = planes[component].samples.mutableSpan
            filterEdges(&samples, width: width, map: map, edges: edges, isVertical: true)
            filterEdges(&samples, width: width, map: map, edges: edges, isVertical: false)
        }
    }

    /// How the edges of a component lie on the 4×4 luma blocks of a map.
    private struct EdgeGrid {
        let component: Int
        let log2Width: Int
        let log2Height: Int
    }

    /// Filters the edges of one direction (8.7.2.5).
    private static func filterEdges(
        _ samples: inout MutableSpan<UInt16>, width: Int, map: FilterMap, edges grid: EdgeGrid, isVertical: Bool
    ) {
        let columns = map.columns
        let edges = map.edges.span
        let qps = map.qp.span
        let bypass = map.bypass.span
        let bit: UInt8 = isVertical ? 1 : 2
        // Chroma has a grid of 8×8 samples of its own (8.7.2.5).
        let columnStep = isVertical ? 2 << grid.log2Width : 1
        let rowStep = isVertical ? 1 : 2 << grid.log2Height
        let before = isVertical ? 1 : columns
        let length = isVertical ? 4 >> grid.log2Height : 4 >> grid.log2Width
        let line = EdgeLine(
            across: isVertical ? 1 : width, along: isVertical ? width : 1, length: length)
        let log2Block = map.layout.log2CTB - 2
        var row = isVertical ? 0 : rowStep
        while row < map.rows {
            var ctb = -1
            var strengths = EdgeStrengths(map: map, component: grid.component)
            var column = isVertical ? columnStep : 0
            let start = ((row * 4) >> grid.log2Height) * width
            while column < columns {
                let index = row * columns + column
                if edges[index] & bit != 0 {
                    let owner = (row >> log2Block) * map.ctbColumns + column >> log2Block
                    if owner != ctb {
                        ctb = owner
                        strengths.choose(map.slice(ofCTB: owner))
                    }
                    let mean = (Int(qps[index]) + Int(qps[index - before]) + 1) >> 1
                    let keepsP = bypass[index - before] != 0
                    let keepsQ = bypass[index] != 0
                    let place = start + ((column * 4) >> grid.log2Width)
                    if grid.component == 0 {
                        let limits = strengths.luma(mean, keepsP: keepsP, keepsQ: keepsQ)
                        if limits.beta > 0, limits.tc > 0 { filterLuma(&samples, at: place, line, limits) }
                    } else {
                        let limits = strengths.chroma(mean, keepsP: keepsP, keepsQ: keepsQ)
                        if limits.tc > 0 { filterChroma(&samples, at: place, line, limits) }
                    }
                }
                column += columnStep
            }
            row += rowStep
        }
    }
}

/// Steps in a plane across an edge and along it, and the samples of one edge segment.
struct EdgeLine {
    let across: Int
    let along: Int
    let length: Int
}

/// Thresholds of one edge segment (8.7.2.5.3), and on which sides samples stay as they are.
struct EdgeLimits {
    let beta: Int32
    let tc: Int32
    let keepsP: Bool
    let keepsQ: Bool
    /// The greatest value of a sample.
    let most: Int32
}

/// Thresholds by quantisation (8.7.2.5.3 for luma, 8.7.2.5.5 for chroma) with the offsets of a slice.
struct EdgeStrengths {
    private let depth: Int
    private let isTableOf420: Bool
    private let chromaOffset: Int
    private var betaOffset = 0
    private var tcOffset = 0

    /// Makes thresholds of one component.
    init(map: FilterMap, component: Int) {
        depth = component == 0 ? map.layout.lumaDepth : map.layout.chromaDepth
        isTableOf420 = map.layout.chroma == .yuv420
        chromaOffset = component == 0 ? 0 : component == 1 ? map.layout.cbQpOffset : map.layout.crQpOffset
    }

    /// Takes the offsets of the slice that holds the sample q0,0.
    mutating func choose(_ slice: SliceFilterParameters) {
        betaOffset = 2 * slice.betaOffsetDiv2
        tcOffset = 2 * slice.tcOffsetDiv2
    }

    /// Returns the limits of a luma edge between blocks with a mean quantisation of qPL.
    func luma(_ mean: Int, keepsP: Bool, keepsQ: Bool) -> EdgeLimits {
        let beta = Int32(Self.betas[min(max(mean + betaOffset, 0), 51)]) << Int32(depth - 8)
        return EdgeLimits(beta: beta, tc: tc(mean), keepsP: keepsP, keepsQ: keepsQ, most: (1 << Int32(depth)) - 1)
    }

    /// Returns the limits of a chroma edge between blocks whose luma has a mean quantisation.
    func chroma(_ mean: Int, keepsP: Bool, keepsQ: Bool) -> EdgeLimits {
        let index = mean + chromaOffset
        let qp: Int
        if !isTableOf420 {
            qp = min(index, 51)
        } else if index < 30 {
            qp = index
        } else {
            // Table 8-10.
            qp = index >= 43 ? index - 6 : Self.chromaQPs[index - 30]
        }
        return EdgeLimits(beta: 0, tc: tc(qp), keepsP: keepsP, keepsQ: keepsQ, most: (1 << Int32(depth)) - 1)
    }

    /// tC for a quantisation, with a bS of 2.
    private func tc(_ qp: Int) -> Int32 {
        Int32(Self.tcs[min(max(qp + 2 + tcOffset, 0), 53)]) << Int32(depth - 8)
    }

    private static let chromaQPs = [29, 30, 31, 32, 33, 33, 34, 34, 35, 35, 36, 36, 37]

    /// β′ by Q (table 8-12).
    private static let betas: [UInt8] = [
        0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18,
        20, 22, 24, 26, 28, 30, 32, 34, 36, 38, 40, 42, 44, 46, 48, 50, 52, 54, 56, 58, 60, 62, 64,
    ]

    /// tC′ by Q (table 8-12).
    private static let tcs: [UInt8] = [
        0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1, 1, 1, 1,
        2, 2, 2, 2, 3, 3, 3, 3, 4, 4, 4, 5, 5, 6, 6, 7, 8, 9, 10, 11, 13, 14, 16, 18, 20, 22, 24,
    ]
}
