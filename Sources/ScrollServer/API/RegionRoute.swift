// GET …/items/{item}/regions

import Catalog
import HTTP
import Metadata
import Platform

/// Answers with the faces and other parts of a picture that its file or sidecar describes.
struct RegionRoute: Sendable {
    let pool: WorkerPool

    /// The regions, in fractions of the picture's width and height as stored.
    func answer(of item: ItemSummary, in collection: any ItemCollection) -> Answer {
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
