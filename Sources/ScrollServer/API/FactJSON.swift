// Facts in JSON.

/// Writes facts and their fields. A value is `text`, `words`, `number`, `time` or `latitude` and `longitude`: which,
/// `kind` tells.
enum FactJSON {
    static func write(_ value: FactValue, of field: FactField, into json: inout JSONWriter) {
        json.object { json in
            head(of: field, into: &json)
            switch value {
            case .text(let text): json.member("text", String(decoding: text, as: UTF8.self))
            case .words(let words): json.member("words", words.map { String(decoding: $0, as: UTF8.self) })
            case .number(let number):
                json.member("number", exactly: number)
                json.member("text", FactText.number(number, unit: field.unit))
            case .time(let seconds):
                json.member("time", String(FileTime(seconds: Int(seconds), nanoseconds: 0).iso8601.dropLast()))
            case .position(let latitude, let longitude):
                json.member("latitude", exactly: latitude)
                json.member("longitude", exactly: longitude)
            }
        }
    }

    static func head(of field: FactField, into json: inout JSONWriter) {
        json.member("field", field.name)
        json.member("kind", field.kind.rawValue)
        if field.unit != .none { json.member("unit", field.unit.rawValue) }
    }

    /// The values of a field with their counts. A bar of times is written as a query names it.
    static func write(_ facet: Facet, into json: inout JSONWriter) {
        json.object { json in
            head(of: facet.field, into: &json)
            json.member("present", facet.present)
            json.member("missing", facet.missing)
            switch facet.field.kind {
            case .category, .keywords:
                json.array("values") { json in
                    for value in facet.values {
                        json.object { json in
                            json.member("value", value.text)
                            json.member("count", value.count)
                        }
                    }
                }
                json.member("otherValues", facet.otherValues)
                json.member("otherCount", facet.otherCount)
            case .number, .time:
                let isTime = facet.field.kind == .time
                if isTime { json.member("step", facet.step?.rawValue) }
                if isTime {
                    json.member("first", facet.least.map { date($0, .second) })
                    json.member("last", facet.greatest.map { date($0, .second) })
                } else {
                    json.member("least", exactly: facet.least)
                    json.member("greatest", exactly: facet.greatest)
                }
                json.array("bars") { json in
                    for bar in facet.bars {
                        json.object { json in
                            if isTime {
                                json.member("from", date(bar.lower, facet.step ?? .second))
                                json.member("before", date(bar.upper, facet.step ?? .second))
                            } else {
                                json.member("lower", exactly: bar.lower)
                                json.member("upper", exactly: bar.upper)
                            }
                            json.member("count", bar.count)
                        }
                    }
                }
            case .text, .position: break
            }
        }
    }

    /// `2019`, `2019-05`, `2019-05-03`, `2019-05-03T14`, … as exact as a step is.
    private static func date(_ seconds: Double, _ step: FacetBars.Step) -> String {
        let text = FileTime(seconds: Int(seconds), nanoseconds: 0).iso8601
        let length =
            switch step {
            case .year: 4
            case .month: 7
            case .day: 10
            case .hour: 13
            case .minute: 16
            case .second: 19
            }
        return String(text.prefix(length))
    }
}
