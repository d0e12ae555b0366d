// What the two kinds of confinement share.

#ifndef CONFINEMENT_H
#define CONFINEMENT_H

#include <errno.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>

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

#ifdef ARCHITECTURE

// A filter of system calls, step by step.

struct Program {
    struct sock_filter steps[1024];
    unsigned short count;
};

static inline void add(struct Program *program, uint16_t code, uint32_t operand, uint8_t ifTrue, uint8_t ifFalse)
{
    program->steps[program->count++] = (struct sock_filter){code, ifTrue, ifFalse, operand};
}

static inline void load(struct Program *program, size_t offset)
{
    add(program, BPF_LD | BPF_W | BPF_ABS, (uint32_t)offset, 0, 0);
}

static inline void answer(struct Program *program, uint32_t value)
{
    add(program, BPF_RET | BPF_K, value, 0, 0);
}

/// Begins a filter with the check of the processor.
static inline void begin(struct Program *program)
{
    load(program, offsetof(struct seccomp_data, arch));
    add(program, BPF_JMP | BPF_JEQ | BPF_K, ARCHITECTURE, 1, 0);
    answer(program, SECCOMP_RET_KILL_PROCESS);
    load(program, offsetof(struct seccomp_data, nr));
}

static inline void allowAlways(struct Program *program, unsigned call)
{
    add(program, BPF_JMP | BPF_JEQ | BPF_K, call, 0, 1);
    answer(program, SECCOMP_RET_ALLOW);
}

/// Has a call fail with this error.
static inline void denyAs(struct Program *program, unsigned call, uint32_t error)
{
    add(program, BPF_JMP | BPF_JEQ | BPF_K, call, 0, 1);
    answer(program, SECCOMP_RET_ERRNO | error);
}

/// Both processors are little-endian, so the lower half of an argument comes first.
static inline size_t argument(unsigned index)
{
    return offsetof(struct seccomp_data, args) + 8 * index;
}

/// Allows a call if an argument has exactly this value.
static inline void allowEqual(struct Program *program, unsigned call, unsigned index, uint32_t value)
{
    add(program, BPF_JMP | BPF_JEQ | BPF_K, call, 0, 4);
    load(program, argument(index));
    add(program, BPF_JMP | BPF_JEQ | BPF_K, value, 0, 1);
    answer(program, SECCOMP_RET_ALLOW);
    answer(program, SECCOMP_RET_ERRNO | EPERM);
}

/// Allows a call if an argument has one of these values.
static inline void allowAmong(struct Program *program, unsigned call, unsigned index, const uint32_t *values, uint8_t count)
{
    add(program, BPF_JMP | BPF_JEQ | BPF_K, call, 0, count + 3);
    load(program, argument(index));
    for (uint8_t i = 0; i < count; ++i) add(program, BPF_JMP | BPF_JEQ | BPF_K, values[i], count - i, 0);
    answer(program, SECCOMP_RET_ERRNO | EPERM);
    answer(program, SECCOMP_RET_ALLOW);
}

/// Allows a call unless an argument has one of these values.
static inline void denyAmong(struct Program *program, unsigned call, unsigned index, const uint32_t *values, uint8_t count)
{
    add(program, BPF_JMP | BPF_JEQ | BPF_K, call, 0, count + 3);
    load(program, argument(index));
    for (uint8_t i = 0; i < count; ++i) add(program, BPF_JMP | BPF_JEQ | BPF_K, values[i], count - i, 0);
    answer(program, SECCOMP_RET_ALLOW);
    answer(program, SECCOMP_RET_ERRNO | EPERM);
}

/// Allows a call if an argument has these bits, or doesn't have them.
static inline void allowBits(struct Program *program, unsigned call, unsigned index, uint32_t bits, bool areSet)
{
    add(program, BPF_JMP | BPF_JEQ | BPF_K, call, 0, 4);
    load(program, argument(index));
    add(program, BPF_JMP | BPF_JSET | BPF_K, bits, areSet ? 0 : 1, areSet ? 1 : 0);
    answer(program, SECCOMP_RET_ALLOW);
    answer(program, SECCOMP_RET_ERRNO | EPERM);
}

/// Applies a filter to all threads, permanently.
static inline bool enter(struct Program *program)
{
    struct sock_fprog filter = {.len = program->count, .filter = program->steps};
    return syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, SECCOMP_FILTER_FLAG_TSYNC, &filter) == 0;
}

static inline bool contains(const unsigned *calls, size_t count, long call)
{
    for (size_t i = 0; i < count; ++i) {
        if (calls[i] == call) return true;
    }
    return false;
}

#endif

#endif
