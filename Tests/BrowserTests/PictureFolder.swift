// Folders with generated pictures, removed afterwards.

import Foundation
import Testing

/// A folder that exists as long as this object.
final class PictureFolder {
    let path: String

    init() throws {
        path = NSTemporaryDirectory() + "pictures-\(UUID().uuidString)"
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }

    func write(_ name: String, _ bytes: [UInt8]) throws {
        try Data(bytes).write(to: URL(fileURLWithPath: "\(path)/\(name)"))
    }

    /// Writes a film of one second, of 320 × 240 pixels; `arguments` say how it is coded.
    func film(_ name: String, _ arguments: [String]) throws {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments =
            ["ffmpeg", "-v", "error", "-f", "lavfi", "-i", "testsrc=size=320x240:rate=10:duration=1"] + arguments
            + ["\(path)/\(name)"]
        process.standardInput = FileHandle.nullDevice
        try process.run()
        process.waitUntilExit()
        try #require(process.terminationStatus == 0, "ffmpeg is needed, as .ci/install brings it")
    }

    static func svg(width: Int = 30, height: Int = 20) -> [UInt8] {
        let size = "width=\"\(width)\" height=\"\(height)\""
        return [UInt8]("<svg xmlns=\"http://www.w3.org/2000/svg\" \(size)><rect \(size) fill=\"teal\"/></svg>".utf8)
    }

    /// Starts like a JPEG and goes on like nothing.
    static let garbage: [UInt8] = [0xFF, 0xD8, 0xFF, 0xE0] + [UInt8]("this is no picture at all".utf8)

    /// A JPEG whose header promises a picture and whose file ends there.
    static let truncated: [UInt8] =
        [0xFF, 0xD8, 0xFF, 0xC0, 0, 11, 8, 0, 30, 0, 40, 1, 1, 0x11, 0, 0xFF, 0xDA, 0, 8, 1, 1, 0, 0, 63, 0]

    /// A HEIC whose header is whole, and nothing else of it.
    static let heicHeader: [UInt8] = {
        func box(_ type: String, _ contents: [UInt8]) -> [UInt8] {
            let size = contents.count + 8
            return [0, 0, UInt8(size >> 8), UInt8(size & 255)] + [UInt8](type.utf8) + contents
        }
        let size: [UInt8] = [0, 0, 0, 0, 0, 0, 0, 200, 0, 0, 0, 100]
        let properties = box("ipco", box("ispe", size)) + box("ipma", [0, 0, 0, 0, 0, 0, 0, 1, 0, 1, 1, 1])
        let meta = [0, 0, 0, 0] + box("pitm", [0, 0, 0, 0, 0, 1]) + box("iprp", properties)
        return box("ftyp", [UInt8]("heic".utf8) + [0, 0, 0, 0]) + box("meta", meta)
    }()
}
