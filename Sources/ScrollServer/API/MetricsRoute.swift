// GET /metrics

import Catalog
import HTTP
import Platform
import Tiles

/// Writes counters in Prometheus' text format, version 0.0.4.
struct MetricsRoute: Sendable {
    static let contentType = "text/plain; version=0.0.4; charset=utf-8"

    let sessions: SessionMetrics
    let pipeline: TilePipeline
    let catalog: Catalog

    func answer() -> Response {
        var response = Response(contentType: Self.contentType, text: text())
        response.headers["Cache-Control"] = "no-store"
        return response
    }

    private func text() -> String {
        var text = ""
        write(
            "collections_unwatched", "gauge", "Folders of which the system does not report all changes.",
            catalog.entries.count { $0.collection.notice != nil }, to: &text)
        let totals = sessions.totals
        write("sessions_open", "gauge", "Live sessions open at present.", totals.open, to: &text)
        write("sessions_total", "counter", "Live sessions opened.", totals.opened, to: &text)
        for listed in SessionCounts.listed {
            write(
                "session_\(listed.name)_total", "counter", listed.help, totals.counts[keyPath: listed.count], to: &text)
        }
        write("session_plan_seconds", "Time from a report to its plan.", totals.planTimes, to: &text)
        write(
            "session_completion_seconds", "Time from a report to the last visible tile of its plan being sent.",
            totals.completionTimes, to: &text)
        writePipeline(to: &text)
        return text
    }

    private func writePipeline(to text: inout String) {
        let (made, ahead) = (pipeline.counters, pipeline.aheadCounts)
        for listed in TilePipeline.Counters.listed {
            write("pipeline_\(listed.name)_total", "counter", listed.help, made[keyPath: listed.count], to: &text)
        }
        for (name, help, value) in [
            ("prefetch_tiles", "Tiles that came into memory ahead of need.", ahead.stored),
            ("prefetch_hits", "Of these, the ones that were wanted while memory held them.", ahead.hits),
            ("prefetch_waste", "Of these, the ones given up before anybody wanted them.", ahead.wasted),
        ] {
            write("pipeline_\(name)_total", "counter", help, value, to: &text)
        }
        let depths = pipeline.queueDepths
        let bytes = pipeline.memoryByteCounts
        for (name, help, value) in [
            ("queue_depth", "Decodes that wait for a worker.", depths.all),
            ("prefetch_queue_depth", "Of these, those ahead of need.", depths.ahead),
            ("memory_bytes", "Bytes of tiles in memory.", bytes.all),
            ("colours", "Pictures whose average colour is known.", pipeline.atlas.count),
            ("prefetch_memory_bytes", "Of these, bytes of tiles that nobody has wanted yet.", bytes.ahead),
        ] {
            write("pipeline_\(name)", "gauge", help, value, to: &text)
        }
        write("pipeline_decode_seconds", "Time that a decode took, tiles and all.", pipeline.makeTimes, to: &text)
        let paces = pipeline.pace.made
        guard !paces.isEmpty else { return }
        text += head(
            "pipeline_decode_mean_seconds", "gauge", "What the last decodes of pictures of about a size took.")
        for pace in paces {
            let pixels = pace.pixels == .max ? "+Inf" : String(pace.pixels)
            text +=
                "scrollserver_pipeline_decode_mean_seconds{collection=\"\(Self.escaped(pace.collection))\","
                + "pixels=\"\(pixels)\"} \(pace.seconds)\n"
        }
    }

    /// A label's value in the Prometheus text format, with backslash, double quote and line feed escaped.
    static func escaped(_ text: String) -> String {
        text.reduce(into: "") { result, character in
            switch character {
            case "\\": result += "\\\\"
            case "\"": result += "\\\""
            case "\n": result += "\\n"
            default: result.append(character)
            }
        }
    }

    private func head(_ name: String, _ kind: String, _ help: String) -> String {
        "# HELP scrollserver_\(name) \(help)\n# TYPE scrollserver_\(name) \(kind)\n"
    }

    private func write(_ name: String, _ kind: String, _ help: String, _ value: Int, to text: inout String) {
        text += head(name, kind, help) + "scrollserver_\(name) \(value)\n"
    }

    private func write(_ name: String, _ help: String, _ histogram: Histogram, to text: inout String) {
        text += head(name, "histogram", help)
        var sum = 0
        for (bound, count) in zip(Histogram.bounds, histogram.buckets) {
            sum += count
            text += "scrollserver_\(name)_bucket{le=\"\(bound / 1000)\"} \(sum)\n"
        }
        text += "scrollserver_\(name)_bucket{le=\"+Inf\"} \(histogram.count)\n"
        text += "scrollserver_\(name)_sum \(histogram.sum)\nscrollserver_\(name)_count \(histogram.count)\n"
    }
}
