"""Code that the check-… scripts share: readers of feeds and calendars, synthetic inputs, runs of linefeed. It contains
no linefeed code."""
