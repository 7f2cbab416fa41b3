// The files of an export: those of items and, on request, their companions.

import Catalog
import Pixels
import Platform

/// A file of an export.
struct ExportedFile: Sendable {
    let path: ItemPath
    /// The item's id, and the name of the companion if it is one.
    let item: String
    let companion: [UInt8]?

    /// Opens the file for reading.
    ///
    /// Blocks.
    func open(in collection: any ItemCollection) throws(ImageError) -> OpenFile {
        if let companion { return try collection.companion(companion, ofItem: item) }
        switch try collection.original(ofItem: item) {
        case .file(let file, _), .unknown(let file), .part(let file, _, _): return file
        case .bytes: throw .unreadable("it is drawn on demand and no file")
        }
    }
}

/// Finds the files of runs of items, each once.
///
/// An item may also be another's companion.
struct ExportedFiles {
    let collection: any ItemCollection
    let hasCompanions: Bool
    /// Paths found so far; nil if no path can repeat.
    private var seen: Set<[UInt8]>?

    init(_ collection: any ItemCollection, hasCompanions: Bool) {
        (self.collection, self.hasCompanions) = (collection, hasCompanions)
        seen = hasCompanions || collection.kind != .folder ? [] : nil
    }

    /// The files of a run of items.
    ///
    /// Blocks where companions are wanted.
    mutating func files(of run: [ItemDetails]) -> [ExportedFile] {
        run.flatMap { item -> [ExportedFile] in
            guard let path = collection.path(ofItem: item.id) else { return [] }
            let own = ExportedFile(path: path, item: item.id, companion: nil)
            let names = hasCompanions ? (try? collection.companions(ofItem: item.id))?.map(\.name) ?? [] : []
            let others = names.map { ExportedFile(path: path.sibling($0), item: item.id, companion: $0) }
            return ([own] + others).filter { seen?.insert($0.path.absolute).inserted ?? true }
        }
    }
}
