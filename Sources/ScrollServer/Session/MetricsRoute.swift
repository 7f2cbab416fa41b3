// GET /metrics

/// Writes counters in Prometheus' text format, version 0.0.4.
struct MetricsRoute: Sendable {
    static let contentType = "text/plain; version=0.0.4; charset=utf-8"

    let sessions: SessionMetrics
    let pipeline: TilePipeline

    func answer() -> Response {
        var response = Response(contentType: Self.contentType, text: text())
        response.headers["Cache-Control"] = "no-store"
        return response
    }

    private func text() -> String {
        var text = ""
        let totals = sessions.totals
        let counts = totals.counts
        write("sessions_open", "gauge", "Live sessions open at present.", totals.open, to: &text)
        for (name, help, value) in [
            ("sessions", "Live sessions opened.", totals.opened),
            ("session_reports", "Positions reported by pages.", counts.reports),
            (
                "session_reports_replaced", "Reports replaced by a newer one before they were answered.",
                counts.reportsReplaced
            ),
            ("session_plans", "Plans sent on live sessions.", counts.plans),
            ("session_problems", "Reports answered with a problem.", counts.problems),
            ("session_messages", "Binary messages sent.", counts.messages),
            ("session_tiles_sent", "Tiles sent on live sessions.", counts.tilesSent),
            ("session_bytes", "Bytes of binary messages sent.", counts.bytes),
            ("session_tiles_held", "Tiles shown from what the page held.", counts.shownFromHeld),
            ("session_tiles_cancelled", "Wishes for tiles cancelled as the window moved on.", counts.cancelled),
            ("session_tiles_dropped", "Tiles ready and not sent as the window had moved on.", counts.droppedReady),
            ("session_tiles_failed", "Tiles that could not be made for a session.", counts.failed),
            ("session_tiles_evicted", "Held tiles that pages were told to let go of.", counts.dropped),
        ] {
            write(name + "_total", "counter", help, value, to: &text)
        }
        write("session_plan_seconds", "Time from a report to its plan.", totals.planTimes, to: &text)
        write(
            "session_completion_seconds", "Time from a report to the last visible tile of its plan being sent.",
            totals.completionTimes, to: &text)
        let made = pipeline.counters
        for (name, help, value) in [
            ("wishes", "Tiles asked of the pipeline.", made.wishes),
            ("memory_hits", "Wishes answered from memory.", made.memoryHits),
            ("disk_hits", "Tiles read from the disk cache.", made.diskHits),
            ("decodes_started", "Decodes started.", made.passesStarted),
            ("decodes_cancelled", "Decodes cancelled in the queue.", made.passesDropped),
            ("decodes_failed", "Decodes that failed.", made.passesFailed),
            ("tiles_made", "Tiles made.", made.tilesMade),
            ("tiles_made_for_cache", "Tiles made that nobody waited for any more.", made.tilesMadeForCache),
        ] {
            write("pipeline_\(name)_total", "counter", help, value, to: &text)
        }
        write("pipeline_queue_depth", "gauge", "Decodes that wait for a worker.", pipeline.waitingPasses, to: &text)
        return text
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
