#include "czstd.h"

#include <dlfcn.h>
#include <pthread.h>

// ZSTD_inBuffer and ZSTD_outBuffer.
struct source { const void *bytes; size_t count, position; };
struct target { void *bytes; size_t room, position; };

static struct {
    void *(*createCCtx)(void);
    size_t (*freeCCtx)(void *);
    size_t (*compressBound)(size_t);
    size_t (*compressCCtx)(void *, void *, size_t, const void *, size_t, int);
    size_t (*decompress)(void *, size_t, const void *, size_t);
    unsigned (*isError)(size_t);
    const char *(*getErrorName)(size_t);
    void *(*createDStream)(void);
    size_t (*freeDStream)(void *);
    size_t (*DCtx_setParameter)(void *, int, int);
    size_t (*decompressStream)(void *, struct target *, struct source *);
} zstd;

static const char *missing;

static void load(void) {
    void *library = dlopen("libzstd.so.1", RTLD_NOW | RTLD_LOCAL);
    if (!library) {
        missing = dlerror();
        return;
    }
#define LOAD(member) \
    if (!(*(void **)&zstd.member = dlsym(library, "ZSTD_" #member))) { \
        missing = "libzstd.so.1 lacks ZSTD_" #member; \
        return; \
    }
    LOAD(createCCtx)
    LOAD(freeCCtx)
    LOAD(compressBound)
    LOAD(compressCCtx)
    LOAD(decompress)
    LOAD(isError)
    LOAD(getErrorName)
    LOAD(createDStream)
    LOAD(freeDStream)
    LOAD(decompressStream)
    LOAD(DCtx_setParameter)
#undef LOAD
}

int linefeed_zstd_load(const char **why) {
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, load);
    *why = missing;
    return missing == NULL;
}

void *linefeed_zstd_compressor(void) { return zstd.createCCtx(); }

void linefeed_zstd_free_compressor(void *compressor) { zstd.freeCCtx(compressor); }

size_t linefeed_zstd_bound(size_t count) { return zstd.compressBound(count); }

size_t linefeed_zstd_compress(
    void *compressor, uint8_t *frame, size_t room, const uint8_t *bytes, size_t count, int level) {
    size_t made = zstd.compressCCtx(compressor, frame, room, bytes, count, level);
    return zstd.isError(made) ? 0 : made;
}

size_t linefeed_zstd_decompress(uint8_t *bytes, size_t room, const uint8_t *frame, size_t count) {
    size_t made = zstd.decompress(bytes, room, frame, count);
    return zstd.isError(made) ? room + 1 : made;
}

void *linefeed_zstd_reader(int window) {
    // ZSTD_d_windowLogMax.
    const int largest_window = 100;
    void *reader = zstd.createDStream();
    if (reader) zstd.DCtx_setParameter(reader, largest_window, window);
    return reader;
}

void linefeed_zstd_free_reader(void *reader) { zstd.freeDStream(reader); }

int linefeed_zstd_read(
    void *reader, uint8_t *bytes, size_t room, size_t *made, const uint8_t *frame, size_t count, size_t *used,
    const char **why) {
    struct target target = {bytes, room, 0};
    struct source source = {frame, count, 0};
    size_t left = zstd.decompressStream(reader, &target, &source);
    *made = target.position;
    *used = source.position;
    if (zstd.isError(left)) {
        *why = zstd.getErrorName(left);
        return -1;
    }
    return left != 0;
}
