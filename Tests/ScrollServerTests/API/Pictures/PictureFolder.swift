// Pictures in a folder, and what is answered about them.

import Foundation
import Testing
import Tiling

@testable import Catalog
@testable import HTTP
@testable import Imaging
@testable import Metadata
@testable import Pixels
@testable import ScrollServer
@testable import Tiles

/// A client of a server with one folder, `f`, whose files are the given ones.
struct PictureFolder {
    let client: APIClient
    private let folder: TemporaryFolder
    private let collection: FolderCollection

    init(_ files: [String: [UInt8]]) throws {
        folder = try TemporaryFolder()
        for (name, bytes) in files { try folder.write(name, bytes) }
        collection = try folder.scanned()
        client = try APIClient([collection])
    }

    /// The path of a file.
    func path(_ name: String) -> String { "\(folder.path)/\(name)" }

    /// The picture's name in addresses.
    func name(_ file: String) throws -> String { "f~\(try collection.id(named: file))" }

    /// The answer to a request of the IIIF Image API; `rest` is what follows the picture's name.
    func image(
        _ rest: String, of file: String, _ version: ImageAPIVersion = .three, _ fields: [(String, String)] = []
    ) throws -> APIClient.Reply {
        try client.get("/iiif/\(version.rawValue)/\(name(file))/\(rest)", fields)
    }

    /// The pixels of such an answer.
    func pixels(_ rest: String, of file: String, _ version: ImageAPIVersion = .three) throws -> PixelBuffer {
        let reply = try image(rest, of: file, version)
        #expect(reply.status == 200, "\(rest) of \(file): \(reply.text)")
        return try Self.decoded(reply)
    }

    /// The pixels of an image, whose format is that of its media type.
    static func decoded(_ reply: APIClient.Reply) throws -> PixelBuffer {
        if reply.headers["Content-Type"] == "image/png" {
            var decoder = try PNGDecoder(source: ByteSource(reply.body))
            return try decoder.readAll()
        }
        if reply.headers["Content-Type"] == "image/webp" {
            var decoder = try WebPDecoder(source: ByteSource(reply.body))
            return try decoder.readAll()
        }
        #expect(reply.headers["Content-Type"] == "image/jpeg")
        var decoder = try JPEGDecoder(source: ByteSource(reply.body))
        return try decoder.readAll()
    }

    /// A PNG of coloured squares with sides of `side` pixels, so few colours that its tiles are lossless.
    static func squares(width: Int, height: Int, side: Int = 16) -> [UInt8] {
        PNGEncoder.encode(pixelsOfSquares(width: width, height: height, side: side))
    }

    static func pixelsOfSquares(width: Int, height: Int, side: Int = 16) -> PixelBuffer {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(width * height * 3)
        for y in 0..<height {
            for x in 0..<width {
                let (column, row) = (x / side, y / side)
                bytes += [UInt8(column * 5 % 8 * 32), UInt8(row * 3 % 8 * 32), UInt8((column + row) % 4 * 64)]
            }
        }
        return PixelBuffer(width: width, height: height, format: .rgb, bytes: bytes)
    }

    /// A smooth picture with many colours, as a photograph has.
    static func photograph(width: Int, height: Int) -> PixelBuffer {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(width * height * 3)
        for y in 0..<height {
            for x in 0..<width {
                let (u, v) = (Double(x) / 31, Double(y) / 23)
                for phase in [0.0, 1.3, 2.9] {
                    let value = 128 + 60 * sin(u + phase) * cos(v - phase) + 50 * sin((u + v) / 7 + phase)
                    bytes.append(UInt8(clamping: Int(clamping: value.rounded())))
                }
            }
        }
        return PixelBuffer(width: width, height: height, format: .rgb, bytes: bytes)
    }

    /// A JPEG of four coloured quarters, stored so that it is upright by `orientation`: red, green, blue, white.
    static func quarters(side: Int, orientation: Int) throws -> [UInt8] {
        let turn = try #require(Orientation(rawValue: orientation))
        let upright = quarterPixels(side: side)
        // Turning by the inverse orientation gives what is stored.
        let inverse: Orientation = turn == .right ? .left : turn == .left ? .right : turn
        let file = JPEGEncoder.encode(inverse.apply(to: upright), quality: 95, subsampling: .none)
        let block = [UInt8]("Exif\0\0".utf8) + TinyImage.exif(orientation: orientation)
        return file[..<2] + [0xFF, 0xE1] + TinyImage.big(block.count + 2, 2) + block + file[2...]
    }

    /// Twice as wide as high.
    static func quarterPixels(side: Int) -> PixelBuffer {
        var bytes: [UInt8] = []
        for y in 0..<side {
            for x in 0..<2 * side {
                bytes += quarterColours[(y < side / 2 ? 0 : 2) + (x < side ? 0 : 1)]
            }
        }
        return PixelBuffer(width: 2 * side, height: side, format: .rgb, bytes: bytes)
    }

    static let quarterColours: [[UInt8]] = [[220, 20, 20], [20, 200, 20], [20, 20, 220], [240, 240, 240]]

    /// The indices of the quarters' colours in a picture: top left, top right, bottom left, bottom right.
    static func quarters(of pixels: PixelBuffer) -> [Int?] {
        let (left, top) = (pixels.width / 4, pixels.height / 4)
        return [(left, top), (3 * left, top), (left, 3 * top), (3 * left, 3 * top)].map { x, y in
            let start = (y * pixels.width + x) * pixels.format.channelCount
            let colour = pixels.bytes[start..<start + 3].map(Int.init)
            return quarterColours.firstIndex { known in
                zip(known, colour).allSatisfy { abs(Int($0) - $1) < 30 }
            }
        }
    }

    /// The signal-to-noise ratio between two pictures of one size, in decibels.
    static func ratio(_ left: [UInt8], _ right: [UInt8]) -> Double {
        guard left.count == right.count, !left.isEmpty else { return 0 }
        let sum = zip(left, right).reduce(0.0) { sum, pair in
            let difference = Double(pair.0) - Double(pair.1)
            return sum + difference * difference
        }
        return sum == 0 ? .infinity : 10 * log10(255 * 255 * Double(left.count) / sum)
    }
}
