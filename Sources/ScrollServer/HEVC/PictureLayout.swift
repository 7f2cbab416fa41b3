/// The order of a picture's coding tree blocks and the tiles that they are in (H.265, 6.5.1).
struct PictureLayout {
    let columns: Int
    let rows: Int
    /// Raster address of each block in the order of decoding.
    private(set) var rasterAddresses: [Int32] = []
    /// Place in the order of decoding of each raster address.
    private(set) var decodingOrder: [Int32]
    /// Tile of each raster address.
    private(set) var tileIndex: [UInt16]
    /// First column of the tile that each column is in.
    private(set) var firstColumn: [Int32]

    /// Lays out the tiles of a picture.
    init(sequence: SequenceParameters, picture: PictureParameters) throws(HEVCError) {
        columns = sequence.columnsOfCTBs
        rows = sequence.rowsOfCTBs
        let widths = try Self.bounds(columns, parts: picture.tiles?.columns ?? 1, sizes: picture.tiles?.widths)
        let heights = try Self.bounds(rows, parts: picture.tiles?.rows ?? 1, sizes: picture.tiles?.heights)
        guard (widths.count - 1) * (heights.count - 1) <= 65_535 else { throw .damaged("too many tiles") }
        decodingOrder = [Int32](repeating: 0, count: columns * rows)
        tileIndex = [UInt16](repeating: 0, count: columns * rows)
        firstColumn = [Int32](repeating: 0, count: columns)
        rasterAddresses.reserveCapacity(columns * rows)
        var tile: UInt16 = 0
        for row in 1..<heights.count {
            for column in 1..<widths.count {
                for y in heights[row - 1]..<heights[row] {
                    for x in widths[column - 1]..<widths[column] {
                        decodingOrder[y * columns + x] = Int32(truncatingIfNeeded: rasterAddresses.count)
                        rasterAddresses.append(Int32(truncatingIfNeeded: y * columns + x))
                        tileIndex[y * columns + x] = tile
                        firstColumn[x] = Int32(truncatingIfNeeded: widths[column - 1])
                    }
                }
                tile &+= 1
            }
        }
    }

    /// Where each part begins, and the end.
    private static func bounds(_ length: Int, parts: Int, sizes: [Int]?) throws(HEVCError) -> [Int] {
        guard parts <= length else { throw .damaged("\(parts) tiles beside each other in \(length) blocks") }
        guard let sizes else { return (0...parts).map { $0 * length / parts } }
        var bounds = [0]
        for size in sizes { bounds.append((bounds.last ?? 0) + size) }
        guard let last = bounds.last, last < length else { throw .damaged("tiles are larger than the picture") }
        return bounds + [length]
    }
}
