// Runs a command under limits and says what it took: measure FILE CPU_SECONDS ADDRESS_KB OUTPUT_KB COMMAND...
//
// FILE gets the status as wait4(2) has it, the highest memory in KiB and the CPU time in milliseconds. A program of its own,
// because the kernel counts what a process had before it executed another: children of a large one look large.
#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

static void limit(int what, const char *text, unsigned long unit) {
    struct rlimit limit;
    limit.rlim_cur = limit.rlim_max = strtoul(text, NULL, 10) * unit;
    if (limit.rlim_cur) setrlimit(what, &limit);
}

int main(int count, char **words) {
    if (count < 6) return 64;
    pid_t child = fork();
    if (child < 0) return 71;
    if (child == 0) {
        limit(RLIMIT_CPU, words[2], 1);
        limit(RLIMIT_AS, words[3], 1024);
        limit(RLIMIT_FSIZE, words[4], 1024);
        execvp(words[5], words + 5);
        _exit(127);
    }
    int status;
    struct rusage usage;
    if (wait4(child, &status, 0, &usage) < 0) return 71;
    FILE *file = fopen(words[1], "w");
    if (!file) return 73;
    long milliseconds = usage.ru_utime.tv_sec * 1000 + usage.ru_utime.tv_usec / 1000 + usage.ru_stime.tv_sec * 1000 +
                        usage.ru_stime.tv_usec / 1000;
    fprintf(file, "%d %ld %ld\n", status, usage.ru_maxrss, milliseconds);
    return fclose(file) ? 74 : 0;
}
