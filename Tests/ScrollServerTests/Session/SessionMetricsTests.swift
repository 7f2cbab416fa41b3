// What the metrics say of live sessions, and that Prometheus reads them.

import Testing

@testable import HTTP
@testable import ScrollServer

@Suite struct SessionMetricsTests {
    private typealias Bench = SessionRouteTests.Bench
    private static let query = SessionRouteTests.query

    /// Each counter is fed by what it says, in the text format that Prometheus reads.
    @Test func countersAreFed() throws {
        let bench = try Bench(SessionRouteTests.pictures(400), maker: LargeTileMaker())
        let (client, poor) = (try bench.connect(), try bench.connect())
        poor.socket.send(.text(#"{"budget":1000000}"#))
        for (step, y) in [0, 500, 0].enumerated() {
            for page in [client, poor] {
                page.report(step + 1, Self.query + "&y=\(page === poor ? y * 6 : y)")
                try page.receive {
                    $0.report == step + 1 && $0.slots.values.allSatisfy { tile in page.page.held[tile.number] != nil }
                }
            }
        }
        // A report without a plan.
        client.report(4, "width=1")
        try client.receive { $0.problems.count == 1 }
        let router = bench.client.value.router
        let tiles = client.page.batches.reduce(0, +) + poor.page.batches.reduce(0, +)
        // What is still on its way is more than the pages have taken.
        for (name, range) in [
            ("sessions_total", 2...2), ("sessions_open", 2...2), ("session_reports_total", 7...7),
            ("session_problems_total", 1...1), ("session_plans_total", 6...6), ("session_plan_seconds_count", 7...7),
            ("session_completion_seconds_count", 6...6), ("session_tiles_sent_total", tiles...10_000),
            ("session_messages_total", client.page.batches.count + poor.page.batches.count...10_000),
            ("session_bytes_total", tiles * 30_000...1_000_000_000), ("session_tiles_held_total", 1...1000),
            ("session_tiles_evicted_total", 1...1000), ("pipeline_wishes_total", 1...10_000),
            ("pipeline_tiles_made_total", 1...10_000), ("pipeline_decodes_started_total", 1...10_000),
            ("pipeline_prefetch_wishes_total", 1...10_000), ("pipeline_prefetch_decodes_started_total", 1...10_000),
            ("pipeline_decode_seconds_count", 1...10_000), ("pipeline_memory_bytes", 30_000...1 << 30),
        ] {
            #expect(eventually { range.contains(SessionRouteTests.value(name, of: router)) }, "\(name)")
        }
        #expect(
            SessionRouteTests.text(of: router).contains(
                #"scrollserver_pipeline_decode_mean_seconds{collection="staged",pixels="1000000"} "#))
    }

    @Test func metricsAreText() throws {
        let bench = try Bench(SessionRouteTests.pictures(100))
        let client = try bench.connect()
        client.report(1, Self.query)
        try client.receive { $0.plan == 1 && $0.held.count >= $0.slots.count }
        let reply = try bench.client.value.get("/metrics")
        #expect(reply.headers["Content-Type"] == "text/plain; version=0.0.4; charset=utf-8")
        // Each line is a comment or a sample, and each sample's name was introduced, once.
        var known: Set<Substring> = []
        for line in reply.text.split(separator: "\n") {
            if line.hasPrefix("# TYPE ") {
                #expect(known.insert(line.split(separator: " ")[2]).inserted, "\(line)")
            } else if !line.hasPrefix("# HELP ") {
                let parts = line.split(separator: " ")
                #expect(parts.count == 2 && Double(parts[1]) != nil, "\(line)")
                let name = parts[0].prefix { $0 != "{" }
                #expect(
                    known.contains { name == $0 || ["_bucket", "_sum", "_count"].contains(name.dropFirst($0.count)) })
            }
        }
        #expect(MetricsRoute.escaped("a\\b\"c\nd") == #"a\\b\"c\nd"#)
    }

    @Test(.needs(.prometheus))
    func prometheusReadsTheMetrics() throws {
        let bench = try Bench(SessionRouteTests.pictures(100))
        let client = try bench.connect()
        client.report(1, Self.query)
        try client.receive { $0.plan == 1 && $0.held.count >= $0.slots.count }
        let metrics = try bench.client.value.get("/metrics").body
        let output = try PythonOracle.run(
            """
            import sys
            from prometheus_client.parser import text_string_to_metric_families
            for family in text_string_to_metric_families(sys.stdin.read()):
                assert family.documentation and family.type in ("counter", "gauge", "histogram"), family
                values = [sample.value for sample in family.samples]
                assert values and all(value >= 0 for value in values), family
                if family.type == "histogram":
                    buckets = [s for s in family.samples if s.name.endswith("_bucket")]
                    counts = [s.value for s in buckets]
                    assert counts == sorted(counts) and buckets[-1].labels["le"] == "+Inf", family
                    assert counts[-1] == [s.value for s in family.samples if s.name.endswith("_count")][0]
                print(family.name, family.type)
            """, input: metrics)
        let families = String(decoding: output, as: UTF8.self).split(separator: "\n")
        #expect(families.count > 35)
        #expect(families.contains("scrollserver_session_completion_seconds histogram"))
        #expect(families.contains("scrollserver_pipeline_prefetch_waste counter"))
        #expect(families.contains("scrollserver_pipeline_queue_depth gauge"))
    }
}
