// A folder that another program writes to without a pause.

import Testing

@testable import Catalog
@testable import Platform

@Suite struct RestlessFolderTests {
    /// Reports a change of one file again and again, as while another program writes for hours.
    private final class RestlessWatch: DirectoryWatch {
        let interval = 20
        private let name: [UInt8]
        private let isStopped = Watched(false)
        private let rounds = Watched(0)

        init(_ name: String) { self.name = Array(name.utf8) }

        func add(_ directory: Int32) -> Int32? { 1 }
        func remove(_ watch: Int32) {}
        func stop() { isStopped.change { $0 = true } }

        func events(within milliseconds: Int) -> [WatchEvent]? {
            rounds.change { $0 += 1 }
            return isStopped.current ? nil : [WatchEvent(kind: .appeared, watch: 1, name: name)]
        }
    }

    /// What else is to be done is done while events come without a pause: headers are read.
    @Test func headersAreReadWhileAWriterNeverRests() throws {
        let folder = try TemporaryFolder()
        for number in 0..<50 { try folder.write("\(number).png", TinyImage.png(width: 5 + number)) }
        let watch = RestlessWatch("being-written.png")
        let telling = TellingWatch(watch)
        let collection = try FolderCollection(root: folder.path, id: "f", name: "F", watch: telling)
        collection.waitForScan()
        defer { watch.stop() }
        #expect(telling.news.comesTrue { collection.summaries(in: 0..<50).allSatisfy { $0.size != nil } })
    }
}
