import { Readable } from "node:stream";
import type { Storage, StoredContent } from "@kinora/storage/storage.ts";

/** The storage call at which a test stops: the first whose key or prefix has this ending. */
export interface Hold {
  method: "put" | "deletePrefix";
  key: string;
  /** `half` leaves a partially written draft. */
  when: "before" | "half" | "after";
}

/** A storage that waits for `held` at the given call. */
export function heldStorage(storage: Storage, hold: Hold, held: () => Promise<void>): Storage {
  let isDone = false;
  const isIt = (method: Hold["method"], key: string) => {
    if (isDone || hold.method !== method || !key.endsWith(hold.key)) return false;
    isDone = true;
    return true;
  };
  const around = async <T>(work: () => Promise<T>): Promise<T> => {
    if (hold.when === "before") await held();
    const done = await work();
    if (hold.when === "after") await held();
    return done;
  };
  const put: Storage["put"] = async (key, body, options) => {
    if (!isIt("put", key)) return storage.put(key, body, options);
    if (hold.when === "half") return storage.put(key, Readable.from(halting(body, held)), options);
    return around(() => storage.put(key, body, options));
  };
  const deletePrefix: Storage["deletePrefix"] = (prefix) =>
    isIt("deletePrefix", prefix) ? around(() => storage.deletePrefix(prefix)) : storage.deletePrefix(prefix);
  return new Proxy(storage, {
    get(target, name): unknown {
      if (name === "put") return put;
      if (name === "deletePrefix") return deletePrefix;
      const value: unknown = Reflect.get(target, name);
      return typeof value === "function" ? (...args: unknown[]): unknown => Reflect.apply(value, target, args) : value;
    },
  });
}

async function* halting(body: StoredContent, held: () => Promise<void>): AsyncGenerator<Uint8Array> {
  for await (const piece of body instanceof Uint8Array ? [body] : body) {
    const bytes = piece as Uint8Array;
    yield bytes.subarray(0, Math.ceil(bytes.length / 2));
    await held();
    yield bytes.subarray(Math.ceil(bytes.length / 2));
  }
}
