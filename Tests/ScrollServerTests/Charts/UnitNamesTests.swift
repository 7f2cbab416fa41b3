// Units in the names of columns.

import Testing

@testable import Charts

@Suite struct UnitNamesTests {
    @Test(arguments: [
        ("Temperatur (°C)", "°C"), ("speed [km/h]", "km/h"), ("temp °C", "°C"), ("Wind km/h", "km/h"),
        ("energy kWh", "kWh"), ("PM2.5 µg/m³", "µg/m³"), ("humidity\u{A0}%", "%"), ("flow l/min", "l/min"),
        ("depth mm", "mm"),
    ])
    func areFound(name: String, unit: String) { #expect(UnitNames.unit(inName: name) == unit) }

    /// What may be a word is none, and neither is a name that is nothing else.
    @Test(arguments: [
        "°C", "kg", "point a", "Class_A", "and/or", "min/max", "Group t", "x m", "series MM", "net", "", " ", "_",
        "a/b/c d/",
        "speed per", "latency_ms", "Cost Total $", "Total (all of them here)",
    ])
    func areNotMadeUp(name: String) { #expect(UnitNames.unit(inName: name) == nil) }
}
