#include "cimages.h"

#include <dlfcn.h>

static struct {
    int (*GetInfo)(const uint8_t *, size_t, int *, int *);
    uint8_t *(*DecodeRGBAInto)(const uint8_t *, size_t, uint8_t *, size_t, int);
    size_t (*EncodeRGBA)(const uint8_t *, int, int, int, float, uint8_t **);
    void (*Free)(void *);
} webp;

int linefeed_webp_load(const char **why) {
    static int is_loaded;
    if (is_loaded) return 1;
    void *library = dlopen("libwebp.so.7", RTLD_NOW | RTLD_LOCAL);
    if (!library) {
        *why = dlerror();
        return 0;
    }
#define LOAD(member) \
    if (!(*(void **)&webp.member = dlsym(library, "WebP" #member))) { \
        *why = "libwebp.so.7 lacks WebP" #member; \
        dlclose(library); \
        return 0; \
    }
    LOAD(GetInfo)
    LOAD(DecodeRGBAInto)
    LOAD(EncodeRGBA)
    LOAD(Free)
#undef LOAD
    is_loaded = 1;
    return 1;
}

int linefeed_webp_size(const uint8_t *bytes, size_t count, int *width, int *height) {
    return webp.GetInfo(bytes, count, width, height);
}

int linefeed_webp_decode(const uint8_t *bytes, size_t count, int width, int height, uint8_t *pixels) {
    return webp.DecodeRGBAInto(bytes, count, pixels, (size_t)width * height * 4, width * 4) != 0;
}

uint8_t *linefeed_webp_encode(const uint8_t *pixels, int width, int height, int quality, size_t *count) {
    uint8_t *bytes = 0;
    *count = webp.EncodeRGBA(pixels, width, height, width * 4, (float)quality, &bytes);
    return *count ? bytes : 0;
}

void linefeed_webp_free(uint8_t *bytes) { webp.Free(bytes); }
