// Every source in every order, group and layout, over HTTP and on a session: the same answers, and true ones.

import Foundation
import Testing

@testable import ScrollServer

/// The matrix. Sources are the rows of `MatrixSource.all`; orders, groups and layouts are what the server says it has.
@Suite struct MatrixTests {
    @Test(arguments: MatrixSource.all, ItemOrder.names)
    func everythingAgrees(source: MatrixSource, order: String) throws {
        let folder = try MatrixFolder()
        let matrix = try MatrixCase(order: order) { try MatrixWorld(source, folder) }
        if matrix.isOffered { try matrix.checkAll() } else { try matrix.checkRefusal() }
        // Folders have an order by which their items are known, and rows in it.
        if matrix.isOffered, source.id == "folder" {
            #expect(matrix.heldCount > 20 && matrix.zoomCount > 0 && matrix.mosaicCount > 0)
        }
        if matrix.isOffered, source.isChart { #expect(matrix.choiceCount > 6) }
        let faults = matrix.faults.prefix(12).joined(separator: "\n")
        #expect(matrix.faults.isEmpty, "\(matrix.faults.count) faults, \(matrix.planCount) plans:\n\(faults)")
    }
}
