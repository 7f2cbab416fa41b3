// Reads the fields that place the items of a plane.

import Catalog
import HTTP

extension Parameters {
    /// The fields of a plane; those that are not given are the usual ones of the collection.
    ///
    /// - Throws: a 400 that names the nearest field.
    func planeFields(of collection: any ItemCollection) throws(Problem) -> PlaneFields? {
        guard var fields = PlaneFields(standardOf: collection.factFields) else { return nil }
        let placing = PlaneFields.placing(collection.factFields)
        for (parameter, axis) in [(PlanRequest.fieldX, \PlaneFields.x), (PlanRequest.fieldY, \PlaneFields.y)] {
            guard let name = try read(parameter) else { continue }
            guard let field = FactField.named(name, among: placing) else {
                throw Self.unknown(name, parameter.name, among: placing.map(\.name))
            }
            fields[keyPath: axis].field = field.name
        }
        fields.x.isLogarithmic = try read(PlanRequest.logX)
        fields.y.isLogarithmic = try read(PlanRequest.logY)
        return fields
    }

    private static func unknown(_ name: String, _ parameter: String, among names: [String]) -> Problem {
        let nearest = NearestName.nearest(to: name, among: names).map { "; did you mean '\($0)'?" } ?? ""
        return .badParameter(
            parameter,
            "'\(name.prefix(64))' is no field that can place pictures, as \(names.joined(separator: ", ")) can"
                + nearest)
    }
}
