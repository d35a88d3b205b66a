# Completions of linefeed for bash.
_linefeed() {
    local -a answer
    mapfile -t answer < <("${COMP_WORDS[0]}" --complete "${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null)
    case ${answer[0]-} in
    files)
        compopt -o filenames 2>/dev/null
        mapfile -t COMPREPLY < <(compgen -f -- "${COMP_WORDS[COMP_CWORD]}")
        ;;
    folders)
        compopt -o filenames 2>/dev/null
        mapfile -t COMPREPLY < <(compgen -d -- "${COMP_WORDS[COMP_CWORD]}")
        ;;
    *)
        [ "${answer[0]-}" = open ] && compopt -o nospace 2>/dev/null
        COMPREPLY=("${answer[@]:1}")
        COMPREPLY=("${COMPREPLY[@]%%$'\t'*}")
        ;;
    esac
}
complete -F _linefeed linefeed
