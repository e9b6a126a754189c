import { fileURLToPath } from "node:url";
import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";

/** `npm run ui`: the kit's parts in all their states, on a page that no application contains. */
export default defineConfig({
  root: fileURLToPath(new URL(".", import.meta.url)),
  plugins: [react()],
  build: { target: "es2022", emptyOutDir: true },
});
