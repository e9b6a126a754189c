import { fileURLToPath } from "node:url";
import { contract } from "@kinora/contract/contract.ts";
import { isContractProcedure, minifyContractRouter } from "@orpc/contract";
import react from "@vitejs/plugin-react";
import { defineConfig, type Plugin } from "vite";
import { chunkGroups } from "./build/chunks.ts";

/**
 * In the built console the contract is only its methods and paths: the schemas are the server's work, and what describes
 * an operation is for the OpenAPI document. Without them the first page is some 30 kB lighter. What few people call is in a file
 * of its own.
 */
function routesOfTheContract(): Plugin {
  return {
    name: "kinora-contract-routes",
    apply: "build",
    enforce: "pre",
    load(id) {
      const { advanced, billing, ...others } = minifyContractRouter(contract) as typeof contract;
      if (id.endsWith("/packages/contract/src/contract.ts"))
        return `${OPERATION}\nexport const contract = ${written(others)};`;
      if (id.endsWith("/src/platform/operator-contract.ts"))
        return `${OPERATION}\nexport const operatorContract = ${written({ advanced, billing })};`;
      return null;
    },
  };
}

/** Written once for all operations, of which each has only what differs. */
const OPERATION =
  'const operation = (method, path, more) => ({ "~orpc": { errorMap: {}, meta: {}, route: { method, path, ...more } } });';
const DESCRIPTION = new Set(["summary", "description", "tags"]);

/** Rooms and operations as JavaScript; who may call an operation is the server's work, too. */
function written(router: object): string {
  if (isContractProcedure(router)) {
    const { method, path, ...more } = router["~orpc"].route;
    const needed = Object.entries(more).filter(([key]) => !DESCRIPTION.has(key));
    const values = [method, path, ...(needed.length > 0 ? [Object.fromEntries(needed)] : [])];
    return `operation(${values.map((value) => JSON.stringify(value)).join(",")})`;
  }
  const parts = Object.entries(router).map(([name, part]) => `${JSON.stringify(name)}:${written(part as object)}`);
  return `{${parts.join(",")}}`;
}

/** While one develops, `/` is the visitors' page as well: the console role serves it there in production. */
function homeAtRoot(): Plugin {
  return {
    name: "kinora-home-at-root",
    configureServer(server) {
      server.middlewares.use((request, _answer, next) => {
        request.url = request.url?.replace(/^\/(?=\?|$)/, "/home.html");
        next();
      });
    },
  };
}

export default defineConfig({
  root: fileURLToPath(new URL(".", import.meta.url)),
  plugins: [routesOfTheContract(), react(), homeAtRoot()],
  build: {
    outDir: "dist",
    emptyOutDir: true,
    target: "es2022",
    // A data: URL in a style sheet would need a wider content security policy.
    assetsInlineLimit: 0,
    sourcemap: false,
    // What a page needs is counted from it (bench/console-sizes.ts). Hidden files are not served.
    manifest: true,
    // The visitors' home page is a page of its own: it needs neither the router nor most of the rest.
    rolldownOptions: {
      input: ["index.html", "home.html"],
      output: { codeSplitting: { groups: chunkGroups() } },
    },
  },
  server: { port: Number(process.env["KINORA_PORT"] ?? 4000), strictPort: true },
});
