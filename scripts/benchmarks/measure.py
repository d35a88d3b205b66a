"""Runs one command and reports its time and memory: python3 -I -S measure.py OUTPUT ERRORS COMMAND…

This is a separate program because Linux counts the memory of a parent process in the child's peak, and this program has
little. It prints a line of JSON with elapsed seconds, CPU seconds (user and system, of all processes of a pipeline),
bytes of the largest process, and the exit status.
"""
import json
import os
import sys
import time

output, errors, *command = sys.argv[1:]
write = os.O_WRONLY | os.O_CREAT | os.O_TRUNC
actions = [(os.POSIX_SPAWN_OPEN, 0, "/dev/null", os.O_RDONLY, 0),
           (os.POSIX_SPAWN_OPEN, 1, output, write, 0o644),
           (os.POSIX_SPAWN_OPEN, 2, errors, write, 0o644)]
begin = time.perf_counter()
child = os.posix_spawnp(command[0], command, os.environ, file_actions=actions)
_, status, usage = os.wait4(child, 0)
wall = time.perf_counter() - begin
print(json.dumps({"wall": wall, "cpu": usage.ru_utime + usage.ru_stime, "peak": usage.ru_maxrss * 1024,
                  "status": os.waitstatus_to_exitcode(status)}))
