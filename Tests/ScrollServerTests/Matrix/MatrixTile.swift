// What one tile of a plan says, and what its bytes must be.

import Foundation
import Tiling

@testable import Imaging
@testable import Pixels
@testable import Platform

/// A tile as a plan names it.
struct MatrixTile {
    let index: Int
    let item: String
    let level: Int
    let column: Int
    let row: Int
    let url: String
    let name: String?
    /// Red, green and blue.
    let colour: [Int]?
    let json: JSONValue
    /// Of a tile that lies in the picture as a whole, in pixels.
    var side: Int { url.firstMatch(of: /&side=(\d+)/).flatMap { Int($0.output.1) } ?? 512 }
    /// Whether the browser gets the original.
    var isPlayed: Bool { url.contains("/original?v=") }

    init?(_ json: JSONValue) {
        guard let index = json["index"]?.integer, let item = json["item"]?.text, let level = json["level"]?.integer,
            let column = json["column"]?.integer, let row = json["row"]?.integer, let url = json["url"]?.text
        else { return nil }
        (self.index, self.item, self.level, self.column, self.row, self.url) = (index, item, level, column, row, url)
        self.json = json
        name = json["name"]?.text
        colour = json["colour"]?.text.flatMap { Int($0.dropFirst(), radix: 16) }.map {
            [$0 >> 16 & 255, $0 >> 8 & 255, $0 & 255]
        }
    }

    var text: String { "tile \(index) (\(item) '\(name ?? "-")' \(level)/\(column)/\(row))" }

    /// What is wrong with the bytes, for an item as the list of items has it; nil where nothing is.
    func fault(of bytes: [UInt8], _ item: MatrixWorld.Item) -> String? {
        guard let width = item.width, let height = item.height else { return nil }
        func reduced(_ side: Int) -> Int { (side + (1 << level) - 1) >> level }
        let whole = (width: reduced(width), height: reduced(height))
        let (left, top) = (column * side, row * side)
        guard left < whole.width, top < whole.height else { return "is not a tile of \(width) × \(height) pixels" }
        guard let pixels = Self.pixels(bytes) else { return "cannot be decoded" }
        let size = (width: min(side, whole.width - left), height: min(side, whole.height - top))
        guard pixels.width == size.width, pixels.height == size.height else {
            return "has \(pixels.width) × \(pixels.height) pixels, not \(size.width) × \(size.height)"
        }
        // Through a window a picture has other colours.
        guard let picture = MatrixPicture.named(item.name), !picture.isFlatAt(whole.width, whole.height),
            !url.contains("window=")
        else { return nil }
        for part in [(1, 1), (5, 1), (3, 3), (1, 5), (5, 5)] {
            let (x, y) = (size.width * part.0 / 6, size.height * part.1 / 6)
            let place = (
                x: (Double(left + x) + 0.5) / Double(whole.width), y: (Double(top + y) + 0.5) / Double(whole.height)
            )
            guard let colour = picture.colour(atX: place.x, y: place.y) else { continue }
            let found = pixels.colour(x, y)
            if !isNear(colour, found, within: 30) { return "is \(found) at \(x), \(y), not \(colour)" }
        }
        return nil
    }

    static func pixels(_ bytes: [UInt8]) -> PixelBuffer? {
        let source = ByteSource(bytes)
        if bytes.first == 0xFF {
            guard var decoder = try? JPEGDecoder(source: source) else { return nil }
            return try? decoder.readAll()
        }
        guard var decoder = try? PNGDecoder(source: source) else { return nil }
        return try? decoder.readAll()
    }
}

/// Whether no channel of two colours differs by more than `tolerance`.
func isNear(_ one: [Int], _ two: [Int], within tolerance: Int) -> Bool {
    zip(one, two).allSatisfy { abs($0 - $1) <= tolerance }
}

extension MatrixPicture {
    /// The file that an item shows, by the end of its name, which is a path.
    static func named(_ name: String) -> MatrixPicture? {
        all.filter { name == $0.name || name.hasSuffix("/" + $0.name) }.max { $0.name.count < $1.name.count }
    }

    /// Whether so few pixels are left that corners run into each other.
    fileprivate func isFlatAt(_ width: Int, _ height: Int) -> Bool {
        Set(corners).count > 1 && min(width, height) < 4
    }
}

extension PixelBuffer {
    func colour(_ x: Int, _ y: Int) -> [Int] {
        let place = y * rowByteCount + x * format.channelCount
        let pixel = bytes[place..<place + format.channelCount].map { Int($0) }
        return pixel.count < 3 ? [pixel[0], pixel[0], pixel[0]] : Array(pixel.prefix(3))
    }
}
