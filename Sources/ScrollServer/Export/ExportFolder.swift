// The folder that an export writes.

import Platform
import Synchronization

/// Writes files, each whole or not at all, and remembers which pictures are complete; thread-safe.
///
/// `.scrollserver-export` within it has the manifest and files that are being written, and is not to be published.
final class ExportFolder: Sendable {
    private struct State {
        var manifest: ExportManifest
        /// Where the next line of the manifest begins.
        var end: Int
        /// The folders that are known to be there.
        var folders: Set<String> = []
        var fileCount = 0
    }

    static let ownName = ".scrollserver-export"
    /// The manifest of a million pictures has some 80 MB.
    private static let manifestLimit = 1 << 30

    /// The path without a slash at its end.
    let path: String
    private let own: String
    private let lock: OpenFile
    private let manifest: OpenFile
    /// Guards the manifest and its file, and the set of folders.
    private let state: Mutex<State>

    /// Opens the folder for an export; makes it where there is none.
    ///
    /// `source` is what is exported. Blocks.
    init(_ output: String, format: String, source: String) throws(ExportFailure) {
        var path = output
        while path.count > 1, path.hasSuffix("/") { path.removeLast() }
        if FileSystem.isDirectory(source), Self.lies(path, in: source) {
            throw .outputInside(output: path, source: source)
        }
        (self.path, own) = (path, "\(path)/\(Self.ownName)")
        let isThere = (try? FileSystem.status(of: path)) != nil
        if isThere, !FileSystem.isDirectory(path) { throw .outputIsFile(path) }
        let manifestPath = "\(own)/manifest"
        let known = FileSystem.contents(of: manifestPath, atMost: Self.manifestLimit).flatMap { ExportManifest($0) }
        let names = FileSystem.names(in: path).filter { $0 != Self.ownName }
        if known == nil, !names.isEmpty { throw .outputIsForeign(path) }
        if let known, known.format != format { throw .outputHasFormat(path, format: known.format) }
        let hash = Base32.encode(StableHash.of((FileSystem.realPath(source) ?? source).utf8), length: 13)
        if let known, known.source != hash { throw .outputHasOther(path) }
        let manifest = known ?? ExportManifest(format: format, source: hash)
        do throws(SystemError) {
            try FileSystem.makeFolder(path, isPublic: true)
            try FileSystem.makeFolder(own)
            // A link in place of a lock would be followed by nobody: it is refused.
            let lockPath = "\(own)/lock"
            let descriptor =
                (try? FileSystem.status(of: lockPath, followLink: false)) == nil
                ? try FileSystem.create(lockPath) : try FileSystem.openForWriting(lockPath)
            lock = try OpenFile(owning: descriptor)
        } catch {
            throw .cannotWrite(output: path, error)
        }
        if FileSystem.lock(lock.descriptor) == .taken { throw .outputInUse(path) }
        do throws(SystemError) {
            for name in FileSystem.names(in: own) where name.hasSuffix(Self.partEnding) {
                FileSystem.remove("\(own)/\(name)")
            }
            let bytes = manifest.bytes
            try AtomicFile.write([bytes], to: manifestPath)
            self.manifest = try OpenFile(owning: FileSystem.openForWriting(manifestPath))
            state = Mutex(State(manifest: manifest, end: bytes.count))
        } catch {
            throw .cannotWrite(output: path, error)
        }
    }

    private static let partEnding = ".part"

    /// Whether a path, of which the end need not exist, is a folder or lies in it.
    private static func lies(_ path: String, in folder: String) -> Bool {
        guard let folder = FileSystem.realPath(folder) else { return false }
        var start = path.hasPrefix("/") ? path : "./\(path)"
        var rest = ""
        while true {
            if let real = FileSystem.realPath(start) {
                let whole = real == "/" ? rest : real + rest
                return whole == folder || folder == "/" || whole.hasPrefix(folder + "/")
            }
            guard let slash = start.lastIndex(of: "/") else { return false }
            rest = start[slash...] + rest
            start = slash == start.startIndex ? "/" : String(start[..<slash])
            if rest == "/" || start == "/" && FileSystem.realPath("/") == nil { return false }
        }
    }

    // MARK: Pictures

    /// What is known of a picture.
    func entry(_ name: String) -> ExportManifest.Entry? { state.withLock { $0.manifest.entries[name] } }

    /// Records that a picture is begun or complete.
    func note(_ name: String, _ entry: ExportManifest.Entry) throws(SystemError) {
        let line = ExportManifest.line(name, entry)
        try state.withLock { (state) throws(SystemError) in
            try FileSystem.write(line.span, to: manifest.descriptor, at: state.end)
            state.end += line.count
            state.manifest.entries[name] = entry
        }
    }

    /// Removes the files of pictures, by their paths, that are not in the export any more, or are to be made anew.
    func remove(_ name: String, _ paths: [String]) throws(SystemError) {
        state.withLock { state in
            state.manifest.entries[name] = nil
            state.folders = []
        }
        for name in paths { try FileSystem.removeTree("\(path)/\(name)") }
    }

    /// The names of all pictures that are begun or complete.
    var names: [String] { state.withLock { Array($0.manifest.entries.keys) } }

    /// Writes the manifest with only these pictures, in a fixed order.
    func finish() throws(SystemError) {
        let bytes = state.withLock { $0.manifest.bytes }
        try AtomicFile.write([bytes], to: "\(own)/manifest")
    }

    // MARK: Files

    /// Whether there is a file.
    func contains(_ name: String) -> Bool { (try? FileSystem.status(of: "\(path)/\(name)", followLink: false)) != nil }

    /// The bytes of a file; nil where there is none, or it is larger.
    func bytes(of name: String, atMost limit: Int) -> [UInt8]? {
        FileSystem.contents(of: "\(path)/\(name)", atMost: limit)
    }

    /// Writes a file, and makes the folders on its way.
    func write(_ name: String, _ bytes: [UInt8]) throws(SystemError) {
        let file = "\(path)/\(name)"
        let folder = file.lastIndex(of: "/").map { String(file[..<$0]) } ?? path
        let (number, isKnown) = state.withLock { state in
            state.fileCount += 1
            // Images of the IIIF Image API have a folder each.
            if state.folders.count > 4096 { state.folders = [] }
            return (state.fileCount, state.folders.contains(folder))
        }
        if !isKnown {
            try FileSystem.makeFolder(folder, isPublic: true)
            state.withLock { _ = $0.folders.insert(folder) }
        }
        try FileSystem.publish(bytes, to: file, by: "\(own)/\(number)\(Self.partEnding)")
    }

    /// Writes a file unless it has these bytes already.
    func update(_ name: String, _ bytes: [UInt8]) throws(SystemError) {
        if FileSystem.contents(of: "\(path)/\(name)", atMost: bytes.count) == bytes { return }
        try write(name, bytes)
    }

    /// Removes what a folder has besides these names.
    func prune(_ name: String, to names: Set<String>) throws(SystemError) {
        for other in FileSystem.names(in: "\(path)/\(name)") where !names.contains(other) {
            try FileSystem.removeTree("\(path)/\(name)/\(other)")
        }
    }
}
