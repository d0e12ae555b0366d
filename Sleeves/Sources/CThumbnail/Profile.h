#ifndef CTHUMBNAIL_PROFILE_H
#define CTHUMBNAIL_PROFILE_H

#include <stddef.h>

#include <lcms2.h>

/// What brings the colours of a picture to sRGB, eight bits a channel; `NULL` where there is nothing to be done, or the profile cannot be used.
///
/// `isInverted` says that a picture in inks has them the other way round, as Adobe's programs write them.
cmsHTRANSFORM openTransform(const void *profile, size_t count, cmsColorSpaceSignature space, bool isInverted, bool hasAlpha);

#endif
