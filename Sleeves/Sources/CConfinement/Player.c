#define _GNU_SOURCE
#include "CConfinement.h"
#include "Filters.h"

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

bool confined_forbid_writing(void)
{
    if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0) return false;
    const long version = confined_landlock_version();
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

/// The calls that GStreamer, its plug-ins and the clients of sound servers need. All others are as if they didn't exist: those that start programs, open connections,
/// reach other processes, change names and permissions of files, or go around this filter.
static const int allowed[] = {
    // Decoding and playing: waiting, samples, copies of files in memory, and messages to the sound server and the parent, whose connections are
    // open.
    SCMP_SYS(futex), SCMP_SYS(read), SCMP_SYS(write), SCMP_SYS(readv), SCMP_SYS(writev), SCMP_SYS(pread64), SCMP_SYS(preadv),
    SCMP_SYS(pwrite64), SCMP_SYS(sendfile), SCMP_SYS(lseek), SCMP_SYS(ppoll),
    SCMP_SYS(pselect6), SCMP_SYS(epoll_ctl), SCMP_SYS(epoll_pwait), SCMP_SYS(sendmsg), SCMP_SYS(recvmsg), SCMP_SYS(sendto),
    SCMP_SYS(recvfrom), SCMP_SYS(sendmmsg), SCMP_SYS(recvmmsg), SCMP_SYS(shutdown),
    SCMP_SYS(getsockopt), SCMP_SYS(setsockopt), SCMP_SYS(getsockname), SCMP_SYS(getpeername),
    // Waking a thread, and the ends of an event loop.
    SCMP_SYS(pipe2), SCMP_SYS(eventfd2), SCMP_SYS(epoll_create1), SCMP_SYS(timerfd_create), SCMP_SYS(timerfd_settime),
    SCMP_SYS(timerfd_gettime), SCMP_SYS(signalfd4),
    SCMP_SYS(inotify_init1), SCMP_SYS(inotify_add_watch), SCMP_SYS(inotify_rm_watch),
    // Loading plug-ins and settings: Landlock says which files can be opened, and how.
    SCMP_SYS(openat), SCMP_SYS(close), SCMP_SYS(close_range), SCMP_SYS(fstat), SCMP_SYS(newfstatat), SCMP_SYS(statx), SCMP_SYS(statfs),
    SCMP_SYS(fstatfs), SCMP_SYS(faccessat), SCMP_SYS(faccessat2),
    SCMP_SYS(readlinkat), SCMP_SYS(getdents64), SCMP_SYS(getcwd), SCMP_SYS(dup), SCMP_SYS(dup3), SCMP_SYS(flock), SCMP_SYS(fadvise64),
    SCMP_SYS(umask),
    // Memory: GStreamer loads code, and makes some.
    SCMP_SYS(mmap), SCMP_SYS(munmap), SCMP_SYS(mremap), SCMP_SYS(mprotect), SCMP_SYS(brk), SCMP_SYS(madvise), SCMP_SYS(mincore),
    SCMP_SYS(mlock), SCMP_SYS(mlock2), SCMP_SYS(munlock), SCMP_SYS(membarrier),
    SCMP_SYS(get_mempolicy), SCMP_SYS(set_mempolicy),
    // Memory that is shared with the sound server, and the mixer of ALSA.
    SCMP_SYS(memfd_create), SCMP_SYS(ftruncate), SCMP_SYS(fallocate), SCMP_SYS(unlinkat), SCMP_SYS(shmget), SCMP_SYS(shmat),
    SCMP_SYS(shmdt), SCMP_SYS(shmctl), SCMP_SYS(semget), SCMP_SYS(semop),
    SCMP_SYS(semtimedop), SCMP_SYS(semctl),
    // Threads. Those of sound run before others where the system allows it.
    SCMP_SYS(set_robust_list), SCMP_SYS(get_robust_list), SCMP_SYS(rseq), SCMP_SYS(sched_yield), SCMP_SYS(sched_getaffinity),
    SCMP_SYS(sched_setaffinity),
    SCMP_SYS(sched_getscheduler), SCMP_SYS(sched_setscheduler), SCMP_SYS(sched_getparam), SCMP_SYS(sched_setparam), SCMP_SYS(sched_getattr),
    SCMP_SYS(sched_setattr),
    SCMP_SYS(sched_get_priority_max), SCMP_SYS(sched_get_priority_min), SCMP_SYS(getpriority), SCMP_SYS(setpriority), SCMP_SYS(exit),
    SCMP_SYS(exit_group),
    // Signals of the process itself.
    SCMP_SYS(rt_sigaction), SCMP_SYS(rt_sigprocmask), SCMP_SYS(rt_sigreturn), SCMP_SYS(rt_sigtimedwait), SCMP_SYS(rt_sigpending),
    SCMP_SYS(rt_sigsuspend), SCMP_SYS(sigaltstack),
    SCMP_SYS(restart_syscall), SCMP_SYS(setitimer), SCMP_SYS(getitimer), SCMP_SYS(timer_create), SCMP_SYS(timer_settime),
    SCMP_SYS(timer_gettime), SCMP_SYS(timer_getoverrun),
    SCMP_SYS(timer_delete),
    // Time, and facts about the process and the system.
    SCMP_SYS(clock_gettime), SCMP_SYS(clock_getres), SCMP_SYS(clock_nanosleep), SCMP_SYS(nanosleep), SCMP_SYS(gettimeofday),
    SCMP_SYS(getpid), SCMP_SYS(getppid), SCMP_SYS(gettid),
    SCMP_SYS(getuid), SCMP_SYS(geteuid), SCMP_SYS(getgid), SCMP_SYS(getegid), SCMP_SYS(getresuid), SCMP_SYS(getresgid), SCMP_SYS(getgroups),
    SCMP_SYS(getpgid), SCMP_SYS(getsid), SCMP_SYS(uname),
    SCMP_SYS(sysinfo), SCMP_SYS(getrusage), SCMP_SYS(times), SCMP_SYS(getcpu), SCMP_SYS(getrandom),
    // Older forms of those above, where the processor has them.
    SCMP_SYS(poll), SCMP_SYS(select), SCMP_SYS(epoll_wait), SCMP_SYS(epoll_create), SCMP_SYS(pipe), SCMP_SYS(eventfd), SCMP_SYS(signalfd),
    SCMP_SYS(inotify_init), SCMP_SYS(open), SCMP_SYS(stat),
    SCMP_SYS(lstat), SCMP_SYS(access), SCMP_SYS(readlink), SCMP_SYS(getdents), SCMP_SYS(dup2), SCMP_SYS(unlink), SCMP_SYS(alarm),
    SCMP_SYS(pause), SCMP_SYS(time), SCMP_SYS(getpgrp), SCMP_SYS(getrlimit),
};

/// The calls whose arguments are checked.
static const int checked[] = {
    SCMP_SYS(clone), SCMP_SYS(kill), SCMP_SYS(tgkill), SCMP_SYS(prlimit64), SCMP_SYS(fcntl), SCMP_SYS(ioctl), SCMP_SYS(prctl),
};

bool confined_player_allows(long call)
{
    return contains(allowed, sizeof allowed / sizeof *allowed, call) || contains(checked, sizeof checked / sizeof *checked, call);
}

/// Allows all commands of sound devices, but none that sends signals or keys, or takes a terminal.
static bool forbidControls(void)
{
    const uint32_t controls[] = {
        FIOSETOWN, SIOCSPGRP, FIOASYNC, TIOCSTI, TIOCLINUX, TIOCSIG, TIOCSPGRP, TIOCSCTTY, TIOCNOTTY, TIOCVHANGUP, TIOCSETD, TIOCCONS,
    };
    scmp_filter_ctx filter = begin(SCMP_ACT_ALLOW);
    return filter != NULL
        && enter(filter, addAmong(filter, SCMP_ACT_ERRNO(EPERM), SCMP_SYS(ioctl), 1, controls, sizeof controls / sizeof *controls));
}

bool confined_forbid_starting(void)
{
    // A filter allows either what is listed or what isn't, so there are two. The first one leaves the call that adds another.
    if (!forbidControls()) return false;
    // Libraries use older calls where a newer one doesn't exist.
    scmp_filter_ctx filter = begin(SCMP_ACT_ERRNO(ENOSYS));
    if (filter == NULL) return false;
    // Descriptors and their locks. Other commands could have the kernel send signals to any process of the user.
    const uint32_t commands[] = {
        F_DUPFD, F_DUPFD_CLOEXEC, F_GETFD, F_SETFD, F_GETFL, F_SETFL, F_GETLK, F_SETLK, F_SETLKW, F_OFD_GETLK, F_OFD_SETLK, F_OFD_SETLKW,
        F_ADD_SEALS, F_GET_SEALS, F_GETPIPE_SZ, F_SETPIPE_SZ,
    };
    // Names of threads and memory, and questions.
    const uint32_t questions[] = {PR_SET_NAME, PR_GET_NAME, 0x53564d41 /* PR_SET_VMA */, PR_SET_TIMERSLACK, PR_GET_DUMPABLE, PR_CAPBSET_READ};
    const bool isComplete = allowAll(filter, allowed, sizeof allowed / sizeof *allowed)
        && seccomp_rule_add(filter, SCMP_ACT_ALLOW, SCMP_SYS(ioctl), 0) == 0
        // Threads, but no processes.
        && addBits(filter, SCMP_ACT_ALLOW, SCMP_SYS(clone), 0, CLONE_THREAD, CLONE_THREAD)
        // The process itself only.
        && addBits(filter, SCMP_ACT_ALLOW, SCMP_SYS(kill), 0, LOW_HALF, (uint32_t)getpid())
        && addBits(filter, SCMP_ACT_ALLOW, SCMP_SYS(tgkill), 0, LOW_HALF, (uint32_t)getpid())
        && addBits(filter, SCMP_ACT_ALLOW, SCMP_SYS(prlimit64), 0, LOW_HALF, 0)
        && addAmong(filter, SCMP_ACT_ALLOW, SCMP_SYS(fcntl), 1, commands, sizeof commands / sizeof *commands)
        && addAmong(filter, SCMP_ACT_ALLOW, SCMP_SYS(prctl), 0, questions, sizeof questions / sizeof *questions);
    return enter(filter, isComplete);
}

void confined_limit_player(void)
{
    setrlimit(RLIMIT_CORE, &(struct rlimit){0, 0});
    setrlimit(RLIMIT_DATA, &(struct rlimit){1u << 30, 1u << 30});
}

int confined_try_call(long call)
{
    return syscall(call, -1L, -1L, -1L, -1L, -1L, -1L) == -1 ? errno : 0;
}
