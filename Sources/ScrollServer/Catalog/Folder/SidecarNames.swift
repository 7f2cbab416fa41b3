// The sidecars of a directory, found by the names of their pictures.

import Metadata
import Platform

/// The names of a directory's sidecars, searchable without regard to case and composition.
///
/// Takes each name's bytes plus 9, or 17 where it may be a duplicate's. A lookup is O(log n), without system calls.
struct SidecarNames: Sendable {
    /// A file that may belong to a picture.
    struct Candidate: Sendable {
        /// How the file belongs to the picture; the first case counts first.
        enum Role: Int, Sendable {
            /// `IMG.jpg.xmp`.
            case long
            /// `IMG.xmp`.
            case short
            /// Darktable's `IMG_01.jpg.xmp`.
            case duplicate
            /// Takeout's `IMG.jpg.json`.
            case takeout
        }

        let name: [UInt8]
        let role: Role
        /// Whether the picture's name is in the file's name byte for byte.
        let isExact: Bool

        /// The order among a picture's candidates, lowest first.
        fileprivate var rank: Int { 2 * role.rawValue + (isExact ? 0 : 1) }
    }

    /// The possible sidecars of one picture.
    struct Found: Sendable {
        /// In the order in which they count.
        var files: [Candidate] = []
        /// Its section of Picasa's file.
        var note: PicasaNote?
    }

    /// The names, each ended by a zero byte, which no name contains.
    private var bytes: [UInt8] = []
    /// In the upper 32 bits a key, in the lower the offset of a name in `bytes`; sorted by `sort`.
    private var entries: [UInt64] = []
    private var removedByteCount = 0
    /// Whether files of Takeout were added.
    private var hasTakeout = false
    /// The notes in `.picasa.ini`; nil where there is no such file.
    var notes: PicasaNotes?

    var isEmpty: Bool { entries.isEmpty && notes == nil }

    static func isName(_ name: some BidirectionalCollection<UInt8>) -> Bool {
        // A fast test first: most names end with another letter.
        guard let last = name.last.map({ $0 | 0x20 }), last == UInt8(ascii: "p") || last == UInt8(ascii: "n") else {
            return false
        }
        return isXMP(name) || TakeoutName.isName(name)
    }

    private static func isXMP(_ name: some BidirectionalCollection<UInt8>) -> Bool {
        name.count > 4 && name.suffix(4).lazy.map { $0 | 0x20 }.elementsEqual(".xmp".utf8)
    }

    // MARK: Keys

    /// Returns a hash of 32 bits; `kind` is 0 for XMP files, 1 for those of duplicates, 2 for Takeout's files.
    private static func key(_ kind: UInt8, _ name: some Sequence<UInt8>, _ number: [UInt8] = []) -> UInt64 {
        var hash = StableHash()
        hash.add(CollectionOfOne(kind))
        hash.add(name)
        hash.add(CollectionOfOne(0))
        hash.add(number)
        // Entries hold only 32 bits of it.
        return hash.value >> 32
    }

    /// Returns the keys under which a sidecar is found; none for other names.
    static func keys(ofSidecar name: [UInt8]) -> [UInt64] {
        if isXMP(name) {
            let base = PathSpelling.folded(name.dropLast(4))
            return [key(0, base)] + (original(ofDuplicate: base).map { [key(1, $0)] } ?? [])
        }
        return TakeoutName(sidecar: PathSpelling.folded(name)).map { [key(2, $0.base, $0.number)] } ?? []
    }

    /// Returns the keys of the sidecars that may belong to a picture.
    static func keys(ofPicture name: some BidirectionalCollection<UInt8>) -> [UInt64] {
        let folded = PathSpelling.folded(name)
        let takeout = TakeoutName.all(of: folded).map { key(2, $0.base, $0.number) }
        return [key(0, folded), key(1, folded)] + (stem(folded[...]).map { [key(0, $0)] } ?? []) + takeout
    }

    /// Returns the folded starts of the pictures' names to which a file may belong; nil where its name may be cut off.
    ///
    /// In the pictures' names a dot, a hyphen or a parenthesis follows.
    static func starts(ofSidecar name: [UInt8]) -> [[UInt8]]? {
        if let takeout = TakeoutName(sidecar: PathSpelling.folded(name)) {
            return takeout.isCut ? nil : [stem(takeout.base[...]).map { Array($0) } ?? takeout.base]
        }
        let base = PathSpelling.folded(name.dropLast(4))
        return ([base] + (original(ofDuplicate: base).map { [$0] } ?? [])).map { base in
            stem(base[...]).map { Array($0) } ?? base
        }
    }

    private static func stem(_ name: ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
        guard let dot = name.lastIndex(of: UInt8(ascii: ".")), dot > name.startIndex else { return nil }
        return name[..<dot]
    }

    /// Returns the original's name `img.jpg` for `img_01.jpg`, darktable's name of a second edit; nil for other names.
    private static func original(ofDuplicate name: [UInt8]) -> [UInt8]? {
        guard let stem = stem(name[...]), let line = stem.lastIndex(of: UInt8(ascii: "_")), line > 0 else { return nil }
        let digits = stem[(line + 1)...]
        guard digits.count == 2 || digits.count == 3 && digits.first != UInt8(ascii: "0"),
            digits.allSatisfy({ (0x30...0x39).contains($0) })
        else { return nil }
        return Array(name[..<line]) + name[stem.endIndex...]
    }

    // MARK: Changing

    /// Adds the name of a sidecar without sorting; ignores other names.
    mutating func append(_ name: ArraySlice<UInt8>) {
        guard Self.isName(name), bytes.count + name.count < Int(UInt32.max) else { return }
        let offset = UInt64(bytes.count)
        bytes += name
        bytes.append(0)
        for key in Self.keys(ofSidecar: Array(name)) { entries.append(key << 32 | offset) }
        hasTakeout = hasTakeout || TakeoutName.isName(name)
    }

    /// Makes the appended names searchable.
    mutating func sort() { entries.sort() }

    /// Adds the name of a sidecar in O(n), if it is new.
    mutating func insert(_ name: [UInt8]) {
        guard Self.isName(name), !contains(name), bytes.count + name.count < Int(UInt32.max) else { return }
        let offset = UInt64(bytes.count)
        bytes += name
        bytes.append(0)
        for key in Self.keys(ofSidecar: name) {
            let entry = key << 32 | offset
            entries.insert(entry, at: entries.partitioningIndex { $0 >= entry })
        }
        hasTakeout = hasTakeout || TakeoutName.isName(name)
    }

    /// Removes a name in O(n), if it is known.
    mutating func remove(_ name: [UInt8]) {
        guard contains(name) else { return }
        for key in Self.keys(ofSidecar: name) {
            for index in range(of: key).reversed() where self.name(at: entries[index]) == name {
                entries.remove(at: index)
            }
        }
        removedByteCount += name.count + 1
        guard removedByteCount > 1 << 12, removedByteCount > bytes.count / 2 else { return }
        var kept = SidecarNames()
        for name in all { kept.append(name[...]) }
        kept.sort()
        kept.notes = notes
        self = kept
    }

    // MARK: Finding

    /// All names, each once.
    var all: [[UInt8]] { Set(entries.map { $0 & 0xFFFF_FFFF }).sorted().map { name(at: $0) } }

    func contains(_ name: [UInt8]) -> Bool {
        guard let key = Self.keys(ofSidecar: name).first else { return false }
        return range(of: key).contains { self.name(at: entries[$0]) == name }
    }

    private func range(of key: UInt64) -> Range<Int> {
        let start = entries.partitioningIndex { $0 >> 32 >= key }
        var end = start
        while end < entries.count, entries[end] >> 32 == key { end += 1 }
        return start..<end
    }

    private func name(at entry: UInt64) -> [UInt8] {
        let start = Int(entry & 0xFFFF_FFFF)
        return Array(bytes[start...].prefix { $0 != 0 })
    }

    private func names(of key: UInt64) -> [[UInt8]] { range(of: key).map { name(at: entries[$0]) } }

    /// Returns the XMP files named after the picture's whole name, in any case and composition.
    func longNames(of picture: [UInt8]) -> [[UInt8]] {
        let folded = PathSpelling.folded(picture)
        return names(of: Self.key(0, folded)).filter { Self.isXMP($0) && PathSpelling.folded($0.dropLast(4)) == folded }
    }

    /// Returns the possible sidecars of a picture; nil where there are none.
    func found(for picture: ArraySlice<UInt8>) -> Found? {
        guard !isEmpty, !Self.isName(picture) else { return nil }
        let folded = PathSpelling.folded(picture)
        var found = Found(note: notes?[folded])
        if !entries.isEmpty { addFiles(of: picture, folded, to: &found) }
        return found.files.isEmpty && found.note == nil ? nil : found
    }

    private func addFiles(of picture: ArraySlice<UInt8>, _ folded: [UInt8], to found: inout Found) {
        typealias Role = Candidate.Role
        var files: [Candidate] = []
        func add(_ key: UInt64, _ role: Role, _ original: ArraySlice<UInt8>, _ belongs: ([UInt8]) -> Bool) {
            // Different names may have the same hash.
            for name in names(of: key) where belongs(name) && !files.contains(where: { $0.name == name }) {
                files.append(Candidate(name: name, role: role, isExact: name.starts(with: original)))
            }
        }
        func isXMP(_ name: [UInt8], of base: some Collection<UInt8>) -> Bool {
            Self.isXMP(name) && PathSpelling.folded(name.dropLast(4)).elementsEqual(base)
        }
        add(Self.key(0, folded), .long, picture) { isXMP($0, of: folded) }
        if let stem = Self.stem(folded[...]), let original = Self.stem(picture) {
            add(Self.key(0, stem), .short, original) { isXMP($0, of: stem) }
        }
        add(Self.key(1, folded), .duplicate, picture) { name in
            Self.isXMP(name) && Self.original(ofDuplicate: PathSpelling.folded(name.dropLast(4))) == folded
        }
        // Equal ranks are sorted by name, so that darktable's first duplicate counts before the second.
        files.sort { $0.rank == $1.rank ? $0.name.lexicographicallyPrecedes($1.name) : $0.rank < $1.rank }
        for name in hasTakeout ? TakeoutName.all(of: folded) : [] {
            add(Self.key(2, name.base, name.number), .takeout, picture) {
                TakeoutName(sidecar: PathSpelling.folded($0)) == name
            }
        }
        found.files = files
    }
}
