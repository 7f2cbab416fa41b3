// GET …/items/{item}/companions, …/companions/{name}, …/film and …/regions

import Catalog
import HTTP
import Metadata
import Pixels
import Platform

/// Answers with what belongs to a picture: its raw file, files written by other programs, its film, and its regions.
struct CompanionRoutes: Sendable {
    let addresses: Addresses
    let pool: WorkerPool

    /// The names, lengths in bytes and addresses of the files beside a picture.
    func list(of item: ItemSummary, in collection: any ItemCollection) -> Answer {
        .reading(on: pool) {
            let address = addresses.item(item.id, of: collection.id)
            let found = try collection.companions(ofItem: item.id)
            return .json { json in
                json.array("companions") { json in
                    for one in found {
                        // Names that are not UTF-8 have no address.
                        guard let name = String(validating: one.name, as: UTF8.self) else { continue }
                        json.object { json in
                            json.member("name", name)
                            json.member("bytes", one.byteCount)
                            json.member("url", "\(address)/companions/\(Query.escaped(name))")
                        }
                    }
                }
            }
        }
    }

    /// One of these files, as a download.
    func file(_ name: String, of item: ItemSummary, in collection: any ItemCollection) -> Answer {
        .reading(on: pool) {
            let file = try collection.companion(Array(name.utf8), ofItem: item.id)
            var response = try StaticFiles.response(file, type: "application/octet-stream")
            response.headers["Content-Disposition"] = "attachment"
            return response
        }
    }

    /// The film of a motion or live photo: a part of the picture's file, or the file beside it; a 404 without a film.
    func film(of item: ItemSummary, in collection: any ItemCollection) -> Answer {
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

    /// The faces and other parts of a picture that its file or sidecar describes, in fractions of the picture's width
    /// and height as stored.
    func regions(of item: ItemSummary, in collection: any ItemCollection) -> Answer {
        .reading(on: pool) {
            let regions = try collection.regions(ofItem: item.id)
            return .json { json in
                json.objects("regions", of: regions) { json, region in
                    json.member("type", region.type)
                    json.member("name", region.name)
                    json.member("x", region.x)
                    json.member("y", region.y)
                    json.member("width", region.width)
                    json.member("height", region.height)
                }
            }
        }
    }
}
