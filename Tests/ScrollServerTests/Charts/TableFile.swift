// Tables in files, read as series.

import Foundation
import Testing

@testable import Charts

/// A file that is removed with its folder.
final class TableFile {
    let folder: TemporaryFolder
    let path: String

    init(_ text: String, as name: String = "table.csv") throws {
        folder = try TemporaryFolder()
        path = try folder.write(name, [UInt8](text.utf8))
    }

    init(bytes: [UInt8], as name: String = "table.csv") throws {
        folder = try TemporaryFolder()
        path = try folder.write(name, bytes)
    }

    var cacheFolder: String { "\(folder.path)/cache" }

    var byteCount: Int {
        (try? FileManager.default.attributesOfItem(atPath: path)[.size] as? Int) ?? 0
    }

    func append(_ text: String) throws {
        let file = try #require(FileHandle(forWritingAtPath: path))
        try file.seekToEnd()
        try file.write(contentsOf: Data(text.utf8))
        try file.close()
    }

    /// Opens it and waits until it has been read; not followed unless the options are given.
    func read(_ options: SeriesOptions? = nil) throws -> Series {
        let series = try Series.open(path: path, options: options ?? Self.options)
        #expect(series.comesTrue { series.status.isComplete || series.status.failure != nil })
        return series
    }

    /// Small blocks, so that few rows make many.
    static var options: SeriesOptions {
        var options = SeriesOptions()
        options.isFollowed = false
        options.blockShift = 4
        return options
    }

    static func read(_ text: String, as name: String = "table.csv", xColumn: String? = nil) throws -> Series {
        var options = options
        options.xColumn = xColumn
        return try TableFile(text, as: name).read(options)
    }
}

extension Series {
    var allX: [Double] { view.x(in: 0..<count) }
    func all(_ line: Int) -> [Double] { view.values(line: line, in: 0..<count) }
    /// With nil for gaps, so that they can be compared.
    func values(_ line: Int) -> [Double?] { all(line).map { $0.isNaN ? nil : $0 } }
}
