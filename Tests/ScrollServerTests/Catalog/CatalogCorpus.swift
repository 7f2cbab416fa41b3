// The image files that lie beside the package, and what is known of each.

import Foundation

enum CatalogCorpus {
    struct Entry {
        let path: String
        let format: String?
        let width: Int?
        let height: Int?
        let orientation: Int?
        let status: String
    }

    static let entries: [Entry] = {
        guard let data = try? Data(contentsOf: Corpus.manifest),
            let list = try? JSONSerialization.jsonObject(with: data) as? [[String: Any]]
        else { return [] }
        return list.compactMap { entry in
            guard let path = entry["path"] as? String else { return nil }
            return Entry(
                path: path, format: entry["format"] as? String, width: entry["width"] as? Int,
                height: entry["height"] as? Int, orientation: entry["exif_orientation"] as? Int,
                status: entry["status"] as? String ?? "")
        }
    }()

    static func bytes(_ path: String) throws -> [UInt8] {
        [UInt8](try Data(contentsOf: Corpus.folder.appendingPathComponent(path)))
    }
}
