// Folders with generated pictures, removed afterwards.

import Foundation

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

    static func svg(width: Int = 30, height: Int = 20) -> [UInt8] {
        let size = "width=\"\(width)\" height=\"\(height)\""
        return [UInt8]("<svg xmlns=\"http://www.w3.org/2000/svg\" \(size)><rect \(size) fill=\"teal\"/></svg>".utf8)
    }

    /// Starts like a JPEG and goes on like nothing.
    static let garbage: [UInt8] = [0xFF, 0xD8, 0xFF, 0xE0] + [UInt8]("this is no picture at all".utf8)

    /// A JPEG whose header promises a picture and whose file ends there.
    static let truncated: [UInt8] =
        [0xFF, 0xD8, 0xFF, 0xC0, 0, 11, 8, 0, 30, 0, 40, 1, 1, 0x11, 0, 0xFF, 0xDA, 0, 8, 1, 1, 0, 0, 63, 0]
}
