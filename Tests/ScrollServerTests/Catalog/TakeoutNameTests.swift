// Matching of Takeout's files with pictures, by the names that Google Photos writes.

import Testing

@testable import Catalog

@Suite struct TakeoutNameTests {
    private static func belongs(_ sidecar: String, to picture: String) -> Bool {
        guard let name = TakeoutName(sidecar: PathSpelling.folded(sidecar.utf8)) else { return false }
        return TakeoutName.all(of: PathSpelling.folded(picture.utf8)).contains(name)
    }

    @Test(arguments: [
        ("IMG_1.jpg.json", "IMG_1.jpg"),
        ("IMG_1.JPG.json", "IMG_1.jpg"),
        ("IMG_1.jpg.supplemental-metadata.json", "IMG_1.jpg"),
        ("IMG_1.jpg(1).json", "IMG_1(1).jpg"),
        ("IMG_1.jpg.supplemental-metadata(12).json", "IMG_1(12).jpg"),
        // The number is part of the title.
        ("IMG_1(1).jpg.json", "IMG_1(1).jpg"),
        ("IMG_1.jpg.json", "IMG_1-edited.jpg"),
        ("IMG_1.jpg.supplemental-metadata.json", "IMG_1-bearbeitet.jpg"),
        ("IMG_1.jpg(1).json", "IMG_1-edited(1).jpg"),
        ("IMG_1.jpg(1).json", "IMG_1(1)-edited.jpg"),
        // 46 characters before `.json`.
        ("PXL_20210904_153033404.PORTRAIT-01.COVER.jpg.s.json", "PXL_20210904_153033404.PORTRAIT-01.COVER.jpg"),
        ("Screenshot_2024-01-01-10-11-12-123_com.app.jpg.json", "Screenshot_2024-01-01-10-11-12-123_com.app.jpg"),
        ("Screenshot_2024-01-01-10-11-12-123_com.ap.jpg..json", "Screenshot_2024-01-01-10-11-12-123_com.ap.jpg"),
        ("Screenshot_2024-01-01-10-11-12-123_com.appli.j.json", "Screenshot_2024-01-01-10-11-12-123_com.appli.jpg"),
        ("20240101_101112_something.jpg.supplemental-met.json", "20240101_101112_something.jpg"),
        ("20240101_101112_something.jpg.supplemental-met(2).json", "20240101_101112_something(2).jpg"),
        (
            "Backyard_ceremony_wedding_photography_xxxxxxx_(494).json",
            "Backyard_ceremony_wedding_photography_xxxxxxx_m(494).jpg"
        ),
        ("e\u{301}te\u{301}.jpg.json", "été.jpg"),
        ("éééééééééééééééééééééééééééééééééééééééééé.jpg.json", "éééééééééééééééééééééééééééééééééééééééééé.jpg"),
        ("ééééééééééééééééééééééééééééééééééééééééé.jpg..json", "ééééééééééééééééééééééééééééééééééééééééé.jpg"),
    ]) func belongs(sidecar: String, picture: String) {
        #expect(Self.belongs(sidecar, to: picture))
    }

    @Test(arguments: [
        ("IMG_1.jpg.json", "IMG_1.png"), ("IMG_1.json", "IMG_1.jpg"), ("IMG_1.jpg(1).json", "IMG_1.jpg"),
        ("IMG_1.jpg.json", "IMG_1(1).jpg"), ("IMG_1.jpg(2).json", "IMG_1(1).jpg"), ("metadata.json", "metadata.jpg"),
        ("IMG_1.jpg.json", "IMG_10.jpg"), ("IMG_1.jpg.supplement.json", "IMG_1.jpg.jpg"), (".json", ".jpg"),
        ("u.jpg.json", "ü.jpg"), ("IMG_1.jpg.xmp", "IMG_1.jpg"), ("-edited.json", "-edited.jpg"),
    ]) func doesNotBelong(sidecar: String, picture: String) {
        #expect(!Self.belongs(sidecar, to: picture))
    }

    @Test(arguments: [
        ("IMG_1.jpg", "IMG_1.jpg", true), ("IMG_1.HEIC", "img_1.jpg", true), ("IMG_1.jpg", "IMG_1(2).jpg", true),
        ("IMG_1.jpg", "IMG_1-edited(2).jpg", true), ("a/b?.jpg", "a_b_.jpg", true), ("IMG_1", "IMG_1.jpg", true),
        (
            "Backyard_ceremony_wedding_photography_xxxxxxx_more of it.jpg",
            "Backyard_ceremony_wedding_photography_xxxxxxx_m(494).jpg", true
        ),
        ("At the beach", "IMG_1.jpg", false), ("IMG_2.jpg", "IMG_1.jpg", false), ("Mr. Smith", "Mr.jpg", false),
    ]) func titles(title: String, picture: String, isName: Bool) {
        #expect(
            TakeoutName.isTitle(PathSpelling.folded(title.utf8), of: PathSpelling.folded(picture.utf8)) == isName)
    }

    /// After random insertions and removals, the same names are found as in a plain set.
    @Test func namesAreFoundAsInASet() {
        var noise = RepeatableNoise(seed: TestSeed.seed())
        let parts = ["a", "A", "ü", "u\u{308}", "_01", ".jpg", ".JPG", "(1)", "-edited", ".xmp", ".XMP", ".json"]
        func name() -> [UInt8] {
            (0..<Int.random(in: 1...5, using: &noise)).flatMap { _ in
                Array((parts.randomElement(using: &noise) ?? "").utf8)
            }
        }
        var (names, list) = (SidecarNames(), Set<[UInt8]>())
        for step in 0..<3000 {
            let changed = name()
            if step % 3 == 0 {
                names.remove(changed)
                list.remove(changed)
            } else {
                names.insert(changed)
                if SidecarNames.isName(changed) { list.insert(changed) }
            }
            #expect(names.contains(changed) == list.contains(changed))
            let picture = name() + Array(".jpg".utf8)
            let keys = Set(SidecarNames.keys(ofPicture: picture))
            let expected = list.filter { !keys.isDisjoint(with: SidecarNames.keys(ofSidecar: $0)) }
            let found = Set(names.found(for: picture[...])?.files.map(\.name) ?? [])
            #expect(found.isSubset(of: list) && found == expected, "\(String(decoding: picture, as: UTF8.self))")
        }
        #expect(names.all.count == list.count && Set(names.all) == list)
    }
}
