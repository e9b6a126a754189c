let isAllowed = true;

/** Whether players of this page may keep anything in the browser, as the setting `cookieless` says; until it is called they may. */
export function allowStorage(allowed: boolean): void {
  isAllowed = allowed;
}

/** Sandboxed frames and browsers that block cookies have no storage: reading it throws (HTML §12.2.2). */
export function canStore(): boolean {
  try {
    return isAllowed && typeof globalThis.localStorage === "object";
  } catch {
    return false;
  }
}

/** What the browser keeps under a name; null where it keeps nothing, or may not. */
export const readStored = (key: string): string | null => (canStore() ? localStorage.getItem(key) : null);

/** Keeps a text in the browser, or removes it (null). Where there is no storage, or it is full, it is forgotten with the page. */
export function store(key: string, text: string | null): void {
  if (!canStore()) return;
  try {
    if (text === null) localStorage.removeItem(key);
    else localStorage.setItem(key, text);
  } catch {
    // Full (HTML §12.2.1): nothing depends on what is kept.
  }
}
