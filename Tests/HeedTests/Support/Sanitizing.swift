/// Whether the tests were built with a sanitizer. It finds nothing in what a single thread does for long, and makes that take much longer.
#if SANITIZED
    let isSanitized = true
#else
    let isSanitized = false
#endif
