// Keywords that are taken away and come back, in sidecars with several lists of them.

import Foundation
import Testing

@testable import Catalog
@testable import Metadata
@testable import Platform

@Suite struct KeywordListTests {
    private static let properties = [
        "dc:subject", "acdsee:keywords", "lr:hierarchicalSubject", "digiKam:TagsList",
        "MicrosoftPhoto:LastKeywordXMP",
    ]

    /// Whatever was taken away comes back into the lists that had it, and into no other.
    @Test func wordsComeBackWhereTheyWere() throws {
        let seed = TestSeed.seed()
        var noise = RepeatableNoise(seed: seed)
        for round in 0..<300 {
            let words = ["sea", "Rome", "AC/DC", "a &amp; b"]
            let keywords = Self.properties.shuffled(using: &noise).compactMap { property in
                // Two programs write paths with slashes.
                let path = property.contains("digiKam") || property.contains("Microsoft") ? "Food/Ice" : "Food|Ice"
                let own = (words + [path]).filter { _ in Bool.random(using: &noise) }
                return Bool.random(using: &noise) ? (property: property, words: own) : nil
            }
            let before = Array(SidecarBench.sidecar(keywords: keywords).utf8)
            let content = try XMPSidecar.content(of: before)
            #expect(Set(content.marks.keywords) == Set(content.lists.keys))
            let (away, back) = try Self.away(content.lists.filter { _ in Bool.random(using: &noise) })
            let without = try #require(try XMPSidecar.bytes(of: before, changedBy: away))
            let left = try XMPSidecar.content(of: without).lists
            #expect(left == content.lists.filter { !away.removed.contains($0.key) }, "seed \(seed), round \(round)")
            let after = try #require(try XMPSidecar.bytes(of: without, changedBy: back))
            let found = try XMPSidecar.content(of: after).lists
            let text = Comment("seed \(seed), round \(round): \(String(decoding: after, as: UTF8.self))")
            #expect(found == content.lists, text)
            #expect(try XMPSidecar.bytes(of: after, changedBy: back) == after, text)
        }
    }

    /// The edit that hides keywords of a picture, and the one that shows them again.
    private static func away(
        _ lists: [String: KeywordLists]
    ) throws -> (away: XMPEdit, back: XMPEdit) {
        var change = AnnotationChange()
        change.keywords = .set(.init(added: [], removed: lists.keys.sorted()))
        let (none, hidden) = (Annotation(), try #require(change.changed(Annotation())))
        var original = XMPContent()
        (original.marks.keywords, original.lists) = (lists.keys.sorted(), lists)
        return (
            Annotation.sidecarEdit(from: none, to: hidden, original: original),
            Annotation.sidecarEdit(from: hidden, to: none, original: original)
        )
    }

    /// Through the server, with a word that another program has added meanwhile.
    @Test func undoRestoresTheLists() throws {
        let keywords: [(property: String, words: [String])] = [
            ("dc:subject", ["sun", "sea"]), ("lr:hierarchicalSubject", ["sea"]), ("digiKam:TagsList", []),
            ("MicrosoftPhoto:LastKeywordXMP", ["sun"]),
        ]
        let bench = try SidecarBench(
            ["a.png"], sidecars: ["a.png.xmp": SidecarBench.sidecar(keywords: keywords)], writes: true)
        let before = try bench.lists("a.png.xmp")
        try bench.annotate("a.png", #""keywords":{"remove":["sea"]}"#)
        #expect(try eventually { try bench.lists("a.png.xmp")["sea"] == nil })
        try bench.step("undo")
        #expect(try eventually { try bench.lists("a.png.xmp") == before })
        // Redone and undone once more.
        try bench.step("redo")
        #expect(try eventually { try bench.lists("a.png.xmp")["sea"] == nil })
        try bench.step("undo")
        #expect(try eventually { try bench.lists("a.png.xmp") == before })
        let other = SidecarBench.sidecar(keywords: keywords + [("acdsee:keywords", ["tide"])])
        try bench.files.write("a.png.xmp", Array(other.utf8))
        let later = try bench.lists("a.png.xmp")
        try bench.annotate("a.png", #""keywords":{"remove":["tide","sun"]}"#)
        #expect(try eventually { try Set(bench.lists("a.png.xmp").keys) == ["sea"] })
        try bench.step("undo")
        #expect(try eventually { try bench.lists("a.png.xmp") == later })
    }
}
