// Findings as bytes, and back.

import Platform

extension IndexWriter {
    mutating func put(_ finding: TableFinding) {
        put(finding.what.rawValue)
        put(finding.column)
        put(finding.value)
        put(finding.isGuess)
        put(finding.isNotice)
        put(finding.because)
        put(finding.override?.setting.rawValue ?? "")
        put(finding.override?.values ?? [])
    }
}

extension IndexReader {
    mutating func finding() -> TableFinding? {
        guard let what = text().flatMap(TableFinding.What.init), let column = text(), let value = text(),
            let isGuess = bool(), let isNotice = bool(), let because = text(), let setting = text(),
            let values = texts()
        else { return nil }
        return TableFinding(
            what, column: column, value, isGuess: isGuess, isNotice: isNotice, because: because,
            override: TableSetting(rawValue: setting).map { TableFinding.Override($0, values) })
    }
}
