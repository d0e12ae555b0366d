// Nothing to call: the linker puts the functions of QuietDispatch.c around libdispatch's.
