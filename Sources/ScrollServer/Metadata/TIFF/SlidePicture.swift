// The pictures that a slide scanner stores beside its scan.

import Pixels

/// A picture beside the scan of a slide.
///
/// Scanners name it in ImageDescription, Aperio's on the second line, others' on the first. Names are those of
/// OpenSlide, whose `openslide-vendor-aperio.c` and `openslide-vendor-philips-tiff.c` describe these files.
enum SlidePicture: String, CaseIterable {
    /// What is written on the slide.
    case label
    /// The whole slide, as a camera sees it.
    case macro
    /// The scan, made small.
    case thumbnail

    /// Longest ImageDescription that is read, in bytes.
    private static let descriptionLimit = 4096

    /// Reads the name of a directory's picture; nil where it has none of these.
    ///
    /// Aperio's thumbnail has no name, but comes right behind the scan (`isBehindScan`).
    init?(_ fields: TIFFFields, isBehindScan: Bool = false) {
        guard let text = fields.text(270, limit: Self.descriptionLimit) else { return nil }
        let lines = text.split { $0 == UInt8(ascii: "\r") || $0 == UInt8(ascii: "\n") }
        let isAperio = text.starts(with: "Aperio".utf8)
        let line = lines.dropFirst(isAperio ? 1 : 0).first ?? []
        let word = line.prefix { $0 > 0x20 }
        if let named = Self.allCases.first(where: { $0.isNamed(word) }) {
            self = named
        } else if isAperio, isBehindScan {
            self = .thumbnail
        } else {
            return nil
        }
    }

    private func isNamed(_ word: ArraySlice<UInt8>) -> Bool { word.elementsEqual(rawValue.utf8) { $0 | 0x20 == $1 } }

    /// Whether a directory that is declared a smaller copy is a picture of its own: a label or the like, in strips.
    static func isDeclaredCopy(_ fields: TIFFFields) -> Bool {
        fields.isReduced && !fields.isMask && !fields.isTiled && SlidePicture(fields) != nil
    }
}

extension TIFFFields {
    /// Whether the directory is declared a smaller copy but is a picture of a slide, such as its label.
    package var isOfSlide: Bool { SlidePicture.isDeclaredCopy(self) }
}
