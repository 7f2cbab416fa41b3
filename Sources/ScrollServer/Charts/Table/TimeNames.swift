// The names that columns of times have.

/// Recognises columns by their names.
enum TimeNames {
    private static let times: Set<Substring> = [
        "time", "date", "datetime", "timestamp", "ts", "epoch", "unix", "utc", "zeit", "datum", "zeitstempel", "day",
        "fecha", "hora", "heure", "jour", "uhrzeit", "month", "monat", "mois", "mes", "period", "periode",
        "quarter", "week", "woche", "tag", "zeitpunkt", "created", "updated", "horodatage", "tijd", "orario",
        "日付", "日時", "日期", "時間", "时间", "年月日", "年月", "날짜", "시간", "일시", "дата", "время", "giorno", "czas",
    ]

    /// Whether a column's name is a name for times.
    static func isTimeName(_ name: String) -> Bool {
        let words = name.lowercased().split { !$0.isLetter }
        return words.contains { times.contains($0) || $0.hasSuffix("timestamp") || $0.hasSuffix("date") }
            || words.last?.hasSuffix("time") == true || words.last?.hasSuffix("datum") == true
    }

    /// Whether a column's name says that its six digits are a year and a month.
    static func isMonthName(_ name: String) -> Bool {
        let words = name.lowercased().split { !$0.isLetter }
        let known: Set<Substring> = [
            "month", "monat", "mois", "mes", "mese", "maand", "yyyymm", "yearmonth", "ym", "年月",
        ]
        return words.contains { known.contains($0) }
    }

    /// Whether a column's name says that its numbers may be times since 1970.
    static func isEpochName(_ name: String) -> Bool {
        isTimeName(name) || ["t", "x", "ms", "us", "ns", "seconds", "sec"].contains(name.lowercased())
            || name.lowercased().hasPrefix("unix") || name.lowercased().hasPrefix("epoch")
    }

    /// The parts of a second that a name ends with, as in `time_ms`, per second; nil where it tells none.
    static func unitsPerSecond(_ name: String) -> Double? {
        let words = name.lowercased().split { !$0.isLetter }
        return switch words.last {
        case "ns", "nanos", "nanoseconds", "nanosec", "nsec": 1e9
        case "us", "µs", "μs", "micros", "microseconds", "usec": 1e6
        case "ms", "millis", "milliseconds", "msec": 1e3
        default: nil
        }
    }

    /// Whether a column's name says that its clock times are no times of day, or not those of the row.
    static func isDurationName(_ name: String) -> Bool {
        let words = name.lowercased().split { !$0.isLetter }
        let known: Set<Substring> = [
            "moving", "elapsed", "duration", "dauer", "lap", "pace", "total", "runtime", "durée", "duree", "duración",
            "duracion", "durata", "duur", "length", "avg", "average", "finish", "split", "uptime", "laufzeit", "sleep",
            "delay", "verspätung", "wait", "wartezeit", "fahrzeit", "dwell", "downtime", "worked", "overtime",
            "arbeitszeit",
        ]
        return words.contains { known.contains($0) } || isDailyName(name)
    }

    /// Whether a column's name says that `5:26` is minutes and seconds: what runners and swimmers write.
    static func isMinutesName(_ name: String) -> Bool {
        let words = name.lowercased().split { !$0.isLetter }
        return words.contains { ["pace", "lap", "laps", "split", "splits", "mmss", "minutes", "mins"].contains($0) }
            || zip(words, words.dropFirst()).contains { $0 == "min" && ["km", "mi", "mile"].contains($1) }
    }

    /// Whether a column's name says that it holds a time of each day.
    static func isDailyName(_ name: String) -> Bool {
        let known: Set<Substring> = [
            "sunrise", "sunset", "moonrise", "moonset", "bedtime", "wakeup", "dawn", "dusk", "sonnenaufgang",
            "sonnenuntergang",
        ]
        return name.lowercased().split { !$0.isLetter }.contains { known.contains($0) }
    }

    /// Whether a column's name is a name for years.
    static func isYearName(_ name: String) -> Bool {
        let words = name.lowercased().split { !$0.isLetter }
        let known: Set<Substring> = [
            "year", "jahr", "année", "annee", "año", "ano", "anno", "yr", "years", "jaar", "yyyy",
        ]
        return words.contains { known.contains($0) }
    }

    /// The part of a time that a column's name says it holds.
    static func field(_ name: String) -> TimeField? {
        // What stands in brackets is a unit or a zone: `Hour (UTC)`.
        switch name.prefix(while: { $0 != "(" && $0 != "[" }).lowercased().filter({ $0.isLetter }) {
        case "year", "jahr", "année", "annee", "año", "anno", "yr", "jaar", "yyyy", "yy": .year
        case "quarter", "quartal", "trimestre", "qtr", "q", "period": .quarter
        case "month", "monat", "mois", "mes", "mese", "maand", "mon", "mm", "mo": .month
        case "day", "tag", "jour", "día", "dia", "giorno", "dag", "dd", "dy", "dayofmonth": .day
        case "hour", "stunde", "heure", "hora", "ora", "uur", "hr", "hh", "hours": .hour
        case "doy", "yday", "dayofyear", "jday", "julianday": .dayOfYear
        case "minute", "min", "minuto", "minutes", "mi", "mn": .minute
        case "second", "sekunde", "seconde", "segundo", "sec", "seconds": .second
        default: nil
        }
    }

    /// The part of a time that a single letter names, beside columns called y, m and d.
    static func field(letter: String) -> TimeField? {
        ["y": .year, "m": .month, "d": .day, "h": .hour][letter.lowercased()]
    }

    /// Whether two names say that a time begins and ends something: `Start Time` and `End Time`.
    static func areStartAndEnd(_ first: String, _ second: String) -> Bool {
        let starts: Set<Substring> = [
            "start", "starts", "started", "begin", "beginn", "beginning", "from", "von", "ab", "in", "arrival",
            "departure", "dep", "open", "opened", "début", "debut", "inicio", "inizio", "anfang", "startzeit",
            "starttime", "startuhrzeit", "on",
        ]
        let ends: Set<Substring> = [
            "end", "ends", "ended", "to", "bis", "ende", "stop", "finish", "until", "out", "arrival", "departure",
            "arr",
            "close", "closed", "fin", "fine", "endzeit", "endtime", "enduhrzeit", "off",
        ]
        func has(_ name: String, _ known: Set<Substring>) -> Bool {
            name.lowercased().split { !$0.isLetter }.contains { known.contains($0) }
        }
        return has(first, starts) && has(second, ends)
    }

    /// Whether a column's name says that `7:45` is hours and minutes.
    static func isHoursName(_ name: String) -> Bool {
        let words = name.lowercased().split { !$0.isLetter }
        let known: Set<Substring> = [
            "hours", "hour", "hrs", "hr", "stunden", "std", "hhmm", "hmm", "heures", "horas", "ore", "uren", "worked",
            "overtime", "arbeitszeit",
        ]
        return words.contains { known.contains($0) }
            || zip(words, words.dropFirst()).contains { ["h", "hh"].contains($0) && $1 == "mm" }
    }

    /// Whether a column's name is a usual one for the key of a long table.
    static func isKeyName(_ name: String) -> Bool {
        let known: Set<String> = [
            "sensor", "device", "station", "symbol", "ticker", "series", "variable", "metric", "channel", "host",
            "node", "machine", "source", "category", "country", "location", "sensorid", "deviceid", "stationid",
            "messstelle", "entity", "entityid", "tag", "parameter", "measurement", "gerät", "geraet", "kanal",
        ]
        return known.contains(name.lowercased().filter { $0.isLetter })
    }
}
