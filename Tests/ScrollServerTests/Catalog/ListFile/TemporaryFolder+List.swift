// Lists of files of a temporary folder.

@testable import Catalog

extension TemporaryFolder {
    /// Writes a list and reads its first page.
    func list(_ name: String, _ text: String, roots: [String] = []) throws -> ListFileCollection {
        let path = try write(name, Array(text.utf8))
        let list = try ListFileCollection(path: path, id: "l", name: name, roots: roots)
        _ = list.waitForFirstItem()
        return list
    }
}
