#!/usr/bin/env bash
# words: written by linefeed run --print-shell.
# Needs bash, GNU coreutils, and flock of util-linux.
set -um
: "${PATH:=/usr/local/bin:/usr/bin:/bin}"
_quote="'"
export PATH LINEFEED_PIPELINE=words LINEFEED_STAGE LINEFEED_TURN=1
export LINEFEED_PIPELINE_FOLDER=. LINEFEED_ONCE=
TZ=Australia/Sydney
export TZ
TWO='one  two'
export TWO
DAY="$(TZ="${TZ:-UTC0}" date -d '-1 days' '+%Y/%m/%d')"
export DAY

# Variables whose values depend on when a stage starts.
environment() {
    :
}

…
load_0() {
    :
}
stage_0() {
    printf '<%s>\n' ${TWO} "${TWO}" '$TWO' '$'TWO x${NONE:-y}z "${NONE:-a  b}" ${TWO:+set} '' it''\'''s
    members "${PIPESTATUS[@]}"
}

# dates
load_1() {
    :
}
stage_1() {
    echo ${DAY} "$(TZ="${TZ:-UTC0}" date '+%FT%T')" "$(TZ="${TZ:-UTC0}" date -d '+90 minutes' '+%H:%M')" "$(TZ="${TZ:-UTC0}" date '+%j')" "$(TZ="${TZ:-UTC0}" date '+%u')" "$(TZ="${TZ:-UTC0}" date '+%s')"
    members "${PIPESTATUS[@]}"
}

finish() { exit 0; }

at=0 visited=' 0 '
while :; do
    environment
    case $at in
    0)
        LINEFEED_STAGE=words
        perform 0 0 1000 '' '' stdout ''
        hold=0 next=1 on_failure=stop
        ;;
    1)
        LINEFEED_STAGE=dates
        perform 1 0 1000 '' '' stdout ''
        hold=0 next=end on_failure=stop
        ;;
    esac
    unset LINEFEED_FAILED_STAGE LINEFEED_FAILED_STATUS
    if [ "$status" -eq 0 ] || [ "$on_failure" = continue ]; then
        to=$next
    elif [ "$on_failure" = stop ]; then
        exit "$status"
    else
        to=$on_failure
        export LINEFEED_FAILED_STAGE=$LINEFEED_STAGE LINEFEED_FAILED_STATUS=$status
    fi
    [ "$to" != end ] || finish
    case $visited in
    *" $to "*) LINEFEED_TURN=$((LINEFEED_TURN + 1)) visited=" $to " ;;
    *) visited="$visited$to " ;;
    esac
    at=$to
    pause "$hold"
done
