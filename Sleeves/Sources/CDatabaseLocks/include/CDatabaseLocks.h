#pragma once

/// Has SQLite lock its files with locks that belong to an open file description instead of the process, from the next opened file on.
///
/// The kernel drops all of a process's POSIX locks on a file as soon as the process closes any descriptor of that file. In a program with a
/// file chooser, that happens: GTK opens the files of a folder to find out their types. Other processes then believe that nobody uses the
/// database: they truncate the log's index, which is mapped into memory, or delete the log. Source: "How To Corrupt An SQLite Database
/// File", section 2.2, https://www.sqlite.org/howtocorrupt.html.
///
/// Locks of open file descriptions (`F_OFD_SETLK`, Linux 3.15) exclude POSIX locks of other processes and the reverse. Where the kernel or
/// the file system has none, SQLite's own locks stay.
///
/// - Returns: 0, or SQLite's error code.
/// - Threading: Call it before the first database is opened. What it installs may be used from any thread.
int sleeves_use_lasting_locks(void);

/// Has SQLite not count the memory that it uses. Counting takes a lock of the whole process at each allocation.
///
/// - Threading: Call it before anything else of SQLite.
void sleeves_count_no_memory(void);
