// One server: its collections, its pipeline, its HTTP side.

import Tiling

/// Everything that runs while the program serves.
final class Application: Sendable {
    /// Why the program cannot serve, in one line that says what to do.
    struct Failure: Error, CustomStringConvertible {
        let description: String
    }

    /// Bytes of encoded tiles kept in memory.
    private static let memoryCacheLimit = 192 << 20
    /// Bytes that decodes under way may need together.
    private static let decodingLimit = 384 << 20

    let router: Router
    private let server: HTTPServer
    private let pipeline: TilePipeline
    private let pool: WorkerPool
    private let watch: ChangeWatch
    private let folders: [FolderCollection]
    private let files: [ListFileCollection]

    /// Finds the collections and makes ready; nothing listens yet.
    init(_ options: Options, page: PageFiles.Place, maker: any TileMaker = PictureTileMaker()) throws {
        let (collections, folders, files) = try Self.collections(options)
        (self.folders, self.files) = (folders, files)
        let cores = System.processorCount()
        pool = try WorkerPool(threads: max(4, cores * 2))
        let disk = Self.diskCache(options)
        pipeline = try TilePipeline(
            maker: maker, memory: MemoryCache(byteLimit: Self.memoryCacheLimit), disk: disk,
            workers: cores, byteLimit: Self.decodingLimit)
        let catalog = Catalog(collections)
        let state = options.state ?? StateStore.defaultFolder()
        let lists = ListStore(folder: state.map { $0 + "/lists" })
        for stored in lists.load() { catalog.append(EditRoutes.list(stored, catalog, lists)) }
        let hub = SessionHub()
        watch = try ChangeWatch(catalog, hub)
        let router = Router(
            catalog: catalog, page: PageFiles(page, pool: pool), pipeline: pipeline, pool: pool,
            states: StateStore(folder: state), hub: hub, lists: lists)
        self.router = router
        var configuration = HTTPConfiguration()
        configuration.host = options.host
        configuration.port = options.port
        configuration.allowedHosts = options.hostNames
        server = HTTPServer(configuration: configuration) { router.answer($0) }
        if let disk { pool.submit { disk.sweep() } }
    }

    /// Listens, then waits until each folder has shown that it holds a picture.
    ///
    /// - Throws: `Failure` for a folder without one, and what keeps the server from listening.
    func start() throws -> HTTPServer.Address {
        let address = try server.start()
        for folder in folders { folder.start() }
        for folder in folders where !folder.waitForFirstItem() {
            stop(within: 0)
            throw Failure(
                description:
                    "there is no picture in '\(folder.source)'; name a folder that holds JPEG, PNG, GIF, WebP, "
                    + "AVIF, HEIC, BMP, TIFF or SVG files")
        }
        for file in files where !file.waitForFirstItem() {
            stop(within: 0)
            throw Failure(
                description:
                    "there is no path in '\(file.name)'; a list names the files of pictures, one a line or record")
        }
        return address
    }

    /// Ends the search for pictures; what has been found stays.
    func cancelScans() {
        for folder in folders { folder.cancel() }
    }

    /// Finishes the answers under way and lets everything go.
    func stop(within seconds: Double) {
        cancelScans()
        watch.stop()
        server.shutdown(within: seconds)
        pipeline.stop()
        pool.stop()
    }

    private static func collections(
        _ options: Options
    ) throws -> ([any Collection], [FolderCollection], [ListFileCollection]) {
        var taken: Set<String> = []
        var collections: [any Collection] = []
        let folderPaths = options.paths.filter { System.isDirectory($0) }
        for root in options.roots where !System.isDirectory(root) {
            throw Failure(
                description: "--root: '\(root)' is not a folder; name one in which the files of lists may lie")
        }
        for path in options.paths {
            let isList = !folderPaths.contains(path) && ListFormat(path: path) != nil
            let collection: any Collection =
                isList
                ? try list(path, taken: taken, roots: folderPaths + options.roots) : try folder(path, taken: taken)
            taken.insert(collection.id)
            collections.append(collection)
        }
        let folders = collections.compactMap { $0 as? FolderCollection }
        let files = collections.compactMap { $0 as? ListFileCollection }
        let demoCount = options.demo ?? (options.paths.isEmpty ? Options.defaultDemo : nil)
        if let demoCount, let demo = DemoCollection(count: demoCount, id: Catalog.id(for: "demo", taken: taken)) {
            collections.append(demo)
        }
        if options.paths.isEmpty {
            collections.append(LazyStackCollection())
            let weather = try DemoSeries.open()
            collections.append(ChartCollection(weather, id: "weather", name: weather.name, source: "weather"))
            if let feed = EndlessFeed() { collections.append(feed) }
        }
        return (collections, folders, files)
    }

    /// - Parameter roots: where the files that the list names may lie, beside its own folder.
    private static func list(_ path: String, taken: Set<String>, roots: [String]) throws -> ListFileCollection {
        guard let real = System.realPath(path) else {
            throw Failure(description: "'\(path)' does not exist or cannot be reached; check the path")
        }
        let name = real.split(separator: "/").last.map(String.init) ?? real
        let stem = name.lastIndex(of: ".").map { String(name[..<$0]) } ?? name
        do {
            return try ListFileCollection(
                path: path, id: Catalog.id(for: stem, taken: taken), name: name, roots: roots)
        } catch {
            throw Failure(description: "the list '\(path)' cannot be shown: \(error.explanation)")
        }
    }

    private static func folder(_ path: String, taken: Set<String>) throws -> FolderCollection {
        guard let root = System.realPath(path) else {
            throw Failure(description: "'\(path)' does not exist or cannot be reached; check the path")
        }
        guard System.isDirectory(root) else {
            throw Failure(
                description:
                    "'\(path)' is not a folder, nor a list; name a folder that holds pictures, or a "
                    + "list of them (.txt, .m3u, .csv, .jsonl)")
        }
        let name = root.split(separator: "/").last.map(String.init) ?? root
        do {
            return try FolderCollection(
                root: root, id: Catalog.id(for: name, taken: taken), name: name, watch: FileSystem.makeWatch())
        } catch {
            throw Failure(description: "'\(path)' cannot be read (\(error)); check its permissions")
        }
    }

    /// The disk cache, unless there is no place for it: then tiles live in memory alone.
    private static func diskCache(_ options: Options) -> DiskCache? {
        guard options.cacheLimit > 0, let folder = options.cache ?? DiskCache.defaultFolder() else { return nil }
        do throws(SystemWriteFailure) {
            return try DiskCache(folder: folder, byteLimit: options.cacheLimit)
        } catch {
            writeError(
                "ScrollServer: the cache folder '\(folder)' cannot be used (\(error.text)); carrying on without\n")
            return nil
        }
    }
}
