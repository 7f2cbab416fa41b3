// Where the items of the matrix come from: a new kind of collection enters the matrix by a line here.

import Foundation
import Testing
import Tiling

@testable import Catalog
@testable import Charts
@testable import HTTP
@testable import Platform

/// One kind of collection, over real files where it has any.
struct MatrixSource: Sendable, CustomTestStringConvertible {
    var testDescription: String
    /// The id of the collection that is asked about.
    var id: String
    var isChart = false
    /// Makes it, with those beside it that it needs, over the folder that `MatrixFolder` has written.
    var make: @Sendable (MatrixFolder) throws -> [any ItemCollection]
    /// What is asked for before anything else, so that all of its items are there.
    var prepare: @Sendable (MatrixWorld) throws -> Void = { _ in }

    static let all = [
        MatrixSource(testDescription: "folder", id: "folder") { [try $0.folder()] },
        MatrixSource(
            testDescription: "annotated folder", id: "folder", make: { [try $0.folder()] }, prepare: annotate),
        MatrixSource(testDescription: "followed folder", id: "folder") { [try $0.followedFolder()] },
        MatrixSource(testDescription: "folder on a file server", id: "folder") { [try $0.distantFolder()] },
        MatrixSource(testDescription: "text list", id: "list") { [try $0.list("list.txt")] },
        MatrixSource(testDescription: "replaced list", id: "list") { [try $0.replacedList()] },
        MatrixSource(testDescription: "table list", id: "list") { [try $0.list("list.csv")] },
        MatrixSource(testDescription: "list from a German spreadsheet", id: "list") { [try $0.list("german.csv")] },
        MatrixSource(testDescription: "pages of a TIFF", id: "pages") { [try $0.pages()] },
        MatrixSource(
            testDescription: "edited list", id: "picks", make: { [try $0.folder(), try demo()] }, prepare: pick),
        MatrixSource(
            testDescription: "rearranged list", id: "picks", make: { [try $0.folder(), try demo()] },
            prepare: rearrange),
        MatrixSource(testDescription: "demo", id: "demo") { _ in [try demo()] },
        MatrixSource(testDescription: "lazy stack", id: "lazy-stack") { _ in [LazyStackCollection(clock: { 0 })] },
        MatrixSource(testDescription: "endless feed", id: "endless-feed") { _ in [try feed()] },
        MatrixSource(testDescription: "chart", id: "chart", isChart: true) { [try $0.chart("chart.csv")] },
        MatrixSource(testDescription: "long chart", id: "chart", isChart: true) {
            [try $0.chart("long.csv"), try $0.list("german.csv")]
        },
    ]

    /// The same list under another name, with a run that was moved, and edits that were taken back.
    private static func rearrange(_ world: MatrixWorld) throws {
        try pick(world)
        let list = "/api/collections/picks"
        try world.send(.patch, "\(list)/items", #"{"first":2,"count":5,"to":9}"#)
        try world.send(.patch, list, #"{"name":"Rearranged"}"#)
        let before = try world.walk("limit=1000").map(\.id)
        try world.send(.patch, "\(list)/items", #"{"first":0,"count":4,"to":1}"#)
        try world.send(.delete, "\(list)/items", "", expecting: 204)
        for _ in 0..<2 { try world.send(.post, "\(list)/undo", "") }
        try #require(try world.walk("limit=1000").map(\.id) == before)
    }

    /// Rates all pictures, picks and rejects some, and takes one change back.
    private static func annotate(_ world: MatrixWorld) throws {
        let path = "/api/collections/folder/annotations"
        let ids = try world.walk("folder", "limit=1000").map { "\"\($0.id)\"" }
        try world.send(.patch, path, #"{"all":true,"rating":2,"flag":"reject","keywords":{"add":["matrix"]}}"#)
        let some = ids.enumerated().filter { $0.offset % 3 > 0 }.map(\.element).joined(separator: ",")
        try world.send(.patch, path, #"{"items":[\#(some)],"rating":5,"flag":"pick","label":"none"}"#)
        try world.send(.patch, path, #"{"all":true,"flag":"reject"}"#)
        try world.send(.post, "\(path)/undo", "")
    }

    private static func demo() throws -> DemoCollection { try #require(DemoCollection(count: 21)) }

    /// With its first page; the second one never comes.
    private static func feed() throws -> EndlessFeed {
        let hand = HandTimer()
        let feed = try #require(EndlessFeed(timer: hand.timer))
        feed.fetchNextPage()
        hand.advance(1)
        return feed
    }

    /// A list of every third item of the folder and of the demo in turns, and two boxes.
    private static func pick(_ world: MatrixWorld) throws {
        try world.post("/api/collections", #"{"name":"Picks"}"#)
        let folder = try world.walk("folder", "limit=1000")
        let demo = try world.walk("demo", "limit=1000")
        var items: [String] = []
        for (file, drawn) in zip(folder, demo.reversed()) {
            items.append(#"{"collection":"folder","item":"\#(file.id)"}"#)
            if file.index % 3 == 0 { items.append(#"{"collection":"demo","item":"\#(drawn.id)"}"#) }
        }
        items.insert(#"{"width":60,"height":40}"#, at: 3)
        items.append(#"{"width":33,"height":77}"#)
        try world.post("/api/collections/picks/items", "{\"items\":[\(items.reversed().joined(separator: ","))]}")
    }
}

/// The files of one case of the matrix, removed with this object.
final class MatrixFolder: Sendable {
    let files: ScratchFolder

    init() throws {
        files = try ScratchFolder()
        try MatrixPicture.write(to: files, below: "photos")
        for (index, picture) in MatrixPicture.all.enumerated() where index % 2 == 0 {
            try files.write("photos/\(picture.name).xmp", Self.sidecar(city: index % 4 == 0 ? "Rome" : "Oslo"))
        }
        try files.write("pages.tif", MatrixPicture.pages)
        // Neither in the order of names nor of anything else; one is named twice, one is not there.
        let names = MatrixPicture.all.map(\.name)
        let mixed = names.indices.map { "photos/" + names[($0 * 7 + 3) % names.count] }
        let named = mixed.prefix(9) + ["photos/gone.png", "photos/k.png"] + mixed.suffix(from: 9)
        try files.write("list.txt", Array((["# Pictures"] + named + [""]).joined(separator: "\n").utf8))
        let records = named.map { "1,\"\($0.replacingOccurrences(of: "\"", with: "\"\""))\"" }
        try files.write("list.csv", Array((["label,path"] + records + [""]).joined(separator: "\n").utf8))
        let german = named.enumerated().map { row, name in
            "1.00\(row % 10),5;\"\(name.replacingOccurrences(of: "\"", with: "\"\""))\";\(10 + row % 18).03.2024"
        }
        // Such programs write no UTF-8, unless they are asked to.
        let sheet = (["Größe;path;Tag"] + german + [""]).joined(separator: "\r\n")
        try files.write("german.csv", Array(try #require(sheet.data(using: .windowsCP1252))))
        let rows = (0..<400).map { "\($0),\($0 * 7 % 50),\(-($0 % 9))" }
        let long = (0..<180).map { row in
            "2024-0\(1 + row / 84)-\(10 + row / 3 % 18)T12:00:00Z,\(["oak", "elm", "fir"][row % 3]),\(row * 5 % 17),\(row % 4)"
        }
        try files.write("long.csv", Array((["day,tree,amount,grade"] + long + [""]).joined(separator: "\n").utf8))
        try files.write("chart.csv", Array((["step,up,down"] + rows + [""]).joined(separator: "\n").utf8))
    }

    /// An XMP sidecar with a city and a person.
    private static func sidecar(city: String) -> [UInt8] {
        Array(
            """
            <rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description rdf:about=""
              xmlns:p="http://ns.adobe.com/photoshop/1.0/" xmlns:e="http://iptc.org/std/Iptc4xmpExt/2008-02-29/"
              p:City="\(city)"><e:PersonInImage><rdf:Bag><rdf:li>Anna</rdf:li></rdf:Bag></e:PersonInImage>
            </rdf:Description></rdf:RDF>
            """.utf8)
    }

    func folder() throws -> FolderCollection {
        let folder = try FolderCollection(root: files.path + "/photos", id: "folder", name: "Photos")
        folder.waitForScan()
        return folder
    }

    /// A folder to which one picture comes later, under a name that is a hard link's; it is there already for who asks again,
    /// so that nothing changes for the first one any more.
    func followedFolder() throws -> FolderCollection {
        let late = try #require(MatrixPicture.all.first).name
        let (there, away) = ("\(files.path)/photos/\(late)", "\(files.path)/away")
        if !isComplete.current { try FileManager.default.moveItem(atPath: there, toPath: away) }
        let folder = try FolderCollection(
            root: files.path + "/photos", id: "folder", name: "Photos", watch: FileSystem.makeWatch())
        folder.waitForScan()
        guard !isComplete.current else { return folder }
        let count = folder.status.count
        try FileManager.default.linkItem(atPath: away, toPath: there)
        try FileManager.default.removeItem(atPath: away)
        try #require(eventually { folder.status.count == count + 1 })
        isComplete.change { $0 = true }
        return folder
    }

    /// A watch that reports nothing, as for what other computers change on a file server.
    private final class DistantWatch: DirectoryWatch {
        private let silent = SilentWatch()
        let interval = 20
        let mounts = MountTable([.init(id: 1, path: [UInt8(ascii: "/")], type: "nfs4")])

        func add(_ directory: Int32) -> Int32? { 1 }
        func remove(_ watch: Int32) {}
        func stop() { silent.stop() }
        func events(within milliseconds: Int) -> [WatchEvent]? { silent.events(within: milliseconds) }
    }

    private let isComplete = Watched(false)

    /// A folder to which one picture comes later, which is found by looking; it is there already for who asks again.
    func distantFolder() throws -> FolderCollection {
        let late = try #require(MatrixPicture.all.first).name
        let (there, away) = ("\(files.path)/photos/\(late)", "\(files.path)/away")
        if !isComplete.current { try FileManager.default.moveItem(atPath: there, toPath: away) }
        let folder = try FolderCollection(
            root: files.path + "/photos", id: "folder", name: "Photos", watch: DistantWatch())
        folder.waitForScan()
        guard !isComplete.current else { return folder }
        let count = folder.status.count
        try FileManager.default.moveItem(atPath: away, toPath: there)
        try #require(eventually { folder.status.count == count + 1 })
        isComplete.change { $0 = true }
        return folder
    }

    /// A list that was another one when it was opened.
    func replacedList() throws -> ListFileCollection {
        let lines = try String(contentsOfFile: "\(files.path)/list.txt", encoding: .utf8).split(separator: "\n")
        try files.write("other.txt", Array(lines.dropFirst(4).reversed().joined(separator: "\n").utf8))
        let list = try list("other.txt")
        list.follow(every: 0.02, share: 0.5)
        try files.write("other.txt", Array((lines.joined(separator: "\n") + "\n").utf8))
        try #require(eventually { list.status.count == lines.count - 1 && list.status.isComplete })
        return list
    }

    func list(_ name: String) throws -> ListFileCollection {
        let list = try ListFileCollection(path: "\(files.path)/\(name)", id: "list", name: name)
        _ = list.waitForFirstItem()
        return list
    }

    func pages() throws -> PageCollection {
        let pages = try PageCollection(path: files.path + "/pages.tif", id: "pages", name: "pages.tif")
        pages.follow()
        try #require(pages.waitForFirstItem() && eventually { pages.status.isComplete })
        return pages
    }

    func chart(_ name: String) throws -> ChartCollection {
        var options = SeriesOptions()
        options.cacheFolder = nil
        options.isFollowed = false
        let path = "\(files.path)/\(name)"
        let series = try Series.open(path: path, options: options)
        try #require(series.comesTrue { series.status.isComplete })
        return ChartCollection(series, id: "chart", name: "Chart", source: "chart") {
            [options] (choice) throws(SeriesError) in
            var options = options
            options.choice = choice
            let series = try Series.open(path: path, options: options)
            // Both worlds are asked when all of it has been read.
            _ = series.comesTrue { series.status.isComplete }
            return series
        }
    }
}
