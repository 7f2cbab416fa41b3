// Assembles the application: collections, tile pipeline and HTTP server.

import Catalog
import HTTP
import Platform
import Tiles

/// Makes and owns everything that runs while the program serves.
final class Application: Sendable {
    /// How much memory each part of the program may take.
    struct MemoryShares: Equatable {
        /// Encoded tiles, and in addition tiles made ahead of need.
        var tiles = 160 << 20
        var ahead = 32 << 20
        /// Restart points, where the decoding of large pictures can begin.
        var points = 48 << 20
        /// All running decodes together.
        var decoding = 384 << 20
        /// Tiny pictures that are read from their file.
        var pictures = 96 << 20
        /// Images of regions under way, put together from tiles.
        var regions = 192 << 20

        /// Divides a limit, in bytes; nil for the shares above.
        ///
        /// The program itself, threads and connections are subtracted first; the rest is shared in these proportions.
        init(limit: Int?) {
            guard let limit else { return }
            let rest = max(limit - Self.program, Self.program)
            // A third stays free, since freed memory is not reused completely at once.
            tiles = min(tiles, rest / 8)
            ahead = min(ahead, rest / 32)
            points = min(points, rest / 32)
            decoding = min(decoding, rest / 3)
            pictures = min(pictures, rest / 16)
            regions = min(regions, rest / 16)
        }

        /// The program with its libraries, and the records of a million files, in bytes.
        private static let program = 96 << 20
    }

    var router: Router { wiring.router }
    private let server: HTTPServer
    private let wiring: Wiring
    private let sources: CollectionSources

    /// Opens the collections and starts the threads, but does not listen yet.
    ///
    /// - Throws: `StartFailure` where no path can be shown; the system's error when it refuses a thread.
    init(_ options: Options, page: PageFiles.Origin, maker: (any TileMaker)? = nil) throws {
        sources = try CollectionSources(options)
        let cores = System.processorCount()
        let shares = MemoryShares(limit: options.memoryLimit)
        let pool = try WorkerPool(threads: max(4, cores * 2))
        let disk = Self.diskCache(options)
        // Half of the limit is for tiny pictures; tiles get what these leave.
        let atlas = Atlas(
            file: disk.map { AtlasFile(folder: $0.parent, byteLimit: options.cacheLimit / 2) },
            mappedLimit: shares.pictures)
        disk?.share { [weak atlas] in atlas?.diskByteCount ?? 0 }
        let pipeline = try TilePipeline(
            maker: maker
                ?? PictureTileMaker(
                    scratch: disk.map { DecodingScratch(folder: $0.parent, byteLimit: options.cacheLimit) },
                    points: RestartTable(disk: disk, byteLimit: shares.points)),
            memory: MemoryCache(byteLimit: shares.tiles, aheadLimit: shares.ahead), disk: disk,
            workers: cores, byteLimit: shares.decoding,
            atlas: atlas)
        Self.complainWithoutStateFolder(options)
        let wiring = try Wiring(
            sources.collections, page: page, pipeline: pipeline, pool: pool,
            Wiring.Setting(
                stateFolder: options.state ?? UserFolders.state, writesSidecars: options.writesSidecars,
                routes: Router.Setting(
                    base: options.access.base, isReadOnly: options.access.isReadOnly, unshown: sources.unshown,
                    tellsPaths: options.access.isForThisMachine(host: options.unixSocket == nil ? options.host : nil),
                    about: AboutRoute.Setting(
                        reads: (options.paths + options.roots).compactMap {
                            FileSystem.realPath(ForeignPath.Mapping($0)?.folder ?? $0)
                        },
                        cache: disk.map { ($0.parent, options.cacheLimit) },
                        stateFolder: options.state ?? UserFolders.state,
                        writesSidecars: options.writesSidecars),
                    regionByteLimit: shares.regions),
                fillingThreads: cores))
        self.wiring = wiring
        var configuration = HTTPConfiguration()
        configuration.host = options.host
        configuration.port = options.port
        configuration.unixSocket = options.unixSocket
        configuration.access = options.access
        configuration.logsAccess = options.logsAccess
        configuration.access.opensBrowser = options.opensBrowser
        server = HTTPServer(configuration: configuration) { wiring.router.answer($0) }
        if let disk { pool.submit { disk.sweep() } }
    }

    /// Why paths of the command line are not shown, one line for each.
    var problems: [String] { sources.problems + sources.notices }

    /// Starts listening, then waits until a first item has been found in each folder and list, or there is none.
    ///
    /// Blocks. `notice` is called with a line for each folder and list that is empty. Throws the error that keeps the
    /// server from listening.
    func start(notice: (String) -> Void = { _ in }) throws -> HTTPServer.Address {
        let address = try server.start()
        try wiring.start()
        for line in sources.start() { notice(line) }
        return address
    }

    /// The folders that are searched for pictures.
    var scans: [FolderCollection] { sources.folders }

    /// Logs what is served.
    func describe() {
        for entry in wiring.catalog.entries {
            let collection = entry.collection
            Log.info(
                "serves '\(collection.name)' as \(collection.id): \(collection.kind.rawValue) \(collection.source)")
        }
    }

    /// A short summary of what is served, as known just now.
    var contents: String {
        let names = wiring.catalog.entries.map { "'\($0.collection.name)'" }
        return names.count > 4
            ? names[..<3].joined(separator: ", ") + " and \(names.count - 3) more"
            : names.joined(separator: ", ")
    }

    /// A short summary of the work done so far.
    var summary: String {
        let counts = server.statistics
        return
            "\(counts.requests) requests on \(counts.accepted) connections, \(wiring.pipeline.counters.tilesMade) tiles made"
    }

    /// Ends the search for pictures; those found so far stay.
    func cancelScans() { sources.cancel() }

    /// Ends all scans, finishes the answers under way, for at most this long, and stops all threads.
    ///
    /// Blocks.
    func stop(within seconds: Double) {
        cancelScans()
        wiring.stopFollowing()
        server.shutdown(within: seconds)
        wiring.stop()
    }

    /// Says that nothing can be saved in the state folder, at the start rather than when a save fails.
    private static func complainWithoutStateFolder(_ options: Options) {
        guard let folder = options.state ?? UserFolders.state else { return }
        do throws(SystemError) {
            try FileSystem.makeFolder(folder)
            try FileSystem.checkWritable(folder)
        } catch {
            writeError(
                "ScrollServer: the state folder '\(folder)' cannot be written (\(error.reason)); "
                    + "new lists and what pages show are not saved, and pictures cannot be rated or annotated\n")
        }
    }

    /// The disk cache; nil when its limit is 0 or its folder cannot be used, so that tiles are kept in memory only.
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
