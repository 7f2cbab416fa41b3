// The walls between the rooms hold.

import Testing

/// Reads the sources: no build step knows which folder a file lies in.
@Suite struct WallTests {
    private static let rooms = Rooms.order

    @Test func noTypeIsUsedAgainstTheOrder() throws {
        let arrows = Rooms.arrows(in: try SourceTree.program.get())
        #expect(arrows.isEmpty, "\(arrows.map(\.description).sorted().joined(separator: "\n"))")
    }

    @Test func noExtensionHidesAnArrow() throws {
        let arrows = Rooms.hiddenArrows(in: try SourceTree.program.get())
        #expect(arrows.isEmpty, "\(arrows.map(\.description).sorted().joined(separator: "\n"))")
    }

    /// For each wall: the same check finds one line more, which uses what it may not.
    @Test func anArrowThroughAnyWallIsFound() throws {
        let files = try SourceTree.program.get()
        var wallCount = 0
        for room in Rooms.order {
            for other in Rooms.order where !Rooms.mayUse(room, other) {
                let own = files.filter { $0.room == room }.reduce(into: Set<String>()) { $0.formUnion($1.allTypes) }
                let types = files.filter { $0.room == other }.flatMap(\.types).filter { !own.contains($0) }
                guard let type = types.sorted().first else { continue }
                let file = SourceFile(
                    path: room.hasSuffix(".swift") ? room : "\(room)/Wall.swift",
                    text: "// \(type) in a comment counts for nothing.\nfunc crossing(_ value: \(type)) {}\n")
                // The others are as they are; of them only the types are needed.
                let arrows = Rooms.arrows(in: [file] + files.filter { $0.room == other && $0.types.contains(type) })
                #expect(arrows.contains(Rooms.Arrow(file: file.path, type: type, room: other)), "\(room) → \(other)")
                wallCount += 1
            }
        }
        // All pairs one way round, but for rooms that declare nothing others could use.
        #expect(wallCount > 100, "\(wallCount)")
    }

    @Test func aHiddenArrowIsFound() throws {
        let lower = SourceFile(
            path: "System/A.swift", text: "struct Low { let n = 1 }\nfunc f(_ low: Low) { low.secret() }\n")
        let upper = SourceFile(path: "API/B.swift", text: "extension Low {\n    func secret() {}\n}\n")
        #expect(Rooms.hiddenArrows(in: [lower, upper]).count == 1)
        #expect(Rooms.hiddenArrows(in: [upper]).isEmpty)
    }

    @Test func everyFileIsInARoom() throws {
        for file in try SourceTree.program.get() {
            #expect(Rooms.order.contains(file.room), "\(file.path) is in no room: name its folder in Rooms.order")
        }
    }

    @Test func onlyTheSystemKnowsAboutPlatforms() throws {
        for file in try SourceTree.program.get() where file.room != "System" {
            for word in ["#if os", "#if canImport", "import Glibc", "import Darwin"] {
                #expect(!file.code.contains(word), "\(file.path): \(word)")
            }
        }
    }

    /// What a kind of collection can do is a member of the protocol.
    @Test func nobodyAsksWhatKindACollectionIs() throws {
        let files = try SourceTree.program.get()
        let kinds = files.flatMap { file in
            file.code.matches(of: /class (\w+)\s*:\s*(?:ItemCollection|PagedCollection)\b/).map { String($0.output.1) }
        }
        #expect(kinds.count >= 7, "\(kinds)")
        let cast = try Regex("(?:\\bas[?!]|\\bis)\\s+(?:\(kinds.joined(separator: "|")))\\b")
        for file in files {
            let casts = file.code.matches(of: cast).map { file.code[$0.range] }
            #expect(casts.isEmpty, "\(file.path): \(casts)")
        }
    }

    @Test func tilingImportsNothing() throws {
        for file in try SourceTree.files(in: "Sources/Tiling") {
            #expect(!file.code.contains("import "), "\(file.path)")
        }
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
}
