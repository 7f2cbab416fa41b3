// Tiles of any collection's pictures.

import Tiling

/// Makes tiles: generated pictures are drawn, files decoded.
struct PictureTileMaker: TileMaker {
    func byteEstimate(for pass: TilePass) -> Int {
        // A tile as pixels, as filtered rows and encoded.
        Pyramid.tileSize * Pyramid.tileSize * 10
    }

    func make(
        _ pass: TilePass, isWanted: (TilePosition) -> Bool, emit: (TilePosition, EncodedTile) -> Void
    ) throws(ImageError) {
        guard pass.collection is DemoCollection else {
            throw .unsupported("this kind of picture")
        }
        draw(pass, isWanted: isWanted, emit: emit)
    }

    private func draw(
        _ pass: TilePass, isWanted: (TilePosition) -> Bool,
        emit: (TilePosition, EncodedTile) -> Void
    ) {
        let pyramid = Pyramid(DemoCollection.size(at: pass.index))
        let counts = pyramid.tileCounts(of: pass.level)
        for row in 0..<counts.rows {
            for column in 0..<counts.columns where isWanted(TilePosition(column: column, row: row)) {
                guard let region = pyramid.region(level: pass.level, column: column, row: row) else { continue }
                let picture = DemoPicture(index: pass.index)
                let indices = picture.indices(
                    in: PixelRegion(x: region.x, y: region.y, width: region.width, height: region.height),
                    level: pass.level)
                let bytes = PNGEncoder.encode(
                    indices: indices, width: region.width, height: region.height, palette: picture.palette)
                emit(TilePosition(column: column, row: row), EncodedTile(bytes: bytes, mediaType: "image/png"))
            }
        }
    }
}
