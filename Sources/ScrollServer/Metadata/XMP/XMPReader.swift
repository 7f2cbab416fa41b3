// Reads the RDF of an XMP packet.

/// Finds the picture's own properties in RDF/XML as XMP uses it (ISO 16684-1 §7).
///
/// Values inside other structures, such as `xmpMM:Pantry`, and descriptions of other subjects are skipped. Depth is
/// bounded. Of damaged XML, the part before the damage is read.
struct XMPReader {
    /// Deeper elements are skipped; XMP of real programs has about a dozen levels.
    private static let depthLimit = 64

    /// The kind of an element, by what its children are.
    private enum Kind: UInt8 {
        /// An element outside of the RDF.
        case outside
        /// Its children are descriptions.
        case rdf
        /// Its children are properties.
        case description
        /// It holds text, a container or a description.
        case value
        /// Its children are items.
        case list, alternatives
        case ignored
    }

    /// An element that is open.
    private struct Element {
        var kind: Kind
        /// The property to which text inside belongs.
        var property = XMPProperty.picture
        var name: Range<Int>
        var prefixCount = 0
        var hasChildren = false
        var isDefaultLanguage = false
    }

    private var xml: XMLReader
    private var facts: XMPFacts
    private var prefixes = XMPPrefixes()
    private var open: [Element] = []
    /// Open elements beyond the depth limit.
    private var deeperCount = 0
    /// The text of the value that is open.
    private var text: [UInt8] = []
    /// The best of the alternatives that are open, and whether it is that of the default language.
    private var alternative: [UInt8] = []
    private var isDefaultAlternative = false
    /// The picture's `rdf:about`; nil before the first description.
    private var subject: [UInt8]?

    private init(_ bytes: [UInt8]) {
        xml = XMLReader(bytes)
        facts = XMPFacts()
        open.reserveCapacity(16)
    }

    /// Reads a packet in UTF-8.
    static func read(_ bytes: [UInt8]) -> XMPFacts {
        var reader = XMPReader(bytes)
        reader.read()
        return reader.facts
    }

    private mutating func read() {
        while true {
            switch xml.next() {
            case .start: start()
            case .text: addText()
            case .end:
                let wasOpen = !open.isEmpty
                end()
                // Only padding follows the outermost element.
                if wasOpen, open.isEmpty { return }
            case .finish: return
            }
        }
    }

    private mutating func addText() {
        guard deeperCount == 0, let element = open.last, element.kind == .value, !element.hasChildren else { return }
        xml.append(xml.text, isVerbatim: xml.isVerbatim, to: &text)
    }

    // MARK: Elements

    private mutating func start() {
        guard open.count < Self.depthLimit, deeperCount == 0 else {
            deeperCount += 1
            return
        }
        let parent = open.last ?? Element(kind: .outside, name: 0..<0)
        if !open.isEmpty { open[open.count - 1].hasChildren = true }
        guard parent.kind != .ignored else {
            open.append(Element(kind: .ignored, name: xml.name, prefixCount: prefixes.count))
            return
        }
        let prefixCount = prefixes.count
        for attribute in xml.attributes { declare(attribute) }
        var element = self.element(in: parent)
        element.prefixCount = prefixCount
        if parent.kind == .list, element.kind != .ignored { facts.begin(element.property) }
        if element.kind == .value || element.kind == .description {
            text.removeAll(keepingCapacity: true)
            readAttributes(of: &element)
        } else if element.kind == .alternatives {
            alternative.removeAll(keepingCapacity: true)
            isDefaultAlternative = false
        }
        open.append(element)
    }

    /// Returns the kind and property of the element that has just begun.
    private mutating func element(in parent: Element) -> Element {
        let (namespace, name) = resolved(xml.name, xml.colon)
        var element = Element(kind: .ignored, property: parent.property, name: xml.name)
        switch parent.kind {
        case .outside:
            switch (namespace, localName(xml.name, xml.colon)) {
            case (.rdf, "RDF"): element.kind = .rdf
            case (.rdf, "Description"): element.kind = .description
            default: element.kind = .outside
            }
        case .rdf: element.kind = isOfPicture() ? .description : .ignored
        case .description, .value:
            guard namespace == .rdf else {
                if let property = XMPProperty.named(namespace, name, within: parent.property) {
                    (element.kind, element.property) = (.value, property)
                } else if parent.kind == .value {
                    // A typed description.
                    element.kind = .description
                }
                break
            }
            switch name {
            case "Seq", "Bag": element.kind = .list
            case "Alt": element.kind = .alternatives
            case "Description": element.kind = parent.property == .picture && !isOfPicture() ? .ignored : .description
            case "value", "li": element.kind = .value
            default: break
            }
        case .list, .alternatives: element.kind = namespace == .rdf ? .value : .ignored
        case .ignored: break
        }
        return element
    }

    private mutating func end() {
        guard deeperCount == 0 else {
            deeperCount -= 1
            return
        }
        // An end tag without a start is skipped; the end of an outer element also ends all elements in it.
        let name = xml.name
        guard let index = open.lastIndex(where: { XMPPrefixes.areEqual($0.name, name, xml.bytes) }) else { return }
        while open.count > index { close() }
    }

    private mutating func close() {
        guard let element = open.popLast() else { return }
        prefixes.keep(element.prefixCount)
        let parent = open.last?.kind ?? .outside
        switch element.kind {
        case .value where !element.hasChildren && !text.isEmpty:
            guard parent == .alternatives else {
                facts.record(element.property, text)
                break
            }
            let isBetter = alternative.isEmpty || element.isDefaultLanguage && !isDefaultAlternative
            guard isBetter, text.contains(where: { $0 > 0x20 }) else { break }
            (alternative, isDefaultAlternative) = (text, element.isDefaultLanguage)
        case .alternatives where !alternative.isEmpty: facts.record(element.property, alternative)
        default: break
        }
        if parent == .list, element.kind != .ignored { facts.end(element.property) }
    }

    // MARK: Attributes

    /// Declares a prefix if the attribute is a declaration (Namespaces in XML 1.0 §3).
    private mutating func declare(_ attribute: XMLReader.Attribute) {
        let name = attribute.name
        guard name.count >= 5, xml.bytes[name.lowerBound] == UInt8(ascii: "x"),
            xml.bytes[name.lowerBound..<(name.lowerBound + 5)].elementsEqual("xmlns".utf8)
        else { return }
        if let colon = attribute.colon, colon == name.lowerBound + 5 {
            prefixes.declare((colon + 1)..<name.upperBound, attribute.value, in: xml.bytes)
        } else if name.count == 5 {
            prefixes.declare(name.lowerBound..<name.lowerBound, attribute.value, in: xml.bytes)
        }
    }

    /// Reads properties written as attributes, and RDF's own attributes.
    private mutating func readAttributes(of element: inout Element) {
        for attribute in xml.attributes {
            var (namespace, name) = resolved(attribute.name, attribute.colon)
            if attribute.colon == nil {
                // RDF's own attributes had no prefix in its first version.
                (namespace, name) = (.rdf, localName(attribute.name, nil))
            }
            switch namespace {
            case .other: continue
            case .xml:
                if name == "lang" {
                    element.isDefaultLanguage = xml.bytes[attribute.value].elementsEqual("x-default".utf8)
                }
            case .rdf:
                switch name {
                case "parseType":
                    if xml.bytes[attribute.value].elementsEqual("Resource".utf8) { element.kind = .description }
                case "value", "resource":
                    if element.property != .picture { record(element.property, attribute.value) }
                default: break
                }
            default:
                if let property = XMPProperty.named(namespace, name, within: element.property) {
                    record(property, attribute.value)
                }
            }
        }
    }

    private mutating func record(_ property: XMPProperty, _ value: Range<Int>) {
        var decoded: [UInt8] = []
        xml.append(value, to: &decoded)
        facts.record(property, decoded)
    }

    /// Returns whether a new description is about the picture: its `rdf:about` is missing, empty, or the first one's.
    private mutating func isOfPicture() -> Bool {
        let about = xml.attributes.first { localName($0.name, $0.colon) == "about" }.map { Array(xml.bytes[$0.value]) }
        if let subject, let about, !about.isEmpty { return about == subject }
        if subject == nil { subject = about ?? [] }
        return true
    }

    /// Returns a name's namespace and its part after the prefix, which is empty for `other` namespaces.
    private mutating func resolved(_ name: Range<Int>, _ colon: Int?) -> (XMPNamespace, String) {
        let prefix = name.lowerBound..<(colon ?? name.lowerBound)
        let namespace = prefixes.namespace(of: prefix, in: xml.bytes)
        return namespace == .other ? (namespace, "") : (namespace, localName(name, colon))
    }

    private func localName(_ name: Range<Int>, _ colon: Int?) -> String {
        let start = colon.map { $0 + 1 } ?? name.lowerBound
        return String(decoding: xml.bytes[start..<name.upperBound].prefix(32), as: UTF8.self)
    }
}
