#!/bin/bash

__linefeed_cursor_index_in_current_word() {
    local remaining="${COMP_LINE}"

    local word
    for word in "${COMP_WORDS[@]::COMP_CWORD}"; do
        remaining="${remaining##*([[:space:]])"${word}"*([[:space:]])}"
    done

    local -ir index="$((COMP_POINT - ${#COMP_LINE} + ${#remaining}))"
    if [[ "${index}" -le 0 ]]; then
        printf 0
    else
        printf %s "${index}"
    fi
}

# positional arguments:
#
# - 1: the current (sub)command's count of positional arguments
#
# required variables:
#
# - repeating_flags: the repeating flags that the current (sub)command can accept
# - non_repeating_flags: the non-repeating flags that the current (sub)command can accept
# - repeating_options: the repeating options that the current (sub)command can accept
# - non_repeating_options: the non-repeating options that the current (sub)command can accept
# - positional_number: value ignored
# - unparsed_words: unparsed words from the current command line
#
# modified variables:
#
# - non_repeating_flags: remove flags for this (sub)command that are already on the command line
# - non_repeating_options: remove options for this (sub)command that are already on the command line
# - positional_number: set to the current positional number
# - unparsed_words: remove all flags, options, and option values for this (sub)command
__linefeed_offer_flags_options() {
    local -ir positional_count="${1}"
    positional_number=0

    local was_flag_option_terminator_seen=false
    local is_parsing_option_value=false

    local -ar unparsed_word_indices=("${!unparsed_words[@]}")
    local -i word_index
    for word_index in "${unparsed_word_indices[@]}"; do
        if "${is_parsing_option_value}"; then
            # This word is an option value:
            # Reset marker for next word iff not currently the last word
            [[ "${word_index}" -ne "${unparsed_word_indices[${#unparsed_word_indices[@]} - 1]}" ]] && is_parsing_option_value=false
            unset "unparsed_words[${word_index}]"
            # Do not process this word as a flag or an option
            continue
        fi

        local word="${unparsed_words["${word_index}"]}"
        if ! "${was_flag_option_terminator_seen}"; then
            case "${word}" in
            --)
                unset "unparsed_words[${word_index}]"
                # by itself -- is a flag/option terminator, but if it is the last word, it is the start of a completion
                if [[ "${word_index}" -ne "${unparsed_word_indices[${#unparsed_word_indices[@]} - 1]}" ]]; then
                    was_flag_option_terminator_seen=true
                fi
                continue
                ;;
            -*)
                # ${word} is a flag or an option
                # If ${word} is an option, mark that the next word to be parsed is an option value
                local option
                for option in "${repeating_options[@]}" "${non_repeating_options[@]}"; do
                    [[ "${word}" = "${option}" ]] && is_parsing_option_value=true && break
                done

                # Remove ${word} from ${non_repeating_flags} or ${non_repeating_options} so it isn't offered again
                local not_found=true
                local -i index
                for index in "${!non_repeating_flags[@]}"; do
                    if [[ "${non_repeating_flags[${index}]}" = "${word}" ]]; then
                        unset "non_repeating_flags[${index}]"
                        non_repeating_flags=("${non_repeating_flags[@]}")
                        not_found=false
                        break
                    fi
                done
                if "${not_found}"; then
                    for index in "${!non_repeating_flags[@]}"; do
                        if [[ "${non_repeating_flags[${index}]}" = "${word}" ]]; then
                            unset "non_repeating_flags[${index}]"
                            non_repeating_flags=("${non_repeating_flags[@]}")
                            break
                        fi
                    done
                fi
                unset "unparsed_words[${word_index}]"
                continue
                ;;
            esac
        fi

        # ${word} is neither a flag, nor an option, nor an option value
        if [[ "${positional_number}" -lt "${positional_count}" || "${positional_count}" -lt 0 ]]; then
            # ${word} is a positional
            ((positional_number++))
            unset "unparsed_words[${word_index}]"
        else
            if [[ -z "${word}" ]]; then
                # Could be completing a flag, option, or subcommand
                positional_number=-1
            else
                # ${word} is a subcommand or invalid, so stop processing this (sub)command
                positional_number=-2
            fi
            break
        fi
    done

    unparsed_words=("${unparsed_words[@]}")

    if\
        ! "${was_flag_option_terminator_seen}"\
        && ! "${is_parsing_option_value}"\
        && [[ ("${cur}" = -* && "${positional_number}" -ge 0) || "${positional_number}" -eq -1 ]]
    then
        COMPREPLY+=($(compgen -W "${repeating_flags[*]} ${non_repeating_flags[*]} ${repeating_options[*]} ${non_repeating_options[*]}" -- "${cur}"))
    fi
}

__linefeed_add_completions() {
    local completion
    while IFS='' read -r completion; do
        COMPREPLY+=("${completion}")
    done < <(IFS=$'\n' compgen "${@}" -- "${cur}")
}

__linefeed_custom_complete() {
    if [[ -n "${cur}" || -z ${COMP_WORDS[${COMP_CWORD}]} || "${COMP_LINE:${COMP_POINT}:1}" != ' ' ]]; then
        local -ar words=("${COMP_WORDS[@]}")
    else
        local -ar words=("${COMP_WORDS[@]::${COMP_CWORD}}" '' "${COMP_WORDS[@]:${COMP_CWORD}}")
    fi

    "${COMP_WORDS[0]}" "${@}" "${words[@]}"
}

_linefeed() {
    local state
    state="$(shopt -p;shopt -po)"
    trap "${state//$'\n'/;}" RETURN
    shopt -s extglob
    set +o history +o posix

    local -xr SAP_SHELL=bash
    local -x SAP_SHELL_VERSION
    SAP_SHELL_VERSION="$(IFS='.';printf %s "${BASH_VERSINFO[*]}")"
    local -r SAP_SHELL_VERSION

    local -r cur="${2}"
    local -r prev="${3}"

    local -i positional_number
    local -a unparsed_words=("${COMP_WORDS[@]:1:${COMP_CWORD}}")

    local -a repeating_flags=()
    local -a non_repeating_flags=(--version -h --help)
    local -a repeating_options=()
    local -a non_repeating_options=()
    __linefeed_offer_flags_options 0

    # Offer subcommand / subcommand argument completions
    local -r subcommand="${unparsed_words[0]}"
    unset 'unparsed_words[0]'
    unparsed_words=("${unparsed_words[@]}")
    case "${subcommand}" in
    ingest|select|write-gtfs|check|diff|decode-rt|encode-rt|build-polylines|occupancy-report|service-levels|departures|trip-details|stop-visits|performance-report|stringline|track|animate|map|cover-tiles|fetch-tiles|render-tiles|store|fetch|simulate|run|schema|help)
        # Offer subcommand argument completions
        "_linefeed_${subcommand}"
        ;;
    *)
        # Offer subcommand completions
        COMPREPLY+=($(compgen -W 'ingest select write-gtfs check diff decode-rt encode-rt build-polylines occupancy-report service-levels departures trip-details stop-visits performance-report stringline track animate map cover-tiles fetch-tiles render-tiles store fetch simulate run schema help' -- "${cur}"))
        ;;
    esac
}

_linefeed_ingest() {
    repeating_flags=(--verbose -v)
    non_repeating_flags=(--force --quiet -q --strict --pass-through --allow-empty --guard-formulas --version -h --help)
    repeating_options=()
    non_repeating_options=(--tables --encoding --duplicates --duplicate-tables --max-uncompressed --sqlite --format --split --output -o --log-format --diagnostics --rejects --summary --progress --color --max-line-bytes --feed-id)
    __linefeed_offer_flags_options 1

    # Offer option value completions
    case "${prev}" in
    '--tables')
        return
        ;;
    '--encoding')
        __linefeed_add_completions -W 'auto'$'\n''utf-8'$'\n''windows-1252'
        return
        ;;
    '--duplicates')
        __linefeed_add_completions -W 'keep'$'\n''first'$'\n''last'$'\n''reject'
        return
        ;;
    '--duplicate-tables')
        __linefeed_add_completions -W 'first'$'\n''last'
        return
        ;;
    '--max-uncompressed')
        return
        ;;
    '--sqlite')
        __linefeed_add_completions -f
        return
        ;;
    '--format')
        __linefeed_add_completions -W 'ndjson'$'\n''csv'$'\n''parquet'$'\n''xlsx'
        return
        ;;
    '--split')
        __linefeed_add_completions -d
        return
        ;;
    '--output'|'-o')
        __linefeed_add_completions -f
        return
        ;;
    '--log-format')
        __linefeed_add_completions -W 'text'$'\n''json'
        return
        ;;
    '--diagnostics')
        __linefeed_add_completions -f
        return
        ;;
    '--rejects')
        __linefeed_add_completions -f
        return
        ;;
    '--summary')
        __linefeed_add_completions -f
        return
        ;;
    '--progress')
        __linefeed_add_completions -W 'auto'$'\n''always'$'\n''never'
        return
        ;;
    '--color')
        __linefeed_add_completions -W 'auto'$'\n''always'$'\n''never'
        return
        ;;
    '--max-line-bytes')
        return
        ;;
    '--feed-id')
        return
        ;;
    esac

    # Offer positional completions
    case "${positional_number}" in
    1)
        __linefeed_add_completions -f
        return
        ;;
    esac
}

_linefeed_select() {
    repeating_flags=(--verbose -v)
    non_repeating_flags=(--clip --quiet -q --strict --pass-through --allow-empty --guard-formulas --version -h --help)
    repeating_options=(--route --agency --trip --stop --where)
    non_repeating_options=(--feed --date --bbox --area --split --format --output -o --log-format --diagnostics --rejects --summary --progress --color --max-line-bytes --feed-id)
    __linefeed_offer_flags_options -1

    # Offer option value completions
    case "${prev}" in
    '--feed')
        __linefeed_add_completions -f
        return
        ;;
    '--route')
        return
        ;;
    '--agency')
        return
        ;;
    '--trip')
        return
        ;;
    '--stop')
        return
        ;;
    '--date')
        return
        ;;
    '--bbox')
        return
        ;;
    '--area')
        __linefeed_add_completions -f
        return
        ;;
    '--split')
        __linefeed_add_completions -d
        return
        ;;
    '--format')
        __linefeed_add_completions -W 'ndjson'$'\n''csv'$'\n''parquet'$'\n''xlsx'
        return
        ;;
    '--where')
        return
        ;;
    '--output'|'-o')
        __linefeed_add_completions -f
        return
        ;;
    '--log-format')
        __linefeed_add_completions -W 'text'$'\n''json'
        return
        ;;
    '--diagnostics')
        __linefeed_add_completions -f
        return
        ;;
    '--rejects')
        __linefeed_add_completions -f
        return
        ;;
    '--summary')
        __linefeed_add_completions -f
        return
        ;;
    '--progress')
        __linefeed_add_completions -W 'auto'$'\n''always'$'\n''never'
        return
        ;;
    '--color')
        __linefeed_add_completions -W 'auto'$'\n''always'$'\n''never'
        return
        ;;
    '--max-line-bytes')
        return
        ;;
    '--feed-id')
        return
        ;;
    esac

    # Offer positional completions
    case "${positional_number}" in
    *)
        __linefeed_add_completions -f
        return
        ;;
    esac
}

_linefeed_write-gtfs() {
    repeating_flags=(--verbose -v)
    non_repeating_flags=(--prefix-ids --quiet -q --strict --pass-through --allow-empty --guard-formulas --version -h --help)
    repeating_options=(--where)
    non_repeating_options=(--output -o --log-format --diagnostics --rejects --summary --progress --color --max-line-bytes --feed-id)
    __linefeed_offer_flags_options -1

    # Offer option value completions
    case "${prev}" in
    '--where')
        return
        ;;
    '--output'|'-o')
        __linefeed_add_completions -f
        return
        ;;
    '--log-format')
        __linefeed_add_completions -W 'text'$'\n''json'
        return
        ;;
    '--diagnostics')
        __linefeed_add_completions -f
        return
        ;;
    '--rejects')
        __linefeed_add_completions -f
        return
        ;;
    '--summary')
        __linefeed_add_completions -f
        return
        ;;
    '--progress')
        __linefeed_add_completions -W 'auto'$'\n''always'$'\n''never'
        return
        ;;
    '--color')
        __linefeed_add_completions -W 'auto'$'\n''always'$'\n''never'
        return
        ;;
    '--max-line-bytes')
        return
        ;;
    '--feed-id')
        return
        ;;
    esac

    # Offer positional completions
    case "${positional_number}" in
    *)
        __linefeed_add_completions -f
        return
        ;;
    esac
}

_linefeed_check() {
    repeating_flags=(--verbose -v)
    non_repeating_flags=(--quiet -q --strict --pass-through --allow-empty --guard-formulas --version -h --help)
    repeating_options=(--realtime --rules --skip --where)
    non_repeating_options=(--fail-on --at --format --output -o --log-format --diagnostics --rejects --summary --progress --color --max-line-bytes --feed-id)
    __linefeed_offer_flags_options 1

    # Offer option value completions
    case "${prev}" in
    '--realtime')
        __linefeed_add_completions -f
        return
        ;;
    '--rules')
        return
        ;;
    '--skip')
        return
        ;;
    '--fail-on')
        __linefeed_add_completions -W 'error'$'\n''warning'
        return
        ;;
    '--at')
        return
        ;;
    '--format')
        __linefeed_add_completions -W 'ndjson'$'\n''csv'$'\n''parquet'$'\n''xlsx'$'\n''table'$'\n''html'
        return
        ;;
    '--where')
        return
        ;;
    '--output'|'-o')
        __linefeed_add_completions -f
        return
        ;;
    '--log-format')
        __linefeed_add_completions -W 'text'$'\n''json'
        return
        ;;
    '--diagnostics')
        __linefeed_add_completions -f
        return
        ;;
    '--rejects')
        __linefeed_add_completions -f
        return
        ;;
    '--summary')
        __linefeed_add_completions -f
        return
        ;;
    '--progress')
        __linefeed_add_completions -W 'auto'$'\n''always'$'\n''never'
        return
        ;;
    '--color')
        __linefeed_add_completions -W 'auto'$'\n''always'$'\n''never'
        return
        ;;
    '--max-line-bytes')
        return
        ;;
    '--feed-id')
        return
        ;;
    esac

    # Offer positional completions
    case "${positional_number}" in
    1)
        __linefeed_add_completions -f
        return
        ;;
    esac
}

_linefeed_diff() {
    repeating_flags=(--verbose -v)
    non_repeating_flags=(--quiet -q --strict --pass-through --allow-empty --guard-formulas --version -h --help)
    repeating_options=(--where)
    non_repeating_options=(--match-trips --by --date --days --format --output -o --log-format --diagnostics --rejects --summary --progress --color --max-line-bytes --feed-id)
    __linefeed_offer_flags_options 2

    # Offer option value completions
    case "${prev}" in
    '--match-trips')
        __linefeed_add_completions -W 'pattern-times'
        return
        ;;
    '--by')
        return
        ;;
    '--date')
        return
        ;;
    '--days')
        return
        ;;
    '--format')
        __linefeed_add_completions -W 'ndjson'$'\n''csv'$'\n''parquet'$'\n''xlsx'$'\n''table'$'\n''html'$'\n''svg'$'\n''png'
        return
        ;;
    '--where')
        return
        ;;
    '--output'|'-o')
        __linefeed_add_completions -f
        return
        ;;
    '--log-format')
        __linefeed_add_completions -W 'text'$'\n''json'
        return
        ;;
    '--diagnostics')
        __linefeed_add_completions -f
        return
        ;;
    '--rejects')
        __linefeed_add_completions -f
        return
        ;;
    '--summary')
        __linefeed_add_completions -f
        return
        ;;
    '--progress')
        __linefeed_add_completions -W 'auto'$'\n''always'$'\n''never'
        return
        ;;
    '--color')
        __linefeed_add_completions -W 'auto'$'\n''always'$'\n''never'
        return
        ;;
    '--max-line-bytes')
        return
        ;;
    '--feed-id')
        return
        ;;
    esac

    # Offer positional completions
    case "${positional_number}" in
    1)
        __linefeed_add_completions -f
        return
        ;;
    2)
        __linefeed_add_completions -f
        return
        ;;
    esac
}

_linefeed_decode-rt() {
    repeating_flags=(--verbose -v)
    non_repeating_flags=(--explode --nested --quiet -q --strict --pass-through --allow-empty --guard-formulas --version -h --help)
    repeating_options=(--extension-number --proto)
    non_repeating_options=(--framing --paths-from --entities --enums --extensions --unknown --max-faults --format --split --jobs --output -o --log-format --diagnostics --rejects --summary --progress --color --max-line-bytes --feed-id)
    __linefeed_offer_flags_options -1

    # Offer option value completions
    case "${prev}" in
    '--framing')
        __linefeed_add_completions -W 'auto'$'\n''message'$'\n''delimited'$'\n''base64-lines'
        return
        ;;
    '--paths-from')
        return
        ;;
    '--entities')
        return
        ;;
    '--enums')
        __linefeed_add_completions -W 'numbers'$'\n''names'
        return
        ;;
    '--extensions')
        return
        ;;
    '--extension-number')
        return
        ;;
    '--proto')
        __linefeed_add_completions -f
        return
        ;;
    '--unknown')
        __linefeed_add_completions -W 'count'$'\n''keep'
        return
        ;;
    '--max-faults')
        return
        ;;
    '--format')
        __linefeed_add_completions -W 'ndjson'$'\n''csv'$'\n''parquet'$'\n''xlsx'
        return
        ;;
    '--split')
        __linefeed_add_completions -d
        return
        ;;
    '--jobs')
        return
        ;;
    '--output'|'-o')
        __linefeed_add_completions -f
        return
        ;;
    '--log-format')
        __linefeed_add_completions -W 'text'$'\n''json'
        return
        ;;
    '--diagnostics')
        __linefeed_add_completions -f
        return
        ;;
    '--rejects')
        __linefeed_add_completions -f
        return
        ;;
    '--summary')
        __linefeed_add_completions -f
        return
        ;;
    '--progress')
        __linefeed_add_completions -W 'auto'$'\n''always'$'\n''never'
        return
        ;;
    '--color')
        __linefeed_add_completions -W 'auto'$'\n''always'$'\n''never'
        return
        ;;
    '--max-line-bytes')
        return
        ;;
    '--feed-id')
        return
        ;;
    esac

    # Offer positional completions
    case "${positional_number}" in
    *)
        __linefeed_add_completions -f
        return
        ;;
    esac
}

_linefeed_encode-rt() {
    repeating_flags=(--verbose -v)
    non_repeating_flags=(--quiet -q --strict --pass-through --allow-empty --guard-formulas --version -h --help)
    repeating_options=(--extension-number --proto --where)
    non_repeating_options=(--framing --output -o --log-format --diagnostics --rejects --summary --progress --color --max-line-bytes --feed-id)
    __linefeed_offer_flags_options -1

    # Offer option value completions
    case "${prev}" in
    '--framing')
        __linefeed_add_completions -W 'message'$'\n''delimited'
        return
        ;;
    '--extension-number')
        return
        ;;
    '--proto')
        __linefeed_add_completions -f
        return
        ;;
    '--where')
        return
        ;;
    '--output'|'-o')
        __linefeed_add_completions -f
        return
        ;;
    '--log-format')
        __linefeed_add_completions -W 'text'$'\n''json'
        return
        ;;
    '--diagnostics')
        __linefeed_add_completions -f
        return
        ;;
    '--rejects')
        __linefeed_add_completions -f
        return
        ;;
    '--summary')
        __linefeed_add_completions -f
        return
        ;;
    '--progress')
        __linefeed_add_completions -W 'auto'$'\n''always'$'\n''never'
        return
        ;;
    '--color')
        __linefeed_add_completions -W 'auto'$'\n''always'$'\n''never'
        return
        ;;
    '--max-line-bytes')
        return
        ;;
    '--feed-id')
        return
        ;;
    esac

    # Offer positional completions
    case "${positional_number}" in
    *)
        __linefeed_add_completions -f
        return
        ;;
    esac
}

_linefeed_build-polylines() {
    repeating_flags=(--verbose -v)
    non_repeating_flags=(--pins --quiet -q --strict --pass-through --allow-empty --guard-formulas --version -h --help)
    repeating_options=(--route --trip --where)
    non_repeating_options=(--feed --by --geometry --format --split --precision --digits --same-way --date --simplify --output -o --log-format --diagnostics --rejects --summary --progress --color --max-line-bytes --feed-id)
    __linefeed_offer_flags_options -1

    # Offer option value completions
    case "${prev}" in
    '--feed')
        __linefeed_add_completions -f
        return
        ;;
    '--by')
        __linefeed_add_completions -W 'pattern'$'\n''trip'$'\n''route'$'\n''way'
        return
        ;;
    '--geometry')
        __linefeed_add_completions -W 'stops'$'\n''shapes'$'\n''auto'
        return
        ;;
    '--format')
        __linefeed_add_completions -W 'geojsonl'$'\n''csv'$'\n''parquet'$'\n''xlsx'$'\n''geojson'$'\n''encoded'$'\n''wkt'
        return
        ;;
    '--split')
        __linefeed_add_completions -d
        return
        ;;
    '--precision')
        return
        ;;
    '--digits')
        return
        ;;
    '--same-way')
        return
        ;;
    '--date')
        return
        ;;
    '--simplify')
        return
        ;;
    '--route')
        return
        ;;
    '--trip')
        return
        ;;
    '--where')
        return
        ;;
    '--output'|'-o')
        __linefeed_add_completions -f
        return
        ;;
    '--log-format')
        __linefeed_add_completions -W 'text'$'\n''json'
        return
        ;;
    '--diagnostics')
        __linefeed_add_completions -f
        return
        ;;
    '--rejects')
        __linefeed_add_completions -f
        return
        ;;
    '--summary')
        __linefeed_add_completions -f
        return
        ;;
    '--progress')
        __linefeed_add_completions -W 'auto'$'\n''always'$'\n''never'
        return
        ;;
    '--color')
        __linefeed_add_completions -W 'auto'$'\n''always'$'\n''never'
        return
        ;;
    '--max-line-bytes')
        return
        ;;
    '--feed-id')
        return
        ;;
    esac

    # Offer positional completions
    case "${positional_number}" in
    *)
        __linefeed_add_completions -f
        return
        ;;
    esac
}

_linefeed_occupancy-report() {
    repeating_flags=(--verbose -v)
    non_repeating_flags=(--partial --merge --carriages --quiet -q --strict --pass-through --allow-empty --guard-formulas --version -h --help)
    repeating_options=(--where)
    non_repeating_options=(--by --bin --days --from --to --feed --timezone --format --deduplicate --min-observations --sort --output -o --log-format --diagnostics --rejects --summary --progress --color --max-line-bytes --feed-id)
    __linefeed_offer_flags_options -1

    # Offer option value completions
    case "${prev}" in
    '--by')
        return
        ;;
    '--bin')
        return
        ;;
    '--days')
        return
        ;;
    '--from')
        return
        ;;
    '--to')
        return
        ;;
    '--feed')
        __linefeed_add_completions -f
        return
        ;;
    '--timezone')
        return
        ;;
    '--format')
        __linefeed_add_completions -W 'ndjson'$'\n''csv'$'\n''parquet'$'\n''xlsx'$'\n''markdown'$'\n''table'$'\n''html'$'\n''svg'$'\n''png'
        return
        ;;
    '--deduplicate')
        __linefeed_add_completions -W 'exact'$'\n''consecutive'$'\n''off'
        return
        ;;
    '--min-observations')
        return
        ;;
    '--sort')
        return
        ;;
    '--where')
        return
        ;;
    '--output'|'-o')
        __linefeed_add_completions -f
        return
        ;;
    '--log-format')
        __linefeed_add_completions -W 'text'$'\n''json'
        return
        ;;
    '--diagnostics')
        __linefeed_add_completions -f
        return
        ;;
    '--rejects')
        __linefeed_add_completions -f
        return
        ;;
    '--summary')
        __linefeed_add_completions -f
        return
        ;;
    '--progress')
        __linefeed_add_completions -W 'auto'$'\n''always'$'\n''never'
        return
        ;;
    '--color')
        __linefeed_add_completions -W 'auto'$'\n''always'$'\n''never'
        return
        ;;
    '--max-line-bytes')
        return
        ;;
    '--feed-id')
        return
        ;;
    esac
}

_linefeed_service-levels() {
    repeating_flags=(--verbose -v)
    non_repeating_flags=(--served-only --quiet -q --strict --pass-through --allow-empty --guard-formulas --version -h --help)
    repeating_options=(--where)
    non_repeating_options=(--feed --by --date --days --from --to --format --output -o --log-format --diagnostics --rejects --summary --progress --color --max-line-bytes --feed-id)
    __linefeed_offer_flags_options -1

    # Offer option value completions
    case "${prev}" in
    '--feed')
        __linefeed_add_completions -f
        return
        ;;
    '--by')
        return
        ;;
    '--date')
        return
        ;;
    '--days')
        return
        ;;
    '--from')
        return
        ;;
    '--to')
        return
        ;;
    '--format')
        __linefeed_add_completions -W 'ndjson'$'\n''csv'$'\n''parquet'$'\n''xlsx'$'\n''markdown'$'\n''table'$'\n''html'$'\n''svg'$'\n''png'
        return
        ;;
    '--where')
        return
        ;;
    '--output'|'-o')
        __linefeed_add_completions -f
        return
        ;;
    '--log-format')
        __linefeed_add_completions -W 'text'$'\n''json'
        return
        ;;
    '--diagnostics')
        __linefeed_add_completions -f
        return
        ;;
    '--rejects')
        __linefeed_add_completions -f
        return
        ;;
    '--summary')
        __linefeed_add_completions -f
        return
        ;;
    '--progress')
        __linefeed_add_completions -W 'auto'$'\n''always'$'\n''never'
        return
        ;;
    '--color')
        __linefeed_add_completions -W 'auto'$'\n''always'$'\n''never'
        return
        ;;
    '--max-line-bytes')
        return
        ;;
    '--feed-id')
        return
        ;;
    esac

    # Offer positional completions
    case "${positional_number}" in
    *)
        __linefeed_add_completions -f
        return
        ;;
    esac
}

_linefeed_departures() {
    repeating_flags=(--verbose -v)
    non_repeating_flags=(--include-cancelled -n --no-realtime --quiet -q --strict --pass-through --allow-empty --guard-formulas --version -h --help)
    repeating_options=(--stop --route --where)
    non_repeating_options=(--feed --at --clock --horizon --limit --min-match --format --output -o --log-format --diagnostics --rejects --summary --progress --color --max-line-bytes --feed-id)
    __linefeed_offer_flags_options -1

    # Offer option value completions
    case "${prev}" in
    '--feed')
        __linefeed_add_completions -f
        return
        ;;
    '--stop')
        return
        ;;
    '--at')
        return
        ;;
    '--clock')
        __linefeed_add_completions -W 'agency'$'\n''stop'
        return
        ;;
    '--horizon')
        return
        ;;
    '--limit')
        return
        ;;
    '--route')
        return
        ;;
    '--min-match')
        return
        ;;
    '--format')
        __linefeed_add_completions -W 'ndjson'$'\n''csv'$'\n''parquet'$'\n''xlsx'$'\n''table'
        return
        ;;
    '--where')
        return
        ;;
    '--output'|'-o')
        __linefeed_add_completions -f
        return
        ;;
    '--log-format')
        __linefeed_add_completions -W 'text'$'\n''json'
        return
        ;;
    '--diagnostics')
        __linefeed_add_completions -f
        return
        ;;
    '--rejects')
        __linefeed_add_completions -f
        return
        ;;
    '--summary')
        __linefeed_add_completions -f
        return
        ;;
    '--progress')
        __linefeed_add_completions -W 'auto'$'\n''always'$'\n''never'
        return
        ;;
    '--color')
        __linefeed_add_completions -W 'auto'$'\n''always'$'\n''never'
        return
        ;;
    '--max-line-bytes')
        return
        ;;
    '--feed-id')
        return
        ;;
    esac

    # Offer positional completions
    case "${positional_number}" in
    *)
        __linefeed_add_completions -f
        return
        ;;
    esac
}

_linefeed_trip-details() {
    repeating_flags=(--verbose -v)
    non_repeating_flags=(-n --no-realtime --quiet -q --strict --pass-through --allow-empty --guard-formulas --version -h --help)
    repeating_options=(--where)
    non_repeating_options=(--feed --trip --date --format --output -o --log-format --diagnostics --rejects --summary --progress --color --max-line-bytes --feed-id)
    __linefeed_offer_flags_options -1

    # Offer option value completions
    case "${prev}" in
    '--feed')
        __linefeed_add_completions -f
        return
        ;;
    '--trip')
        return
        ;;
    '--date')
        return
        ;;
    '--format')
        __linefeed_add_completions -W 'ndjson'$'\n''csv'$'\n''parquet'$'\n''xlsx'
        return
        ;;
    '--where')
        return
        ;;
    '--output'|'-o')
        __linefeed_add_completions -f
        return
        ;;
    '--log-format')
        __linefeed_add_completions -W 'text'$'\n''json'
        return
        ;;
    '--diagnostics')
        __linefeed_add_completions -f
        return
        ;;
    '--rejects')
        __linefeed_add_completions -f
        return
        ;;
    '--summary')
        __linefeed_add_completions -f
        return
        ;;
    '--progress')
        __linefeed_add_completions -W 'auto'$'\n''always'$'\n''never'
        return
        ;;
    '--color')
        __linefeed_add_completions -W 'auto'$'\n''always'$'\n''never'
        return
        ;;
    '--max-line-bytes')
        return
        ;;
    '--feed-id')
        return
        ;;
    esac

    # Offer positional completions
    case "${positional_number}" in
    *)
        __linefeed_add_completions -f
        return
        ;;
    esac
}

_linefeed_stop-visits() {
    repeating_flags=(--verbose -v)
    non_repeating_flags=(--missing --locations --quiet -q --strict --pass-through --allow-empty --guard-formulas --version -h --help)
    repeating_options=(--service-date --where)
    non_repeating_options=(--feed --near --max-gap --idle --tides --split --format --output -o --log-format --diagnostics --rejects --summary --progress --color --max-line-bytes --feed-id)
    __linefeed_offer_flags_options -1

    # Offer option value completions
    case "${prev}" in
    '--feed')
        __linefeed_add_completions -f
        return
        ;;
    '--service-date')
        return
        ;;
    '--near')
        return
        ;;
    '--max-gap')
        return
        ;;
    '--idle')
        return
        ;;
    '--tides')
        return
        ;;
    '--split')
        __linefeed_add_completions -d
        return
        ;;
    '--format')
        __linefeed_add_completions -W 'ndjson'$'\n''csv'$'\n''parquet'$'\n''xlsx'
        return
        ;;
    '--where')
        return
        ;;
    '--output'|'-o')
        __linefeed_add_completions -f
        return
        ;;
    '--log-format')
        __linefeed_add_completions -W 'text'$'\n''json'
        return
        ;;
    '--diagnostics')
        __linefeed_add_completions -f
        return
        ;;
    '--rejects')
        __linefeed_add_completions -f
        return
        ;;
    '--summary')
        __linefeed_add_completions -f
        return
        ;;
    '--progress')
        __linefeed_add_completions -W 'auto'$'\n''always'$'\n''never'
        return
        ;;
    '--color')
        __linefeed_add_completions -W 'auto'$'\n''always'$'\n''never'
        return
        ;;
    '--max-line-bytes')
        return
        ;;
    '--feed-id')
        return
        ;;
    esac
}

_linefeed_performance-report() {
    repeating_flags=(--verbose -v)
    non_repeating_flags=(--timepoints --partial --merge --quiet -q --strict --pass-through --allow-empty --guard-formulas --version -h --help)
    repeating_options=(--where)
    non_repeating_options=(--of --by --bin --feed --timezone --days --from --to --early --late --at --bunched --gapped --max-headway --crowded --load-point --sort --format --output -o --log-format --diagnostics --rejects --summary --progress --color --max-line-bytes --feed-id)
    __linefeed_offer_flags_options -1

    # Offer option value completions
    case "${prev}" in
    '--of')
        return
        ;;
    '--by')
        return
        ;;
    '--bin')
        return
        ;;
    '--feed')
        __linefeed_add_completions -f
        return
        ;;
    '--timezone')
        return
        ;;
    '--days')
        return
        ;;
    '--from')
        return
        ;;
    '--to')
        return
        ;;
    '--early')
        return
        ;;
    '--late')
        return
        ;;
    '--at')
        __linefeed_add_completions -W 'departure'$'\n''arrival'
        return
        ;;
    '--bunched')
        return
        ;;
    '--gapped')
        return
        ;;
    '--max-headway')
        return
        ;;
    '--crowded')
        __linefeed_add_completions -W 'low'$'\n''moderate'$'\n''high'$'\n''very_crowded'
        return
        ;;
    '--load-point')
        __linefeed_add_completions -W 'pattern'$'\n''route'
        return
        ;;
    '--sort')
        return
        ;;
    '--format')
        __linefeed_add_completions -W 'ndjson'$'\n''csv'$'\n''parquet'$'\n''xlsx'$'\n''markdown'$'\n''table'$'\n''html'$'\n''svg'$'\n''png'
        return
        ;;
    '--where')
        return
        ;;
    '--output'|'-o')
        __linefeed_add_completions -f
        return
        ;;
    '--log-format')
        __linefeed_add_completions -W 'text'$'\n''json'
        return
        ;;
    '--diagnostics')
        __linefeed_add_completions -f
        return
        ;;
    '--rejects')
        __linefeed_add_completions -f
        return
        ;;
    '--summary')
        __linefeed_add_completions -f
        return
        ;;
    '--progress')
        __linefeed_add_completions -W 'auto'$'\n''always'$'\n''never'
        return
        ;;
    '--color')
        __linefeed_add_completions -W 'auto'$'\n''always'$'\n''never'
        return
        ;;
    '--max-line-bytes')
        return
        ;;
    '--feed-id')
        return
        ;;
    esac
}

_linefeed_stringline() {
    repeating_flags=(--verbose -v)
    non_repeating_flags=(--quiet -q --strict --pass-through --allow-empty --guard-formulas --version -h --help)
    repeating_options=(--where)
    non_repeating_options=(--route --direction --feed --from --to --format --output -o --log-format --diagnostics --rejects --summary --progress --color --max-line-bytes --feed-id)
    __linefeed_offer_flags_options -1

    # Offer option value completions
    case "${prev}" in
    '--route')
        return
        ;;
    '--direction')
        return
        ;;
    '--feed')
        __linefeed_add_completions -f
        return
        ;;
    '--from')
        return
        ;;
    '--to')
        return
        ;;
    '--format')
        __linefeed_add_completions -W 'svg'$'\n''png'$'\n''html'
        return
        ;;
    '--where')
        return
        ;;
    '--output'|'-o')
        __linefeed_add_completions -f
        return
        ;;
    '--log-format')
        __linefeed_add_completions -W 'text'$'\n''json'
        return
        ;;
    '--diagnostics')
        __linefeed_add_completions -f
        return
        ;;
    '--rejects')
        __linefeed_add_completions -f
        return
        ;;
    '--summary')
        __linefeed_add_completions -f
        return
        ;;
    '--progress')
        __linefeed_add_completions -W 'auto'$'\n''always'$'\n''never'
        return
        ;;
    '--color')
        __linefeed_add_completions -W 'auto'$'\n''always'$'\n''never'
        return
        ;;
    '--max-line-bytes')
        return
        ;;
    '--feed-id')
        return
        ;;
    esac
}

_linefeed_track() {
    repeating_flags=(--verbose -v)
    non_repeating_flags=(--quiet -q --strict --pass-through --allow-empty --guard-formulas --version -h --help)
    repeating_options=(--where)
    non_repeating_options=(--exit-after --stale-after --jitter-metres --jump-metres --state --format --output -o --log-format --diagnostics --rejects --summary --progress --color --max-line-bytes --feed-id)
    __linefeed_offer_flags_options -1

    # Offer option value completions
    case "${prev}" in
    '--exit-after')
        return
        ;;
    '--stale-after')
        return
        ;;
    '--jitter-metres')
        return
        ;;
    '--jump-metres')
        return
        ;;
    '--state')
        __linefeed_add_completions -f
        return
        ;;
    '--format')
        __linefeed_add_completions -W 'ndjson'$'\n''csv'$'\n''parquet'$'\n''xlsx'
        return
        ;;
    '--where')
        return
        ;;
    '--output'|'-o')
        __linefeed_add_completions -f
        return
        ;;
    '--log-format')
        __linefeed_add_completions -W 'text'$'\n''json'
        return
        ;;
    '--diagnostics')
        __linefeed_add_completions -f
        return
        ;;
    '--rejects')
        __linefeed_add_completions -f
        return
        ;;
    '--summary')
        __linefeed_add_completions -f
        return
        ;;
    '--progress')
        __linefeed_add_completions -W 'auto'$'\n''always'$'\n''never'
        return
        ;;
    '--color')
        __linefeed_add_completions -W 'auto'$'\n''always'$'\n''never'
        return
        ;;
    '--max-line-bytes')
        return
        ;;
    '--feed-id')
        return
        ;;
    esac
}

_linefeed_animate() {
    repeating_flags=(--verbose -v)
    non_repeating_flags=(--reduce-motion --quiet -q --strict --pass-through --allow-empty --guard-formulas --version -h --help)
    repeating_options=(--where)
    non_repeating_options=(--fps --from --to --speed --update-duration --curve --entry --exit --along --effects --keyframes --stagger --format --time-origin --inspect --output -o --log-format --diagnostics --rejects --summary --progress --color --max-line-bytes --feed-id)
    __linefeed_offer_flags_options -1

    # Offer option value completions
    case "${prev}" in
    '--fps')
        return
        ;;
    '--from')
        return
        ;;
    '--to')
        return
        ;;
    '--speed')
        return
        ;;
    '--update-duration')
        return
        ;;
    '--curve')
        return
        ;;
    '--entry')
        return
        ;;
    '--exit')
        return
        ;;
    '--along')
        __linefeed_add_completions -f
        return
        ;;
    '--effects')
        __linefeed_add_completions -f
        return
        ;;
    '--keyframes')
        __linefeed_add_completions -f
        return
        ;;
    '--stagger')
        return
        ;;
    '--format')
        __linefeed_add_completions -W 'frames'$'\n''csv'$'\n''parquet'$'\n''xlsx'$'\n''trips'
        return
        ;;
    '--time-origin')
        __linefeed_add_completions -W 'unix'$'\n''start'
        return
        ;;
    '--inspect')
        return
        ;;
    '--where')
        return
        ;;
    '--output'|'-o')
        __linefeed_add_completions -f
        return
        ;;
    '--log-format')
        __linefeed_add_completions -W 'text'$'\n''json'
        return
        ;;
    '--diagnostics')
        __linefeed_add_completions -f
        return
        ;;
    '--rejects')
        __linefeed_add_completions -f
        return
        ;;
    '--summary')
        __linefeed_add_completions -f
        return
        ;;
    '--progress')
        __linefeed_add_completions -W 'auto'$'\n''always'$'\n''never'
        return
        ;;
    '--color')
        __linefeed_add_completions -W 'auto'$'\n''always'$'\n''never'
        return
        ;;
    '--max-line-bytes')
        return
        ;;
    '--feed-id')
        return
        ;;
    esac
}

_linefeed_map() {
    repeating_flags=(--verbose -v)
    non_repeating_flags=(--inline-tiles --quiet -q --strict --pass-through --allow-empty --guard-formulas --version -h --help)
    repeating_options=(--where)
    non_repeating_options=(--title --basemap --timezone --overlay --frames --assets --format --size --output -o --log-format --diagnostics --rejects --summary --progress --color --max-line-bytes --feed-id)
    __linefeed_offer_flags_options -1

    # Offer option value completions
    case "${prev}" in
    '--title')
        return
        ;;
    '--basemap')
        __linefeed_add_completions -o plusdirs -fX '!*.@(pmtiles|mbtiles)'
        return
        ;;
    '--timezone')
        return
        ;;
    '--overlay')
        __linefeed_add_completions -f
        return
        ;;
    '--frames')
        return
        ;;
    '--assets')
        __linefeed_add_completions -d
        return
        ;;
    '--format')
        __linefeed_add_completions -W 'html'$'\n''svg'$'\n''png'
        return
        ;;
    '--size')
        return
        ;;
    '--where')
        return
        ;;
    '--output'|'-o')
        __linefeed_add_completions -f
        return
        ;;
    '--log-format')
        __linefeed_add_completions -W 'text'$'\n''json'
        return
        ;;
    '--diagnostics')
        __linefeed_add_completions -f
        return
        ;;
    '--rejects')
        __linefeed_add_completions -f
        return
        ;;
    '--summary')
        __linefeed_add_completions -f
        return
        ;;
    '--progress')
        __linefeed_add_completions -W 'auto'$'\n''always'$'\n''never'
        return
        ;;
    '--color')
        __linefeed_add_completions -W 'auto'$'\n''always'$'\n''never'
        return
        ;;
    '--max-line-bytes')
        return
        ;;
    '--feed-id')
        return
        ;;
    esac

    # Offer positional completions
    case "${positional_number}" in
    *)
        __linefeed_add_completions -f
        return
        ;;
    esac
}

_linefeed_cover-tiles() {
    repeating_flags=(--verbose -v)
    non_repeating_flags=(--with-bbox --quiet -q --strict --pass-through --allow-empty --guard-formulas --version -h --help)
    repeating_options=(--where)
    non_repeating_options=(--bbox --zoom --buffer --format --output -o --log-format --diagnostics --rejects --summary --progress --color --max-line-bytes --feed-id)
    __linefeed_offer_flags_options -1

    # Offer option value completions
    case "${prev}" in
    '--bbox')
        return
        ;;
    '--zoom')
        return
        ;;
    '--buffer')
        return
        ;;
    '--format')
        __linefeed_add_completions -W 'ndjson'$'\n''csv'$'\n''parquet'$'\n''xlsx'
        return
        ;;
    '--where')
        return
        ;;
    '--output'|'-o')
        __linefeed_add_completions -f
        return
        ;;
    '--log-format')
        __linefeed_add_completions -W 'text'$'\n''json'
        return
        ;;
    '--diagnostics')
        __linefeed_add_completions -f
        return
        ;;
    '--rejects')
        __linefeed_add_completions -f
        return
        ;;
    '--summary')
        __linefeed_add_completions -f
        return
        ;;
    '--progress')
        __linefeed_add_completions -W 'auto'$'\n''always'$'\n''never'
        return
        ;;
    '--color')
        __linefeed_add_completions -W 'auto'$'\n''always'$'\n''never'
        return
        ;;
    '--max-line-bytes')
        return
        ;;
    '--feed-id')
        return
        ;;
    esac
}

_linefeed_fetch-tiles() {
    repeating_flags=(--verbose -v)
    non_repeating_flags=(--quiet -q --strict --pass-through --allow-empty --guard-formulas --version -h --help)
    repeating_options=(--where)
    non_repeating_options=(--template --frames --max-zoom --into --cache --jobs --jobs-per-host --attribution --retries --timeout --max-tiles --format --output -o --log-format --diagnostics --rejects --summary --progress --color --max-line-bytes --feed-id)
    __linefeed_offer_flags_options -1

    # Offer option value completions
    case "${prev}" in
    '--template')
        return
        ;;
    '--frames')
        return
        ;;
    '--max-zoom')
        return
        ;;
    '--into')
        __linefeed_add_completions -f
        return
        ;;
    '--cache')
        __linefeed_add_completions -f
        return
        ;;
    '--jobs')
        return
        ;;
    '--jobs-per-host')
        return
        ;;
    '--attribution')
        return
        ;;
    '--retries')
        return
        ;;
    '--timeout')
        return
        ;;
    '--max-tiles')
        return
        ;;
    '--format')
        __linefeed_add_completions -W 'ndjson'$'\n''csv'$'\n''parquet'$'\n''xlsx'
        return
        ;;
    '--where')
        return
        ;;
    '--output'|'-o')
        __linefeed_add_completions -f
        return
        ;;
    '--log-format')
        __linefeed_add_completions -W 'text'$'\n''json'
        return
        ;;
    '--diagnostics')
        __linefeed_add_completions -f
        return
        ;;
    '--rejects')
        __linefeed_add_completions -f
        return
        ;;
    '--summary')
        __linefeed_add_completions -f
        return
        ;;
    '--progress')
        __linefeed_add_completions -W 'auto'$'\n''always'$'\n''never'
        return
        ;;
    '--color')
        __linefeed_add_completions -W 'auto'$'\n''always'$'\n''never'
        return
        ;;
    '--max-line-bytes')
        return
        ;;
    '--feed-id')
        return
        ;;
    esac
}

_linefeed_render-tiles() {
    repeating_flags=(--verbose -v)
    non_repeating_flags=(--vector --quiet -q --strict --pass-through --allow-empty --guard-formulas --version -h --help)
    repeating_options=(--where)
    non_repeating_options=(--into --zoom --style --over --tile-size --output -o --log-format --diagnostics --rejects --summary --progress --color --max-line-bytes --feed-id)
    __linefeed_offer_flags_options -1

    # Offer option value completions
    case "${prev}" in
    '--into')
        __linefeed_add_completions -f
        return
        ;;
    '--zoom')
        return
        ;;
    '--style')
        __linefeed_add_completions -f
        return
        ;;
    '--over')
        __linefeed_add_completions -f
        return
        ;;
    '--tile-size')
        return
        ;;
    '--where')
        return
        ;;
    '--output'|'-o')
        __linefeed_add_completions -f
        return
        ;;
    '--log-format')
        __linefeed_add_completions -W 'text'$'\n''json'
        return
        ;;
    '--diagnostics')
        __linefeed_add_completions -f
        return
        ;;
    '--rejects')
        __linefeed_add_completions -f
        return
        ;;
    '--summary')
        __linefeed_add_completions -f
        return
        ;;
    '--progress')
        __linefeed_add_completions -W 'auto'$'\n''always'$'\n''never'
        return
        ;;
    '--color')
        __linefeed_add_completions -W 'auto'$'\n''always'$'\n''never'
        return
        ;;
    '--max-line-bytes')
        return
        ;;
    '--feed-id')
        return
        ;;
    esac
}

_linefeed_store() {
    repeating_flags=(--verbose -v)
    non_repeating_flags=(--quiet -q --strict --pass-through --allow-empty --guard-formulas --version -h --help)
    repeating_options=(--table --where)
    non_repeating_options=(--prune --output -o --log-format --diagnostics --rejects --summary --progress --color --max-line-bytes --feed-id)
    __linefeed_offer_flags_options -1

    # Offer option value completions
    case "${prev}" in
    '--prune')
        return
        ;;
    '--table')
        return
        ;;
    '--where')
        return
        ;;
    '--output'|'-o')
        __linefeed_add_completions -f
        return
        ;;
    '--log-format')
        __linefeed_add_completions -W 'text'$'\n''json'
        return
        ;;
    '--diagnostics')
        __linefeed_add_completions -f
        return
        ;;
    '--rejects')
        __linefeed_add_completions -f
        return
        ;;
    '--summary')
        __linefeed_add_completions -f
        return
        ;;
    '--progress')
        __linefeed_add_completions -W 'auto'$'\n''always'$'\n''never'
        return
        ;;
    '--color')
        __linefeed_add_completions -W 'auto'$'\n''always'$'\n''never'
        return
        ;;
    '--max-line-bytes')
        return
        ;;
    '--feed-id')
        return
        ;;
    esac

    # Offer positional completions
    case "${positional_number}" in
    1)
        __linefeed_add_completions -f
        return
        ;;
    *)
        __linefeed_add_completions -f
        return
        ;;
    esac
}

_linefeed_fetch() {
    repeating_flags=(--verbose -v)
    non_repeating_flags=(--quiet -q --strict --pass-through --allow-empty --guard-formulas --version -h --help)
    repeating_options=(--header --header-env)
    non_repeating_options=(--save --archive --expect --every --count --max-age --keep --timeout --retries --max-bytes --jobs --format --output -o --log-format --diagnostics --rejects --summary --progress --color --max-line-bytes --feed-id)
    __linefeed_offer_flags_options -1

    # Offer option value completions
    case "${prev}" in
    '--save')
        __linefeed_add_completions -f
        return
        ;;
    '--archive')
        __linefeed_add_completions -d
        return
        ;;
    '--expect')
        __linefeed_add_completions -W 'gtfs'$'\n''gtfs-rt'
        return
        ;;
    '--header')
        return
        ;;
    '--header-env')
        return
        ;;
    '--every')
        return
        ;;
    '--count')
        return
        ;;
    '--max-age')
        return
        ;;
    '--keep')
        return
        ;;
    '--timeout')
        return
        ;;
    '--retries')
        return
        ;;
    '--max-bytes')
        return
        ;;
    '--jobs')
        return
        ;;
    '--format')
        __linefeed_add_completions -W 'ndjson'$'\n''csv'$'\n''parquet'$'\n''xlsx'
        return
        ;;
    '--output'|'-o')
        __linefeed_add_completions -f
        return
        ;;
    '--log-format')
        __linefeed_add_completions -W 'text'$'\n''json'
        return
        ;;
    '--diagnostics')
        __linefeed_add_completions -f
        return
        ;;
    '--rejects')
        __linefeed_add_completions -f
        return
        ;;
    '--summary')
        __linefeed_add_completions -f
        return
        ;;
    '--progress')
        __linefeed_add_completions -W 'auto'$'\n''always'$'\n''never'
        return
        ;;
    '--color')
        __linefeed_add_completions -W 'auto'$'\n''always'$'\n''never'
        return
        ;;
    '--max-line-bytes')
        return
        ;;
    '--feed-id')
        return
        ;;
    esac
}

_linefeed_simulate() {
    repeating_flags=(--verbose -v)
    non_repeating_flags=(--truth --quiet -q --strict --pass-through --allow-empty --guard-formulas --version -h --help)
    repeating_options=()
    non_repeating_options=(--out --routes --stops --vehicles --minutes --interval --days --period --seed --start --stop-times --entities --drop --freeze --late --sequences --twins --off --noise --stray --clock-slip --output -o --log-format --diagnostics --rejects --summary --progress --color --max-line-bytes --feed-id)
    __linefeed_offer_flags_options 0

    # Offer option value completions
    case "${prev}" in
    '--out')
        return
        ;;
    '--routes')
        return
        ;;
    '--stops')
        return
        ;;
    '--vehicles')
        return
        ;;
    '--minutes')
        return
        ;;
    '--interval')
        return
        ;;
    '--days')
        return
        ;;
    '--period')
        return
        ;;
    '--seed')
        return
        ;;
    '--start')
        return
        ;;
    '--stop-times')
        return
        ;;
    '--entities')
        return
        ;;
    '--drop')
        return
        ;;
    '--freeze')
        return
        ;;
    '--late')
        return
        ;;
    '--sequences')
        __linefeed_add_completions -W 'kept'$'\n''position'$'\n''absent'
        return
        ;;
    '--twins')
        return
        ;;
    '--off')
        return
        ;;
    '--noise')
        return
        ;;
    '--stray')
        return
        ;;
    '--clock-slip')
        return
        ;;
    '--output'|'-o')
        __linefeed_add_completions -f
        return
        ;;
    '--log-format')
        __linefeed_add_completions -W 'text'$'\n''json'
        return
        ;;
    '--diagnostics')
        __linefeed_add_completions -f
        return
        ;;
    '--rejects')
        __linefeed_add_completions -f
        return
        ;;
    '--summary')
        __linefeed_add_completions -f
        return
        ;;
    '--progress')
        __linefeed_add_completions -W 'auto'$'\n''always'$'\n''never'
        return
        ;;
    '--color')
        __linefeed_add_completions -W 'auto'$'\n''always'$'\n''never'
        return
        ;;
    '--max-line-bytes')
        return
        ;;
    '--feed-id')
        return
        ;;
    esac
}

_linefeed_run() {
    repeating_flags=(--verbose -v)
    non_repeating_flags=(--dry-run --print-shell --once --status --quiet -q --strict --pass-through --allow-empty --guard-formulas --version -h --help)
    repeating_options=(--set)
    non_repeating_options=(--stage --log --if-locked --output -o --log-format --diagnostics --rejects --summary --progress --color --max-line-bytes --feed-id)
    __linefeed_offer_flags_options 1

    # Offer option value completions
    case "${prev}" in
    '--set')
        return
        ;;
    '--stage')
        return
        ;;
    '--log')
        __linefeed_add_completions -f
        return
        ;;
    '--if-locked')
        __linefeed_add_completions -W 'fail'$'\n''quiet'
        return
        ;;
    '--output'|'-o')
        __linefeed_add_completions -f
        return
        ;;
    '--log-format')
        __linefeed_add_completions -W 'text'$'\n''json'
        return
        ;;
    '--diagnostics')
        __linefeed_add_completions -f
        return
        ;;
    '--rejects')
        __linefeed_add_completions -f
        return
        ;;
    '--summary')
        __linefeed_add_completions -f
        return
        ;;
    '--progress')
        __linefeed_add_completions -W 'auto'$'\n''always'$'\n''never'
        return
        ;;
    '--color')
        __linefeed_add_completions -W 'auto'$'\n''always'$'\n''never'
        return
        ;;
    '--max-line-bytes')
        return
        ;;
    '--feed-id')
        return
        ;;
    esac

    # Offer positional completions
    case "${positional_number}" in
    1)
        __linefeed_add_completions -f
        return
        ;;
    esac
}

_linefeed_schema() {
    repeating_flags=(--verbose -v)
    non_repeating_flags=(--quiet -q --strict --pass-through --allow-empty --guard-formulas --version -h --help)
    repeating_options=()
    non_repeating_options=(--output -o --log-format --diagnostics --rejects --summary --progress --color --max-line-bytes --feed-id)
    __linefeed_offer_flags_options 1

    # Offer option value completions
    case "${prev}" in
    '--output'|'-o')
        __linefeed_add_completions -f
        return
        ;;
    '--log-format')
        __linefeed_add_completions -W 'text'$'\n''json'
        return
        ;;
    '--diagnostics')
        __linefeed_add_completions -f
        return
        ;;
    '--rejects')
        __linefeed_add_completions -f
        return
        ;;
    '--summary')
        __linefeed_add_completions -f
        return
        ;;
    '--progress')
        __linefeed_add_completions -W 'auto'$'\n''always'$'\n''never'
        return
        ;;
    '--color')
        __linefeed_add_completions -W 'auto'$'\n''always'$'\n''never'
        return
        ;;
    '--max-line-bytes')
        return
        ;;
    '--feed-id')
        return
        ;;
    esac
}

_linefeed_help() {
    repeating_flags=()
    non_repeating_flags=(--version)
    repeating_options=()
    non_repeating_options=()
    __linefeed_offer_flags_options -1
}

complete -o filenames -F _linefeed linefeed
