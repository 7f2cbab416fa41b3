// Tables that change while they are looked at.

import Foundation
import Testing

@testable import Charts

@Suite struct SeriesFollowingTests {
    private func open(_ file: TableFile, _ change: (inout SeriesOptions) -> Void = { _ in }) throws -> Series {
        var options = TableFile.options
        options.isFollowed = true
        options.checkInterval = 10
        // A last line without an end counts as being written for ever.
        options.settlingTime = 1_000_000
        change(&options)
        let series = try Series.open(path: file.path, options: options)
        #expect(series.comesTrue { series.status.isComplete })
        return series
    }

    private func expectSame(_ series: Series, _ file: TableFile) throws {
        let fresh = try file.read()
        #expect(series.allX == fresh.allX)
        for line in fresh.lines.indices { #expect(series.values(line) == fresh.values(line)) }
        let (one, other) = (
            series.extremes(line: 0, in: 0..<series.count), fresh.extremes(line: 0, in: 0..<fresh.count)
        )
        #expect(one?.min == other?.min && one?.max == other?.max)
    }

    @Test func `what is added appears`() throws {
        let file = try TableFile("x,a\n0,0\n")
        let series = try open(file)
        let told = Promise<Int>()
        series.onChange { if $0.count == 101 { told.keep($0.revision) } }
        let revision = series.status.revision
        for batch in 0..<10 {
            try file.append((1...10).map { "\(batch * 10 + $0),\($0)\n" }.joined())
        }
        #expect(told.wait() != nil)
        #expect(series.count == 101 && series.status.revision > revision)
        try expectSame(series, file)
    }

    @Test func `a line that is cut waits for its end`() throws {
        let file = try TableFile("x,a\n0,5\n1,12")
        let series = try open(file)
        #expect(series.count == 1 && series.status.badRowCount == 0)
        try file.append("34")
        try file.append("5\n2,6")
        #expect(series.comesTrue { series.count == 2 })
        #expect(series.all(0) == [5, 12_345])
        try file.append("\n")
        #expect(series.comesTrue { series.count == 3 })
        #expect(series.all(0) == [5, 12_345, 6])
    }

    @Test func `a last line without an end is taken when nobody writes, and taken back when somebody does`() throws {
        let file = try TableFile("x,a\n" + (0..<15).map { "\($0),\($0)\n" }.joined() + "15,1")
        let series = try open(file) { $0.settlingTime = -1_000_000 }
        #expect(series.count == 16 && series.value(line: 0, at: 15) == 1)
        let before = series.view
        try file.append("25\n16,3")
        #expect(series.comesTrue { series.count == 17 })
        #expect(series.values(0).suffix(3) == [14, 125, 3])
        try file.append("\n")
        #expect(series.comesTrue { series.status.bytesRead == series.status.byteCount && series.count == 17 })
        #expect(before.value(line: 0, at: 15) == 1)
        try expectSame(series, file)
    }

    @Test func `rows that come late are put in their place`() throws {
        let file = try TableFile("x,a\n" + (0..<100).map { "\($0),\($0)\n" }.joined())
        let series = try open(file)
        let before = series.view
        try file.append("100,100\n49.5,-7\n101,101\n")
        #expect(series.comesTrue { series.count == 103 })
        try expectSame(series, file)
        #expect(series.value(line: 0, at: 50) == -7)
        #expect(series.status.notices == ["1 row was out of order and has been sorted by 'x'."])
        #expect(before.count == 100 && before.value(line: 0, at: 50) == 50)
    }

    @Test func `a file that is cut short, replaced or changed is read anew`() throws {
        let file = try TableFile("x,a\n" + (0..<50).map { "\($0),\($0)\n" }.joined())
        let series = try open(file)
        try Data("x,b,c\n1,2,3\n".utf8).write(to: URL(fileURLWithPath: file.path))
        #expect(series.comesTrue { series.lines == ["b", "c"] && series.count == 1 && series.status.isComplete })
        try Data("x,b,c\n1,2,3\n2,5,6\n".utf8).write(to: URL(fileURLWithPath: file.path), options: .atomic)
        #expect(series.comesTrue { series.count == 2 && series.status.isComplete })
        try expectSame(series, file)
        // In its place: as long as before.
        let handle = try #require(FileHandle(forWritingAtPath: file.path))
        try handle.seek(toOffset: 8)
        try handle.write(contentsOf: Data("7".utf8))
        try handle.close()
        #expect(series.comesTrue { series.value(line: 0, at: 0) == 7 })
        // What is no table says so; what was there stays.
        try Data("nothing here\n".utf8).write(to: URL(fileURLWithPath: file.path))
        #expect(series.comesTrue { series.status.failure == .noNumericColumn(["nothing here"]) })
        #expect(series.count == 2)
        try Data("x,b\n1,2\n".utf8).write(to: URL(fileURLWithPath: file.path))
        #expect(series.comesTrue { series.count == 1 && series.status.failure == nil && series.status.isComplete })
    }

    @Test func `random growth in random pieces is what the whole file is`() throws {
        var generator = RepeatableNoise(seed: 11)
        let rows = (0..<400).map { row -> String in
            let x =
                Int.random(in: 0..<10, using: &generator) == 0 ? row - Int.random(in: 0..<60, using: &generator) : row
            return row % 17 == 5 ? "bad\n" : "\(x),\(Int.random(in: 0..<1000, using: &generator)),\"\(row)\n\"\n"
        }
        let bytes = [UInt8](("x,a,b\n0,1,2\n1,2,3\n" + rows.joined()).utf8)
        var cut = 20
        let file = try TableFile(bytes: Array(bytes[..<cut]))
        let series = try open(file) { $0.settlingTime = Bool.random(using: &generator) ? 1_000_000 : -1_000_000 }
        while cut < bytes.count {
            let next = min(cut + Int.random(in: 1...600, using: &generator), bytes.count)
            try file.append(String(decoding: bytes[cut..<next], as: UTF8.self))
            cut = next
        }
        let fresh = try file.read()
        #expect(series.comesTrue { series.count == fresh.count && series.status.bytesRead == bytes.count })
        #expect(series.allX == fresh.allX && series.values(1) == fresh.values(1))
        #expect(series.status.badRowCount == fresh.status.badRowCount)
        #expect(series.status.badRows == fresh.status.badRows)
    }

    @Test func `nobody reads on when nobody looks`() throws {
        let file = try TableFile("x,a\n0,0\n")
        let end: Promise<Bool>
        do {
            var options = TableFile.options
            options.isFollowed = true
            let series = try Series.open(path: file.path, options: options)
            #expect(series.comesTrue { series.status.isComplete })
            end = series.publication.end()
            #expect(end.current == nil)
        }
        #expect(end.wait() == true)
    }

    @Test func `growth reaches the cache`() throws {
        let file = try TableFile("x,a\n" + (0..<100).map { "\($0),\($0)\n" }.joined())
        let end: Promise<Bool>
        do {
            let series = try open(file) { $0.cacheFolder = file.cacheFolder }
            try file.append((100..<900).map { "\($0),\($0)\n" }.joined())
            #expect(
                series.comesTrue {
                    let status = series.status
                    return status.count == 900 && status.isComplete && status.bytesRead == status.byteCount
                })
            end = series.publication.end()
        }
        // Who reads the file lets go of it when all is kept.
        #expect(end.wait() == true)
        var options = TableFile.options
        options.cacheFolder = file.cacheFolder
        let reader = try SeriesReader(path: file.path, options: options, publication: nil)
        #expect(reader.published.status.count == 900)
        try expectSame(try file.read(options), file)
    }
    /// Who is told in the middle of it that nobody wants the file keeps what was whole before; who has everything by then
    /// keeps all.
    @Test(arguments: [false, true]) func `a reading that is stopped`(isAtEnd: Bool) throws {
        let file = try TableFile("x,a\n" + (0..<100).map { "\($0),\($0)\n" }.joined())
        var options = TableFile.options
        options.cacheFolder = file.cacheFolder
        // Of every chunk that is read the test is told at once.
        options.publishingInterval = 0
        options.chunkByteCount = isAtEnd ? 1 << 20 : 64
        let publication: SeriesPublication
        do {
            let reader = try SeriesReader(path: file.path, options: options, publication: nil)
            publication = reader.published
            reader.readAll()
            try file.append((100..<150).map { "\($0),\($0)\n" }.joined())
            reader.checkFile()
            #expect(publication.status.count == 150)
            // The first rows that are late, and many that are not.
            try file.append("7,-7\n50,-50\n" + (150..<900).map { "\($0),\($0)\n" }.joined())
            let before = publication.status.bytesRead
            publication.setHandler { [unowned publication] in if $0.bytesRead > before { publication.stop() } }
            reader.checkFile()
            #expect(publication.isStopped && (publication.status.bytesRead == file.byteCount) == isAtEnd)
            reader.keep()
        }
        let next = try SeriesReader(path: file.path, options: options, publication: nil)
        #expect(next.published.status.count == (isAtEnd ? 902 : 150))
        next.readAll()
        let (view, fresh) = (next.published.view, try file.read().view)
        #expect(view.x(in: 0..<view.count) == fresh.x(in: 0..<fresh.count))
        #expect(view.values(line: 0, in: 0..<view.count) == fresh.values(line: 0, in: 0..<fresh.count))
    }

    /// The same for a file that is read for the first time: what is not complete is not kept.
    @Test(arguments: [false, true]) func `a first reading that is stopped`(isAtEnd: Bool) throws {
        let file = try TableFile("x,a\n" + (0..<100).map { "\($0),\($0)\n" }.joined())
        var options = TableFile.options
        options.cacheFolder = file.cacheFolder
        options.chunkByteCount = isAtEnd ? 1 << 20 : 64
        do {
            let reader = try SeriesReader(path: file.path, options: options, publication: nil)
            reader.published.setHandler { [unowned publication = reader.published] in
                if $0.count > 0 { publication.stop() }
            }
            reader.readAll()
            #expect(reader.published.isStopped && reader.published.status.isComplete == isAtEnd)
            reader.keep()
        }
        let next = try SeriesReader(path: file.path, options: options, publication: nil)
        #expect(next.published.status.count == (isAtEnd ? 100 : 0))
    }

    private struct Later: CustomTestStringConvertible {
        let name: String
        let first: String
        let later: String

        var testDescription: String { name }
    }

    private static let hours = (0..<60).map { "2026-01-01 00:\($0 / 10)\($0 % 10)" }
    private static let laterRows = [
        Later(
            name: "a decimal comma", first: "Zeit;Temp\n" + hours.map { "\($0);20\n" }.joined(),
            later: hours.map { "\($0.replacing(" 00", with: " 01"));20,5\n" }.joined()),
        Later(
            name: "a column that was empty", first: "t;v\n" + (0..<20).map { "\($0);\n" }.joined(),
            later: (20..<50).map { "\($0);0,5\n" }.joined()),
        Later(name: "more than one row", first: "1;2\n", later: (2..<60).map { "\($0);\($0),5\n" }.joined()),
        Later(
            name: "thousands", first: "t,v\n" + (0..<19).map { "\($0),\($0)\n" }.joined(),
            later: (19..<38).map { "\($0),\"1,0\($0).50\"\n" }.joined()),
        Later(
            name: "a guess that is told", first: "t;v\n" + (0..<50).map { "\($0);1,000\n" }.joined(),
            later: "50;1,050.5\n"),
        // More than what is looked at for the format.
        Later(
            name: "a decimal comma behind a long table", first: "t;v\n" + (0..<40_000).map { "\($0);20\n" }.joined(),
            later: (40_000..<40_020).map { "\($0);20,5\n" }.joined()),
    ]

    @Test(arguments: laterRows) private func `rows that come later are read as those of a file that had them at first`(
        one: Later
    ) throws {
        let file = try TableFile(one.first)
        let series = try open(file) { $0.cacheFolder = file.cacheFolder }
        try file.append(one.later)
        let fresh = try file.read()
        #expect(series.comesTrue { series.status.isComplete && series.count == fresh.count })
        #expect(series.comesTrue { series.status.notices == fresh.status.notices }, "\(series.status.notices)")
        #expect(series.lines == fresh.lines)
        try expectSame(series, file)
        // The next start as well.
        series.stop()
        var options = TableFile.options
        options.cacheFolder = file.cacheFolder
        let again = try file.read(options)
        #expect(again.allX == fresh.allX && again.values(0) == fresh.values(0))
        #expect(again.status.notices == fresh.status.notices)
    }

    @Test func `a table that is gone says so`() throws {
        let file = try TableFile("x,a\n0,5\n1,6\n")
        let series = try open(file)
        #expect(series.status.notices.isEmpty)
        try FileManager.default.moveItem(atPath: file.path, toPath: "\(file.path).1")
        #expect(series.comesTrue { series.status.notices.contains { $0.contains("not there any more") } })
        #expect(series.count == 2 && series.status.failure == nil)
        try FileManager.default.moveItem(atPath: "\(file.path).1", toPath: file.path)
        #expect(series.comesTrue { series.status.notices.isEmpty && series.count == 2 })
    }
}
