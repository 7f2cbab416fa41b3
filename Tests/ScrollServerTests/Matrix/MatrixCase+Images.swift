// What viewers of other programs get of a source: IIIF in both versions, and Deep Zoom.

import Foundation
import Tiling

@testable import Pixels
@testable import Platform

extension MatrixCase {
    /// Every item of which the server has pixels has images and tiles of the right size and colours; others have none.
    func checkImages() throws {
        for item in items {
            let picture = MatrixPicture.named(item.name)
            let isTiled = picture.map(\.isTiled) ?? (item.name != "photos/gone.png")
            let name = "\(http.source.id)~\(item.id)"
            for image in [
                "iiif/3/\(name)/full/!48,48/0/default.png", "iiif/2/\(name)/full/!48,48/0/default.jpg",
                "iiif/3/\(name)/full/max/0/default.jpg", "dzi/\(name)_files/6/0_0.jpg",
            ] {
                let reply = try http.bytes("/\(image)")
                guard (reply.status == 200) == isTiled, isTiled || (400..<500).contains(reply.status) else {
                    // Small pictures have fewer levels.
                    if image.hasPrefix("dzi"), reply.status == 404, max(item.width ?? 0, item.height ?? 0) <= 32 {
                        continue
                    }
                    note("\(image) of '\(item.name)' is \(reply.status) \(reply.text.prefix(200))")
                    continue
                }
                guard isTiled, let fault = fault(of: reply.body, image, item, picture) else { continue }
                note("\(image) of '\(item.name)' \(fault)")
            }
            guard isTiled else { continue }
            for version in 2...3 {
                let reply = try http.bytes("/iiif/\(version)/\(name)/info.json")
                let about = try? JSONReader.value(of: reply.body)
                if about?["width"]?.integer != item.width || about?["height"]?.integer != item.height {
                    note("info.json of '\(item.name)' is \(reply.status) \(reply.text.prefix(200))")
                }
            }
        }
        try checkWindows()
    }

    /// What is wrong with an image of all of an item; nil where nothing is.
    private func fault(
        of bytes: [UInt8], _ image: String, _ item: MatrixWorld.Item, _ picture: MatrixPicture?
    ) -> String? {
        guard let width = item.width, let height = item.height else { return nil }
        guard let pixels = MatrixTile.pixels(bytes) else { return "cannot be decoded" }
        let longest = max(width, height)
        if !image.hasPrefix("dzi") {
            let limit = image.contains("/max/") ? longest : min(48, longest)
            if max(pixels.width, pixels.height) != limit {
                return "has \(pixels.width) × \(pixels.height) of \(width) × \(height) pixels"
            }
        }
        guard let picture, min(pixels.width, pixels.height) >= 8 else { return nil }
        for part in [(1, 1), (5, 1), (1, 5), (5, 5)] {
            let (x, y) = (pixels.width * part.0 / 6, pixels.height * part.1 / 6)
            let place = (x: (Double(x) + 0.5) / Double(pixels.width), y: (Double(y) + 0.5) / Double(pixels.height))
            guard let colour = picture.colour(atX: place.x, y: place.y) else { continue }
            let found = pixels.colour(x, y)
            if !isNear(colour, found, within: 40) { return "is \(found) at \(x), \(y), not \(colour)" }
        }
        return nil
    }
}
