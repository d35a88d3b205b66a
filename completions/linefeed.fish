# Completions of linefeed for fish.
function __linefeed_complete
    set -l words (commandline -opc)
    set -l current (commandline -ct)
    set -l answer ($words[1] --complete $words[2..-1] $current 2>/dev/null)
    switch "$answer[1]"
        case files
            __fish_complete_path $current
        case folders
            __fish_complete_directories $current
        case '*'
            printf '%s\n' $answer[2..-1]
    end
end
complete -c linefeed -f -a '(__linefeed_complete)'
