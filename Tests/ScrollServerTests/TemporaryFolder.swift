// Folders with generated files, removed afterwards.

import Foundation
import Testing

@testable import Catalog
@testable import Metadata
@testable import Pixels
@testable import Platform

/// A folder that exists as long as this object.
final class TemporaryFolder: Sendable {
    let path: String

    init() throws {
        path = NSTemporaryDirectory() + "catalog-\(UUID().uuidString)"
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    }

    deinit {
        if (try? FileManager.default.removeItem(atPath: path)) != nil { return }
        // Folders that may not be read and paths that are too long for one call need these tools.
        for tool in [["/bin/chmod", "-R", "u+rwx", path], ["/bin/rm", "-rf", path]] {
            let process = try? Process.run(URL(fileURLWithPath: tool[0]), arguments: [String](tool.dropFirst()))
            process?.waitUntilExit()
        }
    }

    func folder(_ name: String) throws {
        try FileManager.default.createDirectory(atPath: "\(path)/\(name)", withIntermediateDirectories: true)
    }

    /// Writes a file, making the folders on the way; returns its path.
    @discardableResult
    func write(_ name: String, _ bytes: [UInt8] = TinyImage.png()) throws -> String {
        let file = "\(path)/\(name)"
        try FileManager.default.createDirectory(
            atPath: (file as NSString).deletingLastPathComponent, withIntermediateDirectories: true)
        try PlainFile.write(bytes, to: file)
        return file
    }

    /// A file whose name need not be UTF-8.
    func write(bytes name: [UInt8], _ contents: [UInt8]) throws {
        try PlainFile.write(contents, to: Array("\(path)/".utf8) + name)
    }

    func link(_ name: String, to target: String) throws {
        try FileManager.default.createSymbolicLink(atPath: "\(path)/\(name)", withDestinationPath: target)
    }

    /// A collection over the folder whose scan has ended.
    func scanned(followsLinksOutside: Bool = false) throws -> FolderCollection {
        let collection = try FolderCollection(
            root: path, id: "f", name: "F", followsLinksOutside: followsLinksOutside, zone: .universal)
        collection.waitForScan()
        return collection
    }
}

extension FolderCollection {
    /// The paths of all items, in their order.
    var names: [String] { (0..<status.count).compactMap { details(at: $0)?.name } }

    /// The id of the item with this name.
    func id(named name: String) throws -> String {
        let index = try #require(names.firstIndex(of: name))
        return try #require(summary(at: index)?.id)
    }
}

/// The smallest files that carry a size.
enum TinyImage {
    static func big(_ value: Int, _ count: Int) -> [UInt8] {
        (0..<count).reversed().map { UInt8(truncatingIfNeeded: value >> ($0 * 8)) }
    }

    static func little(_ value: Int, _ count: Int) -> [UInt8] {
        big(value, count).reversed()
    }

    static func png(width: Int = 3, height: Int = 2) -> [UInt8] {
        let header = [UInt8]("IHDR".utf8) + big(width, 4) + big(height, 4) + [8, 2, 0, 0, 0]
        let checksum = CRC32.checksum(header.span)
        return PNGHeader.signature + big(13, 4) + header + big(Int(checksum), 4) + big(0, 4) + [UInt8]("IDAT".utf8)
            + big(0, 4)
    }

    static func gif(width: Int, height: Int) -> [UInt8] {
        [UInt8]("GIF89a".utf8) + little(width, 2) + little(height, 2) + [0, 0, 0, 0x3B]
    }

    /// Two frames of a pixel each.
    static func animatedGIF(width: Int, height: Int) -> [UInt8] {
        let frame: [UInt8] = [0x2C] + little(0, 4) + little(1, 2) + little(1, 2) + [0, 2, 2, 0x44, 1, 0]
        return [UInt8]("GIF89a".utf8) + little(width, 2) + little(height, 2) + [0x80, 0, 0, 9, 9, 9, 200, 100, 50]
            + frame + frame + [0x3B]
    }

    static func bmp(width: Int, height: Int) -> [UInt8] {
        [UInt8]("BM".utf8) + little(54, 4) + little(0, 4) + little(54, 4) + little(40, 4) + little(width, 4)
            + little(height, 4) + little(1, 2) + little(24, 2) + [UInt8](repeating: 0, count: 24)
    }

    /// An EXIF block's TIFF structure, with an orientation and room after it.
    static func exif(orientation: Int, littleEndian: Bool = false) -> [UInt8] {
        let number = littleEndian ? little : big
        return (littleEndian ? [0x49, 0x49] : [0x4D, 0x4D]) + number(42, 2) + number(8, 4) + number(1, 2)
            + number(0x112, 2) + number(3, 2) + number(1, 4) + number(orientation, 2) + number(0, 2) + number(0, 4)
    }

    /// Up to the frame header; `padding` bytes of APP2 come before it.
    static func jpeg(
        width: Int = 40, height: Int = 30, orientation: Int? = nil, padding: Int = 0, littleEndian: Bool = false
    ) -> [UInt8] {
        var bytes: [UInt8] = [0xFF, 0xD8]
        if let orientation {
            let block = [UInt8]("Exif\0\0".utf8) + exif(orientation: orientation, littleEndian: littleEndian)
            bytes += [0xFF, 0xE1] + big(block.count + 2, 2) + block
        }
        var rest = padding
        while rest > 0 {
            let part = min(rest, 65_000)
            bytes += [0xFF, 0xE2] + big(part + 2, 2) + [UInt8](repeating: 0xFF, count: part)
            rest -= part
        }
        return bytes + [0xFF, 0xC0, 0, 11, 8] + big(height, 2) + big(width, 2) + [1, 1, 0x11, 0, 0xFF, 0xD9]
    }

    static func svg(_ attributes: String, prolog: String = "") -> [UInt8] {
        [UInt8]("\(prolog)<svg xmlns=\"http://www.w3.org/2000/svg\" \(attributes)></svg>".utf8)
    }

    /// Bytes in gzip (RFC 1952), as the program itself packs them.
    static func gzip(_ plain: [UInt8]) -> [UInt8] {
        // A zlib stream without its own header and checksum.
        [0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 255] + Deflater.zlib(plain).dropFirst(2).dropLast(4)
            + little(Int(CRC32.checksum(plain.span)), 4) + little(plain.count, 4)
    }

    static func box(_ type: String, _ contents: [UInt8]) -> [UInt8] {
        big(contents.count + 8, 4) + [UInt8](type.utf8) + contents
    }

    /// An AVIF with one item whose properties are given in order, up to its metadata.
    static func avif(brand: String = "avif", properties: [[UInt8]]) -> [UInt8] {
        let indices = properties.indices.map { UInt8($0 + 1) }
        let map = big(0, 4) + big(1, 4) + big(1, 2) + [UInt8(indices.count)] + indices
        return box("ftyp", [UInt8](brand.utf8) + big(0, 4) + [UInt8](brand.utf8))
            + box(
                "meta",
                big(0, 4) + box("pitm", big(0, 4) + big(1, 2))
                    + box("iprp", box("ipco", properties.flatMap { $0 }) + box("ipma", map)))
    }
}
