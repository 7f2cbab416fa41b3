// Facts in JSON.

import Catalog
import Metadata
import Platform

/// Writes facts, and the distribution of pictures over the values of a field.
enum FactJSON {
    /// Writes a fact as `text`, with the query that finds the pictures that share it; each keyword is a fact of its
    /// own.
    ///
    /// For programs there is also its `number`, its `time` in seconds since 1970 by the camera's clock, or its
    /// `latitude` and `longitude`.
    static func write(_ value: FactValue, of field: FactField, into json: inout JSONWriter) {
        if case .words(let words) = value {
            for word in words { write(.text(word), of: field, into: &json) }
            return
        }
        json.object { json in
            head(of: field, into: &json)
            json.member("text", text(of: value, field))
            json.member("query", query(for: value, field))
            switch value {
            case .text, .words: break
            case .number(let number): json.member("number", exactly: number)
            case .time(let seconds, _): json.member("time", Int(seconds))
            case .position(let latitude, let longitude):
                json.member("latitude", exactly: latitude)
                json.member("longitude", exactly: longitude)
            }
        }
    }

    /// The marks of an item: what is seen of them, and what the reader has noted.
    struct Marks {
        private let annotation: Annotation
        private let badge: ItemBadge
        private let keywords: [String]

        /// nil where items cannot be annotated.
        init?(ofItem id: String, in collection: any ItemCollection) {
            guard let annotation = collection.annotation(ofItem: id), let summary = collection.summary(ofItem: id)
            else { return nil }
            self.annotation = annotation
            badge = collection.badge(of: summary)
            keywords = collection.keywords(ofItem: id)
        }

        /// Writes the members `marks` and, where there is one, `annotation`.
        func write(into json: inout JSONWriter) {
            json.object("marks") { json in
                json.write(marks: badge)
                if !keywords.isEmpty { json.member("keywords", keywords) }
            }
            if !annotation.isEmpty { FactJSON.write(annotation, into: &json) }
        }
    }

    /// Writes what the reader has noted, as the member `annotation`.
    private static func write(_ annotation: Annotation, into json: inout JSONWriter) {
        json.object("annotation") { json in
            if let rating = annotation.rating { json.member("rating", Int(rating)) }
            if let flag = annotation.flag { json.member("flag", flag.name) }
            if let label = annotation.label { json.member("label", label.name) }
            guard annotation.hasKeywords else { return }
            json.object("keywords") { json in
                json.member("add", annotation.added)
                json.member("remove", annotation.removed)
            }
        }
    }

    /// Writes the members that describe a field.
    static func head(of field: FactField, into json: inout JSONWriter) {
        json.member("name", field.name)
        json.member("kind", field.kind.rawValue)
        if field.unit != .none { json.member("unit", field.unit.rawValue) }
    }

    /// A value as people read it: several words have commas between them, and numbers their unit.
    static func text(of value: FactValue, _ field: FactField) -> String {
        switch value {
        case .text(let text): String(decoding: text, as: UTF8.self)
        case .words(let words): words.map { String(decoding: $0, as: UTF8.self) }.joined(separator: ", ")
        case .number(let number): FactText.number(number, unit: field.unit)
        case .time(let seconds, let detail): iso8601(seconds, detail).replacing("T", with: " ")
        case .position(let latitude, let longitude): "\(latitude), \(longitude)"
        }
    }

    /// nil where no query can name the value.
    private static func query(for value: FactValue, _ field: FactField) -> String? {
        switch value {
        case .text, .words:
            let text = text(of: value, field)
            let query = "\(field.name):=\"\(text.replacing("\"", with: "\"\""))\""
            return (try? QueryToken.tokens(of: query)) == nil ? nil : query
        case .number(let number) where field.unit == .seconds && PictureFacts.isFraction(number):
            return "\(field.name):1/\(FactText.plain((1 / number).rounded()))"
        // Who looks for stars means better pictures, too.
        case .number(let number) where field.name == "rating" && number > 0:
            return "rating:>=\(FactText.plain(number))"
        // A rating of 0 is none.
        case .number(let number) where field.name == "rating" && number == 0: return "rating:none"
        case .number(let number): return "\(field.name):\(FactText.plain(number))"
        case .time(let seconds, let detail): return "\(field.name):\(iso8601(seconds, detail).prefix(10))"
        case .position(let latitude, let longitude): return "near:\(latitude),\(longitude),1km"
        }
    }

    /// Formats seconds since 1970 as precisely as they are known; `detail` is as in `CaptureTime`.
    static func iso8601(_ seconds: Int64, _ detail: UInt32) -> String {
        CaptureTime(secondsSince1970: Int(seconds), detail: detail)?.iso8601
            ?? FileTime.clockText(ofSecond: Int(seconds))
    }

    /// Writes the values of a field with their counts; times are in seconds since 1970 by the camera's clock.
    static func write(_ facet: Facet, into json: inout JSONWriter) {
        json.object { json in
            head(of: facet.field, into: &json)
            json.member("present", facet.present)
            json.member("missing", facet.missing)
            switch facet.field.kind {
            case .category, .keywords:
                json.objects("values", of: facet.values) { json, value in
                    json.member("text", value.text)
                    json.member("count", value.count)
                }
                json.member("otherValues", facet.otherValues)
                json.member("otherCount", facet.otherCount)
            case .number, .time:
                if let step = facet.step { json.member("step", step.rawValue) }
                if facet.field.kind == .number { json.member("whole", facet.isWhole) }
                json.member("least", exactly: facet.least)
                json.member("greatest", exactly: facet.greatest)
                write(facet.bars, areWhole: facet.isWhole, into: &json)
            case .text, .position: break
            }
        }
    }

    /// Writes the bars of a field; those of whole numbers also say how many pictures have at least, or at most, theirs.
    private static func write(_ bars: [Facet.Bar], areWhole: Bool, into json: inout JSONWriter) {
        var rest = bars.reduce(0) { $0 + $1.count }
        var before = 0
        json.array("bars") { json in
            for bar in bars {
                json.object { json in
                    json.member("lower", exactly: bar.lower)
                    json.member("upper", exactly: bar.upper)
                    json.member("count", bar.count)
                    if areWhole {
                        json.member("atLeast", rest)
                        json.member("atMost", before + bar.count)
                    }
                }
                before += bar.count
                rest -= bar.count
            }
        }
    }
}
