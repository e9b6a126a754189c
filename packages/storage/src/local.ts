import type { Storage } from "./storage.ts";

/** Storage in a folder of this machine (created when missing). */
export function openLocalStorage(folder: string): Promise<Storage> {
  throw new Error(`Being written: ${folder}`);
}
