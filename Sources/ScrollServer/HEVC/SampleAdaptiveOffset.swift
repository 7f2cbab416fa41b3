// Sample adaptive offset: the walk over coding tree blocks (H.265, 8.7.3).

/// Sample adaptive offset of a deblocked picture (8.7.3).
enum SampleAdaptiveOffset {
    /// Adds offsets to the samples of all coding tree blocks that have some.
    ///
    /// - Parameters:
    ///   - planes: luma, and unless the picture is monochrome, Cb and Cr, after deblocking.
    ///   - map: offsets, slices and tiles of the picture.
    static func filter(_ planes: inout [Plane], map: FilterMap) {
        let format = map.layout.chroma
        let hasBypass = map.bypass.contains { $0 != 0 }
        for component in planes.indices where component < (format == .monochrome ? 1 : 3) {
            filter(&planes[component], component: component, map: map, hasBypass: hasBypass)
        }
    }

    /// Filters one plane, a row of coding tree blocks at a time.
    private static func filter(_ plane: inout Plane, component: Int, map: FilterMap, hasBypass: Bool) {
        let format = map.layout.chroma
        let log2Columns = map.layout.log2CTB - (component == 0 ? 0 : format.log2Width)
        let log2Rows = map.layout.log2CTB - (component == 0 ? 0 : format.log2Height)
        let (width, height) = (plane.width, plane.height)
        var window = DeblockedRows(width: width, height: 1 << log2Rows)
        for ctbRow in 0..<map.ctbRows {
            let firstRow = ctbRow << log2Rows
            let rows = min(1 << log2Rows, height - firstRow)
            guard rows > 0 else { return }
            let first = ctbRow * map.ctbColumns
            let isUsed = (first..<first + map.ctbColumns).contains { map.sao[3 * $0 + component].kind != 0 }
            window.advance(plane, firstRow: firstRow, rows: rows, isUsed: isUsed)
            guard isUsed else { continue }
            for ctbColumn in 0..<map.ctbColumns {
                let firstColumn = ctbColumn << log2Columns
                let columns = min(1 << log2Columns, width - firstColumn)
                let parameters = map.sao[3 * (first + ctbColumn) + component]
                guard parameters.kind != 0, columns > 0 else { continue }
                let area = Area(x: firstColumn, y: firstRow, columns: columns, rows: rows, width: width)
                let depth = component == 0 ? map.layout.lumaDepth : map.layout.chromaDepth
                let offsets = Offsets(parameters, bitDepth: depth)
                if parameters.kind == 1 {
                    addBands(&plane.samples, area, offsets, band: Int(parameters.band), bitDepth: depth)
                } else {
                    let usable = Surroundings(map: map, column: ctbColumn, row: ctbRow)
                    addEdges(&plane.samples, area, offsets, window, Direction(parameters.edgeClass), usable)
                }
                if hasBypass { restore(&plane.samples, area, window, map: map, component: component) }
            }
        }
    }

    /// The samples of a coding tree block in a plane.
    struct Area {
        let x: Int
        let y: Int
        let columns: Int
        let rows: Int
        /// Columns of the plane.
        let width: Int
    }

    /// SaoOffsetVal, and the greatest value of a sample.
    struct Offsets {
        let values: (Int32, Int32, Int32, Int32)
        let most: Int32

        init(_ parameters: SAOParameters, bitDepth: Int) {
            let offsets = parameters.offsets
            values = (Int32(offsets.0), Int32(offsets.1), Int32(offsets.2), Int32(offsets.3))
            most = (1 << Int32(bitDepth)) - 1
        }
    }

    /// Puts samples back that no loop filter may change (pcm_loop_filter_disabled_flag, cu_transquant_bypass_flag).
    private static func restore(
        _ samples: inout [UInt16], _ area: Area, _ window: DeblockedRows, map: FilterMap, component: Int
    ) {
        let log2Width = component == 0 ? 0 : map.layout.chroma.log2Width
        let log2Height = component == 0 ? 0 : map.layout.chroma.log2Height
        for row in 0..<area.rows {
            let blockRow = min(((area.y + row) << log2Height) >> 2, map.rows - 1) * map.columns
            let source = window.start(ofRow: row)
            for x in area.x..<area.x + area.columns {
                let block = blockRow + min((x << log2Width) >> 2, map.columns - 1)
                if map.bypass[block] != 0 {
                    samples[(area.y + row) * area.width + x] = window.samples[source + x]
                }
            }
        }
    }
}

/// The deblocked samples of a row of coding tree blocks, and one row above and below it.
struct DeblockedRows {
    private(set) var samples: [UInt16]
    /// The last deblocked row of the coding tree blocks above.
    private var above: [UInt16]
    private let width: Int

    init(width: Int, height: Int) {
        self.width = width
        samples = Array(repeating: 0, count: width * (height + 2))
        above = Array(repeating: 0, count: width)
    }

    /// The index of the first sample of a row, counted from the first of the coding tree blocks.
    func start(ofRow row: Int) -> Int { (row + 1) * width }

    /// Takes the samples of the next row of coding tree blocks, before they change.
    mutating func advance(_ plane: Plane, firstRow: Int, rows: Int, isUsed: Bool) {
        if isUsed {
            samples.replaceSubrange(0..<width, with: above)
            let end = min(firstRow + rows + 1, plane.height)
            let source = firstRow * width..<end * width
            samples.replaceSubrange(width..<width + source.count, with: plane.samples[source])
        }
        let last = (firstRow + rows - 1) * width
        above.replaceSubrange(0..<width, with: plane.samples[last..<last + width])
    }
}
