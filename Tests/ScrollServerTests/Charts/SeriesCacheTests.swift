// Series from one start to the next.

import Foundation
import Testing

@testable import Charts
@testable import Platform

@Suite struct SeriesCacheTests {
    private let text =
        "x,a,b\n" + (0..<500).map { "\($0 * $0),\($0 % 7),\(Double($0) / 10)\n" }.joined() + "bad\nworse\n"

    private func options(_ file: TableFile) -> SeriesOptions {
        var options = TableFile.options
        options.cacheFolder = file.cacheFolder
        return options
    }

    /// Reads it and waits until the cache has it.
    private func readAndKeep(_ file: TableFile) throws {
        let end: Promise<Bool>
        do {
            let series = try file.read(options(file))
            #expect(series.status.storage == .cache)
            end = series.publication.end()
        }
        // Who reads the file lets go of it when all is kept.
        #expect(end.wait() == true)
        #expect(entries(file).contains { $0.hasSuffix(".series") })
    }

    private func entries(_ file: TableFile) -> [String] {
        FileSystem.names(in: "\(file.cacheFolder)/series-\(SeriesIndex.version)")
    }

    private func entry(_ file: TableFile) throws -> String {
        "\(file.cacheFolder)/series-\(SeriesIndex.version)/\(try #require(entries(file).first { $0.hasSuffix(".series") }))"
    }

    /// What is there before anything of the file but what says which it is has been read.
    private func openedCount(_ file: TableFile) throws -> Int {
        let reader = try SeriesReader(path: file.path, options: options(file), publication: nil)
        return reader.published.status.count
    }

    private func expectSame(_ one: Series, _ other: Series) {
        #expect(one.allX == other.allX && one.lines == other.lines && one.xKind == other.xKind)
        for line in one.lines.indices { #expect(one.values(line) == other.values(line)) }
        #expect(one.status.badRows == other.status.badRows && one.status.badRowCount == other.status.badRowCount)
        #expect(one.status.notices == other.status.notices)
        #expect(one.extremes(line: 1, in: 0..<one.count)?.max == other.extremes(line: 1, in: 0..<other.count)?.max)
    }

    @Test func `a second start has everything at once`() throws {
        let file = try TableFile(text)
        #expect(try openedCount(file) == 0)
        try readAndKeep(file)
        #expect(try openedCount(file) == 500)
        let series = try file.read(options(file))
        expectSame(series, try file.read())
        #expect(series.status.badRows.map(\.line) == [502, 503])
    }

    @Test func `sorted rows, JSON and notices survive it`() throws {
        for (name, text) in [
            ("t.csv", "x,a\n" + (0..<300).map { "\($0 * 7919 % 307),\($0)\n" }.joined() + "5,?\n"),
            ("t.jsonl", (0..<300).map { "{\"x\":\($0),\"a\":\($0 % 9)}\n" }.joined() + "{\n"),
            ("u.jsonl", (0..<300).map { "[\($0),\($0 % 9)]\n" }.joined()),
        ] {
            let file = try TableFile(text, as: name)
            try readAndKeep(file)
            #expect(try openedCount(file) == (name == "t.csv" ? 301 : 300))
            expectSame(try file.read(options(file)), try file.read())
        }
    }

    /// The reader would leave its text, so such a cache is not used.
    @Test(arguments: 0..<3) func `a delimiter, decimal mark or quote that is a line end`(place: Int) throws {
        let file = try TableFile(text)
        try readAndKeep(file)
        do {
            let kept = try #require(SeriesFile.open(try entry(file)))
            var (bytes, offset, generation) = try #require(SeriesIndex.read(kept))
            var reader = IndexReader(bytes)
            // The format comes after the path, its length, and six numbers.
            let start = 7 * 8 + (try #require(reader.text()?.utf8.count))
            #expect(Array(bytes[start..<start + 3]) == Array(",.\"".utf8))
            bytes[start + place] = 0x0A
            offset = FileStore.aligned(offset + bytes.count)
            #expect(SeriesIndex.write(bytes, to: kept, at: offset, generation: generation + 1))
        }
        #expect(try openedCount(file) == 0)
        expectSame(try file.read(options(file)), try file.read())
    }

    @Test func `a file that has grown is read from where it ended`() throws {
        let file = try TableFile(text)
        try readAndKeep(file)
        try file.append("1000000,5,6\n")
        #expect(try openedCount(file) == 500)
        let series = try file.read(options(file))
        #expect(series.count == 501 && series.value(line: 1, at: 500) == 6)
        expectSame(series, try file.read())
    }

    @Test func `a file that is another is read anew`() throws {
        let file = try TableFile(text)
        try readAndKeep(file)
        // Longer, but with another beginning; the same file on the disk.
        let handle = try #require(FileHandle(forWritingAtPath: file.path))
        try handle.write(contentsOf: Data("x,c".utf8))
        try handle.seekToEnd()
        try handle.write(contentsOf: Data("1000000,5,6\n".utf8))
        try handle.close()
        #expect(try openedCount(file) == 0)
        #expect(try file.read(options(file)).lines == ["c", "b"])
        // As long as before, and written at another time.
        let again = try TableFile(text)
        try readAndKeep(again)
        try FileManager.default.setAttributes(
            [.modificationDate: Date(timeIntervalSince1970: 5)], ofItemAtPath: again.path)
        #expect(try openedCount(again) == 0)
    }

    @Test func `a damaged entry is made anew, whichever byte it is`() throws {
        let file = try TableFile(text)
        try readAndKeep(file)
        let whole = [UInt8](try Data(contentsOf: URL(fileURLWithPath: try entry(file))))
        #expect(whole.count > 3 * 16_384)
        let index = (whole.count / 16_384) * 16_384
        var places = Array(4096..<4136) + [index, index + 100, whole.count - 1]
        places = places.filter { whole[$0] != 0 || $0 >= 4128 }
        for place in places {
            var damaged = whole
            damaged[place] ^= 0x55
            try Data(damaged).write(to: URL(fileURLWithPath: try entry(file)))
            #expect(try openedCount(file) == 0, "byte \(place)")
        }
        for count in [0, 39, 4100, 20_000, whole.count - 1] {
            try Data(whole.prefix(count)).write(to: URL(fileURLWithPath: try entry(file)))
            #expect(try openedCount(file) == 0, "\(count) bytes")
        }
        try Data(whole).write(to: URL(fileURLWithPath: try entry(file)))
        #expect(try openedCount(file) == 500)
    }

    @Test func `where nothing can be written a temporary file is taken`() throws {
        let file = try TableFile(text)
        var options = options(file)
        options.cacheFolder = "/dev/null/cache"
        let series = try file.read(options)
        #expect(series.status.storage == .temporary && series.count == 500)
    }

    @Test func `two at once do not disturb one another`() throws {
        let file = try TableFile(text)
        let (one, two) = (try file.read(options(file)), try file.read(options(file)))
        expectSame(one, two)
        let (three, four) = (try file.read(options(file)), try file.read(options(file)))
        expectSame(three, four)
        #expect(one.allX == three.allX)
    }

    @Test func `nothing is left of a file that was given up, and the cache keeps its limit`() throws {
        let file = try TableFile(text)
        try readAndKeep(file)
        try file.folder.write("cache/series-\(SeriesIndex.version)/scrollserver-1.part", [1, 2, 3])
        var options = options(file)
        options.cacheByteLimit = 1
        options.xColumn = "a"
        let first = try entry(file)
        let end: Promise<Bool>
        do {
            let series = try file.read(options)
            #expect(series.xKind == .number)
            end = series.publication.end()
        }
        #expect(end.wait() == true)
        #expect(entries(file).count { $0.hasSuffix(".series") } == 1)
        #expect(!FileManager.default.fileExists(atPath: first))
        #expect(!entries(file).contains("scrollserver-1.part"))
    }
}
