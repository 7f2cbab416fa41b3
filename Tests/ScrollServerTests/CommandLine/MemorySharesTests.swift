// How a limit of memory is divided.

import Testing

@testable import ScrollServer

@Suite struct MemorySharesTests {
    @Test(arguments: [192, 256, 512, 1024, 4096, 1 << 20])
    func `all parts together leave room for the program, and for freed memory`(megabytes: Int) {
        let limit = megabytes << 20
        let shares = Application.MemoryShares(limit: limit)
        let parts = [shares.tiles, shares.ahead, shares.points, shares.decoding, shares.pictures, shares.regions]
        let all = parts.reduce(0, +)
        #expect(all <= max(limit - (96 << 20), 96 << 20) * 2 / 3)
        #expect(parts.allSatisfy { $0 > 0 })
        let usual = Application.MemoryShares(limit: nil)
        #expect(shares.tiles <= usual.tiles && shares.ahead <= usual.ahead && shares.points <= usual.points)
        #expect(shares.decoding <= usual.decoding && shares.pictures <= usual.pictures)
        #expect(shares.regions <= usual.regions)
        #expect((shares == usual) == (megabytes >= 4096))
    }
}
