// What the sources must be that no compiler checks.

import Foundation
import Testing

@Suite struct SourceTests {
    @Test func onlyThePlatformKnowsAboutPlatforms() throws {
        for file in try SourceTree.program.get() where file.room != "Platform" {
            for word in ["#if os", "#if canImport", "import Glibc", "import Darwin"] {
                #expect(!file.code.contains(word), "\(file.path): \(word)")
            }
        }
    }

    /// What a kind of collection can do is a member of the protocol.
    @Test func nobodyAsksWhatKindACollectionIs() throws {
        let files = try SourceTree.program.get()
        let kinds = files.flatMap { file in
            file.code.matches(of: /class (\w+)\s*:\s*\w*Collection\b/).map { String($0.output.1) }
        }
        #expect(kinds.count >= 7, "\(kinds)")
        let cast = try Regex("(?:\\bas[?!]|\\bis)\\s+(?:\(kinds.joined(separator: "|")))\\b")
        for file in files {
            let casts = file.code.matches(of: cast).map { file.code[$0.range] }
            #expect(casts.isEmpty, "\(file.path): \(casts)")
        }
    }

    /// The files that may go around the compiler's checks of memory; in all others every access is checked.
    private static let kernels: Set = [
        "Catalog/Facts/Query/ByteSearch.swift",
        "Charts/Data/SeriesMemory.swift",
        "Pixels/Deflate/DeflateMatcher.swift",
        "Pixels/Deflate/InflateSymbols.swift",
        "Imaging/JPEG/JPEGBlockRows.swift",
        "Imaging/JPEG/JPEGColour.swift",
        "Imaging/JPEG/JPEGUpsampler.swift",
        "Imaging/LZWDecoder.swift",
        "Imaging/WebP/WebPVectors.swift",
        "Platform/Memory/FullyInhabited.swift",
        "Platform/Memory/SpanCopies.swift",
        "Platform/System/AtomicFile+Directory.swift",
        "Platform/System/FileSystem+Mapping.swift",
        "Platform/System/FileSystem+Writing.swift",
        "Platform/System/FileSystem.swift",
        "Platform/System/MappingGuard.swift",
        "Platform/System/Process.swift",
        "Platform/System/SanitizedMutex.swift",
        "Platform/System/ScratchMemory.swift",
        "Platform/System/System+Sockets.swift",
        "Platform/System/System.swift",
        "Tiles/Atlas/AtlasPages.swift",
        "Tiles/Atlas/MosaicKernels.swift",
        "Tiles/Atlas/TinyPictureMaker.swift",
    ]

    @Test func unsafeCodeStandsInTheKernelsOnly() throws {
        let files = try SourceTree.program.get() + SourceTree.files(in: "Sources/Tiling")
        let found = Set(files.filter { $0.code.contains(/\bunsafe\b|@safe\b|Unsafe/) }.map(\.path))
        #expect(found.subtracting(Self.kernels).sorted() == [], "not in the list")
        #expect(Self.kernels.subtracting(found).sorted() == [], "in the list, but without unsafe code")
    }

    @Test func tilingImportsNothing() throws {
        for file in try SourceTree.files(in: "Sources/Tiling") {
            #expect(!file.code.contains("import "), "\(file.path)")
        }
    }

    /// What a test starts by its name is installed where all tests run, and looked for at the end of the installation.
    @Test func programsOfTestsAreInstalled() throws {
        let install = try String(contentsOfFile: "\(SourceTree.root)/.ci/install", encoding: .utf8)
        let needed = Set(install.matches(of: /\nneed ([a-z0-9-]+) [a-z0-9.+-]+/).map { String($0.output.1) })
        var started: Set<String> = []
        for (path, text) in try SourceTree.texts(in: "Tests") {
            let named = text.matches(of: /\b(?:path\(of: |program\(|ToolRun\(|find\(\[)"([a-z0-9-]+)"/)
            let ofEnv = text.matches(of: /\barguments =\s*\[\s*"([a-z][a-z0-9-]*)"/)
            for program in (named + ofEnv).map({ String($0.output.1) }) {
                #expect(needed.contains(program), "\(path) starts \(program), which .ci/install does not need")
                started.insert(program)
            }
        }
        #expect(started.isSuperset(of: ["ffmpeg", "exiftool", "chromedriver", "curl"]), "\(started)")
        #expect(install.contains("need() {\n    programs+=(\"$1\")\n"))
        #expect(install.contains("for program in \"${programs[@]}\"; do\n    command -v \"$program\" >/dev/null ||"))
    }

    /// But for the page, which is made of its files.
    @Test(
        arguments: [
            "Sources/Tiling", "Sources/ScrollServer", "Tests/ScrollServerTests", "Tests/TilingTests",
            "Tests/BrowserTests",
        ])
    func noFileIsTooLongToRead(folder: String) throws {
        for (path, text) in try SourceTree.texts(in: folder) where path != "Page/EmbeddedPage.swift" {
            let lineCount = text.utf8.count { $0 == UInt8(ascii: "\n") }
            #expect(lineCount <= 400, "\(path) has \(lineCount) lines")
        }
    }

    /// A closure that is all of a lock's value gets two more layers with each access; that of the pool has one access.
    @Test func noLockHasAClosureAsItsValue() throws {
        for (path, text) in try SourceTree.texts(in: "Sources/ScrollServer")
        where path != "Platform/System/WorkerPool.swift" {
            #expect(!text.contains("Mutex<@Sendable") && !text.contains("Mutex<(@Sendable"), "\(path)")
        }
    }
}
