// The descriptions of a picture in a sidecar, and changes of their properties.

/// A sidecar that is being changed.
struct XMPDocument {
    /// Where a property is written.
    enum Place {
        case attribute(element: Int, index: Int)
        case element(Int)
    }

    private(set) var outline: XMLOutline
    /// The descriptions of the picture, of which there is at least one.
    private(set) var descriptions: [Int] = []

    private var elements: [XMLOutline.Element] { outline.elements }

    init(_ bytes: [UInt8]) throws(XMPEditError) {
        outline = try XMLOutline(bytes)
        let root = elements.firstIndex {
            $0.namespace == .rdf && outline.localName($0.name, $0.colon).elementsEqual("RDF".utf8)
        }
        guard let root else { throw .notXMP }
        findDescriptions(in: root)
        guard descriptions.isEmpty else { return }
        let prefix = self.prefix(of: root)
        let about = prefix.isEmpty ? "" : " \(prefix)about=\"\""
        try apply([insertion(of: { (_, _) in Array("<\(prefix)Description\(about)/>".utf8) }, into: root)])
    }

    /// Finds the descriptions whose `rdf:about` is missing, empty, or the first one's.
    private mutating func findDescriptions(in root: Int) {
        var subject: ArraySlice<UInt8>?
        descriptions = elements[root].children.filter { child in
            let element = elements[child]
            guard element.namespace == .rdf,
                outline.localName(element.name, element.colon).elementsEqual("Description".utf8)
            else { return false }
            // RDF's own attributes had no prefix in its first version.
            let about = element.attributes.first {
                ($0.namespace == .rdf || $0.colon == nil)
                    && outline.localName($0.name, $0.colon).elementsEqual("about".utf8)
            }.map { outline.bytes[$0.value] }
            if let subject, let about, !about.isEmpty { return about == subject }
            if subject == nil { subject = about ?? [] }
            return true
        }
    }

    /// Replaces ranges of the bytes, of which none overlap.
    mutating func apply(_ changes: [(range: Range<Int>, bytes: [UInt8])]) throws(XMPEditError) {
        guard !changes.isEmpty else { return }
        var bytes: [UInt8] = []
        var end = 0
        for change in changes.sorted(by: { $0.range.lowerBound < $1.range.lowerBound }) {
            bytes += outline.bytes[end..<change.range.lowerBound] + change.bytes
            end = change.range.upperBound
        }
        self = try XMPDocument(bytes + outline.bytes[end...])
    }

    // MARK: Finding

    /// All places at which a property of the picture is written.
    func places(_ namespace: XMPNamespace, _ name: String) -> [Place] {
        descriptions.flatMap { description -> [Place] in
            let attributes = elements[description].attributes.indices.filter { index in
                let attribute = elements[description].attributes[index]
                return attribute.namespace == namespace
                    && outline.localName(attribute.name, attribute.colon).elementsEqual(name.utf8)
            }
            let children = elements[description].children.filter { child in
                elements[child].namespace == namespace
                    && outline.localName(elements[child].name, elements[child].colon).elementsEqual(name.utf8)
            }
            return attributes.map { .attribute(element: description, index: $0) } + children.map { .element($0) }
        }
    }

    /// The text at a place without outer spaces; nil where there is none, or it is not plain text.
    func text(at place: Place) -> [UInt8]? {
        var text: [UInt8] = []
        switch place {
        case .attribute(let element, let index):
            XMLReader(outline.bytes).append(elements[element].attributes[index].value, to: &text)
        case .element(let element):
            guard isPlain(element) else { return nil }
            var reader = XMLReader(Array(outline.bytes[elements[element].content]))
            reading: while true {
                switch reader.next() {
                case .text: reader.append(reader.text, isVerbatim: reader.isVerbatim, to: &text)
                case .start, .end: break
                case .finish: break reading
                }
            }
        }
        return XMLText.plain(text)
    }

    /// Whether an element has only text, and no attribute that changes its meaning.
    func isPlain(_ element: Int) -> Bool {
        elements[element].children.isEmpty && elements[element].attributes.allSatisfy { $0.namespace != .rdf }
    }

    /// All places at which a property with one value is written.
    private func places(_ mark: XMPMark) -> [Place] { places(mark.name.namespace, mark.name.local) }

    /// The first value of a property.
    func value(_ mark: XMPMark) -> String? {
        places(mark).lazy.compactMap { text(at: $0) }.first.map { String(decoding: $0, as: UTF8.self) }
    }

    // MARK: Changing properties with one value

    mutating func change(_ mark: XMPMark, _ change: XMPEdit.Value) throws(XMPEditError) {
        switch change {
        case .kept: break
        case .set(let value): if !mark.isOnlyUpdated || !places(mark).isEmpty { try set(mark, value) }
        case .replaced(let old, let value): if Self.areEqual(self.value(mark), old) { try set(mark, value) }
        }
    }

    /// Whether two values are the same; `4.0` is 4, and `true` is `True`.
    private static func areEqual(_ first: String?, _ second: String?) -> Bool {
        guard let first, let second else { return first == nil && second == nil }
        if let first = Double(first), let second = Double(second) { return first == second }
        let words = [first.lowercased(), second.lowercased()]
        if words[0] == words[1], ["true", "false"].contains(words[0]) { return true }
        return first.utf8.elementsEqual(second.utf8)
    }

    private mutating func set(_ mark: XMPMark, _ value: String?) throws(XMPEditError) {
        let places = places(mark)
        guard let value else { return try apply(places.map { (removal(of: $0), []) }) }
        let text = Array(value.utf8)
        guard !places.isEmpty else { return try apply([attribute(mark, text)]) }
        var changes: [(range: Range<Int>, bytes: [UInt8])] = []
        for place in places {
            if case .element(let element) = place, !isPlain(element) {
                throw .unusual("the form of \(mark.name.local)", offset: elements[element].whole.lowerBound)
            }
            let old = self.text(at: place).map { String(decoding: $0, as: UTF8.self) }
            if Self.areEqual(old, value) { continue }
            switch place {
            case .attribute(let element, let index):
                changes.append(
                    (elements[element].attributes[index].value, XMLText.escaped(text, inQuotes: true)))
            case .element(let element): changes.append(content(XMLText.escaped(text), of: element))
            }
        }
        try apply(changes)
    }

    /// The bytes of a property, with the white space before it.
    func removal(of place: Place) -> Range<Int> {
        switch place {
        case .attribute(let element, let index): return elements[element].attributes[index].whole
        case .element(let element): return removal(ofElement: element)
        }
    }

    func removal(ofElement element: Int) -> Range<Int> {
        let whole = elements[element].whole
        return spaceStart(before: whole.lowerBound)..<whole.upperBound
    }

    /// A new attribute of a description.
    private func attribute(_ mark: XMPMark, _ value: [UInt8]) -> (range: Range<Int>, bytes: [UInt8]) {
        let (description, prefix, declaration) = description(with: mark.declaration)
        let element = elements[description]
        let end = element.attributes.last?.whole.upperBound ?? element.name.upperBound
        // As the attribute before it is written: on a line of its own, or not.
        let space = element.attributes.last.map { outline.bytes[$0.whole.lowerBound..<$0.name.lowerBound] } ?? [0x20]
        var bytes: [UInt8] = []
        if let declaration { bytes += space + Array(declaration.utf8) }
        bytes += space + Array("\(prefix):\(mark.name.local)=\"".utf8) + XMLText.escaped(value, inQuotes: true)
        return (end..<end, bytes + [UInt8(ascii: "\"")])
    }

    // MARK: Prefixes

    /// The prefix of an element's name with its colon; empty for none.
    func prefix(of element: Int) -> String {
        let name = elements[element].name
        return String(
            decoding: outline.bytes[name.lowerBound..<(elements[element].colon.map { $0 + 1 } ?? name.lowerBound)],
            as: UTF8.self)
    }

    /// The first description in which a namespace has a prefix, and that; else the first one, and what declares a prefix.
    func description(
        with name: (prefix: String, uri: String)
    ) -> (description: Int, prefix: String, declaration: String?) {
        for description in descriptions {
            if let prefix = bindings(at: description).first(where: { $0.value.elementsEqual(name.uri.utf8) })?.key {
                return (description, prefix, nil)
            }
        }
        let taken = bindings(at: descriptions[0])
        // With a number where the usual one stands for another namespace.
        let numbered = (1...).lazy.map { "\(name.prefix)\($0)" }
        let prefix = taken[name.prefix] == nil ? name.prefix : numbered.first { taken[$0] == nil } ?? name.prefix
        return (descriptions[0], prefix, "xmlns:\(prefix)=\"\(name.uri)\"")
    }

    /// The prefixes that are declared at an element, with their namespaces.
    private func bindings(at element: Int) -> [String: ArraySlice<UInt8>] {
        var bindings: [String: ArraySlice<UInt8>] = [:]
        var next: Int? = element
        while let current = next {
            for attribute in elements[current].attributes {
                guard let range = outline.declaredPrefix(attribute), !range.isEmpty else { continue }
                let prefix = String(decoding: outline.bytes[range], as: UTF8.self)
                if bindings[prefix] == nil { bindings[prefix] = outline.bytes[attribute.value] }
            }
            next = elements[current].parent
        }
        return bindings
    }

    // MARK: Places in the bytes

    /// Where the white space before an offset begins.
    private func spaceStart(before offset: Int) -> Int {
        var start = offset
        while start > 0, XMLOutline.isSpace(outline.bytes[start - 1]) { start -= 1 }
        return start
    }

    /// The line break and indentation before an element; empty where it does not begin a line.
    func indentation(of element: Int) -> [UInt8] {
        let end = elements[element].whole.lowerBound
        let space = outline.bytes[spaceStart(before: end)..<end]
        guard let line = space.lastIndex(of: 0x0A) else { return [] }
        return Array(space[(line > space.startIndex && space[line - 1] == 0x0D ? line - 1 : line)...])
    }

    /// Another text between an element's tags.
    func content(_ text: [UInt8], of element: Int) -> (range: Range<Int>, bytes: [UInt8]) {
        guard elements[element].isEmpty else { return (elements[element].content, text) }
        let tag = elements[element].tag
        return ((tag.upperBound - 2)..<tag.upperBound, [UInt8(ascii: ">")] + text + endTag(element))
    }

    private func endTag(_ element: Int) -> [UInt8] {
        Array("</".utf8) + outline.bytes[elements[element].name] + [UInt8(ascii: ">")]
    }

    /// A new element behind the last child of an element; `make` gets the space before it and a step of indentation.
    func insertion(
        of make: (_ space: [UInt8], _ step: [UInt8]) -> [UInt8], into parent: Int
    ) -> (range: Range<Int>, bytes: [UInt8]) {
        let outer = indentation(of: parent)
        let step: [UInt8] = outer.isEmpty ? [] : [0x20]
        let last = elements[parent].children.last
        let space = last.map { indentation(of: $0) } ?? outer + step
        let new = space + make(space, step)
        if let last { return (elements[last].whole.upperBound..<elements[last].whole.upperBound, new) }
        guard elements[parent].isEmpty else {
            let start = elements[parent].content.lowerBound
            return (start..<start, new)
        }
        return content(new + outer, of: parent)
    }
}
