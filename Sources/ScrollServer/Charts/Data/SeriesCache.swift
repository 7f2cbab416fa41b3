// The folder that keeps series from one start of the server to the next.

import Platform

/// The entry of one table in the cache folder.
///
/// Everything in the folder may be deleted at any time.
struct SeriesCache: Sendable {
    private let folder: String?
    private let path: String
    /// The entry's name, a hash of path and options.
    private let name: String
    private let byteLimit: Int

    /// The entry for the table at `path`, links resolved, in the cache folder `folder`; nil for none.
    init(folder: String?, path: String, options: SeriesOptions) {
        self.folder = folder.map { "\($0)/series-\(SeriesIndex.version)" }
        self.path = path
        byteLimit = options.cacheByteLimit
        var hash = StableHash()
        hash.add(path.utf8)
        hash.add([0])
        hash.add((options.xColumn.map { "=\($0)" } ?? "").utf8)
        hash.add(UInt64(options.blockShift ?? 0))
        // By default the name is the same as in earlier versions.
        if let order = options.dateOrder { hash.add(UInt64(order.code) + 100) }
        if let mark = options.decimalMark { hash.add(UInt64(mark) + 200) }
        if let separator = options.separator { hash.add(UInt64(separator.byte) + 500) }
        if let line = options.headerLine { hash.add(UInt64(line) + 1000) }
        if !options.choice.isEmpty { options.choice.add(to: &hash) }
        name = hash.value.digits(16, radix: 16) + ".series"
    }

    /// The cached progress for this file, if the file is unchanged or has only grown since; otherwise nil.
    func progress(of source: OpenFile, _ status: FileStatus) -> ReadingProgress? {
        guard let folder, let file = SeriesFile.open("\(folder)/\(name)"),
            let (bytes, end, generation) = SeriesIndex.read(file)
        else { return nil }
        var reader = IndexReader(bytes)
        guard let kept = reader.source(), kept.path == path, kept.identity == status.identity,
            kept.byteCount == status.count && kept.modified == status.modified || kept.byteCount < status.count,
            kept.fingerprint == Fingerprint(source, before: kept.fingerprint.offset)
        else { return nil }
        var store: any SeriesStore = MemoryStore()
        if file.isWritable {
            var kept = FileStore(file, kind: .cache, byteCount: end)
            kept.skip(bytes.count)
            kept.generation = generation
            kept.isNamed = true
            store = kept
        } else {
            store = makeTemporaryStore()
        }
        guard var progress = ReadingProgress(&reader, file: file, end: end, store: store) else { return nil }
        progress.fingerprint = kept.fingerprint
        FileSystem.touch("\(folder)/\(name)")
        return progress
    }

    /// Removes the entry: it is damaged.
    func remove() { if let folder { FileSystem.remove("\(folder)/\(name)") } }

    /// The store for a table that is read anew: in the cache folder, or else a temporary file, or else memory.
    func makeStore() -> any SeriesStore {
        guard let folder else { return makeTemporaryStore() }
        do throws(SystemError) {
            try FileSystem.makeFolder(folder)
        } catch {
            return makeTemporaryStore()
        }
        sweep(folder)
        guard let file = SeriesFile.make(in: folder), file.isWritable else { return makeTemporaryStore() }
        return FileStore(file, kind: .cache, byteCount: SeriesIndex.firstBlockOffset)
    }

    private func makeTemporaryStore() -> any SeriesStore {
        guard let file = SeriesFile.makeTemporary() else { return MemoryStore() }
        return FileStore(file, kind: .temporary, byteCount: 0)
    }

    /// Writes an index of what has been read into the cached file.
    ///
    /// - Returns: whether a later start will find it.
    func keep(_ progress: inout ReadingProgress, of source: SeriesSource) -> Bool {
        guard let folder, var store = progress.builder.store as? FileStore, store.kind == .cache,
            let bytes = progress.index(of: source, in: store.file)
        else { return false }
        store.generation += 1
        guard SeriesIndex.write(bytes, to: store.file, at: store.byteCount, generation: store.generation) else {
            return false
        }
        store.skip(bytes.count)
        progress.builder.store = store
        progress.keptBlockCount = progress.builder.blocks.count
        // The first index gives the file its final name.
        if !store.isNamed {
            guard store.file.rename(to: "\(folder)/\(name)") else { return false }
            store.isNamed = true
            progress.builder.store = store
        }
        return true
    }

    // MARK: Room

    /// Removes the remains of a crash, and above the limit also the least recently used series.
    private func sweep(_ folder: String) {
        AtomicFile.sweep(folder)
        var entries: [(path: String, status: FileStatus)] = []
        for name in FileSystem.names(in: folder) where name.hasSuffix(".series") {
            let path = "\(folder)/\(name)"
            guard let status = try? FileSystem.status(of: path, followLink: false), status.kind == .regular else {
                continue
            }
            entries.append((path, status))
        }
        var sum = entries.reduce(0) { $0 + $1.status.count }
        entries.sort { $0.status.modified.nanoseconds < $1.status.modified.nanoseconds }
        for entry in entries where sum > byteLimit {
            FileSystem.remove(entry.path)
            sum -= entry.status.count
        }
    }
}
