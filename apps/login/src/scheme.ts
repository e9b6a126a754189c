export type Scheme = "light" | "dark";

const KEY = "theme";

/** The scheme in use; public/theme.js has set it before the first paint. */
export function currentScheme(): Scheme {
  return document.documentElement.getAttribute("data-mantine-color-scheme") === "dark" ? "dark" : "light";
}

/** Keeps the chosen scheme for this application, as the console does for itself: 1 is dark, 0 light (spec §3). */
export function rememberScheme(scheme: Scheme): Scheme {
  try {
    localStorage.setItem(KEY, scheme === "dark" ? "1" : "0");
  } catch {
    // Storage may be forbidden; the choice then lasts as long as the page.
  }
  return scheme;
}

/** What was chosen: 1 is dark, 0 light; null for nothing. */
function chosen(): string | null {
  try {
    return localStorage.getItem(KEY);
  } catch {
    // Storage may be forbidden: nothing is remembered, and the system decides.
    return null;
  }
}

/**
 * Follows the system until a scheme is chosen, and follows the choice of other tabs; public/theme.js has the same rule for the
 * first paint. Returns what stops it.
 */
export function watchScheme(onChange: (scheme: Scheme) => void): () => void {
  const system = matchMedia("(prefers-color-scheme: dark)");
  const follow = () => {
    const choice = chosen();
    onChange((choice === null ? system.matches : choice === "1") ? "dark" : "light");
  };
  const followTab = ({ key }: StorageEvent) => {
    if (key === KEY || key === null) follow();
  };
  system.addEventListener("change", follow);
  addEventListener("storage", followTab);
  return () => {
    system.removeEventListener("change", follow);
    removeEventListener("storage", followTab);
  };
}
