// GET …/items/{item}/companions and …/companions/{name}

import Catalog
import HTTP
import Platform

/// Answers with the files that belong to a picture: its raw file, and files written by other programs.
struct CompanionRoute: Sendable {
    let addresses: Addresses
    let pool: WorkerPool

    /// The files' names, lengths in bytes and addresses.
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
}
