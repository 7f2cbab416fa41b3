// What viewers of other programs get of a source: IIIF in both versions with manifests, Deep Zoom, and stored tiles.

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
            try checkStoredTiles(of: item, picture)
        }
        try checkWindows()
    }

    /// Tiles that the file stores as JPEGs are sent as they are where they lie in the picture as a whole, to all viewers.
    private func checkStoredTiles(of item: MatrixWorld.Item, _ picture: MatrixPicture?) throws {
        guard let side = try http.json("/items/\(item.id)")["storedTiles"]?["side"]?.integer else { return }
        let (width, height) = (item.width ?? 0, item.height ?? 0)
        for row in 0...(height - 1) / side {
            for column in 0...(width - 1) / side {
                let url = "\(http.path)/tiles/\(item.id)/0/\(column)/\(row)?v=x&side=\(side)"
                let reply = try http.bytes(url)
                let tile = MatrixTile(
                    .object([
                        "index": .number(Double(item.index)), "item": .text(item.id), "level": .number(0),
                        "column": .number(Double(column)), "row": .number(Double(row)), "url": .text(url),
                    ]))
                if let fault = tile?.fault(of: reply.body, item) { note("\(url) \(fault)") }
                let isInside = (column + 1) * side <= width && (row + 1) * side <= height
                let end = Data(reply.body.suffix(200))
                let isStored = picture?.file.map { Data($0).range(of: end) != nil } ?? false
                if isStored != isInside { note("\(url) is \(isStored ? "" : "not ")the file's own") }
                if isStored { storedCount += 1 }
                let region = "\(column * side),\(row * side),\(side),\(side)/max/0/default.jpg"
                let image = try http.bytes("/iiif/3/\(http.source.id)~\(item.id)/\(region)")
                // At the edges a tile may be a PNG, and then another image.
                if isInside, image.body != reply.body { note("\(region) of '\(item.name)' is not the tile") }
                if let fault = tile?.fault(of: image.body, item) { note("\(region) of '\(item.name)' \(fault)") }
            }
        }
    }

    /// The manifest has a canvas for each item of which the server has pixels, in the order of the list.
    func checkManifest(_ query: String) throws {
        let reply = try http.bytes("/iiif/3/\(http.source.id)/manifest.json?\(query)")
        guard reply.status == 200, let manifest = try? JSONReader.value(of: reply.body) else {
            return note("manifest.json?\(query) is \(reply.status) \(reply.text.prefix(200))")
        }
        // Whether such a file can be decoded is found when its tiles are made.
        let damaged = Set(items.filter { MatrixPicture.named($0.name)?.kind == .damaged }.map(\.id))
        let shown = items.filter { item in
            let isTiled = MatrixPicture.named(item.name)?.isTiled ?? (item.name != "photos/gone.png")
            return isTiled && item.width != nil
        }
        let canvases = (manifest["items"]?.elements ?? []).filter { canvas in
            !damaged.contains { canvas["id"]?.text?.hasSuffix("~\($0)/canvas") == true }
        }
        let found = canvases.map { canvas in
            [canvas["id"]?.text ?? "", "\(canvas["width"]?.integer ?? 0) × \(canvas["height"]?.integer ?? 0)"]
        }
        let expected = shown.map { item in
            [
                "http://localhost/iiif/3/\(http.source.id)~\(item.id)/canvas",
                "\(item.width ?? 0) × \(item.height ?? 0)",
            ]
        }
        if found != expected { note("manifest.json?\(query) has \(found), not \(expected)") }
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
