// What the two kinds of confinement share.

#ifndef CONFINEMENT_H
#define CONFINEMENT_H

#include <stdint.h>

#include <linux/audit.h>

// The numbers and structures of linux/landlock.h, because the system's header may be older than its kernel.
#define CREATE_RULESET 444
#define ADD_RULE 445
#define RESTRICT_SELF 446
#define PATH_BENEATH 1

struct Ruleset {
    uint64_t files, network, scopes;
};

#if defined(__x86_64__)
#define ARCHITECTURE AUDIT_ARCH_X86_64
#elif defined(__aarch64__)
#define ARCHITECTURE AUDIT_ARCH_AARCH64
#endif

#endif
