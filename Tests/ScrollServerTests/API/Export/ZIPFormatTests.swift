// Archives beyond the limits of the first ZIP: many files, and files of more than 4 GiB.

import Foundation
import Testing

@testable import HTTP
@testable import Pixels
@testable import Platform
@testable import ScrollServer

@Suite struct ZIPFormatTests {
    private struct Found: Decodable {
        var name: String
        var count: Int
        var offset: Int
        var modified: [Int]
    }

    /// Writes an archive whose files are holes, and returns what Python finds in it; the last file is read.
    private func found(_ entries: [ZIPFormat.Entry], last: [UInt8]) throws -> (count: Int, last: Found, text: String) {
        let folder = try ScratchFolder()
        let path = folder.path + "/a.zip"
        try folder.write("a.zip", [])
        let file = try #require(FileHandle(forWritingAtPath: path))
        var (offset, offsets): (UInt64, [UInt64]) = (0, [])
        func write(_ bytes: [UInt8]) throws {
            try file.seek(toOffset: offset)
            try file.write(contentsOf: Data(bytes))
            offset += UInt64(bytes.count)
        }
        for (number, entry) in entries.enumerated() {
            offsets.append(offset)
            try write(ZIPFormat.localHeader(entry))
            let isLast = number == entries.count - 1
            if isLast { try write(last) } else { offset += entry.byteCount }
            try write(ZIPFormat.descriptor(entry, checksum: isLast ? CRC32.checksum(last.span) : 0))
        }
        let start = offset
        var directory: [UInt8] = []
        for (number, entry) in entries.enumerated() {
            let checksum = number == entries.count - 1 ? CRC32.checksum(last.span) : 0
            directory += ZIPFormat.centralHeader(entry, checksum: checksum, offset: offsets[number])
        }
        try write(directory)
        try write(ZIPFormat.end(entryCount: entries.count, offset: start, byteCount: UInt64(directory.count)))
        try file.close()
        let output = try PythonOracle.run(
            """
            import json, sys, zipfile
            archive = zipfile.ZipFile(sys.stdin.read())
            last = archive.infolist()[-1]
            json.dump([len(archive.infolist()), {"name": last.filename, "count": last.file_size,
                "offset": last.header_offset, "modified": list(last.date_time)}, archive.read(last).decode()], sys.stdout)
            """, input: Array(path.utf8))
        let values = try #require(JSONSerialization.jsonObject(with: Data(output)) as? [Any])
        let last = try JSONDecoder().decode(
            Found.self, from: JSONSerialization.data(withJSONObject: try #require(values[1] as? [String: Any])))
        #expect(last.offset == Int(clamping: offsets.last ?? 0))
        return (try #require(values[0] as? Int), last, try #require(values[2] as? String))
    }

    private func entry(_ name: String, _ count: UInt64, seconds: Int = 1_600_000_000) -> ZIPFormat.Entry {
        ZIPFormat.Entry(name: Array(name.utf8), byteCount: count, modified: FileTime(seconds: seconds, nanoseconds: 0))
    }

    @Test(.needs(.python), arguments: [1, 2, 65_534, 65_535, 65_536, 70_000] as [Int]) func manyFiles(count: Int) throws
    {
        let entries = (1..<count).map { entry("\($0)", 0) } + [entry("é/last.txt", 4)]
        let found = try found(entries, last: Array("text".utf8))
        #expect(found.count == count && found.last.name == "é/last.txt" && found.text == "text")
    }

    @Test(.needs(.python), arguments: [0xFFFF_FFFE, 0xFFFF_FFFF, 0x1_0000_0000, 6 << 30] as [UInt64])
    func longFiles(byteCount: UInt64) throws {
        let found = try found([entry("long", byteCount), entry("b", 1), entry("last", 2)], last: Array("ok".utf8))
        #expect(found.count == 3 && found.last.count == 2 && found.text == "ok")
    }

    /// MS-DOS's time is that of the clocks here, in steps of two seconds, from 1980 on.
    @Test(.needs(.python), arguments: [1_600_000_001, 0, -5_000_000_000, 5_000_000_000, 9_000_000_000] as [Int])
    func times(seconds: Int) throws {
        let time = FileTime(seconds: seconds, nanoseconds: 0)
        let found = try found([entry("a", 1, seconds: seconds)], last: [0x61])
        let clock = time.onClocks(of: .local).seconds
        let text = FileTime.clockText(ofSecond: clock - clock % 2)
        let digits = text.split { !$0.isNumber }.compactMap { Int($0) }
        let isPossible = (1980...2107).contains(digits.first ?? 0) && seconds >= 0
        #expect(found.last.modified == (isPossible ? digits : [1980, 1, 1, 0, 0, 0]), "\(text)")
    }
}
