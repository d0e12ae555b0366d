#define _GNU_SOURCE
#include "CConfinement.h"
#include "Filters.h"

#include <errno.h>
#include <fcntl.h>
#include <malloc.h>
#include <sched.h>
#include <signal.h>
#include <stddef.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <unistd.h>

// MARK: Landlock

long confined_landlock_version(void)
{
    return syscall(CREATE_RULESET, NULL, (size_t)0, 1u);
}

/// Forbids all access to files, the network and other processes that the kernel can forbid. There are no exceptions.
static bool enterLandlock(void)
{
    const long version = confined_landlock_version();
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

/// The calls that decoders, tag readers and their libraries need. All others fail with EPERM.
static const int allowed[] = {
    // Communicating with the parent, and reading the files that it has opened.
    SCMP_SYS(read), SCMP_SYS(readv), SCMP_SYS(pread64), SCMP_SYS(write), SCMP_SYS(writev), SCMP_SYS(sendmsg), SCMP_SYS(recvmsg),
    SCMP_SYS(ppoll), SCMP_SYS(close), SCMP_SYS(fstat), SCMP_SYS(lseek),
    // Memory.
    SCMP_SYS(munmap), SCMP_SYS(mremap), SCMP_SYS(brk), SCMP_SYS(madvise),
    // Threads, which decoders may use.
    SCMP_SYS(futex), SCMP_SYS(set_robust_list), SCMP_SYS(rseq), SCMP_SYS(sched_yield), SCMP_SYS(sched_getaffinity), SCMP_SYS(gettid),
    SCMP_SYS(getpid), SCMP_SYS(getppid), SCMP_SYS(exit),
    SCMP_SYS(exit_group), SCMP_SYS(membarrier),
    // Signals and time.
    SCMP_SYS(rt_sigaction), SCMP_SYS(rt_sigprocmask), SCMP_SYS(rt_sigreturn), SCMP_SYS(sigaltstack), SCMP_SYS(restart_syscall),
    SCMP_SYS(setitimer), SCMP_SYS(clock_gettime),
    SCMP_SYS(clock_getres), SCMP_SYS(clock_nanosleep), SCMP_SYS(nanosleep), SCMP_SYS(gettimeofday), SCMP_SYS(getrusage),
    SCMP_SYS(getrandom), SCMP_SYS(sysinfo), SCMP_SYS(uname),
    SCMP_SYS(poll),
    SCMP_SYS(time),
};

static bool enterSeccomp(void)
{
    scmp_filter_ctx filter = begin(SCMP_ACT_ERRNO(EPERM));
    if (filter == NULL) return false;
    // What is known of a descriptor, and copies of it. Others could have the kernel send signals to any process of the user.
    const uint32_t commands[] = {F_GETFD, F_SETFD, F_GETFL, F_DUPFD, F_DUPFD_CLOEXEC};
    const bool isComplete = allowAll(filter, allowed, sizeof allowed / sizeof *allowed)
        // No new executable code.
        && addBits(filter, SCMP_ACT_ALLOW, SCMP_SYS(mmap), 2, PROT_EXEC, 0)
        && addBits(filter, SCMP_ACT_ALLOW, SCMP_SYS(mprotect), 2, PROT_EXEC, 0)
        // Threads, but no processes. The filter can't inspect the flags of the newer call, so libraries must fall back to the older one.
        && seccomp_rule_add(filter, SCMP_ACT_ERRNO(ENOSYS), SCMP_SYS(clone3), 0) == 0
        && addBits(filter, SCMP_ACT_ALLOW, SCMP_SYS(clone), 0, CLONE_THREAD, CLONE_THREAD)
        && addAmong(filter, SCMP_ACT_ALLOW, SCMP_SYS(fcntl), 1, commands, sizeof commands / sizeof *commands)
        // The process itself only.
        && addBits(filter, SCMP_ACT_ALLOW, SCMP_SYS(tgkill), 0, LOW_HALF, (uint32_t)getpid())
        && addBits(filter, SCMP_ACT_ALLOW, SCMP_SYS(kill), 0, LOW_HALF, (uint32_t)getpid())
        && addBits(filter, SCMP_ACT_ALLOW, SCMP_SYS(prlimit64), 0, LOW_HALF, 0)
        && addBits(filter, SCMP_ACT_ALLOW, SCMP_SYS(prctl), 0, LOW_HALF, PR_SET_NAME);
    return enter(filter, isComplete);
}

/// The calls whose arguments are checked.
static const int checked[] = {
    SCMP_SYS(mmap), SCMP_SYS(mprotect), SCMP_SYS(clone), SCMP_SYS(fcntl), SCMP_SYS(tgkill), SCMP_SYS(kill), SCMP_SYS(prlimit64),
    SCMP_SYS(prctl),
};

bool confined_reader_allows(long call)
{
    return contains(allowed, sizeof allowed / sizeof *allowed, call) || contains(checked, sizeof checked / sizeof *checked, call);
}

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

int confined_enter_reader(size_t hardMemory)
{
    parent = getppid();
    hardLimit = hardMemory;
    struct sigaction action = {.sa_handler = endWithParent, .sa_flags = SA_RESTART};
    sigaction(SIGALRM, &action, NULL);

    // Closes descriptors that another thread of the parent had open during the start. Kernels before 5.9 lack this call; there, the
    // close-on-exec flags must do.
    syscall(SYS_close_range, CONFINED_SOCKET + 1, ~0u, 0u);
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
    if (enterLandlock()) granted |= CONFINED_LANDLOCK;
    if (enterSeccomp()) granted |= CONFINED_SECCOMP;
    return granted;
}

void confined_limit(size_t memory, unsigned milliseconds)
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
