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

/// The calls that GStreamer, its plug-ins and the clients of sound servers need. All others fail: those that start programs, open connections,
/// reach other processes, change names and permissions of files, or go around this filter.
static const unsigned allowed[] = {
    // Decoding and playing: waiting, samples, copies of files in memory, and messages to the sound server and the parent, whose connections are
    // open.
    SYS_futex, SYS_read, SYS_write, SYS_readv, SYS_writev, SYS_pread64, SYS_preadv, SYS_pwrite64, SYS_sendfile, SYS_lseek, SYS_ppoll,
    SYS_pselect6, SYS_epoll_ctl, SYS_epoll_pwait, SYS_sendmsg, SYS_recvmsg, SYS_sendto, SYS_recvfrom, SYS_sendmmsg, SYS_recvmmsg, SYS_shutdown,
    SYS_getsockopt, SYS_setsockopt, SYS_getsockname, SYS_getpeername,
    // Waking a thread, and the ends of an event loop.
    SYS_pipe2, SYS_eventfd2, SYS_epoll_create1, SYS_timerfd_create, SYS_timerfd_settime, SYS_timerfd_gettime, SYS_signalfd4,
    SYS_inotify_init1, SYS_inotify_add_watch, SYS_inotify_rm_watch,
    // Loading plug-ins and settings: Landlock says which files can be opened, and how.
    SYS_openat, SYS_close, SYS_close_range, SYS_fstat, SYS_newfstatat, SYS_statx, SYS_statfs, SYS_fstatfs, SYS_faccessat, SYS_faccessat2,
    SYS_readlinkat, SYS_getdents64, SYS_getcwd, SYS_dup, SYS_dup3, SYS_flock, SYS_fadvise64, SYS_umask,
    // Memory: GStreamer loads code, and makes some.
    SYS_mmap, SYS_munmap, SYS_mremap, SYS_mprotect, SYS_brk, SYS_madvise, SYS_mincore, SYS_mlock, SYS_mlock2, SYS_munlock, SYS_membarrier,
    SYS_get_mempolicy, SYS_set_mempolicy,
    // Memory that is shared with the sound server, and the mixer of ALSA.
    SYS_memfd_create, SYS_ftruncate, SYS_fallocate, SYS_unlinkat, SYS_shmget, SYS_shmat, SYS_shmdt, SYS_shmctl, SYS_semget, SYS_semop,
    SYS_semtimedop, SYS_semctl,
    // Threads. Those of sound run before others where the system allows it.
    SYS_set_robust_list, SYS_get_robust_list, SYS_rseq, SYS_sched_yield, SYS_sched_getaffinity, SYS_sched_setaffinity,
    SYS_sched_getscheduler, SYS_sched_setscheduler, SYS_sched_getparam, SYS_sched_setparam, SYS_sched_getattr, SYS_sched_setattr,
    SYS_sched_get_priority_max, SYS_sched_get_priority_min, SYS_getpriority, SYS_setpriority, SYS_exit, SYS_exit_group,
    // Signals of the process itself.
    SYS_rt_sigaction, SYS_rt_sigprocmask, SYS_rt_sigreturn, SYS_rt_sigtimedwait, SYS_rt_sigpending, SYS_rt_sigsuspend, SYS_sigaltstack,
    SYS_restart_syscall, SYS_setitimer, SYS_getitimer, SYS_timer_create, SYS_timer_settime, SYS_timer_gettime, SYS_timer_getoverrun,
    SYS_timer_delete,
    // Time, and facts about the process and the system.
    SYS_clock_gettime, SYS_clock_getres, SYS_clock_nanosleep, SYS_nanosleep, SYS_gettimeofday, SYS_getpid, SYS_getppid, SYS_gettid,
    SYS_getuid, SYS_geteuid, SYS_getgid, SYS_getegid, SYS_getresuid, SYS_getresgid, SYS_getgroups, SYS_getpgid, SYS_getsid, SYS_uname,
    SYS_sysinfo, SYS_getrusage, SYS_times, SYS_getcpu, SYS_getrandom,
#ifdef __x86_64__
    // Older forms of those above.
    SYS_poll, SYS_select, SYS_epoll_wait, SYS_epoll_create, SYS_pipe, SYS_eventfd, SYS_signalfd, SYS_inotify_init, SYS_open, SYS_stat,
    SYS_lstat, SYS_access, SYS_readlink, SYS_getdents, SYS_dup2, SYS_unlink, SYS_alarm, SYS_pause, SYS_time, SYS_getpgrp, SYS_getrlimit,
#endif
};

/// The calls whose arguments are checked.
static const unsigned checked[] = {SYS_clone, SYS_kill, SYS_tgkill, SYS_prlimit64, SYS_fcntl, SYS_ioctl, SYS_prctl};

/// The first call that is newer than these lists. Libraries use older ones where it doesn't exist.
#define NEWER 448

bool creader_player_allows(long call)
{
    return contains(allowed, sizeof allowed / sizeof *allowed, call) || contains(checked, sizeof checked / sizeof *checked, call);
}

bool creader_forbid_starting(void)
{
    struct Program program = {.count = 0};
    begin(&program);
    for (size_t i = 0; i < sizeof allowed / sizeof *allowed; ++i) allowAlways(&program, allowed[i]);
    // Threads, but no processes. The filter can't inspect the flags of the newer call, so libraries must fall back to the older one.
    denyAs(&program, SYS_clone3, ENOSYS);
    allowBits(&program, SYS_clone, 0, CLONE_THREAD, true);
    // The process itself only.
    allowEqual(&program, SYS_kill, 0, (uint32_t)getpid());
    allowEqual(&program, SYS_tgkill, 0, (uint32_t)getpid());
    allowEqual(&program, SYS_prlimit64, 0, 0);
    // Descriptors and their locks. Other commands could have the kernel send signals to any process of the user.
    const uint32_t commands[] = {
        F_DUPFD, F_DUPFD_CLOEXEC, F_GETFD, F_SETFD, F_GETFL, F_SETFL, F_GETLK, F_SETLK, F_SETLKW, F_OFD_GETLK, F_OFD_SETLK, F_OFD_SETLKW,
        F_ADD_SEALS, F_GET_SEALS, F_GETPIPE_SZ, F_SETPIPE_SZ,
    };
    allowAmong(&program, SYS_fcntl, 1, commands, sizeof commands / sizeof *commands);
    // Names of threads and memory, and questions.
    const uint32_t questions[] = {PR_SET_NAME, PR_GET_NAME, 0x53564d41 /* PR_SET_VMA */, PR_SET_TIMERSLACK, PR_GET_DUMPABLE, PR_CAPBSET_READ};
    allowAmong(&program, SYS_prctl, 0, questions, sizeof questions / sizeof *questions);
    // All commands of sound devices, but none that sends signals or keys, or takes a terminal.
    const uint32_t controls[] = {
        FIOSETOWN, SIOCSPGRP, FIOASYNC, TIOCSTI, TIOCLINUX, TIOCSIG, TIOCSPGRP, TIOCSCTTY, TIOCNOTTY, TIOCVHANGUP, TIOCSETD, TIOCCONS,
    };
    denyAmong(&program, SYS_ioctl, 1, controls, sizeof controls / sizeof *controls);
    // On x86-64, the other numbering of calls is above these, too.
    add(&program, BPF_JMP | BPF_JGE | BPF_K, NEWER, 0, 1);
    answer(&program, SECCOMP_RET_ERRNO | ENOSYS);
    answer(&program, SECCOMP_RET_ERRNO | EPERM);
    return enter(&program);
}

#else

bool creader_forbid_starting(void) { return false; }
bool creader_player_allows(long call) { (void)call; return true; }

#endif

void creader_limit_player(void)
{
    setrlimit(RLIMIT_CORE, &(struct rlimit){0, 0});
    setrlimit(RLIMIT_DATA, &(struct rlimit){1u << 30, 1u << 30});
}

int creader_try_call(long call)
{
    return syscall(call, -1L, -1L, -1L, -1L, -1L, -1L) == -1 ? errno : 0;
}
