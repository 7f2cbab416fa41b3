// Reading a folder's files: headers, and whole originals.

import Synchronization
import Tiling

extension FolderCollection {
    @discardableResult
    func measure(_ indices: [Int]) -> [Int] {
        let slots = items.withLock { items in
            Set(indices).sorted().flatMap { index in
                index < 0 || index == .max ? [] : items.names.slots(in: index..<index + 1)
            }
        }
        let changed = measure(slots: slots)
        return items.withLock { items in changed.compactMap { items.names.slots.index(of: $0) }.sorted() }
    }

    /// By id, since another item may stand at an index by the time it is used.
    func measure(items ids: [String]) {
        let slots = items.withLock { items in ids.compactMap { items.store.slot(ofItem: $0) } }
        measure(slots: slots)
    }

    /// Reads the next few headers of the folder that no client has asked for. Blocks.
    ///
    /// - Returns: false when no header is left to read.
    func measureBehind(_ progress: inout MeasuringProgress) -> Bool {
        let slots = items.withLock { progress.next(&$0) }
        measure(slots: slots)
        return !slots.isEmpty || !progress.isDone
    }

    func measure(item id: String) {
        if let slot = items.withLock({ $0.store.slot(ofItem: id) }) { measure(slots: [slot]) }
    }

    /// A file whose header is to be read, with what was known of it before.
    private struct Wanted {
        var slot: UInt32
        var id: UInt64
        var modified: FileTime
        var byteCount: Int
        var path: [UInt8]
    }

    /// - Returns: the slots of the items whose size, version or error changed.
    @discardableResult
    private func measure(slots: [UInt32]) -> [UInt32] {
        let wanted = items.withLock { items in
            slots.filter { items.store.needsMeasuring($0) }.map { slot in
                Wanted(
                    slot: slot, id: items.store.id(of: slot), modified: items.store.modified(of: slot),
                    byteCount: items.store.byteCount(of: slot), path: items.store.path(of: slot))
            }
        }
        guard !wanted.isEmpty else { return [] }
        let findings = wanted.map { (wanted: $0, finding: finding(path: $0.path)) }
        return items.withLock { items in
            items.changing { items in
                findings.compactMap { wanted, finding in
                    // Meanwhile the slot may belong to another item, or the follower may have updated this one.
                    guard items.store.slot(of: wanted.id) == wanted.slot,
                        items.store.modified(of: wanted.slot) == wanted.modified,
                        items.store.byteCount(of: wanted.slot) == wanted.byteCount
                    else { return nil }
                    return items.update(wanted.slot, finding) ? wanted.slot : nil
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
            items.store.slot(ofItem: id).map { items.store.path(of: $0) }
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
