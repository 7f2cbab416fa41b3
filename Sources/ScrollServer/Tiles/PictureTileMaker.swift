// Tiles of any collection's pictures.

import Tiling

/// Makes tiles: generated pictures are drawn, files decoded.
struct PictureTileMaker: TileMaker {
    /// What the coefficients of a progressive picture may take; the decoder's own limit.
    private static let coefficientLimit = 192 << 20

    /// Whether the pictures are the demo's, each with its index on it.
    private static func isDrawn(_ collection: any Collection) -> Bool {
        collection is DemoCollection || collection is EndlessFeed
    }

    func byteEstimate(for pass: TilePass) -> Int {
        // A tile as pixels, as filtered rows and encoded.
        let tile = Pyramid.tileSize * Pyramid.tileSize * 10
        if Self.isDrawn(pass.collection) || pass.collection is ChartCollection { return tile }
        let pyramid = Pyramid(pass.size)
        var bytes = tile
        for level in pass.levels {
            let size = pyramid.size(of: level)
            let breadth = max(size.width, size.height)
            bytes += min(Pyramid.tileSize, min(size.width, size.height)) * breadth * 4
        }
        // A JPEG may be progressive: three bytes a pixel for 4:2:0, less where it is scaled.
        let denominator = FileTiles.denominator(pass)
        let pixels = Double(pass.size.width / denominator) * Double(pass.size.height / denominator)
        return bytes + Int(min(Double(Self.coefficientLimit), pixels * 3))
    }

    func make(
        _ pass: TilePass, isWanted: (TilePosition) -> Bool, emit: (TilePosition, EncodedTile) -> Void,
        progress: (Double) -> Void
    ) throws(ImageError) {
        if Self.isDrawn(pass.collection) { return draw(pass, isWanted: isWanted, emit: emit) }
        if let chart = pass.collection as? ChartCollection {
            return try chart.draw(pass, isWanted: isWanted, emit: emit)
        }
        guard let details = pass.collection.details(ofItem: pass.item) else {
            throw .unreadable("the item has gone")
        }
        let source = try pass.collection.source(ofItem: pass.item)
        try FileTiles(pass, orientation: details.orientation).make(
            // One decode gives all tiles of the level: those that nobody asked for yet go into the caches.
            from: source, isWanted: { _ in true }, emit: emit, progress: progress)
    }

    /// A generated picture's tiles cost nothing together: only those wanted are drawn.
    private func draw(
        _ pass: TilePass, isWanted: (TilePosition) -> Bool, emit: (TilePosition, EncodedTile) -> Void
    ) {
        let pyramid = Pyramid(pass.size)
        let picture = DemoPicture(index: pass.index)
        for level in pass.levels {
            let counts = pyramid.tileCounts(of: level)
            for row in 0..<counts.rows {
                for column in 0..<counts.columns {
                    let position = TilePosition(level: level, column: column, row: row)
                    guard isWanted(position), let region = pyramid.region(level: level, column: column, row: row)
                    else { continue }
                    let indices = picture.indices(in: region, level: level)
                    let bytes = PNGEncoder.encode(
                        indices: indices, width: region.width, height: region.height, palette: picture.palette)
                    let ground = picture.palette.first.map {
                        UInt32($0.red) << 16 | UInt32($0.green) << 8 | UInt32($0.blue)
                    }
                    emit(position, EncodedTile(bytes: bytes, mediaType: "image/png", colour: ground))
                }
            }
        }
    }
}
