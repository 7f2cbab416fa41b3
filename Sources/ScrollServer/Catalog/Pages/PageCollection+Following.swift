// Keeps a collection of pages in step with its file.

import Dispatch
import Pixels
import Platform
import Synchronization

extension PageCollection {
    /// Reads the file's pages, then checks again and again whether the file was replaced.
    ///
    /// - Parameter seconds: the pause between two checks.
    package func follow(every seconds: Double = 1) {
        walk.withLock { $0.isDue = true }
        queue.async { [weak self] in self?.checkFile() }
        schedule(every: seconds)
    }

    private func schedule(every seconds: Double) {
        queue.asyncAfter(deadline: .now() + seconds) { [weak self] in
            guard let self else { return }
            checkFile()
            schedule(every: seconds)
        }
    }

    /// Blocks until a page has been found, or there is none, or the file does not answer for seconds.
    ///
    /// - Returns: whether there is one.
    package func waitForFirstItem() -> Bool {
        waitForOpening()
        return status.count > 0
    }

    /// Begins to walk through the file on `queue`, if it has changed since the last walk.
    func checkFile() {
        guard walk.withLock({ $0.current == nil }) else { return }
        var isBegun = false
        defer { if !isBegun { walk.withLock { $0.isDue = false } } }
        let file: OpenFile
        do throws(ImageError) { file = try open() } catch {
            // Keep the pages until the file exists again.
            return end(error, isFirst: seen.withLock { $0.walked == nil })
        }
        let stamp = file.status.stamp
        let isDue = seen.withLock { seen in
            if seen.walked == stamp { return false }
            // Leave a file that is being written alone until two checks agree.
            guard seen.walked == nil || seen.candidate == stamp else {
                seen.candidate = stamp
                return false
            }
            seen = (stamp, nil)
            return true
        }
        guard isDue else { return }
        places.withLock { $0 = PagePlaces(stamp: stamp) }
        withItems { _ = $0.pagination.more() }
        isBegun = true
        let begun = PageWalk(file.source, file.status)
        stack.withLock { $0 = begun.stack }
        walk.withLock { $0 = (begun, true) }
        queue.async { [weak self] in self?.readNextPages() }
    }

    /// Reports that the file cannot be read.
    private func end(_ error: ImageError, isFirst: Bool) {
        guard isFirst, !error.isTransient else { return }
        ending.withLock { $0 = error.explanation }
        withItems { $0.pagination.restart(hasNextPage: false) }
    }

    /// Takes over the next batch of pages, on `queue`.
    private func readNextPages() {
        guard var walk = walk.withLock({ $0.current }) else { return }
        let first = walk.count
        do throws(ImageError) {
            let found = try walk.next()
            places.withLock { places in for page in found { places.append(page.place) } }
            withItems { Self.put(found, at: first, in: &$0) }
        } catch {
            Log.warning("files whose pages cannot be read", "\(source): \(error.explanation)")
            // The next check starts again from the first page.
            seen.withLock { $0 = (nil, nil) }
            return self.walk.withLock { $0 = (nil, false) }
        }
        if walk.isAtEnd {
            removeItems(behind: walk.count)
            ending.withLock { $0 = walk.error?.explanation }
            stack.withLock { if $0?.pageCount != walk.count { $0 = nil } }
            withItems { $0.pagination.restart(hasNextPage: false) }
            return self.walk.withLock { $0 = (nil, false) }
        }
        self.walk.withLock { $0.current = walk }
        queue.async { [weak self] in self?.readNextPages() }
    }

    /// Updates the facts of known pages, and appends new ones.
    private static func put(_ found: [PageWalk.Found], at first: Int, in items: inout ListFileItems) {
        let known = items.sequence.handles(in: first..<first + found.count)
        _ = items.updating { items in
            zip(known, found).compactMap { handle, page in
                items.setTitle(page.title, of: handle)
                return items.update(handle, page.finding) ? handle : nil
            }
        }
        let new = found.enumerated().dropFirst(known.count)
        guard !new.isEmpty else { return }
        items.append(
            new.map { index, page in
                (ListEntry(path: Array("Page \(first + index + 1)".utf8), title: page.title), page.finding)
            })
    }

    /// Removes the pages that the file no longer has, in batches, so that no thread waits long for the lock.
    private func removeItems(behind count: Int) {
        while withItems({ items in
            let gone = max(count, items.sequence.count - PageWalk.batchCount)..<max(count, items.sequence.count)
            if !gone.isEmpty { items.replace(gone, with: EmptyCollection()) }
            return items.sequence.count > count
        }) {}
    }
}
