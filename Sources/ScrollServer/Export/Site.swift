// What a site has besides the files of its pictures: the page, and the plans of its grids.

import Catalog
import Dispatch
import Platform
import Synchronization

/// Writes the files by which the page shows an exported collection without a server.
///
/// ```
///  index.html, main.js, …             the page
///  plans/collection.json              the collection, and what grids there are
///  plans/grid/{columns}/{band}.json   a band of rows of a grid
///  plans/mosaic/{columns}/…           bands of a grid of small cells, and the pictures of many cells
///  plans/names/{ending}.json          the indices of pictures, by the end of their names
///  pictures/{name}/picture.json       the details of a picture, and its levels
///  pictures/{name}/{level}/…          tiles, and windows of large levels
/// ```
struct Site {
    static let entryPath = "plans/collection.json"
    private static let namesFolder = "plans/names"
    /// About as many names are in a file.
    private static let namesPerFile = 500

    private let pictures: [ExportedPicture]
    private let collection: any ItemCollection
    private let page: SitePage
    private let grids: [SiteGrid]
    private let mosaics: [SiteMosaic]

    init(_ items: [ExportItem], of collection: any ItemCollection, page: SitePage) {
        let pictures = items.compactMap { item -> ExportedPicture? in
            guard case .exported(let picture, _)? = item.outcome else { return nil }
            return picture
        }
        (self.pictures, self.collection, self.page) = (pictures, collection, page)
        grids = SiteGrid.columns.map { SiteGrid(pictures, columns: $0) }
        mosaics = SiteMosaic.all(of: pictures)
    }

    /// The number of letters at the end of a name that tell which file has its index, in a site of so many pictures.
    static func endingLength(_ count: Int) -> Int {
        var (length, files) = (0, 1)
        while length < 3, count > files * namesPerFile { (length, files) = (length + 1, files * 32) }
        return length
    }

    /// The paths of all these files, in a fixed order, and whether each is a tile.
    var paths: [(path: String, isTile: Bool)] {
        let plans =
            page.files.map(\.path) + [Self.entryPath]
            + grids.flatMap { grid in (0..<grid.count).map { "\(grid.folder)/\(SiteGrid.name(of: $0))" } }
            + names.keys.sorted().map(Self.namesPath)
        return plans.map { ($0, false) } + mosaics.flatMap { $0.paths.map { ($0.path, $0.isPicture) } }
    }

    /// Writes the files that are not there yet, and removes those of a collection that had more; blocks.
    func write(in folder: ExportFolder) throws(SystemError) {
        for file in page.files { try folder.update(file.path, file.bytes) }
        for grid in grids {
            for band in 0..<grid.count {
                try folder.update("\(grid.folder)/\(SiteGrid.name(of: band))", grid.band(band))
            }
            try folder.prune(grid.folder, to: Set((0..<grid.count).map(SiteGrid.name)))
        }
        try writeMosaics(in: folder)
        let names = names
        for (ending, indices) in names {
            let bytes = JSONWriter.object(capacity: 1 << 14) { json in
                for index in indices {
                    json.key(pictures[index].name)
                    json.value(index)
                }
            }
            try folder.update(Self.namesPath(ending), bytes)
        }
        try folder.prune(Self.namesFolder, to: Set(names.keys.map(Self.fileName)))
        // Last, so that it tells of nothing that is not there yet.
        try folder.update(Self.entryPath, entry)
    }

    /// Paints the parts of mosaics that are not there yet, on all processors.
    private func writeMosaics(in folder: ExportFolder) throws(SystemError) {
        let parts = mosaics.flatMap { mosaic in
            (0..<mosaic.count).flatMap { mosaic.parts(ofBand: $0) }.map { (mosaic: mosaic, part: $0) }
        }
        let missing = parts.filter { mosaic, part in
            folder.entry(part.path) != mosaic.entry(of: part) || !folder.contains(part.path)
        }
        let state = Mutex<(done: Int, failure: SystemError?)>((0, nil))
        DispatchQueue.concurrentPerform(iterations: missing.count) { index in
            let (mosaic, part) = missing[index]
            guard state.withLock({ $0.failure == nil }) else { return }
            do throws(SystemError) {
                try folder.update(part.path, mosaic.jpeg(of: part, in: folder))
                try folder.note(part.path, mosaic.entry(of: part))
            } catch {
                state.withLock { $0.failure = error }
            }
            state.withLock { state in
                state.done += 1
                ProgressLine.show("painting: \(state.done) of \(missing.count) parts of mosaics")
            }
        }
        ProgressLine.show("")
        if let failure = state.withLock({ $0.failure }) { throw failure }
        let paths = Set(mosaics.flatMap { $0.paths.map(\.path) })
        for name in folder.names where name.hasPrefix(SiteMosaic.folder) && !paths.contains(name) {
            try folder.remove(name, [name])
        }
        for mosaic in mosaics {
            for band in 0..<mosaic.count {
                try folder.update("\(mosaic.folder)/\(SiteGrid.name(of: band))", mosaic.band(band))
            }
            try folder.prune(
                mosaic.folder, to: Set(mosaic.paths.compactMap { $0.path.split(separator: "/").last.map(String.init) }))
        }
        try folder.prune(String(SiteMosaic.folder.dropLast()), to: Set(mosaics.map { "\($0.columnCount)" }))
    }

    // MARK: Names

    private static func fileName(_ ending: String) -> String { ending.isEmpty ? "all.json" : "\(ending).json" }

    private static func namesPath(_ ending: String) -> String { "\(namesFolder)/\(fileName(ending))" }

    /// The indices of pictures by the ends of their names.
    private var names: [String: [Int]] {
        let length = Self.endingLength(pictures.count)
        return Dictionary(grouping: pictures.indices) { String(pictures[$0].name.suffix(length)) }
    }

    // MARK: The collection

    /// The collection as the server describes it, with links that the page answers by itself, and the grids.
    private var entry: [UInt8] {
        JSONWriter.object(capacity: 1 << 12) { json in
            json.member("id", collection.id)
            json.member("name", collection.name)
            json.member("kind", collection.kind.rawValue)
            json.member("count", pictures.count)
            json.member("complete", true)
            json.member("pending", 0)
            json.member("layouts", ["grid", "pages"])
            json.member("groups", [String]())
            json.member("orders", [String]())
            json.member("revision", 1)
            json.object("links") { json in
                for name in ["self", "plan", "item", "cell"] {
                    json.key(name)
                    json.value("site:\(name)")
                }
            }
            json.object("site") { json in
                json.member("picture", "\(SitePicture.folder("{name}"))/picture.json")
                json.member("names", "\(Self.namesFolder)/{ending}.json")
                json.member("ending", Self.endingLength(pictures.count))
                json.array("grids") { json in
                    for grid in grids { json.object { grid.writeExtent(into: &$0) } }
                    for mosaic in mosaics { json.object { mosaic.writeExtent(into: &$0) } }
                }
            }
        }
    }
}
