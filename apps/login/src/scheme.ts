export type Scheme = "light" | "dark";

/** The scheme in use; public/theme.js has set it before the first paint. */
export function currentScheme(): Scheme {
  return document.documentElement.getAttribute("data-mantine-color-scheme") === "dark" ? "dark" : "light";
}

/** Keeps the chosen scheme for this application, as the console does for itself: 1 is dark, 0 light (spec §3). */
export function rememberScheme(scheme: Scheme): Scheme {
  try {
    localStorage.setItem("theme", scheme === "dark" ? "1" : "0");
  } catch {
    // Storage may be forbidden; the choice then lasts as long as the page.
  }
  return scheme;
}
