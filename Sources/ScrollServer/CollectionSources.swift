// What the command line's paths are: folders, lists, charts; and the demos where there are none.

import Tiling

/// Why the program cannot serve, in one line that says what to do.
struct StartFailure: Error, CustomStringConvertible {
    let description: String
}

/// The collections that the program begins with.
struct CollectionSources: Sendable {
    /// In the order of their paths.
    private(set) var collections: [any ItemCollection] = []
    private var folders: [FolderCollection] = []
    private var lists: [ListFileCollection] = []
    private var charts: [ChartCollection] = []

    /// Looks at each path; nothing is searched yet.
    ///
    /// - Throws: `StartFailure` for a path that cannot be shown.
    init(_ options: Options) throws {
        var taken: Set<String> = []
        let roots = options.paths.filter { FileSystem.isDirectory($0) } + options.roots
        for root in options.roots where !FileSystem.isDirectory(root) {
            throw StartFailure(
                description: "--root: '\(root)' is not a folder; name one in which the files of lists may lie")
        }
        for path in options.paths {
            try add(path, options, roots: roots, taken: &taken)
        }
        let demoCount = options.demo ?? (options.paths.isEmpty ? Options.defaultDemo : nil)
        if let demoCount, let demo = DemoCollection(count: demoCount, id: Catalog.id(for: "demo", taken: taken)) {
            collections.append(demo)
        }
        guard options.paths.isEmpty else { return }
        collections.append(LazyStackCollection())
        if let feed = EndlessFeed() { collections.append(feed) }
        let weather = try DemoSeries.open()
        let chart = ChartCollection(weather, id: "weather", name: weather.name, source: "weather")
        charts.append(chart)
        collections.append(chart)
    }

    /// Begins to search, and waits until each folder and list has shown that it holds something.
    func start() throws {
        for folder in folders { folder.start() }
        for folder in folders where !folder.waitForFirstItem() {
            throw StartFailure(
                description:
                    "there is no picture in '\(folder.source)'; name a folder that holds JPEG, PNG, GIF, WebP, "
                    + "AVIF, HEIC, BMP, TIFF or SVG files")
        }
        for list in lists where !list.waitForFirstItem() {
            throw StartFailure(
                description:
                    "there is no path in '\(list.name)'; a list names the files of pictures, one a line or record")
        }
    }

    /// Ends searching and reading; what has been found stays.
    func cancel() {
        for folder in folders { folder.cancel() }
        for chart in charts { chart.stop() }
    }

    private mutating func add(_ path: String, _ options: Options, roots: [String], taken: inout Set<String>) throws {
        guard let real = FileSystem.realPath(path) else {
            throw StartFailure(description: "'\(path)' does not exist or cannot be reached; check the path")
        }
        let name = real.split(separator: "/").last.map(String.init) ?? real
        if FileSystem.isDirectory(real) {
            let id = Catalog.id(for: name, taken: taken)
            taken.insert(id)
            return try addFolder(path, real, id: id, name: name)
        }
        let stem = name.lastIndex(of: ".").map { String(name[..<$0]) } ?? name
        let id = Catalog.id(for: stem, taken: taken)
        taken.insert(id)
        guard let format = ListFormat(path: real) else {
            throw StartFailure(
                description:
                    "'\(path)' is not a folder, nor a list, nor a table; name a folder that holds pictures, a list "
                    + "of them (.txt, .m3u, .csv, .jsonl), or measurements (.csv, .tsv, .jsonl)")
        }
        let isChart = format.mayBeChart && (try? Self.isList(real, format)) == false
        if options.xColumn != nil ? format.mayBeChart : isChart {
            try addChart(path, real, options, id: id, name: name)
        } else {
            try addList(path, id: id, name: name, roots: roots)
        }
    }

    /// Whether a table has a column of paths, as far as its beginning tells.
    private static func isList(_ path: String, _ format: ListFormat) throws -> Bool {
        guard let system = SystemPath(path.utf8) else { return false }
        let (file, _) = try OpenFile.open(system)
        let start = try file.bytes(at: 0, count: min(file.count, ListFormat.startByteCount))
        return format.pathColumn(in: start) != nil
    }

    private mutating func addFolder(_ path: String, _ root: String, id: String, name: String) throws {
        do {
            let folder = try FolderCollection(root: root, id: id, name: name, watch: FileSystem.makeWatch())
            folders.append(folder)
            collections.append(folder)
        } catch {
            throw StartFailure(description: "'\(path)' cannot be read (\(error)); check its permissions")
        }
    }

    /// - Parameter roots: where the files that the list names may lie, beside its own folder.
    private mutating func addList(_ path: String, id: String, name: String, roots: [String]) throws {
        do {
            let list = try ListFileCollection(path: path, id: id, name: name, roots: roots)
            lists.append(list)
            collections.append(list)
        } catch {
            throw StartFailure(description: "the list '\(path)' cannot be shown: \(error.explanation)")
        }
    }

    private mutating func addChart(_ path: String, _ real: String, _ options: Options, id: String, name: String) throws
    {
        var wish = SeriesOptions()
        wish.xColumn = options.xColumn
        if options.cacheLimit > 0 {
            wish.cacheFolder = (options.cache ?? UserFolders.cache).map { $0 + "/series" }
        }
        do {
            let chart = ChartCollection(try Series.open(path: real, options: wish), id: id, name: name, source: real)
            charts.append(chart)
            collections.append(chart)
        } catch {
            throw StartFailure(description: "'\(path)' cannot be shown as a chart: \(error)")
        }
    }
}
