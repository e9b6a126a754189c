import { dirname, join, relative, resolve } from "node:path";
import { defineConfig, type Plugin } from "vite";

const repository = resolve(import.meta.dirname, "../..");
const dist = join(import.meta.dirname, "dist");

/** Packages that read files of their own, or are not JavaScript: they stay where npm put them. */
const OUTSIDE = [
  "@node-rs/argon2",
  "fontkit",
  "linebreak",
  "oidc-provider",
  "pdfkit",
  "pino",
  "sherpa-onnx-node",
  "subset-font",
  // It shares tsyringe with @simplewebauthn/server, which then runs before reflect-metadata.
  "werift",
];

/** What a source finds by its own place (other programs, migrations, fonts) is still found by that. */
function placesOfSources(): Plugin {
  return {
    name: "kinora-places-of-sources",
    enforce: "pre",
    transform(code, id) {
      if (!id.startsWith(repository) || id.includes("/node_modules/") || !code.includes("import.meta.")) return null;
      const place = relative(dist, id);
      const placed = code
        .replaceAll("import.meta.dirname", `(import.meta.dirname + "/${dirname(place)}")`)
        .replaceAll("import.meta.url", `new URL("${place}", import.meta.url).href`);
      // No line moves.
      return { code: placed, map: null };
    },
  };
}

/** The server in few files without comments: it starts in less processor time and memory than its sources (docs/decisions/0071). */
export default defineConfig({
  root: repository,
  publicDir: false,
  plugins: [placesOfSources()],
  ssr: { target: "node", noExternal: true, external: [...OUTSIDE, "pg-native"] },
  build: {
    ssr: true,
    target: "node24",
    // A process that still runs the build before may load a part of it; its names carry a hash.
    emptyOutDir: false,
    // Without the comment that Node would follow: the log reads the map of a file when it writes an error of it.
    sourcemap: "hidden",
    rolldownOptions: {
      input: {
        "account-probe": join(import.meta.dirname, "src/supervisor/account-probe.ts"),
        main: join(import.meta.dirname, "src/main.ts"),
        supervisor: join(import.meta.dirname, "src/supervisor/main.ts"),
      },
      output: {
        entryFileNames: "[name].js",
        // Flat: what a source finds by its place is said from here.
        chunkFileNames: "[name]-[hash].js",
        minify: { mangle: { keepNames: true }, compress: { keepNames: { function: true, class: true } } },
      },
    },
  },
});
