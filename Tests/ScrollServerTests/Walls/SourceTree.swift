// The program's sources as text, for tests of how they hang together.

import Foundation

/// One source file without its comments and without what its string literals say.
struct SourceFile {
    /// From `Sources/ScrollServer` on.
    let path: String
    let code: String
    /// Names that begin with a capital, each once.
    let names: Set<String>
    /// Types that other files may use: those at the top that are not private.
    let types: Set<String>
    /// All types it declares, those within others and private ones among them.
    let allTypes: Set<String>

    init(path: String, text: String) {
        self.path = path
        code = Self.code(of: text)
        names = Set(code.matches(of: /\b[A-Z][A-Za-z0-9_]*/).map { String($0.output) })
        let top =
            /(?m)^(?:(?:public|final|indirect|@\w+(?:\([^)]*\))?)\s+)*(?:struct|class|enum|protocol|actor|typealias)\s+(\w+)/
        types = Set(code.matches(of: top).map { String($0.output.1) })
        let any = /\b(?:struct|class|enum|protocol|actor|typealias)\s+([A-Z]\w*)/
        allTypes = Set(code.matches(of: any).map { String($0.output.1) })
    }

    /// The folder it lies in, or its own name where it lies in none.
    var room: String { path.split(separator: "/").first.map(String.init) ?? path }

    /// Members that extensions at the top of the file give to types, with the types.
    var extensionMembers: [(type: String, member: String)] {
        var members: [(String, String)] = []
        var type: String?
        for line in code.split(separator: "\n") {
            if line.contains("extension "), let start = line.firstMatch(of: /^(?:\w+\s+)*extension\s+([A-Z]\w*)/) {
                let isPrivate = line.hasPrefix("private") || line.hasPrefix("fileprivate")
                type = isPrivate ? nil : String(start.output.1)
            } else if line.hasPrefix("}") {
                type = nil
            } else if let type, line.hasPrefix("    "), !line.hasPrefix("     "), !line.contains("private "),
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
