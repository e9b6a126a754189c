import { createStore } from "./store.ts";

/** How often the index page is read (spec §9). */
export const VERSION_POLL_MS = 60_000;

/** `changed` makes the next navigation a full load; `asked` shows the question; `reloading` covers the screen. */
export const version = createStore({ changed: false, asked: false, reloading: false });

let seen: string | null = null;

/** Compares the index page's last-modified with the first one seen; an answer without one says nothing. */
export async function checkVersion(): Promise<void> {
  const response = await fetch("/index.html", { method: "HEAD", cache: "no-cache" });
  const modified = response.ok ? response.headers.get("last-modified") : null;
  if (modified === null) return;
  if (seen !== null && seen !== modified && !version.get().changed) version.set({ changed: true, asked: true });
  seen ??= modified;
}

/** Looks at start and every 60 s (spec §4, Version check). Returns what stops it. */
export function watchVersion(): () => void {
  // A missed look is made up for by the next one.
  const look = () => void checkVersion().catch(() => {});
  look();
  const timer = setInterval(look, VERSION_POLL_MS);
  return () => clearInterval(timer);
}

/** Reloads the whole console, at the page given or at this one. */
export function reloadConsole(href?: string): void {
  version.set({ reloading: true, asked: false });
  if (href === undefined) location.reload();
  else location.assign(href);
}

/** Uncovers the screen once a person has answered that they stay: until then the browser runs nothing. */
export function uncoverAfterQuestion(): void {
  setTimeout(() => version.set({ reloading: false }));
}
