// Lists from Windows, from old Macs, and lists of many lines.

import Foundation
import Testing

@testable import Catalog
@testable import Imaging

@Suite struct ForeignListTests {
    /// The width of each picture, and the reason where there is none.
    private func widths(_ list: ListFileCollection) -> [String] {
        (0..<list.status.count).compactMap { list.summary(at: $0) }.map {
            $0.size.map { "\($0.width)" } ?? $0.error?.explanation ?? "unknown"
        }
    }

    private func folder() throws -> TemporaryFolder {
        let folder = try TemporaryFolder()
        try folder.write("pictures/a b.png", TinyImage.png(width: 1, height: 5))
        try folder.write("pictures/2019/c.png", TinyImage.png(width: 2, height: 500))
        try folder.write("share/Urlaub/d.png", TinyImage.png(width: 3, height: 5))
        return folder
    }

    /// Paths with drives, of shares, and relative ones, as `dir /s /b` and “Copy as path” write them, with CR LF.
    @Test func windows() throws {
        let folder = try folder()
        let text = [
            #"C:\Users\me\Pictures\2019\c.png"#, #""c:\users\ME\pictures\a b.png""#, #"pictures\2019\c.png"#,
            #"\\nas\photos\Urlaub\d.png"#, #"\\?\C:\Users\me\Pictures\2019\c.png"#, #"D:\x.png"#, #"\\other\y\z.png"#,
            #"C:\Users\me\Pictures\..\..\..\..\etc\passwd"#, "C:", #"C:/Users/me/Pictures/2019/c.png"#,
        ].joined(separator: "\r\n")
        let roots = [#"C:\Users\me\Pictures=\#(folder.path)/pictures"#, #"\\NAS\photos=\#(folder.path)/share"#]
        let found = widths(try folder.list("list.txt", text, roots: roots))
        #expect(Array(found.prefix(5)) == ["2", "1", "2", "3", "2"])
        #expect(found[5].contains("--root 'D:=DIR'"), "\(found[5])")
        #expect(found[6].contains("of another computer"), "\(found[6])")
        #expect(found[7].contains("outside"), "\(found[7])")
        #expect(found[8].contains("--root 'C:=DIR'") && found[9] == "2", "\(found[8])")
        // A whole drive.
        let drive = widths(try folder.list("two.txt", "E:\\2019\\c.png\r\n", roots: ["E:=\(folder.path)/pictures"]))
        #expect(drive == ["2"])
    }

    /// A file of this machine may have a backslash, or a colon, in its name.
    @Test func ownNamesFirst() throws {
        let folder = try folder()
        try folder.write("pictures\\2019\\c.png", TinyImage.png(width: 9, height: 5))
        try folder.write("C:/e.png", TinyImage.png(width: 8, height: 5))
        let found = widths(try folder.list("list.txt", "pictures\\2019\\c.png\nC:/e.png\n"))
        #expect(found == ["9", "8"])
    }

    @Test(arguments: ["txt", "csv", "jsonl"]) func aCRAlone(ending: String) throws {
        let folder = try folder()
        let lines =
            switch ending {
            case "csv": ["label;file", "1;pictures/a b.png", "2;pictures/2019/c.png"]
            case "jsonl": [#"{"image":"pictures/a b.png"}"#, #"{"image":"pictures/2019/c.png"}"#]
            default: ["pictures/a b.png", "", "pictures/2019/c.png"]
            }
        #expect(widths(try folder.list("list.\(ending)", lines.joined(separator: "\r"))) == ["1", "2"])
    }

    /// All lines of a list are read, whoever looks where: its count is true, its last line is reached, and a file of it is
    /// opened when somebody looks.
    @Test func allLinesAreRead() throws {
        let folder = try folder()
        let count = 70_002
        let lines = (0..<count).map { $0 % 3 == 0 ? "pictures/2019/c.png" : "pictures/\($0).png" }
        let list = try folder.list("list.txt", lines.joined(separator: "\n"))
        let client = try APIClient([list])
        // Each page is queued behind the one before.
        for _ in 0..<10 where !list.status.isComplete { list.waitForPage() }
        #expect(list.status.count == count && list.status.isComplete)
        let last = try client.get(
            "/api/collections/l/plan?width=300&height=300&layout=stack&index=\(count - 3)&align=start&overscan=0"
        ).plan()
        #expect(last.visible?.first == count - 3 && !last.hasMore)
        #expect(last.tiles.first { $0.index == count - 3 }?.height == 500)
        #expect(list.summary(at: count - 3)?.size?.width == 2)
        list.measure([count - 2])
        #expect(list.summary(at: count - 2)?.error != nil)
        // Nobody has looked at these.
        let unseen = try #require(list.details(at: 50_000))
        #expect(unseen.error == nil && !unseen.isMeasured && unseen.byteCount == nil && unseen.modified == nil)
        let page: ItemPage = try client.get("/api/collections/l/items?limit=1000").decoded()
        #expect(page.items.count == 1000 && page.items[999].name == lines[999])
    }

    /// Names as file systems of Apple's take them apart, and lists of programs that do not write UTF-8.
    @Test func spellings() throws {
        let folder = try folder()
        let (composed, apart) = ("gr\u{FC}n/\u{E9}.png", "blaue A\u{308}ste/o\u{308}.png")
        try folder.write(composed, TinyImage.png(width: 11, height: 5))
        try folder.write(apart, TinyImage.png(width: 12, height: 5))
        let others = [
            composed.decomposedStringWithCanonicalMapping, apart.precomposedStringWithCanonicalMapping, composed, apart,
            "gr\u{FC}n/e.png",
        ]
        let found = widths(try folder.list("list.txt", others.joined(separator: "\n")))
        #expect(Array(found.prefix(4)) == ["11", "12", "11", "12"])
        #expect(found[4].contains("not there"), "\(found[4])")

        // As a spreadsheet in German saves “CSV”, and old players their lists.
        let path = "\(folder.path)/list.csv"
        let text = "Gr\u{F6}\u{DF}e;Datei;Ort\r\n1,5;gr\u{FC}n/\u{E9}.png;Z\u{FC}rich \u{20AC}\r\n"
        try #require(text.data(using: .windowsCP1252)).write(to: URL(fileURLWithPath: path))
        let list = try ListFileCollection(path: path, id: "l", name: "l")
        _ = list.waitForFirstItem()
        #expect(widths(list) == ["11"])
        #expect(list.details(at: 0)?.name == "gr\u{FC}n/\u{E9}.png")
        let facts = list.facts(ofItem: list.summary(at: 0)?.id ?? "")
        #expect(facts.contains { $0.field.name == "größe" && $0.value == .number(1.5) })
        #expect(facts.contains { $0.field.name == "ort" && $0.value == .text(Array("Z\u{FC}rich \u{20AC}".utf8)) })

        // Bytes that are no UTF-8 on the disk either.
        try folder.write("f\u{FC}r.png", TinyImage.png(width: 13, height: 5))
        let latin = Array("\(folder.path)/".utf8) + [0xF6] + Array(".png".utf8) + [0]
        #expect(rename("\(folder.path)/f\u{FC}r.png", latin.map { CChar(bitPattern: $0) }) == 0)
        _ = try folder.write("latin.m3u", [0xF6] + Array(".png\n".utf8))
        let old = try ListFileCollection(path: "\(folder.path)/latin.m3u", id: "l", name: "l")
        _ = old.waitForFirstItem()
        #expect(widths(old) == ["13"] && old.details(at: 0)?.name == "\u{F6}.png")

        // The same of a table beside a folder.
        let beside = try folder.write("facts.csv", Array("path,n\n\(others[0]),1\n\(others[1]),2\n".utf8))
        let joined = try JoinedFacts(path: beside, root: folder.path)
        var joinedFacts = FactTable()
        joinedFacts.setFields(joined.fields)
        for (row, path) in [composed, apart].enumerated() {
            joinedFacts.insert(row)
            joined.add(to: &joinedFacts, row: row, path: Array(path.utf8))
            #expect(joinedFacts.value(row: row, column: joined.fields.count - 1) == .number(Double(row + 1)), "\(path)")
        }
    }
}
