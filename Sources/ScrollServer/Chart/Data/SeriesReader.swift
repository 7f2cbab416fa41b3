// Reads a table into a series, and goes on as the table grows.

/// Confined to one thread, but for what it publishes.
final class SeriesReader {
    /// In nanoseconds: how often what has been read is published.
    private static let publishingInterval: UInt64 = 50_000_000

    let path: String
    private let options: SeriesOptions
    private let publication: SeriesPublication
    private let cache: SeriesCache
    /// The file as it was opened; another one when its name was given to another file.
    private var file: OpenFile
    private var identity: FileIdentity
    private var progress: ReadingProgress
    /// What there was before the last line was taken although it has no end.
    private var beforeOpenLine: ReadingProgress?
    private let buffer: ReadBuffer
    private var batch: RowBatch
    private var lastPublished: UInt64 = 0
    /// In bytes and time: the file when it was last read to its end.
    private(set) var seen = (count: 0, modified: FileTime(nanoseconds: 0))
    /// A time of change without a change of size that was seen once.
    private var suspect: FileTime?

    /// Opens a file and finds out how it is written; reads its first rows only.
    init(path: String, options: SeriesOptions, publication: SeriesPublication?) throws(SeriesError) {
        self.path = path
        self.options = options
        cache = SeriesCache(folder: options.cacheFolder, path: path, options: options)
        let (file, status) = try Self.open(path)
        self.file = file
        identity = status.identity
        progress = try Self.begin(file, status, path, options, cache)
        self.publication = publication ?? SeriesPublication(progress.format.description)
        buffer = ReadBuffer(capacity: max(options.chunkByteCount, 1) + CellRows.rowLimit)
        batch = Self.makeBatch(progress.format.lineCount)
        publish(isForced: true)
    }

    var published: SeriesPublication { publication }

    private static func makeBatch(_ lineCount: Int) -> RowBatch {
        RowBatch(lineCount: lineCount, capacity: max((1 << 17) / (lineCount + 1), 64))
    }

    private static func open(_ path: String) throws(SeriesError) -> (OpenFile, FileStatus) {
        guard let system = SystemPath(path.utf8) else { throw .unreadable("a path cannot hold a NUL") }
        do throws(ImageError) {
            return try OpenFile.open(system)
        } catch {
            throw .unreadable(error.explanation)
        }
    }

    /// From the cache, else from the file's first rows.
    private static func begin(
        _ file: OpenFile, _ status: FileStatus, _ path: String, _ options: SeriesOptions, _ cache: SeriesCache
    ) throws(SeriesError) -> ReadingProgress {
        if let progress = cache.progress(of: file, status) { return progress }
        var bytes: [UInt8]
        do throws(SystemError) {
            bytes = try file.bytes(at: 0, count: TableFormat.sampleByteCount)
            if !bytes.contains(0x0A), bytes.count == TableFormat.sampleByteCount {
                bytes = try file.bytes(at: 0, count: CellRows.rowLimit)
            }
        } catch {
            throw .unreadable("the file cannot be read: \(error.reason)")
        }
        // A row that is cut says nothing, unless there is no other.
        let isAll = bytes.count >= status.count
        if let end = bytes.lastIndex(of: 0x0A), !isAll { bytes.removeLast(bytes.count - end - 1) }
        if bytes.last != 0x0A { bytes.append(0x0A) }
        let name = path.split(separator: "/").last.map(String.init) ?? path
        let format = try TableFormat.find(in: bytes, name: name, xColumn: options.xColumn)
        let lineCount = format.lineCount
        do throws(SystemFailure) {
            let builder = try SeriesBuilder(
                lineCount: lineCount, shift: options.blockShift ?? SeriesBuilder.shift(lineCount: lineCount),
                store: cache.makeStore())
            let rows = RowReader(format, report: RowReport(line: format.firstLine, lineCount: lineCount))
            return ReadingProgress(format: format, rows: rows, builder: builder, offset: format.firstOffset)
        } catch {
            throw .storage(error.text)
        }
    }

    // MARK: Reading

    /// Reads what is there behind what has been read. A last line without an end is left, unless nothing has been
    /// written to the file for some time.
    func readToEnd() {
        do throws(SystemFailure) {
            try readLines()
            if publication.isStopped { return }
            try progress.builder.sortOut()
            compact()
            try takeOpenLine()
        } catch {
            publication.publish { $0.failure = .unreadable(error.explanation) } view: { _ in nil }
            return
        }
        publish(isForced: true, isComplete: true)
    }

    private func readLines() throws(SystemFailure) {
        buffer.removeAll()
        var isEnd = false
        while !isEnd, !publication.isStopped {
            let offset = progress.offset + buffer.count
            isEnd = try buffer.fill(from: file.descriptor, at: offset, limit: options.chunkByteCount) == 0
            if progress.isSkipping { skipLine() }
            var used = 0
            let end = buffer.lineByteCount
            while used < end {
                let isWhole = end - used >= CellRows.rowLimit
                let step = progress.rows.read(
                    buffer.start + used, count: end - used, isWhole: isWhole, into: batch)
                if step == 0, batch.count == 0 { break }
                used += step
                try takeBatch()
            }
            buffer.removeFirst(used)
            progress.offset += used
            if !isEnd, buffer.count >= CellRows.rowLimit, end == used {
                progress.rows.report.addBadRow("it is longer than 1 MB", line: progress.rows.report.line)
                progress.isSkipping = true
                skipLine()
            }
            publish(isForced: false)
        }
    }

    /// Passes bytes up to the end of a line that is left out.
    private func skipLine() {
        let bytes = UnsafeRawBufferPointer(start: buffer.start, count: buffer.count)
        let end = System.firstIndex(of: 0x0A, in: bytes)
        let used = end.map { $0 + 1 } ?? buffer.count
        buffer.removeFirst(used)
        progress.offset += used
        if end != nil {
            progress.isSkipping = false
            progress.rows.report.line += 1
        }
    }

    private func takeBatch() throws(SystemFailure) {
        try progress.builder.append(batch)
        batch.count = 0
    }

    /// Takes the last line although it has no end, where it seems that none will come.
    private func takeOpenLine() throws(SystemFailure) {
        guard buffer.count > 0, !progress.isSkipping, isSettled else { return }
        beforeOpenLine = progress
        buffer.closeLine()
        let count = buffer.count + 1
        var used = 0
        while used < count {
            let step = progress.rows.read(buffer.start + used, count: count - used, isWhole: true, into: batch)
            if step == 0, batch.count == 0 { break }
            used += step
            try takeBatch()
        }
        progress.offset += buffer.count
        try progress.builder.sortOut()
    }

    private var isSettled: Bool {
        guard options.isFollowed, let status = try? FileSystem.status(of: file.descriptor) else { return true }
        return FileSystem.now() - status.modified.seconds >= options.settlingTime
    }

    /// Gives back the room of blocks that were sorted anew, where that is most of the file.
    private func compact() {
        let used = progress.builder.packedByteCount
        guard progress.builder.store.byteCount > 2 * used + (1 << 22) else { return }
        var moved = progress.builder
        do throws(SystemFailure) {
            try moved.move(to: cache.makeStore())
            progress.builder = moved
        } catch {
            // Everything stays where it is.
        }
    }

    /// Writes down in the cache what has been read, so that the next start goes on from here.
    func keep() {
        if beforeOpenLine != nil { beforeOpenLine?.keep(in: cache, file, identity, seen.modified) } else {
            progress.keep(in: cache, file, identity, seen.modified)
        }
    }

    // MARK: Following

    /// Looks whether the file is another than it was, and reads what is new.
    func look() {
        guard let system = SystemPath(path.utf8),
            let status = try? FileSystem.status(of: system, in: FileSystem.workingDirectory, followLink: true),
            status.kind == .regular
        else { return }
        if status.identity != identity { return beginAnew() }
        if status.count < seen.count { return beginAnew() }
        if status.count > seen.count { return readMore() }
        if status.modified != seen.modified {
            // Written to without growing. A moment later it may have grown; else it was changed in its place.
            if suspect == status.modified { return beginAnew() }
            suspect = status.modified
        } else if beforeOpenLine == nil, progress.offset < seen.count, isSettled {
            readMore()
        }
    }

    private func readMore() {
        if let before = beforeOpenLine {
            // The line that had no end may be longer now.
            let store = progress.builder.store
            progress = before
            progress.builder.store = store
            beforeOpenLine = nil
            do throws(SystemFailure) {
                try progress.builder.copyTail()
            } catch {
                return publication.publish { $0.failure = .storage(error.text) } view: { _ in nil }
            }
        }
        guard progress.isSamePrefix(of: file) else { return beginAnew() }
        readAll()
    }

    /// Reads to the end, and takes down which end that was.
    func readAll() {
        repeat {
            let isFirst = !publication.status.isComplete
            readToEnd()
            guard !publication.isStopped, publication.status.failure == nil,
                let status = try? FileSystem.status(of: file.descriptor)
            else { return }
            suspect = nil
            seen = (progress.offset + (beforeOpenLine == nil ? buffer.count : 0), status.modified)
            progress.takePrint(of: file)
            beforeOpenLine?.takePrint(of: file)
            if isFirst || progress.blocksToKeep >= 16 { keep() }
            if status.count <= seen.count { return }
            if beforeOpenLine != nil { return readMore() }
        } while true
    }

    /// The file is another one, or has other contents.
    private func beginAnew() {
        do throws(SeriesError) {
            let (file, status) = try Self.open(path)
            let progress = try Self.begin(file, status, path, options, cache)
            self.file = file
            identity = status.identity
            self.progress = progress
            beforeOpenLine = nil
            batch = Self.makeBatch(progress.format.lineCount)
            publication.publish {
                $0.isComplete = false
                $0.failure = nil
            } view: { _ in nil }
            readAll()
        } catch {
            seen = (file.count, FileTime(nanoseconds: file.modified))
            publication.publish { $0.failure = error } view: { _ in nil }
        }
    }

    // MARK: Publishing

    private func publish(isForced: Bool, isComplete: Bool = false) {
        let now = System.monotonicNanoseconds()
        guard isForced || now - lastPublished >= Self.publishingInterval else { return }
        lastPublished = now
        let progress = progress
        let byteCount = max((try? FileSystem.status(of: file.descriptor))?.count ?? 0, progress.offset)
        let notices = progress.notices
        publication.publish { status in
            status.isComplete = status.isComplete || isComplete
            status.bytesRead = progress.offset
            status.byteCount = byteCount
            status.badRowCount = progress.rows.report.badRowCount
            status.badRows = progress.rows.report.badRows
            status.notices = notices
            status.storage = progress.builder.store.kind
        } view: {
            progress.builder.view(revision: $0, description: progress.format.description)
        }
    }
}
