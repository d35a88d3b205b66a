#include "CVectors.h"

#if defined(__x86_64__)
#include <cpuid.h>
#include <immintrin.h>

// The instructions are SSSE3, SSE4.1 and SHA. The result of CPUID is kept, because CPUID takes microseconds on a virtual
// machine.
static int has_instructions(void) {
    static int known = -1;
    int has = __atomic_load_n(&known, __ATOMIC_RELAXED);
    if (has < 0) {
        unsigned a, b, c, d;
        has = __get_cpuid(1, &a, &b, &c, &d) && c & bit_SSSE3 && c & bit_SSE4_1;
        has = has && __get_cpuid_count(7, 0, &a, &b, &c, &d) && b & bit_SHA;
        __atomic_store_n(&known, has, __ATOMIC_RELAXED);
    }
    return has;
}

__attribute__((target("ssse3,sse4.1,sha"))) static void compress(
    uint32_t *state, const unsigned char *start, size_t blocks, const uint32_t *constants) {
    // The instructions expect the words of the state (FIPS 180-4) in the order ABEF and CDGH, highest first.
    const __m128i cdab = _mm_shuffle_epi32(_mm_loadu_si128((const __m128i *)state), 0xB1);
    const __m128i efgh = _mm_shuffle_epi32(_mm_loadu_si128((const __m128i *)(state + 4)), 0x1B);
    __m128i abef = _mm_alignr_epi8(cdab, efgh, 8);
    __m128i cdgh = _mm_blend_epi16(efgh, cdab, 0xF0);
    const __m128i big_endian = _mm_set_epi64x(0x0C0D0E0F08090A0B, 0x0405060700010203);
    for (; blocks > 0; blocks--, start += 64) {
        const __m128i abef_before = abef, cdgh_before = cdgh;
        // Words of the message schedule, four in each.
        __m128i words[4];
        for (int i = 0; i < 4; i++)
            words[i] = _mm_shuffle_epi8(_mm_loadu_si128((const __m128i *)start + i), big_endian);
#pragma clang loop unroll(full)
        for (int i = 0; i < 16; i++) {
            // Four rounds.
            __m128i sum = _mm_add_epi32(words[i & 3], _mm_loadu_si128((const __m128i *)constants + i));
            cdgh = _mm_sha256rnds2_epu32(cdgh, abef, sum);
            abef = _mm_sha256rnds2_epu32(abef, cdgh, _mm_shuffle_epi32(sum, 0x0E));
            // The words of four rounds that come 16 rounds later.
            const __m128i second = words[(i + 1) & 3], third = words[(i + 2) & 3], fourth = words[(i + 3) & 3];
            const __m128i partial =
                _mm_add_epi32(_mm_sha256msg1_epu32(words[i & 3], second), _mm_alignr_epi8(fourth, third, 4));
            words[i & 3] = _mm_sha256msg2_epu32(partial, fourth);
        }
        abef = _mm_add_epi32(abef, abef_before);
        cdgh = _mm_add_epi32(cdgh, cdgh_before);
    }
    const __m128i feba = _mm_shuffle_epi32(abef, 0x1B);
    const __m128i dchg = _mm_shuffle_epi32(cdgh, 0xB1);
    _mm_storeu_si128((__m128i *)state, _mm_blend_epi16(feba, dchg, 0xF0));
    _mm_storeu_si128((__m128i *)(state + 4), _mm_alignr_epi8(dchg, feba, 8));
}

int linefeed_sha256(uint32_t *state, const void *start, size_t blocks, const uint32_t *constants) {
    if (!has_instructions()) return 0;
    compress(state, start, blocks, constants);
    return 1;
}
#else
int linefeed_sha256(uint32_t *state, const void *start, size_t blocks, const uint32_t *constants) {
    return 0;
}
#endif
