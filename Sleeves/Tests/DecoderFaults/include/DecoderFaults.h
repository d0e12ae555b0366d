// For tests: see DecoderFaults.c. Programs load this by LD_PRELOAD; nothing is called by name.
