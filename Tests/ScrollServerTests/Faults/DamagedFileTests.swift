// Files of ours that somebody damages while they are used, and signals: nothing of that ends the program or makes it
// lie.

import Foundation
import Testing

@testable import Charts
@testable import Pixels
@testable import Platform

@Suite
struct DamagedFileTests {
    /// Reading behind the end of a mapped file that was cut short gives zeros and says so.
    @Test func aMappedFileMayBecomeShorter() throws {
        let folder = try ScratchFolder()
        let pages = 8
        let bytes = [UInt8](repeating: 7, count: pages * FileSystem.pageByteCount)
        try folder.write("mapped", bytes)
        let descriptor = open("\(folder.path)/mapped", O_RDWR)
        defer { close(descriptor) }
        let memory = try SeriesMemory(descriptor: descriptor, offset: 0, byteCount: bytes.count)
        let other = try SeriesMemory(descriptor: descriptor, offset: 0, byteCount: FileSystem.pageByteCount)
        #expect(memory.load(at: bytes.count - 1, as: UInt8.self) == 7)
        #expect(!memory.isDamaged)
        try #require(ftruncate(descriptor, off_t(FileSystem.pageByteCount)) == 0)
        #expect(memory.load(at: 5, as: UInt8.self) == 7)
        #expect(!memory.isDamaged)
        #expect(memory.load(at: bytes.count - 1, as: UInt8.self) == 0)
        #expect(memory.isDamaged && !other.isDamaged)
        #expect(other.load(at: 5, as: UInt8.self) == 7)
    }

    @Test func sumsFindEveryChangedByte() {
        var bytes = (0..<1000).map { UInt8(truncatingIfNeeded: $0 &* 37) }
        let sum = sumOfBlock(bytes)
        for place in bytes.indices {
            for bit in [UInt8(1), 128] {
                bytes[place] ^= bit
                #expect(sumOfBlock(bytes) != sum)
                bytes[place] ^= bit
            }
        }
        #expect(sumOfBlock(bytes.dropLast()) != sum)
    }

    private func sumOfBlock(_ bytes: [UInt8]) -> UInt64 {
        BlockSum.of(bytes.span)
    }

    /// A table of many blocks, whose cache is damaged between two starts or while it is shown.
    @Test(.needs(.builtProgram), arguments: ["overwritten", "cut", "cut while shown"])
    func theCacheOfAChart(way: String) throws {
        let folder = try ScratchFolder()
        var text = "x,a,b\n"
        for row in 0..<300_000 { text += "\(row),\(row % 977),\(row % 31)\n" }
        try folder.write("t.csv", Array(text.utf8))
        let arguments = ["--port=0", "--cache", "\(folder.path)/cache", "\(folder.path)/t.csv"]
        let query = "width=800&height=400&zoomTo=item&names=true"

        /// All tiles of the chart as it is; nil while it is being read or says that it cannot be shown.
        func tiles(_ connection: PlainConnection) throws -> [[UInt8]]? {
            connection.get("/api/collections/t/plan?\(query)")
            let reply = try #require(connection.receive(), "the program has ended")
            guard reply.status == 200 else {
                #expect(reply.status == 503)
                return nil
            }
            let chart = try JSONDecoder().decode(ChartDocument.self, from: Data(reply.body)).chart
            guard chart.points == 300_000, chart.progress == nil else { return nil }
            var bodies: [[UInt8]] = []
            for tile in try JSONDecoder().decode(PlanDocument.self, from: Data(reply.body)).tiles {
                connection.get(tile.url)
                let tile = try #require(connection.receive(), "the program has ended")
                guard tile.status == 200 else {
                    #expect(tile.status == 503)
                    return nil
                }
                bodies.append(tile.body)
            }
            return bodies
        }

        let first = try ProgramRun(arguments, limit: 120)
        let connection = try PlainConnection(try first.address())
        var right: [[UInt8]] = []
        #expect(
            try eventually {
                right = try tiles(connection) ?? []
                return !right.isEmpty
            })
        // It is written after the chart can be seen.
        var cached = ""
        #expect(
            eventually {
                let all = try? FileManager.default.subpathsOfDirectory(atPath: "\(folder.path)/cache")
                cached = all?.first { $0.hasSuffix(".series") } ?? ""
                return !cached.isEmpty
            })
        first.send(SIGHUP)
        let ending = try first.ending()
        #expect(ending.status == 0 && ending.errors.isEmpty, "\(ending)")
        let path = "\(folder.path)/cache/\(cached)"
        func damage() throws {
            let file = try FileHandle(forUpdating: URL(fileURLWithPath: path))
            if way == "overwritten" {
                try file.seek(toOffset: 700_000)
                try file.write(contentsOf: Data(repeating: 0x41, count: 300_000))
            } else {
                try file.truncate(atOffset: 40_000)
            }
            try file.close()
        }
        if way != "cut while shown" { try damage() }
        let second = try ProgramRun(arguments, limit: 120)
        let again = try PlainConnection(try second.address())
        if way == "cut while shown" {
            #expect(try eventually { try tiles(again) == right })
            try damage()
        }
        // Never wrong tiles, whether the damage was met at once or is met later.
        var now: [[UInt8]]?
        let isBack = try eventually {
            now = try tiles(again)
            return now != nil
        }
        #expect(isBack && now == right)
        #expect(try tiles(again) == right)
    }

    /// A limit of the size of files: tiles that cannot be kept are shown all the same.
    @Test(.needs(.builtProgram)) func aLimitOfFileSizes() throws {
        let folder = try ScratchFolder()
        let pixels = PixelBuffer(width: 300, height: 200, format: .gray)
        for number in 0..<3 { try folder.write("\(number).png", PNGEncoder.encode(pixels)) }
        let program = try #require(ProgramRun.program)
        let run = try ProgramRun(
            ["-c", "ulimit -f 0; exec \"$0\" --port=0 \"$1\"", program, folder.path], program: "/bin/sh")
        let connection = try PlainConnection(try run.address())
        var status = 0
        #expect(
            try eventually {
                connection.get("/api/collections")
                let reply = try #require(connection.receive(), "the program has ended")
                let text = String(decoding: reply.body, as: UTF8.self)
                return text.contains(#""complete":true"#)
            })
        connection.get("/api/collections")
        let list = try #require(connection.receive())
        let collections =
            try (JSONSerialization.jsonObject(with: Data(list.body)) as? [String: Any])?["collections"]
            as? [[String: Any]]
        let id = try #require(collections?.first?["id"] as? String)
        connection.get("/api/collections/\(id)/plan?width=600&height=400")
        let plan = try JSONDecoder().decode(PlanDocument.self, from: Data(try #require(connection.receive()).body))
        for tile in plan.tiles {
            connection.get(tile.url)
            status = try #require(connection.receive(), "the program has ended").status
            #expect(status == 200)
        }
        #expect(status == 200)
    }

    /// A stop that comes at any moment of the start is a clean stop, once the program itself runs.
    @Test(.needs(.builtProgram), arguments: [SIGTERM, SIGINT, SIGHUP]) func stopsAtAnyMoment(signal: Int32) throws {
        for round in 0..<12 {
            let run = try ProgramRun(["--port=0", "--demo=3"])
            // Before that the loader of the system runs, which knows no signals.
            #expect(eventually { Self.isInMain(run) })
            // Each time a little further in the start, as its threads come.
            #expect(eventually { Self.status(of: run, "Threads:").flatMap { Int($0) } ?? 0 > round })
            run.send(signal)
            #expect(try run.ending().status == 0)
        }
    }

    /// Whether the process blocks the signal that stops it.
    private static func isInMain(_ run: ProgramRun) -> Bool {
        let mask = status(of: run, "SigBlk:").flatMap { UInt64($0, radix: 16) } ?? 0
        return mask & 1 << UInt64(SIGTERM - 1) != 0
    }

    /// A line of what the system says of the process (proc(5)).
    private static func status(of run: ProgramRun, _ name: String) -> String? {
        let status = (try? String(contentsOfFile: "/proc/\(run.identifier)/status", encoding: .utf8)) ?? ""
        let line = status.split(separator: "\n").first { $0.hasPrefix(name) }
        return line.map { $0.dropFirst(name.count).trimmingCharacters(in: .whitespaces) }
    }
}
