// Opens the command line's paths as collections: folders, lists or charts; the demos where no path is given.

import Catalog
import Charts
import Pixels
import Platform

/// Why the program cannot serve.
struct StartFailure: Error, CustomStringConvertible {
    /// What is wrong, one line for each problem, with its remedy.
    let lines: [String]

    init(lines: [String]) { self.lines = lines }
    init(_ line: String) { lines = [line] }

    var description: String { lines.joined(separator: "; ") }
}

/// The collections that the program opens at its start.
struct CollectionSources: Sendable {
    /// The collections in the order of their paths; demos come last.
    private(set) var collections: [any ItemCollection] = []
    private(set) var folders: [FolderCollection] = []
    /// The tables with facts about the folders' pictures.
    private var monitors: [FolderMonitor] = []
    private var lists: [ListFileCollection] = []
    private var pages: [PageCollection] = []
    private var charts: [ChartCollection] = []
    /// The named times that charts show as flags.
    private let marks: ChartMarks?
    /// Why paths are not shown, one line for each; the other paths are served.
    private(set) var problems: [String] = []
    /// The same for visitors, without the locations of files on this machine.
    private(set) var unshown: [UnshownPath] = []
    /// For each path that can be shown in two ways: which one was chosen, and how to get the other.
    private(set) var notices: [String] = []

    /// Opens each path, but does not search folders yet.
    ///
    /// - Throws: `StartFailure` where none of the paths can be shown, and for a `--root` that is no folder.
    init(_ options: Options) throws {
        var taken: Set<String> = []
        // Skip roots that cannot be opened: they are reported where they are shown, and lists still work without them.
        let roots =
            options.paths.filter { FileSystem.isDirectory($0) && (try? FolderRoot(path: $0)) != nil } + options.roots
        for root in options.roots where !FileSystem.isDirectory(ForeignPath.Mapping(root)?.folder ?? root) {
            throw StartFailure(
                "--root: '\(root)' is not a folder; name one in which the files of lists may lie")
        }
        marks = try Self.marks(options)
        for path in options.paths {
            do {
                try add(path, options, roots: roots, taken: &taken)
            } catch {
                problems.append(error.description)
                let name = path.split(separator: "/").last.map(String.init) ?? path
                guard !name.isEmpty else { continue }
                unshown.append(UnshownPath(name: name, reason: error.description.replacing(path, with: name)))
            }
        }
        if let path = options.with { try addChart(path, options, taken: &taken) }
        let demoCount = options.demo ?? (options.paths.isEmpty ? Options.defaultDemo : nil)
        if let demoCount, let demo = DemoCollection(count: demoCount, id: Catalog.id(for: "demo", taken: taken)) {
            collections.append(demo)
        }
        if collections.isEmpty { throw StartFailure(lines: problems) }
        guard options.paths.isEmpty else { return }
        collections.append(LazyStackCollection())
        if let feed = EndlessFeed() { collections.append(feed) }
        let weather = try DemoSeries.open()
        let chart = ChartCollection(weather, id: "weather", name: weather.name, source: "weather", marks: marks)
        charts.append(chart)
        collections.append(chart)
    }

    private static func marks(_ options: Options) throws(StartFailure) -> ChartMarks? {
        guard let path = options.marks else { return nil }
        do throws(SeriesError) {
            return try ChartMarks(
                path: path, TableOptions(dateOrder: options.dateOrder, decimalMark: options.decimalMark))
        } catch {
            throw StartFailure("--marks: '\(path)' cannot be read as a table of times and names: \(error)")
        }
    }

    /// Starts searching the folders; blocks until a first item has been found in each folder and list, or there is
    /// none.
    ///
    /// - Returns: a line for each folder and list that is empty; they are shown, with items that come later.
    func start() -> [String] {
        for folder in folders { folder.start() }
        for one in pages { one.follow() }
        var lines: [String] = []
        for folder in folders where !folder.waitForFirstItem() && !folder.isCancelled {
            lines.append("there is no picture in '\(folder.source)' yet; pictures are shown as they come")
        }
        for list in lists where !list.waitForFirstItem() {
            lines.append(
                "there is no path in '\(list.name)' yet; a list names the files of pictures, one a line or record")
        }
        for list in lists { list.follow() }
        for one in pages where !one.waitForFirstItem() {
            lines.append("there is no page in '\(one.name)': \(one.notice ?? "it cannot be read just now")")
        }
        return lines
    }

    /// Ends searching folders and reading charts; everything found so far stays.
    func cancel() {
        for monitor in monitors { monitor.stop() }
        for folder in folders { folder.cancel() }
        for chart in charts { chart.stop() }
    }

    private mutating func add(_ path: String, _ options: Options, roots: [String], taken: inout Set<String>)
        throws(StartFailure)
    {
        guard !path.isEmpty else {
            throw StartFailure("a PATH is empty, so it does not exist; an unset variable may be the reason")
        }
        guard let real = FileSystem.realPath(path) else {
            throw StartFailure("'\(path)' does not exist or cannot be reached; check the path")
        }
        let name = real.split(separator: "/").last.map(String.init) ?? real
        if FileSystem.isDirectory(real) {
            let id = Catalog.id(for: name, taken: taken)
            taken.insert(id)
            return try addFolder(path, real, options, id: id, name: name)
        }
        let stem = name.lastIndex(of: ".").map { String(name[..<$0]) } ?? name
        let id = Catalog.id(for: stem, taken: taken)
        taken.insert(id)
        if let name = ListFormat.unreadFormat(path: real) {
            throw StartFailure("'\(path)' is \(name), which is not read; unpack it, or save the table as CSV")
        }
        guard let format = ListFormat(path: real) else {
            if PageCollection.hasPages(path: real) { return try addPages(path, id: id, name: name) }
            if options.action == .export { return try addPicture(path, id: id, name: name) }
            throw StartFailure(
                "'\(path)' is not a folder, nor a list, nor a table, nor a picture with several pages; name a folder that "
                    + "holds pictures, a list of them (.txt, .m3u, .csv, .jsonl), measurements (.csv, .tsv, .jsonl), or a "
                    + "TIFF or MPO to see its pages"
            )
        }
        let isChart = format.mayBeChart && (try? Self.isList(real, format)) == false
        if options.xColumn != nil ? format.mayBeChart : isChart {
            let notice =
                isChart
                ? nil
                : "A column of this table names pictures: it is shown as a chart, since --x-column was given; without "
                    + "it the pictures are shown"
            try addChart(path, real, options, id: id, name: name, notice: notice)
        } else {
            let mayBeChart = format.mayBeChart && format != .lines && Self.hasAxis(real, name: name)
            let notice =
                mayBeChart
                ? "This table is shown as a list of pictures, since a column names some; the program started with "
                    + "--x-column NAME shows its numbers as a chart" : nil
            try addList(path, id: id, name: name, roots: roots, options: options.tableOptions, notice: notice)
            if mayBeChart {
                notices.append(
                    "'\(path)' is shown as a list of pictures, since a column names some; --x-column NAME shows its "
                        + "numbers as a chart")
            }
        }
    }

    /// Whether a table has a column of paths, judged by its first `ListFormat.startByteCount` bytes.
    private static func isList(_ path: String, _ format: ListFormat) throws -> Bool {
        guard let system = SystemPath(path.utf8) else { return false }
        let opened = try OpenFile.open(system)
        let file = try PlainCopy.of(opened, limits: .start(ListFormat.startByteCount)) ?? opened
        let start = try file.bytes(at: 0, count: min(file.count, ListFormat.startByteCount))
        if format == .lines { return !ListFormat.isTable(start) }
        return format.pathColumn(in: start) != nil
    }

    /// Whether the beginning of a table has an x axis and a column of numbers.
    private static func hasAxis(_ path: String, name: String) -> Bool {
        guard let opened = try? OpenFile(path: path), let file = try? PlainCopy.of(opened) ?? opened,
            let start = try? TableStart(file),
            let format = try? TableFormat.find(in: start.bytes, name: name, xColumn: nil)
        else { return false }
        return format.description.xKind != .index
    }

    private mutating func addFolder(
        _ path: String, _ root: String, _ options: Options, id: String, name: String
    ) throws(StartFailure) {
        var joined: JoinedFacts?
        // Taken before the table is read, so that concurrent writes cause another read.
        let stamp = options.facts.flatMap { FollowedFacts.stamp($0) }
        if let facts = options.facts {
            do throws(ImageError) {
                joined = try JoinedFacts(
                    path: facts, root: root, options: options.tableOptions,
                    mappings: ForeignPath.Mapping.all(in: options.roots))
            } catch {
                throw StartFailure("--facts: '\(facts)' cannot be read as a table with paths: \(error.explanation)")
            }
        }
        do throws(ImageError) {
            let folder = try FolderCollection(
                root: root, id: id, name: name, followsLinksOutside: options.followsLinks,
                hidesPairedRaws: options.pairs, listsAllFolders: options.listsAllFolders,
                watch: FileSystem.makeWatch(), joined: joined,
                cache: options.cacheLimit > 0 ? (options.cache ?? UserFolders.cache).map { $0 + "/headers" } : nil)
            folders.append(folder)
            collections.append(folder)
            guard let facts = options.facts else { return }
            do throws(SystemError) {
                monitors.append(
                    try FollowedFacts.follow(
                        path: facts, stamp: stamp, of: folder, options: options.tableOptions,
                        mappings: ForeignPath.Mapping.all(in: options.roots)))
            } catch {
                Log.warning("tables of facts that are not followed", "'\(facts)' is not followed: \(error.reason)")
            }
        } catch {
            throw StartFailure("\(error.explanation); check its permissions")
        }
    }

    private mutating func addPages(_ path: String, id: String, name: String) throws(StartFailure) {
        let one = try mapError(try PageCollection(path: path, id: id, name: name)) { (error: ImageError) in
            StartFailure("'\(path)' cannot be shown: \(error.explanation)")
        }
        pages.append(one)
        collections.append(one)
    }

    private mutating func addPicture(_ path: String, id: String, name: String) throws(StartFailure) {
        let list = try mapError(try ListFileCollection(picture: path, id: id, name: name)) { (error: ImageError) in
            StartFailure("'\(path)' cannot be exported: \(error.explanation)")
        }
        lists.append(list)
        collections.append(list)
    }

    /// Opens the list at `path`, whose files may also lie in the folders `roots`.
    ///
    /// `options` is how the list writes numbers and dates, where it does not show that itself.
    private mutating func addList(
        _ path: String, id: String, name: String, roots: [String], options: TableOptions, notice: String?
    ) throws(StartFailure) {
        do throws(ImageError) {
            let list = try ListFileCollection(
                path: path, id: id, name: name, roots: roots, options: options, notice: notice)
            lists.append(list)
            collections.append(list)
        } catch {
            throw StartFailure("the list '\(path)' cannot be shown: \(error.explanation)")
        }
    }

    /// Opens the table of `--with` as the first collection, with the pictures of the first path that has times.
    private mutating func addChart(_ path: String, _ options: Options, taken: inout Set<String>) throws(StartFailure) {
        guard let pictures = collections.first(where: { !$0.timeFields.isEmpty }) else {
            // Without pictures, what is wrong with the paths is the reason.
            guard problems.isEmpty else { throw StartFailure(lines: problems) }
            throw StartFailure("--with: there are no pictures for the chart; name a folder or a list as a PATH")
        }
        guard let real = FileSystem.realPath(path), ListFormat(path: real)?.mayBeChart == true else {
            throw StartFailure(
                "--with: '\(path)' is no table; name one with times and measurements (.csv, .tsv, .jsonl)")
        }
        let name = real.split(separator: "/").last.map(String.init) ?? real
        let id = Catalog.id(for: name.lastIndex(of: ".").map { String(name[..<$0]) } ?? name, taken: taken)
        taken.insert(id)
        try addChart(path, real, options, id: id, name: name, notice: nil, picturesBelow: pictures.id)
        // It is what the page opens.
        collections.insert(collections.removeLast(), at: 0)
    }

    private mutating func addChart(
        _ path: String, _ real: String, _ options: Options, id: String, name: String, notice: String?,
        picturesBelow: String? = nil
    ) throws(StartFailure) {
        var seriesOptions = SeriesOptions()
        seriesOptions.xColumn = options.xColumn
        seriesOptions.zone = options.timeZone.flatMap { ChartZone($0) }
        (seriesOptions.dateOrder, seriesOptions.decimalMark) = (options.dateOrder, options.decimalMark)
        (seriesOptions.separator, seriesOptions.headerLine) = (options.separator, options.headerLine)
        if options.cacheLimit > 0 {
            seriesOptions.cacheFolder = (options.cache ?? UserFolders.cache).map { $0 + "/series" }
        }
        do {
            let chart = ChartCollection(
                try Series.open(path: real, options: seriesOptions), id: id, name: name, source: real, notice: notice,
                marks: marks, picturesBelow: picturesBelow
            ) { [seriesOptions] (choice) throws(SeriesError) in
                var options = seriesOptions
                options.choice = choice
                return try Series.open(path: real, options: options)
            }
            charts.append(chart)
            collections.append(chart)
        } catch {
            throw StartFailure("'\(path)' cannot be shown as a chart: \(error)")
        }
    }
}
