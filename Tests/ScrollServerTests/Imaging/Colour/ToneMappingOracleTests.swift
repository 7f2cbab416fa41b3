// High dynamic range beside ffmpeg's zscale: it tells the light of each sample, and the stated curve maps that.

import Foundation
import Testing

@testable import Imaging

@Suite(.needs(.ffmpeg), .needs(.numpy)) struct ToneMappingOracleTests {
    private struct Row: Decodable {
        let name: String
        let curve: UInt8
        let peak: Double?
        /// Red, green and blue of each pixel, as stored and as shown.
        let stored: [[UInt16]]
        let shown: [[Int]]
    }

    /// For colours in HLG zscale gives each channel a contrast of its own, where ITU-R BT.2100 takes the luminance: so
    /// that curve is compared in grays.
    @Test func `each sample has zscale's light on the stated curve`() throws {
        var count = 0
        for line in try PythonOracle.run(Self.program).split(separator: UInt8(ascii: "\n")) {
            let row = try JSONDecoder().decode(Row.self, from: Data(line))
            let mapping = try #require(ToneMapping((1, row.curve), peak: row.peak))
            for (stored, expected) in zip(row.stored, row.shown) {
                let found = mapping.shown(stored[0], stored[1], stored[2])
                let isNear = (0..<3).allSatisfy { abs(Int(found[$0]) - expected[$0]) <= 1 }
                #expect(isNear, "\(row.name): \(stored) is shown as \(found), not \(expected)")
                count += 1
            }
        }
        #expect(count == 5 * 700 + 200)
    }

    private static let program = #"""
        import json, subprocess
        import numpy as np

        noise = np.random.default_rng(11)
        grays = np.repeat(np.linspace(0, 65535, 200).astype(np.uint16)[:, None], 3, 1)
        colours = noise.integers(0, 65536, (500, 3)).astype(np.uint16)

        def light(pixels, curve, primaries):
            """In multiples of white, of 203 cd/m²."""
            scale = f"zscale=tin={curve}:pin=709:min=gbr:rin=full:t=linear:p={primaries}:m=gbr:r=full:npl=203"
            command = ["ffmpeg", "-v", "error", "-f", "rawvideo", "-pix_fmt", "gbrp16le", "-s", f"{len(pixels)}x1", "-i", "-",
                       "-vf", scale, "-pix_fmt", "gbrpf32le", "-f", "rawvideo", "-"]
            planes = pixels[:, [1, 2, 0]].T.astype("<u2").tobytes()
            out = subprocess.run(command, input=planes, stdout=subprocess.PIPE, check=True).stdout
            return np.frombuffer(out, "<f4").reshape(3, -1)[[2, 0, 1]].T.astype(float)

        def gain(most, peak):
            """The reference white operator, its quadratic Bézier curve as many short lines."""
            headroom = min(max(peak / 203, 1), 64)
            start = 1 - 0.5 * min(np.log2(headroom) / np.log2(1000 / 203), 1)
            middle = (1 - 0.65 + 0.65 / start, (1 - 0.65) * start + 0.65)
            t = np.linspace(0, 1, 200_001)
            along = lambda a, b, c: (1 - t) ** 2 * a + 2 * t * (1 - t) * b + t ** 2 * c
            curve = np.interp(most, along(1, middle[0], headroom), along(start, middle[1], 1))
            if headroom == 1: return np.ones_like(most)
            return np.where(most <= 1, start, np.where(most >= headroom, 1, curve) / np.maximum(most, 1))

        def tell(name, pixels, curve, code, peak):
            own, wide = light(pixels, curve, "709"), light(pixels, curve, "2020")
            mapped = np.clip(own * gain(wide.max(1), peak or 1000)[:, None], 0, 1)
            shown = np.where(mapped <= 0.0031308, mapped * 12.92, 1.055 * mapped ** (1 / 2.4) - 0.055)
            print(json.dumps({"name": f"{name}, {peak}", "curve": code, "peak": peak, "stored": pixels.tolist(),
                              "shown": np.rint(255 * shown).astype(int).tolist()}))

        for peak in None, 150, 400, 1500, 4000:
            tell("PQ", np.vstack([grays, colours]), "smpte2084", 16, peak)
        tell("HLG", grays, "arib-std-b67", 18, None)
        """#
}
