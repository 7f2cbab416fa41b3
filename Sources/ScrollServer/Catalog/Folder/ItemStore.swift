// The facts about a folder's files: 64 bytes a file, plus its name.

import Metadata
import Pixels
import Platform
import Tiling

/// The items of a folder, each identified by a handle, which is reused after the item is removed.
///
/// An item takes, apart from its name:
/// ```
///   id 8 │ stamp 8 │ modified 8 │ byteCount 8 │ taken 8 │ width 4 │ height 4 │ name 4 │ directory 4 │ nameLength 2
///   format 1 │ flags 1 │ takenSource 1 │ storedTiles 1 │ copySide 2
///   and 7 to 13 bytes in the table from ids to handles
/// ```
/// Full blocks are never moved, so memory use does not double while the store grows.
struct ItemStore: Sendable {
    private struct Record {
        var id: UInt64
        /// `FileStatus.stamp` of the file from which the other fields were read.
        var stamp: UInt64 = 0
        var modified: Int64
        var byteCount: Int64
        /// `CaptureTime`; 0 when there is none.
        var taken: UInt64 = 0
        var width: UInt32 = 0
        var height: UInt32 = 0
        var name: UInt32
        var directory: UInt32
        var nameLength: UInt16
        /// `MediaFormat` + 1; 0 when there is none.
        var format: UInt8
        /// Bits 0...3: orientation as in EXIF, 0 until measured.
        ///
        /// Bits 4 and 5: `ImageHeader.hasDeepSamples` and `hasChannels`. Bit 6: the header is sound, but decoding has failed; `errors` has the reason. Bit 7: `errors` has the reason
        /// why the item cannot be shown.
        var flags: UInt8 = 0
        /// `DateSource` of `taken`; meaningless without that.
        var takenSource: UInt8 = 0
        /// `ImageHeader.storedTiles`; 0 for none.
        var storedTiles: UInt8 = 0
        /// `ImageHeader.copySide`.
        var copySide: UInt16 = 0

        var isMeasured: Bool { flags & 15 != 0 }
        var hasDeepSamples: Bool { flags & 16 != 0 }
        var hasChannels: Bool { flags & 32 != 0 }
        var isUndecodable: Bool { flags & 64 != 0 }
        var hasError: Bool { flags & 128 != 0 }
    }

    /// The result of examining a file in a scan or a measurement.
    struct Finding: Sendable {
        var byteCount = 0
        var modified = FileTime(nanoseconds: 0)
        /// `FileStatus.stamp`; 0 when the file was not opened.
        var stamp: UInt64 = 0
        var format: MediaFormat?
        /// The header; nil when it was not read, or cannot be.
        var header: ImageHeader?
        var error: ImageError?
        /// Whether the entry is a link, and whether the file has other names (hard links); not stored.
        var isLink = false
        var hasOtherNames = false
        /// The picture's sidecar, whose facts are in the header; stored in `FolderItems`.
        var sidecar: Sidecar?
    }

    private static let blockBits = 12
    private var blocks: [[Record]] = []
    private var names = NameArena()
    private(set) var directories = DirectoryTree()
    private var table = IdTable()
    private var errors = ErrorTable()
    /// Items with a temporary error, whose files are to be retried.
    private(set) var pending: Set<UInt32> = []
    /// Handles of removed items, for reuse.
    private var free: [UInt32] = []
    private var handleCount = 0
    /// Most items so far whose paths had the same hash.
    private var longestChain = 1
    /// For each hash shared by several items, as when a list repeats a path: the last id of its chain, and the chain's
    /// length.
    private var chainEnds: [UInt64: (id: UInt64, count: Int)] = [:]
    private static let longChain = 8

    /// Number of items.
    var count: Int { handleCount - free.count }

    // MARK: Adding and removing

    /// Adds a directory if it is not known.
    ///
    /// - Returns: the directory's number; nil when the tree is full.
    mutating func appendDirectory(_ name: ArraySlice<UInt8>, in parent: Int) -> Int? {
        directories.append([UInt8](name), in: parent)
    }

    /// Removes a directory and all below it; their items must have been removed before.
    mutating func removeDirectory(_ directory: Int) -> [Int] { directories.remove(directory) }

    /// Adds a file, which must not be in the store yet.
    ///
    /// - Returns: its handle; nil when the store is full.
    mutating func insert(_ name: ArraySlice<UInt8>, in directory: Int, _ finding: Finding) -> UInt32? {
        guard count < Int(UInt32.max) - 1, let nameAddress = names.append(name) else { return nil }
        var id = hash(name, in: directory)
        // Of two paths with the same hash the later one gets the next id of a fixed chain: the same in every run.
        var chain = 1
        let first = id
        if !chainEnds.isEmpty, let end = chainEnds[first] { (id, chain) = end }
        while handle(of: id) != nil {
            id = StableHash.mix(id)
            chain += 1
        }
        if chain >= Self.longChain { chainEnds[first] = (id, chain) }
        longestChain = max(longestChain, chain)
        let record = Record(
            id: id, modified: 0, byteCount: 0, name: nameAddress, directory: UInt32(directory),
            nameLength: UInt16(name.count), format: 0)
        let handle: UInt32
        if let freed = free.popLast() {
            handle = freed
            blocks[Int(handle) >> Self.blockBits][Int(handle) & (1 << Self.blockBits - 1)] = record
        } else {
            if handleCount & (1 << Self.blockBits - 1) == 0 {
                var block: [Record] = []
                // The first block grows as needed, since many folders are small.
                if handleCount > 0 { block.reserveCapacity(1 << Self.blockBits) }
                blocks.append(block)
            }
            blocks[blocks.count - 1].append(record)
            handle = UInt32(handleCount)
            handleCount += 1
        }
        update(handle, finding)
        // A closure must not read `self` while `table` changes. This copies a reference, not the blocks.
        let blocks = blocks
        table.insert(id, handle: Int(handle)) { Self.record(UInt32($0), in: blocks).id }
        return handle
    }

    /// Removes an item.
    mutating func remove(_ handle: UInt32) {
        let gone = record(handle)
        let blocks = blocks
        table.remove(gone.id) { Self.record(UInt32($0), in: blocks).id }
        names.remove(at: gone.name, count: Int(gone.nameLength))
        errors[handle] = nil
        pending.remove(handle)
        free.append(handle)
    }

    /// Replaces the facts of a file.
    ///
    /// - Returns: whether anything that clients see has changed: size, version or error.
    @discardableResult
    mutating func update(_ handle: UInt32, _ finding: Finding) -> Bool {
        let (sizeBefore, errorBefore) = (size(of: handle), error(of: handle))
        let (block, index) = (Int(handle) >> Self.blockBits, Int(handle) & (1 << Self.blockBits - 1))
        var record = blocks[block][index]
        let isSameFile =
            record.modified == finding.modified.nanoseconds && record.byteCount == Int64(finding.byteCount)
            && record.stamp == finding.stamp
        // Reading the header again says nothing about the rest of the file.
        let staysUndecodable = record.isUndecodable && isSameFile && finding.error == nil
        let hadReason = errorBefore != nil || record.isUndecodable
        record.stamp = finding.stamp
        record.modified = finding.modified.nanoseconds
        record.byteCount = Int64(finding.byteCount)
        record.format = (finding.header?.format ?? finding.format).map { $0.rawValue + 1 } ?? 0
        record.width = UInt32(clamping: finding.header?.width ?? 0)
        record.height = UInt32(clamping: finding.header?.height ?? 0)
        record.copySide = UInt16(clamping: finding.header?.copySide ?? 0)
        record.storedTiles = finding.header?.storedTiles?.code ?? 0
        record.taken = finding.header?.taken?.value ?? 0
        record.takenSource = finding.header?.facts?.takenSource.rawValue ?? 0
        // A header without the picture's size leaves the item unmeasured.
        let orientation = record.width > 0 && record.height > 0 ? finding.header?.orientation ?? 0 : 0
        record.flags =
            UInt8(clamping: orientation) & 15 | (finding.header?.hasDeepSamples == true ? 16 : 0)
            | (finding.header?.hasChannels == true ? 32 : 0)
            | (staysUndecodable ? 64 : 0) | (finding.error == nil ? 0 : 128)
        if record.hasError || hadReason, !staysUndecodable { errors[handle] = finding.error }
        if finding.error?.isTransient == true {
            pending.insert(handle)
        } else if errorBefore?.isTransient == true {
            pending.remove(handle)
        }
        blocks[block][index] = record
        return !isSameFile || size(of: handle) != sizeBefore || finding.error != errorBefore
    }

    /// Sets the error of an item that can no longer be shown.
    ///
    /// Its place in the orders and its shape stay; its version changes, so that what was made of it is not shown.
    mutating func markUnreadable(_ handle: UInt32, _ error: ImageError) {
        let (block, index) = (Int(handle) >> Self.blockBits, Int(handle) & (1 << Self.blockBits - 1))
        blocks[block][index].flags = blocks[block][index].flags & ~64 | 128
        blocks[block][index].stamp = 0
        errors[handle] = error
        pending.remove(handle)
    }

    /// Notes why an item cannot be decoded although its header is sound, until its file changes.
    ///
    /// - Returns: whether that is new.
    mutating func noteUndecodable(_ handle: UInt32, _ error: ImageError) -> Bool {
        let (block, index) = (Int(handle) >> Self.blockBits, Int(handle) & (1 << Self.blockBits - 1))
        let record = blocks[block][index]
        guard !record.hasError, !record.isUndecodable else { return false }
        blocks[block][index].flags |= 64
        errors[handle] = error
        return true
    }

    // MARK: Looking up

    private func record(_ handle: UInt32) -> Record { Self.record(handle, in: blocks) }

    private static func record(_ handle: UInt32, in blocks: [[Record]]) -> Record {
        blocks[Int(handle) >> blockBits][Int(handle) & (1 << blockBits - 1)]
    }

    private func hash(_ name: ArraySlice<UInt8>, in directory: Int) -> UInt64 {
        var hash = directories.hash(of: directory)
        hash.add(name)
        return hash.value
    }

    /// The handle of the item with this id; nil when there is none; O(1).
    func handle(of id: UInt64) -> UInt32? {
        table.handle(of: id) { record(UInt32($0)).id }.map { UInt32($0) }
    }

    func handle(ofItem id: String) -> UInt32? {
        Base32.decode64(id).flatMap { handle(of: $0) }
    }

    /// The item of this name in a directory; nil when there is none; O(1) unless many paths share a hash.
    func handle(named name: ArraySlice<UInt8>, in directory: Int) -> UInt32? {
        var id = hash(name, in: directory)
        // An earlier item of the chain may have been removed, so a free id does not end the search.
        for _ in 0..<longestChain {
            if let handle = handle(of: id), Int(record(handle).directory) == directory, self.name(of: handle) == name {
                return handle
            }
            id = StableHash.mix(id)
        }
        return nil
    }

    func id(of handle: UInt32) -> UInt64 { record(handle).id }
    func directory(of handle: UInt32) -> Int { Int(record(handle).directory) }
    func modified(of handle: UInt32) -> FileTime { FileTime(nanoseconds: record(handle).modified) }
    func byteCount(of handle: UInt32) -> Int { Int(record(handle).byteCount) }

    func name(of handle: UInt32) -> ArraySlice<UInt8> {
        let record = record(handle)
        return names.bytes(at: record.name, count: Int(record.nameLength))
    }

    /// When the picture was taken; nil where its header does not say so or was not read.
    func taken(of handle: UInt32) -> CaptureTime? { CaptureTime(value: record(handle).taken) }

    /// Returns the source of `taken(of:)`; meaningless where that is nil.
    func takenSource(of handle: UInt32) -> DateSource {
        DateSource(rawValue: record(handle).takenSource) ?? .exifOriginal
    }

    /// The size in pixels, orientation applied; nil until measured.
    func size(of handle: UInt32) -> PixelSize? {
        let record = record(handle)
        guard record.isMeasured else { return nil }
        let (width, height) = (Int(record.width), Int(record.height))
        return record.flags & 15 >= 5
            ? PixelSize(width: height, height: width) : PixelSize(width: width, height: height)
    }

    /// The layout size of items that can never be shown, in pixels: a 3:2 landscape with room for the error, small
    /// enough not to fill the screen in a stack.
    static let shapeOfUnreadable = PixelSize(width: 120, height: 80)

    /// The size for layouts: that of the picture; nil until measured.
    ///
    /// An item that can never be shown has `shapeOfUnreadable`, whatever it was before, so that layouts depend only on
    /// the present items.
    func shape(of handle: UInt32) -> PixelSize? {
        if let size = size(of: handle) { return size }
        guard let error = error(of: handle), !error.isTransient else { return nil }
        return Self.shapeOfUnreadable
    }

    func error(of handle: UInt32) -> ImageError? {
        record(handle).hasError ? errors[handle] : nil
    }

    /// Whether decoding the file has failed although its header is sound.
    func isUndecodable(_ handle: UInt32) -> Bool { record(handle).isUndecodable }

    /// Whether the file's header has not been read yet.
    func needsMeasuring(_ handle: UInt32) -> Bool {
        let record = record(handle)
        return !record.isMeasured && !record.hasError
    }

    /// The stored facts of the file's header; nil until measured, and for items that cannot be shown.
    func header(of handle: UInt32) -> ImageHeader? {
        let record = record(handle)
        guard record.isMeasured, !record.hasError, let format = format(record) else { return nil }
        var header = ImageHeader(
            format: format, width: Int(record.width), height: Int(record.height), orientation: Int(record.flags & 15),
            taken: taken(of: handle))
        header.copySide = Int(record.copySide)
        header.storedTiles = StoredTiles(code: record.storedTiles)
        (header.hasDeepSamples, header.hasChannels) = (record.hasDeepSamples, record.hasChannels)
        return header
    }

    /// `FileStatus.stamp` of the file from which the item's facts were read.
    func stamp(of handle: UInt32) -> UInt64 { record(handle).stamp }

    /// The facts about an item that a plan needs; `facts` has how long a video is.
    func summary(of handle: UInt32, _ facts: FactTable) -> ItemSummary {
        var summary = summary(of: handle)
        if summary.format?.isVideo == true { summary.duration = facts.duration(row: Int(handle)) }
        return summary
    }

    func summary(of handle: UInt32) -> ItemSummary {
        let record = record(handle)
        var summary = ItemSummary(
            id: Base32.encode(record.id, length: 13), version: version(record), size: size(of: handle),
            error: record.hasError ? errors[handle] : nil, format: format(record))
        if record.copySide > 0 { summary.copySide = Int(record.copySide) }
        (summary.hasDeepSamples, summary.hasChannels) = (record.hasDeepSamples, record.hasChannels)
        if record.storedTiles > 0 { summary.storedTiles = StoredTiles(code: record.storedTiles) }
        return summary
    }

    func numbers(of handle: UInt32) -> ItemNumbers {
        let record = record(handle)
        return ItemNumbers(
            item: record.id, version: FileStatus.versionNumber(ofStamp: record.stamp),
            isUnreadable: record.hasError && errors[handle].map { !$0.isTransient } ?? false)
    }

    private func format(_ record: Record) -> MediaFormat? {
        record.format == 0 ? nil : MediaFormat(rawValue: record.format - 1)
    }

    /// The details of an item; `index` is its index in the caller's order.
    func details(of handle: UInt32, index: Int) -> ItemDetails {
        let record = record(handle)
        // Nothing is known of a file that could not be opened, or was not opened yet.
        let isKnown = record.stamp != 0
        return ItemDetails(
            index: index, id: Base32.encode(record.id, length: 13), version: version(record),
            name: String(decoding: path(of: handle), as: UTF8.self), width: Int(record.width),
            height: Int(record.height), isMeasured: record.isMeasured,
            orientation: record.isMeasured ? Int(record.flags & 15) : 1,
            format: format(record),
            byteCount: isKnown ? Int(record.byteCount) : nil,
            modified: isKnown ? FileTime(nanoseconds: record.modified) : nil,
            taken: taken(of: handle), error: record.hasError || record.isUndecodable ? errors[handle] : nil)
    }

    /// The version: 8 characters for 40 bits of the file's stamp.
    private func version(_ record: Record) -> String { FileStatus.version(ofStamp: record.stamp) }

    func version(of handle: UInt32) -> String { version(record(handle)) }

    /// The path from the root, with slashes between the names.
    func path(of handle: UInt32) -> [UInt8] {
        directories.path(of: directory(of: handle)) + name(of: handle)
    }

    // MARK: Order

    /// Whether a file `name` in `directory` comes before an item, in the order of a scan; O(depth + name length).
    func precedes(_ name: ArraySlice<UInt8>, in directory: Int, _ handle: UInt32) -> Bool {
        directories.precedes(directory, self.directory(of: handle))
            ?? NaturalOrder.precedes(name, self.name(of: handle))
    }

    /// Whether an item comes before another one, in the order of a scan; O(depth + length of the names).
    func precedes(_ first: UInt32, _ second: UInt32) -> Bool {
        directories.precedes(directory(of: first), directory(of: second))
            ?? NaturalOrder.precedes(name(of: first), name(of: second))
    }
}

extension ItemStore.Finding {
    /// Makes a finding about a file with this status.
    init(_ status: FileStatus) {
        self.init(byteCount: status.count, modified: status.modified, stamp: status.stamp)
        hasOtherNames = status.linkCount > 1
    }
}
