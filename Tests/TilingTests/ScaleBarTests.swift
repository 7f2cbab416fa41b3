// The bar that tells a picture's scale.

import Testing

@testable import Tiling

@Suite struct ScaleBarTests {
    @Test("A bar stands for a round length, as long as fits, at every zoom")
    func lengths() throws {
        var generator = SeededGenerator(seed: 7)
        for _ in 0..<2000 {
            var metresPerPoint = Double.random(in: 1...10, using: &generator)
            for _ in 0..<Int.random(in: 0...16, using: &generator) { metresPerPoint /= 10 }
            let longest = Double.random(in: 20...400, using: &generator)
            let bar = try #require(ScaleBar(metresPerPoint: metresPerPoint, longest: longest))
            #expect(abs(bar.length * metresPerPoint - bar.metres) <= bar.metres * 1e-12)
            // The next longer one, at most 2.5 times as long, would not fit.
            #expect(bar.length <= longest * 1.000_001 && bar.length > longest / 2.5 * 0.999_999)
            let digits = "\(bar.metres)".filter(\.isNumber).drop { $0 == "0" }
            #expect([1, 2, 5].contains(digits.first?.wholeNumberValue ?? 0), "\(bar.metres)")
        }
    }

    @Test(
        "Some bars",
        arguments: [
            (0.25e-6, 160.0, 20e-6, 80.0), (1.0, 160, 100, 100), (1, 200, 200, 200), (1, 199.999, 100, 100),
            (1, 500, 500, 500), (1, 1000, 1000, 1000), (30, 100, 2000, 2000.0 / 30),
        ] as [(Double, Double, Double, Double)])
    func some(metresPerPoint: Double, longest: Double, metres: Double, length: Double) throws {
        let bar = try #require(ScaleBar(metresPerPoint: metresPerPoint, longest: longest))
        #expect(abs(bar.metres - metres) < metres * 1e-9)
        #expect(abs(bar.length - length) < 1e-6)
    }

    @Test("There is no bar of what is no length", arguments: [0, -1, .nan, .infinity, -.infinity, 1e308] as [Double])
    func absurd(number: Double) {
        #expect(ScaleBar(metresPerPoint: number, longest: 160) == nil)
        #expect(ScaleBar(metresPerPoint: 1e-6, longest: number) == nil || number == 1e308)
        #expect(ScaleBar(metresPerPoint: .leastNonzeroMagnitude, longest: 1) == nil || number != 0)
    }
}
