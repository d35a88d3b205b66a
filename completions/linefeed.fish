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
        case 'schema'
            __linefeed_parse_subcommand 1 'o/output=' 'v/verbose' 'q/quiet' 'log-format=' 'diagnostics=' 'rejects=' 'summary=' 'strict' 'progress=' 'color=' 'pass-through' 'max-line-bytes=' 'feed-id=' 'version' 'h/help'
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
complete -c 'linefeed' -n '__linefeed_should_offer_completions_for_positional "linefeed" -eq 1' -fa 'schema' -d 'Print the record contract as JSON Schema.'
complete -c 'linefeed' -n '__linefeed_should_offer_completions_for_positional "linefeed" -eq 1' -fa 'help' -d 'Show subcommand help information.'
complete -c 'linefeed' -n '__linefeed_should_offer_completions_for_flags_or_options "linefeed schema" o output' -l 'output' -s 'o' -d 'Write to FILE, whole or not at all; .gz compresses.' -rfka ''
complete -c 'linefeed' -n '__linefeed_should_offer_completions_for_flags_or_options "linefeed schema"' -l 'verbose' -s 'v' -d 'Show repairs; twice shows timings too.'
complete -c 'linefeed' -n '__linefeed_should_offer_completions_for_flags_or_options "linefeed schema" q quiet' -l 'quiet' -s 'q' -d 'Show errors only.'
complete -c 'linefeed' -n '__linefeed_should_offer_completions_for_flags_or_options "linefeed schema" log-format' -l 'log-format' -d 'Messages as text or json.' -rfka 'text json'
complete -c 'linefeed' -n '__linefeed_should_offer_completions_for_flags_or_options "linefeed schema" diagnostics' -l 'diagnostics' -d 'Write all findings to FILE.' -rfka ''
complete -c 'linefeed' -n '__linefeed_should_offer_completions_for_flags_or_options "linefeed schema" rejects' -l 'rejects' -d 'Write rejected rows to FILE.' -rfka ''
complete -c 'linefeed' -n '__linefeed_should_offer_completions_for_flags_or_options "linefeed schema" summary' -l 'summary' -d 'Write the run\'s figures to FILE, or - for stdout.' -rfka ''
complete -c 'linefeed' -n '__linefeed_should_offer_completions_for_flags_or_options "linefeed schema" strict' -l 'strict' -d 'End with 65 on any reject or invalid value.'
complete -c 'linefeed' -n '__linefeed_should_offer_completions_for_flags_or_options "linefeed schema" progress' -l 'progress' -d 'A bar on stderr: auto, always or never.' -rfka 'auto always never'
complete -c 'linefeed' -n '__linefeed_should_offer_completions_for_flags_or_options "linefeed schema" color' -l 'color' -d 'Colours on stderr: auto, always or never.' -rfka 'auto always never'
complete -c 'linefeed' -n '__linefeed_should_offer_completions_for_flags_or_options "linefeed schema" pass-through' -l 'pass-through' -d 'Forward tables the stage does not consume.'
complete -c 'linefeed' -n '__linefeed_should_offer_completions_for_flags_or_options "linefeed schema" max-line-bytes' -l 'max-line-bytes' -d 'Longest accepted input line.' -rfka ''
complete -c 'linefeed' -n '__linefeed_should_offer_completions_for_flags_or_options "linefeed schema" feed-id' -l 'feed-id' -d 'Add feed_id to every record.' -rfka ''
complete -c 'linefeed' -n '__linefeed_should_offer_completions_for_flags_or_options "linefeed schema" version' -l 'version' -d 'Show the version.'
complete -c 'linefeed' -n '__linefeed_should_offer_completions_for_flags_or_options "linefeed schema" h help' -s 'h' -l 'help' -d 'Show help information.'
complete -c 'linefeed' -n '__linefeed_should_offer_completions_for_flags_or_options "linefeed help" version' -l 'version' -d 'Show the version.'
