/** The newest release that a place of releases has. */
export interface Newest {
  /** Such as `0.2.0`. */
  version: string;
  /** What the place is called in a sentence. */
  place: string;
  /** CHANGELOG.md of that release; null where the place does not say what changes. */
  changelog(): Promise<string | null>;
}

type Numbers = [number, number, number];

/** The numbers of a release, `0.2.0` or `v0.2.0`; null for everything else, pre-releases (`0.2.0-rc.1`) included. */
function numbersOf(name: string): Numbers | null {
  const [, major, minor, patch] = /^v?(\d+)\.(\d+)\.(\d+)$/.exec(name) ?? [];
  return major === undefined ? null : [Number(major), Number(minor), Number(patch)];
}

function compare(one: Numbers, other: Numbers): number {
  const at = one.findIndex((number, index) => number !== other[index]);
  return at < 0 ? 0 : (one[at] ?? 0) - (other[at] ?? 0);
}

/** Whether a release is newer than a version, by the order of semver.org: a pre-release is older than its release. */
export function isNewer(release: string, version: string): boolean {
  const [released, own] = [numbersOf(release), numbersOf(version.replace(/[-+].*$/, ""))];
  if (!released || !own) return false;
  const order = compare(released, own);
  return order > 0 || (order === 0 && version.includes("-"));
}

/** The newest of these names that are releases, as it is written; null when none is one. */
export function newestOf(names: readonly string[]): string | null {
  const releases = names.flatMap((name) => {
    const numbers = numbersOf(name);
    return numbers ? [{ name, numbers }] : [];
  });
  return releases.toSorted((one, other) => compare(one.numbers, other.numbers)).at(-1)?.name ?? null;
}

/**
 * What changed since a version, a line for each newer release, in the order of the text: its heading, and those below it. The
 * headings are of Keep a Changelog: `## [0.2.0] - 2026-01-31`, with or without brackets and date.
 */
export function changesSince(changelog: string, version: string): string[] {
  return changelog
    .split(/^## /m)
    .slice(1)
    .flatMap((section) => {
      const [heading = ""] = section.split("\n", 1);
      const release = /^\[?(v?\d+\.\d+\.\d+)\]?/.exec(heading)?.[1];
      if (!release || !isNewer(release, version)) return [];
      const parts = [...section.matchAll(/^### (.+)$/gm)].map(([, part = ""]) => part.trim());
      const title = heading.replaceAll(/[[\]]/g, "").trim();
      return [parts.length > 0 ? `${title}: ${parts.join(", ")}` : title];
    });
}
