import { fileURLToPath } from "node:url";
import * as login from "@kinora/contract/people/login.ts";
import { minifyContractRouter } from "@orpc/contract";
import react from "@vitejs/plugin-react";
import { defineConfig, type Plugin } from "vite";

/**
 * In the built pages the contract is only its methods and paths: the schemas are the server's work, and a sign-in page
 * should not wait for them.
 */
function routesOfTheContract(): Plugin {
  const { LOGIN_HEADER, LOGIN_PREFIX, AVATAR_PATH, AVATAR_TYPES, AVATAR_MAXIMUM_BYTES } = login;
  const constants = { LOGIN_HEADER, LOGIN_PREFIX, AVATAR_PATH, AVATAR_TYPES, AVATAR_MAXIMUM_BYTES };
  const lines = Object.entries({ ...constants, loginContract: minifyContractRouter(login.loginContract) });
  return {
    name: "kinora-login-contract-routes",
    apply: "build",
    enforce: "pre",
    load(id) {
      if (!id.endsWith("/packages/contract/src/people/login.ts")) return null;
      return lines.map(([name, value]) => `export const ${name} = ${JSON.stringify(value)};`).join("\n");
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
});
