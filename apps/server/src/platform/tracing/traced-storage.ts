import type { Storage } from "@kinora/storage/storage.ts";
import type { OpenSpan, Tracing } from "./tracing.ts";

/** Calls within one span that are spans of their own: a long job stores thousands of segments. */
const CALLS_MAX = 100;

/**
 * Puts calls of the storage into spans of the work they belong to: `storage put` and such, with the bytes stored or opened, and never a
 * key, which may hold what people wrote. A call without a span in progress begins no trace. `storage get` ends when the file is open.
 */
export function tracedStorage(storage: Storage, tracing: Tracing): Storage {
  if (!tracing.isOn) return storage;
  const calls = new WeakMap<OpenSpan, number>();
  const within = async <Result>(
    name: string,
    call: () => Promise<Result>,
    bytesOf: (result: Result) => number | null = () => null,
  ): Promise<Result> => {
    const parent = tracing.current();
    const count = parent === null ? CALLS_MAX : (calls.get(parent) ?? 0);
    if (parent === null || count >= CALLS_MAX) return call();
    calls.set(parent, count + 1);
    const work = async () => {
      const result = await call();
      const bytes = bytesOf(result);
      if (bytes !== null) tracing.current()?.add({ "kinora.bytes": bytes });
      return result;
    };
    return tracing.traced(`storage ${name}`, {}, work, { kind: "client" });
  };
  return {
    put: (...args) =>
      within(
        "put",
        () => storage.put(...args),
        ({ sizeBytes }) => sizeBytes,
      ),
    putFile: (...args) =>
      within(
        "put",
        () => storage.putFile(...args),
        ({ sizeBytes }) => sizeBytes,
      ),
    get: (...args) =>
      within(
        "get",
        () => storage.get(...args),
        ({ lengthBytes }) => lengthBytes,
      ),
    stat: (...args) => within("stat", () => storage.stat(...args)),
    delete: (...args) => within("delete", () => storage.delete(...args)),
    deletePrefix: (...args) => within("delete", () => storage.deletePrefix(...args)),
    move: (...args) => within("move", () => storage.move(...args)),
    copy: (...args) => within("copy", () => storage.copy(...args)),
    movePrefix: (...args) => within("move", () => storage.movePrefix(...args)),
    download: (...args) => within("download", () => storage.download(...args)),
    list: (...args) => storage.list(...args),
    localPath: (...args) => storage.localPath(...args),
    sweepDrafts: (...args) => storage.sweepDrafts(...args),
    space: () => storage.space(),
    check: () => storage.check(),
  };
}
