import { useSyncExternalStore } from "react";

/** A value that lives outside the pages; subscribers are called at every change. */
export interface Store<T> {
  get(): T;
  set(change: Partial<T>): void;
  subscribe(listener: () => void): () => void;
}

/** Makes a store of an object; `set` replaces the fields it names. */
export function createStore<T extends object>(initial: T): Store<T> {
  let value = initial;
  const listeners = new Set<() => void>();
  return {
    get: () => value,
    set(change) {
      value = { ...value, ...change };
      for (const listener of listeners) listener();
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

/** Reads a part of a store; the component renders again when that part is another value. */
export function useStore<T extends object, Part>(store: Store<T>, select: (value: T) => Part): Part {
  return useSyncExternalStore(store.subscribe, () => select(store.get()));
}
