#define _GNU_SOURCE
#include "CReader.h"
#include "Confinement.h"

#include <errno.h>
#include <fcntl.h>
#include <sched.h>
#include <signal.h>
#include <stddef.h>
#include <sys/ioctl.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <linux/filter.h>
#include <linux/seccomp.h>
#include <linux/sockios.h>

// MARK: Landlock

#define WRITE_FILE (1u << 1)
#define REMOVE_FILE (1u << 5)
#define MAKE_FILE (1u << 8)
#define TRUNCATE (1u << 14)
#define DEVICE_CONTROL (1u << 15)

struct PathRule {
    uint64_t allowed;
    int32_t parent;
} __attribute__((packed));

static void allow(int ruleset, uint64_t handled, const char *path, uint64_t rights)
{
    struct PathRule rule = {.allowed = rights & handled, .parent = open(path, O_PATH | O_CLOEXEC)};
    if (rule.parent < 0) return;
    syscall(ADD_RULE, ruleset, PATH_BENEATH, &rule, 0u);
    close(rule.parent);
}

bool creader_forbid_writing(void)
{
    if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0) return false;
    const long version = creader_landlock_version();
    if (version < 1) return false;
    // All that changes files; reading them is allowed.
    struct Ruleset ruleset = {.files = ((1u << 13) - 1) & ~0xdu};
    if (version >= 3) ruleset.files |= TRUNCATE;
    if (version >= 5) ruleset.files |= DEVICE_CONTROL;
    if (version >= 4) ruleset.network = 3;
    const size_t size = version >= 4 ? 16 : 8;
    const int descriptor = (int)syscall(CREATE_RULESET, &ruleset, size, 0u);
    if (descriptor < 0) return false;
    allow(descriptor, ruleset.files, "/dev/null", WRITE_FILE);
    allow(descriptor, ruleset.files, "/dev/snd", WRITE_FILE | DEVICE_CONTROL);
    // Memory that is shared with the sound server.
    allow(descriptor, ruleset.files, "/dev/shm", WRITE_FILE | MAKE_FILE | REMOVE_FILE | TRUNCATE);
    const bool isEntered = syscall(RESTRICT_SELF, descriptor, 0u) == 0;
    close(descriptor);
    return isEntered;
}

// MARK: seccomp

#ifdef ARCHITECTURE

/// The calls that start programs, open connections, reach other processes, or go around this filter.
static const unsigned forbidden[] = {
    SYS_execve, SYS_execveat, SYS_socket, SYS_socketpair, SYS_connect, SYS_bind, SYS_listen, SYS_ptrace, SYS_process_vm_readv,
    SYS_process_vm_writev, SYS_pidfd_open, SYS_kcmp, SYS_io_uring_setup, SYS_bpf, SYS_perf_event_open, SYS_userfaultfd, SYS_add_key,
    SYS_request_key, SYS_keyctl, SYS_mount, SYS_unshare, SYS_setns, SYS_chroot, SYS_pivot_root, SYS_tkill, SYS_rt_sigqueueinfo,
    SYS_rt_tgsigqueueinfo, SYS_pidfd_send_signal, SYS_pidfd_getfd, SYS_process_madvise, SYS_migrate_pages, SYS_move_pages,
#ifdef SYS_fork
    SYS_fork, SYS_vfork,
#endif
};

bool creader_forbid_starting(void)
{
    enum { count = sizeof forbidden / sizeof *forbidden };
    struct sock_filter steps[2 * count + 64];
    unsigned short used = 0;
#define STEP(...) steps[used++] = (struct sock_filter)__VA_ARGS__
    STEP(BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, arch)));
    STEP(BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, ARCHITECTURE, 1, 0));
    STEP(BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_KILL_PROCESS));
    STEP(BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr)));
    for (size_t i = 0; i < count; ++i) {
        STEP(BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, forbidden[i], 0, 1));
        STEP(BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | EPERM));
    }
#ifdef __x86_64__
    // The other numbering of calls on this processor.
    STEP(BPF_JUMP(BPF_JMP | BPF_JGE | BPF_K, 0x40000000u, 0, 1));
    STEP(BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | EPERM));
#endif
    // Threads, but no processes. The filter can't inspect the flags of the newer call, so libraries must fall back to the older one.
    STEP(BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_clone3, 0, 1));
    STEP(BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | ENOSYS));
    STEP(BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_clone, 0, 4));
    STEP(BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, args)));
    STEP(BPF_JUMP(BPF_JMP | BPF_JSET | BPF_K, CLONE_THREAD, 0, 1));
    STEP(BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW));
    STEP(BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | EPERM));
    // The process itself only.
    const struct { unsigned call; uint32_t process; } own[] = {
        {SYS_kill, (uint32_t)getpid()}, {SYS_tgkill, (uint32_t)getpid()}, {SYS_prlimit64, 0},
    };
    for (size_t i = 0; i < sizeof own / sizeof *own; ++i) {
        STEP(BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, own[i].call, 0, 4));
        STEP(BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, args)));
        STEP(BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, own[i].process, 0, 1));
        STEP(BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW));
        STEP(BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | EPERM));
    }
    // No signals by way of a descriptor, and no keys into the terminal.
    const struct { unsigned call; uint32_t command; } commands[] = {
        {SYS_fcntl, F_SETOWN}, {SYS_fcntl, F_SETOWN_EX}, {SYS_fcntl, F_SETSIG}, {SYS_ioctl, FIOSETOWN}, {SYS_ioctl, SIOCSPGRP},
        {SYS_ioctl, TIOCSTI}, {SYS_ioctl, TIOCLINUX},
    };
    for (size_t i = 0; i < sizeof commands / sizeof *commands; ++i) {
        STEP(BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr)));
        STEP(BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, commands[i].call, 0, 3));
        STEP(BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, args[1])));
        STEP(BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, commands[i].command, 0, 1));
        STEP(BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | EPERM));
    }
    STEP(BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW));
#undef STEP
    struct sock_fprog filter = {.len = used, .filter = steps};
    return syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, SECCOMP_FILTER_FLAG_TSYNC, &filter) == 0;
}

#else

bool creader_forbid_starting(void) { return false; }

#endif

void creader_limit_player(void)
{
    setrlimit(RLIMIT_CORE, &(struct rlimit){0, 0});
    setrlimit(RLIMIT_DATA, &(struct rlimit){1u << 30, 1u << 30});
}
