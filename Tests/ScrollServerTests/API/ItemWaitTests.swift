// Requests for items that the scan after a restart has not found yet.

import Foundation
import Testing

@testable import Catalog
@testable import HTTP
@testable import Pixels
@testable import Platform
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
        let client = try APIClient([folderAgain])
        var answers: [Promise<Response>] = []
        for target in targets + ["\(base)/tiles/none/0/0/0"] {
            // None is answered before the scan begins.
            guard case .later(let deferred) = client.router.answer(try Request(.get, target)) else {
                Issue.record("\(target) is answered at once")
                continue
            }
            let promise = Promise<Response>()
            _ = deferred.start { promise.keep($0) }
            answers.append(promise)
        }
        folderAgain.waitForScan()
        #expect(answers.map { $0.wait()?.status } == [200, 200, 204, 404])
    }

    /// Where the system has no thread to spare, nobody waits for ever.
    @Test func withoutAThreadAllAreAnsweredAtOnce() throws {
        struct NoThread: Error {}
        let folder = try ScratchFolder()
        // Not begun: its scan goes on for as long as the test likes.
        let collection = try FolderCollection(root: folder.path, id: "f", name: "f")
        #expect(collection.isScanning)
        let waits = ItemWaits { _ in throw NoThread() }
        for _ in 0..<3 {
            let isAnswered = Promise<Bool>()
            let cancellation = waits.wait(for: "none", in: collection) { isAnswered.keep(true) }
            #expect(isAnswered.current == true)
            cancellation.cancel()
        }
    }
}
