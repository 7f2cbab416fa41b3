// Reads a table into a series, and continues when the table grows.

import Platform

/// Reads one table.
///
/// Confined to one thread, except for what it publishes.
final class SeriesReader {
    /// The number of values in a batch: few enough for a core's own cache.
    private static let batchValueCount = 1 << 15
    /// The unread bytes above which a second thread reads the rows.
    private static let pipeByteCount = 8 << 20

    let path: String
    private var options: SeriesOptions
    private let publication: SeriesPublication
    private let cache: SeriesCache
    /// The opened file, or a plain copy of it; replaced when its name is given to another file.
    private var file: OpenFile
    /// The file that `file` is a plain copy of; nil where the file is read itself.
    private var packed: OpenFile?
    /// The file as plain text, of which a page shows the first lines.
    private var plain: OpenFile
    /// Whether the file has a header and waits for its first row.
    private var isWaiting: Bool
    /// How often the file was begun.
    private var beginningCount = 1
    /// How often rows have led to another format, and their evidence besides the sample.
    private var (revisionCount, evidence) = (0, TableEvidence())
    private static let revisionLimit = 4
    /// The cells that last led to no other format.
    private var triedCells: [Int: [[UInt8]]] = [:]
    /// The file's length in bytes when its format was found.
    private var sampledCount: Int
    private var identity: FileIdentity
    private var progress: ReadingProgress
    /// The progress at the last line end, when the file was last read to its end.
    private var whole: ReadingProgress?
    /// Whether the last line was read although it has no line end.
    private var hasOpenLine = false
    /// The number of bytes after the last line end when the file was last read.
    private var openByteCount = 0
    private var lastPublished: UInt64 = 0
    /// In nanoseconds.
    private var publishingInterval: UInt64 { UInt64(max(0, options.publishingInterval)) * 1_000_000 }
    /// The file's length in bytes and its time of change, when it was last read to its end.
    private(set) var seen = (count: 0, modified: FileTime(nanoseconds: 0))
    /// The fingerprint of the progress that the cache has.
    private var keptPrint: Fingerprint?
    /// Whether no file of this name existed at the last check.
    private var isGone = false
    /// A time of change that was seen once, without a change of size.
    private var suspectTime: FileTime?

    /// Opens a file and finds its format from its first rows; reads no others.
    ///
    /// Throws as `Series.open`.
    init(path: String, options: SeriesOptions, publication: SeriesPublication?) throws(SeriesError) {
        self.path = path
        let opened = try Self.open(path)
        identity = opened.status.identity
        let source = try Source(opened, path, options)
        (file, plain, packed) = (source.file, source.plain, source.isCopy ? opened : nil)
        var options = options
        options.turned = source.turned
        self.options = options
        // Data from a copy is not cached: a later start could not tell how much of the file itself was read.
        cache = SeriesCache(folder: source.isCopy ? nil : options.cacheFolder, path: path, options: options)
        sampledCount = file.count
        (progress, isWaiting) = try Self.begin(file, path, options, cache)
        self.publication = publication ?? SeriesPublication(progress.format.description)
        publish(isForced: true)
    }

    var published: SeriesPublication { publication }

    /// The file's first bytes, of which a page shows the first lines.
    private var beginning: [UInt8] {
        let known = publication.status.beginning
        let most = min(plain.count, TableBeginning.byteLimit)
        // A file of the same beginning can only have grown.
        guard known.count < most || beginningOf != identity else { return known }
        beginningOf = identity
        return (try? plain.bytes(at: 0, count: TableBeginning.byteLimit)) ?? known
    }

    /// The file whose beginning was published.
    private var beginningOf: FileIdentity?

    private func makeBatch() -> RowBatch {
        let lineCount = progress.format.columnCount
        return RowBatch(lineCount: lineCount, capacity: max(Self.batchValueCount / (lineCount + 1), 64))
    }

    // MARK: Reading

    /// Reads from the present position to the file's end and publishes the result.
    ///
    /// A last line without an end is left for later, unless the file has not changed for some time.
    ///
    /// - Returns: the length of the file at that time in bytes; nil where the end was not reached, because the file
    ///   cannot be read or the series was stopped.
    private func readToEnd() -> Int? {
        do throws(SystemError) {
            let source = TableRows(
                file, at: progress.position, chunkByteCount: options.chunkByteCount,
                returnsEndLines: progress.format.hasBareReturns)
            try readLines(source)
            // The length is taken before anything is published: later writes then count as new.
            guard let status = try? FileSystem.status(of: file.descriptor),
                !publication.isStopped || progress.position.offset >= status.count
            else { return nil }
            if rereadFromStart() { return readToEnd() }
            try progress.builder.sortBlocks()
            compact()
            openByteCount = source.openByteCount
            progress.recordFingerprint(of: file)
            whole = progress
            try readOpenLine(source)
            suspectTime = nil
            seen = (progress.position.offset + (hasOpenLine ? 0 : openByteCount), status.modified)
            if let packed { seen = (packed.count, packed.status.modified) }
            publish(isForced: true, isComplete: true)
            return packed == nil ? status.count : seen.count
        } catch {
            publication.publish { $0.failure = .unreadable(error.explanation) }
            return nil
        }
    }

    /// Begins again with another format, where the rows give evidence that the sample lacks.
    ///
    /// That is cells in another style, dates of another order, or more values of a long table's key. Rows appended to a
    /// file shorter than the sample become part of the sample.
    ///
    /// - Returns: whether the file is to be read from its beginning.
    private func rereadFromStart() -> Bool {
        guard !publication.isStopped else { return false }
        return publication.status.isComplete ? rereadGrownFile() : rereadFirstReading()
    }

    /// `rereadFromStart` for a file that was read for the first time.
    private func rereadFirstReading() -> Bool {
        guard revisionCount < Self.revisionLimit, let later = progress.laterEvidence(evidence) else { return false }
        revisionCount += 1
        evidence = later
        return begin(file, evidence)
    }

    /// `rereadFromStart` for a file that was read before and has grown.
    ///
    /// The key's visible values stay the same, unless the file is short.
    private func rereadGrownFile() -> Bool {
        let isShort = sampledCount < TableFormat.sampleByteCount
        let late = progress.position.rows.report.lateCells
        guard isShort || revisionCount < Self.revisionLimit && !late.isEmpty && late != triedCells else { return false }
        triedCells = late
        var known = evidence
        known.lateCells.merge(late) { $0 + $1 }
        guard let longer = try? Self.open(path), longer.status.identity == identity, longer.count > sampledCount else {
            return false
        }
        sampledCount = longer.count
        guard begin(longer, known) else { return false }
        if !isShort { revisionCount += 1 }
        evidence = known
        (file, whole, hasOpenLine, keptPrint, triedCells) = (longer, nil, false, nil, [:])
        publication.publish { $0.isComplete = false }
        return true
    }

    /// Returns to the beginning of a file if the evidence leads to another format.
    private func begin(_ file: OpenFile, _ evidence: TableEvidence) -> Bool {
        guard let (format, isWaiting) = try? Self.find(file, path, options, evidence), !isWaiting,
            !format.reads(as: progress.format),
            let other = try? Self.begin(file, path, options, cache, format, number: beginningCount)
        else { return false }
        beginningCount += 1
        progress = other
        return true
    }

    private func readLines(_ source: TableRows) throws(SystemError) {
        let byteCount = (try? FileSystem.status(of: file.descriptor))?.count ?? 0
        if byteCount - progress.position.offset > Self.pipeByteCount, System.processorCount() > 1,
            let pipe = try? RowPipe(source, makeBatch: makeBatch)
        {
            return try readLines(pipe)
        }
        let batch = makeBatch()
        while !source.isAtEnd, !publication.isStopped {
            try source.fill(batch)
            progress.position = source.position
            try consume(batch)
            batch.count = 0
        }
    }

    private func readLines(_ pipe: RowPipe) throws(SystemError) {
        var failure: SystemError?
        while failure == nil, !publication.isStopped, let delivery = pipe.next() {
            progress.position = delivery.position
            do throws(SystemError) {
                try consume(delivery.batch)
            } catch {
                failure = error
            }
            pipe.give(delivery.batch)
        }
        // Also after an error: the source belongs to the pipe's thread until then.
        let readingFailure = pipe.finish()
        if let failure = failure ?? readingFailure { throw failure }
    }

    private func consume(_ batch: RowBatch) throws(SystemError) {
        try progress.builder.append(batch)
        publish(isForced: false)
    }

    /// Reads the last line although it has no end, once the file has not changed for `settlingTime`.
    private func readOpenLine(_ source: TableRows) throws(SystemError) {
        guard openByteCount > 0, !progress.position.isSkipping, isSettled else { return }
        let end = progress.position.offset + openByteCount
        hasOpenLine = true
        let batch = makeBatch()
        var isMore = true
        while isMore {
            isMore = source.fillFromOpenLine(batch)
            progress.position = source.position
            try progress.builder.append(batch)
            batch.count = 0
        }
        progress.position.offset = end
        try progress.builder.sortBlocks()
    }

    private var isSettled: Bool {
        guard options.isFollowed, packed == nil, let status = try? FileSystem.status(of: file.descriptor) else {
            return true
        }
        return Int(System.unixSeconds()) - status.modified.seconds >= options.settlingTime
    }

    /// Moves the blocks to a new store when unused blocks, left by sorting, are most of the file.
    private func compact() {
        let used = progress.builder.packedByteCount
        guard progress.builder.store.byteCount > 2 * used + (1 << 22) else { return }
        var moved = progress.builder
        do throws(SystemError) {
            try moved.move(to: cache.makeStore())
            progress.builder = moved
        } catch {
            // Moving failed: everything stays where it is.
        }
    }

    /// Writes the progress to the cache, so that the next start continues from here.
    ///
    /// It excludes a last line without an end, which the next start reads again.
    func keep() {
        guard publication.status.isComplete, publication.status.failure == nil, !isWaiting, var kept = whole else {
            return
        }
        kept.builder.store = progress.builder.store
        kept.builder.generation = progress.builder.generation
        guard let fingerprint = kept.fingerprint, fingerprint != keptPrint else { return }
        let source = SeriesSource(
            path: path, identity: identity, byteCount: seen.count, modified: seen.modified, fingerprint: fingerprint)
        guard cache.keep(&kept, of: source) else { return }
        keptPrint = fingerprint
        // Writing the index has moved the store's end.
        progress.builder.store = kept.builder.store
        progress.keptBlockCount = kept.keptBlockCount
        whole = kept
    }

    // MARK: Following

    /// Checks whether the file has changed, and reads what is new.
    func checkFile() {
        if !publication.view.isSound { return restart(usesCache: false) }
        guard let system = SystemPath(path.utf8),
            let status = try? FileSystem.status(of: system, in: FileSystem.workingDirectory, followLink: true),
            status.kind == .regular
        else { return setGone(true) }
        setGone(false)
        if status.identity != identity { return restart() }
        if status.count < seen.count { return restart() }
        if status.count > seen.count { return isWaiting || packed != nil ? restart() : readMore() }
        if status.modified != seen.modified {
            // The file was written to without growing. If it has not grown at the next check either, its contents were
            // changed.
            if suspectTime == status.modified { return restart() }
            suspectTime = status.modified
        } else if !hasOpenLine, progress.position.offset < seen.count, isSettled {
            readMore()
        }
    }

    /// Keeps the points of a file that is gone, with a notice: a rotated log comes again.
    private func setGone(_ isGone: Bool) {
        guard isGone != self.isGone else { return }
        self.isGone = isGone
        publish(isForced: true)
    }

    private func readMore() {
        if hasOpenLine, let whole {
            // The line without an end may have become longer: go back to the state before it.
            let (store, generation) = (progress.builder.store, progress.builder.generation)
            progress = whole
            progress.builder.store = store
            // The generation is kept, since readers have seen the points that this line moved.
            progress.builder.generation = generation
            hasOpenLine = false
            do throws(SystemError) {
                try progress.builder.copyTail()
            } catch {
                return publication.publish { $0.failure = .storage(error.reason) }
            }
        }
        guard progress.isSamePrefix(of: file) else { return restart() }
        readAll()
    }

    /// Reads to the end of the file, including what is appended meanwhile.
    func readAll() {
        repeat {
            let (isFirst, number) = (!publication.status.isComplete, beginningCount)
            guard let byteCount = readToEnd(), publication.status.failure == nil else { return }
            if isFirst || number != beginningCount || progress.blocksToKeep >= 16 { keep() }
            if byteCount <= seen.count { return }
            if hasOpenLine { return readMore() }
        } while true
    }

    /// Starts again with a file that was replaced, or whose contents have changed.
    ///
    /// - Parameter usesCache: false where the cached form was found to be damaged; it is then removed.
    private func restart(usesCache: Bool = true) {
        if !usesCache { cache.remove() }
        do throws(SeriesError) {
            let opened = try Self.open(path)
            let source = try Source(opened, path, options)
            options.turned = source.turned
            let (progress, isWaiting) = try Self.begin(source.file, path, options, cache)
            (file, plain, packed) = (source.file, source.plain, source.isCopy ? opened : nil)
            self.isWaiting = isWaiting
            identity = opened.status.identity
            (revisionCount, evidence, triedCells) = (0, TableEvidence(), [:])
            sampledCount = file.count
            self.progress = progress
            whole = nil
            hasOpenLine = false
            publication.publish {
                $0.isComplete = false
                $0.failure = nil
            }
            readAll()
        } catch {
            seen = (file.count, FileTime(nanoseconds: file.modified))
            publication.publish { $0.failure = error }
        }
    }

    // MARK: Publishing

    private func publish(isForced: Bool, isComplete: Bool = false) {
        let now = System.monotonicNanoseconds()
        // The first points are published at once.
        let isFirst = publication.view.count == 0 && progress.builder.count > 0
        guard isForced || isFirst || now - lastPublished >= publishingInterval else { return }
        lastPublished = now
        let progress = progress
        let byteCount = max((try? FileSystem.status(of: file.descriptor))?.count ?? 0, progress.position.offset)
        let because = "The file is not there any more: what was read of it last is shown."
        let gone = isGone ? [TableFinding(.rows, "gone", because: because)] : []
        let findings = gone + progress.findings
        let beginning = beginning
        publication.publish { status in
            status.isComplete = status.isComplete || isComplete
            status.bytesRead = progress.position.offset
            status.byteCount = byteCount
            status.badRowCount = progress.position.rows.report.badRowCount
            status.badRows = progress.position.rows.report.badRows
            status.findings = findings
            status.beginning = beginning
            status.format = progress.format
            if status.isComplete { status.keyCounts = progress.position.rows.keyCounts }
            status.storage = progress.builder.store.kind
        } view: {
            progress.builder.view(revision: $0, description: progress.format.description)
        }
    }
}
