/** What the browser remembers between visits (spec §3, local browser storage keys). */
export const storageKeys = {
  accountId: "currentAccountId",
  projectId: "currentProjectId",
  authenticated: "authenticated",
  routerRedirected: "routerRedirected",
  theme: "theme",
} as const;

function read(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    // Private modes may forbid storage; the console then works without a memory.
    return null;
  }
}

function write(key: string, value: string | null): void {
  try {
    if (value === null) localStorage.removeItem(key);
    else localStorage.setItem(key, value);
  } catch {
    // As above: nothing to remember with.
  }
}

function readId(key: string): number | null {
  const value = Number(read(key));
  return Number.isSafeInteger(value) && value > 0 ? value : null;
}

export const storedAccountId = () => readId(storageKeys.accountId);
export const storedProjectId = () => readId(storageKeys.projectId);

/** Remembers where the person works; null forgets it. */
export function storePlace(accountId: number | null, projectId: number | null): void {
  write(storageKeys.accountId, accountId === null ? null : String(accountId));
  write(storageKeys.projectId, projectId === null ? null : String(projectId));
}

/**
 * Whether this browser counts as signed in: `true`, `false` after a reset, null when it never was or is on its way to
 * sign in.
 */
export function storedAuthenticated(): boolean | null {
  const value = read(storageKeys.authenticated);
  return value === null ? null : value === "true";
}

/** Null forgets the answer: a sign-in is about to decide it again. */
export function storeAuthenticated(authenticated: boolean | null): void {
  write(storageKeys.authenticated, authenticated === null ? null : String(authenticated));
}

export const storedRouterRedirected = () => read(storageKeys.routerRedirected) === "true";
export const storeRouterRedirected = (redirected: boolean) =>
  write(storageKeys.routerRedirected, redirected ? "true" : null);

/** True is dark (stored as 1), false light (0), null not chosen yet. */
export function storedDark(): boolean | null {
  const value = read(storageKeys.theme);
  return value === null ? null : value === "1";
}

export const storeDark = (dark: boolean) => write(storageKeys.theme, dark ? "1" : "0");
