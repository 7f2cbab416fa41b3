// A table beside a folder: what it says, and what is said of it.

import Foundation
import Testing

@testable import Catalog
@testable import ScrollServer

@Suite struct FollowedFactsTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
        for number in 0..<6 { _ = try folder.write("photos/\(number).png") }
        _ = try folder.write("photos/sub/deep.png")
    }

    private var path: String { "\(folder.path)/facts.csv" }

    private func write(_ lines: [String]) throws {
        let text = (["path,score"] + lines).joined(separator: "\n") + "\n"
        try Data(text.utf8).write(to: URL(fileURLWithPath: path), options: .atomic)
    }

    private func withFolder(_ arguments: [String] = [], _ body: (FolderCollection) throws -> Void) throws {
        let options = try Options(
            ["--port=0", "--cache-limit=0", "--facts=\(path)", "\(folder.path)/photos"] + arguments)
        let sources = try CollectionSources(options)
        defer { sources.cancel() }
        let collection = try #require(sources.collections.first as? FolderCollection)
        collection.waitForScan()
        try body(collection)
    }

    /// The score of each picture, by name.
    private func scores(_ collection: FolderCollection) -> [String: Double] {
        var scores: [String: Double] = [:]
        for index in 0..<collection.status.count {
            guard let details = collection.details(at: index), let item = collection.summary(at: index)
            else { continue }
            for (field, value) in collection.facts(ofItem: item.id) where field.name == "score" {
                if case .number(let number) = value { scores[details.name] = number }
            }
        }
        return scores
    }

    @Test func aWordAmongNumbersKeepsTheOtherRows() throws {
        let rows = (0..<5).map { "\($0).png,\($0)" }
        try write(rows)
        try withFolder { collection in
            #expect(collection.notice == nil)
            try write(rows + ["5.png,abc"])
            #expect(eventually { collection.notice?.contains("'abc'") == true })
            try write(rows + ["5.png,abc", "sub/deep.png,98"])
            #expect(eventually { scores(collection)["sub/deep.png"] == 98 })
            #expect(scores(collection).count == 6)
            try write(rows + ["5.png,5"])
            #expect(eventually { collection.notice == nil && scores(collection)["5.png"] == 5 })
        }
    }

    @Test func aTableThatIsGoneIsSaid() throws {
        try write(["0.png,1"])
        try withFolder { collection in
            let revision = collection.status.revision
            try FileManager.default.removeItem(atPath: path)
            #expect(eventually { collection.notice?.contains("not there any more") == true })
            #expect(scores(collection) == ["0.png": 1] && collection.status.revision > revision)
            try write(["0.png,2"])
            #expect(eventually { collection.notice == nil && scores(collection) == ["0.png": 2] })
        }
    }

    @Test func pathsThatLeadToNoPictureAreSaid() throws {
        try write(["0.png,1", "none.png,2", "other/1.png,3"])
        try withFolder { collection in
            let notice = try #require(collection.notice)
            #expect(notice.contains("Of the 3 paths") && notice.contains("2 lead to no picture"), "\(notice)")
            _ = try folder.write("photos/none.png")
            _ = try folder.write("photos/other/1.png")
            #expect(eventually { collection.notice == nil && scores(collection).count == 3 })
        }
    }

    @Test func pathsFromWindows() throws {
        try write([#"C:\Photos\0.png,1"#, #"sub\deep.png,2"#, #"c:\photos\SUB\x.png,3"#, #"D:\1.png,4"#])
        try withFolder([#"--root=C:\photos=\#(folder.path)/photos"#]) { collection in
            #expect(scores(collection) == ["0.png": 1, "sub/deep.png": 2])
        }
    }
}
