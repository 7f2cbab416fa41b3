// Texts for parameters, from what the table of routes says they may be.

@testable import ScrollServer

extension ParameterShape {
    /// Texts that the parameter may have: the ends of its range, its default, all of its words.
    var within: [String] {
        switch self {
        case .number(let range, let standard):
            [range.lowerBound, range.upperBound].map { "\($0)" } + (standard.map { ["\($0)"] } ?? [])
        case .whole(let range, let standard):
            [range.lowerBound, range.upperBound].map { "\($0)" } + (standard.map { ["\($0)"] } ?? [])
        case .flag: ["true", "false"]
        case .word(let words, _): words
        case .text(let pattern): pattern == nil ? ["a"] : ["fafafa"]
        case .name: ["a"]
        case .list(let element, let count):
            [element.within.prefix(1), element.within.dropFirst().prefix(1)].map { values in
                Array(repeating: values.first ?? "", count: count.lowerBound).joined(separator: ",")
            }
        case .wholeOrWord(let range, let words): ParameterShape.whole(range, default: nil).within + words
        }
    }

    /// Texts that it may not have.
    var beyond: [String] {
        switch self {
        case .number(let range, _):
            ["", "a", "1e999", "nan", "0x1", "1,1"]
                + [range.lowerBound.nextDown, range.upperBound.nextUp].filter(\.isFinite).map { "\($0)" }
        case .whole(let range, _):
            ["", "a", "0.5", "1e2", "99999999999999999999"]
                + (range.lowerBound > .min ? ["\(range.lowerBound - 1)"] : [])
                + (range.upperBound < .max ? ["\(range.upperBound + 1)"] : [])
        case .flag: ["", "1", "TRUE", "yes"]
        case .word(let words, _): ["", "none of them", words[0].uppercased() + "X"]
        case .text(let pattern): pattern == nil ? [] : ["", "fafaf", "fafafag", "ünion"]
        case .name: [""]
        case .list(let element, let count):
            [
                Array(repeating: element.within[0], count: count.upperBound + 1).joined(separator: ","),
                Array(repeating: element.beyond[1], count: max(1, count.lowerBound)).joined(separator: ","),
            ]
        case .wholeOrWord(let range, let words):
            ParameterShape.whole(range, default: nil).beyond.filter { !words.contains($0) } + [words[0].uppercased()]
        }
    }
}

extension Route {
    /// A path with these texts for its parts in braces; `a` for others.
    func path(_ parts: [String: String]) -> String {
        PathParameters.parameters(of: template).reduce(template) { path, parameter in
            path.replacing("{\(parameter.name)}", with: parts[parameter.name] ?? parameter.shape.within[0])
        }
    }
}
