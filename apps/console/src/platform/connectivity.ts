import { createStore } from "./store.ts";

/** Whether the browser has a network, and whether someone tried to go somewhere while it had none. */
export const connection = createStore({ online: navigator.onLine, blocked: false });

/** Follows the browser's online and offline events (spec §4, Connectivity). */
export function watchConnection(): void {
  window.addEventListener("offline", () => connection.set({ online: false }));
  window.addEventListener("online", () => connection.set({ online: true, blocked: false }));
}
