import { join, resolve } from "node:path";

/** The folder that holds package.json. */
export const root = resolve(import.meta.dirname, "../..");

/** The Node the project pins as a dependency; the machine's own may be older. */
export const pinnedNode = join(root, "node_modules/.bin/node");

/** A command line tool that came with the dependencies. */
export const localBinary = (name) => join(root, "node_modules/.bin", name);

/** Git-ignored folder for stamps and locks. Outside node_modules, because `npm ci` empties that. */
export const cacheFolder = join(root, ".cache/kinora");
