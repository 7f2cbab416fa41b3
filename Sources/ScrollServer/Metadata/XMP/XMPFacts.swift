// Reads the facts in an XMP packet.

/// Converts XMP's properties (ISO 16684-1) to facts about the picture.
///
/// If a property occurs several times, its first value counts; of lists, all values count.
package struct XMPFacts {
    /// The longest packet that is read.
    static let longest = 1 << 16

    private var facts = PictureFacts()
    /// Values that count where `facts` has none.
    private var lesser = PictureFacts()
    private var flags = XMPFlags()
    /// Adobe's colour beside a label, which may be in any language.
    private var labelColour: String?
    private var make: String?
    private var model: String?
    private var latitude: Double?
    private var longitude: Double?
    private var keywordPaths: [String] = []
    /// Number of paths found so far; those beyond a limit are ignored.
    private var pathCount = 0
    private var creators: [String] = []
    private var container = XMPContainer()
    /// The region that is open.
    private var region = PartialRegion()
    /// The names from the root of a tree to the open keyword, and whether each is a keyword of the picture.
    private var tree: [(name: String, isApplied: Bool)] = []
    /// The identifier of the packet's extension: 32 hexadecimal digits (XMP Specification Part 3, §1.1.3.1).
    private(set) var extensionIdentifier: [UInt8]?

    /// Reads a packet in UTF-8, UTF-16 or UTF-32.
    ///
    /// - Parameters:
    ///   - bytes: the packet, or a sidecar file; if it is damaged, the part before the damage is read.
    ///   - limit: the most bytes that are read.
    /// - Returns: the picture's own facts, perhaps none.
    package static func read(_ bytes: ArraySlice<UInt8>, limit: Int = longest) -> PictureFacts {
        packet(bytes, limit: limit).all
    }

    /// Reads a packet that may have an extension.
    static func packet(_ bytes: ArraySlice<UInt8>, limit: Int = longest) -> XMPFacts {
        XMPReader.read(XMLEncoding.utf8(bytes.prefix(limit)))
    }

    /// All facts of the packet.
    var all: PictureFacts {
        var all = facts
        all.camera = PictureFacts.camera(make: make, model: model)
        all.setPosition(latitude: latitude, longitude: longitude)
        if !creators.isEmpty { all.creator = PictureFacts.text(creators.joined(separator: "; ")) }
        for path in keywordPaths { Self.add(path, to: &all.keywords) }
        if let labelColour, !XMPMark.isColour(all.label ?? "") { all.label = labelColour }
        all.flag = flags.flag
        all.settleFlag()
        all.claimedFilm = container.film
        if lesser != .none { all.complete(with: lesser) }
        return all
    }

    // MARK: Properties

    /// Records the value of a property, or of one of its items.
    mutating func record(_ property: XMPProperty, _ value: [UInt8]) {
        if property == .categories {
            XMPKeywords.categories(value) { addPath($0) }
            return
        }
        if property == .comment {
            _ = recordGenerated(value)
            return
        }
        guard let text = PictureFacts.text(value) else { return }
        if [.title, .description, .tiffDescription, .make, .model].contains(property),
            GeneratedPicture.mayBeGenerated(text), recordGenerated(value)
        {
            return
        }
        switch property {
        case .rating: facts.rating = facts.rating ?? XMPValue.rating(text)
        case .acdseeRating: lesser.rating = lesser.rating ?? XMPValue.rating(text)
        case .percentRating: lesser.rating = lesser.rating ?? PictureFacts.rating(percent: Double(text))
        case .label: facts.label = facts.label ?? text
        case .colourLabel: facts.label = facts.label ?? XMPValue.darktableLabel(text)
        case .labelColour: labelColour = labelColour ?? XMPMark.labelColour.label(text)
        case .digiKamLabel: lesser.label = lesser.label ?? XMPMark.digiKamLabel.label(text)
        case .pick, .good, .digiKamPick, .tagged: flags.record(property, text)
        case .subject: Self.add(text, to: &facts.keywords)
        case .hierarchicalSubject: addPath(text.split(separator: "|"))
        case .slashedKeyword: addSlashed(text)
        case .title: facts.title = facts.title ?? text
        case .headline: facts.headline = facts.headline ?? text
        case .description: facts.caption = facts.caption ?? text
        case .tiffDescription: lesser.caption = lesser.caption ?? text
        case .creator: if creators.count < 16 { creators.append(text) }
        case .artist: lesser.creator = lesser.creator ?? text
        case .rights: facts.copyright = facts.copyright ?? text
        case .tiffCopyright: lesser.copyright = lesser.copyright ?? text
        case .gainMap: Self.add(PictureFacts.gainMap, to: &facts.extras)
        case .depthMap: Self.add(PictureFacts.depthMap, to: &facts.extras)
        case .auxiliaryKind: if let word = HEIFExtras.word(forKind: text.utf8) { Self.add(word, to: &facts.extras) }
        case .extensionIdentifier: if text.utf8.count == 32 { extensionIdentifier = Array(text.utf8) }
        default:
            if !recordPlace(property, text), !recordPerson(property, text), !container.record(property, text) {
                recordExposure(property, text)
            }
        }
    }

    /// Records a generator's text, which may be longer than other texts; returns false where a person wrote it.
    private mutating func recordGenerated(_ value: [UInt8]) -> Bool {
        let comment = String(decoding: value.prefix(Self.longest), as: UTF8.self)
        guard let generated = GeneratedPicture.facts(comment: comment) else { return false }
        lesser.complete(with: generated)
        return true
    }

    private mutating func recordPlace(_ property: XMPProperty, _ text: String) -> Bool {
        switch property {
        case .sublocation: facts.sublocation = facts.sublocation ?? text
        case .city: facts.city = facts.city ?? text
        case .state: facts.state = facts.state ?? text
        case .country: facts.country = facts.country ?? text
        case .placeSublocation: lesser.sublocation = lesser.sublocation ?? text
        case .placeCity: lesser.city = lesser.city ?? text
        case .placeState: lesser.state = lesser.state ?? text
        case .placeCountry: lesser.country = lesser.country ?? text
        case .latitude: latitude = latitude ?? XMPValue.angle(text)
        case .longitude: longitude = longitude ?? XMPValue.angle(text)
        default: return false
        }
        return true
    }

    private mutating func recordPerson(_ property: XMPProperty, _ text: String) -> Bool {
        switch property {
        case .personName: Self.add(text, to: &facts.people)
        case .regionName: region.name = text
        case .regionType: region.type = text
        case .areaX, .areaY, .areaWidth, .areaHeight: region.area[property] = XMPValue.number(text)
        case .areaUnit: region.unit = text
        case .regionRectangle:
            region.rectangle = text.split(separator: ",").prefix(5).compactMap {
                XMPValue.number($0.drop { $0 == " " })
            }
        case .nodeKeyword: if let last = tree.indices.last { tree[last].name = text }
        case .nodeApplied: if let last = tree.indices.last { tree[last].isApplied = text.lowercased() == "true" }
        default: return false
        }
        return true
    }

    private mutating func recordExposure(_ property: XMPProperty, _ text: String) {
        switch property {
        case .make: make = make ?? text
        case .model: model = model ?? text
        case .lensModel, .lens: facts.lens = facts.lens ?? text
        case .lensRange: lesser.lens = lesser.lens ?? XMPValue.lens(range: text)
        case .aperture: facts.aperture = facts.aperture ?? PictureFacts.positive(XMPValue.number(text), below: 1000)
        case .exposure: facts.exposure = facts.exposure ?? PictureFacts.exposure(XMPValue.number(text))
        case .focal: facts.focal = facts.focal ?? PictureFacts.positive(XMPValue.number(text), below: 1e5)
        case .speed: facts.iso = facts.iso ?? PictureFacts.positive(XMPValue.number(text), below: 1e8)
        case .photoshopDate: take(text, from: .photoshopCreated)
        case .exifOriginalDate: take(text, from: .xmpOriginal)
        case .creationDate: take(text, from: .created)
        case .exifDigitizedDate: take(text, from: .digitized)
        case .satelliteDate: take(text, from: .satellite)
        default: break
        }
    }

    private mutating func take(_ text: String, from source: DateSource) {
        guard let (time, zone) = CaptureTime.parsed(text.utf8) else { return }
        facts.setTaken(time, zone: zone, from: source)
    }

    // MARK: Structures

    /// Begins an item of a list.
    mutating func begin(_ property: XMPProperty) {
        switch property {
        case .regionList, .peopleRegions: region = PartialRegion()
        case .keywordNode: tree.append(("", false))
        case .containerDirectory: container.beginItem()
        default: break
        }
    }

    /// Ends an item of a list.
    mutating func end(_ property: XMPProperty) {
        switch property {
        case .regionList: endRegion(in: \.facts)
        case .peopleRegions: endRegion(in: \.lesser)
        case .containerDirectory: container.endItem()
        case .keywordNode:
            if tree.last?.isApplied == true { addPath(tree.map { Substring($0.name) }) }
            _ = tree.popLast()
        default: break
        }
    }

    /// Keeps the open region by its form, since many programs write the same regions in two forms.
    private mutating func endRegion(in source: WritableKeyPath<XMPFacts, PictureFacts>) {
        if let name = region.name, region.isFace { Self.add(name, to: &facts.people) }
        if let region = region.region, self[keyPath: source].regions.count < PictureRegion.most {
            self[keyPath: source].regions.append(region)
        }
        region = PartialRegion()
    }

    // MARK: Keywords

    /// Adds a word, if it is new and there are not too many.
    private static func add(_ word: String, to words: inout [String]) {
        if words.count < PictureFacts.mostKeywords, !words.contains(word) { words.append(word) }
    }

    /// Adds a hierarchical keyword as its path from the root.
    private mutating func addPath(_ parts: [Substring]) {
        pathCount += 1
        guard pathCount <= 4 * PictureFacts.mostKeywords else { return }
        let names = parts.compactMap { PictureFacts.text(String($0)) }
        if let path = PictureFacts.text(names.joined(separator: "|")) { Self.add(path, to: &keywordPaths) }
    }

    /// Adds a keyword whose parts are separated by slashes, unless the whole is a keyword itself, such as `AC/DC`.
    private mutating func addSlashed(_ text: String) {
        guard !facts.keywords.contains(text) else { return }
        addPath(text.split(separator: "/"))
    }
}
