// Evaluates the filters of system calls as the kernel would, for the processor that this is built for. An emulator loads none, so they are only noted
// here: link with --wrap=seccomp_load and --wrap=seccomp_attr_set.
#define _GNU_SOURCE
#include "CConfinement.h"

#include <asm/ioctls.h>
#include <errno.h>
#include <fcntl.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <sched.h>
#include <signal.h>
#include <seccomp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

#if defined(__x86_64__)
#define ARCHITECTURE AUDIT_ARCH_X86_64
#elif defined(__aarch64__)
#define ARCHITECTURE AUDIT_ARCH_AARCH64
#else
#error "Add the number of this processor."
#endif

struct Filter {
    struct sock_filter steps[2048];
    size_t count;
};

static struct Filter filters[4];
static size_t filterCount;

int __real_seccomp_attr_set(scmp_filter_ctx context, enum scmp_filter_attr attribute, uint32_t value);

int __wrap_seccomp_attr_set(scmp_filter_ctx context, enum scmp_filter_attr attribute, uint32_t value)
{
    // The library asks the kernel whether it can filter all threads.
    return attribute == SCMP_FLTATR_CTL_TSYNC ? 0 : __real_seccomp_attr_set(context, attribute, value);
}

int __wrap_seccomp_load(scmp_filter_ctx context)
{
    if (filterCount == sizeof filters / sizeof *filters) return -1;
    // Not a file, whose size a reader's limits forbid to grow.
    int ends[2];
    if (pipe(ends) != 0 || seccomp_export_bpf(context, ends[1]) != 0) return -1;
    struct Filter *filter = &filters[filterCount++];
    const ssize_t size = read(ends[0], filter->steps, sizeof filter->steps);
    close(ends[0]);
    close(ends[1]);
    if (size <= 0 || size == (ssize_t)sizeof filter->steps) return -1;
    filter->count = (size_t)size / sizeof *filter->steps;
    return 0;
}

/// Returns the action of one filter.
static uint32_t evaluate(const struct Filter *filter, const struct seccomp_data *data)
{
    uint32_t value = 0;
    for (size_t i = 0; i < filter->count; ++i) {
        const struct sock_filter *step = &filter->steps[i];
        switch (step->code) {
        case BPF_LD | BPF_W | BPF_ABS: memcpy(&value, (const char *)data + step->k, sizeof value); break;
        case BPF_ALU | BPF_AND | BPF_K: value &= step->k; break;
        case BPF_JMP | BPF_JA: i += step->k; break;
        case BPF_JMP | BPF_JEQ | BPF_K: i += value == step->k ? step->jt : step->jf; break;
        case BPF_JMP | BPF_JGE | BPF_K: i += value >= step->k ? step->jt : step->jf; break;
        case BPF_JMP | BPF_JGT | BPF_K: i += value > step->k ? step->jt : step->jf; break;
        case BPF_RET | BPF_K: return step->k;
        default: fprintf(stderr, "filters: no step has the code %#x\n", step->code); exit(70);
        }
    }
    fprintf(stderr, "filters: one has no end\n");
    exit(70);
}

/// Returns the strictest answer of all filters, as the kernel does.
static uint32_t answer(uint32_t architecture, long call, uint64_t first, uint64_t second, uint64_t third)
{
    const struct seccomp_data data = {.nr = (int)call, .arch = architecture, .args = {first, second, third}};
    uint32_t strictest = SECCOMP_RET_ALLOW;
    for (size_t i = 0; i < filterCount; ++i) {
        const uint32_t action = evaluate(&filters[i], &data);
        if ((action & SECCOMP_RET_ACTION_FULL) < (strictest & SECCOMP_RET_ACTION_FULL)) strictest = action;
    }
    return strictest;
}

static int mistakes;

static void expect(bool isRight, const char *what)
{
    if (isRight) return;
    if (mistakes == 20) exit(1);
    fprintf(stderr, "filters: wrong: %s\n", what);
    ++mistakes;
}

#define ALLOWED(...) expect(answer(ARCHITECTURE, __VA_ARGS__) == SECCOMP_RET_ALLOW, "not allowed: " #__VA_ARGS__)
#define DENIED(error, ...) expect(answer(ARCHITECTURE, __VA_ARGS__) == (SECCOMP_RET_ERRNO | (uint32_t)(error)), "not " #error ": " #__VA_ARGS__)

/// Checks what both kinds of process may do, and that all else has this error, whatever its arguments.
static void checkBoth(bool (*isListed)(long), int otherwise)
{
    for (long call = 0; call < 1000; ++call) {
        if (isListed(call) || call == SYS_clone3) continue;
        DENIED(otherwise, call, 0, 0, 0);
        DENIED(otherwise, call, ~0ull, ~0ull, ~0ull);
    }
    expect(answer(AUDIT_ARCH_I386, 4, 1, 0, 0) == (SECCOMP_RET_ERRNO | ENOSYS), "calls of another processor exist");
    // The other numbering of x86-64.
    for (long call = 0x40000000; call < 0x40000400; ++call) expect(answer(ARCHITECTURE, call, 0, 0, 0) != SECCOMP_RET_ALLOW, "another numbering");
    const uint64_t own = (uint64_t)getpid();
    ALLOWED(SYS_read, 0, 0, 0);
    ALLOWED(SYS_futex, 0, 0, 0);
    DENIED(otherwise, SYS_execve, 0, 0, 0);
    DENIED(otherwise, SYS_socket, 1, 1, 0);
    DENIED(otherwise, SYS_ptrace, 0, 0, 0);
    ALLOWED(SYS_clone, CLONE_THREAD | CLONE_VM, 0, 0);
    DENIED(otherwise, SYS_clone, SIGCHLD, 0, 0);
    // The C library then starts threads with the older call.
    DENIED(ENOSYS, SYS_clone3, 0, 0, 0);
    ALLOWED(SYS_kill, own, 0, 0);
    DENIED(otherwise, SYS_kill, own + 1, 0, 0);
    // The kernel takes the lower half.
    ALLOWED(SYS_tgkill, own | 1ull << 40, 0, 0);
    ALLOWED(SYS_fcntl, 0, F_GETFD, 0);
    DENIED(otherwise, SYS_fcntl, 0, F_SETOWN, 0);
    DENIED(otherwise, SYS_fcntl, 0, F_SETOWN | 1ull << 40, 0);
    ALLOWED(SYS_prctl, PR_SET_NAME, 0, 0);
    DENIED(otherwise, SYS_prctl, PR_SET_PDEATHSIG, 0, 0);
    DENIED(otherwise, SYS_prlimit64, own + 1, 0, 0);
}

int main(void)
{
    expect(confined_forbid_starting(), "the player's filters are not complete");
    checkBoth(confined_player_allows, ENOSYS);
    ALLOWED(SYS_openat, 0, 0, 0);
    ALLOWED(SYS_ioctl, 0, TCGETS, 0);
    DENIED(EPERM, SYS_ioctl, 0, TIOCSTI, 0);
    DENIED(EPERM, SYS_ioctl, 0, TIOCSTI | 1ull << 40, 0);
    filterCount = 0;
    expect(confined_enter_reader(1u << 30) & CONFINED_SECCOMP, "the readers' filter is not complete");
    checkBoth(confined_reader_allows, EPERM);
    DENIED(EPERM, SYS_openat, 0, 0, 0);
    DENIED(EPERM, SYS_ioctl, 0, TCGETS, 0);
    ALLOWED(SYS_mmap, 0, 0, PROT_READ | PROT_WRITE);
    DENIED(EPERM, SYS_mmap, 0, 0, PROT_READ | PROT_EXEC);
    DENIED(EPERM, SYS_mprotect, 0, 0, PROT_EXEC);
    if (mistakes == 0) printf("The filters of system calls are right\n");
    return mistakes == 0 ? 0 : 1;
}
