// The program's sources as text, for tests of how they hang together.

import Foundation

/// One source file without its comments and without what its string literals say.
struct SourceFile {
    /// From `Sources/ScrollServer` on.
    let path: String
    let lineCount: Int
    let code: String

    init(path: String, text: String) {
        self.path = path
        lineCount = text.split(separator: "\n", omittingEmptySubsequences: false).count - 1
        code = Self.code(of: text)
    }

    /// The folder it lies in, or its own name where it lies in none.
    var room: String { path.split(separator: "/").first.map(String.init) ?? path }

    /// Names that begin with a capital, each once.
    var names: Set<String> {
        Set(code.matches(of: /\b[A-Z][A-Za-z0-9_]*/).map { String($0.output) })
    }

    /// Types that other files may use: those at the top that are not private.
    var types: Set<String> {
        let pattern =
            /(?m)^(?:(?:public|final|indirect|@\w+(?:\([^)]*\))?)\s+)*(?:struct|class|enum|protocol|actor|typealias)\s+(\w+)/
        return Set(code.matches(of: pattern).map { String($0.output.1) })
    }

    /// All types it declares, those within others and private ones among them.
    var allTypes: Set<String> {
        Set(
            code.matches(of: /\b(?:struct|class|enum|protocol|actor|typealias)\s+([A-Z]\w*)/).map {
                String($0.output.1)
            })
    }

    /// Members that extensions at the top of the file give to types, with the types.
    var extensionMembers: [(type: String, member: String)] {
        var members: [(String, String)] = []
        var type: String?
        for line in code.split(separator: "\n") {
            if let start = line.firstMatch(of: /^(?:\w+\s+)*extension\s+([A-Z]\w*)/) {
                let isPrivate = line.hasPrefix("private") || line.hasPrefix("fileprivate")
                type = isPrivate ? nil : String(start.output.1)
            } else if line.hasPrefix("}") {
                type = nil
            } else if let type, !line.contains("private "),
                let member = line.firstMatch(of: /^    (?:@\w+\s+|static\s+|mutating\s+)*(?:func|var|let)\s+(\w+)/)
            {
                members.append((type, String(member.output.1)))
            }
        }
        return members
    }

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

    /// The Swift files below a folder of the repository.
    static func files(in folder: String) throws -> [SourceFile] {
        let start = "\(root)/\(folder)"
        let paths = try FileManager.default.subpathsOfDirectory(atPath: start).filter { $0.hasSuffix(".swift") }
        return try paths.sorted().map { path in
            SourceFile(path: path, text: try String(contentsOfFile: "\(start)/\(path)", encoding: .utf8))
        }
    }

    static let program = Result { try files(in: "Sources/ScrollServer") }
}
