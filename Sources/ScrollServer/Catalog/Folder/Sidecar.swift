// The XMP file beside a picture, in which other programs keep what people write about it.

import Imaging
import Platform

/// A file such as `IMG_1.CR2.xmp`, as darktable names it, or `IMG_1.xmp`, as Lightroom does. The first counts where both are
/// there. Links are not followed.
struct Sidecar: Sendable, Equatable {
    /// How its name is made of the picture's, the first first.
    enum Form: UInt8, Sendable, CaseIterable {
        case longLower, longUpper, shortLower, shortUpper

        /// nil where the picture's name has no ending to take away.
        func name(beside picture: ArraySlice<UInt8>) -> [UInt8]? {
            let ending = Array((self == .longLower || self == .shortLower ? ".xmp" : ".XMP").utf8)
            if self == .longLower || self == .longUpper { return picture + ending }
            guard let dot = picture.lastIndex(of: UInt8(ascii: ".")), dot > picture.startIndex else { return nil }
            return picture[..<dot] + ending
        }
    }

    /// The names among which to look.
    enum Names: Sendable {
        /// Nothing is looked for.
        case none
        /// Hashes of those that a listing of the directory has: where none fits, the system is not asked.
        case listed(Set<UInt64>)
        /// The system is asked for each that there may be.
        case any

        fileprivate func mayHave(_ name: [UInt8]) -> Bool {
            switch self {
            case .none: false
            case .listed(let hashes): hashes.contains(Sidecar.hash(name))
            case .any: true
            }
        }
    }

    /// The longest part of a file that is read: darktable keeps masks and the history of edits in it.
    private static let byteLimit = 1 << 20

    /// `FileStatus.stamp` of the file.
    let stamp: UInt64
    let form: Form

    static func isName(_ name: some BidirectionalCollection<UInt8>) -> Bool {
        name.count > 4 && (name.suffix(4).elementsEqual(".xmp".utf8) || name.suffix(4).elementsEqual(".XMP".utf8))
    }

    /// Of a name, for `Names`: a million names take 16 MB as hashes. Where two have the same the system tells.
    static func hash(_ name: some Sequence<UInt8>) -> UInt64 {
        var hash = StableHash()
        hash.add(name)
        return hash.value
    }

    /// The sidecar of a picture; nil where there is none. At most four system calls, and none where no name fits.
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

    /// What it tells, and the sidecar as it was when it was read; nil where it cannot be read. Blocks.
    func read(beside picture: ArraySlice<UInt8>, in directory: Int32) -> (sidecar: Sidecar, facts: PictureFacts)? {
        guard let path = form.name(beside: picture).flatMap({ SystemPath($0) }),
            let descriptor = try? FileSystem.open(path, in: directory, followLink: false),
            let file = try? OpenFile(owning: descriptor), file.status.kind == .regular,
            let bytes = try? file.bytes(at: 0, count: min(file.count, Self.byteLimit))
        else { return nil }
        return (Sidecar(stamp: file.status.stamp, form: form), XMPFacts.read(bytes[...], limit: Self.byteLimit))
    }

    /// What the facts of a picture and its sidecar are known by: both files' stamps. It changes with either of them.
    func stamp(with picture: UInt64) -> UInt64 {
        var hash = StableHash()
        hash.add(picture)
        hash.add(stamp)
        return hash.value
    }

    /// The names that pictures may have to which a sidecar of this name belongs.
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
    /// What the facts in it are known by.
    var stampWithSidecar: UInt64 { sidecar?.stamp(with: stamp) ?? stamp }

    /// Adds to the header what the sidecar tells. What people have written counts there, being newer; what a camera knows,
    /// when and where the picture was taken counts as the picture itself has it.
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
