// What ends an export, and what it leaves.

import Foundation
import Testing

@testable import Imaging
@testable import Platform
@testable import ScrollServer

@Suite(.needs(.builtProgram)) struct ExportFailureTests {
    private static let picture = PictureFolder.squares(width: 600, height: 40)

    /// An error is one line that says what to do; nothing is written.
    private func refused(_ arguments: [String], _ parts: [String], status: Int32 = 1) throws {
        let ending = try ProgramRun(["export"] + arguments).ending()
        #expect(ending.status == status && ending.output.isEmpty, "\(arguments): \(ending.output)")
        #expect(ending.errors.split(separator: "\n").count == 1, "\(ending.errors)")
        for part in parts { #expect(ending.errors.contains(part), "\(ending.errors)") }
    }

    @Test func outputsThatAreRefused() throws {
        let folder = try ScratchFolder()
        try folder.write("pictures/a.png", Self.picture)
        try folder.write("foreign/letter.txt", [1])
        try folder.write("file", [1])
        let (path, pictures) = (folder.path, "\(folder.path)/pictures")
        try FileManager.default.createSymbolicLink(atPath: "\(path)/link", withDestinationPath: pictures)
        for inside in [
            "\(pictures)/out", pictures, "\(pictures)/new/deep/out", "\(path)/link/out", "\(pictures)/../pictures/x",
        ] {
            try refused([pictures, "--output=\(inside)"], ["lies in", "outside"])
        }
        try refused([pictures, "--output=\(path)/foreign"], ["new or an empty folder"])
        try refused([pictures, "--output=\(path)/file"], ["is not a folder"])
        try refused(["\(path)/nowhere", "--output=\(path)/out"], ["does not exist"])
        try refused([pictures], ["--output"], status: 2)
        try refused([pictures, pictures, "--output=\(path)/out"], ["one PATH"], status: 2)
        try refused([pictures, "--output=\(path)/out", "--format=iiif"], ["--base-url"], status: 2)
        try refused([pictures, "--output=\(path)/out", "--format=pdf"], ["site"], status: 2)
        try refused(
            [pictures, "--output=\(path)/out", "--format=site", "--public=\(pictures)"], ["there is no page in"])
        #expect(
            folder.files()
                == ["file", "foreign/letter.txt", "link/a.png", "pictures/a.png"].filter {
                    !$0.hasPrefix("link/")
                })
    }

    @Test func exportsOfOtherKinds() throws {
        let export = try ExportedFolder(["a.png": Self.picture, "b/c.png": Self.picture])
        try export.exported()
        let before = try export.files()
        let other = try export.export(["--format=iiif", "--base-url=https://a.example"])
        #expect(other.status == 1 && other.errors.contains("in the format dzi"), "\(other.errors)")
        let part = try export.export(of: "b")
        #expect(part.status == 1 && part.errors.contains("another PATH"), "\(part.errors)")
        #expect(try export.files() == before)
    }

    @Test(.needs(.permissions)) func aFolderThatMayNotBeWritten() throws {
        let folder = try ScratchFolder()
        try folder.write("pictures/a.png", Self.picture)
        try FileManager.default.createDirectory(atPath: "\(folder.path)/closed", withIntermediateDirectories: true)
        try #require(chmod("\(folder.path)/closed", 0o500) == 0)
        try refused(
            ["\(folder.path)/pictures", "--output=\(folder.path)/closed/out"],
            ["cannot be written", "ermission denied", "goes on"])
        try #require(chmod("\(folder.path)/closed", 0o700) == 0)
    }

    /// A disk that is full ends the export with its reason; what was written is whole, and the same command goes on.
    @Test(.needs(.faults), arguments: [([], [0, 1, 2, 3, 4, 7, 20]), (["--format=site"], [0, 9, 60])])
    func fullDisk(arguments: [String], after counts: [Int32]) throws {
        let pictures = [
            "a.png": Self.picture,
            "b.jpg": JPEGEncoder.encode(
                PictureFolder.photograph(width: 530, height: 100), quality: 90),
        ]
        let whole = try ExportedFolder(pictures)
        try whole.exported(arguments)
        let expected = try whole.files()
        for writes in counts {
            let full = try ExportedFolder(pictures)
            try FileManager.default.createDirectory(atPath: full.output, withIntermediateDirectories: true)
            let faults = try Faults(in: full.output)
            faults.control.writesLeft = writes
            faults.control.writeCode = ENOSPC
            let ending = try ProgramRun(full.arguments(arguments), environment: try faults.environment()).ending()
            #expect(ending.status == 1 && ending.output.isEmpty, "\(writes): \(ending.output)")
            #expect(ending.errors.contains("is full") && ending.errors.contains("goes on"), "\(ending.errors)")
            for (path, bytes) in try full.files() { #expect(expected[path] == bytes, "\(writes): \(path)") }
            try full.exported(arguments)
            #expect(try full.files() == expected)
        }
    }

    /// A manifest that was cut off, or is none, does no harm.
    @Test func damagedManifest() throws {
        let export = try ExportedFolder(["a.png": Self.picture, "b.png": PictureFolder.squares(width: 9, height: 9)])
        try export.exported()
        let expected = try export.files()
        let path = "\(export.output)/.scrollserver-export/manifest"
        let bytes = [UInt8](try Data(contentsOf: URL(fileURLWithPath: path)))
        for count in stride(from: bytes.count - 1, to: 60, by: -17) {
            try PlainFile.write(Array(bytes.prefix(count)), to: path)
            try export.exported()
            #expect(try export.files() == expected, "\(count)")
        }
        try PlainFile.write(Array("none".utf8), to: path)
        let ending = try export.export()
        #expect(ending.status == 1 && ending.errors.contains("new or an empty folder"), "\(ending.errors)")
    }

    @Test func manifests() throws {
        var manifest = ExportManifest(format: "dzi", source: "s")
        manifest.entries["b"] = .init(item: "1", version: "v", settings: "dzi 80", isComplete: false)
        manifest.entries["a"] = .init(item: "2", version: "w", settings: "dzi 80", isComplete: true)
        #expect(ExportManifest(manifest.bytes) == manifest)
        for count in 0..<manifest.bytes.count {
            let part = ExportManifest(Array(manifest.bytes.prefix(count)))
            #expect(part?.entries.allSatisfy { manifest.entries[$0.key] == $0.value } != false)
        }
        // A later line counts.
        var done = try #require(manifest.entries["b"])
        done.isComplete = true
        #expect(ExportManifest(manifest.bytes + ExportManifest.line("b", done))?.entries["b"] == done)
    }
}
