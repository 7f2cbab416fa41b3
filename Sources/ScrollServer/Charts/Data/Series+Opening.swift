// Opening a file as a series.

import Platform

extension Series {
    /// Opens a `.csv`, `.tsv` or `.jsonl` file.
    ///
    /// This call reads the first rows, or finds the file in the cache; a thread of its own reads the rest. Points can
    /// be used as soon as they have been read.
    ///
    /// - Throws: when the file cannot be read, is empty or binary, has no column of numbers, or has no column of the
    ///   requested name.
    package static func open(path: String, options: SeriesOptions = SeriesOptions()) throws(SeriesError) -> Series {
        let real = FileSystem.realPath(path) ?? path
        let follower = try SeriesFollower(path: real, options: options)
        let publication = follower.publication
        let watch = follower.watch
        try mapError(try follower.start()) { (error: SystemError) in SeriesError.unreadable(error.description) }
        let name = path.split(separator: "/").last.map(String.init) ?? path
        return Series(name: name, publication: publication, zone: options.zone, stopFollowing: { watch?.stop() })
    }
}

/// The thread that reads a file and then follows its changes.
///
/// `@unchecked Sendable`: `init` makes `reader`, and then only the one thread that `start` begins uses it.
private final class SeriesFollower: @unchecked Sendable {
    /// In milliseconds: changes that come within this time are handled together.
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
            while let events = watch.events(within: options.checkInterval), !publication.isStopped {
                if !events.isEmpty { gather(watch) }
                reader.checkFile()
            }
        }
        reader.keep()
    }

    /// Watches the folder: the system then reports when a writer closes the file, or when another file gets its name.
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
