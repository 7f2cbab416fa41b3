// The places of all tags in an XML document, so that a part can be changed and the rest stays as it is.

/// The elements of a well-formed XML document in UTF-8 (XML 1.0, Namespaces in XML 1.0).
///
/// Unlike `XMLReader` it accepts no damage. O(bytes), besides declared prefixes.
struct XMLOutline {
    struct Attribute {
        /// The white space before the name, the name, and the value with its quotes.
        var whole: Range<Int>
        var name: Range<Int>
        /// Offset of the colon in the name; nil where it has no prefix.
        var colon: Int?
        /// The value between its quotes.
        var value: Range<Int>
        var namespace = XMPNamespace.other
    }

    struct Element {
        var parent: Int?
        var children: [Int] = []
        /// From the start tag to the end tag.
        var whole: Range<Int>
        /// The start tag.
        var tag: Range<Int>
        var name: Range<Int>
        var colon: Int?
        var attributes: [Attribute] = []
        var namespace = XMPNamespace.other
        /// Whether it is a tag that ends with `/>`.
        var isEmpty = false
        /// What is between the tags.
        var content: Range<Int>
    }

    /// Deeper documents, more declarations in force, or more attributes of an element are refused.
    private static let (depthLimit, declarationLimit, attributeLimit) = (128, 256, 4096)

    let bytes: [UInt8]
    /// In the order of their start tags; the first is the outermost.
    private(set) var elements: [Element] = []
    private var offset = 0
    /// Declared prefixes that are in force, outermost first, with the depth of their element.
    private var declared: [(prefix: Range<Int>, namespace: XMPNamespace, depth: Int)] = []
    private var open: [Int] = []

    init(_ bytes: [UInt8]) throws(XMPEditError) {
        self.bytes = bytes
        if let encoding = XMLEncoding.other(bytes) { throw .encoding(encoding) }
        offset = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
        guard String(validating: bytes, as: UTF8.self) != nil else { throw .encoding("another encoding") }
        try readDeclaration()
        while offset < bytes.count { try readNext() }
        guard open.isEmpty else { throw malformed("an element is not closed") }
        guard !elements.isEmpty else { throw malformed("there is no element") }
    }

    /// The name of an element or attribute without its prefix.
    func localName(_ name: Range<Int>, _ colon: Int?) -> ArraySlice<UInt8> {
        bytes[(colon.map { $0 + 1 } ?? name.lowerBound)..<name.upperBound]
    }

    private func malformed(_ text: String) -> XMPEditError { .malformed(text, offset: min(offset, bytes.count)) }

    // MARK: Outside of tags

    private mutating func readDeclaration() throws(XMPEditError) {
        guard begins("<?xml"), offset + 5 < bytes.count, Self.isSpace(bytes[offset + 5]) else { return }
        let start = offset
        try skip(past: "?>", from: 5, what: "the XML declaration")
        let words = String(decoding: bytes[(start + 5)..<(offset - 2)], as: UTF8.self)
        guard let place = words.firstRange(of: "encoding") else { return }
        let value = words[place.upperBound...].drop { $0.isWhitespace || $0 == "=" }
        guard let quote = value.first, quote == "\"" || quote == "'" else { throw malformed("the encoding") }
        let name = value.dropFirst().prefix { $0 != quote }
        guard ["UTF-8", "UTF8", "US-ASCII", "ASCII"].contains(name.uppercased()) else {
            throw .encoding(String(name.prefix(40)))
        }
    }

    private mutating func readNext() throws(XMPEditError) {
        guard bytes[offset] == UInt8(ascii: "<") else { return try readText() }
        if begins("<!--") {
            try skip(past: "-->", from: 4, what: "a comment")
        } else if begins("<![CDATA[") {
            guard !open.isEmpty else { throw malformed("text outside of all elements") }
            try skip(past: "]]>", from: 9, what: "a CDATA section")
        } else if begins("<?") {
            try skip(past: "?>", from: 2, what: "a processing instruction")
        } else if begins("<!") {
            // Entities of its own could mean anything.
            throw .unusual("a document type", offset: offset)
        } else if begins("</") {
            try readEnd()
        } else {
            guard !open.isEmpty || elements.isEmpty else { throw malformed("a second outermost element") }
            try readStart()
        }
    }

    private mutating func readText() throws(XMPEditError) {
        let start = offset
        while offset < bytes.count, bytes[offset] != UInt8(ascii: "<") { offset += 1 }
        guard open.isEmpty else { return try check(start..<offset) }
        offset = bytes[start..<offset].firstIndex { !Self.isSpace($0) } ?? offset
        if offset < bytes.count, bytes[offset] != UInt8(ascii: "<") {
            throw malformed("text outside of all elements")
        }
    }

    /// Checks the characters and references of text.
    private mutating func check(_ range: Range<Int>) throws(XMPEditError) {
        var index = range.lowerBound
        while index < range.upperBound {
            defer { index += 1 }
            let byte = bytes[index]
            guard byte >= 0x20 || Self.isSpace(byte) else {
                throw .malformed("a control character", offset: index)
            }
            guard byte == UInt8(ascii: "&") else { continue }
            let name = bytes[(index + 1)..<range.upperBound].prefix(12).prefix { $0 != UInt8(ascii: ";") }
            guard name.endIndex < range.upperBound, bytes[name.endIndex] == UInt8(ascii: ";"),
                XMLReader.entity(name) != nil
            else { throw .malformed("an unknown reference", offset: index) }
        }
    }

    // MARK: Tags

    private mutating func readEnd() throws(XMPEditError) {
        let start = offset
        guard let element = open.popLast() else { throw malformed("an end without a beginning") }
        offset += 2
        let (name, _) = try readName()
        guard bytes[name].elementsEqual(bytes[elements[element].name]) else {
            throw malformed("the end of another element")
        }
        skipSpace()
        guard offset < bytes.count, bytes[offset] == UInt8(ascii: ">") else { throw malformed("an end tag") }
        offset += 1
        elements[element].content = elements[element].tag.upperBound..<start
        close(element)
    }

    private mutating func close(_ element: Int) {
        elements[element].whole = elements[element].tag.lowerBound..<offset
        while let last = declared.last, last.depth > open.count { declared.removeLast() }
    }

    private mutating func readStart() throws(XMPEditError) {
        let start = offset
        guard open.count < Self.depthLimit else { throw malformed("elements are nested too deeply") }
        offset += 1
        let (name, colon) = try readName()
        var element = Element(
            parent: open.last, whole: start..<start, tag: start..<start, name: name, colon: colon,
            content: start..<start)
        while try readAttribute(into: &element) {}
        if offset < bytes.count, bytes[offset] == UInt8(ascii: "/") {
            element.isEmpty = true
            offset += 1
        }
        guard offset < bytes.count, bytes[offset] == UInt8(ascii: ">") else { throw malformed("a start tag") }
        offset += 1
        element.tag = start..<offset
        element.content = offset..<offset
        try resolve(&element)
        let number = elements.count
        if let parent = open.last { elements[parent].children.append(number) }
        elements.append(element)
        if element.isEmpty { close(number) } else { open.append(number) }
    }

    /// Reads an attribute; returns false at the end of the tag.
    private mutating func readAttribute(into element: inout Element) throws(XMPEditError) -> Bool {
        let start = offset
        skipSpace()
        guard offset < bytes.count else { throw malformed("a start tag") }
        if bytes[offset] == UInt8(ascii: ">") || bytes[offset] == UInt8(ascii: "/") { return false }
        guard offset > start, element.attributes.count < Self.attributeLimit else { throw malformed("an attribute") }
        let (name, colon) = try readName()
        skipSpace()
        guard offset < bytes.count, bytes[offset] == UInt8(ascii: "=") else { throw malformed("an attribute") }
        offset += 1
        skipSpace()
        guard offset < bytes.count, bytes[offset] == UInt8(ascii: "\"") || bytes[offset] == UInt8(ascii: "'") else {
            throw malformed("an attribute without quotes")
        }
        let quote = bytes[offset]
        offset += 1
        let value = offset
        while offset < bytes.count, bytes[offset] != quote {
            guard bytes[offset] != UInt8(ascii: "<") else { throw malformed("an attribute") }
            offset += 1
        }
        guard offset < bytes.count else { throw malformed("an attribute") }
        try check(value..<offset)
        element.attributes.append(
            Attribute(whole: start..<(offset + 1), name: name, colon: colon, value: value..<offset))
        offset += 1
        return true
    }

    private mutating func readName() throws(XMPEditError) -> (name: Range<Int>, colon: Int?) {
        let start = offset
        var colon: Int?
        while offset < bytes.count {
            let byte = bytes[offset]
            if byte == UInt8(ascii: ":") {
                guard colon == nil, offset > start else { throw malformed("a name") }
                colon = offset
            } else if !Self.isName(byte) {
                break
            }
            offset += 1
        }
        guard let first = bytes[start..<offset].first, first > UInt8(ascii: "9"), colon.map({ $0 + 1 < offset }) ?? true
        else { throw malformed("a name") }
        return (start..<offset, colon)
    }

    // MARK: Namespaces

    private mutating func resolve(_ element: inout Element) throws(XMPEditError) {
        var names: Set<ArraySlice<UInt8>> = []
        for attribute in element.attributes {
            guard names.insert(bytes[attribute.name]).inserted else {
                throw .malformed("an attribute is there twice", offset: attribute.name.lowerBound)
            }
            guard let prefix = declaredPrefix(attribute) else { continue }
            guard declared.count < Self.declarationLimit else { throw malformed("too many namespaces") }
            declared.append((prefix, .named(bytes[attribute.value]), open.count + 1))
        }
        element.namespace = try namespace(element.name, element.colon, isElement: true)
        for index in element.attributes.indices where declaredPrefix(element.attributes[index]) == nil {
            let attribute = element.attributes[index]
            element.attributes[index].namespace = try namespace(attribute.name, attribute.colon, isElement: false)
        }
    }

    /// The prefix that an attribute declares, empty for the namespace of names without one; nil for other attributes.
    func declaredPrefix(_ attribute: Attribute) -> Range<Int>? {
        let name = bytes[attribute.name]
        guard name.starts(with: "xmlns".utf8) else { return nil }
        if let colon = attribute.colon {
            return colon == attribute.name.lowerBound + 5 ? (colon + 1)..<attribute.name.upperBound : nil
        }
        return name.count == 5 ? attribute.name.upperBound..<attribute.name.upperBound : nil
    }

    private func namespace(_ name: Range<Int>, _ colon: Int?, isElement: Bool) throws(XMPEditError) -> XMPNamespace {
        guard let colon else {
            return isElement ? declared.last { $0.prefix.isEmpty }?.namespace ?? .other : .other
        }
        let prefix = bytes[name.lowerBound..<colon]
        if prefix.elementsEqual("xml".utf8) { return .xml }
        guard let found = declared.last(where: { bytes[$0.prefix].elementsEqual(prefix) }) else {
            throw .malformed(
                "the prefix '\(String(decoding: prefix.prefix(40), as: UTF8.self))' is not declared", offset: colon)
        }
        return found.namespace
    }

    // MARK: Characters

    static func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 || byte == 0x0A || byte == 0x0D }

    private static func isName(_ byte: UInt8) -> Bool {
        byte >= 0x80 || (0x61...0x7A).contains(byte | 0x20) || (0x30...0x39).contains(byte) || byte == UInt8(ascii: "_")
            || byte == UInt8(ascii: "-") || byte == UInt8(ascii: ".")
    }

    private mutating func skipSpace() { while offset < bytes.count, Self.isSpace(bytes[offset]) { offset += 1 } }

    private func begins(_ text: String) -> Bool { bytes[offset...].starts(with: text.utf8) }

    /// Moves past the next `mark`, at least `start` bytes behind the offset.
    private mutating func skip(past mark: String, from start: Int, what: String) throws(XMPEditError) {
        guard let end = XMLScanner.end(of: mark, in: bytes[...], from: offset + start) else {
            throw malformed("\(what) does not end")
        }
        offset = end
    }
}
