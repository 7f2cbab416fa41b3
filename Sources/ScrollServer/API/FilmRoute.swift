// GET …/items/{item}/film

import Catalog
import HTTP
import Pixels
import Platform

/// Answers with the film of a motion or live photo.
struct FilmRoute: Sendable {
    let pool: WorkerPool

    /// The film's bytes: a part of the picture's file, or the file beside it.
    ///
    /// - Throws: a 404 for an item that does not exist; one without a film is answered so, too.
    func answer(ofItem id: String, of entry: CatalogEntry) throws(Problem) -> Answer {
        let collection = entry.collection
        try collection.existing(id)
        return .reading(on: pool) {
            let film = try collection.film(ofItem: id)
            var response = try StaticFiles.response(film.file, part: film.range, type: film.format.mimeType)
            // Few bytes have been read completely; more are streamed later.
            guard try film.file.isUnchanged() else { throw ImageError.changed }
            response.headers["ETag"] = "\"\(film.version)-film\""
            response.headers["Content-Security-Policy"] = TileRoute.policyOfVideos
            return response
        }
    }
}
