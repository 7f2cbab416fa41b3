// The XMP file beside a picture, in which other programs store what people write about it.

import Imaging
import Platform

/// A file such as `IMG_1.CR2.xmp`, as darktable names it, or `IMG_1.xmp`, as Lightroom does.
///
/// The first form wins if both exist. Links are not followed.
struct Sidecar: Sendable, Equatable {
    /// The forms of a sidecar's name, in order of preference.
    enum Form: UInt8, Sendable, CaseIterable {
        case longLower, longUpper, shortLower, shortUpper

        /// The sidecar's name; nil where the picture's name has no extension to replace.
        func name(beside picture: ArraySlice<UInt8>) -> [UInt8]? {
            let ending = Array((self == .longLower || self == .shortLower ? ".xmp" : ".XMP").utf8)
            if self == .longLower || self == .longUpper { return picture + ending }
            guard let dot = picture.lastIndex(of: UInt8(ascii: ".")), dot > picture.startIndex else { return nil }
            return picture[..<dot] + ending
        }
    }

    /// The names among which a sidecar is searched.
    enum Names: Sendable {
        /// No search.
        case none
        /// Hashes of the names in a listing of the directory: where none matches, no system call is made.
        case listed(Set<UInt64>)
        /// A system call for each possible name.
        case any

        fileprivate func mayHave(_ name: [UInt8]) -> Bool {
            switch self {
            case .none: false
            case .listed(let hashes): hashes.contains(Sidecar.hash(name))
            case .any: true
            }
        }
    }

    /// Most bytes read of a file: darktable stores masks and the history of edits in it.
    private static let byteLimit = 1 << 20

    /// `FileStatus.stamp` of the file.
    let stamp: UInt64
    let form: Form

    static func isName(_ name: some BidirectionalCollection<UInt8>) -> Bool {
        name.count > 4 && (name.suffix(4).elementsEqual(".xmp".utf8) || name.suffix(4).elementsEqual(".XMP".utf8))
    }

    /// Hashes a name for `Names`: a million names take 16 MB as hashes; the system resolves collisions.
    static func hash(_ name: some Sequence<UInt8>) -> UInt64 {
        var hash = StableHash()
        hash.add(name)
        return hash.value
    }

    /// Finds the sidecar of a picture; nil where there is none.
    ///
    /// At most four system calls, and none where no name matches.
    static func find(beside picture: ArraySlice<UInt8>, in directory: Int32, among names: Names) -> Sidecar? {
        if case .listed(let hashes) = names, hashes.isEmpty { return nil }
        guard !isName(picture) else { return nil }
        for form in Form.allCases {
            guard let name = form.name(beside: picture), names.mayHave(name), let path = SystemPath(name),
                let status = try? FileSystem.status(of: path, in: directory, followLink: false),
                status.kind == .regular
            else { continue }
            return Sidecar(stamp: status.stamp, form: form)
        }
        return nil
    }

    /// Its facts, and the sidecar as it was when read; nil where it cannot be read; blocks.
    func read(beside picture: ArraySlice<UInt8>, in directory: Int32) -> (sidecar: Sidecar, facts: PictureFacts)? {
        guard let path = form.name(beside: picture).flatMap({ SystemPath($0) }),
            let descriptor = try? FileSystem.open(path, in: directory, followLink: false),
            let file = try? OpenFile(owning: descriptor), file.status.kind == .regular,
            let bytes = try? file.bytes(at: 0, count: min(file.count, Self.byteLimit))
        else { return nil }
        return (Sidecar(stamp: file.status.stamp, form: form), XMPFacts.read(bytes[...], limit: Self.byteLimit))
    }

    /// The cache key of the facts of a picture and its sidecar, a hash of both files' stamps.
    func stamp(with picture: UInt64) -> UInt64 {
        var hash = StableHash()
        hash.add(picture)
        hash.add(stamp)
        return hash.value
    }

    /// The possible names of pictures to which a sidecar of this name belongs.
    static func pictures(of sidecar: [UInt8]) -> [[UInt8]] {
        let stem = Array(sidecar.dropLast(4))
        return [stem]
            + MediaFormat.nameEndings.flatMap { ending in
                [ending, ending.map { (0x61...0x7A).contains($0) ? $0 & 0xDF : $0 }].map {
                    stem + [UInt8(ascii: ".")] + $0
                }
            }
    }
}

extension ItemStore.Finding {
    /// The cache key of the facts.
    var stampWithSidecar: UInt64 { sidecar?.stamp(with: stamp) ?? stamp }

    /// Adds the sidecar's facts to the header.
    ///
    /// What people have written is taken from the sidecar, being newer; camera data, time and place from the picture,
    /// if it has them.
    mutating func readSidecar(beside picture: ArraySlice<UInt8>, in directory: Int32) {
        guard var header, let found = sidecar else { return }
        guard let (sidecar, told) = found.read(beside: picture, in: directory) else {
            sidecar = nil
            return
        }
        self.sidecar = sidecar
        var facts = header.facts ?? .none
        facts.prefer(told)
        facts.complete(with: told)
        header.taken = header.taken ?? told.taken
        header.facts = facts == .none ? nil : facts
        self.header = header
    }
}
