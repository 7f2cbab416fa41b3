// Answers that read the file of an item.

import Catalog
import HTTP
import Pixels
import Platform

extension Answer {
    /// Answers on a thread of `pool`; errors become problems.
    static func reading(on pool: WorkerPool, _ make: @escaping @Sendable () throws -> Response) -> Answer {
        .work(on: pool) {
            do {
                return try make()
            } catch let error as ImageError {
                return TileRoute.problem(error).response
            } catch let error as SystemError {
                return TileRoute.problem(ImageError(reading: error)).response
            } catch {
                return Problem.internalError("the file cannot be sent: \(error)").response
            }
        }
    }
}

extension ItemCollection {
    /// Returns an item.
    ///
    /// - Throws: a 404 for an item that does not exist.
    func existing(_ id: String) throws(Problem) -> ItemSummary {
        guard let item = summary(ofItem: id) else { throw .notFound("collection '\(self.id)' has no item '\(id)'") }
        return item
    }
}
