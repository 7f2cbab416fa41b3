// Documents in JSON-LD, which IIIF's clients read.

import HTTP
import Platform
import Tiling

extension Response {
    /// A document in JSON-LD: of the media type `type` where `Accept` names JSON-LD, else `application/json`.
    ///
    /// Without `Accept`, `isPreferred` decides. The entity tag is that of the content, so it is the same after a restart.
    static func linkedData(_ bytes: [UInt8], as type: String, isPreferred: Bool, to request: Request) -> Response {
        let isNamed = request.headers["accept"]?.contains("application/ld+json") ?? isPreferred
        let type = isNamed ? type : "application/json"
        var response = Response(contentType: type, bytes)
        var hash = StableHash()
        hash.add(bytes)
        hash.add(type.utf8)
        response.headers["ETag"] = "\"\(String(hash.value, radix: 36))\""
        response.headers["Cache-Control"] = "no-cache"
        response.headers["Vary"] = "Accept"
        return response
    }
}

extension JSONWriter {
    /// Writes the members `sizes` and `tiles` of an `info.json`.
    mutating func write(_ information: ImageInformation) {
        objects("sizes", of: information.sizes) { json, size in
            json.member("width", size.width)
            json.member("height", size.height)
        }
        objects("tiles", of: information.tiles) { json, tiles in
            json.member("width", tiles.side)
            json.member("scaleFactors", tiles.scaleFactors)
        }
    }
}
