// Runs `ScrollServer export`, and reads what it has written.

import Foundation
import Testing

@testable import Imaging
@testable import Pixels
@testable import Platform
@testable import ScrollServer

/// A folder of pictures, and the folder of their export, both removed with this object.
final class ExportedFolder {
    let pictures: ScratchFolder
    private let place: ScratchFolder
    /// The path of the export's folder, which is not made yet.
    var output: String { "\(place.path)/out" }

    init(_ files: [String: [UInt8]]) throws {
        (pictures, place) = (try ScratchFolder(), try ScratchFolder())
        for (name, bytes) in files {
            try pictures.write(name, bytes)
            // A site tells when files were written: the same of each folder.
            try FileManager.default.setAttributes(
                [.modificationDate: Date(timeIntervalSince1970: 1_700_000_000)],
                ofItemAtPath: "\(pictures.path)/\(name)")
        }
    }

    /// The arguments of an export of the folder, or of a file in it.
    func arguments(_ more: [String], of name: String? = nil) -> [String] {
        ["export", name.map { "\(pictures.path)/\($0)" } ?? pictures.path, "--output=\(output)"] + more
    }

    func export(_ more: [String] = [], of name: String? = nil) throws -> ProgramRun.Ending {
        try ProgramRun(arguments(more, of: name), limit: 600).ending()
    }

    /// Exports without a failure.
    func exported(_ more: [String] = [], of name: String? = nil) throws {
        let ending = try export(more, of: name)
        try #require(ending.status == 0, "\(ending.errors)\(ending.output)")
    }

    /// All files that are to be published, by their paths.
    func files() throws -> [String: [UInt8]] {
        let paths = (FileManager.default.subpaths(atPath: output) ?? []).filter {
            !$0.hasPrefix(".") && !FileSystem.isDirectory("\(output)/\($0)")
        }
        var files = try Dictionary(uniqueKeysWithValues: paths.map { ($0, try bytes($0)) })
        // A site has the folder's name, which is another one in each test.
        if let entry = files[Site.entryPath] {
            let text = String(decoding: entry, as: UTF8.self)
            files[Site.entryPath] = Array(
                text[(text.firstRange(of: "\"kind\"")?.lowerBound ?? text.startIndex)...].utf8)
        }
        return files
    }

    func bytes(_ path: String) throws -> [UInt8] {
        [UInt8](try Data(contentsOf: URL(fileURLWithPath: "\(output)/\(path)")))
    }

    /// A picture of the index.
    struct Picture: Decodable {
        let name: String
        let path: String
        let width: Int
        let height: Int
        /// What its files' names begin with.
        var stem: String { path.split(separator: "/").first.map { String($0).replacing(".dzi", with: "") } ?? "" }
    }

    struct Index: Decodable {
        struct LeftOut: Decodable {
            let name: String
            let reason: String
        }

        let format: String
        let pictures: [Picture]
        let leftOut: [LeftOut]
    }

    func index() throws -> Index { try JSONDecoder().decode(Index.self, from: Data(bytes("index.json"))) }

    /// The pixels of a JPEG.
    static func pixels(_ bytes: [UInt8]) throws -> PixelBuffer {
        var decoder = try JPEGDecoder(source: ByteSource(bytes))
        return try decoder.readAll()
    }

    /// Pictures of many kinds, each small, since tests also run without optimisation.
    static func samples() throws -> [String: [UInt8]] {
        let grey: [UInt8] = (0..<6000).map { UInt8(truncatingIfNeeded: $0 % 300) }
        var clear: [UInt8] = []
        for y in 0..<30 {
            for x in 0..<540 { clear += [UInt8(x / 3), 40, 200, UInt8(y * 8)] }
        }
        var files: [String: [UInt8]] = [:]
        files["one.png"] = PictureFolder.squares(width: 1, height: 1)
        files["leftover.png"] = PictureFolder.squares(width: 3073, height: 3)
        files["thin.png"] = PictureFolder.squares(width: 1, height: 2500)
        files["drawing.png"] = PictureFolder.squares(width: 600, height: 260)
        files["photograph.jpg"] = JPEGEncoder.encode(PictureFolder.photograph(width: 530, height: 270), quality: 90)
        files["grey.jpg"] = JPEGEncoder.encode(
            PixelBuffer(width: 300, height: 20, format: .gray, bytes: grey), quality: 90)
        files["clear.png"] = PNGEncoder.encode(PixelBuffer(width: 540, height: 30, format: .rgba, bytes: clear))
        for orientation in 1...8 {
            files["turned\(orientation).jpg"] = try PictureFolder.quarters(side: 130, orientation: orientation)
        }
        return files
    }
}
