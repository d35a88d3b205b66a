#define _GNU_SOURCE
#include "CProcess.h"

#include <errno.h>
#include <fcntl.h>
#include <sched.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/signalfd.h>
#include <sys/syscall.h>
#include <sys/vfs.h>
#include <sys/wait.h>
#include <unistd.h>

int linefeed_spawn(
    pid_t *child, const char *program, char *const arguments[], char *const environment[], int input, int output,
    int errors, pid_t group)
{
    int report[2];
    if (pipe2(report, O_CLOEXEC) != 0) return errno;
    const pid_t parent = getpid();
    const pid_t made = fork();
    if (made < 0) {
        const int reason = errno;
        close(report[0]);
        close(report[1]);
        return reason;
    }
    if (made == 0) {
        setpgid(0, group);
        prctl(PR_SET_PDEATHSIG, SIGTERM);
        // The parent may have died before it could be said what its death means.
        if (getppid() != parent) _exit(143);
        signal(SIGPIPE, SIG_DFL);
        signal(SIGXFSZ, SIG_DFL);
        sigset_t none;
        sigemptyset(&none);
        sigprocmask(SIG_SETMASK, &none, NULL);
        int reason = 0;
        if (dup2(input, 0) < 0 || dup2(output, 1) < 0 || dup2(errors, 2) < 0) reason = errno;
        if (reason == 0) {
            execve(program, arguments, environment);
            reason = errno;
        }
        while (write(report[1], &reason, sizeof reason) < 0 && errno == EINTR) {}
        _exit(127);
    }
    // In both, so that neither has to wait for the other.
    setpgid(made, group == 0 ? made : group);
    close(report[1]);
    int reason = 0;
    ssize_t count;
    while ((count = read(report[0], &reason, sizeof reason)) < 0 && errno == EINTR) {}
    close(report[0]);
    if (count == (ssize_t)sizeof reason) {
        while (waitpid(made, NULL, 0) < 0 && errno == EINTR) {}
        return reason;
    }
    *child = made;
    return 0;
}

int linefeed_pidfd_open(pid_t child) { return (int)syscall(SYS_pidfd_open, child, 0); }

int linefeed_shell_status(int raw) { return WIFSIGNALED(raw) ? 128 + WTERMSIG(raw) : WEXITSTATUS(raw); }

int linefeed_signal_descriptor(const int *signals, int count)
{
    sigset_t set;
    sigemptyset(&set);
    for (int index = 0; index < count; index++) sigaddset(&set, signals[index]);
    return signalfd(-1, &set, SFD_CLOEXEC | SFD_NONBLOCK);
}

int linefeed_take_signal(int descriptor)
{
    struct signalfd_siginfo info;
    return read(descriptor, &info, sizeof info) == (ssize_t)sizeof info ? (int)info.ssi_signo : 0;
}

int linefeed_pipe(int ends[2]) { return pipe2(ends, O_CLOEXEC); }

uint32_t linefeed_file_system(int descriptor)
{
    struct statfs status;
    return fstatfs(descriptor, &status) == 0 ? (uint32_t)status.f_type : 0;
}

ssize_t linefeed_peek(int descriptor, void *bytes, size_t size) {
    int ends[2];
    if (pipe2(ends, O_CLOEXEC) != 0) return -1;
    ssize_t count;
    do {
        count = tee(descriptor, ends[1], size, 0);
    } while (count < 0 && errno == EINTR);
    if (count > 0) count = read(ends[0], bytes, (size_t)count);
    int saved = errno;
    close(ends[0]);
    close(ends[1]);
    errno = saved;
    return count;
}

int linefeed_processor_count(void)
{
    cpu_set_t allowed;
    return sched_getaffinity(0, sizeof allowed, &allowed) == 0 ? CPU_COUNT(&allowed) : 0;
}
