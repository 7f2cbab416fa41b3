// Keeps a list in step with its file, and its items with their files.

import Charts
import Dispatch
import Pixels
import Platform
import Synchronization

/// The state of following the list file and the files that it names.
struct ListFollowing: Sendable {
    /// The list file as it was when last read, successfully or not.
    var seen: FileStatus
    /// A line end and up to `tailByteCount` bytes before it, at the end of what was read; an appended list still has
    /// them.
    var tail: [UInt8]
    /// The stamp found by the last check, if it was new.
    ///
    /// A file that is being written is left alone until two checks agree.
    var candidate: UInt64?
    /// The item at which the next check of items that are not shown begins.
    var next = 0

    static let tailByteCount = 4096
    /// A longer list with an unchanged tail counts as appended if it has more bytes than this.
    ///
    /// A shorter one is read again from its start, which takes some 50 ms, and shows changes further up.
    static let longByteCount = 4 << 20
    /// Items checked each time besides those shown, usually and when a window is too long to be checked: some 20 ms.
    static let (sweepCount, longSweepCount) = (256, 1024)
    /// Longest window whose items are all checked each time: the densest grid of pictures.
    static let longestWindow = 4096
}

extension ListFileCollection {
    /// Begins to check the list and the files periodically.
    ///
    /// Events would need a watch on every folder in the list, and do not report changes of link targets.
    ///
    /// - Parameters:
    ///   - seconds: shortest pause between two checks.
    ///   - share: greatest share of the time spent checking, 0 … 1.
    package func follow(every seconds: Double = 1, share: Double = 0.02) {
        guard following.withLock({ $0 != nil }) else { return }
        schedule(seconds, every: seconds, share)
    }

    private func schedule(_ pause: Double, every seconds: Double, _ share: Double) {
        queue.asyncAfter(deadline: .now() + pause) { [weak self] in
            guard let self else { return }
            let start = System.monotonicNanoseconds()
            checkList()
            checkFiles()
            let took = Double(System.monotonicNanoseconds() - start) / 1e9
            schedule(max(seconds, took * (1 / share - 1)), every: seconds, share)
        }
    }

    // MARK: The list

    private func checkList() {
        guard var state = following.withLock({ $0 }), let path else { return }
        guard let status = try? FileSystem.status(of: path, in: FileSystem.workingDirectory, followLink: true),
            status.kind == .regular
        else { return setFailureReason("it is not there any more") }
        guard status.stamp != state.seen.stamp else { return setFailureReason(nil) }
        if state.candidate == status.stamp {
            do throws(ImageError) {
                try reread(&state)
                state.candidate = nil
                setFailureReason(nil)
                Log.info("\(source): the list has changed, and was read again")
            } catch {
                setFailureReason("it has changed and cannot be read: \(error.explanation)")
                // Retry at the next check if the reason is temporary, such as a busy disk or too many open files.
                if !error.isTransient { state.seen = status }
            }
        } else {
            state.candidate = status.stamp
        }
        following.withLock { $0 = state }
    }

    /// Sets the notice that the list cannot be read; what was read stays.
    ///
    /// - Parameter reason: why the list cannot be read; nil where it can.
    private func setFailureReason(_ reason: String?) {
        let isNew = failureReason.withLock { failureReason in
            defer { failureReason = reason }
            return failureReason != reason
        }
        guard isNew else { return }
        items.withLock { $0.touch() }
        if let reason { Log.warning("lists that cannot be read again", "\(source): \(reason)") }
    }

    private func reread(_ state: inout ListFollowing) throws(ImageError) {
        guard let path else { return }
        let opened = try Opened(path, format)
        let isLonger =
            state.seen.count > ListFollowing.longByteCount && opened.file.count > state.seen.count
            && opened.file.status.identity == state.seen.identity
        if isLonger, !state.tail.isEmpty, try opened.tail(before: state.seen.count) == state.tail {
            // Lines were appended: those before are unchanged.
            content.withLock { $0 = opened.read }
            ahead.withLock { $0 = nil }
            let wasAtEnd = items.withLock { items in items.pagination.more() }
            state.seen = opened.file.status
            state.tail = try opened.tail(before: opened.file.count)
            if wasAtEnd { fetchNextPage() }
            return
        }
        let (known, wasAtEnd) = items.withLock { ($0.sequence.count, !$0.pagination.hasNextPage) }
        var reader = opened.reader(format)
        var entries: [ListEntry] = []
        var hasNextPage = true
        while hasNextPage, wasAtEnd || entries.count < known {
            let page = try mapError(try reader.nextPage(opened.read), ImageError.init(reading:))
            entries += page.entries
            hasNextPage = page.hasNextPage
        }
        addColumns(of: reader, entries)
        replace(with: entries, hasNextPage: hasNextPage)
        self.reader.withLock { $0 = reader }
        content.withLock { $0 = opened.read }
        ahead.withLock { $0 = nil }
        state.seen = opened.file.status
        state.tail = try opened.tail(before: opened.file.count)
    }

    /// Replaces the entries, except for unchanged ones at both ends.
    ///
    /// Small changes are one revision; during large ones the lock is released in between, so that event loops do not
    /// wait for long.
    private func replace(with entries: [ListEntry], hasNextPage: Bool) {
        // Only this queue adds or removes entries.
        let known = status.count
        let shared = min(known, entries.count)
        let start = run(of: shared) { $0.isEntry(entries[$1], at: $1) }
        let end = run(of: shared - start) { $0.isEntry(entries[entries.count - 1 - $1], at: known - 1 - $1) }
        let new = Array(entries[start..<entries.count - end])
        let findings = new.count > Self.mostExamined ? new.map { ListFileItems.finding($0) } : findings(of: new)
        let found = Array(zip(new, findings))
        var gone = start..<known - end
        while gone.count > Self.batchCount {
            items.withLock { $0.replace(gone.suffix(Self.batchCount), with: []) }
            gone = gone.dropLast(Self.batchCount)
        }
        items.withLock { $0.replace(gone, with: found.prefix(Self.batchCount)) }
        for first in stride(from: Self.batchCount, to: found.count, by: Self.batchCount) {
            let batch = found[first..<min(first + Self.batchCount, found.count)]
            items.withLock { $0.replace(start + first..<start + first, with: batch) }
        }
        items.withLock { items in
            items.pagination.restart(hasNextPage: hasNextPage)
            items.settleSelection()
        }
    }

    /// How many of the numbers `0 ..< count`, from 0 on without a gap, fulfil a condition.
    private func run(of count: Int, while isTrue: (borrowing ListFileItems, Int) -> Bool) -> Int {
        var length = 0
        while length < count {
            let end = min(length + Self.batchCount, count)
            items.withLock { items in
                while length < end, isTrue(items, length) { length += 1 }
            }
            if length < end { break }
        }
        return length
    }

    /// Most new entries whose files are opened before they are shown, which takes some seconds.
    private static var mostExamined: Int { 1 << 16 }
    /// Items read or changed while the lock is held once.
    private static var batchCount: Int { 256 }

    // MARK: The files

    /// Notes the window that was requested last: its files are checked each time.
    package func willDisplay(_ window: Range<Int>) {
        windows.withLock { windows in
            windows.removeAll { $0 == window }
            windows.append(window)
            if windows.count > Self.windowLimit { windows.removeFirst() }
        }
        needPage(window)
    }

    /// Checks the files of the latest windows, and of some other items in turn.
    private func checkFiles() {
        let count = status.count
        let windows = windows.withLock { $0 }.map { $0.clamped(to: 0..<count) }
        // A mosaic shows too many items to check each time: all items then take turns in larger steps.
        var ranges = windows.filter { $0.count <= ListFollowing.longestWindow }
        let sweepCount = ranges.count < windows.count ? ListFollowing.longSweepCount : ListFollowing.sweepCount
        if let next = following.withLock({ $0?.next }) {
            let start = next < count ? next : 0
            ranges.append(start..<min(start + sweepCount, count))
            following.withLock { $0?.next = start + sweepCount }
        }
        for range in ranges {
            for first in stride(from: range.lowerBound, to: range.upperBound, by: Self.batchCount) {
                checkFiles(of: first..<min(first + Self.batchCount, range.upperBound))
            }
        }
    }

    private func checkFiles(of range: Range<Int>) {
        let known = items.withLock { items in
            items.sequence.handles(in: range).filter { !items.pathless.contains(Int($0)) }.map { handle in
                (
                    handle: handle, path: items.store.path(of: handle), stamp: items.store.stamp(of: handle),
                    isNew: items.store.needsMeasuring(handle)
                )
            }
        }
        let changed = known.filter { item in
            if item.isNew { return true }
            do throws(ImageError) {
                return try roots.openFile(item.path).status.stamp != item.stamp
            } catch {
                // A file that cannot be reached for a temporary reason counts as unchanged.
                return !error.isTransient && item.stamp != 0
            }
        }
        measure(handles: changed.map(\.handle), isAgain: true)
    }
}

extension ListFileCollection {
    /// An open list file.
    struct Opened: Sendable {
        let file: OpenFile
        /// The text: the file itself, or a copy in plain UTF-8 where the file is compressed or in UTF-16.
        private let text: OpenFile
        private let isCopy: Bool
        let column: ListFormat.PathColumn
        private let lineEnd: UInt8

        /// Opens a list; throws `unreadable` when the file cannot be read or has no column of paths.
        init(_ path: SystemPath, _ format: ListFormat) throws(ImageError) {
            let file = try OpenFile.open(path)
            let copy = try mapError(try PlainCopy.of(file)) { (error: SeriesError) in
                ImageError.unreadable(error.description)
            }
            let text = copy ?? file
            let start = try mapError(
                try text.bytes(at: 0, count: ListFormat.startByteCount), ImageError.init(reading:))
            guard let column = format.pathColumn(in: start) else { throw .unreadable("it has no column of paths") }
            (self.file, self.text, isCopy, self.column) = (file, text, copy != nil, column)
            lineEnd = ListRecords.lineEnd(of: start)
        }

        /// Makes a reader at the start of the list.
        func reader(_ format: ListFormat) -> ListReader {
            ListReader(format: format, column: column, lineEnd: lineEnd)
        }

        var read: @Sendable (_ offset: Int, _ count: Int) throws(SystemError) -> [UInt8] {
            { [text] (offset, count) throws(SystemError) in try text.bytes(at: offset, count: count) }
        }

        /// The last bytes before `end`; empty unless they end with a line end, since an incomplete line may continue.
        ///
        /// Empty also for a copy, which is always read again from its start.
        func tail(before end: Int) throws(ImageError) -> [UInt8] {
            if isCopy { return [] }
            let start = max(0, end - ListFollowing.tailByteCount)
            let bytes = try mapError(try file.bytes(at: start, count: end - start), ImageError.init(reading:))
            return bytes.last == lineEnd ? bytes : []
        }
    }
}
