// The real size of a picture's pixels in JSON.

import Catalog
import Metadata
import Platform

extension JSONWriter {
    /// Writes the members `pixelSize` and, of a map, `map`.
    mutating func write(_ scale: ItemScale) {
        let pixels = scale.pixels
        let size = pixels.upright(scale.orientation.rawValue)
        object("pixelSize") { json in
            json.member("x", exactly: size.x)
            json.member("y", exactly: size.y)
            json.member("unit", pixels.unit.rawValue)
            json.member("from", pixels.source.rawValue)
        }
        guard let map = pixels.map else { return }
        object("map") { json in
            // Of the stored picture, as GDAL has it.
            json.array("transform") { json in for number in map.transform { json.value(exactly: number) } }
            if let code = map.code { json.member("epsg", code) }
        }
    }
}

extension ItemCollection {
    /// Whether an item's file may tell the real size of its pixels, so that it has to be read for it.
    ///
    /// Returns at once.
    var mayTellScale: Bool { hasFiles || kind == .pages }
}
