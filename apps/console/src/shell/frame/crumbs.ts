export interface Crumb {
  label: string;
  /** Where the crumb leads; the last one leads nowhere. */
  to: string | null;
}

const ABBREVIATIONS: Partial<Record<string, string>> = { api: "API" };

/**
 * The trail of a path (spec §2): a segment is shown with its dashes as spaces, a numeric one as `edit`.
 * `/settings/project/settings` → settings, project, settings. An abbreviation has capitals: `/settings/api` → settings, API.
 */
export function crumbs(path: string, edit: string): Crumb[] {
  const segments = path.split("/").filter((segment) => segment !== "");
  return segments.map((segment, index) => ({
    label: /^\d+$/.test(segment) ? edit : (ABBREVIATIONS[segment] ?? decodeURIComponent(segment).replaceAll("-", " ")),
    to: index === segments.length - 1 ? null : `/${segments.slice(0, index + 1).join("/")}`,
  }));
}
