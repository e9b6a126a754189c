import { createContext, useEffect, useSyncExternalStore } from "react";
import { whenIdle } from "./when-idle.ts";

/** Code that a page is shown without, such as what a button opens. */
export interface LaterCode<Code> {
  /** Null until it was fetched. */
  get: () => Code | null;
  /** Fetches it; after a failure once more. */
  load: () => Promise<Code>;
  /** Fetches it once the browser is idle. A failure matters when the code is asked for. */
  prepare: () => void;
  /** Calls a listener once it was fetched. */
  subscribe: (listener: () => void) => () => void;
}

const every: LaterCode<unknown>[] = [];

/** Fetches all code that comes later, of the parts that are loaded. */
export const fetchLater = async (): Promise<unknown> => Promise.all(every.map(({ load }) => load()));

/** Makes code that comes later of what imports it. */
export function laterCode<Code>(fetch: () => Promise<Code>): LaterCode<Code> {
  let code: Code | null = null;
  let isPrepared = false;
  const listeners = new Set<() => void>();
  const load = async (): Promise<Code> => {
    code ??= await fetch();
    for (const listener of listeners) listener();
    return code;
  };
  const later: LaterCode<Code> = {
    get: () => code,
    load,
    prepare() {
      if (isPrepared) return;
      isPrepared = true;
      whenIdle(() => void load().catch(() => {}));
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
  every.push(later);
  return later;
}

/** Code that is fetched when the browser is idle; null until it is there. */
export function useLater<Code>(later: LaterCode<Code>): { code: Code | null } {
  useEffect(() => later.prepare(), [later]);
  return { code: useSyncExternalStore(later.subscribe, later.get) };
}

/** How code that someone waits for is fetched: an app may reload the page when a file of an older version is gone. */
export const FetchCode = createContext(<Code>(load: () => Promise<Code>): Promise<Code> => load());
