// The files that benchmarks decode.

@testable import Catalog
@testable import Pixels

extension FolderCollection {
    /// The bytes of the file with this index.
    func source(at index: Int) throws(ImageError) -> ByteSource {
        guard let item = summary(at: index),
            case .file(let source, _) = try content(ofItem: item.id, version: item.version)
        else {
            throw .unreadable("there is no file \(index)")
        }
        return source
    }
}
