#!/usr/bin/python3
"""Makes pictures of noise of the kinds that covers have: pictures.py FOLDER"""

import os
import subprocess
import sys

from PIL import Image, ImageCms

SIDE = 160


def main(folder):
    noise = Image.frombytes("RGBA", (SIDE, SIDE), bytes(i * i * 2654435761 >> 11 & 255 for i in range(SIDE * SIDE * 4)))
    profile = ImageCms.ImageCmsProfile(ImageCms.createProfile("sRGB")).tobytes()
    # Another name, or it would be passed over as sRGB.
    profile = profile.replace(b"sRGB", b"mine").replace("sRGB".encode("utf-16-be"), "mine".encode("utf-16-be"))
    noise.save(os.path.join(folder, "noise.png"))
    noise.convert("RGB").save(os.path.join(folder, "profile.png"), icc_profile=profile)
    noise.convert("L").save(os.path.join(folder, "grey.png"))
    noise.save(os.path.join(folder, "noise.webp"), quality=70)
    noise.save(os.path.join(folder, "lossless.webp"), lossless=True, icc_profile=profile)
    noise.convert("RGB").save(os.path.join(folder, "noise.bmp"))
    noise.convert("RGB").save(os.path.join(folder, "noise.tiff"), compression="tiff_lzw")
    noise.convert("RGB").save(os.path.join(folder, "deflate.tiff"), compression="tiff_adobe_deflate", icc_profile=profile)
    noise.convert("P").save(os.path.join(folder, "palette.bmp"))
    noise.convert("RGB").quantize(64).save(os.path.join(folder, "noise.gif"))
    noise.convert("RGB").quantize(64).save(os.path.join(folder, "animated.gif"), save_all=True, append_images=[noise.convert("P")])
    noise.save(os.path.join(folder, "animated.webp"), save_all=True, append_images=[noise.rotate(90)])
    for options, name in [(["-A"], "noise.avif"), ([], "noise.heic")]:
        source, target = os.path.join(folder, "noise.png"), os.path.join(folder, name)
        subprocess.run(["heif-enc", "-q", "50", *options, "-o", target, source], check=True, stdout=subprocess.DEVNULL)


if __name__ == "__main__":
    main(sys.argv[1])
