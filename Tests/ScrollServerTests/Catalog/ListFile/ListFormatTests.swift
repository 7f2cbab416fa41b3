// Which files are lists, and where in them the paths are.

import Testing

@testable import Catalog

@Suite struct ListFormatTests {
    @Test func endings() {
        for (name, format) in [
            ("a.txt", ListFormat.lines), ("/x/A.TXT", .lines), ("a.m3u", .playlist), ("a.m3u8", .playlist),
            ("a.csv", .table), ("a.b.tsv", .table), ("a.jsonl", .jsonLines), ("a.ndjson", .jsonLines),
        ] {
            #expect(ListFormat(path: name) == format, "\(name)")
        }
        for name in ["a", "a.jpg", "txt", "a.txt/b", "", ".", "a.json"] {
            #expect(ListFormat(path: name) == nil, "\(name)")
        }
    }

    private static func field(_ place: Int, _ delimiter: Character = ",", header: Bool = true) -> ListFormat.PathColumn
    {
        .field(place, delimiter: delimiter.asciiValue ?? 0, hasHeader: header)
    }

    private static let tables: [(String, ListFormat.PathColumn?)] = [
        ("path,label\na.jpg,1\n", field(0)), ("label,File Name\n1,a.jpg\n", field(1)),
        ("id;image_path;x\n1;a/b.png;0\n", field(1, ";")), ("id\tsrc\n1\ta.gif", field(1, "\t")),
        ("\"id\",\"url\"\r\n\"1\",\"a,b.jpg\"\r\n", field(1)),
        // No such name: by what is in it.
        ("id,what\n1,a.jpg\n2,b.JPEG\n", field(1)), ("1,a.jpg\n2,b.jpg\n", field(1, header: false)),
        ("a.jpg\nb.jpg\n", field(0, header: false)), ("name\na.jpg\nb.txt\nc.png\n", field(0)),
        // Called so, and no paths: measurements.
        ("image,value\n1,3.5\n2,4.5\n", nil), ("location,value\nSt. Louis,3.5\n", nil),
        ("time,url,value\n2024-01-01,,3.5\n2024-01-02,,4.5\n", nil), ("path\n", field(0)),
        ("time,value\n2024-01-01,3.5\n", nil), ("1,2,3\n4,5,6\n", nil), ("", nil), ("\n\n", nil),
        // The first one of two.
        ("thumb,path\na.jpg,b.jpg\n", field(1)), ("thumb,full\na.jpg,b.jpg\n", field(0)),
        ("image,value\nfolder/1,3.5\nfolder/2,4.5\n", field(0)),
    ]

    @Test(arguments: tables.indices) func columns(index: Int) {
        let (text, column) = Self.tables[index]
        #expect(ListFormat.table.pathColumn(in: Array(text.utf8)) == column, "\(text)")
        #expect(ListFormat.table.pathColumn(in: [0xEF, 0xBB, 0xBF] + Array(text.utf8)) == column, "\(text)")
    }

    @Test func members() {
        for (text, column) in [
            (#"{"path": "a", "label": 1}"#, nil), (#"{"path": "x/a", "label": 1}"#, .member("path")),
            (#"{"label": "b.jpg"}"#, .member("label")), (#"{"a": 1, "b": 2}"#, nil),
            ("\"a.jpg\"\n\"b.jpg\"\n", .whole), ("1\n2\n", nil), ("{\n", nil),
            ("not json\n" + #"{"file_name": "a.jpg"}"# + "\n", .member("file_name")),
        ] as [(String, ListFormat.PathColumn?)] {
            #expect(ListFormat.jsonLines.pathColumn(in: Array(text.utf8)) == column, "\(text)")
        }
    }

    @Test func onlyTheBeginningDecides() {
        let row = Array("1,2,3\n".utf8)
        var bytes = (0..<20_000).flatMap { _ in row }
        bytes += Array("a.jpg,b.jpg,c.jpg\n".utf8)
        #expect(ListFormat.table.pathColumn(in: bytes) == nil)
        // A record that is cut off there says nothing.
        let cut = Array("path\n".utf8) + [UInt8](repeating: 0x61, count: 70_000)
        #expect(ListFormat.table.pathColumn(in: cut) == Self.field(0))
        for count in 0..<64 { _ = ListFormat.table.pathColumn(in: Array("a,\"b\n,\"c;\"\"\n".utf8.prefix(count))) }
    }
}
