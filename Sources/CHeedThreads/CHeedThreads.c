#include "CHeedThreads.h"

_Thread_local struct heed_thread heed_this_thread;
