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

    /// A HEIC of 56 × 40 pixels, as heif-enc writes it.
    static let heic = [UInt8](
        Data(
            base64Encoded:
                "AAAAHGZ0eXBoZWljAAAAAG1pZjFoZWljbWlhZgAAAa1tZXRhAAAAAAAAACFoZGxyAAAAAAAAAABwaWN0AAAAAAAAAAAAAAAA"
                + "AAAAAA5waXRtAAAAAAACAAAAEGlkYXQAAAAAADgAKAAAADhpbG9jAQAAAERAAAIAAQAAAAAAAAHRAAEAAAAAAAAAhwACAAEA"
                + "AAAAAAAAAQAAAAAAAAAIAAAAOGlpbmYAAAAAAAIAAAAVaW5mZQIAAAEAAQAAaHZjMQAAAAAVaW5mZQIAAAAAAgAAZ3JpZAAA"
                + "AADYaXBycAAAALZpcGNvAAAAdmh2Y0MBA3AAAAAAAAAAAAAe8AD8/fj4AAAPAyAAAQAYQAEMAf//A3AAAAMAkAAAAwAAAwAe"
                + "ugJAIQABACpCAQEDcAAAAwCQAAADAAADAB6gIIEFlurkprm4EBAwIAAAAwAgAAADACEiAAEABkQBwXPAiQAAABRpc3BlAAAA"
                + "AAAAAEAAAABAAAAAFGlzcGUAAAAAAAAAOAAAACgAAAAQcGl4aQAAAAADCAgIAAAAGmlwbWEAAAAAAAAAAgABAoECAAICA4QA"
                + "AAAaaXJlZgAAAAAAAAAOZGltZwACAAEAAQAAAI9tZGF0AAAAgygBrwngI0+//E7//Sq0O3rt5y1gGU8Hq4G0RMpSk3qla1m1"
                + "e3+G+kufzQIGnGgX0fWofWq/ipw8fh9w+lRHKrsPrT8dXlfKJpWi2tBiA4fZg3y2kw/IQ9l86ebvJkP3oA22dP25Kxwyp39T"
                + "7VEStJDhtCOSsXpLu8FfJzN4bTtWwEiA") ?? Data())
}
