import { access } from "node:fs/promises";
import { mediaFilters } from "../tools/capabilities.ts";

/** Paths of a sans-serif font in common distributions; the sandbox has no fontconfig. */
const fonts = [
  "/usr/share/fonts/truetype/dejavu/DejaVuSans.ttf",
  "/usr/share/fonts/dejavu-sans-fonts/DejaVuSans.ttf",
  "/usr/share/fonts/TTF/DejaVuSans.ttf",
  "/usr/share/fonts/truetype/liberation/LiberationSans-Regular.ttf",
  "/usr/share/fonts/liberation-sans/LiberationSans-Regular.ttf",
  "/usr/share/fonts/truetype/noto/NotoSans-Regular.ttf",
  "/usr/share/fonts/noto/NotoSans-Regular.ttf",
  "/usr/share/fonts/truetype/freefont/FreeSans.ttf",
];

/** A font for `drawtext`; null when ffmpeg lacks `drawtext` or no font is found. */
export async function writableFont(): Promise<string | null> {
  const filters = await mediaFilters();
  if (!filters.has("drawtext")) return null;
  for (const path of fonts) {
    const found = await access(path).then(
      () => true,
      () => false,
    );
    if (found) return path;
  }
  return null;
}
