import { birthSteps, type Birth } from "../../platform/birth.ts";

/** An entry of a video's activity, as far as its way to a video that plays is read from it. */
export interface BirthEntry {
  type: string;
  at: string;
  facts: readonly { name: string; value: string }[];
}

const versionOf = ({ facts }: BirthEntry) => Number(facts.find(({ name }) => name === "version")?.value ?? 0);
const timeOf = (entry: BirthEntry | undefined) => (entry ? Date.parse(entry.at) : null);

/**
 * The way of a video's latest version: its upload where it came by one, its wait, its encoding.
 * @param entries of the activity, newest first.
 * @param now milliseconds; a step that has not ended lasts until then.
 * @returns null where nothing of it is known.
 */
export function birthOf(entries: readonly BirthEntry[], now: number): Birth | null {
  const steps = entries.filter(({ type }) => type.startsWith("transcode."));
  const version = Math.max(0, ...steps.map(versionOf));
  const current = new Map(steps.filter((entry) => versionOf(entry) === version).map((entry) => [entry.type, entry]));
  const at = (type: string) => timeOf(current.get(`transcode.${type}`));
  const queued = at("queued");
  if (queued === null) return null;
  const complete = at("complete");
  return birthSteps(
    {
      upload: uploadBefore(entries, queued, timeOf(steps.find((entry) => versionOf(entry) < version))),
      queued,
      started: at("running"),
      playable: at("playable"),
      ended: complete ?? at("failed") ?? at("cancelled"),
      failed: complete === null,
    },
    now,
  );
}

/** The upload a version came by: the last one before it, unless an earlier version was made of it. */
function uploadBefore(entries: readonly BirthEntry[], queued: number, earlier: number | null) {
  const start = timeOf(entries.find(({ type, at }) => type === "upload.started" && Date.parse(at) <= queued));
  if (start === null || (earlier !== null && earlier > start)) return null;
  // Its end is written a moment after the version was queued.
  const end = timeOf(entries.findLast(({ type, at }) => type === "upload.complete" && Date.parse(at) >= start));
  return { start, end: end === null ? queued : Math.min(end, queued) };
}
