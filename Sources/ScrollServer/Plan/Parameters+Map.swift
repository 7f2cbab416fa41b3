// Reads whether a plane is a map.

import Catalog
import HTTP

extension Parameters {
    /// The field of a map, where `fieldX` names it; nil for another plane.
    ///
    /// - Throws: a 400 where another parameter makes no sense for a map, or where the field stands in the wrong place.
    func mapFields(of collection: any ItemCollection) throws(Problem) -> PlaneFields? {
        let positions = collection.factFields.filter { $0.kind == .position && $0.name == PlaneFields.position }
        func isPosition(_ parameter: TextParameter) throws(Problem) -> Bool {
            try read(parameter).flatMap { FactField.named($0, among: positions) } != nil
        }
        let gives = "fieldX=\(PlaneFields.position) without fieldY gives a map"
        if try isPosition(PlanRequest.fieldY) {
            throw .badParameter(PlanRequest.fieldY.name, "a position has two directions; \(gives)")
        }
        guard try isPosition(PlanRequest.fieldX) else { return nil }
        if try read(PlanRequest.fieldY) != nil {
            throw .badParameter(PlanRequest.fieldY.name, "a map has no other field; \(gives)")
        }
        for parameter in [PlanRequest.logX, PlanRequest.logY] where try read(parameter) {
            throw .badParameter(parameter.name, "a map has no logarithms; leave it out")
        }
        return .map
    }
}
