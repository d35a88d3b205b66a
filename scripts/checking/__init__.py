"""What the check-… scripts share: readers of feeds and calendars, made-up inputs, runs of linefeed. Nothing is linefeed's."""
