import { fileURLToPath } from "node:url";
import { contract } from "@kinora/contract/contract.ts";
import { minifyContractRouter } from "@orpc/contract";
import react from "@vitejs/plugin-react";
import { defineConfig, type Plugin } from "vite";

/**
 * In the built console the contract is only its methods and paths: the schemas are the server's work, and without them
 * the first page is some 20 kB lighter.
 */
function routesOfTheContract(): Plugin {
  return {
    name: "kinora-contract-routes",
    apply: "build",
    enforce: "pre",
    load(id) {
      if (!id.endsWith("/packages/contract/src/contract.ts")) return null;
      return `export const contract = ${JSON.stringify(minifyContractRouter(contract))};`;
    },
  };
}

export default defineConfig({
  root: fileURLToPath(new URL(".", import.meta.url)),
  plugins: [routesOfTheContract(), react()],
  build: {
    outDir: "dist",
    emptyOutDir: true,
    target: "es2022",
    // A data: URL in a style sheet would need a wider content security policy.
    assetsInlineLimit: 0,
    sourcemap: false,
  },
  server: { port: Number(process.env["KINORA_PORT"] ?? 4000), strictPort: true },
});
