// Pictures without anything in them.

import Tiling

@testable import Pixels
@testable import Tiles

/// Makes every tile a single pixel, at once.
struct BlankTileMaker: TileMaker {
    private static let pixel = EncodedTile(
        bytes: PNGEncoder.encode(PixelBuffer(width: 1, height: 1, format: .rgb, bytes: [0, 128, 128])),
        mediaType: "image/png")

    func byteEstimate(for pass: TilePass) -> Int { 1 }

    func make(_ pass: TilePass, to output: TileOutput) throws(ImageError) {
        let pyramid = Pyramid(pass.size)
        for level in pass.levels {
            let counts = pyramid.tileCounts(of: level)
            for row in 0..<counts.rows {
                for column in 0..<counts.columns {
                    let position = TilePosition(level: level, column: column, row: row)
                    if output.isWanted(position) { output.emit(position, Self.pixel) }
                }
            }
        }
    }
}
