#include "cisal.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

// The start of struct inflate_state. Behind it are its tables, the state of the stream, and buffers.
struct stream {
    uint8_t *next_out;
    uint32_t avail_out, total_out;
    const uint8_t *next_in;
    uint64_t read_in;
    uint32_t avail_in;
    int32_t read_in_length;
};

// The offset of the stream's state in the structure, and two of its values. A reader gets more memory than the structure
// needs, in case another version needs more.
enum { state_offset = 21160, new_header = 0, finished = 5, structure = 87368, room_of_reader = 1 << 17 };

static struct {
    void (*init)(void *);
    int (*inflate)(void *);
    uint32_t (*crc32)(uint32_t, const uint8_t *, uint64_t);
} isal;

static int is_usable;

// ISA-L leaves the upper halves of vector registers in use, which slows down all code that follows.
static void clear_registers(void) {
#if defined(__x86_64__)
    if (__builtin_cpu_supports("avx")) __asm__ volatile("vzeroupper" ::: "memory");
#endif
}

static uint32_t state_of(const void *reader) {
    uint32_t state;
    memcpy(&state, (const char *)reader + state_offset, sizeof state);
    return state;
}

// Whether the library inflates a small stream as expected, and leaves the memory behind the structure alone: another version
// might have another structure. The first call gets all input and makes a part of the text, the second makes the rest.
static int is_as_expected(void) {
    // The last byte is not part of the stream.
    static const uint8_t bytes[] = {
        0xCB, 0xC9, 0xCC, 0x4B, 0x4D, 0x4B, 0x4D, 0x4D, 0xD1, 0xC9, 0xC1, 0x60, 0x70, 0x01, 0x00, 0x2A};
    static const char text[] = "linefeed,linefeed,linefeed,\n";
    const size_t length = sizeof text - 1;
    const int mark = 0xA5;
    uint8_t made[64];
    uint32_t used = 0, first = 0, rest = 0, more = 0;
    uint8_t *reader = malloc(room_of_reader);
    if (!reader) return 0;
    memset(reader, mark, room_of_reader);
    isal.init(reader);
    int is_expected = state_of(reader) == new_header
        && linefeed_isal_inflate(reader, bytes, sizeof bytes, &used, made, 10, &first) == 0 && first == 10
        && linefeed_isal_inflate(reader, bytes + used, sizeof bytes - used, &more, made + 10, sizeof made - 10, &rest) == 1
        && used <= sizeof bytes && more <= sizeof bytes - used && first + rest == length && memcmp(made, text, length) == 0
        && linefeed_isal_crc32(0, made, length) == 0x589DDE35;
    for (size_t place = structure; place < room_of_reader; place++) is_expected &= reader[place] == mark;
    free(reader);
    return is_expected;
}

static void load(void) {
    void *library = dlopen("libisal.so.2", RTLD_NOW | RTLD_LOCAL);
    if (!library) return;
    *(void **)&isal.init = dlsym(library, "isal_inflate_init");
    *(void **)&isal.inflate = dlsym(library, "isal_inflate");
    *(void **)&isal.crc32 = dlsym(library, "crc32_gzip_refl");
    is_usable = isal.init && isal.inflate && isal.crc32 && is_as_expected();
}

int linefeed_isal_load(void) {
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, load);
    return is_usable;
}

void *linefeed_isal_reader(void) {
    void *reader = malloc(room_of_reader);
    if (reader) isal.init(reader);
    return reader;
}

void linefeed_isal_free_reader(void *reader) { free(reader); }

int linefeed_isal_inflate(
    void *reader, const uint8_t *bytes, uint32_t count, uint32_t *used, uint8_t *target, uint32_t room, uint32_t *made) {
    struct stream *stream = reader;
    stream->next_in = bytes;
    stream->avail_in = count;
    stream->next_out = target;
    stream->avail_out = room;
    int result = isal.inflate(reader);
    clear_registers();
    // Versions since 2.32.1 give back what they took beyond the end of the stream, which may be more than they got now.
    *used = stream->avail_in < count ? count - stream->avail_in : 0;
    *made = room - stream->avail_out;
    return result < 0 ? -1 : state_of(reader) == finished;
}

uint32_t linefeed_isal_crc32(uint32_t before, const uint8_t *bytes, size_t count) {
    uint32_t checksum = isal.crc32(before, bytes, count);
    clear_registers();
    return checksum;
}
