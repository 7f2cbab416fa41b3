// What is known of the files of a folder, in 48 bytes each beside their names.

import Tiling

/// The items of a folder in their order. They are only ever appended, so an index stays valid.
///
/// One item takes, beside its name:
/// ```
///   id 8 │ modified 8 │ byteCount 8 │ width 4 │ height 4 │ name 4 │ directory 4 │ nameLength 2 │ format 1 │ flags 1 │ 4 free
///   and 6 to 11 bytes in the table from ids to indices
/// ```
/// Blocks are never moved once full, so memory does not double while the store grows.
struct ItemStore: Sendable {
    private struct Record {
        var id: UInt64
        var modified: Int64
        var byteCount: Int64
        var width: UInt32 = 0
        var height: UInt32 = 0
        var name: UInt32
        var directory: UInt32
        var nameLength: UInt16
        /// `ImageFormat` + 1; 0 when there is none.
        var format: UInt8
        /// Bits 0...3: orientation, 0 until measured. Bit 7: `errors` holds why it cannot be shown.
        var flags: UInt8 = 0

        var isMeasured: Bool { flags & 15 != 0 }
        var hasError: Bool { flags & 128 != 0 }
    }

    private struct Directory {
        var parent: UInt32
        var name: UInt32
        var nameLength: UInt16
        /// Of the path up to and with the slash behind it.
        var hash: StableHash
    }

    /// A file as a scan or a measurement found it.
    struct Finding: Sendable {
        var byteCount = 0
        var modified = FileTime(nanoseconds: 0)
        var format: ImageFormat?
        /// nil when the header is not read yet, or cannot be.
        var header: ImageHeader?
        var error: ImageError?
    }

    private static let blockBits = 12
    private var blocks: [[Record]] = []
    private var names = NameArena()
    /// The first is the root.
    private var directories = [Directory(parent: 0, name: 0, nameLength: 0, hash: StableHash())]
    private var table = IdTable()
    private var errors: [UInt32: ImageError] = [:]
    private(set) var count = 0

    // MARK: Growing

    static let root = 0

    /// - Returns: what to call the directory by; nil when no more can be held.
    mutating func appendDirectory(_ name: UnsafeRawBufferPointer, in parent: Int) -> Int? {
        guard directories.count < Int(UInt32.max), let place = names.append(name) else { return nil }
        var hash = directories[parent].hash
        hash.add(name)
        hash.add(CollectionOfOne(UInt8(ascii: "/")))
        directories.append(
            Directory(parent: UInt32(parent), name: place, nameLength: UInt16(name.count), hash: hash))
        return directories.count - 1
    }

    /// - Returns: false when no more can be held.
    mutating func append(_ name: UnsafeRawBufferPointer, in directory: Int, _ finding: Finding) -> Bool {
        guard count < Int(UInt32.max) - 1, let place = names.append(name) else { return false }
        var hash = directories[directory].hash
        hash.add(name)
        var id = hash.value
        // The later of two paths with the same hash moves on, the same way in every run over the same folder.
        while index(of: id) != nil { id = StableHash.mix(id) }
        if count & (1 << Self.blockBits - 1) == 0 {
            var block: [Record] = []
            // A small folder does not pay for a whole block.
            if count > 0 { block.reserveCapacity(1 << Self.blockBits) }
            blocks.append(block)
        }
        blocks[blocks.count - 1].append(
            Record(
                id: id, modified: 0, byteCount: 0, name: place, directory: UInt32(directory),
                nameLength: UInt16(name.count), format: 0))
        count += 1
        update(count - 1, finding)
        // The closure may not look at `self` while a part of it changes; the blocks are shared, not copied.
        let blocks = blocks
        table.insert(id, index: count - 1) { Self.record($0, in: blocks).id }
        return true
    }

    /// Replaces all that is known of the file's contents.
    ///
    /// - Returns: whether that changes what is shown: size, or whether there is an error.
    @discardableResult
    mutating func update(_ index: Int, _ finding: Finding) -> Bool {
        let (sizeBefore, errorBefore) = (size(at: index), error(at: index))
        let (block, place) = (index >> Self.blockBits, index & (1 << Self.blockBits - 1))
        var record = blocks[block][place]
        record.modified = finding.modified.nanoseconds
        record.byteCount = Int64(finding.byteCount)
        record.format = (finding.header?.format ?? finding.format).map { $0.rawValue + 1 } ?? 0
        record.width = UInt32(clamping: finding.header?.width ?? 0)
        record.height = UInt32(clamping: finding.header?.height ?? 0)
        record.flags = UInt8(clamping: finding.header?.orientation ?? 0) & 15 | (finding.error == nil ? 0 : 128)
        if record.hasError || errorBefore != nil { errors[UInt32(index)] = finding.error }
        blocks[block][place] = record
        return size(at: index) != sizeBefore || finding.error != errorBefore
    }

    // MARK: Looking up

    private func record(_ index: Int) -> Record { Self.record(index, in: blocks) }

    private static func record(_ index: Int, in blocks: [[Record]]) -> Record {
        blocks[index >> blockBits][index & (1 << blockBits - 1)]
    }

    /// O(1).
    func index(of id: UInt64) -> Int? {
        table.index(of: id) { record($0).id }
    }

    func index(ofItem id: String) -> Int? {
        Base32.decode64(id).flatMap { index(of: $0) }
    }

    /// As shown; nil until measured.
    func size(at index: Int) -> PixelSize? {
        let record = record(index)
        guard record.isMeasured else { return nil }
        let (width, height) = (Int(record.width), Int(record.height))
        return record.flags & 15 >= 5
            ? PixelSize(width: height, height: width) : PixelSize(width: width, height: height)
    }

    func error(at index: Int) -> ImageError? {
        record(index).hasError ? errors[UInt32(index)] : nil
    }

    /// Whether a look at the file could tell more.
    func needsMeasuring(_ index: Int) -> Bool {
        let record = record(index)
        return !record.isMeasured && !record.hasError
    }

    func summary(at index: Int) -> ItemSummary {
        let record = record(index)
        return ItemSummary(
            id: Base32.encode(record.id, length: 13), version: version(record), size: size(at: index),
            error: record.hasError ? errors[UInt32(index)] : nil, format: format(record))
    }

    private func format(_ record: Record) -> ImageFormat? {
        record.format == 0 ? nil : ImageFormat(rawValue: record.format - 1)
    }

    func details(at index: Int) -> ItemDetails {
        let record = record(index)
        return ItemDetails(
            index: index, id: Base32.encode(record.id, length: 13), version: version(record),
            name: String(decoding: path(at: index), as: UTF8.self), width: Int(record.width),
            height: Int(record.height), isMeasured: record.isMeasured,
            orientation: record.isMeasured ? Int(record.flags & 15) : 1,
            format: format(record),
            byteCount: Int(record.byteCount), modified: FileTime(nanoseconds: record.modified),
            error: error(at: index))
    }

    /// 40 bits of length and time of change.
    private func version(_ record: Record) -> String {
        var hash = StableHash()
        hash.add(UInt64(bitPattern: record.byteCount))
        hash.add(UInt64(bitPattern: record.modified))
        return Base32.encode(hash.value, length: 8)
    }

    /// Relative to the root, with slashes between.
    func path(at index: Int) -> [UInt8] {
        let record = record(index)
        var path = path(ofDirectory: Int(record.directory))
        path.append(contentsOf: names.bytes(at: record.name, count: Int(record.nameLength)))
        return path
    }

    /// Relative to the root, with a slash behind each name; empty for the root itself.
    private func path(ofDirectory directory: Int) -> [UInt8] {
        var chain: [Directory] = []
        var place = directory
        while place != Self.root {
            chain.append(directories[place])
            place = Int(directories[place].parent)
        }
        var path: [UInt8] = []
        for directory in chain.reversed() {
            path.append(contentsOf: names.bytes(at: directory.name, count: Int(directory.nameLength)))
            path.append(UInt8(ascii: "/"))
        }
        return path
    }
}
