// Every source in every order, group and layout, over HTTP and on a session: the same answers, and true ones.

import Foundation
import Testing

@testable import Catalog

/// The matrix.
///
/// Sources are the rows of `MatrixSource.all`; orders, groups and layouts are what the server says it has.
@Suite struct MatrixTests {
    @Test(arguments: MatrixSource.all, ItemOrder.names)
    func everythingAgrees(source: MatrixSource, order: String) throws {
        let folder = try MatrixFolder()
        let matrix = try MatrixCase(order: order) { try MatrixWorld(source, folder) }
        if matrix.isOffered {
            try matrix.checkSelection("order=\(order)")
            try matrix.checkAll()
        } else {
            try matrix.checkRefusal()
        }
        // Folders have an order by which their items are known, and rows in it.
        if matrix.isOffered, source.id == "folder" {
            #expect(matrix.heldCount > 20 && matrix.zoomCount > 0 && matrix.mosaicCount > 0)
        }
        if matrix.isOffered, source.id == "folder", order == "name" { #expect(matrix.windowCount > 0) }
        if matrix.isOffered, source.isChart { #expect(matrix.choiceCount > 6) }
        if matrix.isOffered, source.id == "folder" {
            #expect(matrix.valueCount >= (["name", "-name", "size", "-size", "date", "-date"].contains(order) ? 4 : 0))
            if order == "name" { #expect(matrix.storedCount == 4) }
        }
        let faults = matrix.faults.prefix(12).joined(separator: "\n")
        #expect(matrix.faults.isEmpty, "\(matrix.faults.count) faults, \(matrix.planCount) plans:\n\(faults)")
    }

    /// An arrangement is a view like an order: the same questions, and the same truths.
    @Test(
        arguments: MatrixSource.all,
        [
            "&q=-(format:png%7Cis:raw%7Cis:video%7Cchristmas%202019)", "&q=(format:png%7Cis:portrait)&group=format",
            "&q=(people:anna%7Cis:portrait)&group=city", "&q=-(flag:reject%20format:png)&group=flag",
            "&q=-(has:alike%20is:raw)&group=alike", "&q=-(is:duplicate%20-is:duplicate)&group=label",
            "&q=png%20or%20jpg&group=format",
        ])
    func arrangementsAgree(source: MatrixSource, arrangement: String) throws {
        let folder = try MatrixFolder()
        for order in source.id == "folder" ? ["name", "-date"] : ["name"] {
            let matrix = try MatrixCase(order: order, arrangement: arrangement) { try MatrixWorld(source, folder) }
            if matrix.isOffered {
                try matrix.checkSelection("order=\(order)\(arrangement)")
                try matrix.checkAll()
            } else {
                try matrix.checkRefusal()
            }
            if source.id == "folder" || source.id == "list" {
                #expect(matrix.isOffered && matrix.items.count > 3)
            }
            let faults = matrix.faults.prefix(12).joined(separator: "\n")
            #expect(matrix.faults.isEmpty, "\(matrix.faults.count) faults, \(matrix.planCount) plans:\n\(faults)")
        }
    }
}
