import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import type { Plugin } from "vite";

const home = dirname(createRequire(import.meta.url).resolve("hls.js/package.json"));
const source = join(home, "src");

/**
 * What hls.js is built with, by the names its own build uses (hls.js/src/define-plugin.d.ts). Streams of Kinora have neither keys of
 * a DRM nor interstitials, content steering, CMCD, variables in playlists, nor HEVC and AC-3 in MPEG-TS, and nobody asks for I-frames.
 */
const FEATURES: Record<string, boolean> = {
  __USE_ALT_AUDIO__: true,
  __USE_SUBTITLES__: true,
  __USE_MEDIA_CAPABILITIES__: true,
  __USE_CMCD__: false,
  __USE_CONTENT_STEERING__: false,
  __USE_EME_DRM__: false,
  __USE_IFRAMES__: false,
  __USE_INTERSTITIALS__: false,
  __USE_M2TS_ADVANCED_CODECS__: false,
  __USE_VARIABLE_SUBSTITUTION__: false,
};

/** Every constant that hls.js expects from its build, as an expression. */
export const constants: Record<string, string> = {
  ...Object.fromEntries(Object.entries(FEATURES).map(([name, value]) => [name, String(value)])),
  __VERSION__: JSON.stringify(
    (JSON.parse(readFileSync(join(home, "package.json"), "utf8")) as { version: string }).version,
  ),
  // A page has no worker of hls.js: fragmented MP4 reaches the decoder as it is.
  __IN_WORKER__: "false",
  __HLS_WORKER_BUNDLE__: "undefined",
};

// It imports a package of its own, which nothing else here needs.
const LEFT_OUT = /\/cmcd-controller$/;
const EMPTY = "\0left-out-of-hls";

/**
 * Builds hls.js from the sources in its package, without the features that embeds never use: its bundle has them all, and is a
 * quarter larger. What it imports (eventemitter3, url-toolkit, @svta/…) is in its bundle, and therefore named by our package.
 */
export function hlsFromSource(): Plugin {
  return {
    name: "kinora-hls-source",
    apply: "build",
    enforce: "pre",
    config: () => ({ define: constants }),
    resolveId(id, importer) {
      if (id === "hls.js") return join(source, "hls.ts");
      return importer?.startsWith(source) && LEFT_OUT.test(id) ? EMPTY : null;
    },
    load: (id) => (id === EMPTY ? "export default undefined;" : null),
  };
}
