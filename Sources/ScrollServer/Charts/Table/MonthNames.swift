// The names of months and weekdays that dates are written with.

import Platform

/// Words in dates, in lower case without a final point: English, German, French, Spanish, Italian, Dutch, Portuguese,
/// Polish and Russian.
enum MonthNames {
    /// The number of a month, 1 … 12; nil for any other word.
    static func month(_ word: [UInt8]) -> Int? { numbers[word] }

    /// Whether the word is the name of a day of the week.
    static func isWeekday(_ word: [UInt8]) -> Bool { weekdays.contains(word) }

    /// Whether the word may stand between the parts of a date, as in `1 de enero de 2024`.
    static func isFiller(_ word: [UInt8]) -> Bool { fillers.contains(word) }

    private static let months: [String] = [
        "january jan января январь янв stycznia styczeń sty januar jänner jän januari janvier janv janeiro enero ene gennaio gen",
        "february feb feber февраля февраль фев февр lutego luty lut februar februari février fevrier févr fevr fév fev fevereiro febrero febbraio",
        "march mar марта март мар marca marzec märz maerz mär mrz maart mrt mars março marco marzo",
        "april apr апреля апрель апр kwietnia kwiecień kwi avril avr abril abr aprile",
        "may mai мая май maja maj mei mayo maio maggio mag",
        "june jun июня июнь июн czerwca czerwiec cze juni juin junho junio giugno giu",
        "july jul июля июль июл lipca lipiec lip juli juillet juil julho julio luglio lug",
        "august aug августа август авг sierpnia sierpień sie augusti augustus août aout agosto ago",
        "september sep сентября сентябрь сен сент września wrzesień wrz sept septembre setembro set septiembre setiembre settembre",
        "october oct октября октябрь окт października październik paź oktober okt octobre outubro out octubre ottobre ott",
        "november nov ноября ноябрь ноя нояб listopada listopad lis novembre novembro noviembre",
        "december dec декабря декабрь дек grudnia grudzień gru desember des dezember dez décembre decembre déc dezembro diciembre dic dicembre",
    ]

    private static let numbers: [[UInt8]: Int] = {
        var numbers: [[UInt8]: Int] = [:]
        for (index, words) in months.enumerated() {
            for word in words.split(separator: " ") {
                for form in forms(String(word)) { numbers[form] = index + 1 }
            }
        }
        return numbers
    }()

    private static let weekdays: Set<[UInt8]> = {
        let words =
            "monday mon tuesday tue tues wednesday wed thursday thu thur thurs friday fri saturday sat sunday sun "
            + "montag mo dienstag di mittwoch mi donnerstag do freitag fr samstag sonnabend sa sonntag so "
            + "lundi lun mardi mercredi mer jeudi jeu vendredi ven samedi sam dimanche dim "
            + "lunedì lun martedì mercoledì giovedì gio venerdì ven sabato sab domenica dom "
            + "maandag ma dinsdag woensdag wo donderdag vrijdag vr zaterdag za zondag zo "
            + "понедельник пн вторник вт среда ср четверг чт пятница пт суббота сб воскресенье вс "
            + "poniedziałek pon pn wtorek wt środa śr czwartek czw piątek pt sobota sob niedziela niedz nd "
            + "segunda seg terça ter quarta qua quinta qui sexta sex "
            + "lunes martes miércoles miercoles mié mie jueves jue viernes vie sábado sabado sáb sab domingo dom"
        return Set(words.split(separator: " ").flatMap { forms(String($0)) })
    }()

    private static let fillers = Set(["de", "of", "del", "г", "года"].map { Array($0.utf8) })

    /// The bytes of a word in UTF-8, with a large first letter or large letters all through where these are not ASCII,
    /// and in Latin-1.
    private static func forms(_ word: String) -> [[UInt8]] {
        let scalars = word.unicodeScalars
        guard scalars.contains(where: { $0.value >= 0x80 }) else { return [Array(word.utf8)] }
        let cased = [word, word.prefix(1).uppercased() + word.dropFirst(), word.uppercased()]
        let forms = cased.map { $0.utf8.map { ASCII.lowercased($0) } }
        return scalars.allSatisfy { $0.value < 0x100 }
            ? forms + [scalars.map { UInt8(truncatingIfNeeded: $0.value) }] : forms
    }
}
