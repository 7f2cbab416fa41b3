// GET /api/collections/{collection}/folders

import Catalog
import HTTP
import Platform

/// Answers the folders of a collection, one level at a time.
struct FoldersRoute: Sendable {
    static let parameters: [any Parameter] = [path]
    static let path = TextParameter("path", "the folder whose folders are listed; without it the collection itself")
    /// The most folders in one answer.
    static let limit = 2000

    let pool: WorkerPool

    /// Takes `path`, the folder whose subfolders are listed, its parts separated by slashes; by default the collection
    /// itself.
    ///
    /// - Throws: a 400 for a collection that has no folders, a 404 for an unknown folder.
    func answer(_ request: Request, for entry: CatalogEntry) throws(Problem) -> Answer {
        let parameters = Parameters(request.query)
        let path = try parameters.read(Self.path) ?? ""
        let collection = entry.collection
        guard collection.groupings.contains(.folder) else {
            throw .badParameter("path", "is of no use here: '\(collection.id)' has no folders")
        }
        return .work(on: pool) { () throws(Problem) in
            // One slash after each part, however it was written.
            let folder = path.utf8.split(separator: UInt8(ascii: "/")).map { "\(Substring($0))/" }.joined()
            var revision: Int
            var found: FolderRuns.Level?
            var ids: [String?] = []
            var first: String?
            var attempts = 0
            // At one revision, unless the folder changes all the time.
            repeat {
                revision = collection.status.revision
                let runs = FolderRuns(count: collection.status.count) { collection.details(at: $0)?.name }
                found = runs.level(of: folder, limit: Self.limit)
                first = found.flatMap { collection.summary(at: $0.first)?.id }
                ids = found?.folders.map { collection.summary(at: $0.items.lowerBound)?.id } ?? []
                attempts += 1
            } while collection.status.revision != revision && attempts < 4
            guard let found else {
                throw .notFound("there is no folder '\(path.prefix(200))' in '\(collection.id)'")
            }
            let isSearched = collection.factFields.contains { $0.name == "folder" }
            return Self.response(found, first, ids, in: folder, revision: revision, isSearched: isSearched)
        }
    }

    private static func response(
        _ found: FolderRuns.Level, _ first: String?, _ ids: [String?], in prefix: String, revision: Int,
        isSearched: Bool
    ) -> Response {
        return .json { json in
            // The number of items in the folder itself.
            json.member("count", found.own)
            // The folder's first item, and below the query that finds all its items.
            json.member("item", first)
            json.member("query", isSearched ? FolderQuery.text(of: prefix) : nil)
            json.objects("folders", of: zip(found.folders, ids)) { json, element in
                let (folder, id) = element
                json.member("path", prefix + folder.name)
                json.member("name", folder.name)
                json.member("count", folder.items.count)
                json.member("first", folder.items.lowerBound)
                json.member("item", id)
                json.member("query", isSearched ? FolderQuery.text(of: prefix + folder.name) : nil)
                json.member("hasFolders", folder.hasFolders)
            }
            json.member("hasMore", found.isCut)
            json.member("revision", revision)
        }
    }
}
