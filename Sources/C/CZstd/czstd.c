#include "czstd.h"

#include <dlfcn.h>

static struct {
    void *(*createCCtx)(void);
    size_t (*freeCCtx)(void *);
    size_t (*compressBound)(size_t);
    size_t (*compressCCtx)(void *, void *, size_t, const void *, size_t, int);
    size_t (*decompress)(void *, size_t, const void *, size_t);
    unsigned (*isError)(size_t);
} zstd;

int linefeed_zstd_load(const char **why) {
    static int is_loaded;
    if (is_loaded) return 1;
    void *library = dlopen("libzstd.so.1", RTLD_NOW | RTLD_LOCAL);
    if (!library) {
        *why = dlerror();
        return 0;
    }
#define LOAD(member) \
    if (!(*(void **)&zstd.member = dlsym(library, "ZSTD_" #member))) { \
        *why = "libzstd.so.1 lacks ZSTD_" #member; \
        dlclose(library); \
        return 0; \
    }
    LOAD(createCCtx)
    LOAD(freeCCtx)
    LOAD(compressBound)
    LOAD(compressCCtx)
    LOAD(decompress)
    LOAD(isError)
#undef LOAD
    is_loaded = 1;
    return 1;
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
