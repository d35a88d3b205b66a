"""A peer of `check`: validates a feed with gtfs-guru.

    python3 peer_check.py FEED
"""
import sys

import gtfs_guru

for notice in gtfs_guru.validate(sys.argv[1], date="2026-03-02").notices:
    print(notice.code, notice.severity, notice.file, notice.row)
