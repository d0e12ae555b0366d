#define _GNU_SOURCE
#include "CReader.h"
#include "Confinement.h"

#include <errno.h>
#include <fcntl.h>
#include <malloc.h>
#include <sched.h>
#include <signal.h>
#include <stddef.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <unistd.h>

// MARK: Landlock

long creader_landlock_version(void)
{
    return syscall(CREATE_RULESET, NULL, (size_t)0, 1u);
}

/// Forbids all access to files, the network and other processes that the kernel can forbid. There are no exceptions.
static bool enterLandlock(void)
{
    const long version = creader_landlock_version();
    if (version < 1) return false;
    struct Ruleset ruleset = {.files = (1u << 13) - 1};
    if (version >= 2) ruleset.files |= 1u << 13;
    if (version >= 3) ruleset.files |= 1u << 14;
    if (version >= 5) ruleset.files |= 1u << 15;
    if (version >= 4) ruleset.network = 3;
    if (version >= 6) ruleset.scopes = 3;
    const size_t size = version >= 6 ? 24 : version >= 4 ? 16 : 8;
    const int descriptor = (int)syscall(CREATE_RULESET, &ruleset, size, 0u);
    if (descriptor < 0) return false;
    const bool isEntered = syscall(RESTRICT_SELF, descriptor, 0u) == 0;
    close(descriptor);
    return isEntered;
}

// MARK: seccomp

#ifdef ARCHITECTURE

/// The calls that decoders, tag readers and their libraries need. All others fail with EPERM.
static const unsigned allowed[] = {
    // Communicating with the parent, and reading the files that it has opened.
    SYS_read, SYS_readv, SYS_pread64, SYS_write, SYS_writev, SYS_sendmsg, SYS_recvmsg, SYS_ppoll, SYS_close, SYS_fstat, SYS_lseek,
    // Memory.
    SYS_munmap, SYS_mremap, SYS_brk, SYS_madvise,
    // Threads, which decoders may use.
    SYS_futex, SYS_set_robust_list, SYS_rseq, SYS_sched_yield, SYS_sched_getaffinity, SYS_gettid, SYS_getpid, SYS_getppid, SYS_exit,
    SYS_exit_group, SYS_membarrier,
    // Signals and time.
    SYS_rt_sigaction, SYS_rt_sigprocmask, SYS_rt_sigreturn, SYS_sigaltstack, SYS_restart_syscall, SYS_setitimer, SYS_clock_gettime,
    SYS_clock_getres, SYS_clock_nanosleep, SYS_nanosleep, SYS_gettimeofday, SYS_getrusage, SYS_getrandom, SYS_sysinfo, SYS_uname,
#ifdef SYS_poll
    SYS_poll,
#endif
#ifdef SYS_time
    SYS_time,
#endif
};

static bool enterSeccomp(void)
{
    struct Program program = {.count = 0};
    begin(&program);
    for (size_t i = 0; i < sizeof allowed / sizeof *allowed; ++i) allowAlways(&program, allowed[i]);
    // No new executable code.
    allowBits(&program, SYS_mmap, 2, 4, false);
    allowBits(&program, SYS_mprotect, 2, 4, false);
    // Threads, but no processes. The filter can't inspect the flags of the newer call, so libraries must fall back to the older one.
    denyAs(&program, SYS_clone3, ENOSYS);
    allowBits(&program, SYS_clone, 0, CLONE_THREAD, true);
    // What is known of a descriptor, and copies of it. Others could have the kernel send signals to any process of the user.
    const uint32_t commands[] = {F_GETFD, F_SETFD, F_GETFL, F_DUPFD, F_DUPFD_CLOEXEC};
    allowAmong(&program, SYS_fcntl, 1, commands, sizeof commands / sizeof *commands);
    // The process itself only.
    allowEqual(&program, SYS_tgkill, 0, (uint32_t)getpid());
    allowEqual(&program, SYS_kill, 0, (uint32_t)getpid());
    allowEqual(&program, SYS_prlimit64, 0, 0);
    allowEqual(&program, SYS_prctl, 0, PR_SET_NAME);
    answer(&program, SECCOMP_RET_ERRNO | EPERM);
    return enter(&program);
}

/// The calls whose arguments are checked.
static const unsigned checked[] = {SYS_mmap, SYS_mprotect, SYS_clone, SYS_fcntl, SYS_tgkill, SYS_kill, SYS_prlimit64, SYS_prctl};

bool creader_reader_allows(long call)
{
    return contains(allowed, sizeof allowed / sizeof *allowed, call) || contains(checked, sizeof checked / sizeof *checked, call);
}

#else

static bool enterSeccomp(void) { return false; }
bool creader_reader_allows(long call) { (void)call; return true; }

#endif

// MARK: Limits

static pid_t parent;
static size_t hardLimit;

/// Ends a reader with its parent, because a busy reader doesn't check its socket.
static void endWithParent(int signal)
{
    (void)signal;
    if (getppid() != parent) _exit(0);
}

static void limit(int resource, rlim_t soft, rlim_t hard)
{
    setrlimit(resource, &(struct rlimit){.rlim_cur = soft, .rlim_max = hard});
}

int creader_confine(size_t hardMemory)
{
    parent = getppid();
    hardLimit = hardMemory;
    struct sigaction action = {.sa_handler = endWithParent, .sa_flags = SA_RESTART};
    sigaction(SIGALRM, &action, NULL);

    // Closes descriptors that another thread of the parent had open during the start. Kernels before 5.9 lack this call; there, the
    // close-on-exec flags must do.
    syscall(SYS_close_range, CREADER_SOCKET + 1, ~0u, 0u);
    limit(RLIMIT_CORE, 0, 0);
    limit(RLIMIT_FSIZE, 0, 0);
    limit(RLIMIT_NOFILE, 256, 256);
    // Private writable memory, without mapped libraries.
    limit(RLIMIT_DATA, hardMemory, hardMemory);
#ifdef M_TRIM_THRESHOLD
    // Reuse memory for the next file. Returning it to the kernel in between costs more than reading the tags.
    mallopt(M_TRIM_THRESHOLD, 16 << 20);
    mallopt(M_MMAP_THRESHOLD, 4 << 20);
#endif

    if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0) return 0;
    int granted = 0;
    if (enterLandlock()) granted |= CREADER_LANDLOCK;
    if (enterSeccomp()) granted |= CREADER_SECCOMP;
    return granted;
}

void creader_limit(size_t memory, unsigned milliseconds)
{
    // Most requests have the limits of the one before, and a request reads many files.
    static size_t lastMemory;
    static bool checksParent;
    if (memory > 0 && memory != lastMemory) {
        limit(RLIMIT_DATA, memory < hardLimit ? memory : hardLimit, hardLimit);
        lastMemory = memory;
    }
    // The first timer's signal ends the process; the second's checks the parent.
    const struct itimerval once = {.it_value = {milliseconds / 1000, (milliseconds % 1000) * 1000}};
    setitimer(ITIMER_PROF, &once, NULL);
    const bool isBusy = milliseconds > 0;
    if (isBusy == checksParent) return;
    checksParent = isBusy;
    const struct itimerval everySecond = {.it_interval = {isBusy, 0}, .it_value = {isBusy, 0}};
    setitimer(ITIMER_REAL, &everySecond, NULL);
}
