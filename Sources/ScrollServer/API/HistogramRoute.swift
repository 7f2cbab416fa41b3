// GET …/items/{item}/histogram

import Catalog
import HTTP
import Pixels
import Platform
import Tiles

/// Answers how often each level of red, green and blue occurs in a picture.
struct HistogramRoute: Sendable {
    let pipeline: TilePipeline
    let pool: WorkerPool

    /// Counts the pixels of the picture's preview, a tile that is in the caches where the picture has been shown.
    ///
    /// - Throws: why the item has no tiles.
    func answer(of item: ItemSummary, in collection: any ItemCollection) throws(Problem) -> Answer {
        if let error = item.error { throw TileRoute.problem(error) }
        guard let level = Addresses.previewLevel(item), let pass = TilePass(collection, item, level: level) else {
            throw Problem(415, "the server has no pixels of item '\(item.id)'", kind: "unsupported")
        }
        return .later(
            .chain(on: pool) { [pipeline, pool] chain, finish in
                let request = pipeline.request(TilePosition(level: level, column: 0, row: 0), of: pass) { result in
                    // Counting takes some milliseconds: not on the thread that makes tiles.
                    let work = pool.submit { finish(Self.response(result)) }
                    if work == nil { finish(Problem.unavailable("the server is stopping").response) }
                }
                chain.add(request)
            })
    }

    private static func response(_ tile: Result<EncodedTile, ImageError>) -> Response {
        let histogram: ColourHistogram
        do throws(ImageError) {
            histogram = try ColourHistogram(of: try tile.get())
        } catch {
            return TileRoute.problem(error).response
        }
        return .json(capacity: 4096) { json in
            json.member("red", histogram.red)
            json.member("green", histogram.green)
            json.member("blue", histogram.blue)
            json.member("full", histogram.full)
        }
    }
}
