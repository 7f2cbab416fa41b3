// Files that tests write.

import Foundation

/// Writes files without waiting for the disk: `Data.write` flushes each of them, which takes most of its time.
enum PlainFile {
    /// Makes a file, or replaces the contents of one; the path need not be UTF-8.
    static func write(_ bytes: [UInt8], to path: [UInt8]) throws {
        let name = (path + [0]).map { CChar(bitPattern: $0) }
        let descriptor = open(name, O_CREAT | O_WRONLY | O_TRUNC, 0o666)
        guard descriptor >= 0 else { throw CocoaError(.fileWriteUnknown) }
        let file = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
        try file.write(contentsOf: Data(bytes))
        try file.close()
    }

    /// Makes a file, or replaces the contents of one.
    static func write(_ bytes: [UInt8], to path: String) throws { try write(bytes, to: Array(path.utf8)) }
}
