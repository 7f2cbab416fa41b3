// A picture's own facts as values of fields.

import Imaging

extension PictureFacts {
    /// The value of a field of `FactField.ofPictures`; nil where the header does not contain it.
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
        case "duration": return number(duration)
        case "pages": return number(pages)
        case "rating": return number(rating)
        case "label": return text(label)
        case "keywords": return keywords.isEmpty ? nil : .words(keywords.map { Array($0.utf8) })
        case "title": return text(title)
        case "caption": return text(caption)
        case "prompt": return text(prompt)
        case "headline": return text(headline)
        case "creator": return text(creator)
        case "copyright": return text(copyright)
        case "sublocation": return text(sublocation)
        case "city": return text(city)
        case "state": return text(state)
        case "country": return text(country)
        case "negative": return text(negative)
        case "model": return text(model)
        case "seed": return text(seed)
        case "sampler": return text(sampler)
        case "people": return people.isEmpty ? nil : .words(people.map { Array($0.utf8) })
        case "zone": return text(zone)
        case "gps":
            guard let latitude, let longitude else { return nil }
            return .position(latitude: latitude, longitude: longitude)
        default: return nil
        }
    }

    /// Sets the value that the subscript returns.
    mutating func set(_ field: String, _ value: FactValue) {
        switch (field, value) {
        case ("camera", .text(let text)): camera = String(decoding: text, as: UTF8.self)
        case ("lens", .text(let text)): lens = String(decoding: text, as: UTF8.self)
        case ("focal", .number(let number)): focal = number
        case ("aperture", .number(let number)): aperture = number
        case ("exposure", .number(let number)): exposure = number
        case ("iso", .number(let number)): iso = number
        case ("duration", .number(let number)): duration = number
        case ("pages", .number(let number)): pages = number
        case ("rating", .number(let number)): rating = number
        case ("label", .text(let text)): label = String(decoding: text, as: UTF8.self)
        case ("keywords", .words(let words)): keywords = words.map { String(decoding: $0, as: UTF8.self) }
        case ("title", .text(let text)): title = String(decoding: text, as: UTF8.self)
        case ("caption", .text(let text)): caption = String(decoding: text, as: UTF8.self)
        case ("prompt", .text(let text)): prompt = String(decoding: text, as: UTF8.self)
        case ("headline", .text(let text)): headline = String(decoding: text, as: UTF8.self)
        case ("creator", .text(let text)): creator = String(decoding: text, as: UTF8.self)
        case ("copyright", .text(let text)): copyright = String(decoding: text, as: UTF8.self)
        case ("sublocation", .text(let text)): sublocation = String(decoding: text, as: UTF8.self)
        case ("city", .text(let text)): city = String(decoding: text, as: UTF8.self)
        case ("state", .text(let text)): state = String(decoding: text, as: UTF8.self)
        case ("country", .text(let text)): country = String(decoding: text, as: UTF8.self)
        case ("negative", .text(let text)): negative = String(decoding: text, as: UTF8.self)
        case ("model", .text(let text)): model = String(decoding: text, as: UTF8.self)
        case ("seed", .text(let text)): seed = String(decoding: text, as: UTF8.self)
        case ("sampler", .text(let text)): sampler = String(decoding: text, as: UTF8.self)
        case ("people", .words(let words)): people = words.map { String(decoding: $0, as: UTF8.self) }
        case ("zone", .text(let text)): zone = String(decoding: text, as: UTF8.self)
        case ("gps", .position(let latitude, let longitude)): (self.latitude, self.longitude) = (latitude, longitude)
        default: break
        }
    }
}
