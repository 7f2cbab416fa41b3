// A mosaic of a site: a grid of small cells, painted into pictures of many, so that thousands can be seen at once.

import Imaging
import Pixels
import Platform
import Tiles
import Tiling

/// A grid of square cells without gaps, at one width; the page scales it to its own.
///
/// ```
///  band 0   ┌─────────┬─────────┬───┐   parts of whole cells, each a JPEG
///           ├─────────┼─────────┼───┤
///  band 1   ├─────────┼──┬──────┘       the last row may be shorter: its parts are one cell high
/// ```
struct SiteMosaic {
    /// Begins the paths of all files of mosaics.
    static let folder = "plans/mosaic/"
    /// The columns of mosaics, of which a site has as many as it needs.
    private static let columns = [32, 48, 64, 96, 128, 192, 256, 384, 512, 768, 1024]
    /// Device pixels of all columns together, at most, and of a point.
    private static let (greatestWidth, scale) = (2936, 2)
    /// The side of a part in device pixels, about.
    private static let partSide = 512
    /// The quality of the JPEGs, where none is asked for.
    private static let quality = 80
    /// Must change with what is painted, so that an earlier program's parts are made again.
    private static let version: UInt64 = 1
    /// Of a cell whose picture cannot be read.
    private static let neutral: UInt8 = 128
    private static let greatestTile = 1 << 24

    /// Some whole cells that are painted together.
    struct Part {
        /// In cells.
        let (column, row): (Int, Int)
        let (columns, rows): (Int, Int)
        let path: String
    }

    private let pictures: [ExportedPicture]
    let columnCount: Int
    /// The side of a cell in device pixels.
    private let side: Int

    private init(_ pictures: [ExportedPicture], columns: Int) {
        (self.pictures, columnCount) = (pictures, columns)
        side = Self.greatestWidth / columns
    }

    /// The mosaics of a collection, those with fewer columns first.
    ///
    /// Each shows more at once than the one before, until a view half as high as it is wide shows all.
    static func all(of pictures: [ExportedPicture]) -> [SiteMosaic] {
        columns(count: pictures.count).map { SiteMosaic(pictures, columns: $0) }
    }

    /// The columns of the mosaics of so many pictures.
    static func columns(count: Int) -> [Int] {
        var (last, found) = (SiteGrid.columns.last ?? 1, [Int]())
        for next in columns where count > last * last / 2 {
            found.append(next)
            last = next
        }
        return found
    }

    // MARK: Cells

    private var rowCount: Int { (pictures.count + columnCount - 1) / columnCount }
    /// Rows of cells in a band, and columns of cells in a part.
    private var cellsPerPart: Int { max(1, Self.partSide / side) }

    /// The number of bands.
    var count: Int { (rowCount + cellsPerPart - 1) / cellsPerPart }

    var folder: String { "\(Self.folder)\(columnCount)" }

    /// The parts of a band, which have all of its cells.
    func parts(ofBand band: Int) -> [Part] {
        let first = band * cellsPerPart
        let end = min(first + cellsPerPart, rowCount)
        // Rows that are full; only the last one may not be.
        let full = min(end, pictures.count / columnCount)
        let runs = [(rows: first..<full, width: columnCount), (full..<end, pictures.count % columnCount)]
        return runs.flatMap { rows, width in
            rows.isEmpty
                ? []
                : stride(from: 0, to: width, by: cellsPerPart).map { column in
                    Part(
                        column: column, row: rows.lowerBound, columns: min(cellsPerPart, width - column),
                        rows: rows.count, path: "\(folder)/\(rows.lowerBound)_\(column).jpg")
                }
        }
    }

    /// The paths of all files, in a fixed order, and whether each is a picture.
    var paths: [(path: String, isPicture: Bool)] {
        (0..<count).flatMap { band in
            [(bandPath(band), false)] + parts(ofBand: band).map { ($0.path, true) }
        }
    }

    private func bandPath(_ band: Int) -> String { "\(folder)/\(SiteGrid.name(of: band))" }

    private func items(of part: Part) -> [Range<Int>] {
        (part.row..<part.row + part.rows).map { row in
            let first = row * columnCount + part.column
            return first..<first + part.columns
        }
    }

    // MARK: Plans

    /// Writes what a page needs to find the band at an offset, and that of an item.
    func writeExtent(into json: inout JSONWriter) {
        json.member("columns", columnCount)
        json.member("width", points(columnCount))
        json.member("height", points(rowCount))
        json.member("cell", points(1))
        json.member("bandHeight", points(cellsPerPart))
        json.member("bandCount", cellsPerPart * columnCount)
        json.member("bands", "\(folder)/{band}.json")
        json.member("mosaic", true)
    }

    private func points(_ cells: Int) -> Double { Double(cells * side) / Double(Self.scale) }

    /// A band: its parts, with frames in points from the band's upper left corner.
    func band(_ band: Int) -> [UInt8] {
        JSONWriter.object(capacity: 1 << 12) { json in
            json.array("tiles") { json in
                for part in parts(ofBand: band) {
                    json.object { json in
                        json.member("index", part.row * columnCount + part.column)
                        json.member("column", part.column)
                        json.member("row", part.row)
                        json.member("x", points(part.column))
                        json.member("y", points(part.row - band * cellsPerPart))
                        json.member("width", points(part.columns))
                        json.member("height", points(part.rows))
                        json.member("url", part.path)
                    }
                }
            }
        }
    }

    // MARK: Pictures

    /// What a part shows, in the words of the manifest: while that is the same, it is not painted again.
    func entry(of part: Part) -> ExportManifest.Entry {
        var hash = StableHash()
        hash.add(Self.version)
        hash.add(UInt64(side))
        for item in items(of: part).joined() {
            hash.add("\(pictures[item].name) \(pictures[item].item.version)\n".utf8)
        }
        return ExportManifest.Entry(
            item: "mosaic", version: Base32.encode(hash.value, length: 13),
            settings: pictures.first?.options.settings ?? "", isComplete: true)
    }

    /// Paints a part from the tiles of its pictures.
    ///
    /// Blocks. Memory: the part, and one tile.
    func jpeg(of part: Part, in folder: ExportFolder) -> [UInt8] {
        let width = part.columns * side
        var bytes = [UInt8](repeating: Self.neutral, count: width * part.rows * side * 3)
        for (row, items) in items(of: part).enumerated() {
            for (column, item) in items.enumerated() {
                guard let cell = cell(of: pictures[item], in: folder) else { continue }
                for line in 0..<side {
                    let start = ((row * side + line) * width + column * side) * 3
                    bytes.replaceSubrange(start..<start + side * 3, with: cell[line * side * 3..<(line + 1) * side * 3])
                }
            }
        }
        let pixels = PixelBuffer(width: width, height: part.rows * side, format: .rgb, bytes: bytes)
        return JPEGEncoder.encode(pixels, quality: pictures.first?.options.quality ?? Self.quality)
    }

    /// The pixels of a cell, from the coarsest level that is one tile and has enough; nil where there is no such file.
    private func cell(of picture: ExportedPicture, in folder: ExportFolder) -> [UInt8]? {
        let pyramid = picture.pyramid
        let levels = (0...PyramidFiles.lastLevel(of: pyramid)).filter { pyramid.tileCounts(of: $0) == (1, 1) }
        let level =
            levels.last { level in
                let size = pyramid.size(of: level)
                return min(size.width, size.height) >= side
            } ?? levels.first
        guard let level else { return nil }
        let address = SitePicture.address(of: TilePosition(level: level, column: 0, row: 0), of: picture)
        return folder.bytes(of: address, atMost: Self.greatestTile).flatMap { CentralSquare.pixels(of: $0, side: side) }
    }
}
