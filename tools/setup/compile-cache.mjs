import { chmodSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import { cacheFolder } from "./paths.mjs";

/**
 * The environment in which tests start processes: what one compiled, the next need not (Node's compile cache). Kinora
 * that root starts runs as another account, whose files Node keeps in a folder of their own beside root's.
 */
export function compileCache() {
  const folder = join(cacheFolder, "compiled");
  mkdirSync(folder, { recursive: true });
  if (process.getuid?.() === 0) chmodSync(folder, 0o1777);
  return { NODE_COMPILE_CACHE: folder };
}
