import { fileURLToPath } from "node:url";
import { defineConfig } from "vite";
import { hlsFromSource } from "./build/hls-source.ts";

// The server writes the pages and finds these files by the manifest; embed.js keeps its name because pages elsewhere hold it.
export default defineConfig({
  root: fileURLToPath(new URL(".", import.meta.url)),
  publicDir: false,
  plugins: [hlsFromSource()],
  build: {
    outDir: "dist",
    emptyOutDir: true,
    target: "es2022",
    manifest: "manifest.json",
    assetsInlineLimit: 0,
    modulePreload: false,
    sourcemap: false,
    // hls.js is nearly this large and only fetched when playback starts.
    chunkSizeWarningLimit: 500,
    rolldownOptions: {
      input: { player: "src/player-page.ts", share: "src/share-page.ts", embed: "src/embed-script.ts" },
      output: {
        // A classic script on other people's pages: its names must not become globals there.
        banner: ({ name }) => (name === "embed" ? "(() => {" : ""),
        footer: ({ name }) => (name === "embed" ? "})();" : ""),
        entryFileNames: ({ name }) => (name === "embed" ? "embed.js" : "assets/[name]-[hash].js"),
        chunkFileNames: "assets/[name]-[hash].js",
        assetFileNames: "assets/[name]-[hash][extname]",
      },
    },
  },
});
