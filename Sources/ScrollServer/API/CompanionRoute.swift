// GET …/items/{item}/companions and …/companions/{name}

import Catalog
import HTTP
import Pixels
import Platform

/// Answers with the files that belong to a picture: its raw file, and files written by other programs.
struct CompanionRoute: Sendable {
    let addresses: Addresses
    let pool: WorkerPool

    /// The files' names, lengths in bytes and addresses.
    ///
    /// - Throws: a 404 for an item that does not exist.
    func list(ofItem id: String, of entry: CatalogEntry) throws(Problem) -> Answer {
        let collection = entry.collection
        guard collection.summary(ofItem: id) != nil else {
            throw .notFound("collection '\(collection.id)' has no item '\(id)'")
        }
        let address = addresses.item(id, of: collection.id)
        return .later(
            .work(on: pool) {
                do throws(ImageError) {
                    let found = try collection.companions(ofItem: id)
                    var json = JSONWriter()
                    json.object { json in
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
                    return .json(json)
                } catch {
                    return TileRoute.problem(error).response
                }
            })
    }

    /// One of these files, as a download.
    func file(_ name: String, ofItem id: String, of entry: CatalogEntry) throws(Problem) -> Answer {
        let collection = entry.collection
        guard collection.summary(ofItem: id) != nil else {
            throw .notFound("collection '\(collection.id)' has no item '\(id)'")
        }
        return .later(
            .work(on: pool) {
                do {
                    let file = try collection.companion(Array(name.utf8), ofItem: id)
                    var response = try StaticFiles.response(file, type: "application/octet-stream")
                    response.headers["Content-Disposition"] = "attachment"
                    return response
                } catch let error as ImageError {
                    return TileRoute.problem(error).response
                } catch let error as SystemError {
                    return TileRoute.problem(ImageError(reading: error)).response
                } catch {
                    return Problem.internalError("the file cannot be sent: \(error)").response
                }
            })
    }
}
