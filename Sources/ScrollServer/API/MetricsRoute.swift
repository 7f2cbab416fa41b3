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
            ("session_plans_fleeting", "Of the plans, those of what goes past too quickly for tiles.", counts.fleeting),
            ("session_bands", "Stretches of content sent as patches of colour.", counts.bandsSent),
            ("session_messages", "Binary messages sent.", counts.messages),
            ("session_tiles_sent", "Tiles sent on live sessions.", counts.tilesSent),
            ("session_tiles_sent_ahead", "Of the tiles sent, those that nobody needed yet.", counts.tilesSentAhead),
            ("session_ahead_hits", "Tiles sent ahead that were needed while the page held them.", counts.aheadHits),
            (
                "session_ahead_waste", "Tiles sent ahead that were let go of, or held to the end, and never needed.",
                counts.aheadWasted
            ),
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
        writePipeline(to: &text)
        return text
    }

    private func writePipeline(to text: inout String) {
        let made = pipeline.counters
        let ahead = pipeline.aheadCounts
        for (name, help, value) in [
            ("wishes", "Tiles asked of the pipeline.", made.wishes),
            ("memory_hits", "Wishes answered from memory.", made.memoryHits),
            ("disk_hits", "Tiles read from the disk cache.", made.diskHits),
            ("decodes_started", "Decodes started.", made.passesStarted),
            ("decodes_cancelled", "Decodes cancelled in the queue.", made.passesDropped),
            ("decodes_failed", "Decodes that failed.", made.passesFailed),
            ("tiles_made", "Tiles made.", made.tilesMade),
            ("tiles_made_for_cache", "Tiles made that nobody waited for any more.", made.tilesMadeForCache),
            ("prefetch_wishes", "Of the wishes, those ahead of need.", made.wishesAhead),
            ("prefetch_decodes_started", "Of the decodes started, those ahead of need.", made.passesStartedAhead),
            (
                "prefetch_decodes_cancelled", "Of the decodes cancelled in the queue, those ahead of need.",
                made.passesDroppedAhead
            ),
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
            ("colours", "Pictures whose average colour is known.", pipeline.colours.count),
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
