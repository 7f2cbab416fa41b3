// The query for what lies in a folder: `folder:="2021/italy/"`.

/// A folder's path with a slash behind it stands for the folder and all folders in it.
package enum FolderQuery {
    private static let field = "folder"

    /// The query that finds the items of a folder and of the folders in it; nil where no query can name it.
    ///
    /// - Parameter path: its parts between slashes, with or without one behind the last.
    package static func text(of path: String) -> String? {
        guard let path = trimmed(path) else { return nil }
        let query = "\(field):=\"\(path.replacing("\"", with: "\"\""))/\""
        return (try? QueryToken.tokens(of: query)) == nil ? nil : query
    }

    /// The path of the folder whose items a query asks for, and for nothing else; nil for any other query.
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

    /// What is asked of the field with that name; nil where the text names no folder with those in it.
    static func test(whole text: [UInt8], of field: FactField) -> FactQuery? {
        guard field.name == Self.field, text.last == UInt8(ascii: "/"),
            let path = trimmed(String(decoding: text, as: UTF8.self))
        else { return nil }
        return .any([
            .field(field.name, .text(TextPattern(whole: Array(path.utf8)))),
            .field(field.name, .text(TextPattern(start: Array("\(path)/".utf8)))),
        ])
    }

    /// Without slashes at its ends; nil where nothing is left.
    private static func trimmed(_ path: String) -> String? {
        let parts = path.utf8.split(separator: UInt8(ascii: "/")).map { String(Substring($0)) }
        return parts.isEmpty ? nil : parts.joined(separator: "/")
    }
}
