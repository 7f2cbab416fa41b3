// Reads the facts in an IPTC record.

/// Reads the descriptive datasets of IPTC-IIM 4.2 from the image resources in which Photoshop stores them.
enum IPTCFacts {
    /// Reads image resource blocks (Adobe Photoshop File Formats Specification, "Image Resources").
    static func read(resources: ArraySlice<UInt8>) -> PictureFacts {
        var rest = resources
        while rest.count >= 12, rest.starts(with: "8BIM".utf8) {
            let start = rest.startIndex
            let identifier = Int(rest[start + 4]) << 8 | Int(rest[start + 5])
            // A Pascal string, padded to an even length.
            let nameCount = (Int(rest[start + 6]) + 2) & ~1
            let sizeStart = start + 6 + nameCount
            guard sizeStart + 4 <= rest.endIndex else { break }
            let count = rest[sizeStart..<sizeStart + 4].reduce(0) { $0 << 8 | Int($1) }
            guard count <= rest.endIndex - sizeStart - 4 else { break }
            let data = rest[(sizeStart + 4)..<(sizeStart + 4 + count)]
            if identifier == 0x0404 { return read(data) }
            rest = rest[min(sizeStart + 4 + (count + 1) & ~1, rest.endIndex)...]
        }
        return .none
    }

    static func read(_ datasets: ArraySlice<UInt8>) -> PictureFacts {
        var facts = PictureFacts()
        var rest = datasets
        // IIM 4.2 §1.6: a tag marker, record, dataset and 15 bits of length. Extended lengths are only used for
        // previews.
        while rest.count >= 5, rest[rest.startIndex] == 0x1C {
            let start = rest.startIndex
            let count = Int(rest[start + 3]) << 8 | Int(rest[start + 4])
            guard count < 0x8000, count <= rest.endIndex - start - 5 else { break }
            let value = rest[(start + 5)..<(start + 5 + count)]
            if rest[start + 1] == 2, let text = PictureFacts.text(value) {
                switch rest[start + 2] {
                case 5: facts.title = facts.title ?? text
                case 25: if facts.keywords.count < PictureFacts.mostKeywords { facts.keywords.append(text) }
                case 120: facts.caption = facts.caption ?? text
                default: break
                }
            }
            rest = rest[(start + 5 + count)...]
        }
        return facts
    }
}
