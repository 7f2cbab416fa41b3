// Reading a folder's files: headers, and whole originals.

import Metadata
import Pixels
import Platform
import Synchronization

extension FolderCollection {
    /// Reads the next few headers in the background; blocks.
    ///
    /// - Returns: false when no header is left to read.
    func measureBehind(_ progress: inout MeasuringProgress) -> Bool {
        let handles = items.withLock { progress.next(&$0) }
        measure(handles: handles)
        return !handles.isEmpty || !progress.isDone
    }

    /// Caches the facts of the headers for the next start if enough of them are new; blocks.
    func keepHeaders() {
        guard let knownHeaders else { return }
        defer { knownHeaders.close() }
        guard knownHeaders.isWorthKeeping(of: status.count) else { return }
        var gathering = KnownHeaders.Gathering()
        var next = 0
        var isDone = false
        while !isDone {
            // Items inserted or removed meanwhile may be cached twice or not at all, which is harmless.
            let found = items.withLock { items in
                let end = min(next + 256, items.names.count)
                isDone = end == items.names.count
                return items.names.handles(in: min(next, end)..<end).compactMap { items.header(of: $0) }
            }
            next += 256
            for (stamp, header) in found where !gathering.add(header, stamp: stamp) { isDone = true }
        }
        do throws(SystemError) {
            try knownHeaders.keep(gathering)
        } catch {
            Log.warning(
                "headers that cannot be kept",
                "what is known of the pictures in \(source) cannot be kept: \(error.reason)")
        }
    }

    /// Retries files that could not be read for a temporary reason; blocks.
    ///
    /// - Parameter limit: most files to retry.
    /// - Returns: whether one of them can be read now, or was removed.
    func examinePending(limit: Int) -> Bool {
        let handles = items.withLock { Array($0.store.pending.prefix(limit)) }
        return !measure(handles: handles, isAgain: true).isEmpty
    }

    /// A file whose header is to be read, with its previous facts.
    private struct Wanted {
        var handle: UInt32
        var id: UInt64
        var stamp: UInt64
        var sidecar: Sidecar.Stamp?
        /// Its possible sidecars in the last listing of its directory.
        var sidecars: SidecarNames.Found?
        var path: [UInt8]
        var nameCount: Int

        init(_ handle: UInt32, in items: FolderItems) {
            let store = items.store
            (self.handle, id, stamp) = (handle, store.id(of: handle), store.stamp(of: handle))
            (sidecar, sidecars) = (items.sidecars[handle], items.sidecars(of: handle))
            (path, nameCount) = (store.path(of: handle), store.name(of: handle).count)
        }
    }

    /// Reads the headers of items; those already examined only if `isAgain`.
    ///
    /// - Returns: the handles of the items whose size, version or error changed.
    @discardableResult
    func measure(handles: [UInt32], isAgain: Bool = false) -> [UInt32] {
        var changed: [UInt32] = []
        var wanted = items.withLock { items in
            handles.filter {
                isAgain ? items.store.error(of: $0)?.isUnfollowedLink != true : items.store.needsMeasuring($0)
            }.map { Wanted($0, in: items) }
        }
        // A file being written may differ at each attempt; its completion is left to the follower.
        for _ in 0..<4 where !wanted.isEmpty {
            let root = root
            let findings = root.keepingOpen {
                wanted.map { (wanted: $0, finding: finding($0, in: root, known: knownHeaders)) }
            }
            wanted = items.withLock { items in
                items.changing { items in
                    findings.compactMap { wanted, finding in
                        // The handle may belong to another item by now.
                        guard items.store.handle(of: wanted.id) == wanted.handle else { return nil }
                        // Keep "medium removed": ENOENT would be vaguer.
                        if finding.stamp == 0, items.store.error(of: wanted.handle) == .removedMedium { return nil }
                        let stamp = items.store.stamp(of: wanted.handle)
                        let sidecar = items.sidecars[wanted.handle]
                        if stamp == wanted.stamp, sidecar == wanted.sidecar || sidecar == finding.sidecar?.stamp {
                            if items.update(wanted.handle, finding) { changed.append(wanted.handle) }
                            return nil
                        }
                        // Another thread recorded a different finding: examine again to learn which is newer.
                        return stamp == finding.stamp && sidecar == finding.sidecar?.stamp
                            ? nil : Wanted(wanted.handle, in: items)
                    }
                }
            }
        }
        return changed
    }

    package func regions(ofItem id: String) throws(ImageError) -> [PictureRegion] {
        let wanted = items.withLock { items in items.store.handle(ofItem: id).map { Wanted($0, in: items) } }
        guard let wanted else { throw .unreadable("there is no item '\(id)'") }
        // Cached headers have no regions.
        let finding = finding(wanted, in: root, known: nil)
        guard let header = finding.header else { throw finding.error ?? .changed }
        return header.facts?.regions ?? []
    }

    private func finding(_ wanted: Wanted, in root: FolderRoot, known: KnownHeaders?) -> ItemStore.Finding {
        var finding = ItemStore.Finding()
        let (path, name) = (wanted.path, wanted.path.suffix(wanted.nameCount))
        let directory =
            wanted.sidecars == nil ? nil : try? root.openDirectory(Array(path.dropLast(wanted.nameCount)))
        defer { if let directory { System.close(directory) } }
        do throws(ImageError) {
            let file = try root.openFile(path)
            finding = ItemStore.Finding(file.status)
            finding.sidecar = directory.flatMap { Sidecar.find(wanted.sidecars, beside: name, in: $0) }
            if let known = known?.header(stamp: finding.stampWithSidecar) {
                (finding.format, finding.header) = (known.format, known)
                return finding
            }
            let source = file.source
            finding.header = try source.checked { () throws(ImageError) in
                let start = source.bytes(at: 0, count: MediaFormat.signatureByteCount)
                finding.format = MediaFormat(of: source, start: start, name: path)
                do throws(ImageError) {
                    return try ImageHeader.read(from: source, name: path).onClocks(of: .local)
                } catch {
                    finding.format = finding.format?.refined(by: source)
                    throw error
                }
            }
            finding.error = finding.header?.problem
            if let directory { finding.readSidecar(beside: name, in: directory) }
        } catch {
            finding.error = error
        }
        return finding
    }

    package func path(ofItem id: String) -> ItemPath? {
        items.withLock { items in items.store.handle(ofItem: id).map { items.store.path(of: $0) } }
            .map { ItemPath($0, in: root.realPath) }
    }

    package func original(ofItem id: String) throws(ImageError) -> Original {
        let path = items.withLock { items in
            items.store.handle(ofItem: id).map { items.store.path(of: $0) }
        }
        guard let path else { throw .unreadable("there is no item '\(id)'") }
        return try Original(try root.openFile(path), name: path)
    }
}
