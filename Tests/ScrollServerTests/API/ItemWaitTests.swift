// Requests for items that the scan after a restart has not found yet.

import Foundation
import Testing

@testable import ScrollServer

@Suite struct ItemWaitTests {
    @Test func aTileIsWaitedForWhileTheScanGoesOn() throws {
        let folder = try ScratchFolder()
        let picture = PNGEncoder.encode(PixelBuffer(width: 30, height: 20, format: .gray))
        try folder.write("a.png", picture)
        let before = try FolderCollection(root: folder.path, id: "f", name: "f")
        before.waitForScan()
        let item = try #require(before.summary(at: 0))

        // As after a restart: the ids are the same, and nothing is known yet.
        let folderAgain = try FolderCollection(root: folder.path, id: "f", name: "f")
        let base = "/api/collections/f"
        let targets = [
            "\(base)/tiles/\(item.id)/0/0/0?v=\(item.version)", "\(base)/items/\(item.id)/original",
            "\(base)/items/\(item.id)/thumbnail",
        ]
        let statuses = Watched<[String: Int]>([:])
        for target in targets + ["\(base)/tiles/none/0/0/0"] {
            Thread.detachNewThread {
                let status = (try? APIClient([folderAgain]).get(target))?.status ?? 0
                statuses.change { $0[target] = status }
            }
        }
        // None is answered before the scan begins.
        usleep(100_000)
        #expect(statuses.current.isEmpty)
        folderAgain.waitForScan()
        #expect(statuses.comesTrue { $0.count == 4 })
        #expect(statuses.current[targets[0]] == 200 && statuses.current[targets[1]] == 200)
        #expect(statuses.current[targets[2]] == 204)
        #expect(statuses.current["\(base)/tiles/none/0/0/0"] == 404)
    }
}
