// Builds the package for npm into dist: `node packages/client/build.ts`, then `npm pack packages/client/dist`.
import { execFile } from "node:child_process";
import { copyFile, glob, readFile, rm, writeFile } from "node:fs/promises";
import { dirname, join, relative, sep } from "node:path";
import { promisify } from "node:util";
import { contract } from "@kinora/contract/contract.ts";
import { minifyContractRouter } from "@orpc/contract";
import { build } from "vite";

const home = import.meta.dirname;
const dist = join(home, "dist");
const types = join(dist, "types");
const CONTRACT = "@kinora/contract/contract.ts";
const run = promisify(execFile);

await rm(dist, { recursive: true, force: true });
await bundle();
await declare();
await describe();

/** The program in one file. Of the contract only methods and paths are needed: its schemas stay at the server. */
async function bundle(): Promise<void> {
  await build({
    configFile: false,
    root: home,
    logLevel: "warn",
    plugins: [
      {
        name: "contract-without-schemas",
        enforce: "pre",
        resolveId: (id) => (id === CONTRACT ? `\0${CONTRACT}` : null),
        load: (id) =>
          id === `\0${CONTRACT}` ? `export const contract = ${JSON.stringify(minifyContractRouter(contract))};` : null,
      },
    ],
    build: {
      outDir: dist,
      target: "es2022",
      minify: false,
      lib: { entry: "src/kinora.ts", formats: ["es"], fileName: () => "kinora.js" },
    },
  });
}

/** The types, with the packages that they come from in folders beside each other. */
async function declare(): Promise<void> {
  const compiler = join(home, "../../node_modules/typescript-native/bin/tsc");
  await run(process.execPath, [compiler, "--project", join(home, "tsconfig.build.json")]);
  for await (const file of glob("**/*.d.ts", { cwd: types })) {
    const path = join(types, file);
    const text = await readFile(path, "utf8");
    const toPackages = relative(dirname(path), types).split(sep).join("/") || ".";
    const named = text.replaceAll(/"@kinora\/([\w-]+)\/([^"]+)\.ts"/g, `"${toPackages}/$1/src/$2.js"`);
    await writeFile(path, named.replaceAll(/"(\.{1,2}\/[^"]+)\.ts"/g, '"$1.js"'));
  }
}

async function describe(): Promise<void> {
  const { name, version, description, dependencies } = await readFacts(home);
  const { "@kinora/contract": _ours, ...others } = dependencies;
  const contractFacts = await readFacts(join(home, "../contract"));
  const facts = {
    name,
    version,
    description,
    type: "module",
    exports: { ".": { types: "./types/client/src/kinora.d.ts", default: "./kinora.js" } },
    engines: { node: ">=20" },
    // The types of operations are made of these.
    dependencies: { ...others, zod: contractFacts.dependencies["zod"] },
  };
  await writeFile(join(dist, "package.json"), `${JSON.stringify(facts, null, 2)}\n`);
  await copyFile(join(home, "README.md"), join(dist, "README.md"));
}

interface PackageFacts {
  name: string;
  version: string;
  description: string;
  dependencies: Record<string, string>;
}

async function readFacts(folder: string): Promise<PackageFacts> {
  return JSON.parse(await readFile(join(folder, "package.json"), "utf8")) as PackageFacts;
}
