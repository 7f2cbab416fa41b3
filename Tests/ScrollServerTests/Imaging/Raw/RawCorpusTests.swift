// Raw files of the corpus: which JPEG is shown of each, beside what exiftool finds in it.

import Foundation
import Testing
import Tiling

@testable import Catalog
@testable import HTTP
@testable import Metadata
@testable import Pixels
@testable import Tiles

@Suite(.needs(.corpus)) struct RawCorpusTests {
    private struct Entry {
        let path: String
        let verdict: String
        let orientation: Int?
        /// Of the largest JPEG: its place, size and digest.
        let best: (start: Int, count: Int, width: Int, height: Int, digest: String)?
    }

    private static let entries: [Entry] = {
        guard let data = try? Data(contentsOf: Corpus.folder.appendingPathComponent("formats/manifest.json")),
            let list = try? JSONSerialization.jsonObject(with: data) as? [[String: Any]]
        else { return [] }
        return list.compactMap { entry in
            guard let path = entry["path"] as? String, path.hasPrefix("raw"),
                let expected = entry["expected"] as? [String: Any], let verdict = expected["verdict"] as? String
            else { return nil }
            let best = expected["best"] as? [String: Any]
            return Entry(
                path: "formats/\(path)", verdict: verdict, orientation: expected["orientation"] as? Int,
                best: best.map {
                    (
                        $0["offset"] as? Int ?? 0, $0["length"] as? Int ?? 0, $0["width"] as? Int ?? 0,
                        $0["height"] as? Int ?? 0, $0["sha256"] as? String ?? ""
                    )
                })
        }
    }()

    /// Made by others than the structures we know, or with nothing but a thumbnail inside of a smaller JPEG.
    private static let unknown = ["raw/SigmaDP2.x3f", "raw/exiv2-canon-powershot-s40.crw", "raw/FujiFilm.raf"]

    @Test func theLargestJPEGIsFound() throws {
        var found = 0
        for entry in Self.entries where entry.verdict == "preview" {
            guard let best = entry.best, !Self.unknown.contains(where: entry.path.hasSuffix) else { continue }
            let bytes = try CatalogCorpus.bytes(entry.path)
            var reader = HeaderReader(ByteSource(bytes))
            let preview = try #require(try RawPreview.find(&reader), "\(entry.path)")
            #expect(preview.bytes == best.start..<best.start + best.count, "\(entry.path)")
            #expect(preview.header.width == best.width && preview.header.height == best.height, "\(entry.path)")
            #expect(preview.header.orientation == entry.orientation ?? 1, "\(entry.path)")
            #expect(SHA256Digest.hex([UInt8](bytes[preview.bytes])) == best.digest, "\(entry.path)")
            let header = try ImageHeader.read(from: ByteSource(bytes))
            #expect(header == preview.header && header.format == .raw, "\(entry.path)")
            found += 1
        }
        #expect(found == 12)
    }

    /// Without a JPEG in it, a raw file says so, or is what it looks like to others; it never holds another picture.
    @Test func whatHasNoneIsRefused() throws {
        let others = Self.entries.filter { $0.verdict != "preview" }
        #expect(others.count > 8)
        for entry in others {
            let source = ByteSource(try CatalogCorpus.bytes(entry.path))
            do throws(ImageError) {
                let header = try ImageHeader.read(from: source)
                if let problem = header.problem {
                    #expect(!problem.isTransient && header.format == .raw, "\(entry.path)")
                    continue
                }
                #expect(header.format == .tiff || entry.verdict == "either", "\(entry.path): \(header)")
            } catch {
                #expect(!error.isTransient && !error.explanation.isEmpty, "\(entry.path)")
            }
        }
    }

    /// In a folder, one whose JPEG is missing is a raw file that says so, and its original is called what it is.
    @Test func oneWithoutAJPEGIsNamedInItsFolder() throws {
        let folder = try TemporaryFolder()
        for name in ["damaged-cut.dng", "synth.pef"] {
            try folder.write(name, try CatalogCorpus.bytes("formats/raw-made/\(name)"))
        }
        let collection = try folder.scanned()
        let client = try APIClient([collection])
        let base = "/api/collections/\(collection.id)"
        collection.measure([0, 1])
        let items = try #require(try client.get("\(base)/items").object()["items"] as? [[String: Any]])
        #expect(items.map { $0["format"] as? String } == ["raw", "raw"])
        #expect((items[0]["error"] as? String)?.contains("without a JPEG") == true && items[1]["error"] == nil)
        for item in items {
            let original = try client.get(try #require(item["original"] as? String))
            #expect(original.headers["Content-Type"] == "image/x-dcraw")
        }
        let tile = try client.get("\(base)/tiles/\(items[0]["id"] as? String ?? "")/0/0/0")
        #expect(tile.status == 415 && tile.text.contains("without a JPEG"), "\(tile.status): \(tile.text)")
    }

    /// Without a JPEG to be shown, what else the file tells is known, as exiftool reads it.
    @Test(.needs(.exiftool), arguments: ["raw/CanonRaw.cr3", "raw/IMG_1361.dng"])
    func whatOneWithoutAJPEGTellsIsKnown(path: String) throws {
        let name = String(path.dropFirst(4))
        let folder = try TemporaryFolder()
        try folder.write(name, try CatalogCorpus.bytes("formats/\(path)"))
        let told = try PythonOracle.run(
            """
            import subprocess, sys
            tags = ["-IFD0:ImageWidth", "-IFD0:ImageHeight", "-IFD0:Orientation", "-IFD0:Model", "-ExifIFD:DateTimeOriginal",
                    "-ExifIFD:ISO", "-ExifIFD:FNumber"]
            sys.stdout.buffer.write(subprocess.check_output(
                ["exiftool", "-n", "-s3", "-f"] + tags + ["\(folder.path)/\(name)"]))
            """)
        let lines = String(decoding: told, as: UTF8.self).split(separator: "\n").map(String.init)
        try #require(lines.count == 7)
        // 2018:02:21 12:08:56
        let taken = lines[4].prefix(10).replacingOccurrences(of: ":", with: "-") + "T" + lines[4].suffix(8)
        let collection = try folder.scanned()
        collection.measure([0])
        let id = try #require(collection.summary(at: 0)?.id)
        let details = try #require(collection.details(ofItem: id))
        #expect(details.error?.explanation.contains("without a JPEG") == true && details.format == .raw)
        #expect(details.width == Int(lines[0]) && details.height == Int(lines[1]))
        #expect(details.orientation == Int(lines[2]) && details.taken?.iso8601 == taken)
        var facts: [String: FactValue] = [:]
        for (field, value) in collection.facts(ofItem: id) { facts[field.name] = value }
        guard case .text(let camera)? = facts["camera"], case .number(let iso)? = facts["iso"],
            case .number(let aperture)? = facts["aperture"]
        else {
            Issue.record("\(facts)")
            return
        }
        #expect(String(decoding: camera, as: UTF8.self).hasSuffix(lines[3]))
        #expect(iso == Double(lines[5]) && abs(aperture - (Double(lines[6]) ?? 0)) < 1e-6)
    }

    /// No more than a twentieth of a file is read to find the JPEG in it.
    @Test func littleIsRead() throws {
        for entry in Self.entries where entry.path.contains("raw-made/synth") {
            let bytes = try CatalogCorpus.bytes(entry.path)
            let read = Counter()
            let source = ByteSource(count: bytes.count) { offset, buffer in
                read.add(buffer.count)
                return ByteSource(bytes).read(at: offset, into: &buffer)
            }
            var reader = HeaderReader(source)
            _ = try RawPreview.find(&reader)
            #expect(read.value * 20 <= bytes.count, "\(entry.path): \(read.value) of \(bytes.count)")
        }
    }

    /// The tiles of a raw file are those of the JPEG in it, turned by what the container says.
    @Test(.optimised(), arguments: ["synth.nef", "synth.cr3", "synth.rw2", "synth.cr2"])
    func itsTilesAreTheJPEGs(name: String) throws {
        let bytes = try CatalogCorpus.bytes("formats/raw-made/\(name)")
        var reader = HeaderReader(ByteSource(bytes))
        let preview = try #require(try RawPreview.find(&reader))
        let size = PixelSize(width: preview.header.orientedWidth, height: preview.header.orientedHeight)
        let demo = try #require(DemoCollection(count: 1))
        func tiles(_ bytes: [UInt8], _ format: MediaFormat) throws -> [TilePosition: [UInt8]] {
            let pass = TilePass(demo, item: "0", version: "1", size: size, format: format, level: 1)
            var tiles: [TilePosition: [UInt8]] = [:]
            try FileTiles(pass, orientation: preview.header.orientation).make(
                from: ByteSource(bytes),
                to: TileOutput(isWanted: { _ in true }, emit: { tiles[$0] = $1.bytes }, progress: { _ in }))
            return tiles
        }
        let own = try tiles(bytes, .raw)
        #expect(try own == tiles([UInt8](bytes[preview.bytes]), .jpeg) && own.count >= 4)
    }

    /// Random bytes in the directories: answered, and never with a place outside of the file.
    @Test(arguments: 0..<4) func damage(seed: UInt64) throws {
        var noise = RepeatableNoise(seed: seed)
        let originals = try Self.entries.filter { $0.path.contains("raw-made/synth") }.map {
            [UInt8](try CatalogCorpus.bytes($0.path))
        }
        for _ in 0..<300 {
            var bytes = try #require(originals.randomElement(using: &noise))
            for _ in 0..<Int.random(in: 1...6, using: &noise) {
                let place = Int.random(in: 0..<min(bytes.count, 1200), using: &noise)
                bytes[place] = UInt8.random(in: 0...255, using: &noise)
            }
            if Bool.random(using: &noise) { bytes.removeLast(Int.random(in: 0..<bytes.count, using: &noise)) }
            var reader = HeaderReader(ByteSource(bytes))
            if let preview = try? RawPreview.find(&reader) {
                #expect(preview.bytes.upperBound <= bytes.count, "seed \(seed)")
            }
        }
    }
}
