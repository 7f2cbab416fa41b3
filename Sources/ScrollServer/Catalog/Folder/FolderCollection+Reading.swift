// Reading a folder's files: headers, and whole originals.

import Synchronization
import Tiling

extension FolderCollection {
    @discardableResult
    func measure(_ indices: [Int]) -> [Int] {
        let handles = items.withLock { items in
            Set(indices).sorted().flatMap { index in
                index < 0 || index == .max ? [] : items.names.handles(in: index..<index + 1)
            }
        }
        let changed = measure(handles: handles)
        return items.withLock { items in changed.compactMap { items.names.handles.index(of: $0) }.sorted() }
    }

    /// By id, since another item may stand at an index by the time it is used.
    func measure(items ids: [String]) {
        let handles = items.withLock { items in ids.compactMap { items.store.handle(ofItem: $0) } }
        measure(handles: handles)
    }

    /// Reads the next few headers of the folder that no client has asked for. Blocks.
    ///
    /// - Returns: false when no header is left to read.
    func measureBehind(_ progress: inout MeasuringProgress) -> Bool {
        let handles = items.withLock { progress.next(&$0) }
        measure(handles: handles)
        return !handles.isEmpty || !progress.isDone
    }

    func measure(item id: String) {
        if let handle = items.withLock({ $0.store.handle(ofItem: id) }) { measure(handles: [handle]) }
    }

    /// A file whose header is to be read, with what was known of it before.
    private struct Wanted {
        var handle: UInt32
        var id: UInt64
        var modified: FileTime
        var byteCount: Int
        var path: [UInt8]
    }

    /// - Returns: the handles of the items whose size, version or error changed.
    @discardableResult
    private func measure(handles: [UInt32]) -> [UInt32] {
        let wanted = items.withLock { items in
            handles.filter { items.store.needsMeasuring($0) }.map { handle in
                Wanted(
                    handle: handle, id: items.store.id(of: handle), modified: items.store.modified(of: handle),
                    byteCount: items.store.byteCount(of: handle), path: items.store.path(of: handle))
            }
        }
        guard !wanted.isEmpty else { return [] }
        let findings = wanted.map { (wanted: $0, finding: finding(path: $0.path)) }
        return items.withLock { items in
            items.changing { items in
                findings.compactMap { wanted, finding in
                    // Meanwhile the handle may belong to another item, or the follower may have updated this one.
                    guard items.store.handle(of: wanted.id) == wanted.handle,
                        items.store.modified(of: wanted.handle) == wanted.modified,
                        items.store.byteCount(of: wanted.handle) == wanted.byteCount
                    else { return nil }
                    return items.update(wanted.handle, finding) ? wanted.handle : nil
                }
            }
        }
    }

    private func finding(path: [UInt8]) -> ItemStore.Finding {
        var finding = ItemStore.Finding()
        do throws(ImageError) {
            let (file, status) = try root.openFile(path)
            finding.byteCount = status.count
            finding.modified = status.modified
            let source = file.source(count: status.count)
            finding.format = ImageFormat.sniff(source.bytes(at: 0, count: ImageFormat.signatureByteCount))
            finding.header = try ImageHeader.read(from: source)
        } catch {
            finding.error = error
        }
        return finding
    }

    func original(ofItem id: String) throws(ImageError) -> Original {
        let path = items.withLock { items in
            items.store.handle(ofItem: id).map { items.store.path(of: $0) }
        }
        guard let path else { throw .unreadable("there is no item '\(id)'") }
        let (file, status) = try root.openFile(path)
        // The format comes from the bytes that are served: the file may have changed since the scan.
        let source = file.source(count: status.count)
        let start = source.bytes(at: 0, count: ImageFormat.signatureByteCount)
        var format = ImageFormat.sniff(start)
        if format == nil, SVGProbe.mayBegin(start),
            SVGProbe.root(in: source.bytes(at: 0, count: SVGProbe.searchByteCount)[...]) == .svg
        {
            format = .svg
        }
        guard let format else { throw .notAnImage("the file is not an image of a known format") }
        return .file(file, format)
    }
}
