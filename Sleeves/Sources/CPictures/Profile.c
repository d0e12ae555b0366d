#include "Profile.h"

#include <string.h>

/// Returns whether a profile is named sRGB. Most pictures with a profile have this one, and need no conversion.
static bool isSRGB(cmsHPROFILE profile)
{
    char name[64] = "";
    cmsGetProfileInfoASCII(profile, cmsInfoDescription, "en", "US", name, sizeof name);
    // "c2" is the compact sRGB profile of large websites.
    return strstr(name, "sRGB") != NULL || strcmp(name, "c2") == 0;
}

cmsHTRANSFORM openTransform(const void *bytes, size_t count, cmsColorSpaceSignature space, bool isInverted, bool hasAlpha)
{
    if (count > profileLimit) return NULL;
    cmsHPROFILE profile = cmsOpenProfileFromMem(bytes, (cmsUInt32Number)count);
    if (profile == NULL) return NULL;
    cmsHTRANSFORM transform = NULL;
    if (cmsGetColorSpace(profile) == space && !isSRGB(profile)) {
        cmsUInt32Number from = TYPE_RGB_8, to = hasAlpha ? TYPE_RGBA_8 : TYPE_RGB_8;
        if (space == cmsSigGrayData) from = TYPE_GRAY_8;
        if (space == cmsSigCmykData) from = isInverted ? TYPE_CMYK_8_REV : TYPE_CMYK_8;
        if (space == cmsSigRgbData && hasAlpha) from = TYPE_RGBA_8;
        cmsHPROFILE target = cmsCreate_sRGBProfile();
        const cmsUInt32Number flags = hasAlpha && space == cmsSigRgbData ? cmsFLAGS_COPY_ALPHA : 0;
        transform = cmsCreateTransform(profile, from, target, to, INTENT_PERCEPTUAL, flags);
        cmsCloseProfile(target);
    }
    cmsCloseProfile(profile);
    return transform;
}

void convertToSRGB(const uint8_t *profile, size_t profileCount, uint8_t *pixels, size_t count)
{
    cmsHTRANSFORM transform = openTransform(profile, profileCount, cmsSigRgbData, false, true);
    if (transform != NULL) {
        // Reads each pixel before it writes it.
        cmsDoTransform(transform, pixels, pixels, (cmsUInt32Number)count);
        cmsDeleteTransform(transform);
        return;
    }
    for (size_t i = 0; i < count; ++i) {
        // A picture with colours doesn't match a grey profile.
        if (pixels[4 * i] != pixels[4 * i + 1] || pixels[4 * i] != pixels[4 * i + 2]) return;
    }
    transform = openTransform(profile, profileCount, cmsSigGrayData, false, false);
    if (transform == NULL) return;
    for (size_t i = 0; i < count; ++i) {
        const uint8_t grey = pixels[4 * i];
        cmsDoTransform(transform, &grey, pixels + 4 * i, 1);
    }
    cmsDeleteTransform(transform);
}
