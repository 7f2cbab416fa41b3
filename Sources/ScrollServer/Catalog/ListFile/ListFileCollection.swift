// The images that a list file names, as a collection.

import Charts
import Dispatch
import Pixels
import Platform
import Synchronization

/// A file of paths, read page by page.
///
/// A file on disk is read to its end: the first page with the files that it names, the rest in the background, whose
/// files are opened only on demand if they are many. Otherwise the next page is read when a client comes near the last
/// item.
///
/// Writes nothing, and reads only the list and files in the allowed folders (see `ListRoots`). A line that leads to no
/// picture becomes an item with an error.
package final class ListFileCollection: PagedCollection, ListedCollection {
    package let id: String
    package let name: String
    package let kind = CollectionKind.list
    /// A notice for viewers known from the start, in a sentence without its full stop.
    private let hint: String?
    /// Why the list cannot be read again; nil while it can.
    let failureReason = Mutex<String?>(nil)
    package var notice: String? {
        let failureReason = failureReason.withLock { $0.map { "What the list named last is shown: \($0)" } }
        let parts =
            [failureReason, hint].compactMap { $0 } + items.withLock { $0.notices }.map { String($0.dropLast()) }
        return parts.isEmpty ? nil : parts.joined(separator: ". ")
    }
    package let source: String
    let timer: PageTimer

    typealias Read = @Sendable (_ offset: Int, _ count: Int) throws(SystemError) -> [UInt8]

    let roots: ListRoots
    /// The list's path; nil where it is not a file.
    let path: SystemPath?
    let format: ListFormat
    /// Reads bytes of the list; replaced with the file; only `queue` uses it.
    let content: Mutex<Read>
    /// Where the next page begins; only `queue` uses it.
    let reader: Mutex<ListReader>
    /// A page that was read while the previous one was added to the items.
    struct Ahead {
        /// Its offset in the list, in bytes.
        var offset: Int
        var page: (entries: [ListEntry], hasNextPage: Bool)
        /// The reader at the end of the page.
        var next: ListReader
    }

    /// Nil unless `reader` is at that page; only `queue`, and work for which it waits, use it.
    let ahead = Mutex<Ahead?>(nil)
    /// Guards the items; never held while a thread waits for the disk.
    let items: Mutex<ListFileItems>
    /// The state of following the list; nil where it is not a file; only `queue` uses it.
    let following: Mutex<ListFollowing?>
    /// The windows that clients requested last, the newest at the end.
    let windows = Mutex<[Range<Int>]>([])
    static let windowLimit = 16
    /// Reads pages and checks the list, one after the other.
    let queue = DispatchQueue(label: "list file", qos: .userInitiated)
    let locks = WorkerLocks()

    /// Threads that open the files of a page.
    private static let threadCount = 4

    /// Opens the list file at `path`, whose files may lie in its own folder or in `roots`.
    ///
    /// `options` tells how the list writes numbers and dates where it is ambiguous. `notice` is for viewers, a sentence
    /// without its full stop. Throws `unreadable` when the file cannot be read or is not a list, or a root is not a
    /// folder.
    package convenience init(
        path: String, id: String, name: String, roots: [String] = [], options: TableOptions = TableOptions(),
        timer: PageTimer = .real, notice: String? = nil
    ) throws(ImageError) {
        guard let real = FileSystem.realPath(path), let systemPath = SystemPath(real.utf8) else {
            throw .unreadable("the file does not exist")
        }
        guard let format = ListFormat(path: path) else { throw .unreadable("it is not a list by its name") }
        let opened = try Opened(systemPath, format)
        let folder = real.lastIndex(of: "/").map { String(real[..<$0]) } ?? ""
        self.init(
            id: id, name: name, source: "list-file:\(real)",
            roots: try ListRoots(folder: folder.isEmpty ? "/" : folder, others: roots),
            reader: opened.reader(format), timer: timer, path: systemPath,
            following: ListFollowing(seen: opened.file.status, tail: try opened.tail(before: opened.file.count)),
            options: options, notice: notice, read: opened.read)
    }

    /// Makes a collection of one picture, for an export; throws `unreadable` where there is no such file.
    package convenience init(picture path: String, id: String, name: String) throws(ImageError) {
        guard let real = FileSystem.realPath(path), let slash = real.lastIndex(of: "/") else {
            throw .unreadable("the file does not exist")
        }
        let folder = slash == real.startIndex ? "/" : String(real[..<slash])
        let file = String(real[real.index(after: slash)...])
        // A list of this one name, which may have any letters.
        let list = JSONWriter.bytes { $0.value(file) } + [0x0A]
        self.init(
            id: id, name: name, source: real, roots: try ListRoots(folder: folder),
            reader: ListReader(format: .jsonLines, column: .whole),
            read: { offset, count in Array(list.dropFirst(offset).prefix(count)) })
    }

    /// Makes a collection of the entries of `reader`; `read` may return fewer than `count` bytes only at the list's
    /// end.
    init(
        id: String, name: String, source: String, roots: ListRoots, reader: ListReader, timer: PageTimer = .real,
        path: SystemPath? = nil, following: ListFollowing? = nil, options: TableOptions = TableOptions(),
        notice: String? = nil, read: @escaping Read
    ) {
        items = Mutex(ListFileItems(options: options))
        hint = notice
        (self.path, format) = (path, reader.format)
        self.following = Mutex(following)
        self.id = id
        self.name = name
        self.source = source
        self.roots = roots
        self.reader = Mutex(reader)
        self.timer = timer
        content = Mutex(read)
    }

    // MARK: Pages

    func withItems<Result>(_ body: (inout ListFileItems) -> Result) -> Result { items.withLock { body(&$0) } }

    func withPagination<Result>(_ body: (inout Pagination) -> Result) -> Result {
        items.withLock { body(&$0.pagination) }
    }

    /// Blocks until an item is read, the list ends, or a page fails.
    ///
    /// - Returns: false if the list has no item; true also after a failure, since items may follow.
    package func waitForFirstItem() -> Bool {
        while true {
            fetchNextPage()
            waitForPage()
            let status = status
            if status.count > 0 || status.isComplete { return status.count > 0 }
            if footer?.state == .failed { return true }
        }
    }

    /// Blocks until the page being read has arrived or failed.
    func waitForPage() { queue.sync {} }

    func begin(_ fetch: Pagination.Fetch) {
        queue.async { [weak self] in self?.load(fetch) }
    }

    /// Entries of a page after the first of a file on disk, and below, entries added while the lock is held once: a
    /// millisecond.
    private static let longPage = 1 << 16
    private static let batchSize = 1024

    /// Reads a page and opens its files, on `queue`.
    private func load(_ fetch: Pagination.Fetch) {
        guard withPagination({ $0.isUnderWay(fetch) }) else { return }
        let limit = path != nil && fetch.page > 0 ? Self.longPage : ListReader.pageSize
        let before = reader.withLock { $0 }
        var next = before
        let page: (entries: [ListEntry], hasNextPage: Bool)
        if let ready = takeAhead(at: before.offset) {
            (page, next) = (ready.page, ready.next)
        } else {
            do throws(SystemError) {
                page = try next.nextPage(content.withLock { $0 }, limit: limit)
            } catch {
                return fail(
                    fetch,
                    Pagination.Failure(
                        message: "The list cannot be read on from byte \(before.offset): \(error.reason)"))
            }
        }
        reader.withLock { $0 = next }
        addColumns(of: next, page.entries)
        let isMany = page.entries.count > ListReader.pageSize
        let end = next
        DispatchQueue.concurrentPerform(iterations: isMany && page.hasNextPage ? 2 : 1) { part in
            if part == 0 { add(page.entries, isMany: isMany) } else { readAhead(end) }
        }
        guard withPagination({ $0.arrived(fetch, hasNextPage: page.hasNextPage) }), path != nil else { return }
        // Queued behind other work, such as a check of the list.
        if page.hasNextPage { fetchNextPage() }
    }

    /// Adds the columns that a reader has found, and logs guesses about them.
    func addColumns(of reader: ListReader, _ entries: [ListEntry]) {
        let sample = Array(entries.prefix(ListReader.pageSize))
        let guesses = items.withLock { $0.add(reader.columns, sample: sample, delimiter: reader.column.delimiter) }
        for guess in guesses { Log.warning("guesses in lists", "\(source): \(guess)") }
    }

    private func add(_ entries: [ListEntry], isMany: Bool) {
        let found = isMany ? entries.map { ListFileItems.finding($0) } : findings(of: entries)
        for first in stride(from: 0, to: found.count, by: Self.batchSize) {
            let batch = first..<min(first + Self.batchSize, found.count)
            items.withLock { $0.append(zip(entries[batch], found[batch])) }
        }
    }

    private func readAhead(_ reader: ListReader) {
        var next = reader
        // An error here is reported when the page is needed.
        guard let page = try? next.nextPage(content.withLock({ $0 }), limit: Self.longPage) else { return }
        ahead.withLock { $0 = Ahead(offset: reader.offset, page: page, next: next) }
    }

    private func takeAhead(at offset: Int) -> Ahead? {
        ahead.withLock { ahead in
            defer { ahead = nil }
            return ahead?.offset == offset ? ahead : nil
        }
    }

    /// Examines the files of a page on a few threads, since each file waits for the disk.
    func findings(of entries: [ListEntry]) -> [ItemStore.Finding] {
        let roots = roots
        return Parallel.map(entries.count, minimumRun: 16, mostRuns: Self.threadCount) { run in
            entries[run].map { entry in
                entry.error.map { ItemStore.Finding(error: $0) } ?? roots.finding(entry.path, wholeHeader: false)
            }
        }.flatMap(\.self)
    }

    // MARK: Reading files

    /// Reads the headers of items; those already examined only if `isAgain`.
    ///
    /// - Returns: the handles of the items whose size, version or error changed.
    @discardableResult
    func measure(handles: [UInt32], isAgain: Bool = false) -> [UInt32] {
        let wanted = items.withLock { items in
            handles.filter { isAgain && !items.pathless.contains(Int($0)) || items.store.needsMeasuring($0) }.map {
                (handle: $0, path: items.store.path(of: $0))
            }
        }
        guard !wanted.isEmpty else { return [] }
        let findings = wanted.map { ($0.handle, roots.finding($0.path, wholeHeader: true)) }
        return items.withLock { items in
            items.updating { items in findings.compactMap { items.update($0, $1) ? $0 : nil } }
        }
    }

    package func path(ofItem id: String) -> ItemPath? {
        items.withLock { items in items.store.handle(ofItem: id).map { items.store.path(of: $0) } }
            .map { roots.path(of: $0) }
    }

    package func original(ofItem id: String) throws(ImageError) -> Original {
        let known = items.withLock { items in
            items.store.handle(ofItem: id).map { (path: items.store.path(of: $0), error: items.store.error(of: $0)) }
        }
        guard let known else { throw .unreadable("there is no item '\(id)'") }
        if let error = known.error, !error.isTransient { throw error }
        return try Original(try roots.openFile(known.path), name: known.path)
    }
}
