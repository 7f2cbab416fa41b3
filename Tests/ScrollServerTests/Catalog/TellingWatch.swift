// Waiting for who follows a folder.

import Synchronization

@testable import Platform

/// A watch that says when its follower has done what it was told and comes back for more.
final class TellingWatch: DirectoryWatch {
    private let watch: any DirectoryWatch
    /// The follower's turns, and its end.
    let news = News()

    init(_ watch: any DirectoryWatch) { self.watch = watch }

    var interval: Int { watch.interval }
    var failureReason: String? { watch.failureReason }
    var mounts: MountTable { watch.mounts }
    func add(_ directory: Int32) -> Int32? { watch.add(directory) }
    func remove(_ number: Int32) { watch.remove(number) }

    func stop() {
        watch.stop()
        news.tell()
    }

    func events(within milliseconds: Int) -> [WatchEvent]? {
        news.tell()
        return watch.events(within: milliseconds)
    }
}
