"""A peer of `check`: writes how often gtfs-guru finds each rule broken, a line for each rule: python3 peer_check.py FEED DATE"""
import collections
import json
import sys

import gtfs_guru

found = collections.Counter((notice.code, notice.severity) for notice in gtfs_guru.validate(sys.argv[1], date=sys.argv[2]).notices)
for (code, severity), count in found.items():
    print(json.dumps({"code": code, "severity": severity, "count": count}))
