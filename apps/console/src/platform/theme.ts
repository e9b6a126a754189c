import { createStore } from "./store.ts";
import { storeDark } from "./storedState.ts";

/** The scheme in use; public/theme.js has set it before the first paint. */
export const colorScheme = createStore<{ value: "light" | "dark" }>({
  value: document.documentElement.getAttribute("data-mantine-color-scheme") === "dark" ? "dark" : "light",
});

/** Changes between light and dark and remembers it as 1 or 0 (spec §3). */
export function toggleTheme(): void {
  const value = colorScheme.get().value === "dark" ? "light" : "dark";
  storeDark(value === "dark");
  colorScheme.set({ value });
}
