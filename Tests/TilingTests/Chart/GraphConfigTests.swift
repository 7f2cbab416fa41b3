// The settings of a chart: what is taken, and what is refused by name.

import Testing

@testable import Tiling

@Suite struct GraphConfigTests {
    @Test func takesWhatItIsGiven() throws {
        let paddings = EdgeInsets(top: 1, left: 2, bottom: 3, right: 4)
        let config = try GraphConfig(
            pointSize: 6, lineSize: 3, paddings: paddings, minLineGapSize: 0.5, maxLineGapSize: 20, pinchSensitivity: 0)
        #expect(config.pointSize == 6)
        #expect(config.lineSize == 3)
        #expect(config.paddings == paddings)
        #expect(config.minLineGapSize == 0.5)
        #expect(config.maxLineGapSize == 20)
        #expect(config.pinchSensitivity == 0)
        #expect(try GraphConfig() == GraphConfig.standard)
    }

    /// A configuration in which one field has this value.
    static func config(_ field: GraphConfigError.Field, _ value: Double) throws(GraphConfigError) -> GraphConfig {
        var paddings = EdgeInsets.zero
        switch field {
        case .pointSize: return try GraphConfig(pointSize: value)
        case .lineSize: return try GraphConfig(lineSize: value)
        case .paddingTop: paddings.top = value
        case .paddingLeft: paddings.left = value
        case .paddingBottom: paddings.bottom = value
        case .paddingRight: paddings.right = value
        case .minLineGapSize: return try GraphConfig(minLineGapSize: value)
        case .maxLineGapSize: return try GraphConfig(maxLineGapSize: value)
        case .pinchSensitivity: return try GraphConfig(pinchSensitivity: value)
        }
        return try GraphConfig(paddings: paddings)
    }

    @Test(arguments: GraphConfigError.Field.allCases) func saysWhichFieldIsBad(field: GraphConfigError.Field) {
        for value in [Double.nan, .infinity, -.infinity] {
            let error = #expect(throws: GraphConfigError.self) { _ = try Self.config(field, value) }
            #expect(error == GraphConfigError(field: field, reason: .notFinite))
        }
        let error = #expect(throws: GraphConfigError.self) { _ = try Self.config(field, -0.001) }
        #expect(error == GraphConfigError(field: field, reason: .negative))
        #expect(error?.description == "\(field.rawValue) is negative")
    }

    @Test func limitsBelongTogether() {
        let crossed = #expect(throws: GraphConfigError.self) {
            _ = try GraphConfig(minLineGapSize: 21, maxLineGapSize: 20)
        }
        #expect(crossed == GraphConfigError(field: .minLineGapSize, reason: .aboveMaximum))
        let none = #expect(throws: GraphConfigError.self) {
            _ = try GraphConfig(minLineGapSize: 0, maxLineGapSize: 0)
        }
        #expect(none == GraphConfigError(field: .maxLineGapSize, reason: .zero))
        let large = #expect(throws: GraphConfigError.self) { _ = try GraphConfig(lineSize: 65_537) }
        #expect(large == GraphConfigError(field: .lineSize, reason: .tooLarge))
    }

    @Test func spacedByTheMinute() {
        let minutes = GraphConfig.standard.spaced(by: 1.0 / 1440)
        #expect(abs(minutes.maxLineGapSize - 64 * 1440) < 1e-6)
        #expect(minutes.lineSize == GraphConfig.standard.lineSize)
        for bad in [0, -1, Double.nan, .infinity] {
            #expect(GraphConfig.standard.spaced(by: bad) == GraphConfig.standard)
        }
    }
}
