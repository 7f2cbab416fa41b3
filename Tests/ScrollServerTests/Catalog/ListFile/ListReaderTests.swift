// Lists of all formats, read in pieces of any length.

import Testing

@testable import Catalog
@testable import Platform

@Suite struct ListReaderTests {
    /// All entries, page after page.
    private func entries(
        _ format: ListFormat, _ bytes: [UInt8], column: ListFormat.PathColumn? = nil, blockSize: Int = 64 << 10
    ) throws -> [ListEntry] {
        let column = try #require(column ?? format.pathColumn(in: bytes))
        var reader = ListReader(format: format, column: column)
        reader.blockSize = blockSize
        var all: [ListEntry] = []
        for _ in 0..<1000 {
            let page = try reader.nextPage { offset, count in Array(bytes.dropFirst(offset).prefix(count)) }
            all += page.entries
            #expect(page.entries.count <= ListReader.pageSize)
            if !page.hasNextPage { return all }
        }
        Issue.record("it never ends")
        return all
    }

    private func texts(_ entries: [ListEntry]) -> [String] {
        entries.map { String(decoding: $0.path, as: UTF8.self) + ($0.error == nil ? "" : " ✗") }
    }

    private func texts(
        _ format: ListFormat, _ text: String, column: ListFormat.PathColumn? = nil
    ) throws -> [String] {
        let bytes = Array(text.utf8)
        let whole = try entries(format, bytes, column: column)
        // Any split gives the same.
        for size in [1, 2, 3, 7, 64] {
            #expect(try entries(format, bytes, column: column, blockSize: size) == whole, "\(size)")
        }
        return texts(whole)
    }

    @Test func lines() throws {
        #expect(try texts(.lines, "") == [])
        #expect(try texts(.lines, "a.jpg") == ["a.jpg"])
        #expect(
            try texts(.lines, "\u{FEFF}a.jpg\r\n\r\n# b.jpg\n  # c\n\t d e.jpg \n./f/../g.jpg\n") == [
                "a.jpg", "d e.jpg", "./f/../g.jpg",
            ])
        #expect(
            try texts(.lines, "file:///x/a%20b%C3%BC.jpg\nfile://localhost/c.jpg\nfile://other/c.jpg\n") == [
                "/x/a bü.jpg", "/c.jpg", "record 3: file://other/c.jpg ✗",
            ])
        #expect(
            try texts(.lines, "https://example.org/a.jpg\nfolder/\na\0b\n") == [
                "record 1: https://example.org/a.jpg ✗", "record 2: folder/ ✗", "record 3: a b ✗",
            ])
        // What is no UTF-8 is a name all the same.
        #expect(try entries(.lines, [0x61, 0xFF, 0xC3, 0x0A, 0x62]).map(\.path) == [[0x61, 0xFF, 0xC3], [0x62]])
        let long = String(repeating: "x", count: 5000)
        let entries = try entries(.lines, Array("\(long)\nb.jpg\n".utf8))
        #expect(entries.count == 2 && entries[0].error != nil && entries[0].path.count < 120)
    }

    @Test func aLineWithoutEndIsGivenUp() throws {
        let bytes = [UInt8](repeating: 0x78, count: ListRecords.longest * 2 + 5) + Array("\nb.jpg\n".utf8)
        for size in [4096, 64 << 10, 4 << 20] {
            let entries = try entries(.lines, bytes, blockSize: size)
            #expect(entries.map { $0.error == nil } == [false, true], "\(size)")
        }
    }

    @Test func playlists() throws {
        let text = "#EXTM3U\n#EXTINF:123,First, of all\na.jpg\nb.jpg\n#EXTINF:5,\nc.jpg\n"
        let entries = try entries(.playlist, Array(text.utf8))
        #expect(texts(entries) == ["a.jpg", "b.jpg", "c.jpg"])
        #expect(entries.map { $0.title.map { String(decoding: $0, as: UTF8.self) } } == ["First, of all", nil, nil])
    }

    @Test func tables() throws {
        #expect(
            try texts(.table, "\u{FEFF}id,path\r\n1,\"a, \"\"b\"\".jpg\"\r\n2,\"two\nlines.jpg\"\n\n3,c.jpg") == [
                "a, \"b\".jpg", "two\nlines.jpg", "c.jpg",
            ])
        #expect(
            try texts(.table, "path,x\na.jpg,1\n,2\n\"\"\nb.jpg") == [
                "a.jpg", "record 3 ✗", "record 4 ✗", "b.jpg",
            ])
        // A quote that is never closed takes its own line and no other.
        #expect(
            try texts(.table, "path\na.jpg\n\"b.jpg\nc.jpg\nd.jpg\n", column: .field(0, delimiter: 44, hasHeader: true))
                == ["a.jpg", "record 3: \"b.jpg ✗", "c.jpg", "d.jpg"])
        #expect(
            try texts(.table, "a\"b.jpg,1\nc.jpg,2\n", column: .field(0, delimiter: 44, hasHeader: false)).last
                == "c.jpg")
    }

    @Test func jsonLines() throws {
        #expect(
            try texts(
                .jsonLines, #"{"file":"a/\u00fc.jpg"}"# + "\r\n\n{\"file\":3}\nnonsense\n{}\n" + #"{"file":"b.jpg"}"#)
                == [
                    "a/ü.jpg", "record 3 ✗", "record 4: nonsense ✗", "record 5 ✗", "b.jpg",
                ])
        #expect(try texts(.jsonLines, "\"a.jpg\"\n\"b.jpg\"\n7\n") == ["a.jpg", "b.jpg", "record 3: 7 ✗"])
    }

    @Test func pagesHaveAThousandEntries() throws {
        let bytes = Array((0..<2500).map { "\($0).jpg\n" }.joined().utf8)
        var reader = ListReader(format: .lines, column: .whole)
        var counts: [Int] = []
        var hasNext = true
        while hasNext {
            // A page that fails leaves all as it was.
            let before = reader.offset
            let failure = #expect(throws: SystemError.self) {
                try reader.nextPage { (_, _) throws(SystemError) in throw SystemError(call: "read", code: 5) }
            }
            #expect(failure?.code == 5 && reader.offset == before)
            let page = try reader.nextPage { offset, count in Array(bytes.dropFirst(offset).prefix(count)) }
            counts.append(page.entries.count)
            hasNext = page.hasNextPage
        }
        #expect(counts == [1000, 1000, 500])
        #expect(try entries(.lines, bytes).map(\.path) == (0..<2500).map { Array("\($0).jpg".utf8) })
    }

    @Test func noBytesAreTooStrange() throws {
        var numbers = SeededNumbers(state: 5)
        let alphabet = Array("a,\"\n\r;{}[]#:/.jpg\0\u{FF}".utf8)
        for format in [ListFormat.lines, .playlist, .table, .jsonLines] {
            let columns: [ListFormat.PathColumn] =
                format == .table
                ? [.field(1, delimiter: 44, hasHeader: false)]
                : format == .jsonLines ? [.member("a"), .whole] : [.whole]
            for column in columns {
                for _ in 0..<60 {
                    let bytes = (0..<Int.random(in: 0...200, using: &numbers)).map { _ in
                        alphabet.randomElement(using: &numbers) ?? 0
                    }
                    let whole = try entries(format, bytes, column: column)
                    #expect(try entries(format, bytes, column: column, blockSize: 1) == whole)
                    #expect(try entries(format, bytes, column: column, blockSize: 13) == whole)
                    _ = format.pathColumn(in: bytes)
                }
            }
        }
    }
}
