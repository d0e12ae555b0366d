#ifndef PROFILE_H
#define PROFILE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <lcms2.h>

/// The maximum size of a profile, in bytes. Printers' profiles have one or two megabytes.
static const size_t profileLimit = 4000000;

/// Returns a transform of a picture's colours to sRGB, with eight bits per channel; `NULL` if none is needed or the profile can't be used.
///
/// `isInverted` means that the values of a CMYK picture are inverted, as Adobe's programs write them.
cmsHTRANSFORM openTransform(const void *profile, size_t count, cmsColorSpaceSignature space, bool isInverted, bool hasAlpha);

/// Converts pixels of four bytes (red, green, blue, alpha) from an ICC profile to sRGB, in place. Pixels of a grey profile have three equal
/// colours.
///
/// Does nothing if the profile is sRGB, can't be used, or has another kind of colours.
void convertToSRGB(const uint8_t *profile, size_t profileCount, uint8_t *pixels, size_t count);

#endif
