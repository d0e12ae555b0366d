#ifndef CTHUMBNAIL_PROFILE_H
#define CTHUMBNAIL_PROFILE_H

#include <stddef.h>

#include <lcms2.h>

/// Returns a transform of a picture's colours to sRGB, with eight bits per channel; `NULL` if none is needed or the profile can't be used.
///
/// `isInverted` means that the values of a CMYK picture are inverted, as Adobe's programs write them.
cmsHTRANSFORM openTransform(const void *profile, size_t count, cmsColorSpaceSignature space, bool isInverted, bool hasAlpha);

#endif
