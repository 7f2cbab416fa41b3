// Shell completion scripts, made from the table of options.

/// Scripts that complete the program's options, their values and paths.
enum Completions {
    enum Shell: String, CaseIterable, Sendable {
        case bash, zsh, fish
    }

    /// The script for a shell, which reads it at its start.
    static func script(for shell: Shell) -> String {
        switch shell {
        case .bash: bash
        case .zsh: zsh
        case .fish: fish
        }
    }

    private static var names: [String] { OptionRow.all.flatMap { [$0.name] + ($0.letter.map { [$0] } ?? []) } }

    /// The names of options, as a pattern of a shell's `case`.
    private static func pattern(_ isWanted: (OptionRow) -> Bool) -> String {
        OptionRow.all.filter(isWanted).flatMap { [$0.letter, $0.name].compactMap(\.self) }.joined(separator: "|")
    }

    /// The script for bash: options without suggestions complete to nothing, paths as the shell itself completes them.
    private static var bash: String {
        var cases = ""
        for row in OptionRow.all {
            guard case .words(let words) = row.suggestion else { continue }
            cases += """
                        \(row.name)) COMPREPLY=($(compgen -W '\(words.joined(separator: " "))' -- "$current")); return ;;

                """
        }
        let folders = pattern { $0.suggestion == .folder }
        let files = pattern { $0.suggestion == .file }
        let others = pattern {
            guard case .required = $0.value else { return false }
            return $0.suggestion == .nothing
        }
        return """
            # Completions of ScrollServer for bash.
            # Keep this as ~/.local/share/bash-completion/completions/ScrollServer
            _ScrollServer() {
                local current=${COMP_WORDS[COMP_CWORD]} previous=${COMP_WORDS[COMP_CWORD-1]}
                # bash takes an equals sign for a word of its own.
                if [ "$current" = = ]; then current=
                elif [ "$previous" = = ] && [ "$COMP_CWORD" -ge 2 ]; then previous=${COMP_WORDS[COMP_CWORD-2]}; fi
                COMPREPLY=()
                case $previous in
            \(cases)        \(folders)) compopt -o dirnames 2>/dev/null; return ;;
                    \(files)) return ;;
                    \(others)) compopt +o default 2>/dev/null; return ;;
                esac
                case $current in
                    -*) COMPREPLY=($(compgen -W '\(names.joined(separator: " "))' -- "$current")) ;;
                esac
            }
            complete -o default -F _ScrollServer ScrollServer

            """
    }

    private static var zsh: String {
        var lines: [String] = []
        for row in OptionRow.all {
            let action =
                switch row.suggestion {
                case .nothing: ""
                case .file: "_files"
                case .folder: "_files -/"
                case .words(let words): "(\(words.joined(separator: " ")))"
                }
            let (mark, value) =
                switch row.value {
                case .none: ("", "")
                case .optional(let name): ("=-", "::\(name):\(action)")
                case .required(let name): ("=", ":\(name):\(action)")
                }
            let help = "[\(quoted(row.summary, escaping: "[]:"))]"
            let star = row.isRepeatable ? "*" : ""
            lines.append("'\(star)\(row.name)\(mark)\(help)\(value)'")
            if let letter = row.letter { lines.append("'\(letter)\(row.value == .none ? "" : "+")\(help)\(value)'") }
        }
        return """
            #compdef ScrollServer
            # Completions of ScrollServer for zsh. Keep this as _ScrollServer in a folder of $fpath.
            _ScrollServer() {
                _arguments -s -S \\
                    \(lines.joined(separator: " \\\n        ")) \\
                    '*:PATH:_files'
            }
            if [ "$funcstack[1]" = _ScrollServer ]; then _ScrollServer "$@"; else compdef _ScrollServer ScrollServer; fi

            """
    }

    private static var fish: String {
        var text = """
            # Completions of ScrollServer for fish.
            # Keep this as ~/.config/fish/completions/ScrollServer.fish

            """
        for row in OptionRow.all {
            var line = "complete -c ScrollServer -l \(row.name.dropFirst(2))"
            if let letter = row.letter { line += " -s \(letter.dropFirst())" }
            switch (row.value, row.suggestion) {
            case (.required, .file): line += " -r -F"
            case (.required, .folder): line += " -x -a '(__fish_complete_directories)'"
            case (.required, .words(let words)): line += " -x -a '\(words.joined(separator: " "))'"
            case (.required, .nothing): line += " -x"
            case (.none, _), (.optional, _): break
            }
            text += line + " -d '\(quoted(row.summary, escaping: ""))'\n"
        }
        return text
    }

    /// Text inside single quotes, which both shells end and begin anew around a quotation mark.
    private static func quoted(_ text: String, escaping signs: String) -> String {
        text.map { sign in
            if sign == "'" { return "'\\''" }
            return sign == "\\" || signs.contains(sign) ? "\\\(sign)" : String(sign)
        }.joined()
    }
}
