"""A peer of `diff`: writes how many rows gtfs-digester finds added, removed and modified, a line for each file that both feeds
have and that differs, and names columns that only one of the feeds has: python3 peer_diff.py OLD NEW"""
import json
import sys
import warnings

from gtfs_digester.archive import GTFSArchive

warnings.simplefilter("ignore")
old, new = map(GTFSArchive.from_zip, sys.argv[1:])
found = old.diff(new)
for name in sorted(found.modified_files):
    file = found.file_diff(name)
    print(json.dumps({"file": name, "added": file.added_count, "removed": file.removed_count, "modified": file.modified_count,
                      "columns": file.added_columns + file.removed_columns}))
