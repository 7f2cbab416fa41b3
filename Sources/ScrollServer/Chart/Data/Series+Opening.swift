// Opening a file as a series.

extension Series {
    /// Opens a `.csv`, `.tsv` or `.jsonl` file: reads its first rows at once, or finds it in the cache, and the rest on a
    /// thread of its own. What has been read so far can be used.
    ///
    /// - Throws: when it cannot be read, is empty, binary, or has no column of numbers (or none of the wanted name).
    static func open(path: String, options: SeriesOptions = SeriesOptions()) throws(SeriesError) -> Series {
        let real = FileSystem.realPath(path) ?? path
        let follower = try SeriesFollower(path: real, options: options)
        let publication = follower.publication
        let watch = follower.watch
        do throws(SystemError) {
            try follower.start()
        } catch {
            throw .unreadable(error.description)
        }
        let name = path.split(separator: "/").last.map(String.init) ?? path
        return Series(name: name, publication: publication, stopFollowing: { watch?.stop() })
    }
}

/// The thread that reads a file, and looks after it later.
///
/// Not checked by the compiler: `reader` is made by `init` and used by the one thread that `start` begins, nowhere else.
private final class SeriesFollower: @unchecked Sendable {
    /// In milliseconds: changes are looked at together that come within this time.
    private static let quiet = 50

    private let reader: SeriesReader
    private let options: SeriesOptions
    let publication: SeriesPublication
    /// nil where the file is not followed.
    let watch: (any DirectoryWatch)?

    init(path: String, options: SeriesOptions) throws(SeriesError) {
        reader = try SeriesReader(path: path, options: options, publication: nil)
        publication = reader.published
        self.options = options
        watch = options.isFollowed ? FileSystem.makeWatch() : nil
    }

    func start() throws(SystemError) {
        try System.startThread { [self] in run() }
    }

    private func run() {
        watchFolder()
        reader.readAll()
        if let watch {
            while let events = watch.events(within: options.lookInterval), !publication.isStopped {
                if !events.isEmpty { gather(watch) }
                reader.look()
            }
        }
        reader.keep()
    }

    /// By which the system tells when a writer has closed the file, or another file has got its name.
    private func watchFolder() {
        let folder = reader.path.lastIndex(of: "/").map { reader.path[..<$0] } ?? "."
        guard let watch, let path = SystemPath((folder.isEmpty ? "/" : folder).utf8),
            let descriptor = try? FileSystem.open(path, in: FileSystem.workingDirectory, asDirectory: true)
        else { return }
        _ = watch.add(descriptor)
        System.close(descriptor)
    }

    private func gather(_ watch: any DirectoryWatch) {
        let end = System.monotonicNanoseconds() + UInt64(Self.quiet) * 1_000_000
        while true {
            let now = System.monotonicNanoseconds()
            guard now < end, let events = watch.events(within: Int((end - now) / 1_000_000) + 1), !events.isEmpty
            else { return }
        }
    }
}
