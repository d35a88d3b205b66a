#!/usr/bin/env bash
# loop: written by linefeed run --print-shell.
# Needs bash, GNU coreutils, and flock of util-linux.
set -um
: "${PATH:=/usr/local/bin:/usr/bin:/bin}"
_quote="'"
export PATH LINEFEED_PIPELINE=loop LINEFEED_STAGE LINEFEED_TURN=1
export LINEFEED_PIPELINE_FOLDER=. LINEFEED_ONCE=
export LINEFEED_LOG_TIME=1
EVERY="${EVERY:-15s}"
export EVERY

# Variables whose values depend on when a stage starts.
environment() {
    :
}

…
load_0() {
    :
}
stage_0() {
    echo turn ${LINEFEED_TURN}
    members "${PIPESTATUS[@]}"
}

# look
load_1() {
    :
}
stage_1() {
    sh -c '[ "$LINEFEED_TURN" -lt 3 ]'
    members "${PIPESTATUS[@]}"
}

finish() { exit 0; }

at=0 visited=' 0 '
while :; do
    environment
    case $at in
    0)
        LINEFEED_STAGE=poll
        perform 0 0 1000 '' '' stdout ''
        hold=15 next=1 on_failure=stop
        ;;
    1)
        LINEFEED_STAGE=look
        perform 1 0 1000 '' 'quiet' stdout ''
        hold=0 next=0 on_failure=stop
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
