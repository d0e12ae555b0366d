// JPEG pictures of noise, of every kind that covers come in. Noise makes them large, and their thumbnails too.

#ifndef NOISY_JPEG_HPP
#define NOISY_JPEG_HPP

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <vector>

#include <jpeglib.h>
#include <lcms2.h>

using Bytes = std::vector<uint8_t>;

/// One picture, or one file of music, and what to call it in a message.
struct Sample {
    std::string name;
    Bytes bytes;
    /// Of so many cases one is tried: Little CMS takes long to look at a printer's profile, whatever the picture.
    size_t rarity = 1;
};

struct JPEGKind {
    const char *name;
    int channels;
    J_COLOR_SPACE space;
    bool isProgressive, isArithmetic, isInterleaved, hasProfile;
};

static const JPEGKind jpegKinds[] = {
    {"baseline", 3, JCS_RGB, false, false, true, false},
    {"progressive", 3, JCS_RGB, true, false, true, false},
    {"arithmetic", 3, JCS_RGB, false, true, true, false},
    {"arithmetic progressive", 3, JCS_RGB, true, true, true, false},
    {"a scan a colour", 3, JCS_RGB, false, false, false, false},
    {"grey", 1, JCS_GRAYSCALE, false, false, true, false},
    {"CMYK without a profile", 4, JCS_CMYK, false, false, true, false},
    {"with a profile", 3, JCS_RGB, false, false, true, true},
    {"grey with a profile", 1, JCS_GRAYSCALE, true, false, true, true},
    {"CMYK with a profile", 4, JCS_CMYK, false, false, true, true},
};

/// Not sRGB, so that colours are converted.
inline Bytes makeProfile(int channels)
{
    cmsToneCurve *const gamma = cmsBuildGamma(nullptr, 1.4);
    cmsHPROFILE profile = nullptr;
    if (channels == 1) {
        profile = cmsCreateGrayProfile(cmsD50_xyY(), gamma);
    } else if (channels == 3) {
        const cmsCIExyYTRIPLE primaries = {{0.64, 0.33, 1}, {0.21, 0.71, 1}, {0.15, 0.06, 1}};
        cmsToneCurve *const curves[] = {gamma, gamma, gamma};
        profile = cmsCreateRGBProfile(cmsD50_xyY(), &primaries, curves);
    } else {
        profile = cmsCreateProfilePlaceholder(nullptr);
        cmsSetProfileVersion(profile, 2.1);
        cmsSetDeviceClass(profile, cmsSigOutputClass);
        cmsSetColorSpace(profile, cmsSigCmykData);
        cmsSetPCS(profile, cmsSigLabData);
        cmsPipeline *const pipeline = cmsPipelineAlloc(nullptr, 4, 3);
        std::vector<cmsUInt16Number> table(2 * 2 * 2 * 2 * 3);
        for (size_t i = 0; i < table.size(); ++i) table[i] = static_cast<cmsUInt16Number>(40503u * (i + 1));
        cmsPipelineInsertStage(pipeline, cmsAT_END, cmsStageAllocCLut16bit(nullptr, 2, 4, 3, table.data()));
        cmsWriteTag(profile, cmsSigAToB0Tag, pipeline);
        cmsPipelineFree(pipeline);
    }
    cmsUInt32Number count = 0;
    cmsSaveProfileToMem(profile, nullptr, &count);
    Bytes bytes(count);
    cmsSaveProfileToMem(profile, bytes.data(), &count);
    cmsCloseProfile(profile);
    cmsFreeToneCurve(gamma);
    return bytes;
}

inline Sample makeJPEG(const JPEGKind &kind, unsigned side, int quality)
{
    jpeg_compress_struct out = {};
    jpeg_error_mgr errors;
    out.err = jpeg_std_error(&errors);
    jpeg_create_compress(&out);
    unsigned char *encoded = nullptr;
    unsigned long count = 0;
    jpeg_mem_dest(&out, &encoded, &count);
    out.image_width = out.image_height = side;
    out.input_components = kind.channels;
    out.in_color_space = kind.space;
    jpeg_set_defaults(&out);
    jpeg_set_quality(&out, quality, TRUE);
    out.arith_code = kind.isArithmetic;
    jpeg_scan_info scans[4] = {};
    if (kind.isProgressive) {
        jpeg_simple_progression(&out);
    } else if (!kind.isInterleaved) {
        for (int i = 0; i < kind.channels; ++i) scans[i] = {1, {i}, 0, 63, 0, 0};
        out.scan_info = scans;
        out.num_scans = kind.channels;
    }
    jpeg_start_compress(&out, TRUE);
    if (kind.hasProfile) {
        const Bytes profile = makeProfile(kind.channels);
        jpeg_write_icc_profile(&out, profile.data(), static_cast<unsigned>(profile.size()));
    }
    // Fine noise makes the picture large, coarse noise its thumbnail.
    const unsigned grain = side / 96;
    uint32_t fine = 1;
    Bytes row(static_cast<size_t>(side) * static_cast<size_t>(kind.channels));
    while (out.next_scanline < side) {
        const unsigned y = out.next_scanline;
        for (size_t i = 0; i < row.size(); ++i) {
            const auto x = static_cast<unsigned>(i) / static_cast<unsigned>(kind.channels);
            const uint32_t place = (y / grain * 7919 + x / grain) * 4 + static_cast<unsigned>(i) % 4;
            const uint32_t coarse = (place * place + place) * 2654435761u >> 24;
            fine = fine * 1664525u + 1013904223u;
            row[i] = static_cast<uint8_t>((3 * coarse + (fine >> 24)) / 4);
        }
        JSAMPROW start = row.data();
        jpeg_write_scanlines(&out, &start, 1);
    }
    jpeg_finish_compress(&out);
    jpeg_destroy_compress(&out);
    Sample sample = {std::string("JPEG, ") + kind.name + ", " + std::to_string(side), Bytes(encoded, encoded + count)};
    free(encoded);
    if (kind.hasProfile) sample.rarity = kind.channels == 4 ? 64 : 4;
    return sample;
}

#endif
