import { createStore } from "./store.ts";
import { storageKeys, storedDark, storeDark } from "./stored-state.ts";

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

/** Follows the system for as long as nobody chose, and what another tab chose; public/theme.js has the same rule for the first paint. */
export function watchTheme(): void {
  const system = matchMedia("(prefers-color-scheme: dark)");
  const follow = () => {
    const value = (storedDark() ?? system.matches) ? "dark" : "light";
    document.documentElement.setAttribute("data-mantine-color-scheme", value);
    colorScheme.set({ value });
  };
  system.addEventListener("change", follow);
  addEventListener("storage", ({ key }) => {
    if (key === storageKeys.theme || key === null) follow();
  });
}
