// The program's sources as text, for tests of how they hang together.

import Foundation

/// One source file without its comments and without what its string literals say.
struct SourceFile {
    /// From `Sources/ScrollServer` on.
    let path: String
    let code: String

    init(path: String, text: String) {
        self.path = path
        code = Self.code(of: text)
    }

    /// The folder it lies in, or its own name where it lies in none.
    var room: String { path.split(separator: "/").first.map(String.init) ?? path }

    private static func code(of text: String) -> String {
        var text = text
        text.replace(/(?s)""".*?"""/, with: "\"\"")
        text.replace(/\/\/[^\n]*/, with: "")
        // What is interpolated is code.
        text.replace(/"(?:\\.|[^"\\\n])*"/) { match in
            "\"" + match.output.matches(of: /\\\(([^"\n]*?)\)/).map { String($0.output.1) }.joined(separator: " ")
                + "\""
        }
        return text
    }
}

/// All source files of the program.
enum SourceTree {
    /// The repository's root, by the place of this file in it.
    static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent().path

    /// The Swift files below a folder of the repository, by their paths in it.
    static func texts(in folder: String) throws -> [(path: String, text: String)] {
        let start = "\(root)/\(folder)"
        let paths = try FileManager.default.subpathsOfDirectory(atPath: start).filter { $0.hasSuffix(".swift") }
        return try paths.sorted().map { ($0, try String(contentsOfFile: "\(start)/\($0)", encoding: .utf8)) }
    }

    static func files(in folder: String) throws -> [SourceFile] {
        try texts(in: folder).map { SourceFile(path: $0.path, text: $0.text) }
    }

    static let program = Result { try files(in: "Sources/ScrollServer") }
}
