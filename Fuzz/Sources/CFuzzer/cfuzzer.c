#include "CFuzzer.h"

// Defined by the program; libFuzzer finds this function by its name.
size_t linefeed_fuzz_mutate(uint8_t *bytes, size_t size, size_t room, unsigned int seed);

size_t LLVMFuzzerCustomMutator(uint8_t *bytes, size_t size, size_t room, unsigned int seed) {
    return linefeed_fuzz_mutate(bytes, size, room, seed);
}

// Defined by the sanitizers' runtime.
int __sanitizer_install_malloc_and_free_hooks(void (*on_malloc)(const volatile void *, size_t),
                                              void (*on_free)(const volatile void *));
size_t __sanitizer_get_allocated_size(const volatile void *place);

static int64_t calls, bytes, living, peak;

static void on_malloc(const volatile void *place, size_t size) {
    (void)place;
    __atomic_add_fetch(&calls, 1, __ATOMIC_RELAXED);
    __atomic_add_fetch(&bytes, (int64_t)size, __ATOMIC_RELAXED);
    int64_t now = __atomic_add_fetch(&living, (int64_t)size, __ATOMIC_RELAXED);
    if (now > __atomic_load_n(&peak, __ATOMIC_RELAXED)) __atomic_store_n(&peak, now, __ATOMIC_RELAXED);
}

static void on_free(const volatile void *place) {
    if (place) __atomic_sub_fetch(&living, (int64_t)__sanitizer_get_allocated_size(place), __ATOMIC_RELAXED);
}

void linefeed_count_allocations(void) { __sanitizer_install_malloc_and_free_hooks(on_malloc, on_free); }

void linefeed_reset_allocations(void) {
    __atomic_store_n(&calls, 0, __ATOMIC_RELAXED);
    __atomic_store_n(&bytes, 0, __ATOMIC_RELAXED);
    __atomic_store_n(&living, 0, __ATOMIC_RELAXED);
    __atomic_store_n(&peak, 0, __ATOMIC_RELAXED);
}

linefeed_allocations linefeed_allocated(void) {
    linefeed_allocations all = {__atomic_load_n(&calls, __ATOMIC_RELAXED), __atomic_load_n(&bytes, __ATOMIC_RELAXED),
                                __atomic_load_n(&peak, __ATOMIC_RELAXED)};
    return all;
}
