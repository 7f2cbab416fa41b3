// Where the corpus of pictures lies.

import Foundation

/// Picture files of many kinds, sound and damaged, and a manifest that says what others read from them.
enum Corpus {
    /// Beside the package, or where the environment says.
    static let folder: URL = {
        if let path = ProcessInfo.processInfo.environment["SCROLLSERVER_CORPUS"] { return URL(fileURLWithPath: path) }
        var package = URL(fileURLWithPath: #filePath)
        for _ in 0..<4 { package.deleteLastPathComponent() }
        return package.deletingLastPathComponent().appendingPathComponent("shared/corpus")
    }()

    /// Pictures of public bug reports with the expected results, in a folder beside the corpus.
    static var cases: URL { folder.deletingLastPathComponent().appendingPathComponent("cases/pictures") }

    /// Pictures of all formats that were shown wrong or refused.
    static var formatCases: URL { folder.deletingLastPathComponent().appendingPathComponent("cases/formats") }

    static var manifest: URL { folder.appendingPathComponent("manifest.json") }
}
