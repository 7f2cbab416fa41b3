// One server: its collections, its pipeline, its HTTP side.

import Tiling

/// Everything that runs while the program serves.
final class Application: Sendable {
    /// Bytes of encoded tiles kept in memory, and of those beside them that nobody has wanted yet.
    private static let memoryCacheLimit = 160 << 20
    private static let aheadLimit = 32 << 20
    /// Bytes that decodes under way may need together.
    private static let decodingLimit = 384 << 20

    let router: Router
    private let server: HTTPServer
    private let pipeline: TilePipeline
    private let pool: WorkerPool
    private let watch: ChangeWatch
    private let sources: CollectionSources

    /// Finds the collections and makes ready; nothing listens yet.
    init(_ options: Options, page: PageFiles.Place, maker: any TileMaker = PictureTileMaker()) throws {
        sources = try CollectionSources(options)
        let cores = System.processorCount()
        pool = try WorkerPool(threads: max(4, cores * 2))
        let disk = Self.diskCache(options)
        pipeline = try TilePipeline(
            maker: maker,
            memory: MemoryCache(byteLimit: Self.memoryCacheLimit, aheadLimit: Self.aheadLimit), disk: disk,
            workers: cores, byteLimit: Self.decodingLimit,
            // What tiles may take, tiles and colours together, is exceeded by an eighth at the most.
            colours: ColourTable(file: disk.map { ColourFile(folder: $0.parent, byteLimit: options.cacheLimit / 8) }))
        let catalog = Catalog(sources.collections)
        let state = options.state ?? UserFolders.state
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

    /// Listens, then waits until each folder and list has shown that it holds a picture.
    ///
    /// - Throws: `StartFailure` for one without, and what keeps the server from listening.
    func start() throws -> HTTPServer.Address {
        let address = try server.start()
        do {
            try sources.start()
        } catch {
            stop(within: 0)
            throw error
        }
        return address
    }

    /// Ends the search for pictures; what has been found stays.
    func cancelScans() { sources.cancel() }

    /// Finishes the answers under way and lets everything go.
    func stop(within seconds: Double) {
        cancelScans()
        watch.stop()
        server.shutdown(within: seconds)
        pipeline.stop()
        pool.stop()
    }

    /// The disk cache, unless there is no place for it: then tiles live in memory alone.
    private static func diskCache(_ options: Options) -> DiskCache? {
        guard options.cacheLimit > 0, let folder = options.cache ?? UserFolders.cache else { return nil }
        do throws(SystemError) {
            return try DiskCache(folder: folder, byteLimit: options.cacheLimit)
        } catch {
            writeError(
                "ScrollServer: the cache folder '\(folder)' cannot be used (\(error.reason)); carrying on without\n")
            return nil
        }
    }
}
