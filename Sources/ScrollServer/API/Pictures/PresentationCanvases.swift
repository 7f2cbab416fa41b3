// The pictures of a IIIF manifest.

import Catalog
import HTTP
import Platform
import Tiling

/// Writes pictures as Canvases of the IIIF Presentation API 3.0 (§5.3), each with one image.
struct PresentationCanvases {
    /// The facts that are told, and their names for people.
    ///
    /// Places, people and ratings are not among them: a manifest may be meant for everybody.
    private static let facts = [
        ("taken", "Taken"), ("camera", "Camera"), ("lens", "Lens"), ("focal", "Focal length"),
        ("aperture", "Aperture"), ("exposure", "Exposure"), ("iso", "ISO"), ("title", "Title"),
        ("headline", "Headline"), ("caption", "Caption"), ("creator", "Creator"), ("folder", "Folder"),
        ("format", "Format"),
    ]
    /// How addresses of licences begin that may stand in `rights` (§3.2), behind `http://`.
    private static let licences = [
        "creativecommons.org/licenses/", "creativecommons.org/publicdomain/", "rightsstatements.org/vocab/",
    ]
    private static let whole = try? ImageRequest(
        .three, region: "full", size: "max", rotation: "0", file: "default.jpg")

    let collection: any ItemCollection
    /// Scheme, host and port of the server, as the client named it.
    let origin: String
    let addresses: Addresses
    /// The limits of images.
    let limits: ImageLimits

    /// Writes a picture whose size is known.
    func write(_ item: ItemDetails, into json: inout JSONWriter) {
        guard let size = item.size else { return }
        let image = image(item)
        let canvas = "\(image)/canvas"
        json.object { json in
            json.member("id", canvas)
            json.member("type", "Canvas")
            json.languageMap("label", Self.name(of: item))
            json.member("height", size.height)
            json.member("width", size.width)
            writeFacts(of: item, into: &json)
            writeThumbnail(of: item, into: &json)
            Self.page("\(canvas)/page", &json) { json in
                json.member("id", "\(canvas)/image")
                json.member("type", "Annotation")
                json.member("motivation", "painting")
                json.object("body") { json in
                    let shown = Self.whole.flatMap { try? ResolvedImage($0, of: size, limits).size }
                    Self.write("\(image)/full/max/0/default.jpg", shown ?? size, of: image, into: &json)
                }
                json.member("target", canvas)
            }
        }
    }

    /// Writes a Canvas without content, where there is no picture: a Manifest must have one (§3.4).
    func writeNone(into json: inout JSONWriter) {
        json.object { json in
            json.member("id", "\(origin)\(addresses.manifest(of: collection.id))/none")
            json.member("type", "Canvas")
            json.languageMap("label", "No pictures", language: "en")
            json.member("height", 1)
            json.member("width", 1)
        }
    }

    /// Writes the picture's smallest level with at least 256 pixels a side, which is one tile, as `thumbnail`.
    func writeThumbnail(of item: ItemDetails, into json: inout JSONWriter) {
        guard let size = item.size else { return }
        let pyramid = Pyramid(size)
        let small = pyramid.size(of: Addresses.previewLevel(of: pyramid))
        let image = image(item)
        json.array("thumbnail") { json in
            json.object { json in
                Self.write("\(image)/full/\(small.width),\(small.height)/0/default.jpg", small, of: image, into: &json)
            }
        }
    }

    private func image(_ item: ItemDetails) -> String { origin + addresses.image(item.id, of: collection.id) }

    /// The name of the file, without its folders.
    private static func name(of item: ItemDetails) -> String {
        if item.isTitled { return item.name }
        return item.name.split(separator: "/").last.map(String.init) ?? item.name
    }

    /// Writes an annotation page with one annotation as `items`.
    private static func page(_ id: String, _ json: inout JSONWriter, _ annotation: (inout JSONWriter) -> Void) {
        json.array("items") { json in
            json.object { json in
                json.member("id", id)
                json.member("type", "AnnotationPage")
                json.array("items") { $0.object(annotation) }
            }
        }
    }

    /// Writes the members of an image, and the service that it comes from.
    private static func write(
        _ address: String, _ size: PixelSize, of service: String, into json: inout JSONWriter
    ) {
        json.member("id", address)
        json.member("type", "Image")
        json.member("format", "image/jpeg")
        json.member("height", size.height)
        json.member("width", size.width)
        json.array("service") { json in
            json.object { json in
                json.member("id", service)
                json.member("type", "ImageService3")
                json.member("profile", "level2")
            }
        }
    }

    // MARK: Facts

    private func writeFacts(of item: ItemDetails, into json: inout JSONWriter) {
        var known: [String: String] = [:]
        for (field, value) in collection.facts(ofItem: item.id) { known[field.name] = FactJSON.text(of: value, field) }
        known["taken"] = known["taken"] ?? item.taken?.iso8601.replacing("T", with: " ")
        let told = Self.facts.compactMap { name, title in known[name].flatMap { $0.isEmpty ? nil : (title, $0) } }
        if !told.isEmpty {
            json.objects("metadata", of: told) { json, fact in
                json.languageMap("label", fact.0, language: "en")
                json.languageMap("value", fact.1)
            }
        }
        guard let copyright = known["copyright"], !copyright.isEmpty else { return }
        if let licence = Self.licence(in: copyright) { json.member("rights", licence) }
        json.object("requiredStatement") { json in
            json.languageMap("label", "Copyright", language: "en")
            json.languageMap("value", copyright)
        }
    }

    /// The address of a licence in a text, as `rights` has it: with `http`; nil for none.
    private static func licence(in text: String) -> String? {
        for word in text.split(whereSeparator: \.isWhitespace) {
            guard let scheme = ["http://", "https://"].first(where: word.hasPrefix) else { continue }
            var rest = word.dropFirst(scheme.count)
            if rest.hasPrefix("www.") { rest = rest.dropFirst(4) }
            while let last = rest.last, ".,;)>".contains(last) { rest = rest.dropLast() }
            if Self.licences.contains(where: rest.hasPrefix) { return "http://\(rest)" }
        }
        return nil
    }
}

extension JSONWriter {
    /// Writes a language map with one text (IIIF Presentation API 3.0 §4.4).
    ///
    /// `none` stands for a language that is not known. What looks like HTML gets a space behind it, by which clients
    /// know that it is none (§4.5).
    mutating func languageMap(_ name: StaticString, _ text: String, language: StaticString = "none") {
        let isLikeHTML = text.first == "<" && text.last == ">"
        object(name) { json in json.member(language, [isLikeHTML ? text + " " : text]) }
    }
}
