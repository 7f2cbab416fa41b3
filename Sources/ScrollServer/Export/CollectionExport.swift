// Runs `ScrollServer export`: writes the tiles of pictures as files that any web server can offer.

import Catalog
import Dispatch
import Imaging
import Platform
import Tiles

/// Exports the pictures of one path.
enum CollectionExport {
    /// Pictures whose details are read at a time.
    private static let step = 4096

    /// Runs the export; blocks until it is done.
    ///
    /// - Returns: whether a file was made of every picture.
    /// - Throws: `StartFailure` or `ExportFailure` where it cannot be done.
    static func run(_ options: Options, _ export: ExportOptions) throws -> Bool {
        System.keepFreedBlocks()
        let sources = try CollectionSources(options)
        guard let collection = sources.collections.first(where: { $0.kind != .demo }) else {
            throw StartFailure(lines: sources.problems)
        }
        let source = options.paths.first ?? ""
        if collection.series != nil { throw ExportFailure.notPictures(source) }
        // Before anything is made: a page that is not there is a mistake in the command.
        let page = export.format == .site ? try SitePage(options.publicFolder) : nil
        let folder = try ExportFolder(export.output, format: export.format.rawValue, source: source)
        try System.startThread {
            Signals.waitForStop()
            ProgressLine.show("")
            writeError("ScrollServer: interrupted; give the same command again, and the export goes on\n")
            exit(1)
        }
        for line in sources.start() { writeError("ScrollServer: \(line)\n") }
        wait(for: collection, folder: sources.folders.first)
        let (items, pixels) = found(collection)
        let run = ExportRun(
            items, of: collection, in: folder, export, maker: maker(options),
            byteLimit: Application.MemoryShares(limit: options.memoryLimit).decoding,
            workers: System.processorCount(), progress: ExportProgress(count: items.count, pixels: pixels))
        let ended = try run.run()
        ProgressLine.show("")
        var others: [(path: String, isTile: Bool)] = []
        do throws(SystemError) {
            if collection.status.pending == 0 { try removeOthers(than: ended, from: folder) }
            if let page {
                let site = Site(ended, of: collection, page: page)
                try site.write(in: folder)
                others = site.paths
            }
            try folder.update(ExportItem.indexName, ended.index(export.format))
            try folder.finish()
        } catch {
            throw ExportFailure.cannotWrite(output: folder.path, error)
        }
        if let path = export.uploadList {
            do throws(SystemError) { try ended.writeUploadList(to: path, others: others) } catch {
                throw ExportFailure.cannotWrite(output: path, error)
            }
        }
        sources.cancel()
        return report(ended, folder.path)
    }

    /// Decodes as the server does, with the same place for what is too large for memory.
    private static func maker(_ options: Options) -> PictureTileMaker {
        guard options.cacheLimit > 0, let cache = options.cache ?? UserFolders.cache,
            (try? FileSystem.makeFolder(cache)) != nil
        else { return PictureTileMaker() }
        return PictureTileMaker(scratch: DecodingScratch(folder: cache, byteLimit: options.cacheLimit))
    }

    /// Waits until all items are found.
    private static func wait(for collection: any ItemCollection, folder: FolderCollection?) {
        if let folder {
            ProgressLine.show("searching \(collection.name)")
            return folder.waitForScan()
        }
        let pause = DispatchSemaphore(value: 0)
        while !collection.status.isComplete, collection.footer?.state != .failed {
            _ = pause.wait(timeout: .now() + .milliseconds(20))
        }
    }

    /// The items of a collection, and the pixels of all, once all headers are read.
    static func found(_ collection: any ItemCollection) -> ([ExportItem], pixels: Double) {
        let count = collection.status.count
        HeaderReading.measure(collection, count: count)
        var (items, pixels) = ([ExportItem](), 0.0)
        for first in stride(from: 0, to: count, by: step) {
            for item in collection.details(in: first..<min(count, first + step)).details {
                let isOnlyPage = collection.kind == .pages && count == 1
                let title = isOnlyPage ? collection.name : item.name
                items.append(ExportItem(id: item.id, title: title))
            }
            for size in collection.sizes(in: first..<min(count, first + step)) {
                if let size { pixels += Double(size.width) * Double(size.height) }
            }
        }
        return (items, pixels)
    }

    /// Removes the files of pictures that an earlier run has made and that are not there any more.
    private static func removeOthers(than items: [ExportItem], from folder: ExportFolder) throws(SystemError) {
        let names = Set(
            items.compactMap { item -> String? in
                if case .leftOut(_, isFailure: false)? = item.outcome { return nil }
                return ExportedPicture.name(of: item.id, title: item.title)
            })
        // The parts of mosaics are looked after by the site.
        for name in folder.names.sorted() where !names.contains(name) && !name.hasPrefix(SiteMosaic.folder) {
            try folder.remove(name, ExportedPicture.paths(name))
        }
    }

    /// Says what became of the pictures; returns whether all are exported.
    private static func report(_ items: [ExportItem], _ output: String) -> Bool {
        var (new, old, failed, others) = (0, 0, 0, 0)
        for item in items {
            switch item.outcome {
            case .exported(_, let isNew)?: if isNew { new += 1 } else { old += 1 }
            case .leftOut(let reason, let isFailure)?:
                if isFailure { failed += 1 } else { others += 1 }
                writeOutput(ProgressLine.plain("\(isFailure ? "failed" : "left out"): \(item.title): \(reason)") + "\n")
            case nil: failed += 1
            }
        }
        let pictures = "\(new + old) \(new + old == 1 ? "picture" : "pictures")"
        writeOutput(
            "\(pictures) in \(ProgressLine.plain(output)): \(new) made, \(old) there already; \(others) left out, \(failed) failed\n"
        )
        return failed == 0
    }
}
