// Reads the fields that place the items of a plane.

import Catalog
import HTTP

extension Parameters {
    /// The fields of a plane: with `fieldX` alone bars, and without any the usual ones of the collection.
    ///
    /// - Throws: a 400 that names the nearest field.
    func planeFields(of collection: any ItemCollection) throws(Problem) -> PlaneFields? {
        if let map = try mapFields(of: collection) { return map }
        let standard = PlaneFields(standardOf: collection.factFields, facts: collection.facts)
        guard var fields = standard ?? PlaneFields(standardOf: collection.factFields) else { return nil }
        let placing = PlaneFields.placing(collection.factFields)
        func axis(_ parameter: TextParameter) throws(Problem) -> PlaneFields.Axis? {
            guard let name = try read(parameter) else { return nil }
            guard let field = FactField.named(name, among: placing) else {
                throw Self.unknown(name, parameter.name, among: placing.map(\.name))
            }
            return PlaneFields.Axis(field: field.name)
        }
        let (x, y) = (try axis(PlanRequest.fieldX), try axis(PlanRequest.fieldY))
        if let x { fields = PlaneFields(x: x, y: y) } else if let y { fields.y = y }
        fields.x.isLogarithmic = try readChoice(PlanRequest.logX)
        let isLogarithmic = try readChoice(PlanRequest.logY)
        fields.y?.isLogarithmic = isLogarithmic
        return fields
    }

    /// What stands for the pictures of a plane; nil for what suits their number.
    ///
    /// - Throws: a 400 for another word.
    func planeShow() throws(Problem) -> PlaneShow? {
        guard let text = try read(ValueOptions.show) else { return nil }
        guard let show = PlaneShow(rawValue: text) else {
            let words = PlaneShow.allCases.map(\.rawValue).joined(separator: ", ")
            throw .badParameter(ValueOptions.show.name, "needs one of \(words) in a plane, not '\(text.prefix(64))'")
        }
        return show
    }

    private static func unknown(_ name: String, _ parameter: String, among names: [String]) -> Problem {
        let nearest = NearestName.nearest(to: name, among: names).map { "; did you mean '\($0)'?" } ?? ""
        return .badParameter(
            parameter,
            "'\(name.prefix(64))' is no field that can place pictures, as \(names.joined(separator: ", ")) can"
                + nearest)
    }
}
