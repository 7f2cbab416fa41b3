// GET and PUT /api/state/{restorationIdentifier}

import HTTP
import Platform

/// Reads and saves the scroll position of a page under its restoration identifier.
struct StateRoute: Sendable {
    let states: StateStore
    let pool: WorkerPool

    func answer(_ request: Request, identifier: String) throws(Problem) -> Answer {
        guard StateStore.isValid(identifier) else {
            throw .badParameter(
                "restorationIdentifier", "give at most 64 letters, digits, '-', '_' and dots that do not come first")
        }
        switch request.method {
        case .get, .head:
            guard let state = states[identifier] else {
                throw .notFound("nothing has been saved as '\(identifier)' yet; PUT a state there first")
            }
            return .now(.json(written: state))
        case .put:
            guard request.body.count <= StateStore.largest else {
                throw Problem(413, "a state has at most \(StateStore.largest) bytes, not \(request.body.count)")
            }
            let state = try Self.state(request.body).json
            return .work(on: pool) { () throws(Problem) in
                let isNew = try mapError(try states.save(state, as: identifier)) { (error: SystemError) in
                    Problem(
                        507, "the place cannot be written: \(error.reason); it is kept until the program ends")
                }
                return Response(isNew ? 201 : 204, headers: ["Cache-Control": "no-store"])
            }
        default: throw .methodNotAllowed(request.method, allowed: [.get, .head, .put])
        }
    }

    private static func state(_ body: [UInt8]) throws(Problem) -> ScrollState {
        let json = try mapError(try JSONReader.value(of: body)) { (error: JSONError) in
            Problem.badRequest("the body is not JSON: \(error.description), at byte \(error.offset)")
        }
        return try ScrollState(json)
    }
}
