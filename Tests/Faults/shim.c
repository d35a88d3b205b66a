// Makes the system's calls fail, fall short or take long, for tests: LD_PRELOAD=shim.so. scripts/check-faults builds it.
//
//   LINEFEED_FAULT          rules, with commas: CALL:WHEN:WHAT
//     CALL   write (and pwrite, writev), read (and pread, readv), open (and openat, creat, mkstemp),
//            sync (fsync, fdatasync), rename (and renameat), truncate (ftruncate), close
//     WHEN   17 the 17th only, 17+ from the 17th on, %3 each third, * all
//     WHAT   an errno by name (ENOSPC, EIO, …), short, slow=MILLISECONDS, kill
//   LINEFEED_FAULT_COUNTS   a file that gets the counts: as many 64-bit numbers as there are calls, in the order above, then how
//                           many faults were made and the name of the first file that met one. It is a shared mapping, so
//                           that it is right however the process ends
//   LINEFEED_FAULT_PROGRAM  the name of the program that is meant, linefeed unless given; its children too where
//   LINEFEED_FAULT_CHILDREN is set, and then one count goes through all of them
//   LINEFEED_FAULT_STAGE    only the processes whose first argument this is
//
// What is meant are regular files, pipes and folders. Standard error is left alone, for it has to say what failed, and so are
// devices, sockets and what is only a number of the kernel's (eventfd and its like). close really closes before it fails,
// as Linux does.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/uio.h>
#include <time.h>
#include <unistd.h>

enum call { WRITE, READ, OPEN, SYNC, RENAME, TRUNCATE, CLOSE, CALLS };
static const char *const call_names[CALLS] = {"write", "read", "open", "sync", "rename", "truncate", "close"};

enum { ONCE, FROM, EACH, ALL };
enum { FAIL, SHORT, SLOW, KILL };
struct rule {
    enum call call;
    int when, what;
    uint64_t number;
    int value;
};

struct counts {
    _Atomic uint64_t calls[CALLS];
    _Atomic uint64_t faults;
    char met[256];
};

static struct rule rules[16];
static int rule_count;
static struct counts own_counts, *counts = &own_counts;
static int is_meant;

static const struct {
    const char *name;
    int value;
} errors[] = {
    {"ENOSPC", ENOSPC}, {"EIO", EIO},     {"EMFILE", EMFILE}, {"ENFILE", ENFILE}, {"EINTR", EINTR},   {"EAGAIN", EAGAIN},
    {"EACCES", EACCES}, {"EROFS", EROFS}, {"EDQUOT", EDQUOT}, {"EFBIG", EFBIG},   {"ENOMEM", ENOMEM}, {"EBADF", EBADF},
    {"ESTALE", ESTALE}, {"EXDEV", EXDEV}, {"EPERM", EPERM},   {"ENOENT", ENOENT}, {"EPIPE", EPIPE},   {"EINVAL", EINVAL},
};

// The next in line; every use of it is resolved before the program's first call.
#define NEXT(name) ((__typeof__(&name))next_of(#name))
static void *next_of(const char *name) {
    void *found = dlsym(RTLD_NEXT, name);
    if (!found) {
        static const char words[] = "shim: a call is not there\n";
        if (!syscall(1, 2, words, sizeof words - 1)) {}
        _exit(70);
    }
    return found;
}

static void refuse(const char *rule) {
    fprintf(stderr, "shim: %s is no rule\n", rule);
    _exit(64);
}

static void take(char *text) {
    char *rest = NULL, *whole = strdup(text);
    char *call = strtok_r(text, ":", &rest), *when = strtok_r(NULL, ":", &rest), *what = strtok_r(NULL, ":", &rest);
    struct rule rule = {CALLS, ONCE, FAIL, 0, 0};
    if (!call || !when || !what || rule_count == 16) refuse(whole);
    for (int i = 0; i < CALLS; i++)
        if (!strcmp(call, call_names[i])) rule.call = (enum call)i;
    if (rule.call == CALLS) refuse(whole);
    if (*when == '*') {
        rule.when = ALL;
    } else if (*when == '%') {
        rule.when = EACH;
        rule.number = strtoull(when + 1, NULL, 10);
    } else {
        char *end;
        rule.number = strtoull(when, &end, 10);
        if (*end == '+') rule.when = FROM;
    }
    if (rule.when != ALL && !rule.number) refuse(whole);
    if (!strcmp(what, "short")) {
        rule.what = SHORT;
    } else if (!strcmp(what, "kill")) {
        rule.what = KILL;
    } else if (!strncmp(what, "slow=", 5)) {
        rule.what = SLOW;
        rule.value = atoi(what + 5);
    } else {
        for (size_t i = 0; i < sizeof errors / sizeof *errors; i++)
            if (!strcmp(what, errors[i].name)) rule.value = errors[i].value;
        if (!rule.value) refuse(whole);
    }
    rules[rule_count++] = rule;
    free(whole);
}

// The first argument, from the kernel: the program has not begun yet.
static void first_argument(char *into, size_t size) {
    into[0] = 0;
    char line[4096];
    int descriptor = NEXT(open)("/proc/self/cmdline", O_RDONLY | O_CLOEXEC);
    if (descriptor < 0) return;
    ssize_t length = NEXT(read)(descriptor, line, sizeof line - 1);
    NEXT(close)(descriptor);
    if (length <= 0) return;
    line[length] = 0;
    size_t start = strlen(line) + 1;
    if (start < (size_t)length) snprintf(into, size, "%s", line + start);
}

__attribute__((constructor)) static void begin(void) {
    char program[4096], argument[256];
    ssize_t length = readlink("/proc/self/exe", program, sizeof program - 1);
    if (length <= 0) return;
    program[length] = 0;
    char *name = strrchr(program, '/'), *wanted = getenv("LINEFEED_FAULT_PROGRAM"), *stage = getenv("LINEFEED_FAULT_STAGE");
    if (strcmp(name ? name + 1 : program, wanted ? wanted : "linefeed")) return;
    first_argument(argument, sizeof argument);
    if (stage && strcmp(stage, argument)) return;
    char *text = getenv("LINEFEED_FAULT"), *file = getenv("LINEFEED_FAULT_COUNTS");
    if (text) {
        char *rest = NULL, *copy = strdup(text);
        char *rule_texts[16];
        int found = 0;
        for (char *one = strtok_r(copy, ",", &rest); one && found < 16; one = strtok_r(NULL, ",", &rest))
            rule_texts[found++] = one;
        for (int i = 0; i < found; i++) take(rule_texts[i]);
        free(copy);
    }
    if (file) {
        int descriptor = NEXT(open)(file, O_RDWR | O_CREAT | O_CLOEXEC, 0666);
        if (descriptor >= 0 && NEXT(ftruncate)(descriptor, sizeof(struct counts)) == 0) {
            void *shared = mmap(NULL, sizeof(struct counts), PROT_READ | PROT_WRITE, MAP_SHARED, descriptor, 0);
            if (shared != MAP_FAILED) counts = shared;
        }
        if (descriptor >= 0) NEXT(close)(descriptor);
    }
    if (!getenv("LINEFEED_FAULT_CHILDREN")) {
        unsetenv("LD_PRELOAD");
        unsetenv("LINEFEED_FAULT");
        unsetenv("LINEFEED_FAULT_COUNTS");
    }
    is_meant = 1;
}

// Whether a descriptor is one of those that are meant.
static int has_faults(int descriptor) {
    if (!is_meant || descriptor == 2) return 0;
    int kept = errno;
    struct stat status;
    int is = fstat(descriptor, &status) == 0 &&
             (S_ISREG(status.st_mode) || S_ISFIFO(status.st_mode) || S_ISDIR(status.st_mode));
    errno = kept;
    return is;
}

static void note(int descriptor, const char *path) {
    if (atomic_fetch_add(&counts->faults, 1)) return;
    int kept = errno;
    if (path) {
        snprintf(counts->met, sizeof counts->met, "%s", path);
    } else {
        char link[64];
        snprintf(link, sizeof link, "/proc/self/fd/%d", descriptor);
        ssize_t length = readlink(link, counts->met, sizeof counts->met - 1);
        counts->met[length > 0 ? length : 0] = 0;
    }
    errno = kept;
}

// Counts a call and says what becomes of it: -1 and errno, or how many bytes of `size` it may move.
static ssize_t ask(enum call call, int descriptor, const char *path, size_t size) {
    uint64_t number = atomic_fetch_add(&counts->calls[call], 1) + 1;
    for (int i = 0; i < rule_count; i++) {
        const struct rule *rule = &rules[i];
        if (rule->call != call) continue;
        if (rule->when == ONCE && number != rule->number) continue;
        if (rule->when == FROM && number < rule->number) continue;
        if (rule->when == EACH && number % rule->number) continue;
        note(descriptor, path);
        switch (rule->what) {
        case KILL:
            raise(SIGKILL);
            break;
        case SLOW: {
            struct timespec pause = {rule->value / 1000, rule->value % 1000 * 1000000L};
            nanosleep(&pause, NULL);
            break;
        }
        case SHORT:
            if (size > 1) size = size / 2;
            break;
        default:
            errno = rule->value;
            return -1;
        }
    }
    return (ssize_t)size;
}

// MARK: Bytes

ssize_t write(int descriptor, const void *bytes, size_t size) {
    if (has_faults(descriptor)) {
        ssize_t may = ask(WRITE, descriptor, NULL, size);
        if (may < 0) return -1;
        size = (size_t)may;
    }
    return NEXT(write)(descriptor, bytes, size);
}

#define PWRITE(name, offset_type)                                                                      \
    ssize_t name(int descriptor, const void *bytes, size_t size, offset_type offset) {                 \
        if (has_faults(descriptor)) {                                                                  \
            ssize_t may = ask(WRITE, descriptor, NULL, size);                                          \
            if (may < 0) return -1;                                                                    \
            size = (size_t)may;                                                                        \
        }                                                                                              \
        return NEXT(name)(descriptor, bytes, size, offset);                                            \
    }
PWRITE(pwrite, off_t)
PWRITE(pwrite64, off64_t)

ssize_t writev(int descriptor, const struct iovec *parts, int count) {
    if (has_faults(descriptor)) {
        ssize_t may = ask(WRITE, descriptor, NULL, (size_t)count);
        if (may < 0) return -1;
        count = (int)may;
    }
    return NEXT(writev)(descriptor, parts, count);
}

ssize_t read(int descriptor, void *bytes, size_t size) {
    if (has_faults(descriptor)) {
        ssize_t may = ask(READ, descriptor, NULL, size);
        if (may < 0) return -1;
        size = (size_t)may;
    }
    return NEXT(read)(descriptor, bytes, size);
}

#define PREAD(name, offset_type)                                                                       \
    ssize_t name(int descriptor, void *bytes, size_t size, offset_type offset) {                       \
        if (has_faults(descriptor)) {                                                                  \
            ssize_t may = ask(READ, descriptor, NULL, size);                                           \
            if (may < 0) return -1;                                                                    \
            size = (size_t)may;                                                                        \
        }                                                                                              \
        return NEXT(name)(descriptor, bytes, size, offset);                                            \
    }
PREAD(pread, off_t)
PREAD(pread64, off64_t)

ssize_t readv(int descriptor, const struct iovec *parts, int count) {
    if (has_faults(descriptor)) {
        ssize_t may = ask(READ, descriptor, NULL, (size_t)count);
        if (may < 0) return -1;
        count = (int)may;
    }
    return NEXT(readv)(descriptor, parts, count);
}

// MARK: Names

// The system's own files and devices are no files of a feed.
static int is_counted(const char *path) {
    return is_meant && strncmp(path, "/proc/", 6) && strncmp(path, "/sys/", 5) && strncmp(path, "/dev/", 5);
}

#define MODE_OF(flags)                                                                                 \
    mode_t mode = 0;                                                                                   \
    if ((flags) & (O_CREAT | (O_TMPFILE & ~O_DIRECTORY))) {                                            \
        va_list more;                                                                                  \
        va_start(more, flags);                                                                         \
        mode = va_arg(more, mode_t);                                                                   \
        va_end(more);                                                                                  \
    }

#define OPEN_PATH(name)                                                                                \
    int name(const char *path, int flags, ...) {                                                       \
        MODE_OF(flags)                                                                                 \
        if (is_counted(path) && ask(OPEN, -1, path, 0) < 0) return -1;                                 \
        return NEXT(name)(path, flags, mode);                                                          \
    }
OPEN_PATH(open)
OPEN_PATH(open64)

#define OPEN_AT(name)                                                                                  \
    int name(int folder, const char *path, int flags, ...) {                                           \
        MODE_OF(flags)                                                                                 \
        if (is_counted(path) && ask(OPEN, -1, path, 0) < 0) return -1;                                 \
        return NEXT(name)(folder, path, flags, mode);                                                  \
    }
OPEN_AT(openat)
OPEN_AT(openat64)

int __open_2(const char *path, int flags) { return open(path, flags); }
int __open64_2(const char *path, int flags) { return open64(path, flags); }
int __openat_2(int folder, const char *path, int flags) { return openat(folder, path, flags); }
int __openat64_2(int folder, const char *path, int flags) { return openat64(folder, path, flags); }

#define MAKE(name)                                                                                     \
    int name(char *template) {                                                                         \
        if (is_counted(template) && ask(OPEN, -1, template, 0) < 0) return -1;                         \
        return NEXT(name)(template);                                                                   \
    }
MAKE(mkstemp)
MAKE(mkstemp64)

int creat(const char *path, mode_t mode) {
    if (is_counted(path) && ask(OPEN, -1, path, 0) < 0) return -1;
    return NEXT(creat)(path, mode);
}

int rename(const char *from, const char *to) {
    if (is_meant && ask(RENAME, -1, to, 0) < 0) return -1;
    return NEXT(rename)(from, to);
}

int renameat(int from_folder, const char *from, int to_folder, const char *to) {
    if (is_meant && ask(RENAME, -1, to, 0) < 0) return -1;
    return NEXT(renameat)(from_folder, from, to_folder, to);
}

int renameat2(int from_folder, const char *from, int to_folder, const char *to, unsigned flags) {
    if (is_meant && ask(RENAME, -1, to, 0) < 0) return -1;
    return NEXT(renameat2)(from_folder, from, to_folder, to, flags);
}

// MARK: Files

#define ONE(name, call)                                                                                \
    int name(int descriptor) {                                                                         \
        if (has_faults(descriptor) && ask(call, descriptor, NULL, 0) < 0) return -1;                   \
        return NEXT(name)(descriptor);                                                                 \
    }
ONE(fsync, SYNC)
ONE(fdatasync, SYNC)

#define TRUNCATE_TO(name, size_type)                                                                   \
    int name(int descriptor, size_type size) {                                                         \
        if (has_faults(descriptor) && ask(TRUNCATE, descriptor, NULL, 0) < 0) return -1;               \
        return NEXT(name)(descriptor, size);                                                           \
    }
TRUNCATE_TO(ftruncate, off_t)
TRUNCATE_TO(ftruncate64, off64_t)

int close(int descriptor) {
    if (has_faults(descriptor) && ask(CLOSE, descriptor, NULL, 0) < 0) {
        int kept = errno;
        NEXT(close)(descriptor);
        errno = kept;
        return -1;
    }
    return NEXT(close)(descriptor);
}
