// The names of months and weekdays that dates are written with.

/// Words in dates, in lower case without a final point: English, German, French, Spanish, Italian, Dutch and
/// Portuguese.
enum MonthNames {
    /// The number of a month, 1 … 12; nil for any other word.
    static func month(_ word: [UInt8]) -> Int? { numbers[word] }

    /// Whether the word is the name of a day of the week.
    static func isWeekday(_ word: [UInt8]) -> Bool { weekdays.contains(word) }

    /// Whether the word may stand between the parts of a date, as in `1 de enero de 2024`.
    static func isFiller(_ word: [UInt8]) -> Bool { fillers.contains(word) }

    private static let months: [String] = [
        "january jan januar jänner jän januari janvier janv janeiro enero ene gennaio gen",
        "february feb februar februari février fevrier févr fevr fév fev fevereiro febrero febbraio",
        "march mar märz maerz mär mrz maart mrt mars março marco marzo",
        "april apr avril avr abril abr aprile",
        "may mai mei mayo maio maggio mag",
        "june jun juni juin junho junio giugno giu",
        "july jul juli juillet juil julho julio luglio lug",
        "august aug augustus août aout agosto ago",
        "september sep sept septembre setembro set septiembre setiembre settembre",
        "october oct oktober okt octobre outubro out octubre ottobre ott",
        "november nov novembre novembro noviembre",
        "december dec dezember dez décembre decembre déc dezembro diciembre dic dicembre",
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
            + "lunes martes miércoles miercoles mié mie jueves jue viernes vie sábado sabado sáb sab domingo dom"
        return Set(words.split(separator: " ").flatMap { forms(String($0)) })
    }()

    private static let fillers: Set<[UInt8]> = [Array("de".utf8), Array("of".utf8), Array("del".utf8)]

    /// The bytes of a word in UTF-8 and in Latin-1.
    private static func forms(_ word: String) -> [[UInt8]] {
        let latin = word.unicodeScalars.map { UInt8(truncatingIfNeeded: $0.value) }
        return [Array(word.utf8), latin]
    }
}
