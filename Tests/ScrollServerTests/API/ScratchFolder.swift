// A folder for one test.

import Foundation

@testable import Platform

/// A folder that is removed with this object.
final class ScratchFolder: Sendable {
    let path: String

    init() throws {
        path = NSTemporaryDirectory() + "scrollserver-scratch-\(UUID().uuidString)"
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    }

    deinit {
        try? FileManager.default.removeItem(atPath: path)
    }

    /// Writes a file, with the folders above it.
    func write(_ name: String, _ bytes: [UInt8]) throws {
        let file = URL(fileURLWithPath: path + "/" + name)
        try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
        try PlainFile.write(bytes, to: file.path)
    }

    func bytes(_ name: String) throws -> [UInt8] {
        [UInt8](try Data(contentsOf: URL(fileURLWithPath: path + "/" + name)))
    }

    /// The files of the folder and those below it, by path relative to it.
    func files() -> [String] {
        (FileManager.default.subpaths(atPath: path) ?? []).filter { name in
            (try? FileSystem.status(of: path + "/" + name)).map { $0.kind != .directory } ?? false
        }.sorted()
    }
}
