// GET …/items/{item}/film

import Catalog
import HTTP
import Pixels
import Platform

/// Answers with the film of a motion or live photo.
struct FilmRoute: Sendable {
    let pool: WorkerPool

    /// The film's bytes: a part of the picture's file, or the file beside it; a 404 without a film.
    func answer(of item: ItemSummary, in collection: any ItemCollection) -> Answer {
        .reading(on: pool) {
            let film = try collection.film(ofItem: item.id)
            var response = try StaticFiles.response(film.file, part: film.range, type: film.format.mimeType)
            // Few bytes have been read completely; more are streamed later.
            guard try film.file.isUnchanged() else { throw ImageError.changed }
            response.headers["ETag"] = "\"\(film.version)-film\""
            response.headers["Content-Security-Policy"] = TileRoute.policyOfVideos
            return response
        }
    }
}
