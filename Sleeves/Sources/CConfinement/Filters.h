// What the two kinds of confinement share.

#ifndef FILTERS_H
#define FILTERS_H

#include <errno.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <seccomp.h>

// The numbers and structures of linux/landlock.h, because the system's header may be older than its kernel.
#define CREATE_RULESET 444
#define ADD_RULE 445
#define RESTRICT_SELF 446
#define PATH_BENEATH 1

struct Ruleset {
    uint64_t files, network, scopes;
};

// The kernel checks the lower half of these arguments only.
#define LOW_HALF 0xffffffffu

// The processors whose libraries make the calls that are listed, with these arguments. RISC-V has the calls of 64-bit ARM.
#if defined(__x86_64__) || defined(__aarch64__) || (defined(__riscv) && __riscv_xlen == 64)
#define IS_KNOWN true
#else
#define IS_KNOWN false
#endif

/// Begins a filter that answers so to calls that no rule is about. Calls with other numberings, such as those of 32-bit programs, don't exist.
/// Returns NULL where there can be no filter.
static inline scmp_filter_ctx begin(uint32_t otherwise)
{
    scmp_filter_ctx filter = IS_KNOWN ? seccomp_init(otherwise) : NULL;
    if (filter == NULL) return NULL;
    // For all threads.
    if (seccomp_attr_set(filter, SCMP_FLTATR_ACT_BADARCH, SCMP_ACT_ERRNO(ENOSYS)) == 0
        && seccomp_attr_set(filter, SCMP_FLTATR_CTL_TSYNC, 1) == 0) return filter;
    seccomp_release(filter);
    return NULL;
}

/// Allows calls, as far as the processor has them.
static inline bool allowAll(scmp_filter_ctx filter, const int *calls, size_t count)
{
    for (size_t i = 0; i < count; ++i) {
        if (seccomp_rule_add(filter, SCMP_ACT_ALLOW, calls[i], 0) != 0) return false;
    }
    return true;
}

/// Has a call answered so if the lower half of an argument, in these bits, has this value.
static inline bool addBits(scmp_filter_ctx filter, uint32_t action, int call, unsigned index, uint32_t bits, uint32_t value)
{
    return seccomp_rule_add(filter, action, call, 1, SCMP_CMP(index, SCMP_CMP_MASKED_EQ, bits, value)) == 0;
}

/// Has a call answered so if an argument has one of these values.
static inline bool addAmong(scmp_filter_ctx filter, uint32_t action, int call, unsigned index, const uint32_t *values, size_t count)
{
    for (size_t i = 0; i < count; ++i) {
        if (!addBits(filter, action, call, index, LOW_HALF, values[i])) return false;
    }
    return true;
}

/// Applies a filter permanently, if all its rules could be added, and releases it.
static inline bool enter(scmp_filter_ctx filter, bool isComplete)
{
    const bool isEntered = isComplete && seccomp_load(filter) == 0;
    seccomp_release(filter);
    return isEntered;
}

static inline bool contains(const int *calls, size_t count, long call)
{
    for (size_t i = 0; i < count; ++i) {
        if (calls[i] == call) return true;
    }
    return false;
}

#endif
