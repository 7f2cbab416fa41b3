// A picture's own facts as values of fields.

extension PictureFacts {
    /// The value of a field of `FactField.ofPictures`; nil where the header does not tell.
    subscript(field: String) -> FactValue? {
        func text(_ text: String?) -> FactValue? { text.map { .text(Array($0.utf8)) } }
        func number(_ number: Double?) -> FactValue? { number.map { .number($0) } }
        switch field {
        case "camera": return text(camera)
        case "lens": return text(lens)
        case "focal": return number(focal)
        case "aperture": return number(aperture)
        case "exposure": return number(exposure)
        case "iso": return number(iso)
        case "rating": return number(rating)
        case "label": return text(label)
        case "keywords": return keywords.isEmpty ? nil : .words(keywords.map { Array($0.utf8) })
        case "title": return text(title)
        case "caption": return text(caption)
        case "prompt": return text(prompt)
        case "zone": return text(zone)
        case "gps":
            guard let latitude, let longitude else { return nil }
            return .position(latitude: latitude, longitude: longitude)
        default: return nil
        }
    }
}
