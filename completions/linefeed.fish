function __linefeed_should_offer_completions_for_flags_or_options -a expected_commands
    set -l non_repeating_flags_or_options $argv[2..]
    set -l non_repeating_flags_or_options_absent 0
    set -l positional_index 0
    set -l commands
    __linefeed_parse_tokens
    test "$commands" = "$expected_commands"; and return $non_repeating_flags_or_options_absent
end

function __linefeed_should_offer_completions_for_positional -a expected_commands positional_index_comparison expected_positional_index
    set -l non_repeating_flags_or_options
    set -l non_repeating_flags_or_options_absent 0
    set -l positional_index 0
    set -l commands
    __linefeed_parse_tokens
    test "$commands" = "$expected_commands" -a \( "$positional_index" "$positional_index_comparison" "$expected_positional_index" \)
end

function __linefeed_parse_tokens -S
    set -l unparsed_tokens (__linefeed_tokens -pc)
    switch $unparsed_tokens[1]
    case 'linefeed'
        __linefeed_parse_subcommand 0 'version' 'h/help'
        switch $unparsed_tokens[1]
        case 'ingest'
            __linefeed_parse_subcommand 1 'tables=' 'encoding=' 'duplicates=' 'duplicate-tables=' 'max-uncompressed=' 'sqlite=' 'force' 'format=' 'split=' 'o/output=' 'v/verbose' 'q/quiet' 'log-format=' 'diagnostics=' 'rejects=' 'summary=' 'strict' 'progress=' 'color=' 'pass-through' 'allow-empty' 'guard-formulas' 'max-line-bytes=' 'feed-id=' 'version' 'h/help'
        case 'select'
            __linefeed_parse_subcommand -r 1 'feed=' 'route=+' 'agency=+' 'trip=+' 'stop=+' 'date=' 'bbox=' 'area=' 'clip' 'split=' 'format=' 'where=+' 'o/output=' 'v/verbose' 'q/quiet' 'log-format=' 'diagnostics=' 'rejects=' 'summary=' 'strict' 'progress=' 'color=' 'pass-through' 'allow-empty' 'guard-formulas' 'max-line-bytes=' 'feed-id=' 'version' 'h/help'
        case 'write-gtfs'
            __linefeed_parse_subcommand -r 1 'prefix-ids' 'where=+' 'o/output=' 'v/verbose' 'q/quiet' 'log-format=' 'diagnostics=' 'rejects=' 'summary=' 'strict' 'progress=' 'color=' 'pass-through' 'allow-empty' 'guard-formulas' 'max-line-bytes=' 'feed-id=' 'version' 'h/help'
        case 'check'
            __linefeed_parse_subcommand 1 'realtime=+' 'rules=+' 'skip=+' 'fail-on=' 'at=' 'format=' 'where=+' 'o/output=' 'v/verbose' 'q/quiet' 'log-format=' 'diagnostics=' 'rejects=' 'summary=' 'strict' 'progress=' 'color=' 'pass-through' 'allow-empty' 'guard-formulas' 'max-line-bytes=' 'feed-id=' 'version' 'h/help'
        case 'diff'
            __linefeed_parse_subcommand 2 'match-trips=' 'by=' 'date=' 'days=' 'format=' 'where=+' 'o/output=' 'v/verbose' 'q/quiet' 'log-format=' 'diagnostics=' 'rejects=' 'summary=' 'strict' 'progress=' 'color=' 'pass-through' 'allow-empty' 'guard-formulas' 'max-line-bytes=' 'feed-id=' 'version' 'h/help'
        case 'decode-rt'
            __linefeed_parse_subcommand -r 1 'framing=' 'paths-from=' 'entities=' 'explode' 'enums=' 'extensions=' 'extension-number=+' 'proto=+' 'unknown=' 'max-faults=' 'nested' 'format=' 'split=' 'jobs=' 'o/output=' 'v/verbose' 'q/quiet' 'log-format=' 'diagnostics=' 'rejects=' 'summary=' 'strict' 'progress=' 'color=' 'pass-through' 'allow-empty' 'guard-formulas' 'max-line-bytes=' 'feed-id=' 'version' 'h/help'
        case 'encode-rt'
            __linefeed_parse_subcommand -r 1 'framing=' 'extension-number=+' 'proto=+' 'where=+' 'o/output=' 'v/verbose' 'q/quiet' 'log-format=' 'diagnostics=' 'rejects=' 'summary=' 'strict' 'progress=' 'color=' 'pass-through' 'allow-empty' 'guard-formulas' 'max-line-bytes=' 'feed-id=' 'version' 'h/help'
        case 'build-polylines'
            __linefeed_parse_subcommand -r 1 'feed=' 'by=' 'geometry=' 'format=' 'split=' 'precision=' 'digits=' 'same-way=' 'date=' 'simplify=' 'pins' 'route=+' 'trip=+' 'where=+' 'o/output=' 'v/verbose' 'q/quiet' 'log-format=' 'diagnostics=' 'rejects=' 'summary=' 'strict' 'progress=' 'color=' 'pass-through' 'allow-empty' 'guard-formulas' 'max-line-bytes=' 'feed-id=' 'version' 'h/help'
        case 'occupancy-report'
            __linefeed_parse_subcommand -r 1 'by=' 'bin=' 'days=' 'from=' 'to=' 'feed=' 'timezone=' 'format=' 'deduplicate=' 'min-observations=' 'sort=' 'partial' 'merge' 'carriages' 'where=+' 'o/output=' 'v/verbose' 'q/quiet' 'log-format=' 'diagnostics=' 'rejects=' 'summary=' 'strict' 'progress=' 'color=' 'pass-through' 'allow-empty' 'guard-formulas' 'max-line-bytes=' 'feed-id=' 'version' 'h/help'
        case 'service-levels'
            __linefeed_parse_subcommand -r 1 'feed=' 'by=' 'date=' 'days=' 'from=' 'to=' 'served-only' 'format=' 'where=+' 'o/output=' 'v/verbose' 'q/quiet' 'log-format=' 'diagnostics=' 'rejects=' 'summary=' 'strict' 'progress=' 'color=' 'pass-through' 'allow-empty' 'guard-formulas' 'max-line-bytes=' 'feed-id=' 'version' 'h/help'
        case 'departures'
            __linefeed_parse_subcommand -r 1 'feed=' 'stop=+' 'at=' 'clock=' 'horizon=' 'limit=' 'route=+' 'include-cancelled' 'min-match=' 'n/no-realtime' 'format=' 'where=+' 'o/output=' 'v/verbose' 'q/quiet' 'log-format=' 'diagnostics=' 'rejects=' 'summary=' 'strict' 'progress=' 'color=' 'pass-through' 'allow-empty' 'guard-formulas' 'max-line-bytes=' 'feed-id=' 'version' 'h/help'
        case 'trip-details'
            __linefeed_parse_subcommand -r 1 'feed=' 'trip=' 'date=' 'n/no-realtime' 'format=' 'where=+' 'o/output=' 'v/verbose' 'q/quiet' 'log-format=' 'diagnostics=' 'rejects=' 'summary=' 'strict' 'progress=' 'color=' 'pass-through' 'allow-empty' 'guard-formulas' 'max-line-bytes=' 'feed-id=' 'version' 'h/help'
        case 'stop-visits'
            __linefeed_parse_subcommand -r 1 'feed=' 'service-date=+' 'near=' 'max-gap=' 'idle=' 'missing' 'locations' 'tides=' 'split=' 'format=' 'where=+' 'o/output=' 'v/verbose' 'q/quiet' 'log-format=' 'diagnostics=' 'rejects=' 'summary=' 'strict' 'progress=' 'color=' 'pass-through' 'allow-empty' 'guard-formulas' 'max-line-bytes=' 'feed-id=' 'version' 'h/help'
        case 'performance-report'
            __linefeed_parse_subcommand -r 1 'of=' 'by=' 'bin=' 'feed=' 'timezone=' 'days=' 'from=' 'to=' 'early=' 'late=' 'at=' 'timepoints' 'bunched=' 'gapped=' 'max-headway=' 'crowded=' 'load-point=' 'sort=' 'format=' 'partial' 'merge' 'where=+' 'o/output=' 'v/verbose' 'q/quiet' 'log-format=' 'diagnostics=' 'rejects=' 'summary=' 'strict' 'progress=' 'color=' 'pass-through' 'allow-empty' 'guard-formulas' 'max-line-bytes=' 'feed-id=' 'version' 'h/help'
        case 'stringline'
            __linefeed_parse_subcommand -r 1 'route=' 'direction=' 'feed=' 'from=' 'to=' 'format=' 'where=+' 'o/output=' 'v/verbose' 'q/quiet' 'log-format=' 'diagnostics=' 'rejects=' 'summary=' 'strict' 'progress=' 'color=' 'pass-through' 'allow-empty' 'guard-formulas' 'max-line-bytes=' 'feed-id=' 'version' 'h/help'
        case 'track'
            __linefeed_parse_subcommand -r 1 'exit-after=' 'stale-after=' 'jitter-metres=' 'jump-metres=' 'state=' 'format=' 'where=+' 'o/output=' 'v/verbose' 'q/quiet' 'log-format=' 'diagnostics=' 'rejects=' 'summary=' 'strict' 'progress=' 'color=' 'pass-through' 'allow-empty' 'guard-formulas' 'max-line-bytes=' 'feed-id=' 'version' 'h/help'
        case 'animate'
            __linefeed_parse_subcommand -r 1 'fps=' 'from=' 'to=' 'speed=' 'update-duration=' 'curve=' 'entry=' 'exit=' 'along=' 'effects=' 'keyframes=' 'stagger=' 'reduce-motion' 'format=' 'time-origin=' 'inspect=' 'where=+' 'o/output=' 'v/verbose' 'q/quiet' 'log-format=' 'diagnostics=' 'rejects=' 'summary=' 'strict' 'progress=' 'color=' 'pass-through' 'allow-empty' 'guard-formulas' 'max-line-bytes=' 'feed-id=' 'version' 'h/help'
        case 'map'
            __linefeed_parse_subcommand -r 1 'title=' 'basemap=' 'timezone=' 'overlay=' 'frames=' 'inline-tiles' 'assets=' 'format=' 'size=' 'where=+' 'o/output=' 'v/verbose' 'q/quiet' 'log-format=' 'diagnostics=' 'rejects=' 'summary=' 'strict' 'progress=' 'color=' 'pass-through' 'allow-empty' 'guard-formulas' 'max-line-bytes=' 'feed-id=' 'version' 'h/help'
        case 'cover-tiles'
            __linefeed_parse_subcommand -r 1 'bbox=' 'zoom=' 'buffer=' 'with-bbox' 'format=' 'where=+' 'o/output=' 'v/verbose' 'q/quiet' 'log-format=' 'diagnostics=' 'rejects=' 'summary=' 'strict' 'progress=' 'color=' 'pass-through' 'allow-empty' 'guard-formulas' 'max-line-bytes=' 'feed-id=' 'version' 'h/help'
        case 'fetch-tiles'
            __linefeed_parse_subcommand -r 1 'template=' 'frames=' 'max-zoom=' 'into=' 'cache=' 'jobs=' 'jobs-per-host=' 'attribution=' 'retries=' 'timeout=' 'max-tiles=' 'format=' 'where=+' 'o/output=' 'v/verbose' 'q/quiet' 'log-format=' 'diagnostics=' 'rejects=' 'summary=' 'strict' 'progress=' 'color=' 'pass-through' 'allow-empty' 'guard-formulas' 'max-line-bytes=' 'feed-id=' 'version' 'h/help'
        case 'render-tiles'
            __linefeed_parse_subcommand -r 1 'into=' 'zoom=' 'style=' 'over=' 'vector' 'tile-size=' 'where=+' 'o/output=' 'v/verbose' 'q/quiet' 'log-format=' 'diagnostics=' 'rejects=' 'summary=' 'strict' 'progress=' 'color=' 'pass-through' 'allow-empty' 'guard-formulas' 'max-line-bytes=' 'feed-id=' 'version' 'h/help'
        case 'store'
            __linefeed_parse_subcommand -r 2 'prune=' 'table=+' 'where=+' 'o/output=' 'v/verbose' 'q/quiet' 'log-format=' 'diagnostics=' 'rejects=' 'summary=' 'strict' 'progress=' 'color=' 'pass-through' 'allow-empty' 'guard-formulas' 'max-line-bytes=' 'feed-id=' 'version' 'h/help'
        case 'fetch'
            __linefeed_parse_subcommand -r 1 'save=' 'archive=' 'expect=' 'header=+' 'header-env=+' 'every=' 'count=' 'max-age=' 'keep=' 'timeout=' 'retries=' 'max-bytes=' 'jobs=' 'format=' 'o/output=' 'v/verbose' 'q/quiet' 'log-format=' 'diagnostics=' 'rejects=' 'summary=' 'strict' 'progress=' 'color=' 'pass-through' 'allow-empty' 'guard-formulas' 'max-line-bytes=' 'feed-id=' 'version' 'h/help'
        case 'simulate'
            __linefeed_parse_subcommand 0 'out=' 'routes=' 'stops=' 'vehicles=' 'minutes=' 'interval=' 'days=' 'period=' 'seed=' 'start=' 'stop-times=' 'entities=' 'truth' 'drop=' 'freeze=' 'late=' 'sequences=' 'twins=' 'off=' 'noise=' 'stray=' 'clock-slip=' 'o/output=' 'v/verbose' 'q/quiet' 'log-format=' 'diagnostics=' 'rejects=' 'summary=' 'strict' 'progress=' 'color=' 'pass-through' 'allow-empty' 'guard-formulas' 'max-line-bytes=' 'feed-id=' 'version' 'h/help'
        case 'run'
            __linefeed_parse_subcommand 1 'set=+' 'stage=' 'dry-run' 'print-shell' 'once' 'log=' 'if-locked=' 'status' 'o/output=' 'v/verbose' 'q/quiet' 'log-format=' 'diagnostics=' 'rejects=' 'summary=' 'strict' 'progress=' 'color=' 'pass-through' 'allow-empty' 'guard-formulas' 'max-line-bytes=' 'feed-id=' 'version' 'h/help'
        case 'schema'
            __linefeed_parse_subcommand 1 'o/output=' 'v/verbose' 'q/quiet' 'log-format=' 'diagnostics=' 'rejects=' 'summary=' 'strict' 'progress=' 'color=' 'pass-through' 'allow-empty' 'guard-formulas' 'max-line-bytes=' 'feed-id=' 'version' 'h/help'
        case 'help'
            __linefeed_parse_subcommand -r 1 'version'
        end
    end
end

function __linefeed_tokens
    if test (string split -m 1 -f 1 -- . "$FISH_VERSION") -gt 3
        commandline --tokens-raw $argv
    else
        commandline -o $argv
    end
end

function __linefeed_parse_subcommand -S -a positional_count
    argparse -s r -- $argv
    set -l option_specs $argv[2..]
    set -l is_repeating_positional $_flag_r
    set -el _flag_r
    set -a commands $unparsed_tokens[1]
    set positional_index 0
    while true
        set -e unparsed_tokens[1]
        argparse -sn "$commands" $option_specs -- $unparsed_tokens 2> /dev/null
        set unparsed_tokens $argv
        set positional_index (math $positional_index + 1)
        for non_repeating_flag_or_option in $non_repeating_flags_or_options
            if set -ql "_flag_$(string replace -a - _ -- $non_repeating_flag_or_option)"
                set non_repeating_flags_or_options_absent 1
                break
            end
        end
        test (count $unparsed_tokens) -eq 0 -o \( -z "$is_repeating_positional" -a "$positional_index" -gt "$positional_count" \) && break
    end
end

function __linefeed_complete_directories
    set -l token (commandline -t)
    string match -- '*/' $token
    set -l subdirs $token*/
    printf %s\n $subdirs
end

function __linefeed_custom_completion
    set -x SAP_SHELL fish
    set -x SAP_SHELL_VERSION $FISH_VERSION
    set -l tokens (__linefeed_tokens -p)
    if test -z "$(__linefeed_tokens -t)"
        set -l index (count (__linefeed_tokens -pc))
        set tokens $tokens[..$index] \'\' $tokens[(math $index + 1)..]
    end
    command $tokens[1] $argv $tokens
end

complete -c 'linefeed' -f
complete -c 'linefeed' -n '__linefeed_should_offer_completions_for_flags_or_options "linefeed" version' -l 'version' -d 'Show the version.'
complete -c 'linefeed' -n '__linefeed_should_offer_completions_for_flags_or_options "linefeed" h help' -s 'h' -l 'help' -d 'Show help information.'
complete -c 'linefeed' -n '__linefeed_should_offer_completions_for_positional "linefeed" -eq 1' -fa 'ingest' -d 'Turn a GTFS Schedule feed into records.'
complete -c 'linefeed' -n '__linefeed_should_offer_completions_for_positional "linefeed" -eq 1' -fa 'select' -d 'Cut a part out of a feed that stands on its own.'
complete -c 'linefeed' -n '__linefeed_should_offer_completions_for_positional "linefeed" -eq 1' -fa 'write-gtfs' -d 'Write records of a timetable into a GTFS zip.'
complete -c 'linefeed' -n '__linefeed_should_offer_completions_for_positional "linefeed" -eq 1' -fa 'check' -d 'See whether a feed is sound: the rules it breaks, where and how often.'
complete -c 'linefeed' -n '__linefeed_should_offer_completions_for_positional "linefeed" -eq 1' -fa 'diff' -d 'What changed between two feeds: rows added, removed and modified.'
complete -c 'linefeed' -n '__linefeed_should_offer_completions_for_positional "linefeed" -eq 1' -fa 'decode-rt' -d 'Turn GTFS-Realtime messages into records.'
complete -c 'linefeed' -n '__linefeed_should_offer_completions_for_positional "linefeed" -eq 1' -fa 'encode-rt' -d 'Turn records of decode-rt --nested back into GTFS-Realtime.'
complete -c 'linefeed' -n '__linefeed_should_offer_completions_for_positional "linefeed" -eq 1' -fa 'build-polylines' -d 'Draw routes as lines: GeoJSON, encoded polylines, WKT or CSV.'
complete -c 'linefeed' -n '__linefeed_should_offer_completions_for_positional "linefeed" -eq 1' -fa 'occupancy-report' -d 'Tell how crowded vehicles were, by route and hour or other keys.'
complete -c 'linefeed' -n '__linefeed_should_offer_completions_for_positional "linefeed" -eq 1' -fa 'service-levels' -d 'How much service a timetable has: trips, kilometres, headways, vehicles.'
complete -c 'linefeed' -n '__linefeed_should_offer_completions_for_positional "linefeed" -eq 1' -fa 'departures' -d 'Show the departures of a stop, with realtime where there is some.'
complete -c 'linefeed' -n '__linefeed_should_offer_completions_for_positional "linefeed" -eq 1' -fa 'trip-details' -d 'Show a trip with its stops, asked for by id or by a departure.'
complete -c 'linefeed' -n '__linefeed_should_offer_completions_for_positional "linefeed" -eq 1' -fa 'stop-visits' -d 'Tell from an archive when each trip called at each stop.'
complete -c 'linefeed' -n '__linefeed_should_offer_completions_for_positional "linefeed" -eq 1' -fa 'performance-report' -d 'Tell how punctual, even, fast, full and reliable the service was.'
complete -c 'linefeed' -n '__linefeed_should_offer_completions_for_positional "linefeed" -eq 1' -fa 'stringline' -d 'Draw the trips of a route as lines of time against distance.'
complete -c 'linefeed' -n '__linefeed_should_offer_completions_for_positional "linefeed" -eq 1' -fa 'track' -d 'Turn snapshots of vehicles into life cycles: who came, moved, left.'
complete -c 'linefeed' -n '__linefeed_should_offer_completions_for_positional "linefeed" -eq 1' -fa 'animate' -d 'Turn life cycles of vehicles into smooth motion, frame by frame.'
complete -c 'linefeed' -n '__linefeed_should_offer_completions_for_positional "linefeed" -eq 1' -fa 'map' -d 'Look at it: one self-contained page with boards, trips and maps.'
complete -c 'linefeed' -n '__linefeed_should_offer_completions_for_positional "linefeed" -eq 1' -fa 'cover-tiles' -d 'Say which tiles of a map a box, or features, need.'
complete -c 'linefeed' -n '__linefeed_should_offer_completions_for_positional "linefeed" -eq 1' -fa 'fetch-tiles' -d 'Bring tiles from a server or a folder into an archive.'
complete -c 'linefeed' -n '__linefeed_should_offer_completions_for_positional "linefeed" -eq 1' -fa 'render-tiles' -d 'Draw lines, pins and moving vehicles into tiles of a map.'
complete -c 'linefeed' -n '__linefeed_should_offer_completions_for_positional "linefeed" -eq 1' -fa 'store' -d 'Keep records in a SQLite database, each once.'
complete -c 'linefeed' -n '__linefeed_should_offer_completions_for_positional "linefeed" -eq 1' -fa 'fetch' -d 'Get feeds over HTTP, once or turn after turn, and keep what is new.'
complete -c 'linefeed' -n '__linefeed_should_offer_completions_for_positional "linefeed" -eq 1' -fa 'simulate' -d 'Make up a city: a GTFS feed and GTFS-Realtime messages that agree.'
complete -c 'linefeed' -n '__linefeed_should_offer_completions_for_positional "linefeed" -eq 1' -fa 'run' -d 'Run a pipeline file: stages in order or in a loop, under a lock.'
complete -c 'linefeed' -n '__linefeed_should_offer_completions_for_positional "linefeed" -eq 1' -fa 'schema' -d 'Print the record contract as JSON Schema.'
complete -c 'linefeed' -n '__linefeed_should_offer_completions_for_positional "linefeed" -eq 1' -fa 'help' -d 'Show subcommand help information.'
complete -c 'linefeed' -n '__linefeed_should_offer_completions_for_positional "linefeed ingest" -eq 1' -F
complete -c 'linefeed' -n '__linefeed_should_offer_completions_for_flags_or_options "linefeed ingest" tables' -l 'tables' -d 'Write only these tables.' -rfka ''
complete -c 'linefeed' -n '__linefeed_should_offer_completions_for_flags_or_options "linefeed ingest" encoding' -l 'encoding' -d 'auto, utf-8 or windows-1252.' -rfka 'auto utf-8 windows-1252'
complete -c 'linefeed' -n '__linefeed_should_offer_completions_for_flags_or_options "linefeed ingest" duplicates' -l 'duplicates' -d 'Rows with the same key: keep (the usual), first (with --sqlite), last, reject.' -rfka 'keep first last reject'
complete -c 'linefeed' -n '__linefeed_should_offer_completions_for_flags_or_options "linefeed ingest" duplicate-tables' -l 'duplicate-tables' -d 'Of a table that the feed has twice with different contents, read the first or last file.' -rfka 'first last'
complete -c 'linefeed' -n '__linefeed_should_offer_completions_for_flags_or_options "linefeed ingest" max-uncompressed' -l 'max-uncompressed' -d 'The most bytes the feed may inflate to.' -rfka ''
complete -c 'linefeed' -n '__linefeed_should_offer_completions_for_flags_or_options "linefeed ingest" sqlite' -l 'sqlite' -d 'Load this SQLite database instead of writing records.' -rF
complete -c 'linefeed' -n '__linefeed_should_offer_completions_for_flags_or_options "linefeed ingest" force' -l 'force' -d 'Load the same content again, or another feed_id in the old one\'s place.'
complete -c 'linefeed' -n '__linefeed_should_offer_completions_for_flags_or_options "linefeed ingest" format' -l 'format' -d 'ndjson, csv, parquet or xlsx (a workbook); csv, parquet and xlsx of one table, or with --split.' -rfka 'ndjson csv parquet xlsx'
complete -c 'linefeed' -n '__linefeed_should_offer_completions_for_flags_or_options "linefeed ingest" split' -l 'split' -d 'Write a file for each table into this folder.' -rfa '(__linefeed_complete_directories)'
complete -c 'linefeed' -n '__linefeed_should_offer_completions_for_flags_or_options "linefeed ingest" o output' -l 'output' -s 'o' -d 'Write to FILE, whole or not at all; .gz compresses.' -rF
complete -c 'linefeed' -n '__linefeed_should_offer_completions_for_flags_or_options "linefeed ingest"' -l 'verbose' -s 'v' -d 'Show repairs; twice shows timings too.'
complete -c 'linefeed' -n '__linefeed_should_offer_completions_for_flags_or_options "linefeed ingest" q quiet' -l 'quiet' -s 'q' -d 'Show errors only.'
complete -c 'linefeed' -n '__linefeed_should_offer_completions_for_flags_or_options "linefeed ingest" log-format' -l 'log-format' -d 'Messages as text or json.' -rfka 'text json'
complete -c 'linefeed' -n '__linefeed_should_offer_completions_for_flags_or_options "linefeed ingest" diagnostics' -l 'diagnostics' -d 'Write all findings to FILE.' -rF
complete -c 'linefeed' -n '__linefeed_should_offer_completions_for_flags_or_options "linefeed ingest" rejects' -l 'rejects' -d 'Write rejected rows to FILE.' -rF
complete -c 'linefeed' -n '__linefeed_should_offer_completions_for_flags_or_options "linefeed ingest" summary' -l 'summary' -d 'Write the run\'s figures to FILE, or - for stdout.' -rF
complete -c 'linefeed' -n '__linefeed_should_offer_completions_for_flags_or_options "linefeed ingest" strict' -l 'strict' -d 'End with 65 on any reject or invalid value.'
complete -c 'linefeed' -n '__linefeed_should_offer_completions_for_flags_or_options "linefeed ingest" progress' -l 'progress' -d 'A bar on stderr: auto, always or never.' -rfka 'auto always never'
complete -c 'linefeed' -n '__linefeed_should_offer_completions_for_flags_or_options "linefeed ingest" color' -l 'color' -d 'Colours on stderr: auto, always or never.' -rfka 'auto always never'
complete -c 'linefeed' -n '__linefeed_should_offer_completions_for_flags_or_options "linefeed ingest" pass-through' -l 'pass-through' -d 'Forward tables the stage does not consume.'
complete -c 'linefeed' -n '__linefeed_should_offer_completions_for_flags_or_options "linefeed ingest" allow-empty' -l 'allow-empty' -d 'Write an empty output where there is nothing to work on, and end with 0.'
complete -c 'linefeed' -n '__linefeed_should_offer_completions_for_flags_or_options "linefeed ingest" guard-formulas' -l 'guard-formulas' -d 'CSV: begin text that is a formula to a spreadsheet with an apostrophe.'
complete -c 'linefeed' -n '__linefeed_should_offer_completions_for_flags_or_options "linefeed ingest" max-line-bytes' -l 'max-line-bytes' -d 'Longest accepted input line.' -rfka ''
complete -c 'linefeed' -n '__linefeed_should_offer_completions_for_flags_or_options "linefeed ingest" feed-id' -l 'feed-id' -d 'Add feed_id to every record.' -rfka ''
complete -c 'linefeed' -n '__linefeed_should_offer_completions_for_flags_or_options "linefeed ingest" version' -l 'version' -d 'Show the version.'
complete -c 'linefeed' -n '__linefeed_should_offer_completions_for_flags_or_options "linefeed ingest" h help' -s 'h' -l 'help' -d 'Show help information.'
complete -c 'linefeed' -n '__linefeed_should_offer_completions_for_positional "linefeed select" -ge 1' -F
complete -c 'linefeed' -n '__linefeed_should_offer_completions_for_flags_or_options "linefeed select" feed' -l 'feed' -d 'The feed: a zip, a folder, a store or records.' -rF
complete -c 'linefeed' -n '__linefeed_should_offer_completions_for_flags_or_options "linefeed select"' -l 'route' -d 'Trips of this route; may be repeated.' -rfka ''
complete -c 'linefeed' -n '__linefeed_should_offer_completions_for_flags_or_options "linefeed select"' -l 'agency' -d 'Trips of this agency\'s routes; may be repeated.' -rfka ''
complete -c 'linefeed' -n '__linefeed_should_offer_completions_for_flags_or_options "linefeed select"' -l 'trip' -d 'This trip; may be repeated.' -rfka ''
complete -c 'linefeed' -n '__linefeed_should_offer_completions_for_flags_or_options "linefeed select"' -l 'stop' -d 'Trips that call at this stop or station; may be repeated.' -rfka ''
complete -c 'linefeed' -n '__linefeed_should_offer_completions_for_flags_or_options "linefeed select" date' -l 'date' -d 'Trips that run on a day, as in 20260302 or 20260302-20260308.' -rfka ''
complete -c 'linefeed' -n '__linefeed_should_offer_completions_for_flags_or_options "linefeed select" bbox' -l 'bbox' -d 'Trips that call in a box.' -rfka ''
complete -c 'linefeed' -n '__linefeed_should_offer_completions_for_flags_or_options "linefeed select" area' -l 'area' -d 'Trips that call in a polygon of this file.' -rF
complete -c 'linefeed' -n '__linefeed_should_offer_completions_for_flags_or_options "linefeed select" clip' -l 'clip' -d 'Cut trips to the stops of --stop, --bbox and --area.'
complete -c 'linefeed' -n '__linefeed_should_offer_completions_for_flags_or_options "linefeed select" split' -l 'split' -d 'Write a file for each table into this folder.' -rfa '(__linefeed_complete_directories)'
complete -c 'linefeed' -n '__linefeed_should_offer_completions_for_flags_or_options "linefeed select" format' -l 'format' -d 'ndjson, csv, parquet or xlsx (a workbook); csv, parquet and xlsx with --split.' -rfka 'ndjson csv parquet xlsx'
complete -c 'linefeed' -n '__linefeed_should_offer_completions_for_flags_or_options "linefeed select"' -l 'where' -d 'Take only rows whose COLUMN has one of these values; also != < <= > >=; may be repeated.' -rfka ''
complete -c 'linefeed' -n '__linefeed_should_offer_completions_for_flags_or_options "linefeed select" o output' -l 'output' -s 'o' -d 'Write to FILE, whole or not at all; .gz compresses.' -rF
complete -c 'linefeed' -n '__linefeed_should_offer_completions_for_flags_or_options "linefeed select"' -l 'verbose' -s 'v' -d 'Show repairs; twice shows timings too.'
complete -c 'linefeed' -n '__linefeed_should_offer_completions_for_flags_or_options "linefeed select" q quiet' -l 'quiet' -s 'q' -d 'Show errors only.'
complete -c 'linefeed' -n '__linefeed_should_offer_completions_for_flags_or_options "linefeed select" log-format' -l 'log-format' -d 'Messages as text or json.' -rfka 'text json'
complete -c 'linefeed' -n '__linefeed_should_offer_completions_for_flags_or_options "linefeed select" diagnostics' -l 'diagnostics' -d 'Write all findings to FILE.' -rF
complete -c 'linefeed' -n '__linefeed_should_offer_completions_for_flags_or_options "linefeed select" rejects' -l 'rejects' -d 'Write rejected rows to FILE.' -rF
complete -c 'linefeed' -n '__linefeed_should_offer_completions_for_flags_or_options "linefeed select" summary' -l 'summary' -d 'Write the run\'s figures to FILE, or - for stdout.' -rF
complete -c 'linefeed' -n '__linefeed_should_offer_completions_for_flags_or_options "linefeed select" strict' -l 'strict' -d 'End with 65 on any reject or invalid value.'
complete -c 'linefeed' -n '__linefeed_should_offer_completions_for_flags_or_options "linefeed select" progress' -l 'progress' -d 'A bar on stderr: auto, always or never.' -rfka 'auto always never'
complete -c 'linefeed' -n '__linefeed_should_offer_completions_for_flags_or_options "linefeed select" color' -l 'color' -d 'Colours on stderr: auto, always or never.' -rfka 'auto always never'
complete -c 'linefeed' -n '__linefeed_should_offer_completions_for_flags_or_options "linefeed select" pass-through' -l 'pass-through' -d 'Forward tables the stage does not consume.'
complete -c 'linefeed' -n '__linefeed_should_offer_completions_for_flags_or_options "linefeed select" allow-empty' -l 'allow-empty' -d 'Write an empty output where there is nothing to work on, and end with 0.'
complete -c 'linefeed' -n '__linefeed_should_offer_completions_for_flags_or_options "linefeed select" guard-formulas' -l 'guard-formulas' -d 'CSV: begin text that is a formula to a spreadsheet with an apostrophe.'
complete -c 'linefeed' -n '__linefeed_should_offer_completions_for_flags_or_options "linefeed select" max-line-bytes' -l 'max-line-bytes' -d 'Longest accepted input line.' -rfka ''
complete -c 'linefeed' -n '__linefeed_should_offer_completions_for_flags_or_options "linefeed select" feed-id' -l 'feed-id' -d 'Add feed_id to every record.' -rfka ''
complete -c 'linefeed' -n '__linefeed_should_offer_completions_for_flags_or_options "linefeed select" version' -l 'version' -d 'Show the version.'
complete -c 'linefeed' -n '__linefeed_should_offer_completions_for_flags_or_options "linefeed select" h help' -s 'h' -l 'help' -d 'Show help information.'
complete -c 'linefeed' -n '__linefeed_should_offer_completions_for_positional "linefeed write-gtfs" -ge 1' -F
complete -c 'linefeed' -n '__linefeed_should_offer_completions_for_flags_or_options "linefeed write-gtfs" prefix-ids' -l 'prefix-ids' -d 'Begin every id with the record\'s feed_id.'
complete -c 'linefeed' -n '__linefeed_should_offer_completions_for_flags_or_options "linefeed write-gtfs"' -l 'where' -d 'Take only rows whose COLUMN has one of these values; also != < <= > >=; may be repeated.' -rfka ''
complete -c 'linefeed' -n '__linefeed_should_offer_completions_for_flags_or_options "linefeed write-gtfs" o output' -l 'output' -s 'o' -d 'Write to FILE, whole or not at all; .gz compresses.' -rF
complete -c 'linefeed' -n '__linefeed_should_offer_completions_for_flags_or_options "linefeed write-gtfs"' -l 'verbose' -s 'v' -d 'Show repairs; twice shows timings too.'
complete -c 'linefeed' -n '__linefeed_should_offer_completions_for_flags_or_options "linefeed write-gtfs" q quiet' -l 'quiet' -s 'q' -d 'Show errors only.'
complete -c 'linefeed' -n '__linefeed_should_offer_completions_for_flags_or_options "linefeed write-gtfs" log-format' -l 'log-format' -d 'Messages as text or json.' -rfka 'text json'
complete -c 'linefeed' -n '__linefeed_should_offer_completions_for_flags_or_options "linefeed write-gtfs" diagnostics' -l 'diagnostics' -d 'Write all findings to FILE.' -rF
complete -c 'linefeed' -n '__linefeed_should_offer_completions_for_flags_or_options "linefeed write-gtfs" rejects' -l 'rejects' -d 'Write rejected rows to FILE.' -rF
complete -c 'linefeed' -n '__linefeed_should_offer_completions_for_flags_or_options "linefeed write-gtfs" summary' -l 'summary' -d 'Write the run\'s figures to FILE, or - for stdout.' -rF
complete -c 'linefeed' -n '__linefeed_should_offer_completions_for_flags_or_options "linefeed write-gtfs" strict' -l 'strict' -d 'End with 65 on any reject or invalid value.'
complete -c 'linefeed' -n '__linefeed_should_offer_completions_for_flags_or_options "linefeed write-gtfs" progress' -l 'progress' -d 'A bar on stderr: auto, always or never.' -rfka 'auto always never'
complete -c 'linefeed' -n '__linefeed_should_offer_completions_for_flags_or_options "linefeed write-gtfs" color' -l 'color' -d 'Colours on stderr: auto, always or never.' -rfka 'auto always never'
complete -c 'linefeed' -n '__linefeed_should_offer_completions_for_flags_or_options "linefeed write-gtfs" pass-through' -l 'pass-through' -d 'Forward tables the stage does not consume.'
complete -c 'linefeed' -n '__linefeed_should_offer_completions_for_flags_or_options "linefeed write-gtfs" allow-empty' -l 'allow-empty' -d 'Write an empty output where there is nothing to work on, and end with 0.'
complete -c 'linefeed' -n '__linefeed_should_offer_completions_for_flags_or_options "linefeed write-gtfs" guard-formulas' -l 'guard-formulas' -d 'CSV: begin text that is a formula to a spreadsheet with an apostrophe.'
complete -c 'linefeed' -n '__linefeed_should_offer_completions_for_flags_or_options "linefeed write-gtfs" max-line-bytes' -l 'max-line-bytes' -d 'Longest accepted input line.' -rfka ''
complete -c 'linefeed' -n '__linefeed_should_offer_completions_for_flags_or_options "linefeed write-gtfs" feed-id' -l 'feed-id' -d 'Add feed_id to every record.' -rfka ''
complete -c 'linefeed' -n '__linefeed_should_offer_completions_for_flags_or_options "linefeed write-gtfs" version' -l 'version' -d 'Show the version.'
complete -c 'linefeed' -n '__linefeed_should_offer_completions_for_flags_or_options "linefeed write-gtfs" h help' -s 'h' -l 'help' -d 'Show help information.'
complete -c 'linefeed' -n '__linefeed_should_offer_completions_for_positional "linefeed check" -eq 1' -F
complete -c 'linefeed' -n '__linefeed_should_offer_completions_for_flags_or_options "linefeed check"' -l 'realtime' -d 'Messages of GTFS-Realtime, or records of decode-rt, in their order.' -rF
complete -c 'linefeed' -n '__linefeed_should_offer_completions_for_flags_or_options "linefeed check"' -l 'rules' -d 'Only rules of these codes; may be repeated.' -rfka ''
complete -c 'linefeed' -n '__linefeed_should_offer_completions_for_flags_or_options "linefeed check"' -l 'skip' -d 'No rules of these codes; may be repeated.' -rfka ''
complete -c 'linefeed' -n '__linefeed_should_offer_completions_for_flags_or_options "linefeed check" fail-on' -l 'fail-on' -d 'End with status 1 where there is a notice that grave: error, or warning for both.' -rfka 'error warning'
complete -c 'linefeed' -n '__linefeed_should_offer_completions_for_flags_or_options "linefeed check" at' -l 'at' -d 'The moment for what has expired and how old realtime is, as in 2026-03-02T08:00; now unless said.' -rfka ''
complete -c 'linefeed' -n '__linefeed_should_offer_completions_for_flags_or_options "linefeed check" format' -l 'format' -d 'ndjson, csv, parquet, xlsx (a workbook), table (text) or html (a page).' -rfka 'ndjson csv parquet xlsx table html'
complete -c 'linefeed' -n '__linefeed_should_offer_completions_for_flags_or_options "linefeed check"' -l 'where' -d 'Take only rows whose COLUMN has one of these values; also != < <= > >=; may be repeated.' -rfka ''
complete -c 'linefeed' -n '__linefeed_should_offer_completions_for_flags_or_options "linefeed check" o output' -l 'output' -s 'o' -d 'Write to FILE, whole or not at all; .gz compresses.' -rF
complete -c 'linefeed' -n '__linefeed_should_offer_completions_for_flags_or_options "linefeed check"' -l 'verbose' -s 'v' -d 'Show repairs; twice shows timings too.'
complete -c 'linefeed' -n '__linefeed_should_offer_completions_for_flags_or_options "linefeed check" q quiet' -l 'quiet' -s 'q' -d 'Show errors only.'
complete -c 'linefeed' -n '__linefeed_should_offer_completions_for_flags_or_options "linefeed check" log-format' -l 'log-format' -d 'Messages as text or json.' -rfka 'text json'
complete -c 'linefeed' -n '__linefeed_should_offer_completions_for_flags_or_options "linefeed check" diagnostics' -l 'diagnostics' -d 'Write all findings to FILE.' -rF
complete -c 'linefeed' -n '__linefeed_should_offer_completions_for_flags_or_options "linefeed check" rejects' -l 'rejects' -d 'Write rejected rows to FILE.' -rF
complete -c 'linefeed' -n '__linefeed_should_offer_completions_for_flags_or_options "linefeed check" summary' -l 'summary' -d 'Write the run\'s figures to FILE, or - for stdout.' -rF
complete -c 'linefeed' -n '__linefeed_should_offer_completions_for_flags_or_options "linefeed check" strict' -l 'strict' -d 'End with 65 on any reject or invalid value.'
complete -c 'linefeed' -n '__linefeed_should_offer_completions_for_flags_or_options "linefeed check" progress' -l 'progress' -d 'A bar on stderr: auto, always or never.' -rfka 'auto always never'
complete -c 'linefeed' -n '__linefeed_should_offer_completions_for_flags_or_options "linefeed check" color' -l 'color' -d 'Colours on stderr: auto, always or never.' -rfka 'auto always never'
complete -c 'linefeed' -n '__linefeed_should_offer_completions_for_flags_or_options "linefeed check" pass-through' -l 'pass-through' -d 'Forward tables the stage does not consume.'
complete -c 'linefeed' -n '__linefeed_should_offer_completions_for_flags_or_options "linefeed check" allow-empty' -l 'allow-empty' -d 'Write an empty output where there is nothing to work on, and end with 0.'
complete -c 'linefeed' -n '__linefeed_should_offer_completions_for_flags_or_options "linefeed check" guard-formulas' -l 'guard-formulas' -d 'CSV: begin text that is a formula to a spreadsheet with an apostrophe.'
complete -c 'linefeed' -n '__linefeed_should_offer_completions_for_flags_or_options "linefeed check" max-line-bytes' -l 'max-line-bytes' -d 'Longest accepted input line.' -rfka ''
complete -c 'linefeed' -n '__linefeed_should_offer_completions_for_flags_or_options "linefeed check" feed-id' -l 'feed-id' -d 'Add feed_id to every record.' -rfka ''
complete -c 'linefeed' -n '__linefeed_should_offer_completions_for_flags_or_options "linefeed check" version' -l 'version' -d 'Show the version.'
complete -c 'linefeed' -n '__linefeed_should_offer_completions_for_flags_or_options "linefeed check" h help' -s 'h' -l 'help' -d 'Show help information.'
complete -c 'linefeed' -n '__linefeed_should_offer_completions_for_positional "linefeed diff" -eq 1' -F
complete -c 'linefeed' -n '__linefeed_should_offer_completions_for_positional "linefeed diff" -eq 2' -F
complete -c 'linefeed' -n '__linefeed_should_offer_completions_for_flags_or_options "linefeed diff" match-trips' -l 'match-trips' -d 'Trips that are the same under another id: pattern-times, by their stops and times.' -rfka 'pattern-times'
complete -c 'linefeed' -n '__linefeed_should_offer_completions_for_flags_or_options "linefeed diff" by' -l 'by' -d 'Compare what riders have in place of rows, by route_id, direction_id, stop_id, day_type, hour.' -rfka ''
complete -c 'linefeed' -n '__linefeed_should_offer_completions_for_flags_or_options "linefeed diff" date' -l 'date' -d 'With --by: these service days of those that both feeds cover, 20260302 or 20260302-20260308.' -rfka ''
complete -c 'linefeed' -n '__linefeed_should_offer_completions_for_flags_or_options "linefeed diff" days' -l 'days' -d 'With --by: weekday, saturday, sunday, weekend, or mon,tue,… alone.' -rfka ''
complete -c 'linefeed' -n '__linefeed_should_offer_completions_for_flags_or_options "linefeed diff" format' -l 'format' -d 'ndjson, csv, parquet, xlsx (a workbook), table (text), html (with --by a page), svg (with --by a picture) or png (with --by a picture).' -rfka 'ndjson csv parquet xlsx table html svg png'
complete -c 'linefeed' -n '__linefeed_should_offer_completions_for_flags_or_options "linefeed diff"' -l 'where' -d 'Take only rows whose COLUMN has one of these values; also != < <= > >=; may be repeated.' -rfka ''
complete -c 'linefeed' -n '__linefeed_should_offer_completions_for_flags_or_options "linefeed diff" o output' -l 'output' -s 'o' -d 'Write to FILE, whole or not at all; .gz compresses.' -rF
complete -c 'linefeed' -n '__linefeed_should_offer_completions_for_flags_or_options "linefeed diff"' -l 'verbose' -s 'v' -d 'Show repairs; twice shows timings too.'
complete -c 'linefeed' -n '__linefeed_should_offer_completions_for_flags_or_options "linefeed diff" q quiet' -l 'quiet' -s 'q' -d 'Show errors only.'
complete -c 'linefeed' -n '__linefeed_should_offer_completions_for_flags_or_options "linefeed diff" log-format' -l 'log-format' -d 'Messages as text or json.' -rfka 'text json'
complete -c 'linefeed' -n '__linefeed_should_offer_completions_for_flags_or_options "linefeed diff" diagnostics' -l 'diagnostics' -d 'Write all findings to FILE.' -rF
complete -c 'linefeed' -n '__linefeed_should_offer_completions_for_flags_or_options "linefeed diff" rejects' -l 'rejects' -d 'Write rejected rows to FILE.' -rF
complete -c 'linefeed' -n '__linefeed_should_offer_completions_for_flags_or_options "linefeed diff" summary' -l 'summary' -d 'Write the run\'s figures to FILE, or - for stdout.' -rF
complete -c 'linefeed' -n '__linefeed_should_offer_completions_for_flags_or_options "linefeed diff" strict' -l 'strict' -d 'End with 65 on any reject or invalid value.'
complete -c 'linefeed' -n '__linefeed_should_offer_completions_for_flags_or_options "linefeed diff" progress' -l 'progress' -d 'A bar on stderr: auto, always or never.' -rfka 'auto always never'
complete -c 'linefeed' -n '__linefeed_should_offer_completions_for_flags_or_options "linefeed diff" color' -l 'color' -d 'Colours on stderr: auto, always or never.' -rfka 'auto always never'
complete -c 'linefeed' -n '__linefeed_should_offer_completions_for_flags_or_options "linefeed diff" pass-through' -l 'pass-through' -d 'Forward tables the stage does not consume.'
complete -c 'linefeed' -n '__linefeed_should_offer_completions_for_flags_or_options "linefeed diff" allow-empty' -l 'allow-empty' -d 'Write an empty output where there is nothing to work on, and end with 0.'
complete -c 'linefeed' -n '__linefeed_should_offer_completions_for_flags_or_options "linefeed diff" guard-formulas' -l 'guard-formulas' -d 'CSV: begin text that is a formula to a spreadsheet with an apostrophe.'
complete -c 'linefeed' -n '__linefeed_should_offer_completions_for_flags_or_options "linefeed diff" max-line-bytes' -l 'max-line-bytes' -d 'Longest accepted input line.' -rfka ''
complete -c 'linefeed' -n '__linefeed_should_offer_completions_for_flags_or_options "linefeed diff" feed-id' -l 'feed-id' -d 'Add feed_id to every record.' -rfka ''
complete -c 'linefeed' -n '__linefeed_should_offer_completions_for_flags_or_options "linefeed diff" version' -l 'version' -d 'Show the version.'
complete -c 'linefeed' -n '__linefeed_should_offer_completions_for_flags_or_options "linefeed diff" h help' -s 'h' -l 'help' -d 'Show help information.'
complete -c 'linefeed' -n '__linefeed_should_offer_completions_for_positional "linefeed decode-rt" -ge 1' -F
complete -c 'linefeed' -n '__linefeed_should_offer_completions_for_flags_or_options "linefeed decode-rt" framing' -l 'framing' -d 'auto, message, delimited or base64-lines.' -rfka 'auto message delimited base64-lines'
complete -c 'linefeed' -n '__linefeed_should_offer_completions_for_flags_or_options "linefeed decode-rt" paths-from' -l 'paths-from' -d 'Read the files named in FILE, one a line.' -rfka ''
complete -c 'linefeed' -n '__linefeed_should_offer_completions_for_flags_or_options "linefeed decode-rt" entities' -l 'entities' -d 'Write these tables only, beside feed_messages.' -rfka ''
complete -c 'linefeed' -n '__linefeed_should_offer_completions_for_flags_or_options "linefeed decode-rt" explode' -l 'explode' -d 'Write stop time updates as rows of their own.'
complete -c 'linefeed' -n '__linefeed_should_offer_completions_for_flags_or_options "linefeed decode-rt" enums' -l 'enums' -d 'Enumerations as numbers or names.' -rfka 'numbers names'
complete -c 'linefeed' -n '__linefeed_should_offer_completions_for_flags_or_options "linefeed decode-rt" extensions' -l 'extensions' -d 'tfnsw, nyct, mercury, or none; all by default.' -rfka ''
complete -c 'linefeed' -n '__linefeed_should_offer_completions_for_flags_or_options "linefeed decode-rt"' -l 'extension-number' -d 'Take an extension from another number.' -rfka ''
complete -c 'linefeed' -n '__linefeed_should_offer_completions_for_flags_or_options "linefeed decode-rt"' -l 'proto' -d 'Decode what a .proto file of your own adds.' -rF
complete -c 'linefeed' -n '__linefeed_should_offer_completions_for_flags_or_options "linefeed decode-rt" unknown' -l 'unknown' -d 'Unknown fields: count them, or keep them as base64.' -rfka 'count keep'
complete -c 'linefeed' -n '__linefeed_should_offer_completions_for_flags_or_options "linefeed decode-rt" max-faults' -l 'max-faults' -d 'End with 0 despite so many faults, or messages with one.' -rfka ''
complete -c 'linefeed' -n '__linefeed_should_offer_completions_for_flags_or_options "linefeed decode-rt" nested' -l 'nested' -d 'Write whole entities without loss, for encode-rt.'
complete -c 'linefeed' -n '__linefeed_should_offer_completions_for_flags_or_options "linefeed decode-rt" format' -l 'format' -d 'ndjson, csv, parquet or xlsx (a workbook); csv, parquet and xlsx of one table, or with --split.' -rfka 'ndjson csv parquet xlsx'
complete -c 'linefeed' -n '__linefeed_should_offer_completions_for_flags_or_options "linefeed decode-rt" split' -l 'split' -d 'Write a file for each table into this folder.' -rfa '(__linefeed_complete_directories)'
complete -c 'linefeed' -n '__linefeed_should_offer_completions_for_flags_or_options "linefeed decode-rt" jobs' -l 'jobs' -d 'Decode so many files at once; the cores by default.' -rfka ''
complete -c 'linefeed' -n '__linefeed_should_offer_completions_for_flags_or_options "linefeed decode-rt" o output' -l 'output' -s 'o' -d 'Write to FILE, whole or not at all; .gz compresses.' -rF
complete -c 'linefeed' -n '__linefeed_should_offer_completions_for_flags_or_options "linefeed decode-rt"' -l 'verbose' -s 'v' -d 'Show repairs; twice shows timings too.'
complete -c 'linefeed' -n '__linefeed_should_offer_completions_for_flags_or_options "linefeed decode-rt" q quiet' -l 'quiet' -s 'q' -d 'Show errors only.'
complete -c 'linefeed' -n '__linefeed_should_offer_completions_for_flags_or_options "linefeed decode-rt" log-format' -l 'log-format' -d 'Messages as text or json.' -rfka 'text json'
complete -c 'linefeed' -n '__linefeed_should_offer_completions_for_flags_or_options "linefeed decode-rt" diagnostics' -l 'diagnostics' -d 'Write all findings to FILE.' -rF
complete -c 'linefeed' -n '__linefeed_should_offer_completions_for_flags_or_options "linefeed decode-rt" rejects' -l 'rejects' -d 'Write rejected rows to FILE.' -rF
complete -c 'linefeed' -n '__linefeed_should_offer_completions_for_flags_or_options "linefeed decode-rt" summary' -l 'summary' -d 'Write the run\'s figures to FILE, or - for stdout.' -rF
complete -c 'linefeed' -n '__linefeed_should_offer_completions_for_flags_or_options "linefeed decode-rt" strict' -l 'strict' -d 'End with 65 on any reject or invalid value.'
complete -c 'linefeed' -n '__linefeed_should_offer_completions_for_flags_or_options "linefeed decode-rt" progress' -l 'progress' -d 'A bar on stderr: auto, always or never.' -rfka 'auto always never'
complete -c 'linefeed' -n '__linefeed_should_offer_completions_for_flags_or_options "linefeed decode-rt" color' -l 'color' -d 'Colours on stderr: auto, always or never.' -rfka 'auto always never'
complete -c 'linefeed' -n '__linefeed_should_offer_completions_for_flags_or_options "linefeed decode-rt" pass-through' -l 'pass-through' -d 'Forward tables the stage does not consume.'
complete -c 'linefeed' -n '__linefeed_should_offer_completions_for_flags_or_options "linefeed decode-rt" allow-empty' -l 'allow-empty' -d 'Write an empty output where there is nothing to work on, and end with 0.'
complete -c 'linefeed' -n '__linefeed_should_offer_completions_for_flags_or_options "linefeed decode-rt" guard-formulas' -l 'guard-formulas' -d 'CSV: begin text that is a formula to a spreadsheet with an apostrophe.'
complete -c 'linefeed' -n '__linefeed_should_offer_completions_for_flags_or_options "linefeed decode-rt" max-line-bytes' -l 'max-line-bytes' -d 'Longest accepted input line.' -rfka ''
complete -c 'linefeed' -n '__linefeed_should_offer_completions_for_flags_or_options "linefeed decode-rt" feed-id' -l 'feed-id' -d 'Add feed_id to every record.' -rfka ''
complete -c 'linefeed' -n '__linefeed_should_offer_completions_for_flags_or_options "linefeed decode-rt" version' -l 'version' -d 'Show the version.'
complete -c 'linefeed' -n '__linefeed_should_offer_completions_for_flags_or_options "linefeed decode-rt" h help' -s 'h' -l 'help' -d 'Show help information.'
complete -c 'linefeed' -n '__linefeed_should_offer_completions_for_positional "linefeed encode-rt" -ge 1' -F
complete -c 'linefeed' -n '__linefeed_should_offer_completions_for_flags_or_options "linefeed encode-rt" framing' -l 'framing' -d 'message (one after another) or delimited.' -rfka 'message delimited'
complete -c 'linefeed' -n '__linefeed_should_offer_completions_for_flags_or_options "linefeed encode-rt"' -l 'extension-number' -d 'As decode-rt was given it.' -rfka ''
complete -c 'linefeed' -n '__linefeed_should_offer_completions_for_flags_or_options "linefeed encode-rt"' -l 'proto' -d 'As decode-rt was given it.' -rF
complete -c 'linefeed' -n '__linefeed_should_offer_completions_for_flags_or_options "linefeed encode-rt"' -l 'where' -d 'Take only rows whose COLUMN has one of these values; also != < <= > >=; may be repeated.' -rfka ''
complete -c 'linefeed' -n '__linefeed_should_offer_completions_for_flags_or_options "linefeed encode-rt" o output' -l 'output' -s 'o' -d 'Write to FILE, whole or not at all; .gz compresses.' -rF
complete -c 'linefeed' -n '__linefeed_should_offer_completions_for_flags_or_options "linefeed encode-rt"' -l 'verbose' -s 'v' -d 'Show repairs; twice shows timings too.'
complete -c 'linefeed' -n '__linefeed_should_offer_completions_for_flags_or_options "linefeed encode-rt" q quiet' -l 'quiet' -s 'q' -d 'Show errors only.'
complete -c 'linefeed' -n '__linefeed_should_offer_completions_for_flags_or_options "linefeed encode-rt" log-format' -l 'log-format' -d 'Messages as text or json.' -rfka 'text json'
complete -c 'linefeed' -n '__linefeed_should_offer_completions_for_flags_or_options "linefeed encode-rt" diagnostics' -l 'diagnostics' -d 'Write all findings to FILE.' -rF
complete -c 'linefeed' -n '__linefeed_should_offer_completions_for_flags_or_options "linefeed encode-rt" rejects' -l 'rejects' -d 'Write rejected rows to FILE.' -rF
complete -c 'linefeed' -n '__linefeed_should_offer_completions_for_flags_or_options "linefeed encode-rt" summary' -l 'summary' -d 'Write the run\'s figures to FILE, or - for stdout.' -rF
complete -c 'linefeed' -n '__linefeed_should_offer_completions_for_flags_or_options "linefeed encode-rt" strict' -l 'strict' -d 'End with 65 on any reject or invalid value.'
complete -c 'linefeed' -n '__linefeed_should_offer_completions_for_flags_or_options "linefeed encode-rt" progress' -l 'progress' -d 'A bar on stderr: auto, always or never.' -rfka 'auto always never'
complete -c 'linefeed' -n '__linefeed_should_offer_completions_for_flags_or_options "linefeed encode-rt" color' -l 'color' -d 'Colours on stderr: auto, always or never.' -rfka 'auto always never'
complete -c 'linefeed' -n '__linefeed_should_offer_completions_for_flags_or_options "linefeed encode-rt" pass-through' -l 'pass-through' -d 'Forward tables the stage does not consume.'
complete -c 'linefeed' -n '__linefeed_should_offer_completions_for_flags_or_options "linefeed encode-rt" allow-empty' -l 'allow-empty' -d 'Write an empty output where there is nothing to work on, and end with 0.'
complete -c 'linefeed' -n '__linefeed_should_offer_completions_for_flags_or_options "linefeed encode-rt" guard-formulas' -l 'guard-formulas' -d 'CSV: begin text that is a formula to a spreadsheet with an apostrophe.'
complete -c 'linefeed' -n '__linefeed_should_offer_completions_for_flags_or_options "linefeed encode-rt" max-line-bytes' -l 'max-line-bytes' -d 'Longest accepted input line.' -rfka ''
complete -c 'linefeed' -n '__linefeed_should_offer_completions_for_flags_or_options "linefeed encode-rt" feed-id' -l 'feed-id' -d 'Add feed_id to every record.' -rfka ''
complete -c 'linefeed' -n '__linefeed_should_offer_completions_for_flags_or_options "linefeed encode-rt" version' -l 'version' -d 'Show the version.'
complete -c 'linefeed' -n '__linefeed_should_offer_completions_for_flags_or_options "linefeed encode-rt" h help' -s 'h' -l 'help' -d 'Show help information.'
complete -c 'linefeed' -n '__linefeed_should_offer_completions_for_positional "linefeed build-polylines" -ge 1' -F
complete -c 'linefeed' -n '__linefeed_should_offer_completions_for_flags_or_options "linefeed build-polylines" feed' -l 'feed' -d 'Take the schedule from a zip, folder or records.' -rF
complete -c 'linefeed' -n '__linefeed_should_offer_completions_for_flags_or_options "linefeed build-polylines" by' -l 'by' -d 'What a line stands for: pattern, trip, route or way.' -rfka 'pattern trip route way'
complete -c 'linefeed' -n '__linefeed_should_offer_completions_for_flags_or_options "linefeed build-polylines" geometry' -l 'geometry' -d 'Draw from stops, shapes, or auto: shapes where there are.' -rfka 'stops shapes auto'
complete -c 'linefeed' -n '__linefeed_should_offer_completions_for_flags_or_options "linefeed build-polylines" format' -l 'format' -d 'geojsonl, csv, parquet, xlsx (a workbook), geojson, encoded or wkt.' -rfka 'geojsonl csv parquet xlsx geojson encoded wkt'
complete -c 'linefeed' -n '__linefeed_should_offer_completions_for_flags_or_options "linefeed build-polylines" split' -l 'split' -d 'Write a file of lines and one of pins into this folder.' -rfa '(__linefeed_complete_directories)'
complete -c 'linefeed' -n '__linefeed_should_offer_completions_for_flags_or_options "linefeed build-polylines" precision' -l 'precision' -d 'Decimals of encoded polylines, 5 or 6.' -rfka ''
complete -c 'linefeed' -n '__linefeed_should_offer_completions_for_flags_or_options "linefeed build-polylines" digits' -l 'digits' -d 'Decimals of coordinates.' -rfka ''
complete -c 'linefeed' -n '__linefeed_should_offer_completions_for_flags_or_options "linefeed build-polylines" same-way' -l 'same-way' -d 'With --by route or way: what runs this near is on one way.' -rfka ''
complete -c 'linefeed' -n '__linefeed_should_offer_completions_for_flags_or_options "linefeed build-polylines" date' -l 'date' -d 'Draw and count what runs on this day only.' -rfka ''
complete -c 'linefeed' -n '__linefeed_should_offer_completions_for_flags_or_options "linefeed build-polylines" simplify' -l 'simplify' -d 'Leave out points this near to the line.' -rfka ''
complete -c 'linefeed' -n '__linefeed_should_offer_completions_for_flags_or_options "linefeed build-polylines" pins' -l 'pins' -d 'Write a point for each stop too.'
complete -c 'linefeed' -n '__linefeed_should_offer_completions_for_flags_or_options "linefeed build-polylines"' -l 'route' -d 'Draw this route only; repeat for more.' -rfka ''
complete -c 'linefeed' -n '__linefeed_should_offer_completions_for_flags_or_options "linefeed build-polylines"' -l 'trip' -d 'Draw this trip only; repeat for more.' -rfka ''
complete -c 'linefeed' -n '__linefeed_should_offer_completions_for_flags_or_options "linefeed build-polylines"' -l 'where' -d 'Take only rows whose COLUMN has one of these values; also != < <= > >=; may be repeated.' -rfka ''
complete -c 'linefeed' -n '__linefeed_should_offer_completions_for_flags_or_options "linefeed build-polylines" o output' -l 'output' -s 'o' -d 'Write to FILE, whole or not at all; .gz compresses.' -rF
complete -c 'linefeed' -n '__linefeed_should_offer_completions_for_flags_or_options "linefeed build-polylines"' -l 'verbose' -s 'v' -d 'Show repairs; twice shows timings too.'
complete -c 'linefeed' -n '__linefeed_should_offer_completions_for_flags_or_options "linefeed build-polylines" q quiet' -l 'quiet' -s 'q' -d 'Show errors only.'
complete -c 'linefeed' -n '__linefeed_should_offer_completions_for_flags_or_options "linefeed build-polylines" log-format' -l 'log-format' -d 'Messages as text or json.' -rfka 'text json'
complete -c 'linefeed' -n '__linefeed_should_offer_completions_for_flags_or_options "linefeed build-polylines" diagnostics' -l 'diagnostics' -d 'Write all findings to FILE.' -rF
complete -c 'linefeed' -n '__linefeed_should_offer_completions_for_flags_or_options "linefeed build-polylines" rejects' -l 'rejects' -d 'Write rejected rows to FILE.' -rF
complete -c 'linefeed' -n '__linefeed_should_offer_completions_for_flags_or_options "linefeed build-polylines" summary' -l 'summary' -d 'Write the run\'s figures to FILE, or - for stdout.' -rF
complete -c 'linefeed' -n '__linefeed_should_offer_completions_for_flags_or_options "linefeed build-polylines" strict' -l 'strict' -d 'End with 65 on any reject or invalid value.'
complete -c 'linefeed' -n '__linefeed_should_offer_completions_for_flags_or_options "linefeed build-polylines" progress' -l 'progress' -d 'A bar on stderr: auto, always or never.' -rfka 'auto always never'
complete -c 'linefeed' -n '__linefeed_should_offer_completions_for_flags_or_options "linefeed build-polylines" color' -l 'color' -d 'Colours on stderr: auto, always or never.' -rfka 'auto always never'
complete -c 'linefeed' -n '__linefeed_should_offer_completions_for_flags_or_options "linefeed build-polylines" pass-through' -l 'pass-through' -d 'Forward tables the stage does not consume.'
complete -c 'linefeed' -n '__linefeed_should_offer_completions_for_flags_or_options "linefeed build-polylines" allow-empty' -l 'allow-empty' -d 'Write an empty output where there is nothing to work on, and end with 0.'
complete -c 'linefeed' -n '__linefeed_should_offer_completions_for_flags_or_options "linefeed build-polylines" guard-formulas' -l 'guard-formulas' -d 'CSV: begin text that is a formula to a spreadsheet with an apostrophe.'
complete -c 'linefeed' -n '__linefeed_should_offer_completions_for_flags_or_options "linefeed build-polylines" max-line-bytes' -l 'max-line-bytes' -d 'Longest accepted input line.' -rfka ''
complete -c 'linefeed' -n '__linefeed_should_offer_completions_for_flags_or_options "linefeed build-polylines" feed-id' -l 'feed-id' -d 'Add feed_id to every record.' -rfka ''
complete -c 'linefeed' -n '__linefeed_should_offer_completions_for_flags_or_options "linefeed build-polylines" version' -l 'version' -d 'Show the version.'
complete -c 'linefeed' -n '__linefeed_should_offer_completions_for_flags_or_options "linefeed build-polylines" h help' -s 'h' -l 'help' -d 'Show help information.'
complete -c 'linefeed' -n '__linefeed_should_offer_completions_for_flags_or_options "linefeed occupancy-report" by' -l 'by' -d 'Group by route_id, direction_id, trip_id, stop_id, stop_sequence, vehicle_id, hour, time_bin, weekday, day_type, date, service_date, feed_id, carriage; route_id,hour unless given.' -rfka ''
complete -c 'linefeed' -n '__linefeed_should_offer_completions_for_flags_or_options "linefeed occupancy-report" bin' -l 'bin' -d 'How long a time_bin is; minutes that part a day evenly. 1h unless given.' -rfka ''
complete -c 'linefeed' -n '__linefeed_should_offer_completions_for_flags_or_options "linefeed occupancy-report" days' -l 'days' -d 'Look at these days alone: weekday, saturday, sunday, weekend, or mon,tue,…' -rfka ''
complete -c 'linefeed' -n '__linefeed_should_offer_completions_for_flags_or_options "linefeed occupancy-report" from' -l 'from' -d 'Look at no time before this: 07:00 of every day, or a time such as 2026-03-02T07:00.' -rfka ''
complete -c 'linefeed' -n '__linefeed_should_offer_completions_for_flags_or_options "linefeed occupancy-report" to' -l 'to' -d 'Look at no time from this on; before --from: past midnight.' -rfka ''
complete -c 'linefeed' -n '__linefeed_should_offer_completions_for_flags_or_options "linefeed occupancy-report" feed' -l 'feed' -d 'Take zone and names from a schedule, and report what matches.' -rF
complete -c 'linefeed' -n '__linefeed_should_offer_completions_for_flags_or_options "linefeed occupancy-report" timezone' -l 'timezone' -d 'Hours and days in this IANA zone; else the feed\'s, else UTC.' -rfka ''
complete -c 'linefeed' -n '__linefeed_should_offer_completions_for_flags_or_options "linefeed occupancy-report" format' -l 'format' -d 'ndjson, csv, parquet, xlsx (a workbook), markdown, table, html (a page), svg (a picture) or png (a picture).' -rfka 'ndjson csv parquet xlsx markdown table html svg png'
complete -c 'linefeed' -n '__linefeed_should_offer_completions_for_flags_or_options "linefeed occupancy-report" deduplicate' -l 'deduplicate' -d 'exact (the usual), consecutive (repeats of a vehicle\'s last time) or off.' -rfka 'exact consecutive off'
complete -c 'linefeed' -n '__linefeed_should_offer_completions_for_flags_or_options "linefeed occupancy-report" min-observations' -l 'min-observations' -d 'Leave out groups with fewer observations.' -rfka ''
complete -c 'linefeed' -n '__linefeed_should_offer_completions_for_flags_or_options "linefeed occupancy-report" sort' -l 'sort' -d 'Sort by a column; -column for the largest first.' -rfka ''
complete -c 'linefeed' -n '__linefeed_should_offer_completions_for_flags_or_options "linefeed occupancy-report" partial' -l 'partial' -d 'Write a part of a report, for --merge; a vehicle\'s records must be in one part.'
complete -c 'linefeed' -n '__linefeed_should_offer_completions_for_flags_or_options "linefeed occupancy-report" merge' -l 'merge' -d 'Add up parts of a report.'
complete -c 'linefeed' -n '__linefeed_should_offer_completions_for_flags_or_options "linefeed occupancy-report" carriages' -l 'carriages' -d 'Count carriages instead of vehicles.'
complete -c 'linefeed' -n '__linefeed_should_offer_completions_for_flags_or_options "linefeed occupancy-report"' -l 'where' -d 'Take only rows whose COLUMN has one of these values; also != < <= > >=; may be repeated.' -rfka ''
complete -c 'linefeed' -n '__linefeed_should_offer_completions_for_flags_or_options "linefeed occupancy-report" o output' -l 'output' -s 'o' -d 'Write to FILE, whole or not at all; .gz compresses.' -rF
complete -c 'linefeed' -n '__linefeed_should_offer_completions_for_flags_or_options "linefeed occupancy-report"' -l 'verbose' -s 'v' -d 'Show repairs; twice shows timings too.'
complete -c 'linefeed' -n '__linefeed_should_offer_completions_for_flags_or_options "linefeed occupancy-report" q quiet' -l 'quiet' -s 'q' -d 'Show errors only.'
complete -c 'linefeed' -n '__linefeed_should_offer_completions_for_flags_or_options "linefeed occupancy-report" log-format' -l 'log-format' -d 'Messages as text or json.' -rfka 'text json'
complete -c 'linefeed' -n '__linefeed_should_offer_completions_for_flags_or_options "linefeed occupancy-report" diagnostics' -l 'diagnostics' -d 'Write all findings to FILE.' -rF
complete -c 'linefeed' -n '__linefeed_should_offer_completions_for_flags_or_options "linefeed occupancy-report" rejects' -l 'rejects' -d 'Write rejected rows to FILE.' -rF
complete -c 'linefeed' -n '__linefeed_should_offer_completions_for_flags_or_options "linefeed occupancy-report" summary' -l 'summary' -d 'Write the run\'s figures to FILE, or - for stdout.' -rF
complete -c 'linefeed' -n '__linefeed_should_offer_completions_for_flags_or_options "linefeed occupancy-report" strict' -l 'strict' -d 'End with 65 on any reject or invalid value.'
complete -c 'linefeed' -n '__linefeed_should_offer_completions_for_flags_or_options "linefeed occupancy-report" progress' -l 'progress' -d 'A bar on stderr: auto, always or never.' -rfka 'auto always never'
complete -c 'linefeed' -n '__linefeed_should_offer_completions_for_flags_or_options "linefeed occupancy-report" color' -l 'color' -d 'Colours on stderr: auto, always or never.' -rfka 'auto always never'
complete -c 'linefeed' -n '__linefeed_should_offer_completions_for_flags_or_options "linefeed occupancy-report" pass-through' -l 'pass-through' -d 'Forward tables the stage does not consume.'
complete -c 'linefeed' -n '__linefeed_should_offer_completions_for_flags_or_options "linefeed occupancy-report" allow-empty' -l 'allow-empty' -d 'Write an empty output where there is nothing to work on, and end with 0.'
complete -c 'linefeed' -n '__linefeed_should_offer_completions_for_flags_or_options "linefeed occupancy-report" guard-formulas' -l 'guard-formulas' -d 'CSV: begin text that is a formula to a spreadsheet with an apostrophe.'
complete -c 'linefeed' -n '__linefeed_should_offer_completions_for_flags_or_options "linefeed occupancy-report" max-line-bytes' -l 'max-line-bytes' -d 'Longest accepted input line.' -rfka ''
complete -c 'linefeed' -n '__linefeed_should_offer_completions_for_flags_or_options "linefeed occupancy-report" feed-id' -l 'feed-id' -d 'Add feed_id to every record.' -rfka ''
complete -c 'linefeed' -n '__linefeed_should_offer_completions_for_flags_or_options "linefeed occupancy-report" version' -l 'version' -d 'Show the version.'
complete -c 'linefeed' -n '__linefeed_should_offer_completions_for_flags_or_options "linefeed occupancy-report" h help' -s 'h' -l 'help' -d 'Show help information.'
complete -c 'linefeed' -n '__linefeed_should_offer_completions_for_positional "linefeed service-levels" -ge 1' -F
complete -c 'linefeed' -n '__linefeed_should_offer_completions_for_flags_or_options "linefeed service-levels" feed' -l 'feed' -d 'The feed: a zip, a folder, a store or records.' -rF
complete -c 'linefeed' -n '__linefeed_should_offer_completions_for_flags_or_options "linefeed service-levels" by' -l 'by' -d 'Group by these keys; route_id,date unless said, of a calendar date.' -rfka ''
complete -c 'linefeed' -n '__linefeed_should_offer_completions_for_flags_or_options "linefeed service-levels" date' -l 'date' -d 'Service days, as in 20260302 or 20260302-20260308.' -rfka ''
complete -c 'linefeed' -n '__linefeed_should_offer_completions_for_flags_or_options "linefeed service-levels" days' -l 'days' -d 'Look at these service days alone: weekday, saturday, sunday, weekend, or mon,tue,…' -rfka ''
complete -c 'linefeed' -n '__linefeed_should_offer_completions_for_flags_or_options "linefeed service-levels" from' -l 'from' -d 'Look at the service day from this time on: 07:00, 25:10.' -rfka ''
complete -c 'linefeed' -n '__linefeed_should_offer_completions_for_flags_or_options "linefeed service-levels" to' -l 'to' -d 'Look at the service day before this time; earlier than --from: on the next day.' -rfka ''
complete -c 'linefeed' -n '__linefeed_should_offer_completions_for_flags_or_options "linefeed service-levels" served-only' -l 'served-only' -d 'Leave out stops without service, which --by stop_id has with 0 trips.'
complete -c 'linefeed' -n '__linefeed_should_offer_completions_for_flags_or_options "linefeed service-levels" format' -l 'format' -d 'ndjson, csv, parquet, xlsx (a workbook), markdown, table, html (a page), svg (a picture) or png (a picture).' -rfka 'ndjson csv parquet xlsx markdown table html svg png'
complete -c 'linefeed' -n '__linefeed_should_offer_completions_for_flags_or_options "linefeed service-levels"' -l 'where' -d 'Take only rows whose COLUMN has one of these values; also != < <= > >=; may be repeated.' -rfka ''
complete -c 'linefeed' -n '__linefeed_should_offer_completions_for_flags_or_options "linefeed service-levels" o output' -l 'output' -s 'o' -d 'Write to FILE, whole or not at all; .gz compresses.' -rF
complete -c 'linefeed' -n '__linefeed_should_offer_completions_for_flags_or_options "linefeed service-levels"' -l 'verbose' -s 'v' -d 'Show repairs; twice shows timings too.'
complete -c 'linefeed' -n '__linefeed_should_offer_completions_for_flags_or_options "linefeed service-levels" q quiet' -l 'quiet' -s 'q' -d 'Show errors only.'
complete -c 'linefeed' -n '__linefeed_should_offer_completions_for_flags_or_options "linefeed service-levels" log-format' -l 'log-format' -d 'Messages as text or json.' -rfka 'text json'
complete -c 'linefeed' -n '__linefeed_should_offer_completions_for_flags_or_options "linefeed service-levels" diagnostics' -l 'diagnostics' -d 'Write all findings to FILE.' -rF
complete -c 'linefeed' -n '__linefeed_should_offer_completions_for_flags_or_options "linefeed service-levels" rejects' -l 'rejects' -d 'Write rejected rows to FILE.' -rF
complete -c 'linefeed' -n '__linefeed_should_offer_completions_for_flags_or_options "linefeed service-levels" summary' -l 'summary' -d 'Write the run\'s figures to FILE, or - for stdout.' -rF
complete -c 'linefeed' -n '__linefeed_should_offer_completions_for_flags_or_options "linefeed service-levels" strict' -l 'strict' -d 'End with 65 on any reject or invalid value.'
complete -c 'linefeed' -n '__linefeed_should_offer_completions_for_flags_or_options "linefeed service-levels" progress' -l 'progress' -d 'A bar on stderr: auto, always or never.' -rfka 'auto always never'
complete -c 'linefeed' -n '__linefeed_should_offer_completions_for_flags_or_options "linefeed service-levels" color' -l 'color' -d 'Colours on stderr: auto, always or never.' -rfka 'auto always never'
complete -c 'linefeed' -n '__linefeed_should_offer_completions_for_flags_or_options "linefeed service-levels" pass-through' -l 'pass-through' -d 'Forward tables the stage does not consume.'
complete -c 'linefeed' -n '__linefeed_should_offer_completions_for_flags_or_options "linefeed service-levels" allow-empty' -l 'allow-empty' -d 'Write an empty output where there is nothing to work on, and end with 0.'
complete -c 'linefeed' -n '__linefeed_should_offer_completions_for_flags_or_options "linefeed service-levels" guard-formulas' -l 'guard-formulas' -d 'CSV: begin text that is a formula to a spreadsheet with an apostrophe.'
complete -c 'linefeed' -n '__linefeed_should_offer_completions_for_flags_or_options "linefeed service-levels" max-line-bytes' -l 'max-line-bytes' -d 'Longest accepted input line.' -rfka ''
complete -c 'linefeed' -n '__linefeed_should_offer_completions_for_flags_or_options "linefeed service-levels" feed-id' -l 'feed-id' -d 'Add feed_id to every record.' -rfka ''
complete -c 'linefeed' -n '__linefeed_should_offer_completions_for_flags_or_options "linefeed service-levels" version' -l 'version' -d 'Show the version.'
complete -c 'linefeed' -n '__linefeed_should_offer_completions_for_flags_or_options "linefeed service-levels" h help' -s 'h' -l 'help' -d 'Show help information.'
complete -c 'linefeed' -n '__linefeed_should_offer_completions_for_positional "linefeed departures" -ge 1' -F
complete -c 'linefeed' -n '__linefeed_should_offer_completions_for_flags_or_options "linefeed departures" feed' -l 'feed' -d 'The schedule: a zip, folder, store or records.' -rF
complete -c 'linefeed' -n '__linefeed_should_offer_completions_for_flags_or_options "linefeed departures"' -l 'stop' -d 'A stop or station; repeat for more.' -rfka ''
complete -c 'linefeed' -n '__linefeed_should_offer_completions_for_flags_or_options "linefeed departures" at' -l 'at' -d 'The board\'s time; now unless given.' -rfka ''
complete -c 'linefeed' -n '__linefeed_should_offer_completions_for_flags_or_options "linefeed departures" clock' -l 'clock' -d 'Whose clock a table shows and --at is read on: agency or stop (stop_timezone).' -rfka 'agency stop'
complete -c 'linefeed' -n '__linefeed_should_offer_completions_for_flags_or_options "linefeed departures" horizon' -l 'horizon' -d 'How far to look ahead, such as 90m.' -rfka ''
complete -c 'linefeed' -n '__linefeed_should_offer_completions_for_flags_or_options "linefeed departures" limit' -l 'limit' -d 'Show at most N departures.' -rfka ''
complete -c 'linefeed' -n '__linefeed_should_offer_completions_for_flags_or_options "linefeed departures"' -l 'route' -d 'Show this route only; repeat for more.' -rfka ''
complete -c 'linefeed' -n '__linefeed_should_offer_completions_for_flags_or_options "linefeed departures" include-cancelled' -l 'include-cancelled' -d 'Show cancelled trips too.'
complete -c 'linefeed' -n '__linefeed_should_offer_completions_for_flags_or_options "linefeed departures" min-match' -l 'min-match' -d 'End with 65 where less of realtime\'s trips match.' -rfka ''
complete -c 'linefeed' -n '__linefeed_should_offer_completions_for_flags_or_options "linefeed departures" n no-realtime' -s 'n' -l 'no-realtime' -d 'Read no realtime: the timetable alone.'
complete -c 'linefeed' -n '__linefeed_should_offer_completions_for_flags_or_options "linefeed departures" format' -l 'format' -d 'ndjson, csv, parquet, xlsx (a workbook) or table.' -rfka 'ndjson csv parquet xlsx table'
complete -c 'linefeed' -n '__linefeed_should_offer_completions_for_flags_or_options "linefeed departures"' -l 'where' -d 'Take only rows whose COLUMN has one of these values; also != < <= > >=; may be repeated.' -rfka ''
complete -c 'linefeed' -n '__linefeed_should_offer_completions_for_flags_or_options "linefeed departures" o output' -l 'output' -s 'o' -d 'Write to FILE, whole or not at all; .gz compresses.' -rF
complete -c 'linefeed' -n '__linefeed_should_offer_completions_for_flags_or_options "linefeed departures"' -l 'verbose' -s 'v' -d 'Show repairs; twice shows timings too.'
complete -c 'linefeed' -n '__linefeed_should_offer_completions_for_flags_or_options "linefeed departures" q quiet' -l 'quiet' -s 'q' -d 'Show errors only.'
complete -c 'linefeed' -n '__linefeed_should_offer_completions_for_flags_or_options "linefeed departures" log-format' -l 'log-format' -d 'Messages as text or json.' -rfka 'text json'
complete -c 'linefeed' -n '__linefeed_should_offer_completions_for_flags_or_options "linefeed departures" diagnostics' -l 'diagnostics' -d 'Write all findings to FILE.' -rF
complete -c 'linefeed' -n '__linefeed_should_offer_completions_for_flags_or_options "linefeed departures" rejects' -l 'rejects' -d 'Write rejected rows to FILE.' -rF
complete -c 'linefeed' -n '__linefeed_should_offer_completions_for_flags_or_options "linefeed departures" summary' -l 'summary' -d 'Write the run\'s figures to FILE, or - for stdout.' -rF
complete -c 'linefeed' -n '__linefeed_should_offer_completions_for_flags_or_options "linefeed departures" strict' -l 'strict' -d 'End with 65 on any reject or invalid value.'
complete -c 'linefeed' -n '__linefeed_should_offer_completions_for_flags_or_options "linefeed departures" progress' -l 'progress' -d 'A bar on stderr: auto, always or never.' -rfka 'auto always never'
complete -c 'linefeed' -n '__linefeed_should_offer_completions_for_flags_or_options "linefeed departures" color' -l 'color' -d 'Colours on stderr: auto, always or never.' -rfka 'auto always never'
complete -c 'linefeed' -n '__linefeed_should_offer_completions_for_flags_or_options "linefeed departures" pass-through' -l 'pass-through' -d 'Forward tables the stage does not consume.'
complete -c 'linefeed' -n '__linefeed_should_offer_completions_for_flags_or_options "linefeed departures" allow-empty' -l 'allow-empty' -d 'Write an empty output where there is nothing to work on, and end with 0.'
complete -c 'linefeed' -n '__linefeed_should_offer_completions_for_flags_or_options "linefeed departures" guard-formulas' -l 'guard-formulas' -d 'CSV: begin text that is a formula to a spreadsheet with an apostrophe.'
complete -c 'linefeed' -n '__linefeed_should_offer_completions_for_flags_or_options "linefeed departures" max-line-bytes' -l 'max-line-bytes' -d 'Longest accepted input line.' -rfka ''
complete -c 'linefeed' -n '__linefeed_should_offer_completions_for_flags_or_options "linefeed departures" feed-id' -l 'feed-id' -d 'Add feed_id to every record.' -rfka ''
complete -c 'linefeed' -n '__linefeed_should_offer_completions_for_flags_or_options "linefeed departures" version' -l 'version' -d 'Show the version.'
complete -c 'linefeed' -n '__linefeed_should_offer_completions_for_flags_or_options "linefeed departures" h help' -s 'h' -l 'help' -d 'Show help information.'
complete -c 'linefeed' -n '__linefeed_should_offer_completions_for_positional "linefeed trip-details" -ge 1' -F
complete -c 'linefeed' -n '__linefeed_should_offer_completions_for_flags_or_options "linefeed trip-details" feed' -l 'feed' -d 'The schedule: a zip, folder, store or records.' -rF
complete -c 'linefeed' -n '__linefeed_should_offer_completions_for_flags_or_options "linefeed trip-details" trip' -l 'trip' -d 'Show this trip; all records are realtime then.' -rfka ''
complete -c 'linefeed' -n '__linefeed_should_offer_completions_for_flags_or_options "linefeed trip-details" date' -l 'date' -d 'The service day, YYYYMMDD; else the nearest.' -rfka ''
complete -c 'linefeed' -n '__linefeed_should_offer_completions_for_flags_or_options "linefeed trip-details" n no-realtime' -s 'n' -l 'no-realtime' -d 'Read no records: the timetable alone.'
complete -c 'linefeed' -n '__linefeed_should_offer_completions_for_flags_or_options "linefeed trip-details" format' -l 'format' -d 'ndjson, csv, parquet or xlsx (a workbook).' -rfka 'ndjson csv parquet xlsx'
complete -c 'linefeed' -n '__linefeed_should_offer_completions_for_flags_or_options "linefeed trip-details"' -l 'where' -d 'Take only rows whose COLUMN has one of these values; also != < <= > >=; may be repeated.' -rfka ''
complete -c 'linefeed' -n '__linefeed_should_offer_completions_for_flags_or_options "linefeed trip-details" o output' -l 'output' -s 'o' -d 'Write to FILE, whole or not at all; .gz compresses.' -rF
complete -c 'linefeed' -n '__linefeed_should_offer_completions_for_flags_or_options "linefeed trip-details"' -l 'verbose' -s 'v' -d 'Show repairs; twice shows timings too.'
complete -c 'linefeed' -n '__linefeed_should_offer_completions_for_flags_or_options "linefeed trip-details" q quiet' -l 'quiet' -s 'q' -d 'Show errors only.'
complete -c 'linefeed' -n '__linefeed_should_offer_completions_for_flags_or_options "linefeed trip-details" log-format' -l 'log-format' -d 'Messages as text or json.' -rfka 'text json'
complete -c 'linefeed' -n '__linefeed_should_offer_completions_for_flags_or_options "linefeed trip-details" diagnostics' -l 'diagnostics' -d 'Write all findings to FILE.' -rF
complete -c 'linefeed' -n '__linefeed_should_offer_completions_for_flags_or_options "linefeed trip-details" rejects' -l 'rejects' -d 'Write rejected rows to FILE.' -rF
complete -c 'linefeed' -n '__linefeed_should_offer_completions_for_flags_or_options "linefeed trip-details" summary' -l 'summary' -d 'Write the run\'s figures to FILE, or - for stdout.' -rF
complete -c 'linefeed' -n '__linefeed_should_offer_completions_for_flags_or_options "linefeed trip-details" strict' -l 'strict' -d 'End with 65 on any reject or invalid value.'
complete -c 'linefeed' -n '__linefeed_should_offer_completions_for_flags_or_options "linefeed trip-details" progress' -l 'progress' -d 'A bar on stderr: auto, always or never.' -rfka 'auto always never'
complete -c 'linefeed' -n '__linefeed_should_offer_completions_for_flags_or_options "linefeed trip-details" color' -l 'color' -d 'Colours on stderr: auto, always or never.' -rfka 'auto always never'
complete -c 'linefeed' -n '__linefeed_should_offer_completions_for_flags_or_options "linefeed trip-details" pass-through' -l 'pass-through' -d 'Forward tables the stage does not consume.'
complete -c 'linefeed' -n '__linefeed_should_offer_completions_for_flags_or_options "linefeed trip-details" allow-empty' -l 'allow-empty' -d 'Write an empty output where there is nothing to work on, and end with 0.'
complete -c 'linefeed' -n '__linefeed_should_offer_completions_for_flags_or_options "linefeed trip-details" guard-formulas' -l 'guard-formulas' -d 'CSV: begin text that is a formula to a spreadsheet with an apostrophe.'
complete -c 'linefeed' -n '__linefeed_should_offer_completions_for_flags_or_options "linefeed trip-details" max-line-bytes' -l 'max-line-bytes' -d 'Longest accepted input line.' -rfka ''
complete -c 'linefeed' -n '__linefeed_should_offer_completions_for_flags_or_options "linefeed trip-details" feed-id' -l 'feed-id' -d 'Add feed_id to every record.' -rfka ''
complete -c 'linefeed' -n '__linefeed_should_offer_completions_for_flags_or_options "linefeed trip-details" version' -l 'version' -d 'Show the version.'
complete -c 'linefeed' -n '__linefeed_should_offer_completions_for_flags_or_options "linefeed trip-details" h help' -s 'h' -l 'help' -d 'Show help information.'
complete -c 'linefeed' -n '__linefeed_should_offer_completions_for_flags_or_options "linefeed stop-visits" feed' -l 'feed' -d 'The schedule: a zip, a folder, a store, a file of records.' -rF
complete -c 'linefeed' -n '__linefeed_should_offer_completions_for_flags_or_options "linefeed stop-visits"' -l 'service-date' -d 'Only this service day; repeat for more.' -rfka ''
complete -c 'linefeed' -n '__linefeed_should_offer_completions_for_flags_or_options "linefeed stop-visits" near' -l 'near' -d 'A vehicle that stops so near to a stop is at it.' -rfka ''
complete -c 'linefeed' -n '__linefeed_should_offer_completions_for_flags_or_options "linefeed stop-visits" max-gap' -l 'max-gap' -d 'Two positions further apart tell nothing of what is between.' -rfka ''
complete -c 'linefeed' -n '__linefeed_should_offer_completions_for_flags_or_options "linefeed stop-visits" idle' -l 'idle' -d 'A run is over when it was silent so long.' -rfka ''
complete -c 'linefeed' -n '__linefeed_should_offer_completions_for_flags_or_options "linefeed stop-visits" missing' -l 'missing' -d 'Write rows for stops and runs that were not seen too.'
complete -c 'linefeed' -n '__linefeed_should_offer_completions_for_flags_or_options "linefeed stop-visits" locations' -l 'locations' -d 'Write vehicle_locations, each position once.'
complete -c 'linefeed' -n '__linefeed_should_offer_completions_for_flags_or_options "linefeed stop-visits" tides' -l 'tides' -d 'Write TIDES\'s files into DIR; implies --missing.' -rfka ''
complete -c 'linefeed' -n '__linefeed_should_offer_completions_for_flags_or_options "linefeed stop-visits" split' -l 'split' -d 'Write a file for each table into this folder.' -rfa '(__linefeed_complete_directories)'
complete -c 'linefeed' -n '__linefeed_should_offer_completions_for_flags_or_options "linefeed stop-visits" format' -l 'format' -d 'ndjson, csv, parquet or xlsx (a workbook); csv, parquet and xlsx with --split.' -rfka 'ndjson csv parquet xlsx'
complete -c 'linefeed' -n '__linefeed_should_offer_completions_for_flags_or_options "linefeed stop-visits"' -l 'where' -d 'Take only rows whose COLUMN has one of these values; also != < <= > >=; may be repeated.' -rfka ''
complete -c 'linefeed' -n '__linefeed_should_offer_completions_for_flags_or_options "linefeed stop-visits" o output' -l 'output' -s 'o' -d 'Write to FILE, whole or not at all; .gz compresses.' -rF
complete -c 'linefeed' -n '__linefeed_should_offer_completions_for_flags_or_options "linefeed stop-visits"' -l 'verbose' -s 'v' -d 'Show repairs; twice shows timings too.'
complete -c 'linefeed' -n '__linefeed_should_offer_completions_for_flags_or_options "linefeed stop-visits" q quiet' -l 'quiet' -s 'q' -d 'Show errors only.'
complete -c 'linefeed' -n '__linefeed_should_offer_completions_for_flags_or_options "linefeed stop-visits" log-format' -l 'log-format' -d 'Messages as text or json.' -rfka 'text json'
complete -c 'linefeed' -n '__linefeed_should_offer_completions_for_flags_or_options "linefeed stop-visits" diagnostics' -l 'diagnostics' -d 'Write all findings to FILE.' -rF
complete -c 'linefeed' -n '__linefeed_should_offer_completions_for_flags_or_options "linefeed stop-visits" rejects' -l 'rejects' -d 'Write rejected rows to FILE.' -rF
complete -c 'linefeed' -n '__linefeed_should_offer_completions_for_flags_or_options "linefeed stop-visits" summary' -l 'summary' -d 'Write the run\'s figures to FILE, or - for stdout.' -rF
complete -c 'linefeed' -n '__linefeed_should_offer_completions_for_flags_or_options "linefeed stop-visits" strict' -l 'strict' -d 'End with 65 on any reject or invalid value.'
complete -c 'linefeed' -n '__linefeed_should_offer_completions_for_flags_or_options "linefeed stop-visits" progress' -l 'progress' -d 'A bar on stderr: auto, always or never.' -rfka 'auto always never'
complete -c 'linefeed' -n '__linefeed_should_offer_completions_for_flags_or_options "linefeed stop-visits" color' -l 'color' -d 'Colours on stderr: auto, always or never.' -rfka 'auto always never'
complete -c 'linefeed' -n '__linefeed_should_offer_completions_for_flags_or_options "linefeed stop-visits" pass-through' -l 'pass-through' -d 'Forward tables the stage does not consume.'
complete -c 'linefeed' -n '__linefeed_should_offer_completions_for_flags_or_options "linefeed stop-visits" allow-empty' -l 'allow-empty' -d 'Write an empty output where there is nothing to work on, and end with 0.'
complete -c 'linefeed' -n '__linefeed_should_offer_completions_for_flags_or_options "linefeed stop-visits" guard-formulas' -l 'guard-formulas' -d 'CSV: begin text that is a formula to a spreadsheet with an apostrophe.'
complete -c 'linefeed' -n '__linefeed_should_offer_completions_for_flags_or_options "linefeed stop-visits" max-line-bytes' -l 'max-line-bytes' -d 'Longest accepted input line.' -rfka ''
complete -c 'linefeed' -n '__linefeed_should_offer_completions_for_flags_or_options "linefeed stop-visits" feed-id' -l 'feed-id' -d 'Add feed_id to every record.' -rfka ''
complete -c 'linefeed' -n '__linefeed_should_offer_completions_for_flags_or_options "linefeed stop-visits" version' -l 'version' -d 'Show the version.'
complete -c 'linefeed' -n '__linefeed_should_offer_completions_for_flags_or_options "linefeed stop-visits" h help' -s 'h' -l 'help' -d 'Show help information.'
complete -c 'linefeed' -n '__linefeed_should_offer_completions_for_flags_or_options "linefeed performance-report" of' -l 'of' -d 'Which figures: punctuality, headways, segments, load, delivery or predictions; several, with commas, for one page.' -rfka ''
complete -c 'linefeed' -n '__linefeed_should_offer_completions_for_flags_or_options "linefeed performance-report" by' -l 'by' -d 'Group by route_id, direction_id, pattern_id, trip_id, stop_id, stop_sequence, vehicle_id, hour, time_bin, weekday, day_type, service_date, feed_id; route_id,hour unless given.' -rfka ''
complete -c 'linefeed' -n '__linefeed_should_offer_completions_for_flags_or_options "linefeed performance-report" bin' -l 'bin' -d 'How long a time_bin is; minutes that part a day evenly. 1h unless given.' -rfka ''
complete -c 'linefeed' -n '__linefeed_should_offer_completions_for_flags_or_options "linefeed performance-report" feed' -l 'feed' -d 'Take names, and the places of stops for segments, from a schedule.' -rF
complete -c 'linefeed' -n '__linefeed_should_offer_completions_for_flags_or_options "linefeed performance-report" timezone' -l 'timezone' -d 'Hours in this IANA zone; else on the clock of the records.' -rfka ''
complete -c 'linefeed' -n '__linefeed_should_offer_completions_for_flags_or_options "linefeed performance-report" days' -l 'days' -d 'Look at these service days alone: weekday, saturday, sunday, weekend, or mon,tue,…' -rfka ''
complete -c 'linefeed' -n '__linefeed_should_offer_completions_for_flags_or_options "linefeed performance-report" from' -l 'from' -d 'Look at visits from this time on: 07:00, or with a date.' -rfka ''
complete -c 'linefeed' -n '__linefeed_should_offer_completions_for_flags_or_options "linefeed performance-report" to' -l 'to' -d 'Look at visits before this time.' -rfka ''
complete -c 'linefeed' -n '__linefeed_should_offer_completions_for_flags_or_options "linefeed performance-report" early' -l 'early' -d 'punctuality: earlier than that is early; 60s unless given.' -rfka ''
complete -c 'linefeed' -n '__linefeed_should_offer_completions_for_flags_or_options "linefeed performance-report" late' -l 'late' -d 'punctuality: later than that is late; 300s unless given.' -rfka ''
complete -c 'linefeed' -n '__linefeed_should_offer_completions_for_flags_or_options "linefeed performance-report" at' -l 'at' -d 'punctuality: departure or arrival; departure unless given.' -rfka 'departure arrival'
complete -c 'linefeed' -n '__linefeed_should_offer_completions_for_flags_or_options "linefeed performance-report" timepoints' -l 'timepoints' -d 'punctuality: timepoints alone.'
complete -c 'linefeed' -n '__linefeed_should_offer_completions_for_flags_or_options "linefeed performance-report" bunched' -l 'bunched' -d 'headways: bunched below this part of the scheduled one; 0.5 unless given.' -rfka ''
complete -c 'linefeed' -n '__linefeed_should_offer_completions_for_flags_or_options "linefeed performance-report" gapped' -l 'gapped' -d 'headways: gapped above this part of the scheduled one; 1.5 unless given.' -rfka ''
complete -c 'linefeed' -n '__linefeed_should_offer_completions_for_flags_or_options "linefeed performance-report" max-headway' -l 'max-headway' -d 'headways: runs due later than this after the one before count only as events; 15m unless given.' -rfka ''
complete -c 'linefeed' -n '__linefeed_should_offer_completions_for_flags_or_options "linefeed performance-report" crowded' -l 'crowded' -d 'load: crowded is low, moderate, high or very_crowded, or worse; high unless given.' -rfka 'low moderate high very_crowded'
complete -c 'linefeed' -n '__linefeed_should_offer_completions_for_flags_or_options "linefeed performance-report" load-point' -l 'load-point' -d 'load: what has one maximum load point, pattern or route (the --by keys); pattern unless given.' -rfka 'pattern route'
complete -c 'linefeed' -n '__linefeed_should_offer_completions_for_flags_or_options "linefeed performance-report" sort' -l 'sort' -d 'Sort by a column; -column for the largest first.' -rfka ''
complete -c 'linefeed' -n '__linefeed_should_offer_completions_for_flags_or_options "linefeed performance-report" format' -l 'format' -d 'ndjson, csv, parquet, xlsx (a workbook), markdown, table, html (a page), svg (a picture) or png (a picture).' -rfka 'ndjson csv parquet xlsx markdown table html svg png'
complete -c 'linefeed' -n '__linefeed_should_offer_completions_for_flags_or_options "linefeed performance-report" partial' -l 'partial' -d 'Write a part of a report, for --merge; a performed trip\'s records must be in one part.'
complete -c 'linefeed' -n '__linefeed_should_offer_completions_for_flags_or_options "linefeed performance-report" merge' -l 'merge' -d 'Add up parts of a report.'
complete -c 'linefeed' -n '__linefeed_should_offer_completions_for_flags_or_options "linefeed performance-report"' -l 'where' -d 'Take only rows whose COLUMN has one of these values; also != < <= > >=; may be repeated.' -rfka ''
complete -c 'linefeed' -n '__linefeed_should_offer_completions_for_flags_or_options "linefeed performance-report" o output' -l 'output' -s 'o' -d 'Write to FILE, whole or not at all; .gz compresses.' -rF
complete -c 'linefeed' -n '__linefeed_should_offer_completions_for_flags_or_options "linefeed performance-report"' -l 'verbose' -s 'v' -d 'Show repairs; twice shows timings too.'
complete -c 'linefeed' -n '__linefeed_should_offer_completions_for_flags_or_options "linefeed performance-report" q quiet' -l 'quiet' -s 'q' -d 'Show errors only.'
complete -c 'linefeed' -n '__linefeed_should_offer_completions_for_flags_or_options "linefeed performance-report" log-format' -l 'log-format' -d 'Messages as text or json.' -rfka 'text json'
complete -c 'linefeed' -n '__linefeed_should_offer_completions_for_flags_or_options "linefeed performance-report" diagnostics' -l 'diagnostics' -d 'Write all findings to FILE.' -rF
complete -c 'linefeed' -n '__linefeed_should_offer_completions_for_flags_or_options "linefeed performance-report" rejects' -l 'rejects' -d 'Write rejected rows to FILE.' -rF
complete -c 'linefeed' -n '__linefeed_should_offer_completions_for_flags_or_options "linefeed performance-report" summary' -l 'summary' -d 'Write the run\'s figures to FILE, or - for stdout.' -rF
complete -c 'linefeed' -n '__linefeed_should_offer_completions_for_flags_or_options "linefeed performance-report" strict' -l 'strict' -d 'End with 65 on any reject or invalid value.'
complete -c 'linefeed' -n '__linefeed_should_offer_completions_for_flags_or_options "linefeed performance-report" progress' -l 'progress' -d 'A bar on stderr: auto, always or never.' -rfka 'auto always never'
complete -c 'linefeed' -n '__linefeed_should_offer_completions_for_flags_or_options "linefeed performance-report" color' -l 'color' -d 'Colours on stderr: auto, always or never.' -rfka 'auto always never'
complete -c 'linefeed' -n '__linefeed_should_offer_completions_for_flags_or_options "linefeed performance-report" pass-through' -l 'pass-through' -d 'Forward tables the stage does not consume.'
complete -c 'linefeed' -n '__linefeed_should_offer_completions_for_flags_or_options "linefeed performance-report" allow-empty' -l 'allow-empty' -d 'Write an empty output where there is nothing to work on, and end with 0.'
complete -c 'linefeed' -n '__linefeed_should_offer_completions_for_flags_or_options "linefeed performance-report" guard-formulas' -l 'guard-formulas' -d 'CSV: begin text that is a formula to a spreadsheet with an apostrophe.'
complete -c 'linefeed' -n '__linefeed_should_offer_completions_for_flags_or_options "linefeed performance-report" max-line-bytes' -l 'max-line-bytes' -d 'Longest accepted input line.' -rfka ''
complete -c 'linefeed' -n '__linefeed_should_offer_completions_for_flags_or_options "linefeed performance-report" feed-id' -l 'feed-id' -d 'Add feed_id to every record.' -rfka ''
complete -c 'linefeed' -n '__linefeed_should_offer_completions_for_flags_or_options "linefeed performance-report" version' -l 'version' -d 'Show the version.'
complete -c 'linefeed' -n '__linefeed_should_offer_completions_for_flags_or_options "linefeed performance-report" h help' -s 'h' -l 'help' -d 'Show help information.'
complete -c 'linefeed' -n '__linefeed_should_offer_completions_for_flags_or_options "linefeed stringline" route' -l 'route' -d 'The route that is drawn.' -rfka ''
complete -c 'linefeed' -n '__linefeed_should_offer_completions_for_flags_or_options "linefeed stringline" direction' -l 'direction' -d '0 or 1 alone; both unless given.' -rfka ''
complete -c 'linefeed' -n '__linefeed_should_offer_completions_for_flags_or_options "linefeed stringline" feed' -l 'feed' -d 'Draw a schedule\'s runs of the time too, seen or not.' -rF
complete -c 'linefeed' -n '__linefeed_should_offer_completions_for_flags_or_options "linefeed stringline" from' -l 'from' -d 'Draw from this time on: 07:00, or with a date.' -rfka ''
complete -c 'linefeed' -n '__linefeed_should_offer_completions_for_flags_or_options "linefeed stringline" to' -l 'to' -d 'Draw until this time.' -rfka ''
complete -c 'linefeed' -n '__linefeed_should_offer_completions_for_flags_or_options "linefeed stringline" format' -l 'format' -d 'svg (a picture), png (a picture) or html (a page).' -rfka 'svg png html'
complete -c 'linefeed' -n '__linefeed_should_offer_completions_for_flags_or_options "linefeed stringline"' -l 'where' -d 'Take only rows whose COLUMN has one of these values; also != < <= > >=; may be repeated.' -rfka ''
complete -c 'linefeed' -n '__linefeed_should_offer_completions_for_flags_or_options "linefeed stringline" o output' -l 'output' -s 'o' -d 'Write to FILE, whole or not at all; .gz compresses.' -rF
complete -c 'linefeed' -n '__linefeed_should_offer_completions_for_flags_or_options "linefeed stringline"' -l 'verbose' -s 'v' -d 'Show repairs; twice shows timings too.'
complete -c 'linefeed' -n '__linefeed_should_offer_completions_for_flags_or_options "linefeed stringline" q quiet' -l 'quiet' -s 'q' -d 'Show errors only.'
complete -c 'linefeed' -n '__linefeed_should_offer_completions_for_flags_or_options "linefeed stringline" log-format' -l 'log-format' -d 'Messages as text or json.' -rfka 'text json'
complete -c 'linefeed' -n '__linefeed_should_offer_completions_for_flags_or_options "linefeed stringline" diagnostics' -l 'diagnostics' -d 'Write all findings to FILE.' -rF
complete -c 'linefeed' -n '__linefeed_should_offer_completions_for_flags_or_options "linefeed stringline" rejects' -l 'rejects' -d 'Write rejected rows to FILE.' -rF
complete -c 'linefeed' -n '__linefeed_should_offer_completions_for_flags_or_options "linefeed stringline" summary' -l 'summary' -d 'Write the run\'s figures to FILE, or - for stdout.' -rF
complete -c 'linefeed' -n '__linefeed_should_offer_completions_for_flags_or_options "linefeed stringline" strict' -l 'strict' -d 'End with 65 on any reject or invalid value.'
complete -c 'linefeed' -n '__linefeed_should_offer_completions_for_flags_or_options "linefeed stringline" progress' -l 'progress' -d 'A bar on stderr: auto, always or never.' -rfka 'auto always never'
complete -c 'linefeed' -n '__linefeed_should_offer_completions_for_flags_or_options "linefeed stringline" color' -l 'color' -d 'Colours on stderr: auto, always or never.' -rfka 'auto always never'
complete -c 'linefeed' -n '__linefeed_should_offer_completions_for_flags_or_options "linefeed stringline" pass-through' -l 'pass-through' -d 'Forward tables the stage does not consume.'
complete -c 'linefeed' -n '__linefeed_should_offer_completions_for_flags_or_options "linefeed stringline" allow-empty' -l 'allow-empty' -d 'Write an empty output where there is nothing to work on, and end with 0.'
complete -c 'linefeed' -n '__linefeed_should_offer_completions_for_flags_or_options "linefeed stringline" guard-formulas' -l 'guard-formulas' -d 'CSV: begin text that is a formula to a spreadsheet with an apostrophe.'
complete -c 'linefeed' -n '__linefeed_should_offer_completions_for_flags_or_options "linefeed stringline" max-line-bytes' -l 'max-line-bytes' -d 'Longest accepted input line.' -rfka ''
complete -c 'linefeed' -n '__linefeed_should_offer_completions_for_flags_or_options "linefeed stringline" feed-id' -l 'feed-id' -d 'Add feed_id to every record.' -rfka ''
complete -c 'linefeed' -n '__linefeed_should_offer_completions_for_flags_or_options "linefeed stringline" version' -l 'version' -d 'Show the version.'
complete -c 'linefeed' -n '__linefeed_should_offer_completions_for_flags_or_options "linefeed stringline" h help' -s 'h' -l 'help' -d 'Show help information.'
complete -c 'linefeed' -n '__linefeed_should_offer_completions_for_flags_or_options "linefeed track" exit-after' -l 'exit-after' -d 'Exit after so long without the vehicle.' -rfka ''
complete -c 'linefeed' -n '__linefeed_should_offer_completions_for_flags_or_options "linefeed track" stale-after' -l 'stale-after' -d 'Positions that are older move nothing.' -rfka ''
complete -c 'linefeed' -n '__linefeed_should_offer_completions_for_flags_or_options "linefeed track" jitter-metres' -l 'jitter-metres' -d 'Within so many metres a vehicle stands.' -rfka ''
complete -c 'linefeed' -n '__linefeed_should_offer_completions_for_flags_or_options "linefeed track" jump-metres' -l 'jump-metres' -d 'Beyond so many metres it did not drive there.' -rfka ''
complete -c 'linefeed' -n '__linefeed_should_offer_completions_for_flags_or_options "linefeed track" state' -l 'state' -d 'Keep the vehicles in FILE between runs.' -rF
complete -c 'linefeed' -n '__linefeed_should_offer_completions_for_flags_or_options "linefeed track" format' -l 'format' -d 'ndjson, csv, parquet or xlsx (a workbook).' -rfka 'ndjson csv parquet xlsx'
complete -c 'linefeed' -n '__linefeed_should_offer_completions_for_flags_or_options "linefeed track"' -l 'where' -d 'Take only rows whose COLUMN has one of these values; also != < <= > >=; may be repeated.' -rfka ''
complete -c 'linefeed' -n '__linefeed_should_offer_completions_for_flags_or_options "linefeed track" o output' -l 'output' -s 'o' -d 'Write to FILE, whole or not at all; .gz compresses.' -rF
complete -c 'linefeed' -n '__linefeed_should_offer_completions_for_flags_or_options "linefeed track"' -l 'verbose' -s 'v' -d 'Show repairs; twice shows timings too.'
complete -c 'linefeed' -n '__linefeed_should_offer_completions_for_flags_or_options "linefeed track" q quiet' -l 'quiet' -s 'q' -d 'Show errors only.'
complete -c 'linefeed' -n '__linefeed_should_offer_completions_for_flags_or_options "linefeed track" log-format' -l 'log-format' -d 'Messages as text or json.' -rfka 'text json'
complete -c 'linefeed' -n '__linefeed_should_offer_completions_for_flags_or_options "linefeed track" diagnostics' -l 'diagnostics' -d 'Write all findings to FILE.' -rF
complete -c 'linefeed' -n '__linefeed_should_offer_completions_for_flags_or_options "linefeed track" rejects' -l 'rejects' -d 'Write rejected rows to FILE.' -rF
complete -c 'linefeed' -n '__linefeed_should_offer_completions_for_flags_or_options "linefeed track" summary' -l 'summary' -d 'Write the run\'s figures to FILE, or - for stdout.' -rF
complete -c 'linefeed' -n '__linefeed_should_offer_completions_for_flags_or_options "linefeed track" strict' -l 'strict' -d 'End with 65 on any reject or invalid value.'
complete -c 'linefeed' -n '__linefeed_should_offer_completions_for_flags_or_options "linefeed track" progress' -l 'progress' -d 'A bar on stderr: auto, always or never.' -rfka 'auto always never'
complete -c 'linefeed' -n '__linefeed_should_offer_completions_for_flags_or_options "linefeed track" color' -l 'color' -d 'Colours on stderr: auto, always or never.' -rfka 'auto always never'
complete -c 'linefeed' -n '__linefeed_should_offer_completions_for_flags_or_options "linefeed track" pass-through' -l 'pass-through' -d 'Forward tables the stage does not consume.'
complete -c 'linefeed' -n '__linefeed_should_offer_completions_for_flags_or_options "linefeed track" allow-empty' -l 'allow-empty' -d 'Write an empty output where there is nothing to work on, and end with 0.'
complete -c 'linefeed' -n '__linefeed_should_offer_completions_for_flags_or_options "linefeed track" guard-formulas' -l 'guard-formulas' -d 'CSV: begin text that is a formula to a spreadsheet with an apostrophe.'
complete -c 'linefeed' -n '__linefeed_should_offer_completions_for_flags_or_options "linefeed track" max-line-bytes' -l 'max-line-bytes' -d 'Longest accepted input line.' -rfka ''
complete -c 'linefeed' -n '__linefeed_should_offer_completions_for_flags_or_options "linefeed track" feed-id' -l 'feed-id' -d 'Add feed_id to every record.' -rfka ''
complete -c 'linefeed' -n '__linefeed_should_offer_completions_for_flags_or_options "linefeed track" version' -l 'version' -d 'Show the version.'
complete -c 'linefeed' -n '__linefeed_should_offer_completions_for_flags_or_options "linefeed track" h help' -s 'h' -l 'help' -d 'Show help information.'
complete -c 'linefeed' -n '__linefeed_should_offer_completions_for_flags_or_options "linefeed animate" fps' -l 'fps' -d 'Frames a second of playback.' -rfka ''
complete -c 'linefeed' -n '__linefeed_should_offer_completions_for_flags_or_options "linefeed animate" from' -l 'from' -d 'Begin at this time of the feed; else at the first event.' -rfka ''
complete -c 'linefeed' -n '__linefeed_should_offer_completions_for_flags_or_options "linefeed animate" to' -l 'to' -d 'End at this time; else when all rest.' -rfka ''
complete -c 'linefeed' -n '__linefeed_should_offer_completions_for_flags_or_options "linefeed animate" speed' -l 'speed' -d 'Seconds of the feed in a second of playback.' -rfka ''
complete -c 'linefeed' -n '__linefeed_should_offer_completions_for_flags_or_options "linefeed animate" update-duration' -l 'update-duration' -d 'Let updates on timing curves last so long.' -rfka ''
complete -c 'linefeed' -n '__linefeed_should_offer_completions_for_flags_or_options "linefeed animate" curve' -l 'curve' -d 'How vehicles move.' -rfka ''
complete -c 'linefeed' -n '__linefeed_should_offer_completions_for_flags_or_options "linefeed animate" entry' -l 'entry' -d 'How they appear.' -rfka ''
complete -c 'linefeed' -n '__linefeed_should_offer_completions_for_flags_or_options "linefeed animate" exit' -l 'exit' -d 'How they vanish.' -rfka ''
complete -c 'linefeed' -n '__linefeed_should_offer_completions_for_flags_or_options "linefeed animate" along' -l 'along' -d 'Move along these lines.' -rF
complete -c 'linefeed' -n '__linefeed_should_offer_completions_for_flags_or_options "linefeed animate" effects' -l 'effects' -d 'Chains by occupancy, or none.' -rF
complete -c 'linefeed' -n '__linefeed_should_offer_completions_for_flags_or_options "linefeed animate" keyframes' -l 'keyframes' -d 'Tracks that events start.' -rF
complete -c 'linefeed' -n '__linefeed_should_offer_completions_for_flags_or_options "linefeed animate" stagger' -l 'stagger' -d 'Time between entries of one snapshot.' -rfka ''
complete -c 'linefeed' -n '__linefeed_should_offer_completions_for_flags_or_options "linefeed animate" reduce-motion' -l 'reduce-motion' -d 'Let everything jump to where it ends.'
complete -c 'linefeed' -n '__linefeed_should_offer_completions_for_flags_or_options "linefeed animate" format' -l 'format' -d 'frames, csv, parquet, xlsx (a workbook) or trips (one GeoJSON line per vehicle, for kepler.gl and deck.gl).' -rfka 'frames csv parquet xlsx trips'
complete -c 'linefeed' -n '__linefeed_should_offer_completions_for_flags_or_options "linefeed animate" time-origin' -l 'time-origin' -d 'Of trips: unix seconds, or seconds since the start.' -rfka 'unix start'
complete -c 'linefeed' -n '__linefeed_should_offer_completions_for_flags_or_options "linefeed animate" inspect' -l 'inspect' -d 'Show this vehicle alone, with its motion.' -rfka ''
complete -c 'linefeed' -n '__linefeed_should_offer_completions_for_flags_or_options "linefeed animate"' -l 'where' -d 'Take only rows whose COLUMN has one of these values; also != < <= > >=; may be repeated.' -rfka ''
complete -c 'linefeed' -n '__linefeed_should_offer_completions_for_flags_or_options "linefeed animate" o output' -l 'output' -s 'o' -d 'Write to FILE, whole or not at all; .gz compresses.' -rF
complete -c 'linefeed' -n '__linefeed_should_offer_completions_for_flags_or_options "linefeed animate"' -l 'verbose' -s 'v' -d 'Show repairs; twice shows timings too.'
complete -c 'linefeed' -n '__linefeed_should_offer_completions_for_flags_or_options "linefeed animate" q quiet' -l 'quiet' -s 'q' -d 'Show errors only.'
complete -c 'linefeed' -n '__linefeed_should_offer_completions_for_flags_or_options "linefeed animate" log-format' -l 'log-format' -d 'Messages as text or json.' -rfka 'text json'
complete -c 'linefeed' -n '__linefeed_should_offer_completions_for_flags_or_options "linefeed animate" diagnostics' -l 'diagnostics' -d 'Write all findings to FILE.' -rF
complete -c 'linefeed' -n '__linefeed_should_offer_completions_for_flags_or_options "linefeed animate" rejects' -l 'rejects' -d 'Write rejected rows to FILE.' -rF
complete -c 'linefeed' -n '__linefeed_should_offer_completions_for_flags_or_options "linefeed animate" summary' -l 'summary' -d 'Write the run\'s figures to FILE, or - for stdout.' -rF
complete -c 'linefeed' -n '__linefeed_should_offer_completions_for_flags_or_options "linefeed animate" strict' -l 'strict' -d 'End with 65 on any reject or invalid value.'
complete -c 'linefeed' -n '__linefeed_should_offer_completions_for_flags_or_options "linefeed animate" progress' -l 'progress' -d 'A bar on stderr: auto, always or never.' -rfka 'auto always never'
complete -c 'linefeed' -n '__linefeed_should_offer_completions_for_flags_or_options "linefeed animate" color' -l 'color' -d 'Colours on stderr: auto, always or never.' -rfka 'auto always never'
complete -c 'linefeed' -n '__linefeed_should_offer_completions_for_flags_or_options "linefeed animate" pass-through' -l 'pass-through' -d 'Forward tables the stage does not consume.'
complete -c 'linefeed' -n '__linefeed_should_offer_completions_for_flags_or_options "linefeed animate" allow-empty' -l 'allow-empty' -d 'Write an empty output where there is nothing to work on, and end with 0.'
complete -c 'linefeed' -n '__linefeed_should_offer_completions_for_flags_or_options "linefeed animate" guard-formulas' -l 'guard-formulas' -d 'CSV: begin text that is a formula to a spreadsheet with an apostrophe.'
complete -c 'linefeed' -n '__linefeed_should_offer_completions_for_flags_or_options "linefeed animate" max-line-bytes' -l 'max-line-bytes' -d 'Longest accepted input line.' -rfka ''
complete -c 'linefeed' -n '__linefeed_should_offer_completions_for_flags_or_options "linefeed animate" feed-id' -l 'feed-id' -d 'Add feed_id to every record.' -rfka ''
complete -c 'linefeed' -n '__linefeed_should_offer_completions_for_flags_or_options "linefeed animate" version' -l 'version' -d 'Show the version.'
complete -c 'linefeed' -n '__linefeed_should_offer_completions_for_flags_or_options "linefeed animate" h help' -s 'h' -l 'help' -d 'Show help information.'
complete -c 'linefeed' -n '__linefeed_should_offer_completions_for_positional "linefeed map" -ge 1' -F
complete -c 'linefeed' -n '__linefeed_should_offer_completions_for_flags_or_options "linefeed map" title' -l 'title' -d 'The title; else one that says what is shown.' -rfka ''
complete -c 'linefeed' -n '__linefeed_should_offer_completions_for_flags_or_options "linefeed map" basemap' -l 'basemap' -d 'What lies under the lines: a template of addresses, a .pmtiles or .mbtiles file, or none.' -rfa '(set -l exts \'pmtiles\' \'mbtiles\';for p in (string match -e -- \'*/\' (commandline -t);or printf \n)*.{$exts};printf %s\n $p;end;__fish_complete_directories (commandline -t) \'\')'
complete -c 'linefeed' -n '__linefeed_should_offer_completions_for_flags_or_options "linefeed map" timezone' -l 'timezone' -d 'The page\'s clock; else the records\' own zone.' -rfka ''
complete -c 'linefeed' -n '__linefeed_should_offer_completions_for_flags_or_options "linefeed map" overlay' -l 'overlay' -d 'Tiles over the lines, by template or of an MBTiles.' -rF
complete -c 'linefeed' -n '__linefeed_should_offer_completions_for_flags_or_options "linefeed map" frames' -l 'frames' -d 'What {frame} stands for, as in 0-11 or a,b.' -rfka ''
complete -c 'linefeed' -n '__linefeed_should_offer_completions_for_flags_or_options "linefeed map" inline-tiles' -l 'inline-tiles' -d 'Put the tiles of the overlay\'s template into the page.'
complete -c 'linefeed' -n '__linefeed_should_offer_completions_for_flags_or_options "linefeed map" assets' -l 'assets' -d 'Take maplibre-gl.js and .css from DIR.' -rfa '(__linefeed_complete_directories)'
complete -c 'linefeed' -n '__linefeed_should_offer_completions_for_flags_or_options "linefeed map" format' -l 'format' -d 'html (a page), svg (a still without a basemap) or png (a still without a basemap).' -rfka 'html svg png'
complete -c 'linefeed' -n '__linefeed_should_offer_completions_for_flags_or_options "linefeed map" size' -l 'size' -d 'The size of a still in pixels; 1024x768 unless given.' -rfka ''
complete -c 'linefeed' -n '__linefeed_should_offer_completions_for_flags_or_options "linefeed map"' -l 'where' -d 'Take only rows whose COLUMN has one of these values; also != < <= > >=; may be repeated.' -rfka ''
complete -c 'linefeed' -n '__linefeed_should_offer_completions_for_flags_or_options "linefeed map" o output' -l 'output' -s 'o' -d 'Write to FILE, whole or not at all; .gz compresses.' -rF
complete -c 'linefeed' -n '__linefeed_should_offer_completions_for_flags_or_options "linefeed map"' -l 'verbose' -s 'v' -d 'Show repairs; twice shows timings too.'
complete -c 'linefeed' -n '__linefeed_should_offer_completions_for_flags_or_options "linefeed map" q quiet' -l 'quiet' -s 'q' -d 'Show errors only.'
complete -c 'linefeed' -n '__linefeed_should_offer_completions_for_flags_or_options "linefeed map" log-format' -l 'log-format' -d 'Messages as text or json.' -rfka 'text json'
complete -c 'linefeed' -n '__linefeed_should_offer_completions_for_flags_or_options "linefeed map" diagnostics' -l 'diagnostics' -d 'Write all findings to FILE.' -rF
complete -c 'linefeed' -n '__linefeed_should_offer_completions_for_flags_or_options "linefeed map" rejects' -l 'rejects' -d 'Write rejected rows to FILE.' -rF
complete -c 'linefeed' -n '__linefeed_should_offer_completions_for_flags_or_options "linefeed map" summary' -l 'summary' -d 'Write the run\'s figures to FILE, or - for stdout.' -rF
complete -c 'linefeed' -n '__linefeed_should_offer_completions_for_flags_or_options "linefeed map" strict' -l 'strict' -d 'End with 65 on any reject or invalid value.'
complete -c 'linefeed' -n '__linefeed_should_offer_completions_for_flags_or_options "linefeed map" progress' -l 'progress' -d 'A bar on stderr: auto, always or never.' -rfka 'auto always never'
complete -c 'linefeed' -n '__linefeed_should_offer_completions_for_flags_or_options "linefeed map" color' -l 'color' -d 'Colours on stderr: auto, always or never.' -rfka 'auto always never'
complete -c 'linefeed' -n '__linefeed_should_offer_completions_for_flags_or_options "linefeed map" pass-through' -l 'pass-through' -d 'Forward tables the stage does not consume.'
complete -c 'linefeed' -n '__linefeed_should_offer_completions_for_flags_or_options "linefeed map" allow-empty' -l 'allow-empty' -d 'Write an empty output where there is nothing to work on, and end with 0.'
complete -c 'linefeed' -n '__linefeed_should_offer_completions_for_flags_or_options "linefeed map" guard-formulas' -l 'guard-formulas' -d 'CSV: begin text that is a formula to a spreadsheet with an apostrophe.'
complete -c 'linefeed' -n '__linefeed_should_offer_completions_for_flags_or_options "linefeed map" max-line-bytes' -l 'max-line-bytes' -d 'Longest accepted input line.' -rfka ''
complete -c 'linefeed' -n '__linefeed_should_offer_completions_for_flags_or_options "linefeed map" feed-id' -l 'feed-id' -d 'Add feed_id to every record.' -rfka ''
complete -c 'linefeed' -n '__linefeed_should_offer_completions_for_flags_or_options "linefeed map" version' -l 'version' -d 'Show the version.'
complete -c 'linefeed' -n '__linefeed_should_offer_completions_for_flags_or_options "linefeed map" h help' -s 'h' -l 'help' -d 'Show help information.'
complete -c 'linefeed' -n '__linefeed_should_offer_completions_for_flags_or_options "linefeed cover-tiles" bbox' -l 'bbox' -d 'Cover this box, in degrees.' -rfka ''
complete -c 'linefeed' -n '__linefeed_should_offer_completions_for_flags_or_options "linefeed cover-tiles" zoom' -l 'zoom' -d 'A zoom, or the first and the last.' -rfka ''
complete -c 'linefeed' -n '__linefeed_should_offer_completions_for_flags_or_options "linefeed cover-tiles" buffer' -l 'buffer' -d 'Add tiles within so many pixels.' -rfka ''
complete -c 'linefeed' -n '__linefeed_should_offer_completions_for_flags_or_options "linefeed cover-tiles" with-bbox' -l 'with-bbox' -d 'Write the tiles\' bounds too.'
complete -c 'linefeed' -n '__linefeed_should_offer_completions_for_flags_or_options "linefeed cover-tiles" format' -l 'format' -d 'ndjson, csv, parquet or xlsx (a workbook).' -rfka 'ndjson csv parquet xlsx'
complete -c 'linefeed' -n '__linefeed_should_offer_completions_for_flags_or_options "linefeed cover-tiles"' -l 'where' -d 'Take only rows whose COLUMN has one of these values; also != < <= > >=; may be repeated.' -rfka ''
complete -c 'linefeed' -n '__linefeed_should_offer_completions_for_flags_or_options "linefeed cover-tiles" o output' -l 'output' -s 'o' -d 'Write to FILE, whole or not at all; .gz compresses.' -rF
complete -c 'linefeed' -n '__linefeed_should_offer_completions_for_flags_or_options "linefeed cover-tiles"' -l 'verbose' -s 'v' -d 'Show repairs; twice shows timings too.'
complete -c 'linefeed' -n '__linefeed_should_offer_completions_for_flags_or_options "linefeed cover-tiles" q quiet' -l 'quiet' -s 'q' -d 'Show errors only.'
complete -c 'linefeed' -n '__linefeed_should_offer_completions_for_flags_or_options "linefeed cover-tiles" log-format' -l 'log-format' -d 'Messages as text or json.' -rfka 'text json'
complete -c 'linefeed' -n '__linefeed_should_offer_completions_for_flags_or_options "linefeed cover-tiles" diagnostics' -l 'diagnostics' -d 'Write all findings to FILE.' -rF
complete -c 'linefeed' -n '__linefeed_should_offer_completions_for_flags_or_options "linefeed cover-tiles" rejects' -l 'rejects' -d 'Write rejected rows to FILE.' -rF
complete -c 'linefeed' -n '__linefeed_should_offer_completions_for_flags_or_options "linefeed cover-tiles" summary' -l 'summary' -d 'Write the run\'s figures to FILE, or - for stdout.' -rF
complete -c 'linefeed' -n '__linefeed_should_offer_completions_for_flags_or_options "linefeed cover-tiles" strict' -l 'strict' -d 'End with 65 on any reject or invalid value.'
complete -c 'linefeed' -n '__linefeed_should_offer_completions_for_flags_or_options "linefeed cover-tiles" progress' -l 'progress' -d 'A bar on stderr: auto, always or never.' -rfka 'auto always never'
complete -c 'linefeed' -n '__linefeed_should_offer_completions_for_flags_or_options "linefeed cover-tiles" color' -l 'color' -d 'Colours on stderr: auto, always or never.' -rfka 'auto always never'
complete -c 'linefeed' -n '__linefeed_should_offer_completions_for_flags_or_options "linefeed cover-tiles" pass-through' -l 'pass-through' -d 'Forward tables the stage does not consume.'
complete -c 'linefeed' -n '__linefeed_should_offer_completions_for_flags_or_options "linefeed cover-tiles" allow-empty' -l 'allow-empty' -d 'Write an empty output where there is nothing to work on, and end with 0.'
complete -c 'linefeed' -n '__linefeed_should_offer_completions_for_flags_or_options "linefeed cover-tiles" guard-formulas' -l 'guard-formulas' -d 'CSV: begin text that is a formula to a spreadsheet with an apostrophe.'
complete -c 'linefeed' -n '__linefeed_should_offer_completions_for_flags_or_options "linefeed cover-tiles" max-line-bytes' -l 'max-line-bytes' -d 'Longest accepted input line.' -rfka ''
complete -c 'linefeed' -n '__linefeed_should_offer_completions_for_flags_or_options "linefeed cover-tiles" feed-id' -l 'feed-id' -d 'Add feed_id to every record.' -rfka ''
complete -c 'linefeed' -n '__linefeed_should_offer_completions_for_flags_or_options "linefeed cover-tiles" version' -l 'version' -d 'Show the version.'
complete -c 'linefeed' -n '__linefeed_should_offer_completions_for_flags_or_options "linefeed cover-tiles" h help' -s 'h' -l 'help' -d 'Show help information.'
complete -c 'linefeed' -n '__linefeed_should_offer_completions_for_flags_or_options "linefeed fetch-tiles" template' -l 'template' -d 'Where the tiles are.' -rfka ''
complete -c 'linefeed' -n '__linefeed_should_offer_completions_for_flags_or_options "linefeed fetch-tiles" frames' -l 'frames' -d 'What {frame} stands for, as in 0-11 or a,b.' -rfka ''
complete -c 'linefeed' -n '__linefeed_should_offer_completions_for_flags_or_options "linefeed fetch-tiles" max-zoom' -l 'max-zoom' -d 'The deepest zoom that there is.' -rfka ''
complete -c 'linefeed' -n '__linefeed_should_offer_completions_for_flags_or_options "linefeed fetch-tiles" into' -l 'into' -d 'Keep the tiles in FILE or folder.' -rF
complete -c 'linefeed' -n '__linefeed_should_offer_completions_for_flags_or_options "linefeed fetch-tiles" cache' -l 'cache' -d 'Keep answers in FILE between runs.' -rF
complete -c 'linefeed' -n '__linefeed_should_offer_completions_for_flags_or_options "linefeed fetch-tiles" jobs' -l 'jobs' -d 'Requests at once, 1 to 64.' -rfka ''
complete -c 'linefeed' -n '__linefeed_should_offer_completions_for_flags_or_options "linefeed fetch-tiles" jobs-per-host' -l 'jobs-per-host' -d 'Requests at once to one host.' -rfka ''
complete -c 'linefeed' -n '__linefeed_should_offer_completions_for_flags_or_options "linefeed fetch-tiles" attribution' -l 'attribution' -d 'Whom the tiles are owed to.' -rfka ''
complete -c 'linefeed' -n '__linefeed_should_offer_completions_for_flags_or_options "linefeed fetch-tiles" retries' -l 'retries' -d 'Further tries of a tile.' -rfka ''
complete -c 'linefeed' -n '__linefeed_should_offer_completions_for_flags_or_options "linefeed fetch-tiles" timeout' -l 'timeout' -d 'Longest time without progress.' -rfka ''
complete -c 'linefeed' -n '__linefeed_should_offer_completions_for_flags_or_options "linefeed fetch-tiles" max-tiles' -l 'max-tiles' -d 'More than that are asked for by mistake.' -rfka ''
complete -c 'linefeed' -n '__linefeed_should_offer_completions_for_flags_or_options "linefeed fetch-tiles" format' -l 'format' -d 'ndjson, csv, parquet or xlsx (a workbook); of the records, not of the tiles.' -rfka 'ndjson csv parquet xlsx'
complete -c 'linefeed' -n '__linefeed_should_offer_completions_for_flags_or_options "linefeed fetch-tiles"' -l 'where' -d 'Take only rows whose COLUMN has one of these values; also != < <= > >=; may be repeated.' -rfka ''
complete -c 'linefeed' -n '__linefeed_should_offer_completions_for_flags_or_options "linefeed fetch-tiles" o output' -l 'output' -s 'o' -d 'Write to FILE, whole or not at all; .gz compresses.' -rF
complete -c 'linefeed' -n '__linefeed_should_offer_completions_for_flags_or_options "linefeed fetch-tiles"' -l 'verbose' -s 'v' -d 'Show repairs; twice shows timings too.'
complete -c 'linefeed' -n '__linefeed_should_offer_completions_for_flags_or_options "linefeed fetch-tiles" q quiet' -l 'quiet' -s 'q' -d 'Show errors only.'
complete -c 'linefeed' -n '__linefeed_should_offer_completions_for_flags_or_options "linefeed fetch-tiles" log-format' -l 'log-format' -d 'Messages as text or json.' -rfka 'text json'
complete -c 'linefeed' -n '__linefeed_should_offer_completions_for_flags_or_options "linefeed fetch-tiles" diagnostics' -l 'diagnostics' -d 'Write all findings to FILE.' -rF
complete -c 'linefeed' -n '__linefeed_should_offer_completions_for_flags_or_options "linefeed fetch-tiles" rejects' -l 'rejects' -d 'Write rejected rows to FILE.' -rF
complete -c 'linefeed' -n '__linefeed_should_offer_completions_for_flags_or_options "linefeed fetch-tiles" summary' -l 'summary' -d 'Write the run\'s figures to FILE, or - for stdout.' -rF
complete -c 'linefeed' -n '__linefeed_should_offer_completions_for_flags_or_options "linefeed fetch-tiles" strict' -l 'strict' -d 'End with 65 on any reject or invalid value.'
complete -c 'linefeed' -n '__linefeed_should_offer_completions_for_flags_or_options "linefeed fetch-tiles" progress' -l 'progress' -d 'A bar on stderr: auto, always or never.' -rfka 'auto always never'
complete -c 'linefeed' -n '__linefeed_should_offer_completions_for_flags_or_options "linefeed fetch-tiles" color' -l 'color' -d 'Colours on stderr: auto, always or never.' -rfka 'auto always never'
complete -c 'linefeed' -n '__linefeed_should_offer_completions_for_flags_or_options "linefeed fetch-tiles" pass-through' -l 'pass-through' -d 'Forward tables the stage does not consume.'
complete -c 'linefeed' -n '__linefeed_should_offer_completions_for_flags_or_options "linefeed fetch-tiles" allow-empty' -l 'allow-empty' -d 'Write an empty output where there is nothing to work on, and end with 0.'
complete -c 'linefeed' -n '__linefeed_should_offer_completions_for_flags_or_options "linefeed fetch-tiles" guard-formulas' -l 'guard-formulas' -d 'CSV: begin text that is a formula to a spreadsheet with an apostrophe.'
complete -c 'linefeed' -n '__linefeed_should_offer_completions_for_flags_or_options "linefeed fetch-tiles" max-line-bytes' -l 'max-line-bytes' -d 'Longest accepted input line.' -rfka ''
complete -c 'linefeed' -n '__linefeed_should_offer_completions_for_flags_or_options "linefeed fetch-tiles" feed-id' -l 'feed-id' -d 'Add feed_id to every record.' -rfka ''
complete -c 'linefeed' -n '__linefeed_should_offer_completions_for_flags_or_options "linefeed fetch-tiles" version' -l 'version' -d 'Show the version.'
complete -c 'linefeed' -n '__linefeed_should_offer_completions_for_flags_or_options "linefeed fetch-tiles" h help' -s 'h' -l 'help' -d 'Show help information.'
complete -c 'linefeed' -n '__linefeed_should_offer_completions_for_flags_or_options "linefeed render-tiles" into' -l 'into' -d 'Draw into FILE or a folder.' -rF
complete -c 'linefeed' -n '__linefeed_should_offer_completions_for_flags_or_options "linefeed render-tiles" zoom' -l 'zoom' -d 'A zoom, or the first and the last.' -rfka ''
complete -c 'linefeed' -n '__linefeed_should_offer_completions_for_flags_or_options "linefeed render-tiles" style' -l 'style' -d 'Colours and sizes.' -rF
complete -c 'linefeed' -n '__linefeed_should_offer_completions_for_flags_or_options "linefeed render-tiles" over' -l 'over' -d 'Draw onto these tiles.' -rF
complete -c 'linefeed' -n '__linefeed_should_offer_completions_for_flags_or_options "linefeed render-tiles" vector' -l 'vector' -d 'Write vector tiles.'
complete -c 'linefeed' -n '__linefeed_should_offer_completions_for_flags_or_options "linefeed render-tiles" tile-size' -l 'tile-size' -d 'Pixels of a tile, 256 or 512.' -rfka ''
complete -c 'linefeed' -n '__linefeed_should_offer_completions_for_flags_or_options "linefeed render-tiles"' -l 'where' -d 'Take only rows whose COLUMN has one of these values; also != < <= > >=; may be repeated.' -rfka ''
complete -c 'linefeed' -n '__linefeed_should_offer_completions_for_flags_or_options "linefeed render-tiles" o output' -l 'output' -s 'o' -d 'Write to FILE, whole or not at all; .gz compresses.' -rF
complete -c 'linefeed' -n '__linefeed_should_offer_completions_for_flags_or_options "linefeed render-tiles"' -l 'verbose' -s 'v' -d 'Show repairs; twice shows timings too.'
complete -c 'linefeed' -n '__linefeed_should_offer_completions_for_flags_or_options "linefeed render-tiles" q quiet' -l 'quiet' -s 'q' -d 'Show errors only.'
complete -c 'linefeed' -n '__linefeed_should_offer_completions_for_flags_or_options "linefeed render-tiles" log-format' -l 'log-format' -d 'Messages as text or json.' -rfka 'text json'
complete -c 'linefeed' -n '__linefeed_should_offer_completions_for_flags_or_options "linefeed render-tiles" diagnostics' -l 'diagnostics' -d 'Write all findings to FILE.' -rF
complete -c 'linefeed' -n '__linefeed_should_offer_completions_for_flags_or_options "linefeed render-tiles" rejects' -l 'rejects' -d 'Write rejected rows to FILE.' -rF
complete -c 'linefeed' -n '__linefeed_should_offer_completions_for_flags_or_options "linefeed render-tiles" summary' -l 'summary' -d 'Write the run\'s figures to FILE, or - for stdout.' -rF
complete -c 'linefeed' -n '__linefeed_should_offer_completions_for_flags_or_options "linefeed render-tiles" strict' -l 'strict' -d 'End with 65 on any reject or invalid value.'
complete -c 'linefeed' -n '__linefeed_should_offer_completions_for_flags_or_options "linefeed render-tiles" progress' -l 'progress' -d 'A bar on stderr: auto, always or never.' -rfka 'auto always never'
complete -c 'linefeed' -n '__linefeed_should_offer_completions_for_flags_or_options "linefeed render-tiles" color' -l 'color' -d 'Colours on stderr: auto, always or never.' -rfka 'auto always never'
complete -c 'linefeed' -n '__linefeed_should_offer_completions_for_flags_or_options "linefeed render-tiles" pass-through' -l 'pass-through' -d 'Forward tables the stage does not consume.'
complete -c 'linefeed' -n '__linefeed_should_offer_completions_for_flags_or_options "linefeed render-tiles" allow-empty' -l 'allow-empty' -d 'Write an empty output where there is nothing to work on, and end with 0.'
complete -c 'linefeed' -n '__linefeed_should_offer_completions_for_flags_or_options "linefeed render-tiles" guard-formulas' -l 'guard-formulas' -d 'CSV: begin text that is a formula to a spreadsheet with an apostrophe.'
complete -c 'linefeed' -n '__linefeed_should_offer_completions_for_flags_or_options "linefeed render-tiles" max-line-bytes' -l 'max-line-bytes' -d 'Longest accepted input line.' -rfka ''
complete -c 'linefeed' -n '__linefeed_should_offer_completions_for_flags_or_options "linefeed render-tiles" feed-id' -l 'feed-id' -d 'Add feed_id to every record.' -rfka ''
complete -c 'linefeed' -n '__linefeed_should_offer_completions_for_flags_or_options "linefeed render-tiles" version' -l 'version' -d 'Show the version.'
complete -c 'linefeed' -n '__linefeed_should_offer_completions_for_flags_or_options "linefeed render-tiles" h help' -s 'h' -l 'help' -d 'Show help information.'
complete -c 'linefeed' -n '__linefeed_should_offer_completions_for_positional "linefeed store" -eq 1' -F
complete -c 'linefeed' -n '__linefeed_should_offer_completions_for_positional "linefeed store" -ge 2' -F
complete -c 'linefeed' -n '__linefeed_should_offer_completions_for_flags_or_options "linefeed store" prune' -l 'prune' -d 'Remove rows older than this: 36h, 30d, 8w.' -rfka ''
complete -c 'linefeed' -n '__linefeed_should_offer_completions_for_flags_or_options "linefeed store"' -l 'table' -d 'Take (and prune) these tables only; may be repeated.' -rfka ''
complete -c 'linefeed' -n '__linefeed_should_offer_completions_for_flags_or_options "linefeed store"' -l 'where' -d 'Take only rows whose COLUMN has one of these values; also != < <= > >=; may be repeated.' -rfka ''
complete -c 'linefeed' -n '__linefeed_should_offer_completions_for_flags_or_options "linefeed store" o output' -l 'output' -s 'o' -d 'Write to FILE, whole or not at all; .gz compresses.' -rF
complete -c 'linefeed' -n '__linefeed_should_offer_completions_for_flags_or_options "linefeed store"' -l 'verbose' -s 'v' -d 'Show repairs; twice shows timings too.'
complete -c 'linefeed' -n '__linefeed_should_offer_completions_for_flags_or_options "linefeed store" q quiet' -l 'quiet' -s 'q' -d 'Show errors only.'
complete -c 'linefeed' -n '__linefeed_should_offer_completions_for_flags_or_options "linefeed store" log-format' -l 'log-format' -d 'Messages as text or json.' -rfka 'text json'
complete -c 'linefeed' -n '__linefeed_should_offer_completions_for_flags_or_options "linefeed store" diagnostics' -l 'diagnostics' -d 'Write all findings to FILE.' -rF
complete -c 'linefeed' -n '__linefeed_should_offer_completions_for_flags_or_options "linefeed store" rejects' -l 'rejects' -d 'Write rejected rows to FILE.' -rF
complete -c 'linefeed' -n '__linefeed_should_offer_completions_for_flags_or_options "linefeed store" summary' -l 'summary' -d 'Write the run\'s figures to FILE, or - for stdout.' -rF
complete -c 'linefeed' -n '__linefeed_should_offer_completions_for_flags_or_options "linefeed store" strict' -l 'strict' -d 'End with 65 on any reject or invalid value.'
complete -c 'linefeed' -n '__linefeed_should_offer_completions_for_flags_or_options "linefeed store" progress' -l 'progress' -d 'A bar on stderr: auto, always or never.' -rfka 'auto always never'
complete -c 'linefeed' -n '__linefeed_should_offer_completions_for_flags_or_options "linefeed store" color' -l 'color' -d 'Colours on stderr: auto, always or never.' -rfka 'auto always never'
complete -c 'linefeed' -n '__linefeed_should_offer_completions_for_flags_or_options "linefeed store" pass-through' -l 'pass-through' -d 'Forward tables the stage does not consume.'
complete -c 'linefeed' -n '__linefeed_should_offer_completions_for_flags_or_options "linefeed store" allow-empty' -l 'allow-empty' -d 'Write an empty output where there is nothing to work on, and end with 0.'
complete -c 'linefeed' -n '__linefeed_should_offer_completions_for_flags_or_options "linefeed store" guard-formulas' -l 'guard-formulas' -d 'CSV: begin text that is a formula to a spreadsheet with an apostrophe.'
complete -c 'linefeed' -n '__linefeed_should_offer_completions_for_flags_or_options "linefeed store" max-line-bytes' -l 'max-line-bytes' -d 'Longest accepted input line.' -rfka ''
complete -c 'linefeed' -n '__linefeed_should_offer_completions_for_flags_or_options "linefeed store" feed-id' -l 'feed-id' -d 'Add feed_id to every record.' -rfka ''
complete -c 'linefeed' -n '__linefeed_should_offer_completions_for_flags_or_options "linefeed store" version' -l 'version' -d 'Show the version.'
complete -c 'linefeed' -n '__linefeed_should_offer_completions_for_flags_or_options "linefeed store" h help' -s 'h' -l 'help' -d 'Show help information.'
complete -c 'linefeed' -n '__linefeed_should_offer_completions_for_flags_or_options "linefeed fetch" save' -l 'save' -d 'Make FILE the newest content.' -rF
complete -c 'linefeed' -n '__linefeed_should_offer_completions_for_flags_or_options "linefeed fetch" archive' -l 'archive' -d 'Keep each new content below DIR.' -rfa '(__linefeed_complete_directories)'
complete -c 'linefeed' -n '__linefeed_should_offer_completions_for_flags_or_options "linefeed fetch" expect' -l 'expect' -d 'Take only what is gtfs or gtfs-rt.' -rfka 'gtfs gtfs-rt'
complete -c 'linefeed' -n '__linefeed_should_offer_completions_for_flags_or_options "linefeed fetch"' -l 'header' -d 'Send a header.' -rfka ''
complete -c 'linefeed' -n '__linefeed_should_offer_completions_for_flags_or_options "linefeed fetch"' -l 'header-env' -d 'Send a header from a variable.' -rfka ''
complete -c 'linefeed' -n '__linefeed_should_offer_completions_for_flags_or_options "linefeed fetch" every' -l 'every' -d 'Turn after turn, as in 15s, 5m, 1h.' -rfka ''
complete -c 'linefeed' -n '__linefeed_should_offer_completions_for_flags_or_options "linefeed fetch" count' -l 'count' -d 'End after so many turns.' -rfka ''
complete -c 'linefeed' -n '__linefeed_should_offer_completions_for_flags_or_options "linefeed fetch" max-age' -l 'max-age' -d '69 when the newest content is older.' -rfka ''
complete -c 'linefeed' -n '__linefeed_should_offer_completions_for_flags_or_options "linefeed fetch" keep' -l 'keep' -d 'Remove archived days past this.' -rfka ''
complete -c 'linefeed' -n '__linefeed_should_offer_completions_for_flags_or_options "linefeed fetch" timeout' -l 'timeout' -d 'Longest time without progress.' -rfka ''
complete -c 'linefeed' -n '__linefeed_should_offer_completions_for_flags_or_options "linefeed fetch" retries' -l 'retries' -d 'Further tries of a turn.' -rfka ''
complete -c 'linefeed' -n '__linefeed_should_offer_completions_for_flags_or_options "linefeed fetch" max-bytes' -l 'max-bytes' -d 'The most bytes of a content.' -rfka ''
complete -c 'linefeed' -n '__linefeed_should_offer_completions_for_flags_or_options "linefeed fetch" jobs' -l 'jobs' -d 'Requests at once, 1 to 64.' -rfka ''
complete -c 'linefeed' -n '__linefeed_should_offer_completions_for_flags_or_options "linefeed fetch" format' -l 'format' -d 'ndjson, csv, parquet or xlsx (a workbook).' -rfka 'ndjson csv parquet xlsx'
complete -c 'linefeed' -n '__linefeed_should_offer_completions_for_flags_or_options "linefeed fetch" o output' -l 'output' -s 'o' -d 'Write to FILE, whole or not at all; .gz compresses.' -rF
complete -c 'linefeed' -n '__linefeed_should_offer_completions_for_flags_or_options "linefeed fetch"' -l 'verbose' -s 'v' -d 'Show repairs; twice shows timings too.'
complete -c 'linefeed' -n '__linefeed_should_offer_completions_for_flags_or_options "linefeed fetch" q quiet' -l 'quiet' -s 'q' -d 'Show errors only.'
complete -c 'linefeed' -n '__linefeed_should_offer_completions_for_flags_or_options "linefeed fetch" log-format' -l 'log-format' -d 'Messages as text or json.' -rfka 'text json'
complete -c 'linefeed' -n '__linefeed_should_offer_completions_for_flags_or_options "linefeed fetch" diagnostics' -l 'diagnostics' -d 'Write all findings to FILE.' -rF
complete -c 'linefeed' -n '__linefeed_should_offer_completions_for_flags_or_options "linefeed fetch" rejects' -l 'rejects' -d 'Write rejected rows to FILE.' -rF
complete -c 'linefeed' -n '__linefeed_should_offer_completions_for_flags_or_options "linefeed fetch" summary' -l 'summary' -d 'Write the run\'s figures to FILE, or - for stdout.' -rF
complete -c 'linefeed' -n '__linefeed_should_offer_completions_for_flags_or_options "linefeed fetch" strict' -l 'strict' -d 'End with 65 on any reject or invalid value.'
complete -c 'linefeed' -n '__linefeed_should_offer_completions_for_flags_or_options "linefeed fetch" progress' -l 'progress' -d 'A bar on stderr: auto, always or never.' -rfka 'auto always never'
complete -c 'linefeed' -n '__linefeed_should_offer_completions_for_flags_or_options "linefeed fetch" color' -l 'color' -d 'Colours on stderr: auto, always or never.' -rfka 'auto always never'
complete -c 'linefeed' -n '__linefeed_should_offer_completions_for_flags_or_options "linefeed fetch" pass-through' -l 'pass-through' -d 'Forward tables the stage does not consume.'
complete -c 'linefeed' -n '__linefeed_should_offer_completions_for_flags_or_options "linefeed fetch" allow-empty' -l 'allow-empty' -d 'Write an empty output where there is nothing to work on, and end with 0.'
complete -c 'linefeed' -n '__linefeed_should_offer_completions_for_flags_or_options "linefeed fetch" guard-formulas' -l 'guard-formulas' -d 'CSV: begin text that is a formula to a spreadsheet with an apostrophe.'
complete -c 'linefeed' -n '__linefeed_should_offer_completions_for_flags_or_options "linefeed fetch" max-line-bytes' -l 'max-line-bytes' -d 'Longest accepted input line.' -rfka ''
complete -c 'linefeed' -n '__linefeed_should_offer_completions_for_flags_or_options "linefeed fetch" feed-id' -l 'feed-id' -d 'Add feed_id to every record.' -rfka ''
complete -c 'linefeed' -n '__linefeed_should_offer_completions_for_flags_or_options "linefeed fetch" version' -l 'version' -d 'Show the version.'
complete -c 'linefeed' -n '__linefeed_should_offer_completions_for_flags_or_options "linefeed fetch" h help' -s 'h' -l 'help' -d 'Show help information.'
complete -c 'linefeed' -n '__linefeed_should_offer_completions_for_flags_or_options "linefeed simulate" out' -l 'out' -d 'The folder to write to.' -rfka ''
complete -c 'linefeed' -n '__linefeed_should_offer_completions_for_flags_or_options "linefeed simulate" routes' -l 'routes' -d 'Routes, 1 to 1000.' -rfka ''
complete -c 'linefeed' -n '__linefeed_should_offer_completions_for_flags_or_options "linefeed simulate" stops' -l 'stops' -d 'Stops, 2 to 60 for each route.' -rfka ''
complete -c 'linefeed' -n '__linefeed_should_offer_completions_for_flags_or_options "linefeed simulate" vehicles' -l 'vehicles' -d 'Vehicles that send realtime data.' -rfka ''
complete -c 'linefeed' -n '__linefeed_should_offer_completions_for_flags_or_options "linefeed simulate" minutes' -l 'minutes' -d 'Length of the realtime window.' -rfka ''
complete -c 'linefeed' -n '__linefeed_should_offer_completions_for_flags_or_options "linefeed simulate" interval' -l 'interval' -d 'Seconds between two snapshots.' -rfka ''
complete -c 'linefeed' -n '__linefeed_should_offer_completions_for_flags_or_options "linefeed simulate" days' -l 'days' -d 'Service days with realtime data, whole ones, instead of the window.' -rfka ''
complete -c 'linefeed' -n '__linefeed_should_offer_completions_for_flags_or_options "linefeed simulate" period' -l 'period' -d 'Seconds between a vehicle\'s measurements; 10, 15 or 20 by default.' -rfka ''
complete -c 'linefeed' -n '__linefeed_should_offer_completions_for_flags_or_options "linefeed simulate" seed' -l 'seed' -d 'Another seed, another city.' -rfka ''
complete -c 'linefeed' -n '__linefeed_should_offer_completions_for_flags_or_options "linefeed simulate" start' -l 'start' -d 'Local YYYY-MM-DDTHH:MM[:SS], or with an offset.' -rfka ''
complete -c 'linefeed' -n '__linefeed_should_offer_completions_for_flags_or_options "linefeed simulate" stop-times' -l 'stop-times' -d 'Rows of stop_times.txt at least.' -rfka ''
complete -c 'linefeed' -n '__linefeed_should_offer_completions_for_flags_or_options "linefeed simulate" entities' -l 'entities' -d 'Write messages of these tables only; both by default.' -rfka ''
complete -c 'linefeed' -n '__linefeed_should_offer_completions_for_flags_or_options "linefeed simulate" truth' -l 'truth' -d 'Write what really happened as stop_visits.'
complete -c 'linefeed' -n '__linefeed_should_offer_completions_for_flags_or_options "linefeed simulate" drop' -l 'drop' -d 'Share of positions that are missing.' -rfka ''
complete -c 'linefeed' -n '__linefeed_should_offer_completions_for_flags_or_options "linefeed simulate" freeze' -l 'freeze' -d 'Share of vehicles that are stuck now and then.' -rfka ''
complete -c 'linefeed' -n '__linefeed_should_offer_completions_for_flags_or_options "linefeed simulate" late' -l 'late' -d 'Seconds that data comes late at the most.' -rfka ''
complete -c 'linefeed' -n '__linefeed_should_offer_completions_for_flags_or_options "linefeed simulate" sequences' -l 'sequences' -d 'Sequences as in the timetable, positions from 0, or none.' -rfka 'kept position absent'
complete -c 'linefeed' -n '__linefeed_should_offer_completions_for_flags_or_options "linefeed simulate" twins' -l 'twins' -d 'Share of runs that a second vehicle tells too.' -rfka ''
complete -c 'linefeed' -n '__linefeed_should_offer_completions_for_flags_or_options "linefeed simulate" off' -l 'off' -d 'Metres that positions lie off at the most.' -rfka ''
complete -c 'linefeed' -n '__linefeed_should_offer_completions_for_flags_or_options "linefeed simulate" noise' -l 'noise' -d 'Standard deviation of a wandering error.' -rfka ''
complete -c 'linefeed' -n '__linefeed_should_offer_completions_for_flags_or_options "linefeed simulate" stray' -l 'stray' -d 'Share of fixes that lie far off, and how far.' -rfka ''
complete -c 'linefeed' -n '__linefeed_should_offer_completions_for_flags_or_options "linefeed simulate" clock-slip' -l 'clock-slip' -d 'Share of wrong timestamps, and how wrong.' -rfka ''
complete -c 'linefeed' -n '__linefeed_should_offer_completions_for_flags_or_options "linefeed simulate" o output' -l 'output' -s 'o' -d 'Write to FILE, whole or not at all; .gz compresses.' -rF
complete -c 'linefeed' -n '__linefeed_should_offer_completions_for_flags_or_options "linefeed simulate"' -l 'verbose' -s 'v' -d 'Show repairs; twice shows timings too.'
complete -c 'linefeed' -n '__linefeed_should_offer_completions_for_flags_or_options "linefeed simulate" q quiet' -l 'quiet' -s 'q' -d 'Show errors only.'
complete -c 'linefeed' -n '__linefeed_should_offer_completions_for_flags_or_options "linefeed simulate" log-format' -l 'log-format' -d 'Messages as text or json.' -rfka 'text json'
complete -c 'linefeed' -n '__linefeed_should_offer_completions_for_flags_or_options "linefeed simulate" diagnostics' -l 'diagnostics' -d 'Write all findings to FILE.' -rF
complete -c 'linefeed' -n '__linefeed_should_offer_completions_for_flags_or_options "linefeed simulate" rejects' -l 'rejects' -d 'Write rejected rows to FILE.' -rF
complete -c 'linefeed' -n '__linefeed_should_offer_completions_for_flags_or_options "linefeed simulate" summary' -l 'summary' -d 'Write the run\'s figures to FILE, or - for stdout.' -rF
complete -c 'linefeed' -n '__linefeed_should_offer_completions_for_flags_or_options "linefeed simulate" strict' -l 'strict' -d 'End with 65 on any reject or invalid value.'
complete -c 'linefeed' -n '__linefeed_should_offer_completions_for_flags_or_options "linefeed simulate" progress' -l 'progress' -d 'A bar on stderr: auto, always or never.' -rfka 'auto always never'
complete -c 'linefeed' -n '__linefeed_should_offer_completions_for_flags_or_options "linefeed simulate" color' -l 'color' -d 'Colours on stderr: auto, always or never.' -rfka 'auto always never'
complete -c 'linefeed' -n '__linefeed_should_offer_completions_for_flags_or_options "linefeed simulate" pass-through' -l 'pass-through' -d 'Forward tables the stage does not consume.'
complete -c 'linefeed' -n '__linefeed_should_offer_completions_for_flags_or_options "linefeed simulate" allow-empty' -l 'allow-empty' -d 'Write an empty output where there is nothing to work on, and end with 0.'
complete -c 'linefeed' -n '__linefeed_should_offer_completions_for_flags_or_options "linefeed simulate" guard-formulas' -l 'guard-formulas' -d 'CSV: begin text that is a formula to a spreadsheet with an apostrophe.'
complete -c 'linefeed' -n '__linefeed_should_offer_completions_for_flags_or_options "linefeed simulate" max-line-bytes' -l 'max-line-bytes' -d 'Longest accepted input line.' -rfka ''
complete -c 'linefeed' -n '__linefeed_should_offer_completions_for_flags_or_options "linefeed simulate" feed-id' -l 'feed-id' -d 'Add feed_id to every record.' -rfka ''
complete -c 'linefeed' -n '__linefeed_should_offer_completions_for_flags_or_options "linefeed simulate" version' -l 'version' -d 'Show the version.'
complete -c 'linefeed' -n '__linefeed_should_offer_completions_for_flags_or_options "linefeed simulate" h help' -s 'h' -l 'help' -d 'Show help information.'
complete -c 'linefeed' -n '__linefeed_should_offer_completions_for_positional "linefeed run" -eq 1' -F
complete -c 'linefeed' -n '__linefeed_should_offer_completions_for_flags_or_options "linefeed run"' -l 'set' -d 'Set a variable; repeat for more.' -rfka ''
complete -c 'linefeed' -n '__linefeed_should_offer_completions_for_flags_or_options "linefeed run" stage' -l 'stage' -d 'Run this stage alone.' -rfka ''
complete -c 'linefeed' -n '__linefeed_should_offer_completions_for_flags_or_options "linefeed run" dry-run' -l 'dry-run' -d 'Show what would be done.'
complete -c 'linefeed' -n '__linefeed_should_offer_completions_for_flags_or_options "linefeed run" print-shell' -l 'print-shell' -d 'Print a bash script that does the same.'
complete -c 'linefeed' -n '__linefeed_should_offer_completions_for_flags_or_options "linefeed run" once' -l 'once' -d 'End a loop after its first turn.'
complete -c 'linefeed' -n '__linefeed_should_offer_completions_for_flags_or_options "linefeed run" log' -l 'log' -d 'Add a stage_runs record per stage.' -rF
complete -c 'linefeed' -n '__linefeed_should_offer_completions_for_flags_or_options "linefeed run" if-locked' -l 'if-locked' -d 'If a run goes on: fail with 75, or quiet with 0.' -rfka 'fail quiet'
complete -c 'linefeed' -n '__linefeed_should_offer_completions_for_flags_or_options "linefeed run" status' -l 'status' -d 'Tell how the run is going.'
complete -c 'linefeed' -n '__linefeed_should_offer_completions_for_flags_or_options "linefeed run" o output' -l 'output' -s 'o' -d 'Write to FILE, whole or not at all; .gz compresses.' -rF
complete -c 'linefeed' -n '__linefeed_should_offer_completions_for_flags_or_options "linefeed run"' -l 'verbose' -s 'v' -d 'Show repairs; twice shows timings too.'
complete -c 'linefeed' -n '__linefeed_should_offer_completions_for_flags_or_options "linefeed run" q quiet' -l 'quiet' -s 'q' -d 'Show errors only.'
complete -c 'linefeed' -n '__linefeed_should_offer_completions_for_flags_or_options "linefeed run" log-format' -l 'log-format' -d 'Messages as text or json.' -rfka 'text json'
complete -c 'linefeed' -n '__linefeed_should_offer_completions_for_flags_or_options "linefeed run" diagnostics' -l 'diagnostics' -d 'Write all findings to FILE.' -rF
complete -c 'linefeed' -n '__linefeed_should_offer_completions_for_flags_or_options "linefeed run" rejects' -l 'rejects' -d 'Write rejected rows to FILE.' -rF
complete -c 'linefeed' -n '__linefeed_should_offer_completions_for_flags_or_options "linefeed run" summary' -l 'summary' -d 'Write the run\'s figures to FILE, or - for stdout.' -rF
complete -c 'linefeed' -n '__linefeed_should_offer_completions_for_flags_or_options "linefeed run" strict' -l 'strict' -d 'End with 65 on any reject or invalid value.'
complete -c 'linefeed' -n '__linefeed_should_offer_completions_for_flags_or_options "linefeed run" progress' -l 'progress' -d 'A bar on stderr: auto, always or never.' -rfka 'auto always never'
complete -c 'linefeed' -n '__linefeed_should_offer_completions_for_flags_or_options "linefeed run" color' -l 'color' -d 'Colours on stderr: auto, always or never.' -rfka 'auto always never'
complete -c 'linefeed' -n '__linefeed_should_offer_completions_for_flags_or_options "linefeed run" pass-through' -l 'pass-through' -d 'Forward tables the stage does not consume.'
complete -c 'linefeed' -n '__linefeed_should_offer_completions_for_flags_or_options "linefeed run" allow-empty' -l 'allow-empty' -d 'Write an empty output where there is nothing to work on, and end with 0.'
complete -c 'linefeed' -n '__linefeed_should_offer_completions_for_flags_or_options "linefeed run" guard-formulas' -l 'guard-formulas' -d 'CSV: begin text that is a formula to a spreadsheet with an apostrophe.'
complete -c 'linefeed' -n '__linefeed_should_offer_completions_for_flags_or_options "linefeed run" max-line-bytes' -l 'max-line-bytes' -d 'Longest accepted input line.' -rfka ''
complete -c 'linefeed' -n '__linefeed_should_offer_completions_for_flags_or_options "linefeed run" feed-id' -l 'feed-id' -d 'Add feed_id to every record.' -rfka ''
complete -c 'linefeed' -n '__linefeed_should_offer_completions_for_flags_or_options "linefeed run" version' -l 'version' -d 'Show the version.'
complete -c 'linefeed' -n '__linefeed_should_offer_completions_for_flags_or_options "linefeed run" h help' -s 'h' -l 'help' -d 'Show help information.'
complete -c 'linefeed' -n '__linefeed_should_offer_completions_for_flags_or_options "linefeed schema" o output' -l 'output' -s 'o' -d 'Write to FILE, whole or not at all; .gz compresses.' -rF
complete -c 'linefeed' -n '__linefeed_should_offer_completions_for_flags_or_options "linefeed schema"' -l 'verbose' -s 'v' -d 'Show repairs; twice shows timings too.'
complete -c 'linefeed' -n '__linefeed_should_offer_completions_for_flags_or_options "linefeed schema" q quiet' -l 'quiet' -s 'q' -d 'Show errors only.'
complete -c 'linefeed' -n '__linefeed_should_offer_completions_for_flags_or_options "linefeed schema" log-format' -l 'log-format' -d 'Messages as text or json.' -rfka 'text json'
complete -c 'linefeed' -n '__linefeed_should_offer_completions_for_flags_or_options "linefeed schema" diagnostics' -l 'diagnostics' -d 'Write all findings to FILE.' -rF
complete -c 'linefeed' -n '__linefeed_should_offer_completions_for_flags_or_options "linefeed schema" rejects' -l 'rejects' -d 'Write rejected rows to FILE.' -rF
complete -c 'linefeed' -n '__linefeed_should_offer_completions_for_flags_or_options "linefeed schema" summary' -l 'summary' -d 'Write the run\'s figures to FILE, or - for stdout.' -rF
complete -c 'linefeed' -n '__linefeed_should_offer_completions_for_flags_or_options "linefeed schema" strict' -l 'strict' -d 'End with 65 on any reject or invalid value.'
complete -c 'linefeed' -n '__linefeed_should_offer_completions_for_flags_or_options "linefeed schema" progress' -l 'progress' -d 'A bar on stderr: auto, always or never.' -rfka 'auto always never'
complete -c 'linefeed' -n '__linefeed_should_offer_completions_for_flags_or_options "linefeed schema" color' -l 'color' -d 'Colours on stderr: auto, always or never.' -rfka 'auto always never'
complete -c 'linefeed' -n '__linefeed_should_offer_completions_for_flags_or_options "linefeed schema" pass-through' -l 'pass-through' -d 'Forward tables the stage does not consume.'
complete -c 'linefeed' -n '__linefeed_should_offer_completions_for_flags_or_options "linefeed schema" allow-empty' -l 'allow-empty' -d 'Write an empty output where there is nothing to work on, and end with 0.'
complete -c 'linefeed' -n '__linefeed_should_offer_completions_for_flags_or_options "linefeed schema" guard-formulas' -l 'guard-formulas' -d 'CSV: begin text that is a formula to a spreadsheet with an apostrophe.'
complete -c 'linefeed' -n '__linefeed_should_offer_completions_for_flags_or_options "linefeed schema" max-line-bytes' -l 'max-line-bytes' -d 'Longest accepted input line.' -rfka ''
complete -c 'linefeed' -n '__linefeed_should_offer_completions_for_flags_or_options "linefeed schema" feed-id' -l 'feed-id' -d 'Add feed_id to every record.' -rfka ''
complete -c 'linefeed' -n '__linefeed_should_offer_completions_for_flags_or_options "linefeed schema" version' -l 'version' -d 'Show the version.'
complete -c 'linefeed' -n '__linefeed_should_offer_completions_for_flags_or_options "linefeed schema" h help' -s 'h' -l 'help' -d 'Show help information.'
complete -c 'linefeed' -n '__linefeed_should_offer_completions_for_flags_or_options "linefeed help" version' -l 'version' -d 'Show the version.'
