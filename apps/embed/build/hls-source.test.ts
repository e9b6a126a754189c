import { globSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { describe, expect, it } from "vitest";
import { constants } from "./hls-source.ts";

const home = dirname(createRequire(import.meta.url).resolve("hls.js/package.json"));
const written = globSync("src/**/*.ts", { cwd: home })
  .filter((file) => !file.endsWith(".d.ts"))
  .map((file) => readFileSync(join(home, file), "utf8"))
  .join("\n");
const dependenciesOf = (file: string, kind: "dependencies" | "devDependencies") =>
  (JSON.parse(readFileSync(file, "utf8")) as Record<string, Record<string, string>>)[kind] ?? {};

// A newer hls.js may have another feature or need another package: without its constant, a page would fail as it plays.
describe("hls.js is built from its sources", () => {
  it("with every constant that they name, and no other", () => {
    const named = new Set(written.match(/\b__[A-Z0-9_]+__\b/g));
    expect(Object.keys(constants).sort()).toEqual([...named].sort());
  });

  it("with the packages they import, in the versions of its own build", () => {
    const ours = dependenciesOf(new URL("../package.json", import.meta.url).pathname, "dependencies");
    const itsOwn = dependenciesOf(join(home, "package.json"), "devDependencies");
    const imported = new Set([...written.matchAll(/from '([^.'][^']*)'/g)].map(([, name]) => name as string));
    // Only of the controller that is left out.
    imported.delete("@svta/cml-cmcd");
    const versions = (of: Record<string, string>) => Object.fromEntries([...imported].map((name) => [name, of[name]]));
    expect(versions(ours)).toEqual(versions(itsOwn));
  });
});
