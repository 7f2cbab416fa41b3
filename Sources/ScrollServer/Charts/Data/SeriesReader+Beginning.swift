// Where the reading of a table begins.

import Pixels
import Platform

extension SeriesReader {
    static func open(_ path: String) throws(SeriesError) -> OpenFile {
        guard let system = SystemPath(path.utf8) else { throw .unreadable("a path cannot hold a NUL") }
        return try mapError(try OpenFile.open(system)) { (error: ImageError) in
            SeriesError.unreadable(error.explanation)
        }
    }

    /// What is read of an opened file: itself or a copy, unpacked or turned; with what it is a copy of.
    struct Source {
        /// What is read.
        let file: OpenFile
        /// The file as plain text, whose first lines are shown.
        let plain: OpenFile
        let turned: TurnedTable?
        let isCopy: Bool

        init(_ opened: OpenFile, _ path: String, _ options: SeriesOptions) throws(SeriesError) {
            let copy = try PlainCopy.of(opened)
            plain = copy ?? opened
            let name = path.split(separator: "/").last.map(String.init) ?? path
            var options = options
            options.turned = nil
            turned = TurnedTable(try TableStart(plain), name: name, options.tableOptions)
            file = try turned?.copy(of: plain) ?? plain
            isCopy = copy != nil || turned != nil
        }
    }

    /// The progress from the cache, or else from the file's first rows; and whether there is no row yet.
    static func begin(
        _ file: OpenFile, _ path: String, _ options: SeriesOptions, _ cache: SeriesCache
    ) throws(SeriesError) -> (ReadingProgress, isWaiting: Bool) {
        let kept = cache.progress(of: file, file.status)
        if let kept, kept.position.offset >= min(file.count, TableFormat.sampleByteCount) { return (kept, false) }
        let (format, isWaiting) = try find(file, path, options, TableEvidence())
        // More of a short table may have led to another format.
        if let kept, kept.format.reads(as: format) { return (kept, false) }
        return (try begin(file, path, options, cache, format, number: 0), isWaiting)
    }

    /// The format of a file, by its first rows and other evidence; and whether there is no row yet.
    static func find(
        _ file: OpenFile, _ path: String, _ options: SeriesOptions, _ evidence: TableEvidence
    ) throws(SeriesError) -> (TableFormat, isWaiting: Bool) {
        let start = try TableStart(file)
        var evidence = evidence
        evidence.pieces = start.pieces
        let name = path.split(separator: "/").last.map(String.init) ?? path
        do throws(SeriesError) {
            var format = try TableFormat.find(in: start.bytes, name: name, options.tableOptions, evidence)
            options.turned?.correct(&format)
            return (format, false)
        } catch {
            // Wait for the first row of a log.
            guard case .headerOnly(let names) = error, options.isFollowed else { throw error }
            var format = TableFormat(kind: .objects)
            format.firstOffset = start.bytes.count
            format.findings = [TableFinding(.rows, "none", because: SeriesError.headerOnly(names).waiting)]
            return (format, true)
        }
    }

    /// The progress before the first row of a file.
    ///
    /// `number` counts earlier beginnings of the file, whose rows led to another format.
    static func begin(
        _ file: OpenFile, _ path: String, _ options: SeriesOptions, _ cache: SeriesCache, _ format: TableFormat,
        number: Int
    ) throws(SeriesError) -> ReadingProgress {
        do throws(SystemError) {
            let builder = try SeriesBuilder(
                lineCount: format.columnCount,
                shift: options.blockShift ?? SeriesBuilder.shift(lineCount: format.columnCount),
                store: cache.makeStore(), generation: generation(path, file.status, number))
            let rows = format.makeReader(RowReport(line: format.firstLine, lineCount: format.lineCount))
            let position = TableRows.Position(rows: rows, offset: min(format.firstOffset, file.count))
            return ReadingProgress(format: format, position: position, builder: builder)
        } catch {
            throw .storage(error.reason)
        }
    }

    /// The `SeriesView.generation` for a file that is read from its start: the same as long as the file is the same.
    private static func generation(_ path: String, _ status: FileStatus, _ number: Int) -> UInt64 {
        var hash = StableHash()
        hash.add(path.utf8)
        hash.add(status.identity.device)
        hash.add(status.identity.inode)
        hash.add(UInt64(status.count))
        hash.add(UInt64(bitPattern: status.modified.nanoseconds))
        // With another format the points are others.
        hash.add(UInt64(number))
        return hash.value
    }
}
