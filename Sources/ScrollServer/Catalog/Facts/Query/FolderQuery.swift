// The query for the contents of a folder: `folder:="2021/italy/"`.

/// Converts between folders and queries: a path with a slash at its end denotes the folder and all its subfolders.
package enum FolderQuery {
    private static let field = "folder"

    /// The query for the items of a folder and its subfolders; nil where no query can name the folder.
    ///
    /// `path` may end with a slash.
    package static func text(of path: String) -> String? {
        guard let path = trimmed(path) else { return nil }
        let query = "\(field):=\"\(path.replacing("\"", with: "\"\""))/\""
        return (try? QueryToken.tokens(of: query)) == nil ? nil : query
    }

    /// The path of the folder whose contents a query asks for and nothing else; nil for any other query.
    package static func path(in query: String) -> String? {
        guard let tokens = try? QueryToken.tokens(of: query), tokens.count == 3, tokens[0].kind == .field(field),
            tokens[1].kind == .whole
        else { return nil }
        switch tokens[2].kind {
        case .phrase(let bytes), .word(let bytes):
            guard bytes.last == UInt8(ascii: "/") else { return nil }
            return trimmed(String(decoding: bytes, as: UTF8.self))
        default: return nil
        }
    }

    /// The test that a folder's path with a slash at its end stands for; nil for other texts.
    static func test(whole text: [UInt8], of field: FactField) -> FactQuery? {
        guard field.name == Self.field, text.last == UInt8(ascii: "/"),
            let path = trimmed(String(decoding: text, as: UTF8.self))
        else { return nil }
        return .any([
            .field(field.name, .text(TextPattern(whole: Array(path.utf8)))),
            .field(field.name, .text(TextPattern(start: Array("\(path)/".utf8)))),
        ])
    }

    /// A path without slashes at its ends; nil where nothing is left.
    private static func trimmed(_ path: String) -> String? {
        let parts = path.utf8.split(separator: UInt8(ascii: "/")).map { String(Substring($0)) }
        return parts.isEmpty ? nil : parts.joined(separator: "/")
    }
}
