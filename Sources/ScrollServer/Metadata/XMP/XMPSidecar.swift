// Changes marks in XMP sidecars, and leaves everything else in them byte for byte.

/// Writes ratings, flags, labels and keywords into sidecars as other programs wrote them, or into new ones.
///
/// Pure. What is already as wanted is not changed, so that a second edit of the same kind changes nothing.
package enum XMPSidecar {
    /// Larger files are not changed.
    package static let longest = 16 << 20

    /// A new sidecar, as darktable and Lightroom write them: without a packet around it.
    private static let template = """
        <?xml version="1.0" encoding="UTF-8"?>
        <x:xmpmeta xmlns:x="adobe:ns:meta/" x:xmptk="ScrollServer">
         <rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
          <rdf:Description rdf:about=""
            xmlns:xmp="http://ns.adobe.com/xap/1.0/"
            xmlns:dc="http://purl.org/dc/elements/1.1/"/>
         </rdf:RDF>
        </x:xmpmeta>

        """

    /// Changes a sidecar's bytes; `old` is nil where there is no sidecar.
    ///
    /// - Returns: the new bytes; nil where there is no sidecar, and nothing to write into one.
    /// - Throws: why the sidecar cannot be changed.
    package static func bytes(of old: [UInt8]?, changedBy edit: XMPEdit) throws(XMPEditError) -> [UInt8]? {
        let start = Array(template.utf8)
        if let old, old.count > longest { throw .tooLarge }
        var document = try XMPDocument(old ?? start)
        for mark in XMPMark.allCases { try document.change(mark, edit[mark]) }
        try document.changeKeywords(adding: edit.added, removing: edit.removed, restoring: edit.restored)
        if old == nil, document.outline.bytes == start { return nil }
        return document.outline.bytes
    }

    /// Returns what an edit could change.
    package static func marks(of bytes: [UInt8]) throws(XMPEditError) -> XMPMarks { try content(of: bytes).marks }

    /// Returns what an edit could change, with the lists of each keyword.
    package static func content(of bytes: [UInt8]) throws(XMPEditError) -> XMPContent {
        if bytes.count > longest { throw .tooLarge }
        let document = try XMPDocument(bytes)
        var content = XMPContent()
        for mark in XMPMark.allCases { content.marks[mark] = document.value(mark) }
        for (word, lists) in document.keywords {
            let word = String(decoding: word, as: UTF8.self)
            content.marks.keywords.append(word)
            content.lists[word] = lists
        }
        return content
    }
}

/// Characters of XML.
enum XMLText {
    /// Escapes text for an element (XML 1.0 §2.4) or for a value in quotes (§3.3.3).
    static func escaped(_ text: [UInt8], inQuotes: Bool = false) -> [UInt8] {
        var escaped: [UInt8] = []
        for byte in text {
            switch byte {
            case UInt8(ascii: "&"): escaped += Array("&amp;".utf8)
            case UInt8(ascii: "<"): escaped += Array("&lt;".utf8)
            // Only `]]>` must be escaped, but this is shorter to say.
            case UInt8(ascii: ">"): escaped += Array("&gt;".utf8)
            case UInt8(ascii: "\"") where inQuotes: escaped += Array("&quot;".utf8)
            case UInt8(ascii: "'") where inQuotes: escaped += Array("&apos;".utf8)
            default: escaped.append(byte)
            }
        }
        return escaped
    }

    /// Returns a text as it is read back: without outer spaces, control characters and what XML cannot hold (§2.2).
    static func plain(_ text: some Collection<UInt8>) -> [UInt8]? {
        guard let plain = PictureFacts.text(text) else { return nil }
        let held = plain.unicodeScalars.map { $0.value == 0xFFFE || $0.value == 0xFFFF ? "\u{FFFD}" : $0 }
        return Array(String(String.UnicodeScalarView(held)).utf8)
    }
}
