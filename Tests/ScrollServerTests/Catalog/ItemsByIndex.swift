// Items by their index at this moment, which tests of collections that stand still may go by.

@testable import Catalog
@testable import Pixels

extension ItemCollection {
    /// The item's own bytes.
    func original(at index: Int) throws(ImageError) -> Original {
        guard let summary = summary(at: index) else { throw .unreadable("there is no item \(index)") }
        return try original(ofItem: summary.id)
    }

    /// The item's own bytes for a decoder.
    func source(at index: Int) throws(ImageError) -> ByteSource {
        guard let summary = summary(at: index) else { throw .unreadable("there is no item \(index)") }
        return try source(ofItem: summary.id)
    }

    /// The bytes of an item that is a file.
    func source(ofItem id: String) throws(ImageError) -> ByteSource {
        guard let version = summary(ofItem: id)?.version,
            case .file(let source, _) = try content(ofItem: id, version: version)
        else { throw .unreadable("'\(id)' is no file") }
        return source
    }
}
